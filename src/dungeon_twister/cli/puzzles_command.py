"""The command `puzzles`: counts, lists, solves or exhaustively checks puzzles."""

from __future__ import annotations

import json
from argparse import Namespace
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_data_path
from rich import box
from rich.table import Table
from rich.text import Text

from dungeon_twister.cli.output import CommandError, make_console
from dungeon_twister.cli.puzzle_loop import PuzzleLoop
from dungeon_twister.cli.terminal import Terminal
from dungeon_twister.cli.texts import t, t_plural
from dungeon_twister.learning.puzzles import (
    FAMILIES,
    GOALS,
    GRADES,
    THEMES,
    Puzzle,
    PuzzleError,
    PuzzleRun,
    check_puzzles,
    easy_puzzle_of_the_day,
    load_puzzles,
    puzzle_of_the_day,
)
from dungeon_twister.learning.puzzles.streak import PuzzleProgress, progress_of

OF_THE_DAY = {"today": puzzle_of_the_day, "easy": easy_puzzle_of_the_day}


def puzzles(args: Namespace) -> int:
    """Count or list the puzzles, solve one, or check some."""
    try:
        every = load_puzzles()
    except PuzzleError as error:
        raise CommandError(str(error)) from None
    _check_wishes(args)
    wanted = [puzzle for puzzle in every if _fits(puzzle, args)]
    if args.check is not None:
        return _check(wanted, args.check, len(every))
    if args.puzzle:
        return _solve(_named(every, args.puzzle), args.no_colour)
    if args.goal or args.theme or args.grade or args.family:
        return _list(wanted)
    return _count(every)


def _check_wishes(args: Namespace) -> None:
    for name, known in (("goal", GOALS), ("theme", THEMES), ("family", FAMILIES)):
        given = getattr(args, name)
        if given and given not in known:
            raise CommandError(f"--{name} is one of {', '.join(known)}, not {given!r}")
    if args.grade and args.grade not in GRADES:
        raise CommandError(f"--grade is from {GRADES[0]} to {GRADES[-1]}, not {args.grade}")
    if args.check is not None and args.check < 0:
        raise CommandError(f"--check is a number from 0 up, not {args.check}")


def _fits(puzzle: Puzzle, args: Namespace) -> bool:
    if args.goal not in ("", puzzle.goal) or args.family not in ("", puzzle.family):
        return False
    return args.grade in (0, puzzle.grade) and (not args.theme or args.theme in puzzle.themes)


def _named(every: tuple[Puzzle, ...], name: str) -> Puzzle:
    if name in OF_THE_DAY:
        return OF_THE_DAY[name](datetime.now(UTC).date())
    for puzzle in every:
        if str(puzzle.number) == name:
            return puzzle
    raise CommandError(t("terminal.puzzles.none", number=name, count=len(every), last=every[-1].number))


# -- lists -----------------------------------------------------------------------------------------------------------------


def _count(every: tuple[Puzzle, ...]) -> int:
    """Count the puzzles by goal and grade."""
    console, table = make_console(), Table(box=box.ASCII2)
    table.add_column(t("terminal.puzzles.column.goal"))
    for grade in GRADES:
        table.add_column(t("terminal.puzzles.column.grade", grade=grade), justify="right")
    table.add_column(t("terminal.puzzles.column.all"), justify="right")
    for family in FAMILIES:
        for goal in GOALS:
            grades = [puzzle.grade for puzzle in every if puzzle.family == family and puzzle.goal == goal]
            if grades:
                name = f"{t(f'puzzles.short.{goal}')} ({t(f'puzzles.family.{family}')})"
                table.add_row(Text(name), *(str(grades.count(grade)) for grade in GRADES), str(len(grades)))
    console.print(table)
    done = load_progress()
    solved = sum(puzzle.number in done.solved for puzzle in every)
    figures = {"count": len(every), "solved": solved, "streak": done.streak, "best": done.best}
    console.print(t("terminal.puzzles.count", **figures), markup=False)
    day = datetime.now(UTC).date()
    console.print(t("terminal.puzzles.day", number=puzzle_of_the_day(day).number), markup=False, soft_wrap=True)
    console.print(t("terminal.puzzles.easy", number=easy_puzzle_of_the_day(day).number), markup=False, soft_wrap=True)
    left = next((puzzle for puzzle in every if puzzle.number not in done.solved), every[0])
    console.print(t("terminal.puzzles.how", number=left.number), markup=False, soft_wrap=True)
    return 0


def _list(wanted: list[Puzzle]) -> int:
    console = make_console()
    if not wanted:
        raise CommandError(t("terminal.puzzles.none-such"))
    done = load_progress().solved
    table = Table.grid(padding=(0, 2))
    for puzzle in wanted:
        mark = "[x]" if puzzle.number in done else "[ ]"
        size = t("terminal.puzzles.row", points=puzzle.points, grade=puzzle.grade)
        themes = ", ".join(t(f"puzzles.theme.{theme}") for theme in puzzle.themes)
        goal, scenario = t(f"puzzles.short.{puzzle.goal}"), t(f"game.scenario.{puzzle.scenario}")
        table.add_row(f"\\{mark}", f"[bold]{puzzle.number}[/]", goal, scenario, size, Text(themes))
    console.print(table)
    return 0


# -- one puzzle, and the check -----------------------------------------------------------------------------------------------


def _solve(puzzle: Puzzle, no_colour: bool) -> int:
    terminal = Terminal(make_console(no_colour))
    table = PuzzleLoop(PuzzleRun(puzzle), terminal)
    table.run()
    done = load_progress()
    if table.faulty:
        done = done.after_fault(puzzle.number)
    if table.solved:
        done = done.after_solving(puzzle.number)
        terminal.say(t_plural("terminal.puzzles.streak", done.streak), "bold")
    else:
        terminal.say(t("terminal.puzzles.left", number=puzzle.number), whole=True)
    save_progress(done)
    return 0


def _check(wanted: list[Puzzle], number: int, every: int) -> int:
    """Check this many puzzles, those with the fewest positions first; 0: all."""
    chosen = sorted(wanted, key=lambda puzzle: (puzzle.positions, puzzle.number))[: number or len(wanted)]
    console, faults = make_console(), 0
    for fault in check_puzzles(chosen):
        faults += 1
        console.print(fault, markup=False, soft_wrap=True)
    key = "terminal.puzzles.check-wrong" if faults else "terminal.puzzles.check"
    console.print(t(key, checked=len(chosen), count=every, faults=faults), markup=False)
    return 1 if faults else 0


# -- progress ----------------------------------------------------------------------------------------------------------------


def progress_file() -> Path:
    """Return the progress file in the user's data folder, next to that of the lessons."""
    folder: Path = user_data_path("dungeon-twister", appauthor=False)
    return folder / "puzzles.json"


def load_progress() -> PuzzleProgress:
    """Return the solved puzzles; none if the file cannot be read."""
    try:
        return progress_of(json.loads(progress_file().read_text("utf-8")))
    except (OSError, ValueError):
        return PuzzleProgress()


def save_progress(done: PuzzleProgress) -> None:
    """Store the progress. An unwritable file is ignored: the puzzle itself went well."""
    with suppress(OSError):
        progress_file().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        progress_file().write_text(json.dumps(done.plain()) + "\n", "utf-8")
