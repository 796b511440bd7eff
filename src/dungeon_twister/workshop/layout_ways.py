"""The ways through a layout of the board game: whether exits and rooms can be reached at all.

Rooms are taken as open: what counts is which places and lines touch. Which sides of a room are open is asked in all
orientations.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.board.scenario import BY_APEX, BY_DOOR, BoardScenario
from dungeon_twister.rules.geometry.layout import LayoutPlace, StartingLine
from dungeon_twister.rules.geometry.rooms import CELLS, PIT, SIZE, STEP_COLUMN, STEP_ROW, Room, turned_cell
from dungeon_twister.workshop.findings import WARNING, Finding, about_room
from dungeon_twister.workshop.room_ways import PASSABLE

Square = tuple[int, int]
OUTSIDE: Final = -1


def layout_findings(scenario: BoardScenario) -> list[Finding]:
    """Return the places and exits that cannot be reached, and the rooms that nobody can enter where they lie."""
    plan = _Touching(scenario)
    found: list[Finding] = []
    apart = set(range(len(plan.places)))
    for number, starts in enumerate(_starts(scenario)):
        reached = plan.reached_from(starts)
        apart -= reached
        found += [finding for finding in _exits(scenario, number, plan, reached) if finding not in found]
    for place in sorted(apart):
        at = plan.places[place]
        if not at.empty:
            found.append(Finding("place-apart", WARNING, {"x": at.x, "y": at.y}))
    return found + _shut(scenario, plan, apart)


def _starts(scenario: BoardScenario) -> list[list[StartingLine]]:
    """Return the lines on which each seat may start."""
    lines = {line.name: line for line in scenario.layout.lines}
    shared = [line for line in scenario.layout.lines if line.dots]
    return [shared if scenario.shared else [lines[seat.line]] for seat in scenario.seats]


def _exits(scenario: BoardScenario, seat: int, plan: _Touching, reached: set[int]) -> list[Finding]:
    """Return the exits of a seat to which no way leads from its starting line."""
    if scenario.exits == BY_APEX:
        apex = [place for place in scenario.layout.places if not place.empty][scenario.apex]
        at = plan.places.index(apex)
        return [] if at in reached else [Finding("apex-apart", WARNING, {"x": apex.x, "y": apex.y})]
    small = [scenario.layout.lines[number].name for number in scenario.small]
    exits = small if scenario.exits == BY_DOOR else scenario.seats[seat].exits
    lines = {line.name: line for line in scenario.layout.lines}
    return [Finding("exit-apart", WARNING, {"line": name}) for name in exits if not reached & plan.beside(lines[name].squares)]


def _shut(scenario: BoardScenario, plan: _Touching, apart: set[int]) -> list[Finding]:
    """Return the rooms with no opening, in any orientation, towards another room or a line where they may lie."""
    filled = [number for number, place in enumerate(plan.places) if not place.empty]
    found: list[Finding] = []
    for tile, number in enumerate(filled):
        if number in apart:
            continue
        at = plan.places[number]
        faced = plan.faced(number)
        for which in scenario.rooms_for(tile):
            room = scenario.rooms[which]
            if not any(openings & faced for openings in _openings(room)):
                found.append(about_room(WARNING, "room-shut", room.name, x=at.x, y=at.y))
    return found


def _openings(room: Room) -> list[set[int]]:
    """Return for each orientation the sides at the border, `cell * 4 + direction`, through which one can enter."""
    found: list[set[int]] = []
    for quarters in range(4):
        sides = set()
        for side in range(CELLS * 4):
            cell, direction = side // 4, side % 4
            if room.barrier[side] in PASSABLE and room.terrain[cell] != PIT and _beyond(cell, direction) == OUTSIDE:
                sides.add(turned_cell(cell, quarters) * 4 + ((direction + quarters) & 3))
        found.append(sides)
    return found


def _beyond(cell: int, direction: int) -> int:
    row, column = cell // SIZE + STEP_ROW[direction], cell % SIZE + STEP_COLUMN[direction]
    return row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else OUTSIDE


class _Touching:
    """Which places and lines of a layout touch each other."""

    def __init__(self, scenario: BoardScenario) -> None:
        self.places: list[LayoutPlace] = scenario.layout.places
        self.lines = scenario.layout.lines
        self.place_at = {
            (place.x + column, place.y + row): number
            for number, place in enumerate(self.places)
            for row in range(SIZE)
            for column in range(SIZE)
        }
        self.line_squares = {square for line in self.lines for square in line.squares}

    def beside(self, squares: list[Square]) -> set[int]:
        """Return the places that touch one of these squares."""
        found = {self.place_at.get((x + STEP_COLUMN[d], y + STEP_ROW[d]), OUTSIDE) for x, y in squares for d in range(4)}
        return found - {OUTSIDE}

    def reached_from(self, lines: list[StartingLine]) -> set[int]:
        """Return the places that can be reached from these lines."""
        waiting = [place for line in lines for place in self.beside(line.squares)]
        reached = set(waiting)
        while waiting:
            place = self.places[waiting.pop()]
            inside = [(place.x + column, place.y + row) for row in range(SIZE) for column in range(SIZE)]
            new = self.beside(inside) - reached
            reached |= new
            waiting += new
        return reached

    def faced(self, number: int) -> set[int]:
        """Return the sides of a place, `cell * 4 + direction` as it lies, beyond which there is another place or a line."""
        place = self.places[number]
        found = set()
        for side in range(CELLS * 4):
            x = place.x + side // 4 % SIZE + STEP_COLUMN[side % 4]
            y = place.y + side // 4 // SIZE + STEP_ROW[side % 4]
            if self.place_at.get((x, y), number) != number or (x, y) in self.line_squares:
                found.add(side)
        return found
