"""What a puzzle is: a drawn position, a goal for whoever acts, and what was found out about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

WIN: Final = "win"  # win before the turn is over
TREASURE: Final = "treasure"  # leave the maze with a Treasure
LEAVE: Final = "leave"  # a character that is named leaves the maze, for which a room must be turned
SURVIVE: Final = "survive"  # whoever comes next cannot win in his turn
GOALS: Final = (WIN, TREASURE, LEAVE, SURVIVE)

BASE: Final = "base"
SEVERAL: Final = "several"
CARD: Final = "card"
FAMILIES: Final = (BASE, SEVERAL, CARD)  # two players, three and four players, the Card Game; each has a file

# what is done on the way, besides walking
THEMES: Final = ("turn", "together", "objects", "jump", "walls", "gates", "fire", "potion", "heal", "magic", "apex", "elevator")
GRADES: Final = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle as its line declares it. Combats and reveals are no part of a solution: nobody can foresee them."""

    number: int  # by which people name it; 0 while it has none
    goal: str
    token: str  # who is to leave; else empty
    family: str
    scenario: str
    player: str
    points: int  # action points, no more than the goal needs
    grade: int  # 1 to 5: how wide a search must look to find a solution
    themes: tuple[str, ...]
    solutions: int  # different positions that solutions end with
    positions: int  # that the exhaustive search has made
    solution: tuple[str, ...]
    source: str  # the seed of the game it was found in, and the turn
    position: str

    def key(self) -> str:
        """Of two puzzles with equal keys one is superfluous."""
        return f"{self.goal} {self.token}\n{self.position}"
