"""The geometry of the Card Game once more, the straightforward way: drawings, (x, y) coordinates, dicts and sets.

Written from docs/rules/card-game.md alone; shares nothing with the package but the room files. Everything is worked out anew
for every maze. Zones are (tile, letter), stations (side, column, letter) with side "N" or "S".
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

Zone = tuple[int, str]
Station = tuple[str, int, str]
Place = Zone | Station
Pit = tuple[int, frozenset[tuple[int, int]]]
Cell = tuple[int, int]

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}
MEANING = {"-": "wall", "|": "wall", "=": "port", "H": "port", "~": "slit", ":": "slit", " ": "open"}
TURNED_SIGN = {"-": "|", "|": "-", "=": "H", "H": "=", "~": ":", ":": "~"}


def read_drawings(text: str) -> dict[str, list[str]]:
    """The eleven lines of each room of a file."""
    lines = text.split("\n")
    starts = [at for at, line in enumerate(lines) if line.startswith("room ")]
    return {lines[at].split()[1]: lines[at + 1 : at + 12] for at in starts}


def turn_drawing(lines: list[str]) -> list[str]:
    """A clockwise quarter turn of the drawing as a picture (GEO-5)."""
    size = len(lines)
    return ["".join(TURNED_SIGN.get(s, s) for s in (lines[size - 1 - c][r] for c in range(size))) for r in range(size)]


@dataclass(frozen=True)
class NaiveTile:
    """One room in its slot; no drawing means face down."""

    tile: int
    slot: tuple[int, int]
    drawing: list[str] | None
    quarters: int
    gate: str  # closed, open, broken
    walls_broken: bool


@dataclass(frozen=True)
class Ray:
    """From a zone to a zone: the zones in between, the pits in between, and whether slits lie on the first segment."""

    viewer: Zone
    target: Zone
    middle: frozenset[Zone]
    cells_between: int
    pits: frozenset[Pit]
    slit: bool


class NaiveMaze:
    """All relations of a maze, each by its definition."""

    def __init__(self, tiles: list[NaiveTile], rows: int) -> None:
        self.rows = rows
        self.tiles = tiles
        self.hidden = {tile.slot: tile.tile for tile in tiles if tile.drawing is None}
        self.letter: dict[Cell, str] = {}
        self.tile_at: dict[Cell, int] = {}
        self.element: dict[tuple[Cell, str], str] = {}  # effective
        self.gate_edges: dict[tuple[Cell, str], int] = {}  # where a portcullis is drawn, whatever its state
        for tile in tiles:
            if tile.drawing is not None:
                self._lay(tile, tile.drawing)
        self.zone_at: dict[Cell, Zone] = {
            at: (self.tile_at[at], self.letter[at]) for at in self.letter if self.letter[at] != "O"
        }
        self.pit_at: dict[Cell, Pit] = {at: self._pit(at) for at in self.letter if self.letter[at] == "O"}
        self.zones = sorted(set(self.zone_at.values()))
        self.pits = sorted(set(self.pit_at.values()), key=lambda pit: (pit[0], sorted(pit[1])))
        self.touching: dict[Zone | Pit, set[tuple[Zone | Pit, frozenset[str]]]] = {}
        for one, other, kinds in self._touching():
            self.touching.setdefault(one, set()).add((other, kinds))
        self.links = {station: self._link(station) for station in STATIONS}

    def _lay(self, tile: NaiveTile, drawing: list[str]) -> None:
        for _ in range(tile.quarters):
            drawing = turn_drawing(drawing)
        for r, c in product(range(5), range(5)):
            at = (tile.slot[0] * 5 + c, tile.slot[1] * 5 + r)
            self.letter[at] = drawing[2 * r + 1][2 * c + 1]
            self.tile_at[at] = tile.tile
            for direction, (dx, dy) in STEPS.items():
                drawn = MEANING[drawing[2 * r + 1 + dy][2 * c + 1 + dx]]
                if drawn == "port":
                    self.gate_edges[at, direction] = tile.tile
                bare = tile.walls_broken or (drawn == "port" and tile.gate != "closed")
                self.element[at, direction] = "open" if bare else drawn

    def _pit(self, at: Cell) -> Pit:
        """GEO-7: the joined O cells of one room."""
        group = {at}
        while True:
            more = {
                beyond
                for x, y in group
                for dx, dy in STEPS.values()
                if self.letter.get(beyond := (x + dx, y + dy)) == "O" and self.tile_at[beyond] == self.tile_at[at]
            }
            if more <= group:
                return self.tile_at[at], frozenset(group)
            group |= more

    def segment(self, at: Cell, direction: str) -> list[str]:
        """GEO-9: the effective elements between a cell and the next one: one inside a room, two across a border."""
        beyond = step(at, direction)
        own, other = self.element[at, direction], self.element[beyond, BACK[direction]]
        return [own] if self.tile_at[at] == self.tile_at[beyond] else [own, other]

    def _touching(self) -> list[tuple[Zone | Pit, Zone | Pit, frozenset[str]]]:
        """Every pair of different spots with neighbouring cells, in both orders, with the elements that are not open."""
        spots: dict[Cell, Zone | Pit] = {**self.zone_at, **self.pit_at}
        found = []
        for at, direction in product(spots, STEPS):
            beyond = step(at, direction)
            if beyond in spots and spots[at] != spots[beyond]:
                found.append((spots[at], spots[beyond], frozenset(self.segment(at, direction)) - {"open"}))
        return found

    def _zones_touching(self, spot: Zone | Pit) -> list[tuple[Zone, frozenset[str]]]:
        return [((other[0], other[1]), kinds) for other, kinds in self.touching.get(spot, ()) if isinstance(other[1], str)]

    def _pits_touching(self, spot: Zone | Pit) -> list[tuple[Pit, frozenset[str]]]:
        return [((other[0], other[1]), kinds) for other, kinds in self.touching.get(spot, ()) if not isinstance(other[1], str)]

    # Zones beside zones

    def adjacent(self, zone: Zone) -> set[Zone]:
        """GEO-12."""
        return {other for other, kinds in self._zones_touching(zone) if not kinds}

    def naga(self, zone: Zone) -> set[Zone]:
        """GEO-13 for a Naga."""
        return {other for other, kinds in self._zones_touching(zone) if kinds <= {"slit"}}

    def ghost(self, zone: Zone) -> set[Zone]:
        """GEO-13 for a Ghost: touching is enough."""
        return {other for other, _ in self._zones_touching(zone)}

    def wallwalk(self, zone: Zone) -> set[Zone]:
        """WWK-2."""
        return {other for other, kinds in self._zones_touching(zone) if kinds & {"wall", "slit"} and "port" not in kinds}

    # Pits

    def beside_pit(self, zone: Zone, passable: frozenset[str]) -> set[Pit]:
        """GEO-14."""
        return {pit for pit, kinds in self._pits_touching(zone) if kinds <= passable}

    def cross(self, zone: Zone, passable: frozenset[str], most: int) -> set[Zone]:
        """GEO-15 and GEO-16: over one pit, two joined ones, or (most = 0) any number, to another zone next to one of them."""
        crossed = self.beside_pit(zone, passable)
        if most == 2:
            crossed = crossed | {pit for pit in self.pits for near in crossed if self._joined(near, pit, passable)}
        while most == 0:
            more = {pit for pit in self.pits for near in crossed if self._joined(near, pit, passable)}
            if more <= crossed:
                break
            crossed = crossed | more
        return {other for other in self.zones if other != zone and self.beside_pit(other, passable) & crossed}

    def _joined(self, one: Pit, other: Pit, passable: frozenset[str]) -> bool:
        return any(pit == other and kinds <= passable for pit, kinds in self._pits_touching(one))

    # Starting zones

    def slot_faced(self, station: Station) -> tuple[int, int]:
        return station[1], 0 if station[0] == "N" else self.rows - 1

    def faced(self, station: Station) -> Zone | None:
        """LNK-2: the zone in front of a station, if its room is face up."""
        slot = self.slot_faced(station)
        return None if slot in self.hidden else (self.tile_at[slot[0] * 5, slot[1] * 5], station[2])

    def _border(self, station: Station) -> list[Cell]:
        y = 0 if station[0] == "N" else self.rows * 5 - 1
        return [(station[1] * 5 + c, y) for c in range(5)]

    def link(self, station: Station) -> set[str]:
        """LNK-4; worked out once for each maze."""
        return self.links[station]

    def _link(self, station: Station) -> set[str]:
        zone = self.faced(station)
        if zone is None:
            return set()
        found = set()
        for at in self._border(station):
            element = self.element[at, station[0]]
            if self.zone_at.get(at) == zone:
                found.add(element)
            if at in self.pit_at and element == "open" and self.pit_at[at] in self.beside_pit(zone, frozenset()):
                found.add("pit")
        return found or {"far"}

    def ghost_link(self, station: Station) -> bool:
        """The last part of LNK-6."""
        zone = self.faced(station)
        if zone is None:
            return False
        pits = self.beside_pit(zone, frozenset(["wall", "slit", "port"]))
        return any(self.zone_at.get(at) == zone or self.pit_at.get(at) in pits for at in self._border(station))

    def area(self, place: Place) -> set[Place]:
        """CMB-1 as far as it is geometry: the zone and the stations in contact with it (of a station: itself and its zone)."""
        if isinstance(place[0], int):
            return {place} | {s for s in STATIONS if self.faced(s) == place and "open" in self.link(s)}
        zone = self.faced(place)
        return {place, zone} if zone and "open" in self.link(place) else {place}

    # Sight and spear

    def rays(self) -> list[Ray]:
        """LOS-2: all rays with no cell of viewer or target in between and nothing but elements LOS-3.1 allows."""
        found = []
        for start, viewer in self.zone_at.items():
            for direction in STEPS:
                between: list[Cell] = []
                at, slit = start, False
                while step(at, direction) in self.letter:
                    elements = set(self.segment(at, direction)) - {"open"}
                    if at == start and elements == {"slit"}:
                        slit = True
                    elif elements:
                        break
                    at = step(at, direction)
                    target = self.zone_at.get(at)
                    if target == viewer:
                        break
                    middle = frozenset(self.zone_at[cell] for cell in between if cell in self.zone_at)
                    if target is not None and target not in middle:
                        pits = frozenset(self.pit_at[cell] for cell in between if cell in self.pit_at)
                        found.append(Ray(viewer, target, middle, len(between), pits, slit))
                    between.append(at)
        return found

    def spear(self, place: Place, rays: list[Ray]) -> set[Place]:
        """SPR-3 between zones, SPR-4 between a station and its zone."""
        reached: set[Place] = {
            ray.target
            for ray in rays
            if ray.viewer == place and (ray.cells_between == 0 or (not ray.middle and len(ray.pits) == 1))
        }
        for station in STATIONS:
            zone, link = self.faced(station), self.link(station)
            if zone and link & {"open", "slit", "pit"} and place in (zone, station):
                reached.add(station if place == zone else zone)
        return reached

    def sees(self, viewer: Place, target: Place, occupied: set[Zone], rays: list[Ray]) -> bool:
        """Does somebody at one place see somebody at another (LOS-1 to LOS-9)?"""
        if viewer == target or (isinstance(viewer[0], str) and viewer[0] == target[0]):
            return True
        if isinstance(target[0], str):
            return self._sees_station(viewer, target, occupied, rays)
        if isinstance(viewer[0], str):
            return self._sees_from_station(viewer, target, occupied, rays)
        return zone_sees(viewer, target, occupied, rays, slits=True)

    def _sees_station(self, viewer: Place, station: Station, occupied: set[Zone], rays: list[Ray]) -> bool:
        zone, link = self.faced(station), self.link(station)
        if zone is None:
            return False
        if viewer == zone:
            return bool(link & {"open", "pit", "slit"})
        allowed = "open" in link or ("pit" in link and zone not in occupied)
        return allowed and self.sees(viewer, zone, occupied, rays)

    def _sees_from_station(self, station: Station, target: Zone, occupied: set[Zone], rays: list[Ray]) -> bool:
        zone, link = self.faced(station), self.link(station)
        if zone is None or not link & {"open", "pit", "slit"}:
            return False
        if target == zone:
            return True
        return ("open" in link or zone not in occupied) and zone_sees(zone, target, occupied, rays, slits=False)

    # Portcullises and face-down rooms

    def gates_beside(self, place: Place) -> set[int]:
        """PRT-2."""
        found = set()
        for (at, direction), tile in self.gate_edges.items():
            beyond = step(at, direction)
            if self.zone_at.get(at) == place:
                found.add(tile)
            if self.zone_at.get(beyond) == place and self.tile_at[beyond] != tile:
                if self.element[beyond, BACK[direction]] == "open":
                    found.add(tile)
            if isinstance(place[0], str) and direction == place[0] and at in self._border(place):
                if self.letter[at] == place[2]:
                    found.add(tile)
        return found

    def access(self, place: Place) -> set[int]:
        """REV-2 for a station, REV-3 for a zone."""
        if isinstance(place[0], str):
            slot = self.slot_faced(place)
            return {self.hidden[slot]} if slot in self.hidden else set()
        found = set()
        for at, direction in product([at for at, zone in self.zone_at.items() if zone == place], STEPS):
            x, y = step(at, direction)
            if self.element[at, direction] == "open" and (x // 5, y // 5) in self.hidden:
                found.add(self.hidden[x // 5, y // 5])
        return found


STATIONS: list[Station] = [(side, column, letter) for side in "NS" for column in (0, 1) for letter in "TSCG"]


def step(at: Cell, direction: str) -> Cell:
    return at[0] + STEPS[direction][0], at[1] + STEPS[direction][1]


def zone_sees(viewer: Place, target: Place, occupied: set[Zone], rays: list[Ray], slits: bool) -> bool:
    """LOS-3 on the rays of the maze."""
    return any(
        ray.viewer == viewer and ray.target == target and not ray.middle & occupied and (slits or not ray.slit) for ray in rays
    )
