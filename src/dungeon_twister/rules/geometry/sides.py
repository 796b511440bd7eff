"""The sides of squares: what lies beyond a side, and what bars it. `Maze` defines squares and sides."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.geometry.maze_plan import RIM, MazePlan
from dungeon_twister.rules.geometry.rooms import BARE, CELLS, GATE, inner_neighbour, turned_cell
from dungeon_twister.rules.geometry.vectors import Numbers

FACE_DOWN: Final = -2  # FACE_DOWN - tile: beyond this side lies that face-down tile
CLOSED: Final = 0
OPEN: Final = 1
BROKEN: Final = 2
GATE_NAMES: Final = ("closed", "open", "broken")

TURNED: Final[list[int]] = [turned_cell(cell, quarters) for quarters in range(4) for cell in range(CELLS)]
INNER: Final[list[int]] = [inner_neighbour(cell, direction) for cell in range(CELLS) for direction in range(4)]


class Sides:
    """Rooms on their places, with questions about one side of a square.

    `beyond(side)`: the adjacent visible square (DEF-1), or RIM, or FACE_DOWN - tile. `open_beyond(side)`: the same where
    nothing bars the side (DEF-3); a barred side has RIM. Towards a face-down room only the barrier of the own room counts
    (REVEAL-1). `barrier_at(side)` and `gate_at(side)`: the barrier of the own room, and the number of its portcullis, or -1;
    lines have neither (DEF-2).
    """

    plan: MazePlan
    place_of: Numbers
    tile_on: Numbers
    room_of: Numbers
    quarters: Numbers
    gates: Numbers
    raised: int  # the tile that hangs free of its neighbours, or -1 (PYR-15)

    def beyond(self, side: int) -> int:
        """Return what lies beyond a side, barred or not: a square, RIM, or FACE_DOWN - tile (DEF-1). Beyond squares that are
        not visible it is RIM."""
        square = side >> 2
        turned = 0
        if square < self.plan.base:
            tile = square // CELLS
            if self.room_of[tile] < 0:
                return RIM
            inner = INNER[side - tile * CELLS * 4]
            if inner >= 0:
                return tile * CELLS + inner
            turned = self.quarters[tile]
        spot = self.plan.beyond[self.spot(square) * 4 + ((side + turned) & 3)]
        if spot < 0:
            return spot
        other = self.square_on(spot)
        return RIM if self.raised >= 0 and self._hangs_free(square, other) else other

    def open_beyond(self, side: int) -> int:
        """Return `beyond` where nothing bars the side, else RIM (DEF-3)."""
        tile = side // (CELLS * 4)
        if tile < self.plan.tiles and self.room_of[tile] >= 0:
            inner = self.plan.rooms[self.room_of[tile]].ways[side - tile * CELLS * 4]
            if inner >= 0:
                return tile * CELLS + inner  # most sides are bare ones inside a room
        if self.bars(side):
            return RIM
        other = self.beyond(side)
        across = other >= 0 and other // CELLS != tile  # inside a room the same barrier is drawn on both sides
        return RIM if across and self.bars(self._seen_from(other, side)) else other

    def _hangs_free(self, square: int, other: int) -> bool:
        """Return whether one of two neighbouring squares of different rooms belongs to the raised room."""
        tiles = (square // CELLS, other // CELLS if other >= 0 else FACE_DOWN - other)
        return self.raised in tiles

    def quarters_at(self, square: int) -> int:
        return self.quarters[square // CELLS] if square < self.plan.base else 0

    def spot(self, square: int) -> int:
        """Return the fixed point of the plan on which a square lies now."""
        if square >= self.plan.base:
            return square - self.plan.base + self.plan.place_base
        tile = square // CELLS
        return self.place_of[tile] * CELLS + TURNED[self.quarters[tile] * CELLS + square % CELLS]

    def square_on(self, spot: int) -> int:
        """Return the square on a fixed point of the plan: RIM for an empty place, FACE_DOWN - tile under a face-down tile."""
        if spot >= self.plan.place_base:
            return spot - self.plan.place_base + self.plan.base
        tile = self.tile_on[spot // CELLS]
        if tile < 0:
            return RIM
        if self.room_of[tile] < 0:
            return FACE_DOWN - tile
        return tile * CELLS + TURNED[((4 - self.quarters[tile]) & 3) * CELLS + spot % CELLS]

    def side_towards(self, square: int, compass: int) -> int:
        """Return the side of a square in a compass direction of the maze."""
        return square * 4 + ((compass - self.quarters_at(square)) & 3)

    def compass_of(self, side: int) -> int:
        """Return the compass direction of a side in the maze."""
        return (side + self.quarters_at(side >> 2)) & 3

    def facing(self, side: int) -> int:
        """Return a side as seen from the adjacent square, which must be visible."""
        return self._seen_from(self.beyond(side), side)

    def _seen_from(self, other: int, side: int) -> int:
        return other * 4 + ((self.compass_of(side) + 2 - self.quarters_at(other)) & 3)

    def barrier_at(self, side: int) -> int:
        """Return the barrier of the own room on a side (DEF-2)."""
        tile = side // (CELLS * 4)
        if tile >= self.plan.tiles or self.room_of[tile] < 0:
            return BARE
        return self.plan.rooms[self.room_of[tile]].barrier[side - tile * CELLS * 4]

    def gate_at(self, side: int) -> int:
        """Return the portcullis of the own room on a side, or -1."""
        tile = side // (CELLS * 4)
        if tile >= self.plan.tiles or self.room_of[tile] < 0:
            return -1
        number = self.plan.rooms[self.room_of[tile]].gate[side - tile * CELLS * 4]
        return tile * self.plan.most_gates + number if number >= 0 else -1

    def bars(self, side: int) -> bool:
        """Return whether the own room bars that side: by a wall, a slit or a closed portcullis (DEF-3, GATE-2)."""
        kind = self.barrier_at(side)
        if kind == BARE:
            return False
        return kind != GATE or self.gates[self.gate_at(side)] == CLOSED
