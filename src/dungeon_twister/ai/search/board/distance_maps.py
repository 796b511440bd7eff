"""Distance maps: distances from every square of a maze to the exits, for each kind of walker, and between near squares.

A distance to the exits is in half steps. An obstacle is expensive, not impassable: rooms rotate, portcullises open, face-down
rooms are revealed, a room slides. A Maze is immutable, so its distance map is cached; everything in it is computed on demand.

A *spot* is a fixed point of the plan, a *side* here `spot * 4 + compass direction`.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.board.setting import CLOSED_LINE, EXIT_LINE, BoardSetting
from dungeon_twister.rules.engine.pieces import BREAKS_GATES, CLIMBS, FLIES, OPENS_GATES, TURNS_FREELY, WALKS_WALLS
from dungeon_twister.rules.geometry.maze import CLOSED, RIM, TURNED, Maze, MazePlan
from dungeon_twister.rules.geometry.rooms import BARE, CELLS, DARK, GATE, LINE, PIT, inner_neighbour
from dungeon_twister.rules.geometry.rows import empty_rows, numbers_of, zeros
from dungeon_twister.rules.geometry.vectors import Numbers

# kinds of ways from a spot to the next
OPEN_WAY: Final = 0
SHUT_GATE: Final = 1
INNER_WALL: Final = 2
BORDER_WALL: Final = 3
WITHIN_DARK: Final = 4
INTO_DARK: Final = 5
INTO_DARK_BARRED: Final = 6

FAR: Final = 399
NEAR: Final = 10  # range of `near`, in steps
JUMPS: Final = 1 << 20  # added to the capabilities: has jump cards
ROPED: Final = 1 << 21  # added to the capabilities: carries the Rope
WAYS: Final = BREAKS_GATES | OPENS_GATES | CLIMBS | FLIES | TURNS_FREELY | WALKS_WALLS  # capabilities that change ways

# ways out of the maze, other than the number of the line that is the player's door (DOOR-10)
USUAL_EXITS: Final = -1
RAISED_APEX: Final = -2  # raised by the player: from everywhere in it (PYR-16)


class Walker:
    """A kind of walker: a player, abilities and movement. A distance map has a row for each."""

    def __init__(self, player: int, ways: int, movement: int) -> None:
        self.player = player
        self.ways = ways
        self.movement = movement
        point = 2 * movement  # half steps of an action point
        gate = point + 2 if ways & (BREAKS_GATES | OPENS_GATES) else 34
        inner, border = 44, 30
        if ways & TURNS_FREELY:
            border = 22
        if ways & WALKS_WALLS:
            inner = border = point + 2
        self.costs = numbers_of(
            [2, gate, inner, border, 3, 2 + point, 2 + point + border // 2]
        )  # half steps for each kind of way
        self.pit = 24  # additional cost of a pit
        if ways & (CLIMBS | FLIES):
            self.pit = 0
        elif ways & ROPED:
            self.pit = 2
        elif ways & JUMPS:
            self.pit = max(2, point - 4) + movement


class TileView:
    """A face-up tile as it lies on a place: ways of its 100 sides, terrain of its 25 spots, and the links within the room.

    A link of a spot is a spot that leads there and the kind of way, packed as `other << 3 | way`.
    """

    __slots__ = ("links", "terrain", "wall_links", "ways")

    def __init__(self, ways: list[int], terrain: list[int], place: int) -> None:
        self.ways = ways
        self.terrain = terrain
        self.links: list[list[int]] = []
        self.wall_links: list[list[int]] = []  # with the ways through walls
        for spot in range(CELLS):
            bare: list[int] = []
            walls: list[int] = []
            for direction in range(4):
                other = inner_neighbour(spot, direction)
                if other >= 0:
                    way = ways[other * 4 + ((direction + 2) & 3)]
                    link = (place * CELLS + other) << 3 | way
                    walls.append(link)
                    if way != INNER_WALL:  # walls within a room are there to stay
                        bare.append(link)
            self.links.append(bare)
            self.wall_links.append(walls)


class Grid:
    """The data common to all mazes of a plan: adjacent spots, and the views of rotated rooms."""

    def __init__(self, plan: MazePlan) -> None:
        self.plan = plan
        self.seams: list[tuple[int, int]] = []  # sides between two places, or a place and a line, and the facing side
        self.line_links: list[list[int]] = [[] for _ in range(len(plan.xy) - plan.place_base)]  # along the lines
        for side, other in enumerate(plan.beyond):
            if other >= 0:
                spot = side >> 2
                if spot >= plan.place_base and other >= plan.place_base:
                    self.line_links[spot - plan.place_base].append(other << 3 | OPEN_WAY)
                elif spot // CELLS != other // CELLS or other >= plan.place_base:
                    self.seams.append((side, other * 4 + ((side + 2) & 3)))
        self.views: dict[tuple[int, ...], TileView] = {}
        self.queues: list[list[int]] = [[] for _ in range(FAR + 1)]  # the spots at each distance, while distances are spread

    def view(self, maze: Maze, place: int) -> TileView:
        """Return the view of the tile on a place; a room may slide to an empty place (ELEV-9)."""
        tile, most = maze.tile_on[place], self.plan.most_gates
        key: tuple[int, ...] = (place, -1 if tile < 0 else -2)
        if tile >= 0 and maze.room_of[tile] >= 0:
            key = (place, maze.room_of[tile], maze.quarters[tile], *maze.gates[tile * most : tile * most + most])
        found = self.views.get(key)
        if found is None:
            found = self.views[key] = self._drawn(maze, tile, place)
        return found

    def _drawn(self, maze: Maze, tile: int, place: int) -> TileView:
        if tile < 0 or maze.room_of[tile] < 0:
            return TileView([WITHIN_DARK] * (CELLS * 4), [RIM if tile < 0 else DARK] * CELLS, place)
        drawing, quarters = self.plan.rooms[maze.room_of[tile]], maze.quarters[tile]
        ways = [OPEN_WAY] * (CELLS * 4)
        terrain = [0] * CELLS
        for cell in range(CELLS):
            spot = TURNED[quarters * CELLS + cell]
            terrain[spot] = drawing.terrain[cell]
            for direction in range(4):
                barrier, gate = drawing.barrier[cell * 4 + direction], drawing.gate[cell * 4 + direction]
                if barrier == BARE or (barrier == GATE and maze.gates[tile * self.plan.most_gates + gate] != CLOSED):
                    continue
                ways[spot * 4 + ((direction + quarters) & 3)] = SHUT_GATE if barrier == GATE else INNER_WALL
        return TileView(ways, terrain, place)


class Lines:
    """The exits of each player, and the lines a player may not enter."""

    def __init__(self, setting: BoardSetting) -> None:
        self.setting = setting
        self._exits: dict[int, list[int]] = {}
        self._closed: dict[int, list[int]] = {}

    def exits(self, player: int, door: int) -> list[int]:
        """Return the spots of a player's exit squares."""
        found = self._exits.get(player << 8 | door + 2)
        if found is None:
            plan, roles = self.setting.plan, self.setting.line_role[player]
            found = [plan.place_base + i for i, role in enumerate(roles) if role == EXIT_LINE or plan.line_of[i] == door]
            self._exits[player << 8 | door + 2] = found
        return found

    def closed(self, player: int, door: int) -> list[int]:
        """Return the spots of the lines that a player may not enter (LINE-7)."""
        found = self._closed.get(player << 8 | door + 2)
        if found is None:
            plan, roles = self.setting.plan, self.setting.line_role[player]
            found = [plan.place_base + i for i, role in enumerate(roles) if role == CLOSED_LINE and plan.line_of[i] != door]
            self._closed[player << 8 | door + 2] = found
        return found


class DistanceMap:
    """The distances of one maze. `rows` has those to the exits, for walker w and door d at index `w * doors + d + 2`."""

    def __init__(self, grid: Grid, maze: Maze, rows: int) -> None:
        self.grid = grid
        self.maze = maze
        self.rows = empty_rows(rows)  # empty until computed
        self.walks = empty_rows(grid.plan.squares)  # of `near`, empty until computed
        self.terrain: list[int] = []  # of every spot
        self.links: list[list[int]] = []  # of every spot, see `TileView`
        self.wall_links: list[list[int]] = []  # made on first use
        self.spots: list[int] = []  # the spot of every square

    def _survey(self) -> None:
        grid, maze, plan = self.grid, self.maze, self.grid.plan
        terrain: list[int] = []
        for place in range(plan.places):
            terrain += grid.view(maze, place).terrain
        terrain += [LINE] * (len(plan.xy) - plan.place_base)
        self.terrain = terrain
        self.links = self._link(False)
        for tile in range(plan.tiles):
            first, turned = maze.place_of[tile] * CELLS, maze.quarters[tile] * CELLS
            for cell in range(turned, turned + CELLS):
                self.spots.append(first + TURNED[cell])
        self.spots += range(plan.place_base, len(plan.xy))

    def _link(self, through_walls: bool) -> list[list[int]]:
        """Return the links of every spot: within the rooms, along the lines, and across the borders of rooms."""
        grid, maze, terrain = self.grid, self.maze, self.terrain
        links: list[list[int]] = []
        ways: list[int] = []
        for place in range(grid.plan.places):
            view = grid.view(maze, place)
            links += view.wall_links if through_walls else view.links
            ways += view.ways
        links += grid.line_links
        ways += [OPEN_WAY] * (len(grid.line_links) * 4)
        own = [False] * len(links)
        for side, facing in grid.seams:
            spot, other = side >> 2, facing >> 2
            way = _seam(ways[side], ways[facing], terrain[spot], terrain[other])
            if own[other]:
                links[other].append(spot << 3 | way)
            else:
                own[other] = True
                links[other] = [*links[other], spot << 3 | way]  # the view's own list stays as it is
        return links

    def to_exit(self, lines: Lines, walker: Walker, door: int) -> Numbers:
        """Return the half steps of a walker from every square to the nearest exit. The caller stores them in `rows`."""
        if not self.links:
            self._survey()
        links = self.links
        if walker.ways & WALKS_WALLS:
            if not self.wall_links:
                self.wall_links = self._link(True)
            links = self.wall_links
        goals, away = self._goals(lines, walker, door)
        far = self._spread(links, goals, away, lines.closed(walker.player, door), walker)
        return numbers_of([far[spot] for spot in self.spots])

    def _goals(self, lines: Lines, walker: Walker, door: int) -> tuple[list[int], int]:
        """Return the goals of a player and the cost from there; in the apex, to raise it and to leave (PYR-14, PYR-16)."""
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

    def _spread(self, links: list[list[int]], sources: list[int], away: int, closed: list[int], walker: Walker) -> Numbers:
        """Return the distances to the sources, by a bucket queue. Closed spots are never entered."""
        terrain, queues, costs, pit = self.terrain, self.grid.queues, walker.costs, walker.pit
        far = numbers_of([FAR] * len(terrain))
        for source in sources:
            far[source] = away
        for spot in closed:
            far[spot] = -1
        queues[away] = sources[:]
        waiting = len(sources)
        distance = away
        while waiting:
            queue = queues[distance]
            if queue:
                waiting -= len(queue)
                for spot in queue:
                    if far[spot] != distance:
                        continue
                    base = distance + pit if terrain[spot] == PIT else distance
                    for link in links[spot]:
                        reached = base + costs[link & 7]
                        other = link >> 3
                        if reached < far[other]:
                            far[other] = reached
                            queues[reached].append(other)
                            waiting += 1
                queue.clear()
            distance += 1
        for spot in closed:
            far[spot] = FAR
        return far

    def near(self, square: int) -> Numbers:
        """Return 1 + the steps by open ways to every square within NEAR, and 0 for the others.

        A pit is reached but not crossed. The distance is the same in both directions.
        """
        found = self.walks[square]
        if len(found) == 0:
            found = self.walks[square] = self._walk(square)
        return found

    def _walk(self, square: int) -> Numbers:
        maze, terrain = self.maze, self.maze.terrain
        found = zeros(len(terrain))
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
    """Return the kind of way across the border of a room."""
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
