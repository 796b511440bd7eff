"""Named switches of a game that every game has, and reading their values. A wrong value is a sentence, never a surprise later.

What only one game can switch stands with that game, in a class that extends Options.
"""

from __future__ import annotations

from typing import Final

OPEN_MEMORY: Final = 0
STRICT_MEMORY: Final = 1


class OptionError(ValueError):
    """A switch that does not exist or a value it does not take."""


class Options:
    """The switches of one game. `given` holds those that differ from the default, as text."""

    def __init__(self) -> None:
        self.memory = OPEN_MEMORY
        self.handicap_seat = ""
        self.handicap_characters = 0
        self.handicap_cards = ""
        self.timer: list[int] = []  # seconds for each kind of decision; empty: no clock
        self.given: dict[str, str] = {}


def as_text(value: object, choices: list[str]) -> str:
    """The text of a value given as a number or a boolean; one that the switch does not take is refused when it is read."""
    if isinstance(value, bool):
        for words in (["no", "yes"], ["off", "on"]):
            if words[value] in choices:
                return words[value]
    return str(value)


def one_of(name: str, value: str, choices: list[str]) -> int:
    """The number of a value among those that a switch takes."""
    if value not in choices:
        raise OptionError(f"{name} is one of {', '.join(choices)}, not {value!r}")
    return choices.index(value)


def whole(name: str, value: str, low: int, high: int) -> int:
    """A number within limits."""
    if not (value.isascii() and value.isdigit()) or len(value) > 6 or not low <= int(value) <= high:
        raise OptionError(f"{name} is a whole number from {low} to {high}, not {value!r}")
    return int(value)
