"""The shape of a choice."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice as a named, frozen, JSON-able struct. Only the fields its kind needs are set."""

    do: str
    token: str = ""
    target: str = ""
    square: str = ""
    place: str = ""
    turn: str = ""
    side: str = ""
    room: str = ""
    quarters: int = 0
    value: int = 0
    pair: str = ""
    player: str = ""
    # of the Card Game
    item: str = ""
    zone: str = ""
    column: str = ""
    letter: str = ""
    second: int = -1
    free: bool = False
    # of the Wrong Door
    line: str = ""
