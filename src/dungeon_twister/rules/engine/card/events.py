"""Events of the Card Game alone; events of both games: `rules/engine/events.py`."""

from __future__ import annotations

from typing import Final

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

NAMES: Final[dict[int, str]] = {
    PICKER_DRAWN: "picker-drawn",
    PICKED: "picked",
    FACED: "faced",
    TOOK_FROM: "took-from",
    GAVE: "gave",
    TRADED: "traded",
    SHOT: "shot",
    SPEARED: "speared",
    RAGED: "raged",
    NAMED: "named",
    HAND_SHOWN: "hand-shown",
    WALLS_BROKEN: "walls-broken",
    INVERTED: "inverted",
    STOLE: "stole",
    LIFTED: "lifted",
    RECEIVED: "received",
    ITEM_SHOWN: "item-shown",
    RESCUED: "rescued",
    TURN_SKIPPED: "turn-skipped",
    BURNED: "burned",
}
