"""Switches of both games."""

from __future__ import annotations

from typing import Final

from dungeon_twister.presentation.guide.guide_shapes import Switch
from dungeon_twister.rules.engine.options import END_TURN, MOST_FEWER

HIGH_CARDS: Final = ("", "6", "56", "456")  # combat cards that a free handicap takes away; others can be typed

# Options without a switch: `simplified` is a scenario of its own here, `timer` is set by the clock of a game, and `endTurn` by
# the host of a game between people.
ELSEWHERE: Final = ("simplified", "timer", END_TURN)


def one_of(choices: dict[str, list[str]]) -> list[Switch]:
    return [Switch(name, values[0], values) for name, values in choices.items() if name not in ELSEWHERE]


def handicaps(colours: list[str], levels: dict[tuple[str, str], tuple[int, str]], most: int) -> Switch:
    """Return the switch for handicaps, by levels or freely, with at most `most` characters fewer (OPT-6, OPT-24).

    Without a handicap the option is left out.
    """
    most = min(most, MOST_FEWER)
    costs = {f"{high}/{low}": f"-{fewer}/{cards}" for (high, low), (fewer, cards) in levels.items() if fewer <= most}
    free = [f"-{fewer}/{cards}" for fewer in range(most + 1) for cards in HIGH_CARDS if fewer or cards]
    return Switch("handicap", "", [f"{colour}/{what}" for colour in colours for what in (*costs, *free)], costs=costs)
