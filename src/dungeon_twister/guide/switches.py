"""Switches as both games have them."""

from __future__ import annotations

from typing import Final

from dungeon_twister.guide.shapes import Switch

# Not among the switches: `simplified`, which is a scenario of its own here, and `timer`, which the clock of a game sets.
ELSEWHERE: Final = ("simplified", "timer")


def one_of(choices: dict[str, list[str]]) -> list[Switch]:
    return [Switch(name, values[0], values) for name, values in choices.items() if name not in ELSEWHERE]


def handicaps(colours: list[str], levels: dict[tuple[str, str], tuple[int, str]]) -> Switch:
    """Who plays with which handicap; without one the option is not given at all."""
    return Switch("handicap", "", [f"{colour}/{stronger}/{weaker}" for colour in colours for stronger, weaker in levels])
