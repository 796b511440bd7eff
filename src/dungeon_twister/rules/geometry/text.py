"""Errors for text that cannot be read: they name file, line and column."""

from __future__ import annotations


class TextError(ValueError):
    """A text (room file, layout, position, record, notation) that cannot be read.

    What a player can type has a code and values, from which other languages make their sentence (`unreadable.py`)."""

    def __init__(
        self,
        problem: str,
        source: str = "",
        line: int = 0,
        column: int = 0,
        code: str = "",
        values: dict[str, str | int] | None = None,
    ) -> None:
        place = ", ".join(
            part for part in (source, f"line {line}" if line else "", f"column {column}" if column else "") if part
        )
        super().__init__(f"{place}: {problem}" if place else problem)
        self.problem = problem
        self.source = source
        self.line = line
        self.column = column
        self.code = code
        self.values: dict[str, str | int] = values or {}

    def __reduce__(self) -> tuple[type[TextError], tuple[str, str, int, int, str, dict[str, str | int]]]:
        return TextError, (self.problem, self.source, self.line, self.column, self.code, self.values)


class AmbiguousActionError(TextError):
    """A text that several legal choices fit. (Here, not with the notation: only compiled code may extend a compiled class.)"""
