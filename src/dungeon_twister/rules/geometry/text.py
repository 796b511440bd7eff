"""Errors for unreadable text, with file, line and column."""

from __future__ import annotations


def with_capital(problem: str) -> str:
    """Return an error message with a capital letter. A name at its start (`stallLimit`, `rules.case`) keeps its spelling."""
    first = problem.partition(" ")[0]
    return problem[:1].upper() + problem[1:] if first.isalpha() and first.islower() else problem


class TextError(ValueError):
    """An unreadable text (room file, layout, position, record, notation).

    For text that players type, it has a code and values, with which other languages make their sentence (`unreadable.py`).
    `others` are further problems of the same text.
    """

    def __init__(
        self,
        problem: str,
        source: str = "",
        line: int = 0,
        column: int = 0,
        code: str = "",
        values: dict[str, str | int] | None = None,
        others: list[TextError] | None = None,
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
        self.others: list[TextError] = others or []

    def __reduce__(self) -> tuple[type[TextError], tuple[object, ...]]:
        return TextError, (self.problem, self.source, self.line, self.column, self.code, self.values, self.others)


class AmbiguousActionError(TextError):
    """A text that fits several legal choices. (Not in the notation's module, as only compiled code may extend a compiled
    class.)"""
