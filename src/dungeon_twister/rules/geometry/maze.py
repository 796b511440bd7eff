"""Mazes: rooms on the places of a layout, and how they adjoin.

A *tile* is the cardboard piece of a room: it may be face down, it may turn, it may move to another place. A *square* is `tile *
25 + cell` with the cell counted in the drawing, so tokens keep their square when their room turns or moves (ROT-6); the squares
of the starting lines come after those of the tiles. A *side* is `square * 4 + direction`, the direction again in the frame of
the drawing; `side_towards` converts from the compass of the maze.

A Maze is immutable: `revealed`, `turned` and `with_gate` return another one, so copies of a game share it. A plan caches its
latest mazes and the results of their changes, so nothing is computed twice.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.geometry.hashing import digest_of
from dungeon_twister.rules.geometry.maze_plan import REMEMBERED as REMEMBERED
from dungeon_twister.rules.geometry.maze_plan import RIM as RIM
from dungeon_twister.rules.geometry.maze_plan import MazePlan as MazePlan
from dungeon_twister.rules.geometry.rooms import BARE, CELLS, DARK, GATE, LINE, SIZE, STEP_COLUMN, STEP_ROW
from dungeon_twister.rules.geometry.rows import numbers_of, zeros
from dungeon_twister.rules.geometry.sides import BROKEN as BROKEN
from dungeon_twister.rules.geometry.sides import CLOSED as CLOSED
from dungeon_twister.rules.geometry.sides import FACE_DOWN as FACE_DOWN
from dungeon_twister.rules.geometry.sides import GATE_NAMES as GATE_NAMES
from dungeon_twister.rules.geometry.sides import INNER as INNER
from dungeon_twister.rules.geometry.sides import OPEN as OPEN
from dungeon_twister.rules.geometry.sides import TURNED as TURNED
from dungeon_twister.rules.geometry.sides import Sides
from dungeon_twister.rules.geometry.vectors import Numbers

BORDER: Final[list[int]] = [cell for cell in range(CELLS) if min(INNER[cell * 4 : cell * 4 + 4]) < 0]

# changes of a maze, as they are cached
REVEAL: Final = 0
TURN: Final = 1
SET_GATE: Final = 2
RAISE: Final = 3
MOVE: Final = 4


class Maze(Sides):
    """Rooms on their places. `Sides` answers questions about one side, this class those about a square, and makes changed
    mazes.

    Answers are computed on demand, as most mazes change before all of their squares are looked at. Frequent answers for a
    square (`ways_from`, `gate_sides`, `behind_walls`) are cached until a change touches that square. `near` and `way` are whole
    lists of `beyond` and `open_beyond`, for loops over a whole maze.
    """

    terrain: Numbers
    open_to: list[tuple[int, ...] | None]  # cache of `ways_from`
    gated: list[tuple[int, ...] | None]  # cache of `gate_sides`
    walled: list[tuple[int, ...] | None]  # cache of `behind_walls`
    hidden: list[tuple[int, ...] | None]  # cache of `hidden_tiles_at`, by line
    all_near: list[int] | None  # `near`, once computed
    all_ways: list[int] | None  # `way`, once computed
    dark: int  # number of face-down rooms
    code: tuple[int, ...]  # the key
    number: int  # among the mazes of a plan, in the order of creation
    word: int  # for hashes; -1 until computed

    @staticmethod
    def face_down(plan: MazePlan) -> Maze:
        """Return a maze with all rooms face down on their first places. (Not __init__, because `_bare_copy` needs an empty
        Maze.)"""
        maze = Maze._all_dark(plan)
        maze.code = maze._code()
        known: Maze | None = plan.mazes.get(maze.code)
        if known is not None:
            return known
        maze.number = plan.remember(maze.code, maze)
        return maze

    @staticmethod
    def from_key(plan: MazePlan, numbers: list[int]) -> Maze:
        """Return the maze of a key. Raise a ValueError if there is none."""
        known: Maze | None = plan.mazes.get(tuple(numbers))
        if known is not None:
            return known
        maze = Maze._all_dark(plan)
        maze._take_key(numbers)
        maze.code = maze._code()
        maze.dark = sum(room < 0 for room in maze.room_of)
        for tile, room in enumerate(maze.room_of):
            if room >= 0:
                maze._show(tile, room)
        maze.number = plan.remember(maze.code, maze)
        return maze

    def _take_key(self, numbers: list[int]) -> None:
        plan = self.plan
        tiles = plan.tiles
        if len(numbers) != 3 * tiles + tiles * plan.most_gates + 1:
            raise ValueError(f"a maze of this plan is not made of {len(numbers)} numbers")
        places, rooms = numbers[:tiles], numbers[tiles : 2 * tiles]
        quarters, gates, raised = numbers[2 * tiles : 3 * tiles], numbers[3 * tiles : -1], numbers[-1]
        face_up = [room for room in rooms if room != -1]
        if not all(0 <= place < plan.places for place in places) or len(set(places)) != tiles:
            raise ValueError("two rooms lie on one place, or one on none")
        if not all(0 <= room < len(plan.rooms) for room in face_up) or len(set(face_up)) != len(face_up):
            raise ValueError("a room lies in the maze twice, or is none of its pool")
        if not all(0 <= turned < 4 for turned in quarters) or not all(CLOSED <= gate <= BROKEN for gate in gates):
            raise ValueError("a room is not turned by quarters, or a portcullis in no state of one")
        if not -1 <= raised < tiles:
            raise ValueError("the room that is raised is none of the maze")
        self.place_of = numbers_of(places)
        self.room_of = numbers_of(rooms)
        self.quarters = numbers_of(quarters)
        self.gates = numbers_of(gates)
        self.raised = raised
        self.tile_on = numbers_of([-1] * plan.places)
        for tile, place in enumerate(self.place_of):
            self.tile_on[place] = tile

    @staticmethod
    def _all_dark(plan: MazePlan) -> Maze:
        """Create a maze with all rooms face down, outside the cache."""
        maze = Maze()
        maze.plan = plan
        maze.number = -1
        maze.word = -1
        maze.place_of = numbers_of(plan.first_place)
        maze.tile_on = numbers_of([-1] * plan.places)
        for tile in range(plan.tiles):
            maze.tile_on[maze.place_of[tile]] = tile
        maze.room_of = numbers_of([-1] * plan.tiles)
        maze.quarters = zeros(plan.tiles)
        maze.gates = numbers_of([CLOSED] * (plan.tiles * plan.most_gates))
        maze.raised = -1
        maze.terrain = numbers_of([DARK] * plan.base + [LINE] * (plan.squares - plan.base))
        maze._forget_all()
        maze.dark = plan.tiles
        return maze

    def _bare_copy(self) -> Maze:
        """Return a copy that shares every list."""
        maze = Maze()
        maze.plan = self.plan
        maze.number = -1
        maze.word = -1
        maze.place_of = self.place_of
        maze.tile_on = self.tile_on
        maze.room_of = self.room_of
        maze.quarters = self.quarters
        maze.gates = self.gates
        maze.raised = self.raised
        maze.terrain = self.terrain
        maze.open_to = self.open_to
        maze.gated = self.gated
        maze.walled = self.walled
        maze.hidden = self.hidden
        maze.all_near = None
        maze.all_ways = None
        maze.dark = self.dark
        return maze

    def _show(self, tile: int, room: int) -> None:
        """Let the squares of a tile have the terrain of a room."""
        for cell, ground in enumerate(self.plan.rooms[room].terrain):
            self.terrain[tile * CELLS + cell] = ground

    def _change(self, kind: int, tile: int, first: int = 0, second: int = 0) -> int:
        """Return the number of a change of this maze, the key in the cache of changes."""
        return self.number << 32 | tile << 20 | first << 8 | second << 4 | kind

    def _is_new(self) -> bool:
        """Return whether the maze is not in the cache. If so, stop sharing the caches of squares."""
        self.code = self._code()
        if self.code in self.plan.mazes:
            return False
        self.open_to = self.open_to[:]
        self.gated = self.gated[:]
        self.walled = self.walled[:]
        self.hidden = [None] * len(self.hidden)
        return True

    def _remembered(self, change: int) -> Maze:
        """Return this maze, or the equal one in the cache, and cache it as the result of the change."""
        if self.code not in self.plan.mazes:
            self.number = self.plan.remember(self.code, self)
        maze: Maze = self.plan.mazes[self.code]
        if len(self.plan.after) >= 8 * REMEMBERED:
            self.plan.after.clear()
        self.plan.after[change] = maze
        return maze

    def revealed(self, tile: int, room: int, quarters: int) -> Maze:
        """Return the maze with a tile turned face up in that orientation (REVEAL-5)."""
        change = self._change(REVEAL, tile, room, quarters)
        known: Maze | None = self.plan.after.get(change)
        if known is not None:
            return known
        maze = self._bare_copy()
        maze.room_of = self.room_of[:]
        maze.room_of[tile] = room
        maze.quarters = self.quarters[:]
        maze.quarters[tile] = quarters
        if maze._is_new():
            maze.terrain = self.terrain[:]
            maze._show(tile, room)
            for square in range(tile * CELLS, tile * CELLS + CELLS):
                maze._forget(square)
            maze._forget_border(tile)
            maze.dark = sum(room < 0 for room in maze.room_of)
        return maze._remembered(change)

    def turned(self, tile: int, quarters: int) -> Maze:
        """Return the maze with a face-up tile turned clockwise by this many quarters (ROT-3, ROT-6)."""
        change = self._change(TURN, tile, quarters)
        known: Maze | None = self.plan.after.get(change)
        if known is not None:
            return known
        maze = self._bare_copy()
        maze.quarters = self.quarters[:]
        maze.quarters[tile] = (self.quarters[tile] + quarters) & 3
        if maze._is_new():
            maze._forget_border(tile)
        return maze._remembered(change)

    def with_gate(self, gate: int, state: int) -> Maze:
        """Return the maze with a portcullis opened, closed or broken (GATE-1, GATE-7)."""
        change = self._change(SET_GATE, gate, state)
        known: Maze | None = self.plan.after.get(change)
        if known is not None:
            return known
        maze = self._bare_copy()
        maze.gates = self.gates[:]
        maze.gates[gate] = state
        if maze._is_new():
            tile = gate // self.plan.most_gates
            for cell_side, number in enumerate(self.plan.rooms[self.room_of[tile]].gate):
                if tile * self.plan.most_gates + number == gate and number >= 0:
                    maze._forget_side(tile * CELLS * 4 + cell_side)
        return maze._remembered(change)

    def with_raised(self, tile: int) -> Maze:
        """Return the maze with a tile that hangs free of all others; -1 lowers it again (PYR-15, PYR-18)."""
        change = self._change(RAISE, tile + 1)
        known: Maze | None = self.plan.after.get(change)
        if known is not None:
            return known
        maze = self._bare_copy()
        maze.raised = tile
        if maze._is_new():
            maze._forget_all()
        return maze._remembered(change)

    def moved(self, tile: int, place: int) -> Maze:
        """Return the maze with a tile, face up or face down, moved to an empty place (ELEV-9)."""
        change = self._change(MOVE, tile, place)
        known: Maze | None = self.plan.after.get(change)
        if known is not None:
            return known
        maze = self._bare_copy()
        maze.place_of = self.place_of[:]
        maze.place_of[tile] = place
        maze.tile_on = self.tile_on[:]
        maze.tile_on[self.place_of[tile]] = -1
        maze.tile_on[place] = tile
        if maze._is_new():
            maze._forget_all()
        return maze._remembered(change)

    def adjacent_free_place(self, tile: int, compass: int) -> int:
        """Return the empty place one room away in a compass direction, or -1 (ELEV-10)."""
        places = self.plan.layout.places
        here = places[self.place_of[tile]]
        x, y = here.x + STEP_COLUMN[compass] * SIZE, here.y + STEP_ROW[compass] * SIZE
        for number, place in enumerate(places):
            if (place.x, place.y) == (x, y) and self.tile_on[number] < 0:
                return number
        return -1

    # -- caches of squares ----------------------------------------------------------------------------------------------

    def _forget_all(self) -> None:
        """Clear all caches, for rare changes that affect more than the neighbours of one room."""
        self.open_to = [None] * self.plan.squares
        self.gated = [None] * self.plan.squares
        self.walled = [None] * self.plan.squares
        self.hidden = [None] * len(self.plan.touching)
        self.all_near = None
        self.all_ways = None

    def _forget_border(self, tile: int) -> None:
        """Clear the caches of the squares on both sides of a room's border."""
        for cell in BORDER:
            self._forget(tile * CELLS + cell)
        for spot in self.plan.around[self.place_of[tile]]:
            square = self.square_on(spot)
            if square >= 0:
                self._forget(square)

    def _forget_side(self, side: int) -> None:
        """Clear the caches of the two squares at a side."""
        self._forget(side >> 2)
        other = self.beyond(side)
        if other >= 0:
            self._forget(other)

    def _forget(self, square: int) -> None:
        self.open_to[square] = None
        self.gated[square] = None
        self.walled[square] = None

    def ways_from(self, square: int) -> tuple[int, ...]:
        """Return what is open from a square: squares, in the order of its sides, and FACE_DOWN - tile for face-down rooms."""
        found = self.open_to[square]
        if found is None:
            found = self._look_round(square)
            self.open_to[square] = found
        return found

    def _look_round(self, square: int) -> tuple[int, ...]:
        """Compute `ways_from`. Most sides are bare ones inside a room, for which the room has the answer."""
        ways: list[int] = []
        tile = square // CELLS
        start = tile * CELLS
        if square < self.plan.base and self.room_of[tile] >= 0:
            room = self.plan.rooms[self.room_of[tile]]
            inside, barrier = room.ways, room.barrier
            for side in range((square - start) * 4, (square - start) * 4 + 4):
                beyond = inside[side]
                if beyond >= 0:
                    ways.append(start + beyond)
                elif barrier[side] == BARE or barrier[side] == GATE:
                    beyond = self.open_beyond(start * 4 + side)
                    if beyond != RIM:
                        ways.append(beyond)
        else:
            for side in range(square * 4, square * 4 + 4):
                beyond = self.open_beyond(side)
                if beyond != RIM:
                    ways.append(beyond)
        return tuple(ways)

    def gate_sides(self, square: int) -> tuple[int, ...]:
        """Return the sides of a square with a portcullis of its own room, or of the room beyond the border."""
        found = self.gated[square]
        if found is None:
            found = tuple([side for side in range(square * 4, square * 4 + 4) if self._is_gated(side)])
            self.gated[square] = found
        return found

    def _is_gated(self, side: int) -> bool:
        if self.gate_at(side) >= 0:
            return True
        tile = side // (CELLS * 4)
        if tile < self.plan.tiles and INNER[side - tile * CELLS * 4] >= 0:
            return False  # inside a room the same portcullis is drawn on both sides
        beyond = self.beyond(side)
        return beyond >= 0 and self.gate_at(self._seen_from(beyond, side)) >= 0

    def behind_walls(self, square: int) -> tuple[int, ...]:
        """Return the adjacent visible squares behind at least one wall and no closed portcullis (WALL-1, WALL-2)."""
        found = self.walled[square]
        if found is None:
            found = tuple([self.beyond(side) for side in range(square * 4, square * 4 + 4) if self._is_walled(side)])
            self.walled[square] = found
        return found

    def _is_walled(self, side: int) -> bool:
        tile = side // (CELLS * 4)
        if tile < self.plan.tiles and self.room_of[tile] >= 0 and INNER[side - tile * CELLS * 4] >= 0:
            return self.bars(side) and not self._is_shut(side)  # inside a room the same barrier is drawn on both sides
        beyond = self.beyond(side)
        if beyond < 0 or self._is_shut(side):
            return False
        other = self._seen_from(beyond, side)
        return not self._is_shut(other) and (self.bars(side) or self.bars(other))

    def _is_shut(self, side: int) -> bool:
        """Return whether the room of the side has a closed portcullis there."""
        gate = self.gate_at(side)
        return gate >= 0 and self.gates[gate] == CLOSED

    def hidden_tiles_at(self, line: int) -> tuple[int, ...]:
        """Return the face-down tiles that touch a line (REVEAL-2)."""
        found = self.hidden[line]
        if found is None:
            tiles = [self.tile_on[place] for place in self.plan.touching[line]]
            found = tuple([tile for tile in tiles if tile >= 0 and self.room_of[tile] < 0])
            self.hidden[line] = found
        return found

    # -- whole mazes -----------------------------------------------------------------------------------------------------

    @property
    def near(self) -> list[int]:
        """Return `beyond` of every side."""
        if self.all_near is None:
            self.all_near = [self.beyond(side) for side in range(self.plan.squares * 4)]
        return self.all_near

    @property
    def way(self) -> list[int]:
        """Return `open_beyond` of every side."""
        if self.all_ways is None:
            self.all_ways = [self.open_beyond(side) for side in range(self.plan.squares * 4)]
        return self.all_ways

    # -- the key ---------------------------------------------------------------------------------------------------------

    def key(self) -> list[int]:
        """Return the key, which is different for each maze of a plan."""
        return list(self.code)

    def _code(self) -> tuple[int, ...]:
        return (*self.place_of, *self.room_of, *self.quarters, *self.gates, self.raised)

    def hash_word(self) -> int:
        """Return a 62-bit hash of a maze of this plan."""
        if self.word < 0:
            self.word = digest_of(self.key())
        return self.word

    def __eq__(self, other: object) -> bool:
        """Compare mazes; equal ones are usually the same object."""
        return self is other or (isinstance(other, Maze) and self.plan is other.plan and self.code == other.code)

    def __hash__(self) -> int:
        return self.hash_word()
