"""Why a choice of the Card Game is refused: a stable code, the clause, a sentence for the player."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.refusals import (
    COMBAT_CARD_NOT_IN_HAND,
    GAME_IS_OVER,
    NO_CLOCK,
    NOT_IN_THIS_GAME,
    NOT_NOW,
    Refusal,
    shared_refusals,
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
    **shared_refusals(
        {
            GAME_IS_OVER: "END-1",
            NOT_NOW: "ENG-1",
            NOT_IN_THIS_GAME: "COMP-1",
            NO_CLOCK: "OPT-1",
            COMBAT_CARD_NOT_IN_HAND: "CMB-11",
        }
    ),
    NOT_YOURS: Refusal("not-yours", "ACT-1"),
    NOT_IN_PLAY: Refusal("not-in-play", "CONV-5"),
    ACTOR_WOUNDED: Refusal("actor-wounded", "WND-1"),
    ACTOR_SPENT: Refusal("actor-spent", "WND-8"),
    NO_AP: Refusal("no-ap", "ACT-1"),
    NO_ABILITY: Refusal("no-ability", "CHR-2"),
    NO_ACCESS: Refusal("no-access", "REV-1"),
    NOT_FACE_DOWN: Refusal("not-face-down", "REV-1"),
    NOWHERE_TO_GO: Refusal("nowhere-to-go", "MOV-2"),
    NOT_ADJACENT: Refusal("not-adjacent", "MOV-10"),
    NO_STEPS_LEFT: Refusal("no-steps-left", "MOV-1"),
    HELD_BY_ENEMY: Refusal("held-by-enemy", "MOV-13"),
    EXIT_BLOCKED: Refusal("exit-blocked", "EXT-2"),
    NOWHERE_TO_END: Refusal("nowhere-to-end", "MOV-19"),
    TOO_MANY: Refusal("too-many", "MOV-18"),
    NOTHING_DONE: Refusal("nothing-done", "MOV-2"),
    NO_TRANSPORT: Refusal("no-transport", "HAN-8"),
    HANDS_FULL: Refusal("hands-full", "HAN-2"),
    NOT_HERE: Refusal("not-here", "HAN-1"),
    NOT_CARRIED: Refusal("not-carried", "HAN-3"),
    CARRIED_AWAY: Refusal("carried-away", "HAN-7"),
    NOT_A_FRIEND: Refusal("not-a-friend", "HAN-6"),
    ENEMY_UNWOUNDED: Refusal("enemy-unwounded", "HAN-5"),
    GIVE_TO_ENEMY: Refusal("give-to-enemy", "HAN-5"),
    WOUNDED_CARRY_NOBODY: Refusal("wounded-carry-nobody", "HAN-6"),
    SEEN_BEFORE: Refusal("seen-before", "MOV-19"),
    NO_GEAR: Refusal("no-gear", "ROT-1"),
    ROOM_FACE_DOWN: Refusal("room-face-down", "ROT-3"),
    WRONG_DIRECTION: Refusal("wrong-direction", "ROT-2"),
    NO_GATE: Refusal("no-gate", "PRT-2"),
    GATE_BROKEN: Refusal("gate-broken", "PRT-1"),
    GATE_NOT_CLOSED: Refusal("gate-not-closed", "PRT-4"),
    NO_KEY: Refusal("no-key", "PRT-3"),
    NO_PIT: Refusal("no-pit", "JMP-1"),
    LANDING_HELD: Refusal("landing-held", "JMP-2"),
    HAS_JUMP_CARDS: Refusal("has-jump-cards", "JMP-4"),
    NO_JUMP_CARD: Refusal("no-jump-card", "JMP-1"),
    NO_CARD_TO_SPEND: Refusal("no-card-to-spend", "JMP-4"),
    NO_COMBAT: Refusal("no-combat", "SCN-8"),
    NOT_AN_ENEMY: Refusal("not-an-enemy", "CMB-3"),
    NOT_IN_AREA: Refusal("not-in-area", "CMB-3"),
    HURT_THIS_TURN: Refusal("hurt-this-turn", "CMB-4"),
    TARGET_CARRIED: Refusal("target-carried", "CMB-5"),
    NO_FREE_COMBAT: Refusal("no-free-combat", "SAM-1"),
    NO_WEAPON: Refusal("no-weapon", "RNG-1"),
    HAS_FIRED: Refusal("has-fired", "XBW-2"),
    ENEMY_BESIDE: Refusal("enemy-beside", "RNG-2"),
    TARGET_BESIDE: Refusal("target-beside", "RNG-3"),
    NOT_SEEN: Refusal("not-seen", "RNG-3"),
    SHIELDED: Refusal("shielded", "RNG-3"),
    NO_SPEAR: Refusal("no-spear", "SPR-1"),
    SPEAR_HELD_UP: Refusal("spear-held-up", "SPR-2"),
    TARGET_TOO_NEAR: Refusal("target-too-near", "SPR-2"),
    OUT_OF_REACH: Refusal("out-of-reach", "SPR-3"),
    CARD_FORCED: Refusal("card-forced", "CMB-10"),
    ONE_CARD: Refusal("one-card", "CMB-11"),
    TWO_CARDS: Refusal("two-cards", "CMB-11"),
    NO_SUCH_VALUE: Refusal("no-such-value", "CMB-10"),
    TARGET_NOT_WOUNDED: Refusal("target-not-wounded", "CLE-1"),
    NOT_BESIDE: Refusal("not-beside", "CLE-1"),
    NOT_ONESELF: Refusal("not-oneself", "FIR-1"),
    HURT_CANNOT_RISE: Refusal("hurt-cannot-rise", "TRO-1"),
    NOTHING_TO_STEAL: Refusal("nothing-to-steal", "PIC-1"),
    NOT_IN_ROOM: Refusal("not-in-room", "GLM-4"),
    WALLS_USED_UP: Refusal("walls-used-up", "GLM-1"),
    NO_WALL: Refusal("no-wall", "WWK-2"),
    OBJECT_OUT_OF_REACH: Refusal("object-out-of-reach", "TKN-1"),
    TOO_FAR: Refusal("too-far", "TKN-2"),
    NOTHING_CHANGES: Refusal("nothing-changes", "TKN-2"),
    NO_SCROLL: Refusal("no-scroll", "OBJ-5"),
    NOT_NEXT_ROOM: Refusal("not-next-room", "INV-1"),
    NOT_AVAILABLE: Refusal("not-available", "SEL-1"),
    NOT_IN_SUPPLY: Refusal("not-in-supply", "SET-6"),
    ONLY_CHARACTERS: Refusal("only-characters", "SET-5"),
    COLUMN_TAKEN: Refusal("column-taken", "SET-5"),
    ROOM_IS_FULL: Refusal("room-is-full", "SET-6"),
    NOT_YOURS_TO_PLACE: Refusal("not-yours-to-place", "REV-7"),
    ZONE_OF_OTHER_ROOM: Refusal("zone-of-other-room", "REV-7"),
    ZONE_TAKEN: Refusal("zone-taken", "REV-8"),
    ROOM_NOT_LEFT: Refusal("room-not-left", "SET-3"),
    HIDDEN_OBJECT: Refusal("hidden-object", "OPT-12"),
    OTHER_COPY_FIRST: Refusal("other-copy-first", "SEL-2"),
    RECEIVER_WOUNDED: Refusal("receiver-wounded", "TKN-3"),
    RECEIVER_CARRIES: Refusal("receiver-carries", "TKN-3"),
    STILL_ON_THE_WAY: Refusal("still-on-the-way", "WWK-4"),
}
