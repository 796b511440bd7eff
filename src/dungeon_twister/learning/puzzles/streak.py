"""What somebody has solved, and how many in a row without a fault. There is no rating."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Progress:
    """Numbers of puzzles that are solved, and of those on which a fault was made; the row without a fault, and the longest."""

    solved: frozenset[int] = frozenset()
    faults: frozenset[int] = frozenset()
    streak: int = 0
    best: int = 0

    def after_fault(self, number: int) -> Progress:
        """A turn failed, or the solution was shown: the row ends, unless the puzzle was solved long ago."""
        if number in self.solved or number in self.faults:
            return self
        return replace(self, faults=self.faults | {number}, streak=0)

    def after_solving(self, number: int) -> Progress:
        """The goal was reached. It counts in the row if it was the first try."""
        if number in self.solved:
            return self
        solved = self.solved | {number}
        if number in self.faults:
            return replace(self, solved=solved)
        return replace(self, solved=solved, streak=self.streak + 1, best=max(self.best, self.streak + 1))

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"solved": sorted(self.solved), "faults": sorted(self.faults), "streak": self.streak, "best": self.best}


def progress_of(told: object) -> Progress:
    """Progress from what a file has kept; what makes no sense counts as nothing."""
    if not isinstance(told, dict):
        return Progress()
    streak = _number(told.get("streak"))
    return Progress(_numbers(told.get("solved")), _numbers(told.get("faults")), streak, max(streak, _number(told.get("best"))))


def _numbers(told: object) -> frozenset[int]:
    return frozenset(filter(None, map(_number, told))) if isinstance(told, list) else frozenset()


def _number(told: object) -> int:
    return told if isinstance(told, int) and not isinstance(told, bool) and told > 0 else 0
