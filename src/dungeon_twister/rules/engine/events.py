"""Events as small tuples (kind, a, b, c), recorded only if `State.events` is a list.

The gate (`observe`) turns them into what each viewer may know; the comments name the secret parts. This module has the events
of both games; those of one game stand in its own `events.py`.
"""

from __future__ import annotations

from typing import Final

PAIR_DRAWN: Final = 0  # pair
PLACER_DRAWN: Final = 1  # player
STARTER_DRAWN: Final = 2  # player
LEFT_OUT: Final = 3  # token (secret of its owner)
STARTER_SET: Final = 4  # token (secret of its owner), square
LAID: Final = 5  # token (secret of its owner), tile
STARTERS_SHOWN: Final = 6
TURN_BEGAN: Final = 9  # player, turn
TURN_ENDED: Final = 10  # player
ACTION_BEGAN: Final = 11  # token, kind of action
STEPPED: Final = 12  # token, square
TOOK: Final = 13  # token, load
DROPPED: Final = 14  # token, load
STOPPED: Final = 16  # token, square
LEFT_MAZE: Final = 17  # token, VP, load or -1
REVEALED: Final = 18  # tile, room, quarters
PLACED: Final = 19  # token, square, player or -1
TURNED: Final = 20  # token, tile, quarters
ATTACKED: Final = 21  # attacker, defender, participants as bits
COMBAT_CHOSEN: Final = 22  # player, card (secret until both are laid)
COMBAT_SHOWN: Final = 23  # player, card, total
WOUNDED: Final = 24  # token
ELIMINATED: Final = 25  # token, player who scores or -1
SCORED: Final = 26  # player, VP
GATE_SET: Final = 27  # token, gate, state
HEALED: Final = 28  # token
OBJECT_GONE: Final = 31  # token
RESIGNED: Final = 32  # player
TIMED_OUT: Final = 33  # player
GAME_OVER: Final = 34  # winners as bits

NAMES: Final[dict[int, str]] = {
    PAIR_DRAWN: "pair-drawn",
    PLACER_DRAWN: "placer-drawn",
    STARTER_DRAWN: "starter-drawn",
    LEFT_OUT: "left-out",
    STARTER_SET: "starter-set",
    LAID: "laid",
    STARTERS_SHOWN: "starters-shown",
    TURN_BEGAN: "turn-began",
    TURN_ENDED: "turn-ended",
    ACTION_BEGAN: "action-began",
    STEPPED: "stepped",
    TOOK: "took",
    DROPPED: "dropped",
    STOPPED: "stopped",
    LEFT_MAZE: "left-maze",
    REVEALED: "revealed",
    PLACED: "placed",
    TURNED: "turned",
    ATTACKED: "attacked",
    COMBAT_CHOSEN: "combat-chosen",
    COMBAT_SHOWN: "combat-shown",
    WOUNDED: "wounded",
    ELIMINATED: "eliminated",
    SCORED: "scored",
    GATE_SET: "gate-set",
    HEALED: "healed",
    OBJECT_GONE: "object-gone",
    RESIGNED: "resigned",
    TIMED_OUT: "timed-out",
    GAME_OVER: "game-over",
}
