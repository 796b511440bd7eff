"""Puzzle: a drawn position, a goal for the player who acts, and the measured properties of its solutions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

WIN: Final = "win"  # win before the turn is over
TREASURE: Final = "treasure"  # leave the maze with a Treasure
LEAVE: Final = "leave"  # a named character leaves the maze; this needs the rotation of a room
SURVIVE: Final = "survive"  # the next player cannot win in the next turn
GOALS: Final = (WIN, TREASURE, LEAVE, SURVIVE)

BASE: Final = "base"
SEVERAL: Final = "several"
CARD: Final = "card"
FAMILIES: Final = (BASE, SEVERAL, CARD)  # two players, three and four players, the Card Game; each has a file

# actions of a solution other than walking
THEMES: Final = ("turn", "together", "objects", "jump", "walls", "gates", "fire", "potion", "heal", "magic", "apex", "elevator")
GRADES: Final = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle, with the fields of its line. Solutions have no combats and no reveals: their results are uncertain."""

    number: int  # its public number; 0 if it has none yet
    goal: str
    token: str  # the character of the goal LEAVE; otherwise empty
    family: str
    scenario: str
    player: str
    points: int  # action points: as few as the goal needs
    grade: int  # 1 to 5, by the width of the narrowest search that finds a solution
    themes: tuple[str, ...]
    solutions: int  # number of different final positions
    positions: int  # number of positions of the exhaustive search
    solution: tuple[str, ...]
    source: str  # the seed of the game it was found in, and the turn; of a puzzle of a player its name
    position: str

    def key(self) -> str:
        """Return the key of the puzzle: puzzles with equal keys are duplicates."""
        return f"{self.goal} {self.token}\n{self.position}"
