"""Charts: how far it is from every square of a maze to the exits, for each kind of walker, and between near squares.

A distance to the exits is counted in half steps. What bars a way is not endless but dear: rooms turn, portcullises open,
face-down rooms are revealed, a room slides. A Maze never changes, so its chart is made once and kept; everything in it is
worked out when somebody asks.

A *spot* is a fixed point of the plan, a *side* here `spot * 4 + compass direction`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dungeon_twister.engine.board.setting import CLOSED_LINE, EXIT_LINE, BoardSetting
from dungeon_twister.engine.pieces import BREAKS_GATES, CLIMBS, FLIES, OPENS_GATES, TURNS_FREELY, WALKS_WALLS
from dungeon_twister.geometry.maze import CLOSED, RIM, TURNED, Maze, Plan
from dungeon_twister.geometry.rooms import BARE, CELLS, DARK, GATE, LINE, PIT

if TYPE_CHECKING:
    from dungeon_twister.geometry.mixing import i64

# what one meets on the way from a spot to the next
OPEN_WAY: Final = 0
SHUT_GATE: Final = 1
INNER_WALL: Final = 2
BORDER_WALL: Final = 3
WITHIN_DARK: Final = 4
INTO_DARK: Final = 5
INTO_DARK_BARRED: Final = 6
NO_WAY: Final = 7

FAR: Final = 399
NEAR: Final = 10  # steps: how far `near` reaches
JUMPS: Final = 1 << 20  # beside the capabilities: jump cards are left
ROPED: Final = 1 << 21  # beside the capabilities: carries the Rope
WAYS: Final = BREAKS_GATES | OPENS_GATES | CLIMBS | FLIES | TURNS_FREELY | WALKS_WALLS  # what makes a way another one

# by what a player leaves, besides the number of the line that is his door (DOOR-10)
USUAL_EXITS: Final = -1
RAISED_APEX: Final = -2  # he has raised it: from everywhere in it (PYR-16)


class Walker:
    """Whose ways a row of distances tells: a player's, with these abilities and this movement."""

    def __init__(self, player: int, ways: int, movement: int) -> None:
        self.player = player
        self.ways = ways
        self.movement = movement
        point = 2 * movement  # what an action point is worth
        gate = point + 2 if ways & (BREAKS_GATES | OPENS_GATES) else 34
        inner, border = FAR, 30  # walls within a room are there to stay
        if ways & TURNS_FREELY:
            border = 22
        if ways & WALKS_WALLS:
            inner = border = point + 2
        self.costs = [2, gate, inner, border, 3, 2 + point, 2 + point + border // 2, FAR]  # half steps for each kind of way
        self.pit = 24  # what a pit costs more
        if ways & (CLIMBS | FLIES):
            self.pit = 0
        elif ways & ROPED:
            self.pit = 2
        elif ways & JUMPS:
            self.pit = max(2, point - 4) + movement


class Grid:
    """What is the same for every maze of a plan: which spots touch, and the views of turned rooms."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        spots = len(plan.xy)
        self.nowhere = spots * 4  # a side that leads from nowhere
        self.into = [self.nowhere] * (spots * 4)  # spot * 4 + direction -> the side by which one comes from there
        self.seams: list[tuple[int, int]] = []  # sides between two places, or a place and a line, and the facing side
        for side, other in enumerate(plan.beyond):
            if other >= 0:
                facing = other * 4 + ((side + 2) & 3)
                self.into[side] = facing
                if side >> 2 < plan.place_base or other < plan.place_base:
                    if (side >> 2) // CELLS != other // CELLS or other >= plan.place_base:
                        self.seams.append((side, facing))
        self.views: dict[tuple[int, ...], tuple[list[int], list[int]]] = {}
        self.queues: list[list[int]] = [[] for _ in range(FAR + 1)]  # the spots at each distance, while distances are spread

    def view(self, maze: Maze, tile: int) -> tuple[list[int], list[int]]:
        """Ways of the 100 sides and terrain of the 25 spots of a face-up tile as it lies."""
        room, quarters, most = maze.room_of[tile], maze.quarters[tile], self.plan.most_gates
        gates = maze.gates[tile * most : tile * most + most]
        key = (room, quarters, *gates)
        found = self.views.get(key)
        if found is None:
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
                    ways[spot * 4 + ((direction + quarters) & 3)] = SHUT_GATE if barrier == GATE else INNER_WALL
            found = self.views[key] = (ways, terrain)
        return found


class Lines:
    """Where the ways of each player end, and which lines he may not enter."""

    def __init__(self, setting: BoardSetting) -> None:
        self.setting = setting

    def exits(self, player: int, door: int) -> list[int]:
        """The spots of the exit squares of a player."""
        plan, roles = self.setting.plan, self.setting.line_role[player]
        return [plan.place_base + i for i, role in enumerate(roles) if role == EXIT_LINE or plan.line_of[i] == door]

    def closed(self, player: int, door: int) -> list[int]:
        """The spots of the lines that a player may not enter (LINE-7)."""
        plan, roles = self.setting.plan, self.setting.line_role[player]
        return [plan.place_base + i for i, role in enumerate(roles) if role == CLOSED_LINE and plan.line_of[i] != door]


class Chart:
    """The distances of one maze. `rows` has those to the exits: of walker w by door d at `w * doors + d + 2`."""

    def __init__(self, grid: Grid, maze: Maze, rows: int) -> None:
        self.grid = grid
        self.maze = maze
        self.rows: list[list[int] | None] = [None] * rows
        self.walks: list[list[int] | None] = [None] * grid.plan.squares  # what `near` has found so far
        self.ways: list[int] = []
        self.terrain: list[int] = []
        self.spots: list[int] = []

    def _survey(self) -> None:
        """Kind of way for every side of every spot, the terrain of every spot, and on which spot every square lies."""
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
        ways.append(NO_WAY)
        self.ways, self.terrain = ways, terrain
        for tile in range(plan.tiles):
            first, turned = maze.place_of[tile] * CELLS, maze.quarters[tile] * CELLS
            for cell in range(turned, turned + CELLS):
                self.spots.append(first + TURNED[cell])
        self.spots += range(plan.place_base, len(plan.xy))

    def to_exit(self, lines: Lines, walker: Walker, door: int) -> list[int]:
        """For every square the half steps of a walker to the nearest exit of his player's. The caller keeps it in `rows`."""
        if not self.ways:
            self._survey()
        goals, away = self._goals(lines, walker, door)
        far = self._spread(goals, away, lines.closed(walker.player, door), walker)
        return [far[spot] if far[spot] >= 0 else FAR for spot in self.spots]

    def _goals(self, lines: Lines, walker: Walker, door: int) -> tuple[list[int], int]:
        """Where the player's ways end, and what it costs from there; in the apex to raise it and to leave (PYR-14, PYR-16)."""
        setting = lines.setting
        if not setting.by_apex:
            return lines.exits(walker.player, door), 0
        tile, maze, point = setting.apex, self.maze, 2 * walker.movement
        inside = list(range(maze.place_of[tile] * CELLS, (maze.place_of[tile] + 1) * CELLS))
        if door == RAISED_APEX:
            return inside, point
        if maze.room_of[tile] < 0:
            return inside, 2 * point + 2
        return [maze.spot(tile * CELLS + setting.plan.rooms[maze.room_of[tile]].gear)], 2 * point

    def _spread(self, sources: list[int], away: int, closed: list[int], walker: Walker) -> list[int]:
        """Shortest ways back from the sources, with a queue for every distance; what is closed is never entered."""
        terrain, ways, into, queues = self.terrain, self.ways, self.grid.into, self.grid.queues
        costs, pit = walker.costs, walker.pit
        far = [FAR] * (len(terrain) + 1)
        for source in sources:
            far[source] = away
        for spot in closed:
            far[spot] = -1
        queues[away] = sources[:]
        waiting: i64 = len(sources)
        distance: i64 = away
        while waiting and distance < FAR:
            queue = queues[distance]
            if queue:
                waiting -= len(queue)
                for spot in queue:
                    if far[spot] != distance:
                        continue
                    base: i64 = distance
                    if terrain[spot] == PIT:
                        base += pit
                    first: i64 = spot * 4
                    for at in range(first, first + 4):
                        side: i64 = into[at]
                        reached: i64 = base + costs[ways[side]]
                        other: i64 = side >> 2
                        if reached < far[other]:
                            far[other] = reached
                            queues[reached].append(other)
                            waiting += 1
                queue.clear()
            distance += 1
        return far

    def near(self, square: int) -> list[int]:
        """For every square within a few steps by open ways how many, and 1; the others have 0. A pit is reached but not
        crossed. It is the same there and back."""
        found = self.walks[square]
        if found is None:
            found = self.walks[square] = self._walk(square)
        return found

    def _walk(self, square: int) -> list[int]:
        maze, terrain = self.maze, self.maze.terrain
        found = [0] * len(terrain)
        found[square] = 1
        edge = [square]
        for distance in range(2, NEAR + 2):
            ring: list[int] = []
            for at in edge:
                for other in maze.ways_from(at):
                    if other >= 0 and not found[other]:
                        found[other] = distance
                        if terrain[other] != PIT:
                            ring.append(other)
            edge = ring
        return found


def _seam(own: int, beyond: int, ground: int, ground_beyond: int) -> int:
    """The kind of way over the border of a room."""
    if ground == RIM or ground_beyond == RIM:
        return INTO_DARK_BARRED if ground_beyond == RIM else WITHIN_DARK
    first = 0 if own == WITHIN_DARK else own
    second = 0 if beyond == WITHIN_DARK else beyond
    worst = first if first > second else second
    if ground_beyond == DARK:
        return INTO_DARK if worst == OPEN_WAY else INTO_DARK_BARRED
    if ground == DARK and worst == OPEN_WAY:
        return WITHIN_DARK
    return BORDER_WALL if worst == INNER_WALL else worst
