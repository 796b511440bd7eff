"""Plans of the board game: the places for rooms, the lines, the pool of rooms, and which points touch wherever the rooms lie.

A *spot* is a fixed point of a plan: first the cells of the places, then the squares of the lines.
"""

from __future__ import annotations

from typing import Any, Final

from dungeon_twister.rules.geometry.layout import Layout
from dungeon_twister.rules.geometry.rooms import CELLS, SIZE, STEP_COLUMN, STEP_ROW, Room
from dungeon_twister.rules.geometry.rows import numbers_of

RIM: Final = -1  # beyond this side there is nothing (MAP-7)

# Size of the cache of mazes of a plan, some 10 kB each. It is small, as the garbage collector visits all their numbers; when it
# is full, it is cleared.
REMEMBERED: Final = 24


class MazePlan:
    """What never changes in one game: the layout, the pool of rooms, and which places touch (MAP-1, MAP-9)."""

    def __init__(self, layout: Layout, rooms: list[Room]) -> None:
        self.layout = layout
        self.rooms = rooms
        self.first_place = [i for i, place in enumerate(layout.places) if not place.empty]
        self.tiles = len(self.first_place)
        self.places = len(layout.places)
        self.base = self.tiles * CELLS  # the first square of the lines
        self.place_base = self.places * CELLS
        self.line_of: list[int] = []
        self.line_squares: list[list[int]] = []
        self.xy: list[tuple[int, int]] = [
            (place.x + cell % SIZE, place.y + cell // SIZE) for place in layout.places for cell in range(CELLS)
        ]
        for number, line in enumerate(layout.lines):
            start = self.base + len(self.line_of)
            self.line_squares.append([start + i for i in range(len(line.squares))])
            self.line_of.extend([number] * len(line.squares))
            self.xy.extend(line.squares)
        self.squares = self.base + len(self.line_of)
        self.spot_at = {at: spot for spot, at in enumerate(self.xy)}
        self.beyond = numbers_of(self._neighbours())
        self.around = [self._around(place) for place in range(self.places)]
        self.most_gates = max([room.gates for room in rooms] + [1])
        self.pairs = sorted({room.pair for room in rooms})
        self.pair_of = [self.pairs.index(room.pair) for room in rooms]
        self.touching = [self._touching(line) for line in range(len(layout.lines))]
        # Caches of `Maze`, a class that stands above this one.
        self.mazes: dict[tuple[int, ...], Any] = {}  # by key
        self.after: dict[int, Any] = {}  # by the number of a change (`Maze._change`)
        self.numbered = 0

    def remember(self, key: tuple[int, ...], maze: object) -> int:
        """Add a maze to the cache and return its number."""
        if len(self.mazes) >= REMEMBERED:
            self.mazes.clear()
            self.after.clear()
        self.mazes[key] = maze
        self.numbered += 1
        return self.numbered - 1

    def _neighbours(self) -> list[int]:
        """Return for each spot and compass direction the spot next to it, or RIM."""
        beyond: list[int] = []
        for spot, (x, y) in enumerate(self.xy):
            for direction in range(4):
                other = self.spot_at.get((x + STEP_COLUMN[direction], y + STEP_ROW[direction]), RIM)
                if spot >= self.place_base and other >= self.place_base and not self._joined(spot, other):
                    other = RIM
                beyond.append(other)
        return beyond

    def _around(self, place: int) -> list[int]:
        """Return the spots that touch a place from outside."""
        first = place * CELLS
        touching = self.beyond[first * 4 : (first + CELLS) * 4]
        return sorted({spot for spot in touching if spot != RIM and not first <= spot < first + CELLS})

    def _joined(self, one: int, other: int) -> bool:
        """Return whether two line squares are open to each other: in one line, or where long lines lie end to end (LINE-5)."""
        first = self.line_of[one - self.place_base]
        second = self.line_of[other - self.place_base]
        if first == second:
            return True
        lines = self.layout.lines
        long = len(lines[first].squares) > SIZE and len(lines[second].squares) > SIZE
        (x1, y1), (x2, y2) = lines[first].squares[0], lines[second].squares[0]
        (u1, v1), (u2, v2) = lines[first].squares[-1], lines[second].squares[-1]
        return long and (x1 == u1 == x2 == u2 or y1 == v1 == y2 == v2)

    def _touching(self, line: int) -> list[int]:
        """Return the places that touch a line (REVEAL-2)."""
        found: list[int] = []
        for square in self.line_squares[line]:
            spot = square - self.base + self.place_base
            for direction in range(4):
                other = self.beyond[spot * 4 + direction]
                if 0 <= other < self.place_base and other // CELLS not in found:
                    found.append(other // CELLS)
        return found
