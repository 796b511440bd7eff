"""The command `rooms`: draws, counts and checks every room of a file in its four orientations."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from rich.text import Text

from dungeon_twister.cli.card.links import connections
from dungeon_twister.cli.card.room_text import ZONE_STYLES
from dungeon_twister.cli.output import make_console, print_json, read_text_file
from dungeon_twister.cli.texts import catalogue
from dungeon_twister.rules.engine.scenario import load_rooms
from dungeon_twister.rules.geometry.rooms import CLOCKWISE, DRAWN, GEAR, PIT, Room, parse_rooms, rotated
from dungeon_twister.rules.geometry.zone_plan import LETTER_COUNT, LETTERS, ZonePlan, room_spots
from dungeon_twister.rules.geometry.zones import ZoneMaze
from dungeon_twister.workshop.findings import has_errors
from dungeon_twister.workshop.room_check import check_room_list

STYLES = {"@": "bold magenta", "G": "bold magenta", "O": "bold red", "=": "bold red", "H": "bold red"}
PACKS = {"board": "base", "card": "card"}
GAP = "    "


def rooms(args: Namespace) -> int:
    """Draw and check a room file; exit code 1 if they break a rule."""
    found = parse_rooms(read_text_file(args.file), args.file) if args.file else load_rooms(PACKS[args.game or "board"])
    findings = check_room_list(found)
    broken = has_errors(findings)
    if args.json:
        said = [finding.as_json(catalogue()) for finding in findings]
        print_json({"rooms": [_as_json(room, found) for room in found], "findings": said})
        return 1 if broken else 0
    console = make_console()
    for room in found:
        twin = ", ".join(pair_partners(room, found)) or "none"
        turn = "clockwise" if room.turn == CLOCKWISE else "counter-clockwise"
        counts = _counts(room)
        gates = _many(room.gates, "portcullis", "portcullises")
        head = f"Room {room.name}   pair {room.pair}, twin {twin}   turns {turn}   {counts}, {gates}"
        console.print(Text(head, style="bold"))
        console.print("".join(f"{f'r{quarters}':<{2 * DRAWN - 1}}{GAP}" for quarters in range(4)).rstrip())
        sides = [widened(rotated(room.lines, quarters)) for quarters in range(4)]
        for row in range(DRAWN):
            line = GAP.join(side[row] for side in sides)
            console.print(_painted(line, row, room.has_zones), no_wrap=True, overflow="ignore", crop=False)
        for line in _ways(room) if room.has_zones and not broken else []:
            console.print(line, markup=False)
        console.print()
    console.print(f"{_many(len(found), 'room')} in {_many(len({room.pair for room in found}), 'pair')}.")
    for finding in findings:
        console.print(finding.sentence(catalogue()), markup=False)
    return 1 if broken else 0


def _many(number: int, one: str, several: str = "") -> str:
    return f"{number} {one if number == 1 else several or one + 's'}"


def _counts(room: Room) -> str:
    """Return the contents of a room in words; zones with their number of cells."""
    if not room.has_zones:
        return f"{_many(room.terrain.count(GEAR), 'gear')}, {_many(room.terrain.count(PIT), 'pit')}"
    pits = max(room_spots(room)) + 1 - LETTER_COUNT
    zones = " ".join(f"{letter}{room.zones.count(letter)}" for letter in LETTERS)
    return f"zones {zones}, {_many(max(0, pits), 'pit')}"


def _ways(room: Room) -> list[str]:
    """Return the connections between the zones of a room, one line each."""
    maze = ZoneMaze.face_down(ZonePlan([room], 1)).revealed(0, 0, 0)
    lines: list[str] = []
    for zone, letter in enumerate(LETTERS):
        inside = [(kind, [name for name in names if name in LETTERS]) for kind, names in connections(maze, zone)]
        words = [f"{kind} {' '.join(names)}" for kind, names in inside if names and kind != "wall"]
        lines.append(f"  {letter}: {'; '.join(words) or 'no way inside the room'}")
    return lines


def pair_partners(room: Room, among: list[Room]) -> list[str]:
    return [other.name for other in among if other.pair == room.pair and other is not room]


def widened(lines: list[str]) -> list[str]:
    """Widen squares to three characters, which look square on a terminal."""
    wide: list[str] = []
    for row, line in enumerate(lines):
        stretch: Callable[[str], str] = (lambda sign: sign * 3) if row % 2 == 0 else (lambda sign: f" {sign} ")
        wide.append("".join(stretch(sign) if column % 2 else sign for column, sign in enumerate(line)))
    return wide


def _painted(line: str, row: int, zones: bool) -> Text:
    """Return signs in their colours, and the cells of zones on their tints."""
    text = Text(line)
    for column, sign in enumerate(line):
        if zones and row % 2 and sign in ZONE_STYLES:
            text.stylize(ZONE_STYLES[sign], column - 1, column + 2)
        elif sign in STYLES:
            text.stylize(STYLES[sign], column, column + 1)
    return text


def _as_json(room: Room, among: list[Room]) -> dict[str, object]:
    return {
        "name": room.name,
        "pair": room.pair,
        "turn": "cw" if room.turn == CLOCKWISE else "ccw",
        "twins": pair_partners(room, among),
        "gears": room.terrain.count(GEAR) if not room.has_zones else 1,
        **({"zones": room.zones} if room.has_zones else {}),
        "pits": room.terrain.count(PIT),
        "portcullises": room.gates,
        "orientations": [rotated(room.lines, quarters) for quarters in range(4)],
    }
