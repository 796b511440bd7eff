"""What a player keeps in mind beyond his turn: rooms that he would like to have turned."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol, TypeVar

MOST: Final = 3  # rooms that are kept in mind
LEAST: Final = 8.0  # what a turn must bring to be kept in mind


class Worthy(Protocol):
    """Something that would bring so much."""

    worth: float


W = TypeVar("W", bound=Worthy)


def kept_in_mind(wishes: Iterable[W]) -> list[W]:
    """Those that would bring most, if it is much at all."""
    return sorted((wish for wish in wishes if wish.worth >= LEAST), key=lambda wish: -wish.worth)[:MOST]
