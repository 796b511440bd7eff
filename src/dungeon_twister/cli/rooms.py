"""The command `rooms`: every room of a file in its four orientations, counted and checked."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from rich.text import Text

from dungeon_twister.cli.output import make_console, print_json, read_text_file
from dungeon_twister.engine.scenarios import load_rooms
from dungeon_twister.geometry.rooms import CLOCKWISE, DRAWN, GEAR, PIT, Room, parse_rooms

TURNED = {"-": "|", "|": "-", "=": "H", "H": "=", "~": ":", ":": "~"}
STYLES = {"@": "bold magenta", "G": "bold magenta", "O": "bold red", "=": "bold red", "H": "bold red"}
GAP = "    "


def rooms(args: Namespace) -> int:
    """Draw and check a room file; exit code 1 if the rooms do not make pairs."""
    found = parse_rooms(read_text_file(args.file), args.file) if args.file else load_rooms("base")
    problems = check_pairs(found)
    if args.json:
        print_json({"rooms": [_as_json(room, found) for room in found], "problems": problems})
        return 1 if problems else 0
    console = make_console()
    for room in found:
        twin = ", ".join(twins(room, found)) or "none"
        turn = "clockwise" if room.turn == CLOCKWISE else "counter-clockwise"
        counts = f"{_many(room.terrain.count(GEAR), 'gear')}, {_many(room.terrain.count(PIT), 'pit')}"
        gates = _many(room.gates, "portcullis", "portcullises")
        head = f"Room {room.name}   pair {room.pair}, twin {twin}   turns {turn}   {counts}, {gates}"
        console.print(Text(head, style="bold"))
        console.print("".join(f"{f'r{quarters}':<{2 * DRAWN - 1}}{GAP}" for quarters in range(4)).rstrip())
        sides = [widened(turned(room.lines, quarters)) for quarters in range(4)]
        for row in range(DRAWN):
            console.print(_painted(GAP.join(side[row] for side in sides)), no_wrap=True, overflow="ignore", crop=False)
        console.print()
    console.print(f"{_many(len(found), 'room')} in {_many(len({room.pair for room in found}), 'pair')}.")
    for problem in problems:
        console.print(problem, markup=False)
    return 1 if problems else 0


def _many(number: int, one: str, several: str = "") -> str:
    return f"{number} {one if number == 1 else several or one + 's'}"


def twins(room: Room, among: list[Room]) -> list[str]:
    return [other.name for other in among if other.pair == room.pair and other is not room]


def check_pairs(found: list[Room]) -> list[str]:
    """Two rooms make a pair, and they turn in opposite directions (COMP-1, ROT-5)."""
    problems: list[str] = []
    for pair in dict.fromkeys(room.pair for room in found):
        members = [room for room in found if room.pair == pair]
        names = ", ".join(room.name for room in members)
        if len(members) != 2:
            problems.append(f"The pair {pair} has {_many(len(members), 'room')} ({names}), it needs two (COMP-1).")
        elif members[0].turn == members[1].turn:
            problems.append(f"The two rooms of pair {pair} ({names}) turn the same way (ROT-5).")
    return problems


def turned(lines: list[str], quarters: int) -> list[str]:
    """A drawing after clockwise quarter turns."""
    for _ in range(quarters):
        last = DRAWN - 1
        lines = ["".join(_sign(lines[last - column][row], row, column) for column in range(DRAWN)) for row in range(DRAWN)]
    return lines


def _sign(sign: str, row: int, column: int) -> str:
    """A barrier lies down or stands up when the drawing turns; squares stay what they are."""
    return TURNED.get(sign, sign) if (row + column) % 2 else sign


def widened(lines: list[str]) -> list[str]:
    """Squares three characters wide look square on a terminal."""
    wide: list[str] = []
    for row, line in enumerate(lines):
        stretch: Callable[[str], str] = (lambda sign: sign * 3) if row % 2 == 0 else (lambda sign: f" {sign} ")
        wide.append("".join(stretch(sign) if column % 2 else sign for column, sign in enumerate(line)))
    return wide


def _painted(line: str) -> Text:
    text = Text(line)
    for column, sign in enumerate(line):
        if sign in STYLES:
            text.stylize(STYLES[sign], column, column + 1)
    return text


def _as_json(room: Room, among: list[Room]) -> dict[str, object]:
    return {
        "name": room.name,
        "pair": room.pair,
        "turn": "cw" if room.turn == CLOCKWISE else "ccw",
        "twins": twins(room, among),
        "gears": room.terrain.count(GEAR),
        "pits": room.terrain.count(PIT),
        "portcullises": room.gates,
        "orientations": [turned(room.lines, quarters) for quarters in range(4)],
    }
