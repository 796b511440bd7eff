"""Progress of a player: solved puzzles, and the streak without a fault. There is no rating."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class PuzzleProgress:
    """The numbers of solved puzzles and of puzzles with a fault, the current streak, and the longest."""

    solved: frozenset[int] = frozenset()
    faults: frozenset[int] = frozenset()
    streak: int = 0
    best: int = 0

    def after_fault(self, number: int) -> PuzzleProgress:
        """Return the progress after a failed turn, or after the solution was shown.

        The streak ends, unless the puzzle was solved before or already had a fault.
        """
        if number in self.solved or number in self.faults:
            return self
        return replace(self, faults=self.faults | {number}, streak=0)

    def after_solving(self, number: int) -> PuzzleProgress:
        """Return the progress after the goal was reached. A first try counts for the streak."""
        if number in self.solved:
            return self
        solved = self.solved | {number}
        if number in self.faults:
            return replace(self, solved=solved)
        return replace(self, solved=solved, streak=self.streak + 1, best=max(self.best, self.streak + 1))

    def plain(self) -> dict[str, Any]:
        """Return the progress as JSON data."""
        return {"solved": sorted(self.solved), "faults": sorted(self.faults), "streak": self.streak, "best": self.best}


def progress_of(data: object) -> PuzzleProgress:
    """Read stored progress. Wrong values count as nothing."""
    if not isinstance(data, dict):
        return PuzzleProgress()
    streak = _number(data.get("streak"))
    return PuzzleProgress(
        _numbers(data.get("solved")), _numbers(data.get("faults")), streak, max(streak, _number(data.get("best")))
    )


def _numbers(data: object) -> frozenset[int]:
    return frozenset(filter(None, map(_number, data))) if isinstance(data, list) else frozenset()


def _number(data: object) -> int:
    return data if isinstance(data, int) and not isinstance(data, bool) and data > 0 else 0
