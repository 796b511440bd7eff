"""Errors for text that cannot be read: they name file, line and column."""

from __future__ import annotations


class TextError(ValueError):
    """A text (room file, layout, position, record, notation) that cannot be read."""

    def __init__(self, problem: str, source: str = "", line: int = 0, column: int = 0) -> None:
        place = ", ".join(
            part for part in (source, f"line {line}" if line else "", f"column {column}" if column else "") if part
        )
        super().__init__(f"{place}: {problem}" if place else problem)
        self.problem = problem
        self.source = source
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[TextError], tuple[str, str, int, int]]:
        return TextError, (self.problem, self.source, self.line, self.column)


class AmbiguousActionError(TextError):
    """A text that several legal choices fit. (Here, not with the notation: only compiled code may extend a compiled class.)"""
