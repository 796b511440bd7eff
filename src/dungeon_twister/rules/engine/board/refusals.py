"""Why the board game refuses a choice: a stable code and the clause."""

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
ACTOR_BLOCKED: Final = 13
NO_AP: Final = 14
CARD_NOT_IN_HAND: Final = 15
FIRST_CARD_IS_TWO: Final = 16
CARD_TOO_HIGH: Final = 17
NOTHING_TO_REVEAL: Final = 18
NOT_FACE_DOWN: Final = 19
NOT_ON_GEAR: Final = 20
NOT_THIS_ROOM: Final = 21
TWIN_HIDDEN: Final = 22
WRONG_DIRECTION: Final = 23
NOT_ADJACENT: Final = 24
WAY_BARRED: Final = 25
ENEMY_IN_THE_WAY: Final = 26
PIT_IN_THE_WAY: Final = 27
LINE_IS_CLOSED: Final = 28
NO_STEPS_LEFT: Final = 29
NOWHERE_TO_END: Final = 30
MUST_STEP_FIRST: Final = 31
SQUARE_TAKEN: Final = 32
ENEMY_LIES_HERE: Final = 33
TOO_MANY_TOKENS: Final = 34
CANNOT_STOP_ON_PIT: Final = 35
CANNOT_STOP_ON_LINE: Final = 36
HANDS_FULL: Final = 37
HANDS_EMPTY: Final = 38
NOT_HERE: Final = 39
NOT_WITH_ENEMY: Final = 40
WOUNDED_ENEMY: Final = 41
SEEN_BEFORE: Final = 42
NOT_ON_PIT: Final = 43
ROPE_NEEDS_HOLD: Final = 44
FRIEND_WOULD_FALL: Final = 45
WOUNDED_WOULD_FALL: Final = 46
SAME_KIND_TWICE: Final = 47
NO_JUMP_CARD: Final = 48
NO_PIT_TO_JUMP: Final = 49
CANNOT_LAND: Final = 50
NO_ABILITY: Final = 51
NO_WALL_TO_PASS: Final = 52
NO_GATE_HERE: Final = 53
GATE_NOT_CLOSED: Final = 54
GATE_BROKEN: Final = 55
NOT_AN_ENEMY: Final = 56
NO_CONTACT: Final = 57
HURT_THIS_TURN: Final = 58
TARGET_IS_CARRIED: Final = 59
TARGET_NOT_WOUNDED: Final = 60
CARRIED_CANNOT_RISE: Final = 61
HURT_CANNOT_REGENERATE: Final = 62
NO_WAND: Final = 63
NO_POTION: Final = 65
SQUARE_OF_OTHER_ROOM: Final = 66
PLACE_NOT_FREE: Final = 67
PLACE_ON_PIT: Final = 68
NOT_YOURS_TO_PLACE: Final = 69
ROOM_IS_FULL: Final = 70
NOT_A_DOT: Final = 71
DOT_TAKEN: Final = 72
NOT_IN_SUPPLY: Final = 73
ONLY_CHARACTERS: Final = 74
ROOM_NOT_LEFT: Final = 75
HEALS_OTHERS_ONLY: Final = 76
HANDS_FULL_OVER_PIT: Final = 77
PEACE_ON_LINE: Final = 120
ROOMS_STILL_HIDDEN: Final = 121
WRONG_KIND: Final = 122
LEVEL_NOT_YET: Final = 123
NOT_ON_APEX: Final = 124
APEX_IS_RAISED: Final = 125
APEX_NOT_RAISED: Final = 126
NO_SLIDE: Final = 127
ALLY_IN_THE_WAY: Final = 128
CANNOT_JOIN: Final = 129
KEEP_FOR_KIND: Final = 130

REFUSALS: Final[dict[int, Refusal]] = {
    **shared_refusals(
        {
            GAME_IS_OVER: "END-2",
            NOT_NOW: "ACT-1",
            NOT_IN_THIS_GAME: "COMP-3",
            NO_CLOCK: "OPT-1",
            COMBAT_CARD_NOT_IN_HAND: "COMBAT-6",
        }
    ),
    NOT_YOURS: Refusal("not-yours", "ACT-4"),
    NOT_IN_PLAY: Refusal("not-in-play", "ACT-4"),
    ACTOR_WOUNDED: Refusal("actor-wounded", "WOUND-1"),
    ACTOR_BLOCKED: Refusal("actor-blocked", "HEAL-3"),
    NO_AP: Refusal("no-ap", "ACT-5"),
    CARD_NOT_IN_HAND: Refusal("card-not-in-hand", "TURN-7"),
    FIRST_CARD_IS_TWO: Refusal("first-card-is-two", "TURN-4"),
    CARD_TOO_HIGH: Refusal("card-too-high", "TURN-5"),
    NOTHING_TO_REVEAL: Refusal("nothing-to-reveal", "REVEAL-1"),
    NOT_FACE_DOWN: Refusal("not-face-down", "REVEAL-1"),
    NOT_ON_GEAR: Refusal("not-on-gear", "ROT-1"),
    NOT_THIS_ROOM: Refusal("not-this-room", "ROT-2"),
    TWIN_HIDDEN: Refusal("twin-hidden", "ROT-2"),
    WRONG_DIRECTION: Refusal("wrong-direction", "ROT-4"),
    NOT_ADJACENT: Refusal("not-adjacent", "MOVE-2"),
    WAY_BARRED: Refusal("way-barred", "MOVE-10"),
    ENEMY_IN_THE_WAY: Refusal("enemy-in-the-way", "MOVE-8"),
    PIT_IN_THE_WAY: Refusal("pit-in-the-way", "PIT-2"),
    LINE_IS_CLOSED: Refusal("line-is-closed", "MOVE-20"),
    NO_STEPS_LEFT: Refusal("no-steps-left", "MOVE-1"),
    NOWHERE_TO_END: Refusal("nowhere-to-end", "MOVE-3"),
    MUST_STEP_FIRST: Refusal("must-step-first", "MOVE-1"),
    SQUARE_TAKEN: Refusal("square-taken", "MOVE-21"),
    ENEMY_LIES_HERE: Refusal("enemy-lies-here", "MOVE-7"),
    TOO_MANY_TOKENS: Refusal("too-many-tokens", "ACT-2"),
    CANNOT_STOP_ON_PIT: Refusal("cannot-stop-on-pit", "PIT-5"),
    CANNOT_STOP_ON_LINE: Refusal("cannot-stop-on-line", "MOVE-21"),
    HANDS_FULL: Refusal("hands-full", "CARRY-1"),
    HANDS_EMPTY: Refusal("hands-empty", "CARRY-1"),
    NOT_HERE: Refusal("not-here", "CARRY-5"),
    NOT_WITH_ENEMY: Refusal("not-with-enemy", "CARRY-12"),
    WOUNDED_ENEMY: Refusal("wounded-enemy", "CARRY-13"),
    SEEN_BEFORE: Refusal("seen-before", "CARRY-19"),
    NOT_ON_PIT: Refusal("not-on-pit", "PIT-10"),
    ROPE_NEEDS_HOLD: Refusal("rope-needs-hold", "PIT-8"),
    FRIEND_WOULD_FALL: Refusal("friend-would-fall", "CARRY-17"),
    WOUNDED_WOULD_FALL: Refusal("wounded-would-fall", "PIT-14"),
    SAME_KIND_TWICE: Refusal("same-kind-twice", "CARRY-7"),
    NO_JUMP_CARD: Refusal("no-jump-card", "JUMP-1"),
    NO_PIT_TO_JUMP: Refusal("no-pit-to-jump", "JUMP-2"),
    CANNOT_LAND: Refusal("cannot-land", "JUMP-3"),
    NO_ABILITY: Refusal("no-ability", "ACT-4"),
    NO_WALL_TO_PASS: Refusal("no-wall-to-pass", "WALL-1"),
    NO_GATE_HERE: Refusal("no-gate-here", "GATE-3"),
    GATE_NOT_CLOSED: Refusal("gate-not-closed", "GATE-4"),
    GATE_BROKEN: Refusal("gate-broken", "GATE-5"),
    NOT_AN_ENEMY: Refusal("not-an-enemy", "COMBAT-1"),
    NO_CONTACT: Refusal("no-contact", "COMBAT-1"),
    HURT_THIS_TURN: Refusal("hurt-this-turn", "COMBAT-2"),
    TARGET_IS_CARRIED: Refusal("target-is-carried", "COMBAT-3"),
    TARGET_NOT_WOUNDED: Refusal("target-not-wounded", "HEAL-1"),
    CARRIED_CANNOT_RISE: Refusal("carried-cannot-rise", "HEAL-2"),
    HURT_CANNOT_REGENERATE: Refusal("hurt-cannot-regenerate", "REGEN-1"),
    NO_WAND: Refusal("no-wand", "FIRE-1"),
    NO_POTION: Refusal("no-potion", "SPEED-1"),
    SQUARE_OF_OTHER_ROOM: Refusal("square-of-other-room", "REVEAL-7"),
    PLACE_NOT_FREE: Refusal("place-not-free", "REVEAL-7"),
    PLACE_ON_PIT: Refusal("place-on-pit", "REVEAL-7"),
    NOT_YOURS_TO_PLACE: Refusal("not-yours-to-place", "REVEAL-6"),
    ROOM_IS_FULL: Refusal("room-is-full", "MAP-5"),
    NOT_A_DOT: Refusal("not-a-dot", "MAP-3"),
    DOT_TAKEN: Refusal("dot-taken", "SETUP-3"),
    NOT_IN_SUPPLY: Refusal("not-in-supply", "SETUP-5"),
    ONLY_CHARACTERS: Refusal("only-characters", "SETUP-3"),
    ROOM_NOT_LEFT: Refusal("room-not-left", "SETUP-1"),
    HEALS_OTHERS_ONLY: Refusal("heals-others-only", "HEAL-2"),
    HANDS_FULL_OVER_PIT: Refusal("hands-full-over-pit", "PIT-9"),
    PEACE_ON_LINE: Refusal("peace-on-line", "LINE-4"),
    ROOMS_STILL_HIDDEN: Refusal("rooms-still-hidden", "ALLY-6"),
    WRONG_KIND: Refusal("wrong-kind", "KIND-1"),
    KEEP_FOR_KIND: Refusal("keep-for-kind", "KIND-3"),
    LEVEL_NOT_YET: Refusal("level-not-yet", "PYR-11"),
    NOT_ON_APEX: Refusal("not-on-apex", "PYR-14"),
    APEX_IS_RAISED: Refusal("apex-is-raised", "PYR-15"),
    APEX_NOT_RAISED: Refusal("apex-not-raised", "PYR-16"),
    NO_SLIDE: Refusal("no-slide", "ELEV-9"),
    ALLY_IN_THE_WAY: Refusal("ally-in-the-way", "TEAM-10"),
    CANNOT_JOIN: Refusal("cannot-join", "ALLY-21"),
}
