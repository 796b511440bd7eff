"""Charts: how far it is from every place of a maze to the exits, for each kind of walker, and what is near.

A distance is counted in twelfths of an action point, so that a step of every character is a whole number. What bars a way is
not endless but dear: rooms turn, portcullises open, face-down rooms are revealed. A ZoneMaze never changes, so its chart is
made once and kept.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from dungeon_twister.rules.engine.card.movement import CROSSES_CHAINS, UNHELD
from dungeon_twister.rules.engine.card.pieces import INCORPOREAL, KEY, SQUEEZES
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.pieces import BREAKS_GATES, OPENS_GATES, ROPE, WALKS_WALLS
from dungeon_twister.rules.geometry.maze import CLOSED
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
KEPT: Final = 300  # charts that are kept
JUMPS: Final = 1 << 50  # beside the capabilities: can pay for jumps
WAYS: Final = CROSSES_CHAINS | SQUEEZES | WALKS_WALLS | BREAKS_GATES | OPENS_GATES | INCORPOREAL | KEY | ROPE | JUMPS
WORKS_GATES: Final = BREAKS_GATES | OPENS_GATES | KEY

# guesses, in twelfths of an action point
JUMP: Final = 15  # an action point and a card
SHUT: Final = 34  # a portcullis without the means to open it
WALL: Final = 30  # a wall between rooms: somebody has to turn one of them
EDGE: Final = 34  # a zone at the far end without a way out
BLOCKED: Final = 16  # an enemy stands behind the exit
REVEAL: Final = 12
DARK: Final = 12  # besides the steps: what a face-down room may have in store
DARK_STEPS: Final = 3
NEAR: Final = 4  # steps: how far the map of what is near reaches


class Chart:
    """The distances of one maze, worked out when they are asked for."""

    def __init__(self, maze: ZoneMaze) -> None:
        self.maze = maze
        self._to_exit: dict[tuple[int, int, int, int], list[int]] = {}
        self._near: dict[int, list[int]] = {}
        self._into = self._guesses()

    def to_exit(self, player: int, abilities: int, movement: int, blocked: int) -> list[int]:
        """For every place how far it is to get out of the maze; `blocked` is a mask of stations with enemies (EXT-2)."""
        ways = abilities & WAYS
        if ways & (CROSSES_CHAINS | ROPE):
            ways &= ~JUMPS
        if abilities & UNHELD:
            blocked = 0  # EXT-3
        key = (player, ways, movement, blocked)
        found = self._to_exit.get(key)
        if found is None:
            found = self._to_exit[key] = self._spread(player, ways, POINT // movement, blocked)
        return found

    # -- ways -----------------------------------------------------------------------------------------------------------

    def _guesses(self) -> list[list[tuple[int, int, int]]]:
        """Into each place what the same guess for every walker leads: from where, for what, in how many steps.

        Face-down rooms are nodes of their own above the places.
        """
        maze = self.maze
        plan = maze.plan
        into: list[list[tuple[int, int, int]]] = [[] for _ in range(plan.places + plan.tiles)]
        for zone in range(plan.zones):
            tile = zone // LETTER_COUNT
            if maze.room_of[tile] == UNKNOWN:
                continue
            for other in members(maze.near_by(ANYHOW, zone) & ~maze.relations_of(zone).walk):
                if other // LETTER_COUNT != tile:
                    into[zone].append((other, WALL, 1))
            for dark in maze.neighbours(tile):
                if maze.room_of[dark] == UNKNOWN:
                    wall = 0 if maze.relations_of(zone).access >> dark & 1 else WALL
                    into[plan.places + dark].append((zone, REVEAL + DARK + wall, DARK_STEPS))
                    into[zone].append((plan.places + dark, wall, 1))
        for tile in range(plan.tiles):
            if maze.room_of[tile] == UNKNOWN:
                for other in maze.neighbours(tile):
                    if maze.room_of[other] == UNKNOWN:
                        into[plan.places + tile].append((plan.places + other, REVEAL + DARK, DARK_STEPS))
        return into

    def _spread(self, player: int, ways: int, step: int, blocked: int) -> list[int]:
        """Shortest ways back from the exits."""
        maze, guesses = self.maze, self._into
        zones = maze.plan.zones
        far = [FAR] * (maze.plan.places + maze.plan.tiles)
        queue: list[tuple[int, int]] = []
        for place, cost in self._exits(player, ways, step, blocked):
            if cost < far[place]:
                far[place] = cost
                heappush(queue, (cost, place))
        while queue:
            distance, place = heappop(queue)
            if distance > far[place]:
                continue
            near, dear = self._steps(place, ways) if place < zones else (0, [])
            for other in members(near):
                if distance + step < far[other]:
                    far[other] = distance + step
                    heappush(queue, (distance + step, other))
            for other, cost, steps in guesses[place] + dear:
                reached = distance + cost + steps * step
                if reached < far[other]:
                    far[other] = reached
                    heappush(queue, (reached, other))
        self._add_home(player, ways, step, far)
        return far

    def _steps(self, zone: int, ways: int) -> tuple[int, list[tuple[int, int, int]]]:
        """The zones one step away (or from where it is one), and others with what they cost and the steps besides."""
        maze = self.maze
        if ways & INCORPOREAL:
            return maze.near_by(ANYHOW, zone) | maze.crossing(zone, ANYHOW, maze.plan.pits), []
        way = BY_SLITS if ways & SQUEEZES else ON_FOOT
        mask = maze.near_by(way, zone)
        dear: list[tuple[int, int, int]] = []
        if ways & CROSSES_CHAINS:
            mask |= maze.crossing(zone, way, maze.plan.pits)
        elif ways & ROPE:
            mask |= maze.crossing(zone, way, 1)
        elif ways & JUMPS:
            dear += [(other, JUMP, 0) for other in members(maze.crossing(zone, ON_FOOT, 1) & ~mask)]
        if ways & WALKS_WALLS:
            dear += [(other, POINT, 0) for other in members(maze.near_by(THROUGH_WALLS, zone) & ~mask)]
        for tile in members(maze.relations_of(zone).gates):
            if maze.gates[tile] == CLOSED:
                cost = POINT if ways & WORKS_GATES else SHUT
                beyond = [z for z in members(maze.near_by(ANYHOW, zone) & ~mask) if maze.relations_of(z).gates >> tile & 1]
                dear += [(other, cost, 1) for other in beyond]
        return mask, dear

    def _exits(self, player: int, ways: int, step: int, blocked: int) -> list[tuple[int, int]]:
        """The zones at the opponent's end, and what it costs to leave from there (LNK-6, EXT)."""
        maze = self.maze
        plan = maze.plan
        side = opponent(player)
        found: list[tuple[int, int]] = []
        for station in range(STATIONS_PER_SIDE):
            place = plan.zones + side * STATIONS_PER_SIDE + station
            zone = maze.zone_before(place - plan.zones)
            if zone >= 0:
                cost = self._link_cost(place - plan.zones, ways, step)
                found.append((zone, cost + (BLOCKED if blocked >> place & 1 else 0)))
        first = (plan.tiles - COLUMNS) * side
        for tile in (maze.tile_on[first], maze.tile_on[first + 1]):
            if maze.room_of[tile] == UNKNOWN:
                found.append((plan.places + tile, 2 * step + DARK // 2))
        return found

    def _link_cost(self, station: int, ways: int, step: int) -> int:
        link = self.maze.link_at(station)
        if link & LINK_OPEN or (link & LINK_SLIT and ways & SQUEEZES):
            return step
        if ways & INCORPOREAL and self.maze.ghost_passes(station):
            return step
        if link & LINK_PIT:
            if ways & (CROSSES_CHAINS | ROPE):
                return step
            if ways & JUMPS:
                return JUMP
        if link & (LINK_WALL | LINK_SLIT) and ways & WALKS_WALLS:
            return POINT
        if link & LINK_PORT:
            return step + (POINT if ways & WORKS_GATES else SHUT)
        return step + EDGE

    def _add_home(self, player: int, ways: int, step: int, far: list[int]) -> None:
        """The own starting zone: into the faced zone, or first turning to another one (MOV-12a, MOV-12b)."""
        maze = self.maze
        plan = maze.plan
        first = plan.zones + player * STATIONS_PER_SIDE
        for column in range(COLUMNS):
            tile = maze.tile_on[(plan.tiles - COLUMNS) * player + column]
            for letter in range(LETTER_COUNT):
                place = first + column * LETTER_COUNT + letter
                if maze.room_of[tile] == UNKNOWN:
                    far[place] = REVEAL + DARK + DARK_STEPS * step + far[plan.places + tile]
                else:
                    far[place] = self._link_cost(place - plan.zones, ways, step) + far[tile * LETTER_COUNT + letter]
        best = min(far[first : first + STATIONS_PER_SIDE]) + step
        for place in range(first, first + STATIONS_PER_SIDE):
            far[place] = min(far[place], best)

    # -- what is near ---------------------------------------------------------------------------------------------------

    def near(self, place: int) -> list[int]:
        """For each number of steps the mask of the places that can be walked to in no more than so many."""
        found = self._near.get(place)
        if found is None:
            maze = self.maze
            reached = maze.relations_of(place).area
            found = [reached]
            edge = reached
            for _ in range(NEAR):
                grown = reached
                for at in members(edge):
                    grown |= maze.relations_of(at).walk | maze.relations_of(at).area
                edge = grown & ~reached
                reached = grown
                found.append(reached)
            self._near[place] = found
        return found


class Charts:
    """The charts of the mazes met lately."""

    def __init__(self) -> None:
        self._charts: dict[tuple[int, ...], Chart] = {}

    def of(self, maze: ZoneMaze) -> Chart:
        key = tuple(maze.key())
        found = self._charts.get(key)
        if found is None:
            if len(self._charts) >= KEPT:
                self._charts.clear()
            found = self._charts[key] = Chart(maze)
        return found
