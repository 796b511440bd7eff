"""The command `dataset`: games of bots as rows for learning; progress and errors on stderr, the result on stdout."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from dungeon_twister.ai.arena.dataset import Dataset, DatasetError, DatasetProgress, Part, run_dataset
from dungeon_twister.ai.arena.workers import TaskFailure, has_ray
from dungeon_twister.cli.ladder_command import EXTRA, INCOMPLETE
from dungeon_twister.cli.output import (
    CommandError,
    as_sentence,
    check_bot,
    chosen_scenario,
    make_console,
    os_error_text,
    parse_option_words,
    print_json,
)
from dungeon_twister.cli.selfplay_command import for_all_seats


def dataset(args: Namespace) -> int:
    """Play the missing games and print the result."""
    asked = _asked(args)
    console = make_console(stderr=True)
    if args.ray and not has_ray():
        console.print(f"Ray is not installed (pip install '{EXTRA}'): the games are played on this machine.", markup=False)
    try:
        progress = _run(asked, args, console)
    except DatasetError as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"Cannot write {args.out}: {os_error_text(error)}") from None
    _tell(progress, args)
    return 0 if progress.complete else INCOMPLETE


def _asked(args: Namespace) -> Dataset:
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))  # the user's own bots, as module:Class
    scenario, options = chosen_scenario(args), parse_option_words(args.option)
    for bot in args.bots:
        check_bot(bot)
    bots = for_all_seats(tuple(args.bots), scenario, options)
    return Dataset(bots, args.games, args.seed, scenario, options, args.format, args.games_in_a_file)


def _run(asked: Dataset, args: Namespace, console: Console) -> DatasetProgress:
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    # No thread redraws the bar, because processes are forked meanwhile.
    with Bar(*columns, console=console, transient=True, auto_refresh=False, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)

        def report_progress(progress: DatasetProgress, outcome: Part | TaskFailure) -> None:
            if isinstance(outcome, TaskFailure):
                what = "they are played again" if outcome.again else "they are left out"
                console.print(as_sentence(f"{outcome.encounter}: {outcome.sentence}; {what}"), markup=False)
            bar.update(task, total=progress.asked, completed=progress.played, description=f"{progress.rows:,} rows")
            bar.refresh()

        return run_dataset(asked, Path(args.out), args.jobs, args.ray or "", report_progress)


def _tell(progress: DatasetProgress, args: Namespace) -> None:
    if args.json:
        known = {name: getattr(progress, name) for name in ("asked", "played", "rows", "faults", "interrupted")}
        print_json({**known, "folder": args.out})
        return
    words = [f"{args.out} has {progress.played} of {progress.asked} games; this run wrote {progress.rows:,} rows."]
    if progress.faults:
        words.append(f"In {progress.faults} games a bot failed (column fault).")
    if not progress.complete:
        words.append("The same command goes on.")
    sys.stdout.write(f"{'Interrupted: ' if progress.interrupted else ''}{' '.join(words)}\n")
