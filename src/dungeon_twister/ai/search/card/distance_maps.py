"""Distance maps: distances from every place of a maze to the exits, for each kind of walker, and short walking distances.

A distance is in twelfths of an action point, so that a step of every character is a whole number. An obstacle is expensive,
not impassable: rooms rotate, portcullises open, face-down rooms are revealed. A ZoneMaze is immutable, so its distance map is
cached, together with the unit features of characters in it.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from dungeon_twister.ai.search.card.features import UnitFeatures
from dungeon_twister.rules.engine.card.movement import CROSSES_CHAINS, UNHELD
from dungeon_twister.rules.engine.card.pieces import INCORPOREAL, KEY, SQUEEZES
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.pieces import BREAKS_GATES, OPENS_GATES, ROPE, WALKS_WALLS
from dungeon_twister.rules.geometry.maze import CLOSED
from dungeon_twister.rules.geometry.rows import empty_rows, numbers_of
from dungeon_twister.rules.geometry.vectors import Numbers
from dungeon_twister.rules.geometry.zone_plan import (
    ANYHOW,
    BY_SLITS,
    COLUMNS,
    LETTER_COUNT,
    LINK_OPEN,
    LINK_PIT,
    LINK_PORT,
    LINK_SLIT,
    LINK_WALL,
    ON_FOOT,
    STATIONS_PER_SIDE,
    THROUGH_WALLS,
    UNKNOWN,
    members,
)
from dungeon_twister.rules.geometry.zones import ZoneMaze

POINT: Final = 12  # an action point
FAR: Final = 480
KEPT: Final = 400  # size of the cache
NEAR: Final = 4  # range of walking distances, in steps

# properties of a walker, as bits of a small number
CHAINS: Final = 1
ROPED: Final = 2
JUMPING: Final = 4  # can pay for jumps
NARROW: Final = 8  # through slits
WALLS: Final = 16
GATES: Final = 32
GHOST: Final = 64
FREE: Final = 128  # enemies never hold it (MOV-17)
SURE: Final = 256  # uses passable ways only, no estimates
TURNED: Final = 512  # the same with every room in its best orientation
WALKER_BITS: Final = 10

# estimated costs, in twelfths of an action point
JUMP: Final = 15  # an action point and a card
SHUT: Final = 34  # a portcullis without the means to open it
WALL: Final = 30  # a wall between rooms: one of them must rotate
EDGE: Final = 34  # a zone at the far end without a way out
BLOCKED: Final = 16  # an enemy stands behind the exit
REVEAL: Final = 12
DARK: Final = 12  # in addition to the steps: a face-down room may hold anything
DARK_STEPS: Final = 3

PLACE_BITS: Final = 8
PLACE_MASK: Final = (1 << PLACE_BITS) - 1
STATION_MASK: Final = (1 << STATIONS_PER_SIDE) - 1


def walker(abilities: int, jumps: bool) -> int:
    """Return the walker properties of a character with these capabilities, including those of its objects."""
    kind = 0
    if abilities & CROSSES_CHAINS:
        kind |= CHAINS
    elif abilities & ROPE:
        kind |= ROPED
    elif jumps:
        kind |= JUMPING
    if abilities & SQUEEZES:
        kind |= NARROW
    if abilities & WALKS_WALLS:
        kind |= WALLS
    if abilities & (BREAKS_GATES | OPENS_GATES | KEY):
        kind |= GATES
    if abilities & INCORPOREAL:
        kind |= GHOST
    if abilities & UNHELD:
        kind |= FREE
    return kind


class Reach:
    """For one kind of walker and every zone: the zones one step away, and others with an additional cost."""

    __slots__ = ("costly", "near")

    def __init__(self, zones: int) -> None:
        self.near: list[list[int] | None] = [None] * zones  # computed on demand
        self.costly: list[list[int]] = [[]] * zones


class DistanceMap:
    """The distances of one maze, computed on demand."""

    maze: ZoneMaze
    units: dict[int, UnitFeatures]  # cache of `FeatureCache`, by its key
    around: list[int]  # by place: the mask of the places at most NEAR steps away; 0 before `steps_from` is called

    def __init__(self, maze: ZoneMaze) -> None:
        plan = maze.plan
        self.maze = maze
        self.units = {}
        self.around = [0] * plan.places
        self._rows: dict[int, Numbers] = {}
        self._reach: dict[int, Reach] = {}
        self._steps = empty_rows(plan.places)  # of `steps_from`, empty until computed
        # estimated ways into a place, the same for every walker, as packed (cost, steps, origin)
        self._into: list[list[int]] = [[] for _ in range(plan.places + plan.tiles)]
        self._guess()

    def to_exit(self, player: int, kind: int, movement: int, blocked: int) -> Numbers:
        """Return the distance from every place out of the maze; `blocked` has a bit for each exit with enemies (EXT-2)."""
        step = POINT // movement
        if kind & FREE:
            blocked = 0  # EXT-3
        key = ((blocked << WALKER_BITS | kind) << 4 | step) << 1 | player
        found = self._rows.get(key)
        if found is None:
            found = self._spread(player, kind, step, blocked)
            self._rows[key] = found
        return found

    # -- ways -----------------------------------------------------------------------------------------------------------

    def _guess(self) -> None:
        """Estimate the ways that rotating and revealing rooms may open. Face-down rooms are nodes above the places."""
        maze = self.maze
        plan = maze.plan
        into, places = self._into, plan.places
        for tile in range(plan.tiles):
            neighbours = maze.neighbours(tile)
            if maze.room_of[tile] == UNKNOWN:
                for other in neighbours:
                    if maze.room_of[other] == UNKNOWN:
                        into[places + tile].append(_guessed(places + other, REVEAL + DARK, DARK_STEPS))
                continue
            inside = 15 << tile * LETTER_COUNT
            for zone in range(tile * LETTER_COUNT, (tile + 1) * LETTER_COUNT):
                for other in members(maze.near_by(ANYHOW, zone) & ~maze.relations_of(zone).walk & ~inside):
                    into[zone].append(_guessed(other, WALL, 1))
                for dark in neighbours:
                    if maze.room_of[dark] == UNKNOWN:
                        wall = 0 if maze.relations_of(zone).access >> dark & 1 else WALL
                        into[places + dark].append(_guessed(zone, REVEAL + DARK + wall, DARK_STEPS))
                        into[zone].append(_guessed(places + dark, wall, 1))

    def _spread(self, player: int, kind: int, step: int, blocked: int) -> Numbers:
        """Return the distances, by a search backwards from the exits."""
        maze = self.maze
        zones = maze.plan.zones
        far = numbers_of([FAR] * (maze.plan.places + maze.plan.tiles))
        queue: list[int] = []  # distance and place as one number
        self._exits(player, kind, step, blocked, far, queue)
        reach = self._reach_of(kind & ~FREE)
        while queue:
            packed = heappop(queue)
            distance, place = packed >> PLACE_BITS, packed & PLACE_MASK
            if distance > far[place]:
                continue
            if place < zones:
                reached = distance + step
                near = reach.near[place]
                if near is None:
                    costly: list[int] = []
                    near = reach.near[place] = members(self._step(place, kind, costly))
                    reach.costly[place] = costly
                for other in near:
                    if reached < far[other]:
                        far[other] = reached
                        heappush(queue, reached << PLACE_BITS | other)
                _go_on(reach.costly[place], distance, step, far, queue)
            if not kind & (SURE | TURNED):
                _go_on(self._into[place], distance, step, far, queue)
        self._add_home(player, kind, step, far)
        return far

    def _reach_of(self, kind: int) -> Reach:
        """Return the steps of a kind of walker, whatever its movement."""
        found = self._reach.get(kind)
        if found is None:
            found = Reach(self.maze.plan.zones)
            self._reach[kind] = found
        return found

    def _step(self, zone: int, kind: int, costly: list[int]) -> int:
        """Return the zones one step away. Add other zones to `costly`, with their additional cost."""
        maze = self.maze
        if kind & TURNED:
            return self._if_turned(zone)
        if kind & GHOST:
            return maze.near_by(ANYHOW, zone) | maze.crossing(zone, ANYHOW, maze.plan.pits)
        way = BY_SLITS if kind & NARROW else ON_FOOT
        mask = maze.near_by(way, zone)
        if maze.pits_by(way, zone):
            if kind & CHAINS:
                mask |= maze.crossing(zone, way, maze.plan.pits)
            elif kind & ROPED:
                mask |= maze.crossing(zone, way, 1)
            elif kind & JUMPING:
                cost = POINT if kind & SURE else JUMP
                for other in members(maze.crossing(zone, ON_FOOT, 1) & ~mask):
                    costly.append(_guessed(other, cost, 0))
        if kind & WALLS:
            for other in members(maze.near_by(THROUGH_WALLS, zone) & ~mask):
                costly.append(_guessed(other, POINT, 0))
        gates = maze.relations_of(zone).gates
        if gates and (kind & GATES or not kind & SURE):
            cost = POINT if kind & GATES else SHUT
            for tile in members(gates):
                if maze.gates[tile] == CLOSED:
                    for other in members(maze.near_by(ANYHOW, zone) & ~mask):
                        if maze.relations_of(other).gates >> tile & 1:
                            costly.append(_guessed(other, cost, 1))
        return mask

    def _if_turned(self, zone: int) -> int:
        """Return the zones that may be one step away after rotations, with every obstacle opened."""
        maze = self.maze
        tile = zone // LETTER_COUNT
        mask = 15 << tile * LETTER_COUNT
        for other in maze.neighbours(tile):
            if maze.room_of[other] != UNKNOWN:
                mask |= 15 << other * LETTER_COUNT
        return mask

    def _exits(self, player: int, kind: int, step: int, blocked: int, far: Numbers, queue: list[int]) -> None:
        """Start at the zones of the opponent's end, with the cost to leave from there (LNK-6, EXT)."""
        maze = self.maze
        plan = maze.plan
        side = opponent(player)
        for number in range(STATIONS_PER_SIDE):
            station = side * STATIONS_PER_SIDE + number
            zone = maze.zone_before(station)
            if zone >= 0:
                cost = self._link_cost(station, kind, step)
                if blocked >> number & 1:
                    cost = FAR if kind & SURE else cost + BLOCKED
                if cost < far[zone]:
                    far[zone] = cost
                    heappush(queue, cost << PLACE_BITS | zone)
        if kind & (SURE | TURNED):
            return
        first = (plan.tiles - COLUMNS) * side
        for column in range(COLUMNS):
            tile = maze.tile_on[first + column]
            if maze.room_of[tile] == UNKNOWN:
                cost = 2 * step + DARK // 2
                far[plan.places + tile] = cost
                heappush(queue, cost << PLACE_BITS | (plan.places + tile))

    def _link_cost(self, station: int, kind: int, step: int) -> int:
        link = self.maze.link_at(station)
        if kind & TURNED or link & LINK_OPEN or (link & LINK_SLIT and kind & NARROW):
            return step
        if kind & GHOST and self.maze.ghost_passes(station):
            return step
        if link & LINK_PIT:
            if kind & (CHAINS | ROPED):
                return step
            if kind & JUMPING:
                return POINT if kind & SURE else JUMP
        if link & (LINK_WALL | LINK_SLIT) and kind & WALLS:
            return POINT
        if link & LINK_PORT and kind & GATES:
            return step + POINT
        if kind & SURE:
            return FAR
        return step + (SHUT if link & LINK_PORT else EDGE)

    def _add_home(self, player: int, kind: int, step: int, far: Numbers) -> None:
        """Add the player's own starting zone: into the faced zone, or after turning to another one (MOV-12a, MOV-12b)."""
        maze = self.maze
        plan = maze.plan
        first = plan.zones + player * STATIONS_PER_SIDE
        best = FAR
        for column in range(COLUMNS):
            tile = maze.tile_on[(plan.tiles - COLUMNS) * player + column]
            for letter in range(LETTER_COUNT):
                place = first + column * LETTER_COUNT + letter
                if maze.room_of[tile] == UNKNOWN and kind & (SURE | TURNED):
                    far[place] = FAR
                elif maze.room_of[tile] == UNKNOWN:
                    far[place] = REVEAL + DARK + DARK_STEPS * step + far[plan.places + tile]
                else:
                    far[place] = self._link_cost(place - plan.zones, kind, step) + far[tile * LETTER_COUNT + letter]
                best = min(best, far[place])
        for place in range(first, first + STATIONS_PER_SIDE):
            far[place] = min(far[place], best + step)

    # -- short distances ------------------------------------------------------------------------------------------------

    def steps_from(self, place: int) -> Numbers:
        """Return the walking steps to every place; NEAR + 1 for places further than NEAR."""
        found = self._steps[place]
        if len(found) == 0:
            found = self._walk(place)
            self._steps[place] = found
        return found

    def _walk(self, place: int) -> Numbers:
        maze = self.maze
        steps = numbers_of([NEAR + 1] * maze.plan.places)
        reached = edge = maze.relations_of(place).area
        for at in members(edge):
            steps[at] = 0
        for number in range(1, NEAR + 1):
            grown = reached
            for at in members(edge):
                relations = maze.relations_of(at)
                grown |= relations.area | relations.walk
            edge = grown & ~reached
            for at in members(edge):
                steps[at] = number
            reached = grown
        self.around[place] = reached
        return steps


def _guessed(place: int, cost: int, steps: int) -> int:
    """Pack an estimated way: its origin, cost and steps."""
    return (cost << 4 | steps) << PLACE_BITS | place


def _go_on(ways: list[int], distance: int, step: int, far: Numbers, queue: list[int]) -> None:
    """Continue from a place at this distance, backwards along estimated ways."""
    for packed in ways:
        other = packed & PLACE_MASK
        reached = distance + (packed >> PLACE_BITS + 4) + (packed >> PLACE_BITS & 15) * step
        if reached < far[other]:
            far[other] = reached
            heappush(queue, reached << PLACE_BITS | other)


class DistanceMaps:
    """Cache of the distance maps of recent mazes of one plan."""

    def __init__(self) -> None:
        self._distance_maps: dict[int, DistanceMap] = {}
        self._latest: DistanceMap | None = None

    def of(self, maze: ZoneMaze) -> DistanceMap:
        """Return the distance map of a maze: of the same object as last time, or by its hash, as equal mazes are made anew."""
        latest = self._latest
        if latest is not None and latest.maze is maze:
            return latest
        word = maze.hash_word()
        found = self._distance_maps.get(word)
        if found is None:
            if len(self._distance_maps) >= KEPT:
                self._distance_maps.clear()
            found = DistanceMap(maze)
            self._distance_maps[word] = found
        self._latest = found
        return found
