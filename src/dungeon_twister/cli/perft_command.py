"""The command `perft`: counts the sequences of choices from a position."""

from __future__ import annotations

import time
from argparse import Namespace

from rich import box
from rich.table import Table
from rich.text import Text

from dungeon_twister.cli.output import CommandError, make_console, print_json, read_text_file
from dungeon_twister.game.record import perft as counting
from dungeon_twister.game.record.position import read_position
from dungeon_twister.rules.engine.state import State

DEEPEST = 50


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
        result = {"position": args.position, "depth": args.depth, "count": total, "seconds": round(seconds, 6)}
        print_json({**result, "divide": parts} if args.divide else result)
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
