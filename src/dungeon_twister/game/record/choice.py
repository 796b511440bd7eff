"""The shape of a choice."""

from __future__ import annotations

from dataclasses import dataclass, fields


# Not frozen, because that would take seven times as long to make, and a server makes dozens for each view.
@dataclass(slots=True, unsafe_hash=True, repr=False)
class Choice:
    """A choice as a named, JSON-able struct, which is never changed. Only the fields of its kind are set."""

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

    def __repr__(self) -> str:
        """Only what is set."""
        parts = [(field.name, getattr(self, field.name)) for field in fields(self)]
        set_ones = [
            f"{name}={value!r}" for (name, value), field in zip(parts, fields(self), strict=True) if value != field.default
        ]
        return f"Choice({', '.join(set_ones)})"
