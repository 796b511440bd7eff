"""Judges drawn rooms of both games: each room by itself, and the rooms of a set with each other.

`check_rooms` takes the text of a room file, which may be unfinished; `check_room_list` takes rooms that were read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from dungeon_twister.rules.engine.scenario import LONGEST_WORD, MOST_ROOMS, is_word
from dungeon_twister.rules.engine.scenarios import LONGEST_TEXT
from dungeon_twister.rules.geometry.rooms import DRAWN, ROOM_PROBLEMS, Room, parse_rooms, rotated
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.rules.geometry.zone_plan import zone_problems
from dungeon_twister.workshop.findings import ERROR, WARNING, Finding, about_room
from dungeon_twister.workshop.room_ways import way_findings

CLAUSES: Final = {  # of ROOM_PROBLEMS
    "gears": "MAP-4",
    "zone-missing": "GEO-2",
    "zone-parts": "GEO-2",
    "gates": "PRT-1",
    "barrier-inside": "GEO-4",
    "barrier-at-pit": "GEO-4",
}
TWIN_CLAUSES: Final = {"board": "ROT-5", "card": "ROT-2"}


@dataclass(frozen=True)
class DrawnRoom:
    """A room with its line in the file. A `mended` one has no gear or several; it was read with one."""

    room: Room
    line: int = 0
    mended: bool = False


def check_rooms(text: str, game: str = "") -> list[Finding]:
    """Judge the rooms of a room file, for that game or the one of the first room."""
    if len(text) > LONGEST_TEXT:
        return [Finding("too-long", ERROR, {"most": LONGEST_TEXT, "number": len(text)})]
    drawn, found = _read(text)
    return found + check_drawn(drawn, game)


def check_room_list(rooms: list[Room], game: str = "") -> list[Finding]:
    """Judge rooms that were read, as `check_rooms` does."""
    return check_drawn([DrawnRoom(room) for room in rooms], game)


def check_drawn(drawn: list[DrawnRoom], game: str = "") -> list[Finding]:
    found: list[Finding] = []
    if len(drawn) > MOST_ROOMS:
        return [Finding("too-many-rooms", ERROR, {"most": MOST_ROOMS, "number": len(drawn)})]
    game = game or ("card" if drawn and drawn[0].room.has_zones else "board")
    for number, one in enumerate(drawn):
        others = [other.room for other in drawn[:number]]
        found += [replace(finding, line=one.line) for finding in _about_one(one, others, game)]
    return found + _pairs([one.room for one in drawn], game)


# -- one room -----------------------------------------------------------------------------------------------------------


def _about_one(one: DrawnRoom, before: list[Room], game: str) -> list[Finding]:
    room = one.room
    found = [
        about_room(ERROR, "room-name", room.name, name=word[:LONGEST_WORD], most=LONGEST_WORD)
        for word in dict.fromkeys((room.name, room.pair))
        if not is_word(word)
    ]
    if room.name in [other.name for other in before]:
        found.append(about_room(ERROR, "room-twice", room.name))
    if room.has_zones != (game == "card"):
        return [*found, about_room(ERROR, "drawn-in-zones" if room.has_zones else "drawn-in-squares", room.name)]
    if room.has_zones and not one.mended:
        for problem in zone_problems(room):
            found.append(Finding(problem.code, ERROR, problem.values, CLAUSES[problem.code], room.name, tuple(problem.cells)))
    if not (room.has_zones and one.mended):
        found += way_findings(room, not one.mended)
    alike = next((other for other in before if other.name != room.name and _same(room, other)), None)
    if alike is not None:
        found.append(about_room(WARNING, "identical", room.name, other=alike.name))
    return found


def _same(room: Room, other: Room) -> bool:
    """Return whether two drawings are equal in some orientation."""
    return any(rotated(room.lines, quarters) == other.lines for quarters in range(4))


# -- pairs --------------------------------------------------------------------------------------------------------------


def _pairs(rooms: list[Room], game: str) -> list[Finding]:
    """Return the pairs that are not two rooms (COMP-1), or whose rooms rotate in the same direction (ROT-5, ROT-2)."""
    found: list[Finding] = []
    for pair in dict.fromkeys(room.pair for room in rooms):
        twins = [room for room in rooms if room.pair == pair]
        name, other = twins[0].name, twins[-1].name
        if len(twins) == 1:
            found.append(about_room(ERROR, "twin-missing", name, "COMP-1", pair=pair))
        elif len(twins) > 2:
            names = ", ".join(room.name for room in twins)
            found.append(about_room(ERROR, "pair-crowded", name, "COMP-1", pair=pair, number=len(twins), rooms=names))
        elif twins[0].turn == twins[1].turn:
            found.append(about_room(ERROR, "twins-same-way", name, TWIN_CLAUSES[game], other=other, pair=pair))
    return found


# -- reading ------------------------------------------------------------------------------------------------------------


def _read(text: str) -> tuple[list[DrawnRoom], list[Finding]]:
    """Read a room file drawing by drawing, so that a mistake in one does not hide the others."""
    drawn: list[DrawnRoom] = []
    found: list[Finding] = []
    lines = [line.rstrip("\r") for line in text.split("\n")]
    at = 0
    while at < len(lines) and len(drawn) <= MOST_ROOMS and len(found) <= MOST_ROOMS:
        if not lines[at].strip() or lines[at].startswith("#"):
            at += 1
            continue
        block = [lines[at]]
        while at + len(block) < len(lines) and not _is_header(lines[at + len(block)]) and len(block) <= DRAWN:
            block.append(lines[at + len(block)])
        try:
            drawn.append(DrawnRoom(parse_rooms("\n".join(block))[0], at + 1))
        except TextError as error:
            found += _unread(error, block, at, drawn)
            if error.code.startswith("room-") and error.line == 1:  # no header: go on at the next one
                block = block[: next((n for n, line in enumerate(block) if n and _is_header(line)), len(block))]
        at += len(block)
    if not drawn and not found:
        found.append(Finding("no-rooms", ERROR))
    return drawn, found


def _is_header(line: str) -> bool:
    return line.split()[:1] == ["room"]


def _unread(error: TextError, block: list[str], at: int, drawn: list[DrawnRoom]) -> list[Finding]:
    """Return the finding of an error; a drawing without its one gear is read all the same."""
    assert error.code in ROOM_PROBLEMS, error.problem
    room = str(error.values.get("room", ""))
    if error.code != "gears":
        return [Finding(error.code, ERROR, error.values, "", room, (), at + error.line, error.column)]
    cells = [(row, column) for row in range(2, DRAWN + 1, 2) for column in range(1, DRAWN, 2)]
    gears = [(row, column) for row, column in cells if block[row][column] == "@"]
    zones = any(block[row][column] in "TSC" for row, column in cells)
    squares = tuple((row - 2) // 2 * 5 + column // 2 for row, column in gears)
    mended = _with_one_gear(block, cells, gears, "G" if zones else "@")
    if mended:
        drawn.append(DrawnRoom(parse_rooms("\n".join(mended))[0], at + 1, True))
    if zones:
        return [Finding("zone-missing", ERROR, {"room": room, "zone": "G"}, CLAUSES["zone-missing"], room, (), at + 1)]
    return [Finding("gears", ERROR, error.values, CLAUSES["gears"], room, squares, at + 1)]


def _with_one_gear(block: list[str], cells: list[tuple[int, int]], gears: list[tuple[int, int]], gear: str) -> list[str]:
    """Return a drawing in which the first gear is the only one, or in which a square was made one."""
    free = gears[:1] or [(row, column) for row, column in cells if block[row][column] != "O"][:1]
    if not free:
        return []
    signs = [list(line) for line in block]
    for row, column in gears:
        signs[row][column] = "."
    signs[free[0][0]][free[0][1]] = gear
    return ["".join(line) for line in signs]
