"""Why a choice of the Card Game is refused: a stable code, the clause it rests on, a sentence for the player."""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine.refusals import (
    COMBAT_CARD_NOT_IN_HAND,
    GAME_IS_OVER,
    NO_CLOCK,
    NOT_IN_THIS_GAME,
    NOT_NOW,
    Refusal,
)

NOT_YOURS: Final = 10
NOT_IN_PLAY: Final = 11
ACTOR_WOUNDED: Final = 12
ACTOR_SPENT: Final = 13
NO_AP: Final = 14
NO_ABILITY: Final = 15
NO_ACCESS: Final = 16
NOT_FACE_DOWN: Final = 17
NOWHERE_TO_GO: Final = 18
NOT_ADJACENT: Final = 19
NO_STEPS_LEFT: Final = 20
HELD_BY_ENEMY: Final = 21
EXIT_BLOCKED: Final = 22
NOWHERE_TO_END: Final = 23
TOO_MANY: Final = 24
NOTHING_DONE: Final = 25
NO_TRANSPORT: Final = 26
HANDS_FULL: Final = 27
NOT_HERE: Final = 28
NOT_CARRIED: Final = 29
CARRIED_AWAY: Final = 30
NOT_A_FRIEND: Final = 31
ENEMY_UNWOUNDED: Final = 32
GIVE_TO_ENEMY: Final = 33
WOUNDED_CARRY_NOBODY: Final = 34
SEEN_BEFORE: Final = 35
NO_GEAR: Final = 36
ROOM_FACE_DOWN: Final = 37
WRONG_DIRECTION: Final = 38
NO_GATE: Final = 39
GATE_BROKEN: Final = 40
GATE_NOT_CLOSED: Final = 41
NO_KEY: Final = 42
NO_PIT: Final = 43
LANDING_HELD: Final = 44
HAS_JUMP_CARDS: Final = 45
NO_JUMP_CARD: Final = 46
NO_CARD_TO_SPEND: Final = 47
NO_COMBAT: Final = 48
NOT_AN_ENEMY: Final = 49
NOT_IN_AREA: Final = 50
HURT_THIS_TURN: Final = 51
TARGET_CARRIED: Final = 52
NO_FREE_COMBAT: Final = 53
NO_WEAPON: Final = 54
HAS_FIRED: Final = 55
ENEMY_BESIDE: Final = 56
TARGET_BESIDE: Final = 57
NOT_SEEN: Final = 58
SHIELDED: Final = 59
OUT_OF_REACH: Final = 60
CARD_FORCED: Final = 61
ONE_CARD: Final = 62
TWO_CARDS: Final = 63
NO_SUCH_VALUE: Final = 64
TARGET_NOT_WOUNDED: Final = 65
NOT_BESIDE: Final = 66
NOT_ONESELF: Final = 67
HURT_CANNOT_RISE: Final = 68
NOTHING_TO_STEAL: Final = 69
NOT_IN_ROOM: Final = 70
WALLS_USED_UP: Final = 71
NO_WALL: Final = 72
OBJECT_OUT_OF_REACH: Final = 73
TOO_FAR: Final = 74
NOTHING_CHANGES: Final = 75
NO_SCROLL: Final = 76
NOT_NEXT_ROOM: Final = 77
NOT_AVAILABLE: Final = 78
NOT_IN_SUPPLY: Final = 79
ONLY_CHARACTERS: Final = 80
COLUMN_TAKEN: Final = 81
ROOM_IS_FULL: Final = 82
NOT_YOURS_TO_PLACE: Final = 83
ZONE_OF_OTHER_ROOM: Final = 84
ZONE_TAKEN: Final = 85
ROOM_NOT_LEFT: Final = 86
HIDDEN_OBJECT: Final = 87
OTHER_COPY_FIRST: Final = 88
STILL_ON_THE_WAY: Final = 89
RECEIVER_WOUNDED: Final = 90
NO_SPEAR: Final = 91
TARGET_TOO_NEAR: Final = 92
SPEAR_HELD_UP: Final = 93
RECEIVER_CARRIES: Final = 94

REFUSALS: Final[dict[int, Refusal]] = {
    GAME_IS_OVER: Refusal("game-is-over", "END-1", "The game is over."),
    NOT_NOW: Refusal("not-now", "ENG-1", "That is not what is to be decided now."),
    NOT_IN_THIS_GAME: Refusal("not-in-this-game", "COMP-1", "There is no such thing in this game."),
    NO_CLOCK: Refusal("no-clock", "OPT-1", "No clock is running here."),
    COMBAT_CARD_NOT_IN_HAND: Refusal("combat-card-not-in-hand", "CMB-11", "That combat card is not in hand."),
    NOT_YOURS: Refusal("not-yours", "ACT-1", "Only the active player's own characters act."),
    NOT_IN_PLAY: Refusal("not-in-play", "CONV-5", "It is not in play."),
    ACTOR_WOUNDED: Refusal("actor-wounded", "WND-1", "It is wounded and can do nothing."),
    ACTOR_SPENT: Refusal("actor-spent", "WND-8", "It was healed this turn and acts no more in it."),
    NO_AP: Refusal("no-ap", "ACT-1", "No action point is left."),
    NO_ABILITY: Refusal("no-ability", "CHR-2", "It has no such ability."),
    NO_ACCESS: Refusal("no-access", "REV-1", "It has no direct access to that room."),
    NOT_FACE_DOWN: Refusal("not-face-down", "REV-1", "That room lies face up already."),
    NOWHERE_TO_GO: Refusal("nowhere-to-go", "MOV-2", "It can neither take a step nor handle anything."),
    NOT_ADJACENT: Refusal("not-adjacent", "MOV-10", "There is no way for it to that place in one step."),
    NO_STEPS_LEFT: Refusal("no-steps-left", "MOV-1", "It has no movement point left."),
    HELD_BY_ENEMY: Refusal("held-by-enemy", "MOV-13", "It entered a zone of enemies this turn and can only go back."),
    EXIT_BLOCKED: Refusal("exit-blocked", "EXT-2", "An enemy in front of it blocks this exit."),
    NOWHERE_TO_END: Refusal("nowhere-to-end", "MOV-19", "After that the move could not be brought to a legal end."),
    TOO_MANY: Refusal("too-many", "MOV-18", "More than three characters of one player would be in one place."),
    NOTHING_DONE: Refusal("nothing-done", "MOV-2", "It must take a step or handle something first."),
    NO_TRANSPORT: Refusal("no-transport", "HAN-8", "The Ghost takes no part in handling items."),
    HANDS_FULL: Refusal("hands-full", "HAN-2", "It cannot carry any more."),
    NOT_HERE: Refusal("not-here", "HAN-1", "That is not where the moving character is."),
    NOT_CARRIED: Refusal("not-carried", "HAN-3", "The moving character does not carry that."),
    CARRIED_AWAY: Refusal("carried-away", "HAN-7", "It is being carried and neither holds nor gets anything."),
    NOT_A_FRIEND: Refusal("not-a-friend", "HAN-6", "Only friendly wounded characters are carried."),
    ENEMY_UNWOUNDED: Refusal("enemy-unwounded", "HAN-5", "Nothing is taken from an unwounded enemy."),
    GIVE_TO_ENEMY: Refusal("give-to-enemy", "HAN-5", "Nothing is given to an enemy."),
    WOUNDED_CARRY_NOBODY: Refusal("wounded-carry-nobody", "HAN-6", "A wounded character carries nobody."),
    SEEN_BEFORE: Refusal("seen-before", "MOV-19", "The items were spread like that a moment ago."),
    NO_GEAR: Refusal("no-gear", "ROT-1", "It stands in no gear zone that turns that room."),
    ROOM_FACE_DOWN: Refusal("room-face-down", "ROT-3", "A face-down room cannot be turned."),
    WRONG_DIRECTION: Refusal("wrong-direction", "ROT-2", "The room turns the other way."),
    NO_GATE: Refusal("no-gate", "PRT-2", "No portcullis of that room is within its reach."),
    GATE_BROKEN: Refusal("gate-broken", "PRT-1", "That portcullis is broken for good."),
    GATE_NOT_CLOSED: Refusal("gate-not-closed", "PRT-4", "Only a closed portcullis can be broken."),
    NO_KEY: Refusal("no-key", "PRT-3", "It carries no Key and cannot pick locks."),
    NO_PIT: Refusal("no-pit", "JMP-1", "That place does not lie across one pit."),
    LANDING_HELD: Refusal("landing-held", "JMP-2", "An unwounded enemy is where it would land."),
    HAS_JUMP_CARDS: Refusal("has-jump-cards", "JMP-4", "As long as jump cards are left they must be used."),
    NO_JUMP_CARD: Refusal("no-jump-card", "JMP-1", "No jump card is left."),
    NO_CARD_TO_SPEND: Refusal("no-card-to-spend", "JMP-4", "That combat card cannot pay for a jump."),
    NO_COMBAT: Refusal("no-combat", "SCN-8", "There is no combat in this scenario."),
    NOT_AN_ENEMY: Refusal("not-an-enemy", "CMB-3", "Only enemies are attacked."),
    NOT_IN_AREA: Refusal("not-in-area", "CMB-3", "It is not in the same combat area."),
    HURT_THIS_TURN: Refusal("hurt-this-turn", "CMB-4", "It was wounded this turn and cannot be attacked again in it."),
    TARGET_CARRIED: Refusal("target-carried", "CMB-5", "It is being carried; its carrier can be attacked."),
    NO_FREE_COMBAT: Refusal("no-free-combat", "SAM-1", "It has no free combat (left) this turn."),
    NO_WEAPON: Refusal("no-weapon", "RNG-1", "It does not have that weapon."),
    HAS_FIRED: Refusal("has-fired", "XBW-2", "Its crossbow has been fired this turn."),
    ENEMY_BESIDE: Refusal("enemy-beside", "RNG-2", "With an enemy in the same zone nobody shoots."),
    TARGET_BESIDE: Refusal("target-beside", "RNG-3", "The target is in the same zone: fight it hand to hand."),
    NOT_SEEN: Refusal("not-seen", "RNG-3", "It does not see the target."),
    SHIELDED: Refusal("shielded", "RNG-3", "A Large shield protects it against shots."),
    NO_SPEAR: Refusal("no-spear", "SPR-1", "It carries no Telescoping spear."),
    SPEAR_HELD_UP: Refusal("spear-held-up", "SPR-2", "With an enemy in the same zone the spear is no use."),
    TARGET_TOO_NEAR: Refusal("target-too-near", "SPR-2", "The target is in the same zone, too near for the spear."),
    OUT_OF_REACH: Refusal("out-of-reach", "SPR-3", "The spear does not reach it."),
    CARD_FORCED: Refusal("card-forced", "CMB-10", "The card that was named must be played."),
    ONE_CARD: Refusal("one-card", "CMB-11", "Exactly one card is played."),
    TWO_CARDS: Refusal("two-cards", "CMB-11", "Two cards were announced; the higher one is named first."),
    NO_SUCH_VALUE: Refusal("no-such-value", "CMB-10", "That number cannot be announced."),
    TARGET_NOT_WOUNDED: Refusal("target-not-wounded", "CLE-1", "It is not wounded."),
    NOT_BESIDE: Refusal("not-beside", "CLE-1", "It is not in the same place."),
    NOT_ONESELF: Refusal("not-oneself", "FIR-1", "Nobody can do that to oneself."),
    HURT_CANNOT_RISE: Refusal("hurt-cannot-rise", "TRO-1", "It was wounded only this turn."),
    NOTHING_TO_STEAL: Refusal("nothing-to-steal", "PIC-1", "It does not carry that object."),
    NOT_IN_ROOM: Refusal("not-in-room", "GLM-4", "It must stand in a room for that."),
    WALLS_USED_UP: Refusal("walls-used-up", "GLM-1", "It has broken walls already in this game."),
    NO_WALL: Refusal("no-wall", "WWK-2", "There is no wall or slit to pass to that place."),
    OBJECT_OUT_OF_REACH: Refusal("object-out-of-reach", "TKN-1", "That object neither lies in her room nor is in her hands."),
    TOO_FAR: Refusal("too-far", "TKN-2", "The object cannot get there in three steps."),
    NOTHING_CHANGES: Refusal("nothing-changes", "TKN-2", "Nothing would change."),
    NO_SCROLL: Refusal("no-scroll", "OBJ-5", "It does not carry that scroll, or is no magic user."),
    NOT_NEXT_ROOM: Refusal("not-next-room", "INV-1", "The two rooms are not next to each other."),
    NOT_AVAILABLE: Refusal("not-available", "SEL-1", "That card is not to be had any more."),
    NOT_IN_SUPPLY: Refusal("not-in-supply", "SET-6", "That card is not in hand."),
    ONLY_CHARACTERS: Refusal("only-characters", "SET-5", "That is no character."),
    COLUMN_TAKEN: Refusal("column-taken", "SET-5", "Each column gets one character."),
    ROOM_IS_FULL: Refusal("room-is-full", "SET-6", "No more cards fit beside that room."),
    NOT_YOURS_TO_PLACE: Refusal("not-yours-to-place", "REV-7", "That card is not among those to place now."),
    ZONE_OF_OTHER_ROOM: Refusal("zone-of-other-room", "REV-7", "The card belongs into the revealed room."),
    ZONE_TAKEN: Refusal("zone-taken", "REV-8", "There is a card in that zone already."),
    ROOM_NOT_LEFT: Refusal("room-not-left", "SET-3", "That room cannot come up any more."),
    HIDDEN_OBJECT: Refusal("hidden-object", "OPT-12", "What it carries is hidden: it is taken blind."),
    OTHER_COPY_FIRST: Refusal("other-copy-first", "SEL-2", "The other copy of this card is taken first."),
    RECEIVER_WOUNDED: Refusal("receiver-wounded", "TKN-3", "Nothing is handed to a wounded character that way."),
    RECEIVER_CARRIES: Refusal("receiver-carries", "TKN-3", "Nothing is handed to somebody who carries something already."),
    STILL_ON_THE_WAY: Refusal("still-on-the-way", "WWK-4", "The wall must be crossed first."),
}
