"""What happened, as small tuples (kind, a, b, c), written only where somebody listens (State.events).

The gate (`observe`) turns them into what a viewer may know; the comments name what is secret.
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
CARD_PLAYED: Final = 7  # player, value
CARDS_BACK: Final = 8  # player
TURN_BEGAN: Final = 9  # player, turn
TURN_ENDED: Final = 10  # player
ACTION_BEGAN: Final = 11  # token, kind of action
STEPPED: Final = 12  # token, square
TOOK: Final = 13  # token, load
DROPPED: Final = 14  # token, load
SWAPPED: Final = 15  # token, load put down, load taken
STOPPED: Final = 16  # token, square
LEFT_MAZE: Final = 17  # token, VP, load or -1
REVEALED: Final = 18  # tile, room, quarters
PLACED: Final = 19  # token, square
TURNED: Final = 20  # token, tile, quarters
ATTACKED: Final = 21  # attacker, defender, participants as bits
COMBAT_CHOSEN: Final = 22  # player, card (secret until both are laid)
COMBAT_SHOWN: Final = 23  # player, card, total
WOUNDED: Final = 24  # token
ELIMINATED: Final = 25  # token, player who scores or -1
SCORED: Final = 26  # player, VP
GATE_SET: Final = 27  # token, gate, state
HEALED: Final = 28  # token
FIREBALL: Final = 29  # token, compass
DRANK: Final = 30  # token
OBJECT_GONE: Final = 31  # token
RESIGNED: Final = 32  # player
TIMED_OUT: Final = 33  # player
GAME_OVER: Final = 34  # winners as bits
FELL: Final = 35  # token: its rope was taken
# of the Card Game
PICKER_DRAWN: Final = 36  # player
PICKED: Final = 37  # token
FACED: Final = 38  # token, letter
TOOK_FROM: Final = 39  # token, item, holder
GAVE: Final = 40  # token, item, receiver
TRADED: Final = 41  # token, item given, item got
SHOT: Final = 42  # attacker, target, participants as bits
SPEARED: Final = 43  # attacker, target, participants as bits
RAGED: Final = 44  # player, cards
NAMED: Final = 45  # player, value
HAND_SHOWN: Final = 46  # player
WALLS_BROKEN: Final = 47  # token, tile
INVERTED: Final = 48  # token, tile, tile
STOLE: Final = 49  # token, item, victim
LIFTED: Final = 50  # token, item, place
RECEIVED: Final = 51  # token, item
ITEM_SHOWN: Final = 52  # item
RESCUED: Final = 53  # token
TURN_SKIPPED: Final = 54  # player
BURNED: Final = 55  # caster, target
RAISED: Final = 56  # token
LOWERED: Final = 57  # tile, quarters
SLID: Final = 58  # token, tile, compass
JOINED: Final = 59  # player, side
DOOR_DRAWN: Final = 60  # line, player

EVENTS: Final = (
    "pair-drawn",
    "placer-drawn",
    "starter-drawn",
    "left-out",
    "starter-set",
    "laid",
    "starters-shown",
    "card-played",
    "cards-back",
    "turn-began",
    "turn-ended",
    "action-began",
    "stepped",
    "took",
    "dropped",
    "swapped",
    "stopped",
    "left-maze",
    "revealed",
    "placed",
    "turned",
    "attacked",
    "combat-chosen",
    "combat-shown",
    "wounded",
    "eliminated",
    "scored",
    "gate-set",
    "healed",
    "fireball",
    "drank",
    "object-gone",
    "resigned",
    "timed-out",
    "game-over",
    "fell",
    "picker-drawn",
    "picked",
    "faced",
    "took-from",
    "gave",
    "traded",
    "shot",
    "speared",
    "raged",
    "named",
    "hand-shown",
    "walls-broken",
    "inverted",
    "stole",
    "lifted",
    "received",
    "item-shown",
    "rescued",
    "turn-skipped",
    "burned",
    "raised",
    "lowered",
    "slid",
    "joined",
    "door-drawn",
)
