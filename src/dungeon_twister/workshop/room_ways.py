"""The ways into a room and through it: what can be reached, and what its portcullises are good for.

Each function returns warnings about one drawing; portcullises count as open, as characters open them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dungeon_twister.rules.geometry.rooms import BARE, CELLS, GATE, PIT, Room, inner_neighbour
from dungeon_twister.rules.geometry.zone_plan import CLOCKWISE_BORDER, LETTERS
from dungeon_twister.workshop.findings import ERROR, WARNING, Finding, about_room

PASSABLE: Final = (BARE, GATE)
CLOSED_SIDES: Final = ("closed-north", "closed-east", "closed-south", "closed-west")
SHORTEST_ROUND: Final = 3  # steps from one side of a portcullis to the other


def way_findings(room: Room, gear_known: bool) -> list[Finding]:
    """Return what is odd about the ways of a room. `gear_known` is false for a drawing without its gear."""
    on_foot, over_pits = _reached(room, False), _reached(room, True)
    if not on_foot:
        return [about_room(ERROR, "closed", room.name)]
    found = [about_room(WARNING, CLOSED_SIDES[side], room.name) for side in range(4) if not any(_ways_in(room, side, False))]
    walled = [cell for cell in range(CELLS) if room.terrain[cell] != PIT and cell not in over_pits]
    behind = [cell for cell in range(CELLS) if room.terrain[cell] != PIT and cell in over_pits and cell not in on_foot]
    found += _zones(room, walled, behind) if room.has_zones else _squares(room, walled, behind, gear_known)
    return found + (_gates(room) if not room.has_zones else [])


def _ways_in(room: Room, side: int, over_pits: bool) -> Iterator[int]:
    """Yield the cells on that side of the room that can be entered from outside."""
    for cell in CLOCKWISE_BORDER[side]:
        if room.barrier[cell * 4 + side] in PASSABLE and (over_pits or room.terrain[cell] != PIT):
            yield cell


def _reached(room: Room, over_pits: bool) -> set[int]:
    """Return the cells that can be reached from outside."""
    waiting = [cell for side in range(4) for cell in _ways_in(room, side, over_pits)]
    reached = set(waiting)
    while waiting:
        cell = waiting.pop()
        for direction in range(4):
            beyond = inner_neighbour(cell, direction)
            free = beyond >= 0 and beyond not in reached and room.barrier[cell * 4 + direction] in PASSABLE
            if free and (over_pits or room.terrain[beyond] != PIT):
                reached.add(beyond)
                waiting.append(beyond)
    return reached


def _squares(room: Room, walled: list[int], behind: list[int], gear_known: bool) -> list[Finding]:
    found = []
    if gear_known and room.gear in (*walled, *behind):
        found.append(about_room(WARNING, "gear-unreachable", room.name, "ROT-1", [room.gear]))
    for code, cells in (("unreachable", walled), ("behind-pits", behind)):
        cells = [cell for cell in cells if cell != room.gear or not gear_known]
        if cells:
            found.append(about_room(WARNING, code, room.name, squares=cells, count=len(cells)))
    return found


def _zones(room: Room, walled: list[int], behind: list[int]) -> list[Finding]:
    found = []
    for code, cells in (("zone-unreachable", walled), ("zone-behind-pits", behind)):
        for letter in LETTERS:
            zone = [cell for cell in range(CELLS) if room.zones[cell] == letter]
            if zone and all(cell in cells for cell in zone):
                found.append(about_room(WARNING, code, room.name, squares=zone, zone=letter))
    return found


def _gates(room: Room) -> list[Finding]:
    """Return the portcullises that lead into a pit, and those that one simply walks round."""
    found = []
    for side in range(CELLS * 4):
        cell, beyond = side // 4, inner_neighbour(side // 4, side % 4)
        if room.barrier[side] != GATE or beyond < cell:
            continue
        if PIT in (room.terrain[cell], room.terrain[beyond]):
            found.append(about_room(WARNING, "gate-at-pit", room.name, squares=(cell, beyond)))
        elif _steps(room, cell, beyond) <= SHORTEST_ROUND:
            found.append(about_room(WARNING, "gate-useless", room.name, squares=(cell, beyond)))
    return found


def _steps(room: Room, start: int, end: int) -> int:
    """Return the length of the shortest way on foot without a portcullis; more than all cells if there is none."""
    steps, latest = {start: 0}, [start]
    for cell in latest:  # the list grows
        for direction in range(4):
            beyond = inner_neighbour(cell, direction)
            if beyond >= 0 and beyond not in steps and room.barrier[cell * 4 + direction] == BARE:
                if room.terrain[beyond] != PIT:
                    steps[beyond] = steps[cell] + 1
                    latest.append(beyond)
    return steps.get(end, CELLS + 1)
