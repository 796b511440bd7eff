"""The geometry of a world, with places as text, on top of the straightforward geometry of ``tests/geometry``."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from tests.geometry.naive_zones import STATIONS, NaiveMaze, NaiveTile, Place, Station, Zone, read_drawings

from .lore import HOME, LETTERS
from .world import World, is_zone, occupied

ROOMS = Path(__file__).parents[2] / "src" / "dungeon_twister" / "content" / "rooms"
ROOM_TEXT = (ROOMS / "card.txt").read_text("utf-8")
TEST_ROOM_TEXT = (ROOMS / "card-test.txt").read_text("utf-8")

NOTHING: frozenset[str] = frozenset()
SLITS = frozenset({"slit"})
EVERYTHING = frozenset({"wall", "slit", "port"})


def heads(text: str) -> dict[str, tuple[str, str]]:
    """The pair and the printed direction of every room of a file."""
    found = {}
    for line in text.split("\n"):
        if line.startswith("room "):
            _, name, pair, turn = line.split()
            found[name] = (pair.removeprefix("pair="), turn.removeprefix("turn="))
    return found


DRAWINGS = {**read_drawings(ROOM_TEXT), **read_drawings(TEST_ROOM_TEXT)}
GAME_ROOMS = heads(ROOM_TEXT)
TEST_ROOMS = heads(TEST_ROOM_TEXT)
HEADS = {**GAME_ROOMS, **TEST_ROOMS}


def twin(name: str) -> str:
    """The other room of the pair; the test rooms have none (ROOM-2)."""
    pair = HEADS[name][0]
    others = [other for other in HEADS if HEADS[other][0] == pair and other != name]
    return "" if pair == "test" else others[0]


class Plan:
    """A NaiveMaze whose places are texts. A tile is numbered by its slot."""

    def __init__(self, rooms: tuple[tuple[int, str, int, str, bool], ...]) -> None:
        self.names = {slot: name for slot, name, *_ in rooms if name}
        self.slots = {name: slot for slot, name in self.names.items()}
        tiles = [
            NaiveTile(slot, ((slot - 1) % 2, (slot - 1) // 2), DRAWINGS[name] if name else None, quarters, gate, walls)
            for slot, name, quarters, gate, walls in rooms
        ]
        self.maze = NaiveMaze(tiles, rows=len(rooms) // 2)
        self.rays = self.maze.rays()
        self.cross = cache(self._cross)

    # Names

    def place(self, text: str) -> Place:
        """The place of a text."""
        return self.zone(text) if is_zone(text) else self.station(text)

    def zone(self, text: str) -> Zone:
        name, letter = text.split(".")
        return self.slots[name], letter

    def station(self, text: str) -> Station:
        return text[0], int(text[1]), text[2]

    def text(self, place: Place) -> str:
        """The text of a place."""
        if isinstance(place[0], int):
            return f"{self.names[place[0]]}.{place[1]}"
        return "".join(str(part) for part in place)

    def texts(self, places: set[Zone]) -> set[str]:
        return {self.text(place) for place in places}

    def slot(self, zone: str) -> int:
        """The slot of the room of a zone."""
        return self.slots[zone.split(".")[0]]

    # Zones and pits

    def adjacent(self, zone: str) -> set[str]:
        """GEO-12."""
        return self.texts(self.maze.adjacent(self.zone(zone)))

    def naga(self, zone: str) -> set[str]:
        """GEO-13."""
        return self.texts(self.maze.naga(self.zone(zone)))

    def ghost(self, zone: str) -> set[str]:
        """GEO-13."""
        return self.texts(self.maze.ghost(self.zone(zone)))

    def wallwalk(self, zone: str) -> set[str]:
        """WWK-2."""
        return self.texts(self.maze.wallwalk(self.zone(zone)))

    def _cross(self, zone: str, passable: frozenset[str], most: int) -> set[str]:
        """GEO-15, GEO-16: across one pit, two pits, or (most = 0) any number of joined ones."""
        return self.texts(self.maze.cross(self.zone(zone), passable, most))

    # Starting zones

    def link(self, station: str) -> set[str]:
        """LNK-4; empty before a face-down room."""
        return self.maze.link(self.station(station))

    def ghost_link(self, station: str) -> bool:
        """The last part of LNK-6."""
        return self.maze.ghost_link(self.station(station))

    def faced(self, station: str) -> str:
        """LNK-2: the zone in front of a station; nothing if its room is face down."""
        zone = self.maze.faced(self.station(station))
        return self.text(zone) if zone else ""

    def stations(self, zone: str) -> set[str]:
        """All stations that face a zone, whatever the link."""
        return {self.text(station) for station in STATIONS if self.maze.faced(station) == self.zone(zone)}

    # Fighting

    def area(self, place: str) -> set[str]:
        """CMB-1."""
        return {self.text(part) for part in self.maze.area(self.place(place))}

    def spear(self, place: str) -> set[str]:
        """SPR-3, SPR-4."""
        return {self.text(end) for end in self.maze.spear(self.place(place), self.rays)}

    def sees(self, viewer: str, target: str, full: set[str]) -> bool:
        """LOS-1 to LOS-9, with the zones that hold characters."""
        zones = {self.zone(zone) for zone in full if is_zone(zone)}
        return self.maze.sees(self.place(viewer), self.place(target), zones, self.rays)

    # Portcullises and face-down rooms: slots

    def gates(self, place: str) -> set[int]:
        """PRT-2."""
        return self.maze.gates_beside(self.place(place))

    def access(self, place: str) -> set[int]:
        """REV-2, REV-3."""
        return self.maze.access(self.place(place))

    def neighbours(self, slot: int) -> set[int]:
        """The slots next to a slot, no diagonals (INV-1)."""
        x, y = (slot - 1) % 2, (slot - 1) // 2
        near = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}
        return {2 * row + column + 1 for column, row in near if column in (0, 1) and 0 <= row < self.maze.rows}


@lru_cache(maxsize=512)
def plan_of_rooms(rooms: tuple[tuple[int, str, int, str, bool], ...]) -> Plan:
    """Plans are kept, since most choices leave the rooms as they are."""
    return Plan(rooms)


def plan_of(world: World) -> Plan:
    """The plan of a world as it lies now."""
    rooms = sorted(world.rooms.items())
    return plan_of_rooms(tuple((slot, room.name, room.quarters, room.gate, room.walls_broken) for slot, room in rooms))


def sees(world: World, viewer: str, target: str) -> bool:
    """LOS-1 to LOS-9 with the characters where they are."""
    return plan_of(world).sees(viewer, target, occupied(world))


def stations_of_side(side: str) -> set[str]:
    """The eight stations of a starting zone."""
    return {f"{side}{column}{letter}" for column in (0, 1) for letter in LETTERS}


def at_home(colour: str, station: str) -> bool:
    """Is it a station of the player's own starting zone?"""
    return station[0] == HOME[colour]
