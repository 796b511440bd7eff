"""Events of the board game alone; events of both games: `rules/engine/events.py`."""

from __future__ import annotations

from typing import Final

CARD_PLAYED: Final = 7  # player, value
CARDS_BACK: Final = 8  # player
SWAPPED: Final = 15  # token, load put down, load taken
FIREBALL: Final = 29  # token, compass
DRANK: Final = 30  # token
FELL: Final = 35  # token: its rope was taken
RAISED: Final = 56  # token
LOWERED: Final = 57  # tile, quarters
SLID: Final = 58  # token, tile, compass
JOINED: Final = 59  # player, side
DOOR_DRAWN: Final = 60  # line, player

NAMES: Final[dict[int, str]] = {
    CARD_PLAYED: "card-played",
    CARDS_BACK: "cards-back",
    SWAPPED: "swapped",
    FIREBALL: "fireball",
    DRANK: "drank",
    FELL: "fell",
    RAISED: "raised",
    LOWERED: "lowered",
    SLID: "slid",
    JOINED: "joined",
    DOOR_DRAWN: "door-drawn",
}
