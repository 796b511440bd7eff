"""Checks the puzzles that come with the game by looking at everything, and keeps what came of it.

`python -m bench.puzzles check --jobs 2 --seconds 600`: those of which least is to be looked at come first; every result is
written to bench/puzzles.jsonl at once, and the same command goes on where it was stopped. A puzzle that has changed since is
checked again. `--goals win leave` and `--number 300` choose some.

`python -m bench.puzzles tell`: writes into docs/data/puzzles.md how many were checked, and what that took.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from hashlib import blake2b
from multiprocessing import Pool
from pathlib import Path

from dungeon_twister.compiled import running as is_compiled
from dungeon_twister.learning.puzzles import FAMILIES, GOALS, Puzzle, load_puzzle, load_puzzles, puzzle_line
from dungeon_twister.learning.puzzles.puzzle_checks import examine

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "bench" / "puzzles.jsonl"
DOCUMENT = ROOT / "docs" / "data" / "puzzles.md"
BEGINS, ENDS = "<!-- checked -->\n", "\n<!-- end of checked -->"


@dataclass(frozen=True)
class Result:
    """Result of the check of one puzzle; `digest` is the hash of the checked text."""

    number: int
    digest: str
    seconds: float
    positions: int
    compiled: bool
    faults: list[str]


def digest_of(puzzle: Puzzle) -> str:
    """Tells a puzzle from what it was before somebody changed it."""
    return blake2b(puzzle_line(puzzle).encode(), digest_size=6).hexdigest()


def results(path: Path = RESULTS) -> dict[int, Result]:
    """What is known of puzzles as they are now, by their numbers."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = {one.number: one for one in (Result(**json.loads(line)) for line in lines)}
    digests = {puzzle.number: digest_of(puzzle) for puzzle in load_puzzles()}
    return {number: one for number, one in sorted(found.items()) if digests.get(number) == one.digest}


def checked(number: int) -> Result:
    """Check one."""
    puzzle = load_puzzle(number)
    start = time.process_time()
    found = examine(puzzle)
    seconds = round(time.process_time() - start, 2)
    return Result(number, digest_of(puzzle), seconds, found.positions, is_compiled(), found.faults)


def wanted(path: Path, goals: Iterable[str], number: int) -> list[int]:
    """Those that are to be checked, the quickest first: what was wrong is looked at again."""
    known = {one.number for one in results(path).values() if not one.faults}
    chosen = [one for one in load_puzzles() if one.goal in goals]
    chosen.sort(key=lambda puzzle: (puzzle.positions, puzzle.number))
    return [one.number for one in chosen[: number or len(chosen)] if one.number not in known]


def check(path: Path, goals: Iterable[str], number: int, jobs: int, seconds: float) -> None:
    """Check until all is done or the time is over."""
    coming, start, done = wanted(path, goals, number), time.monotonic(), 0
    with Pool(jobs) as pool, path.open("a", encoding="utf-8") as file:
        for one in pool.imap_unordered(checked, coming):
            done += 1
            file.write(json.dumps(asdict(one)) + "\n")
            file.flush()
            fault = f": {', '.join(one.faults)}" if one.faults else ""
            print(
                f"{done} of {len(coming)}: puzzle {one.number}, {one.positions} positions, {one.seconds} s{fault}", flush=True
            )
            if seconds and time.monotonic() - start > seconds:
                break
    print(results_text(path))


def results_text(path: Path = RESULTS) -> str:
    """What was checked, as a table and a sentence."""
    every, known = load_puzzles(), results(path)
    rows = ["| game | goal | puzzles | checked | positions | seconds |", "|---|---|---|---|---|---|"]
    for family in FAMILIES:
        for goal in GOALS:
            kind = [one for one in every if (one.family, one.goal) == (family, goal)]
            rows.append(f"| {family} | {goal} | {_row(kind, known)} |")
    rows.append(f"| all | | {_row(every, known)} |")
    faults = sum(bool(one.faults) for one in known.values())
    built = "compiled" if all(one.compiled for one in known.values()) else "partly interpreted"
    wrong = f"with faults: {faults}" if faults else "no faults"
    rows += ["", f"{len(known)} of {len(every)} were checked exhaustively ({built}, one processor): {wrong}."]
    return "\n".join(rows)


def _row(kind: Iterable[Puzzle], known: dict[int, Result]) -> str:
    puzzles = list(kind)
    found = [known[one.number] for one in puzzles if one.number in known]
    positions, seconds = sum(one.positions for one in found), sum(one.seconds for one in found)
    return f"{len(puzzles)} | {len(found)} | {positions:,} | {seconds:,.0f}"


def tell(path: Path = RESULTS) -> None:
    """Write it into the document."""
    head, rest = DOCUMENT.read_text(encoding="utf-8").split(BEGINS)
    DOCUMENT.write_text(head + BEGINS + results_text(path) + ENDS + rest.split(ENDS)[1], encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser("check")
    checking.add_argument("--goals", nargs="+", default=list(GOALS), choices=GOALS)
    checking.add_argument("--number", type=int, default=0, help="how many of them, 0 are all")
    checking.add_argument("--jobs", type=int, default=1)
    checking.add_argument("--seconds", type=float, default=0.0, help="when to stop, 0 is never")
    commands.add_parser("tell")
    wishes = parser.parse_args()
    if wishes.command == "check":
        check(RESULTS, wishes.goals, wishes.number, wishes.jobs, wishes.seconds)
    else:
        tell()


if __name__ == "__main__":
    main()
