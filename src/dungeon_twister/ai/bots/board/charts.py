"""Charts: how far it is from every square of a maze to the exits, for each kind of walker, and between near squares.

A distance to the exits is counted in half steps. What bars a way is not endless but dear: rooms turn, portcullises
open, face-down rooms are revealed, a room slides. A Maze never changes, so its chart is made once and kept.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from dungeon_twister.rules.engine.board.setting import CLOSED_LINE, EXIT_LINE, BoardSetting
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.pieces import BREAKS_GATES, CLIMBS, FLIES, OPENS_GATES, TURNS_FREELY, WALKS_WALLS
from dungeon_twister.rules.geometry.maze import CLOSED, RIM, TURNED, Maze, MazePlan
from dungeon_twister.rules.geometry.rooms import BARE, CELLS, DARK, GATE, LINE, PIT

# what one meets on the way from a square to the next
OPEN_WAY: Final = 0
SHUT_GATE: Final = 1
INNER_WALL: Final = 2
BORDER_WALL: Final = 3
WITHIN_DARK: Final = 4
INTO_DARK: Final = 5
INTO_DARK_BARRED: Final = 6
UNREACHABLE: Final = 7

FAR: Final = 399
NEAR: Final = 10  # steps: how far the map of what is near reaches
KEPT: Final = 400  # charts of one plan that are kept
JUMPS: Final = 1 << 20  # beside the capabilities: jump cards are left
ROPED: Final = 1 << 21  # beside the capabilities: carries the Rope

# by what a player leaves, besides the number of the line that is his door (DOOR-10)
USUAL_EXITS: Final = -1
RAISED_APEX: Final = -2  # he has raised it: from everywhere in it (PYR-16)


@cache
def way_costs(abilities: int, movement: int) -> tuple[list[int], int]:
    """Half steps for each kind of way, and what a pit costs more. An action point is worth `movement` steps."""
    point = 2 * movement
    gate = point + 2 if abilities & (BREAKS_GATES | OPENS_GATES) else 34
    inner, border = 44, 30
    if abilities & TURNS_FREELY:
        border = 22
    if abilities & WALKS_WALLS:
        inner = border = point + 2
    pit = 24
    if abilities & (CLIMBS | FLIES):
        pit = 0
    elif abilities & ROPED:
        pit = 2
    elif abilities & JUMPS:
        pit = max(2, point - 4) + movement
    return [2, gate, inner, border, 3, 2 + point, 2 + point + border // 2, FAR], pit


class Grid:
    """What is the same for every maze of a plan: which spots touch, and the views of turned rooms."""

    def __init__(self, plan: MazePlan) -> None:
        self.plan = plan
        spots = len(plan.xy)
        self.into: list[list[tuple[int, int]]] = [[] for _ in range(spots)]  # spot -> (from which spot, by which side)
        self.seams: list[tuple[int, int]] = []  # sides between two places, or a place and a line, and the facing side
        for side, other in enumerate(plan.beyond):
            if other >= 0:
                self.into[other].append((side >> 2, side))
                if side >> 2 < plan.place_base or other < plan.place_base:
                    if (side >> 2) // CELLS != other // CELLS or other >= plan.place_base:
                        self.seams.append((side, other * 4 + ((side + 2) & 3)))
        self.views: dict[tuple[int, ...], tuple[list[int], list[int]]] = {}
        self.charts: dict[tuple[int, ...], Chart] = {}

    def view(self, maze: Maze, tile: int) -> tuple[list[int], list[int]]:
        """Ways of the 100 sides and terrain of the 25 spots of a face-up tile as it lies."""
        room, quarters, most = maze.room_of[tile], maze.quarters[tile], self.plan.most_gates
        gates = maze.gates[tile * most : tile * most + most]
        key = (room, quarters, *gates)
        if key not in self.views:
            drawing = self.plan.rooms[room]
            ways = [OPEN_WAY] * (CELLS * 4)
            terrain = [0] * CELLS
            for cell in range(CELLS):
                spot = TURNED[quarters * CELLS + cell]
                terrain[spot] = drawing.terrain[cell]
                for direction in range(4):
                    barrier = drawing.barrier[cell * 4 + direction]
                    if barrier == BARE or (barrier == GATE and gates[drawing.gate[cell * 4 + direction]] != CLOSED):
                        continue
                    found = SHUT_GATE if barrier == GATE else INNER_WALL
                    ways[spot * 4 + ((direction + quarters) & 3)] = found
            self.views[key] = (ways, terrain)
        return self.views[key]

    def chart(self, maze: Maze) -> Chart:
        key = (*maze.room_of, *maze.quarters, *maze.gates, *maze.place_of, maze.raised)
        found = self.charts.get(key)
        if found is None:
            if len(self.charts) >= KEPT:
                self.charts.clear()
            found = self.charts[key] = Chart(self, maze)
        return found


@cache
def grid_of(plan: MazePlan) -> Grid:
    return Grid(plan)


def door_of(s: BoardState, player: int) -> int:
    """By what a player leaves now: a door of his colour, the apex he has raised, or as always."""
    if player in s.doors:
        return s.doors.index(player)
    return RAISED_APEX if s.maze.raised >= 0 and s.active == player else USUAL_EXITS


@cache
def exits_of(setting: BoardSetting, player: int, door: int = USUAL_EXITS) -> list[int]:
    """The spots of the exit squares of a player."""
    plan, roles = setting.plan, setting.line_role[player]
    return [plan.place_base + i for i, role in enumerate(roles) if role == EXIT_LINE or plan.line_of[i] == door]


@cache
def closed_to(setting: BoardSetting, player: int, door: int) -> list[int]:
    """The spots of the lines that a player may not enter (LINE-7)."""
    plan, roles = setting.plan, setting.line_role[player]
    return [plan.place_base + i for i, role in enumerate(roles) if role == CLOSED_LINE and plan.line_of[i] != door]


class Chart:
    """The distances of one maze, worked out when they are asked for."""

    def __init__(self, grid: Grid, maze: Maze) -> None:
        self.grid = grid
        self.maze = maze
        self.ways, self.terrain = self._survey()
        self.spots = [maze.spot(square) for square in range(grid.plan.squares)]
        self.links = self._link(False)
        self.wall_links: list[list[tuple[int, int]]] = []  # with the ways through walls, once somebody asks
        self._to_exit: dict[tuple[int, int, int, int], list[int]] = {}
        self._near: dict[int, dict[int, int]] = {}

    def _survey(self) -> tuple[list[int], list[int]]:
        """Kind of way for every side of every spot, and the terrain of every spot."""
        grid, maze, plan = self.grid, self.maze, self.grid.plan
        ways: list[int] = []
        terrain: list[int] = []
        for place in range(plan.places):
            tile = maze.tile_on[place]
            if tile < 0:
                ways += [WITHIN_DARK] * (CELLS * 4)  # a room may slide there (ELEV-9)
                terrain += [RIM] * CELLS
            elif maze.room_of[tile] < 0:
                ways += [WITHIN_DARK] * (CELLS * 4)
                terrain += [DARK] * CELLS
            else:
                seen, ground = grid.view(maze, tile)
                ways += seen
                terrain += ground
        lines = len(plan.xy) - plan.place_base
        ways += [OPEN_WAY] * (lines * 4)
        terrain += [LINE] * lines
        drawn = ways[:]
        for side, facing in grid.seams:
            ways[side] = _seam(drawn[side], drawn[facing], terrain[side >> 2], terrain[facing >> 2])
        return ways, terrain

    def to_exit(self, setting: BoardSetting, player: int, abilities: int, movement: int, door: int = USUAL_EXITS) -> list[int]:
        """For every square the half steps to the nearest exit of the player's."""
        key = (player, abilities, movement, door)
        found = self._to_exit.get(key)
        if found is None:
            links = self.links
            if abilities & WALKS_WALLS:
                links = self.wall_links = self.wall_links or self._link(True)
            goals, away = self._goals(setting, player, movement, door)
            spots = self._spread(links, goals, away, closed_to(setting, player, door), *way_costs(abilities, movement))
            found = self._to_exit[key] = [spots[spot] for spot in self.spots]
        return found

    def _goals(self, setting: BoardSetting, player: int, movement: int, door: int) -> tuple[list[int], int]:
        """Where the player's ways end, and what it costs from there; in the apex to raise it and to leave (PYR-14, PYR-16)."""
        if not setting.by_apex:
            return exits_of(setting, player, door), 0
        tile, maze, point = setting.apex, self.maze, 2 * movement
        inside = range(maze.place_of[tile] * CELLS, (maze.place_of[tile] + 1) * CELLS)
        if door == RAISED_APEX:
            return list(inside), point
        if maze.room_of[tile] < 0:
            return list(inside), 2 * point + 2
        return [maze.spot(tile * CELLS + setting.plan.rooms[maze.room_of[tile]].gear)], 2 * point

    def _link(self, through_walls: bool) -> list[list[tuple[int, int]]]:
        """For each spot from where one can come, by what kind of way; walls within a room are there to stay."""
        ways = self.ways
        worst = INNER_WALL if not through_walls else UNREACHABLE
        return [[(other, ways[side]) for other, side in sides if ways[side] != worst] for sides in self.grid.into]

    def _spread(
        self,
        links: list[list[tuple[int, int]]],
        sources: list[int],
        away: int,
        closed: list[int],
        costs: list[int],
        pit: int,
    ) -> list[int]:
        """Shortest ways back from the sources, with a queue for every distance; what is closed is never entered."""
        terrain = self.terrain
        far = [FAR] * len(terrain)
        queues: list[list[int] | None] = [None] * (FAR + 1)
        queues[away] = sources[:]
        for source in sources:
            far[source] = away
        for spot in closed:
            far[spot] = -1
        for distance, queue in enumerate(queues):
            for spot in queue or ():
                if far[spot] != distance:
                    continue
                base = distance + pit if terrain[spot] == PIT else distance
                for other, way in links[spot]:
                    reached = base + costs[way]
                    if reached < far[other]:
                        far[other] = reached
                        later = queues[reached]
                        if later is None:
                            queues[reached] = [other]
                        else:
                            later.append(other)
        return far

    def near(self, square: int) -> dict[int, int]:
        """Squares within a few steps by open ways, and how many; a pit is reached but not crossed."""
        found = self._near.get(square)
        if found is None:
            found = self._near[square] = self._walk(square)
        return found

    def _walk(self, square: int) -> dict[int, int]:
        terrain = self.maze.terrain
        found = {square: 0}
        edge = [square]
        for distance in range(1, NEAR + 1):
            ring: list[int] = []
            for at in edge:
                for other in self.maze.ways_from(at):
                    if other >= 0 and other not in found:
                        found[other] = distance
                        if terrain[other] != PIT:
                            ring.append(other)
            edge = ring
        return found


def _seam(own: int, beyond: int, ground: int, ground_beyond: int) -> int:
    """The kind of way over the border of a room."""
    if RIM in (ground, ground_beyond):
        return INTO_DARK_BARRED if ground_beyond == RIM else WITHIN_DARK
    worst = max(0 if own == WITHIN_DARK else own, 0 if beyond == WITHIN_DARK else beyond)
    if ground_beyond == DARK:
        return INTO_DARK if worst == OPEN_WAY else INTO_DARK_BARRED
    if ground == DARK and worst == OPEN_WAY:
        return WITHIN_DARK
    return BORDER_WALL if worst == INNER_WALL else worst
