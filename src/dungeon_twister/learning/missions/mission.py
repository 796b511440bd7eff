"""Mission: a position to play on against bots, with a goal and further stars."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dungeon_twister.learning.missions.conditions import MissionCondition

ACTS: Final = (1, 2, 3)
OPENS: Final = {1: 0, 2: 4, 3: 9}  # act -> the stars of all missions with which it opens


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission with the fields of its file. The goal is worth the first star, each of `stars` another one."""

    name: str
    number: int  # its place in the list
    act: int
    game: str
    scenario: str
    player: str
    players: int
    bot: str  # plays all other seats
    seed: str
    goal: tuple[MissionCondition, ...]
    stars: tuple[MissionCondition, ...]
    start: str  # a position

    @property
    def most_stars(self) -> int:
        return 1 + len(self.stars)

    def key(self, *names: str) -> str:
        """Return the key of a text in the catalogues."""
        return ".".join(("missions", self.name, *names))


class MissionError(ValueError):
    """The file of a mission, or a list of deeds, is wrong; the message is one sentence."""
