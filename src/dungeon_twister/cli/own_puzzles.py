"""Puzzles of one's own at the terminal: a position is checked, a puzzle is solved."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from dungeon_twister.cli.output import CommandError, make_console, os_error_text, read_text_file
from dungeon_twister.cli.puzzle_loop import PuzzleLoop
from dungeon_twister.cli.solving_loop import in_a_row
from dungeon_twister.cli.terminal import Terminal
from dungeon_twister.cli.texts import t, t_plural
from dungeon_twister.learning.puzzles import PuzzleError, PuzzleRun, puzzle_line
from dungeon_twister.learning.puzzles.own_puzzle import OwnPuzzleCheck, check_position, read_own_puzzle
from dungeon_twister.learning.puzzles.puzzle import WIN
from dungeon_twister.rules.geometry.text import TextError


def is_file(name: str) -> bool:
    """Return whether this is a file, not the number of a puzzle."""
    return "." in name or "/" in name or "\\" in name


def open_own(args: Namespace) -> int:
    """Solve the puzzle of a file, or check its position."""
    text = read_text_file(args.puzzle)
    try:
        if text.lstrip().startswith("{"):
            PuzzleLoop(PuzzleRun(read_own_puzzle(text)), Terminal(make_console(args.no_colour))).run()
            return 0
        found = check_position(text, args.goal or WIN, args.token, seconds=args.seconds)
    except (PuzzleError, TextError) as error:
        raise CommandError(str(error)) from None
    _tell(found, args.no_colour)
    if found.puzzle is None:
        return 1
    if args.out:
        _write(args.out, puzzle_line(found.puzzle))
    return 0


def _tell(found: OwnPuzzleCheck, no_colour: bool) -> None:
    console = make_console(no_colour)

    def say(sentence: str) -> None:
        console.print(sentence, markup=False, soft_wrap=True)

    puzzle = found.puzzle
    if puzzle is None:
        say(t(f"workshop.puzzle.problem.{found.problem}"))
    else:
        unique = puzzle.solutions == 1
        say(t("workshop.puzzle.unique") if unique else t_plural("workshop.puzzle.several", puzzle.solutions))
        say(t("workshop.puzzle.difficulty", grade=puzzle.grade))
        for note in found.notes:
            say(t_plural(f"workshop.puzzle.note.{note}", puzzle.points))
        for number, lines in enumerate(found.solutions, 1):
            say(f"{t('workshop.puzzle.solution', number=number)}: {in_a_row(lines)}")
    if found.hidden:
        say(t_plural("workshop.puzzle.hidden", found.hidden))


def _write(name: str, line: str) -> None:
    try:
        with Path(name).open("x", encoding="utf-8") as file:
            file.write(f"{line}\n")
    except OSError as error:
        raise CommandError(t("analysis.error.cannot-write", file=name, reason=os_error_text(error))) from None
