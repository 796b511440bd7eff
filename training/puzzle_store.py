"""The puzzles of the game: adds new ones, and writes the table of docs/data/puzzles.md (see `training/puzzles.py`)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

from dungeon_twister.ai.search.adapters import adapter_for
from dungeon_twister.game.record.notation import read
from dungeon_twister.learning.puzzles.puzzle import FAMILIES, GOALS, SURVIVE, Puzzle
from dungeon_twister.learning.puzzles.puzzle_checks import check_puzzle, goal_of, puzzle_state
from dungeon_twister.learning.puzzles.puzzle_codec import puzzle_line, read_puzzle
from dungeon_twister.learning.puzzles.solutions import is_dull, themes_of
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError

ROOT = Path(__file__).parents[1]
CONTENT = ROOT / "src" / "dungeon_twister" / "content" / "puzzles"
DOCUMENT = ROOT / "docs" / "data" / "puzzles.md"
TABLE_BEGINS, TABLE_ENDS = "<!-- table -->\n", "\n<!-- end of table -->"
DONE = '{"done"'  # begins the line of a game that was searched


def stored() -> list[Puzzle]:
    """The puzzles that come with the game."""
    found: list[Puzzle] = []
    for family in FAMILIES:
        path = CONTENT / f"{family}.jsonl"
        if path.exists():
            found += [read_puzzle(line, path.name) for line in path.read_text(encoding="utf-8").splitlines()]
    return found


def merge(files: list[Path]) -> None:
    """Add what is new; those that are there keep their numbers."""
    kept = stored()
    known = {puzzle.key() for puzzle in kept}
    fresh: dict[str, Puzzle] = {}
    for path in files:
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith(DONE):
                puzzle = read_puzzle(line, path.name)
                faults = check_puzzle(puzzle, whole=False)
                if faults:
                    print(f"{puzzle.source}: {faults[0]}")
                elif puzzle.key() not in known:
                    puzzle = shortened(puzzle)
                    if puzzle.goal == SURVIVE or not is_dull(puzzle.themes):
                        fresh[puzzle.key()] = puzzle
    number = max((puzzle.number for puzzle in kept), default=0)
    mixed = sorted(fresh.values(), key=lambda one: one.key())
    Random("puzzles").shuffle(mixed)  # so that neighbours by number are not of one game
    for puzzle in mixed:
        number += 1
        kept.append(replace(puzzle, number=number))
    write(kept)
    print(f"{len(fresh)} new puzzles, {len(kept)} in all")


def drop(numbers: list[int]) -> None:
    """Take puzzles out; the others keep their numbers, for people have solved them by these."""
    every = stored()
    kept = [puzzle for puzzle in every if puzzle.number not in numbers]
    write(kept)
    print(f"{len(every) - len(kept)} puzzles less, {len(kept)} in all")


def write(puzzles: list[Puzzle]) -> None:
    """Write the files."""
    CONTENT.mkdir(exist_ok=True)
    for family in FAMILIES:
        lines = [puzzle_line(puzzle) for puzzle in puzzles if puzzle.family == family]
        (CONTENT / f"{family}.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")


def shortened(puzzle: Puzzle) -> Puzzle:
    """The puzzle with whatever its solution does not need left out: a load put down for nothing, a detour."""
    root = puzzle_state(puzzle)
    goal = goal_of(puzzle, adapter_for(root.setting), root)
    lines, end = list(puzzle.solution), played(root, list(puzzle.solution))
    at = 0
    while at < len(lines):
        for size in (3, 2, 1):
            state = played(root, lines[:at] + lines[at + size :])
            if state is not None and (state == end if puzzle.goal == SURVIVE else goal.reached(state)):
                del lines[at : at + size]
                at = -1
                break
        at += 1
    state, path = root.copy(), list[int]()
    for line in lines:
        path.append(read(state, line))
        apply(state, path[-1])
    return replace(puzzle, solution=tuple(lines), themes=themes_of(tuple(path)))


def played(root: State, lines: list[str]) -> State | None:
    """The position after these choices; None if one of them cannot be made."""
    state = root.copy()
    for line in lines:
        try:
            action = read(state, line)
        except (TextError, AmbiguousActionError):
            return None
        if action not in legal(state):
            return None
        apply(state, action)
    return state


def table() -> str:
    """How many puzzles there are by family, goal and grade, and by theme."""
    puzzles = stored()
    rows = ["| game | goal | " + " | ".join(f"grade {grade}" for grade in range(1, 6)) + " | all |", "|---|---|" + "---|" * 6]
    for family in FAMILIES:
        for goal in GOALS:
            grades = [one.grade for one in puzzles if one.family == family and one.goal == goal]
            rows.append(
                f"| {family} | {goal} | "
                + " | ".join(str(grades.count(grade)) for grade in range(1, 6))
                + f" | {len(grades)} |"
            )
    every = [one.grade for one in puzzles]
    rows.append("| all | | " + " | ".join(str(every.count(grade)) for grade in range(1, 6)) + f" | {len(every)} |")
    themes = Counter(theme for one in puzzles for theme in one.themes)
    rows += ["", "| theme | puzzles |", "|---|---|"]
    rows += [f"| {theme} | {count} |" for theme, count in themes.most_common()]
    return "\n".join(rows)


def write_table() -> None:
    """Put the table into the document."""
    head, rest = DOCUMENT.read_text(encoding="utf-8").split(TABLE_BEGINS)
    DOCUMENT.write_text(head + TABLE_BEGINS + table() + TABLE_ENDS + rest.split(TABLE_ENDS)[1], encoding="utf-8")
