"""The commands `show`, `cases` and `perft`: draw positions, run rule cases, count choices."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dungeon_twister.cli.face import ENDLESS, Frame
from dungeon_twister.cli.faces import face_of
from dungeon_twister.cli.output import CommandError, make_console, print_json, read_text_file, sentence
from dungeon_twister.cli.speech import colour_word, points_words, t
from dungeon_twister.game.record import perft as counting
from dungeon_twister.game.record.cases import parse_cases, run_case
from dungeon_twister.game.record.files import Record, load, replay, resume
from dungeon_twister.game.record.json_codec import plain
from dungeon_twister.game.record.position import read_position
from dungeon_twister.game.views import SPECTATOR, observe
from dungeon_twister.presentation.svg import maze
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

DEEPEST = 50

# -- show --------------------------------------------------------------------------------------------------------------


def show(args: Namespace) -> int:
    """Draw a position, or the current state of a recorded game."""
    text = read_text_file(args.file)
    record: Record | None = None
    if text.lstrip()[:1] == "{":
        record, seed = load(text, args.file)
        state = replay(record, args.file) if record.end is not None else resume(record, seed, args.file).state
    else:
        state, _ = position_and_counts(text, args.file)
    if args.json:
        kind = "position" if record is None else "game over" if record.end else "game in progress"
        print_json({"kind": kind, "file": args.file, "view": plain(observe(state, SPECTATOR))})
        return 0
    hide = record is not None and record.end is None
    if args.svg:
        return _draw(state, args, hide)
    console = make_console()
    _print_state(console, state, hide=hide)
    if record is not None:
        _print_summary(console, record, state)
    return 0


def _draw(state: State, args: Namespace, hide: bool) -> int:
    """Write the maze as SVG; of an unfinished game only what a spectator may know."""
    if args.size is not None and args.size < 1:
        raise CommandError(f"--size is at least 1, not {args.size}")
    drawing = maze(state, for_side="spectator" if hide else "", theme=args.theme, size=args.size)
    if args.svg == "-":
        sys.stdout.write(drawing + "\n")
    else:
        Path(args.svg).write_text(drawing + "\n", encoding="utf-8")
    return 0


def _print_state(console: Console, state: State, hide: bool) -> None:
    """Print the maze and the figures; of an unfinished game only what a spectator may know."""
    face = face_of(state)
    view = observe(state, SPECTATOR) if hide else face.open_view(state)
    others = len(view.players) + (4 if len(view.players) == 2 else 8)
    frame = Frame(console.width, console.height - others if console.is_terminal else ENDLESS)
    console.print(face.header(state, view))
    for text in face.picture(state, view, frame, everything=not hide):
        console.print(text, no_wrap=True, overflow="ignore", crop=False)
    for text in [*face.figures(state, view), *face.notes(state, view, frame)]:
        console.print(text)
    if not view.over and view.pending:
        console.print(face.decision_line(state, view))


def _print_summary(console: Console, record: Record, state: State) -> None:
    players = ", ".join(f"{colour_word(colour)}: {name}" for colour, name in record.header.players.items())
    if players:
        console.print(t("terminal.show.players", players=players), markup=False)
    if record.end is None:
        console.print(t("terminal.show.in-progress"))
        return
    told = f"{face_of(state).result(state)} ({points_words(record.end.vp)})."
    console.print(told, t("terminal.show.length", turns=state.turn, choices=len(record.choices)), markup=False)
    console.print(face_of(state).reason_for_end(state))


# -- cases -------------------------------------------------------------------------------------------------------------


def cases(args: Namespace) -> int:
    """Run the rule cases of files and folders."""
    passed, failed, failures, unreadable = 0, 0, list[str](), list[str]()
    clauses: set[str] = set()
    for name in _case_files(args.paths, unreadable):
        try:
            found = parse_cases(read_text_file(name), name)
        except (CommandError, TextError) as error:
            unreadable.append(sentence(str(error)))
            continue
        for case in found:
            clauses |= set(case.clauses)
            wrong = run_case(case)
            failures += wrong
            passed += not wrong
            failed += bool(wrong)
    if args.json:
        told = {"passed": passed, "failed": failed, "failures": failures, "unreadable": unreadable, "clauses": sorted(clauses)}
        print_json(told)
    else:
        for failure in failures:
            print(sentence(failure))
        if passed or failed or not unreadable:
            print(f"{passed} cases hold, {failed} do not; they cite {len(clauses)} clauses.")
    for complaint in unreadable:
        sys.stderr.write(complaint + "\n")
    return 2 if unreadable else 1 if failures else 0


def _case_files(paths: list[str], unreadable: list[str]) -> list[str]:
    found: list[str] = []
    for name in paths:
        if Path(name).is_dir():
            inside = sorted(str(path) for path in Path(name).rglob("*.case"))
            if not inside:
                unreadable.append(f"There are no files *.case in {name}.")
            found += inside
        else:
            found.append(name)
    return found


# -- perft -------------------------------------------------------------------------------------------------------------


def position_and_counts(text: str, source: str) -> tuple[State, dict[int, int]]:
    """Read a position file, with or without the counts of docs/perft.md below it."""
    if any(line.startswith("perft ") for line in text.split("\n")):
        return counting.read_perft(text, source)
    return read_position(text, source), {}


def perft(args: Namespace) -> int:
    """Count sequences of choices."""
    if not 0 <= args.depth <= DEEPEST:
        raise CommandError(f"--depth is from 0 to {DEEPEST}, not {args.depth}")
    state, counts = position_and_counts(read_text_file(args.position), args.position)
    began = time.perf_counter()
    parts = counting.divide(state, args.depth) if args.divide else {}
    total = sum(parts.values()) if args.divide and args.depth else counting.perft(state, args.depth)
    seconds = time.perf_counter() - began
    if args.json:
        told = {"position": args.position, "depth": args.depth, "count": total, "seconds": round(seconds, 6)}
        print_json({**told, "divide": parts} if args.divide else told)
        return 1 if total != counts.get(args.depth, total) else 0
    console = make_console()
    if args.divide:
        table = Table(box=box.ASCII2)
        table.add_column("first choice")
        table.add_column("sequences", justify="right")
        for choice, number in parts.items():
            table.add_row(Text(choice), f"{number:,}")
        console.print(table)
    speed = f", {total / seconds:,.0f} a second" if seconds > 0.01 else ""
    console.print(f"{total:,} sequences of {args.depth} choices ({seconds:.2f} s{speed}).")
    if total != counts.get(args.depth, total):
        console.print(f"The file says {counts[args.depth]:,}: one of the two is wrong.")
        return 1
    return 0
