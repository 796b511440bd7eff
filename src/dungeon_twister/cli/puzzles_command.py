"""The command `puzzles`: counts, lists, solves or exhaustively checks puzzles, and shows one's own results."""

from __future__ import annotations

from argparse import Namespace
from datetime import UTC, date, datetime
from time import monotonic, time

from rich import box
from rich.table import Table
from rich.text import Text

from dungeon_twister.cli.output import CommandError, make_console
from dungeon_twister.cli.own_puzzles import is_file, open_own
from dungeon_twister.cli.progress_file import add_result, own_entries, own_report, puzzle_ratings
from dungeon_twister.cli.puzzle_loop import PuzzleLoop
from dungeon_twister.cli.rating_graph import rating_graph
from dungeon_twister.cli.terminal import Terminal
from dungeon_twister.cli.texts import t, t_plural
from dungeon_twister.learning.progress import NextPuzzle, next_puzzle, rate
from dungeon_twister.learning.progress.entries import LOST, PUZZLE, WON
from dungeon_twister.learning.progress.puzzle_choice import game_of
from dungeon_twister.learning.progress.ratings import PUZZLES
from dungeon_twister.learning.progress.report import RatingReport
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

NEXT = "next"
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
    if args.mine:
        return _mine(len(every))
    if is_file(args.puzzle):
        return open_own(args)
    if args.puzzle == NEXT:
        return _solve_next(wanted, args.no_colour)
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
    done = own_report().puzzles
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
    done = own_report().puzzles.solved
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
    terminal, begun = Terminal(make_console(no_colour)), monotonic()
    table, game = PuzzleLoop(PuzzleRun(puzzle), terminal), game_of(puzzle)
    before = _rating(game)
    table.run()
    number, seconds = str(puzzle.number), monotonic() - begun
    if table.faulty:
        add_result(PUZZLE, number, LOST, game=game, seconds=seconds)
    if table.done:
        add_result(PUZZLE, number, WON, rated=not table.faulty, game=game, seconds=seconds)
    after = _rating(game)
    if after is not None and after != before:
        terminal.say(_rating_text(after))
    if table.done:
        terminal.say(t_plural("terminal.puzzles.streak", own_report().puzzles.streak), "bold")
        terminal.say(t("terminal.puzzles.next"), whole=True)
    else:
        terminal.say(t("terminal.puzzles.left", number=puzzle.number), whole=True)
    return 0


def _solve_next(wanted: list[Puzzle], no_colour: bool) -> int:
    """Solve the next puzzle at the learner's level: one that is due, otherwise a new one."""
    found = _offered(wanted)
    if found is None:
        raise CommandError(t("terminal.puzzles.none-left"))
    if found.due:
        day = date.fromtimestamp(found.missed).isoformat() if found.missed else ""
        make_console(no_colour).print(t("terminal.puzzles.due-on", day=day) if day else t("puzzles.due.again"), markup=False)
    return _solve(_named(load_puzzles(), str(found.number)), no_colour)


def _offered(wanted: list[Puzzle]) -> NextPuzzle | None:
    entries, ratings = own_entries(), puzzle_ratings()
    return next_puzzle(wanted, ratings, rate(entries, ratings), entries, time())


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


# -- one's own results -------------------------------------------------------------------------------------------------------


def _mine(count: int) -> int:
    """Show the ratings with their graphs, the streak, and what is due."""
    console, report = make_console(), own_report()
    for rating in report.ratings:
        if rating.kind == PUZZLES:
            console.print(_rating_text(rating), markup=False)
            for line in rating_graph([point.value for point in rating.points]):
                console.print(line, markup=False, highlight=False)
    mine = report.puzzles
    figures = {"count": count, "solved": len(mine.solved), "streak": mine.streak, "best": mine.best}
    console.print(t("terminal.puzzles.count", **figures), markup=False)
    console.print(t_plural("puzzles.due", len(mine.due)), markup=False)
    if mine.longest_run:
        console.print(t_plural("terminal.puzzles.run", mine.longest_run), markup=False)
    console.print(t("terminal.puzzles.next"), markup=False, soft_wrap=True)
    return 0


def _rating(game: str) -> RatingReport | None:
    ratings = own_report().ratings
    return next((rating for rating in ratings if (rating.kind, rating.game) == (PUZZLES, game)), None)


def _rating_text(rating: RatingReport) -> str:
    spread = round(1.96 * rating.deviation)
    value = t("puzzles.rating.value", value=rating.value, spread=spread)
    unsure = f" ({t('puzzles.rating.provisional')})" if rating.provisional else ""
    return t("terminal.puzzles.rating", game=t(f"puzzles.rating.{rating.game}"), value=value) + unsure
