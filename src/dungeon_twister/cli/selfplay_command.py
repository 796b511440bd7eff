"""The command `selfplay`: bots play a match; progress on stderr, the result as a table or as JSON on stdout."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from dungeon_twister.ai.arena.matches import GameResult, MatchResult, against, check_bots, run_match
from dungeon_twister.ai.bots.specs import split_specs
from dungeon_twister.cli.output import (
    CommandError,
    check_bot,
    chosen_scenario,
    make_console,
    os_error_text,
    parse_option_words,
    print_json,
)
from dungeon_twister.game.record.files import dump
from dungeon_twister.process_support import processes_work
from dungeon_twister.rules.engine.game import new_setting

MOST_GAMES = 1_000_000
MOST_JOBS = 256


def selfplay(args: Namespace) -> int:
    """Play the match and print the result."""
    names = tuple(split_specs(args.bots))
    scenario = chosen_scenario(args)
    options = parse_option_words(args.option)
    names = for_all_seats(names, scenario, options)
    if not 1 <= args.games <= MOST_GAMES:
        raise CommandError(f"--games is from 1 to {MOST_GAMES}, not {args.games}")
    if not 1 <= args.jobs <= MOST_JOBS:
        raise CommandError(f"--jobs is from 1 to {MOST_JOBS}, not {args.jobs}")
    _check(names, args, scenario, options)
    folder = _folder(args.records)
    result = _play(args, names, scenario, options, folder)
    if args.json:
        print_json(result.as_json())
    else:
        _print_result(result, folder)
    return 0


def _check(names: tuple[str, ...], args: Namespace, scenario: str, options: dict[str, str]) -> None:
    """Refuse unknown bots; `module:Class` is searched in the current folder too."""
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    for name in names:
        check_bot(name)
    try:
        check_bots(names, args.seed, scenario, options, args.jobs)
    except ValueError as error:
        raise CommandError(str(error)) from None


def for_all_seats(names: tuple[str, ...], scenario: str, options: dict[str, str]) -> tuple[str, ...]:
    """Return a bot for each seat. With more than two players, two names mean one against all others, one name fills all
    seats."""
    setting = new_setting(scenario, options)
    if setting.players > 2 and len(names) == 2:
        return against(names[0], names[1], setting)
    if setting.players > 2 and len(names) == 1:
        return names * setting.players
    if len(names) != setting.players:
        raise CommandError(f"The scenario {setting.scenario.name} needs {setting.players} bots, not {len(names)}")
    return names


def _folder(name: str | None) -> Path | None:
    if name is None:
        return None
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"Cannot make the folder {name}: {os_error_text(error)}") from None
    return folder


def _play(args: Namespace, names: tuple[str, ...], scenario: str, options: dict[str, str], folder: Path | None) -> MatchResult:
    console = make_console(stderr=True)
    if args.jobs > 1 and not processes_work():
        console.print("This machine does not let programs share work among processes: the games are played one by one.")
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("games", total=args.games)

        def on_game(game: GameResult) -> None:
            if folder is not None:
                _write(folder, game, args.seed)
            progress.advance(task)

        return run_match(names, args.games, args.seed, scenario, options, on_game, jobs=args.jobs)


def _write(folder: Path, game: GameResult, seed: str) -> None:
    """Write one record. A game that ended with a fault is unfinished, so it is sealed like any saved game."""
    path = folder / f"game-{game.number + 1:06}.dt"
    try:
        path.write_text(dump(game.record, f"{seed}/{game.number}"), encoding="utf-8")
    except OSError as error:
        raise CommandError(f"Cannot write {path}: {os_error_text(error)}") from None


def _print_result(result: MatchResult, folder: Path | None) -> None:
    console = make_console()
    table = Table(box=box.ASCII2, title=f"{result.games} games, seed {result.seed}", title_justify="left")
    table.add_column("bot")
    for heading in ("wins", "rate", "95% interval", "faults", "slowest choice"):
        table.add_column(heading, justify="right")
    for name, (rate, low, high) in result.win_rates.items():
        faults, slowest = result.faults_by[name], result.slowest[name]
        interval = f"{low:.1%} to {high:.1%}"
        table.add_row(name, str(result.wins[name]), f"{rate:.1%}", interval, str(faults), f"{slowest * 1000:.1f} ms")
    console.print(table)
    if len(result.seats) > 2:
        _print_seats(result)
    console.print(f"Draws: {result.draws}. Faults: {result.faults}. Mean length: {result.mean_turns:.1f} turns.")
    if result.games < result.asked:
        console.print(f"The match was interrupted: {result.games} of {result.asked} games were played.")
    for game in [game for game in result.played if game.fault is not None][:5]:
        assert game.fault is not None
        console.print(f"Game {game.number + 1}, {game.fault.bot}: {game.fault.sentence}", markup=False)
    if folder is not None:
        console.print(f"The records are in {folder}.", markup=False)


def _print_seats(result: MatchResult) -> None:
    """Print how often each colour won."""
    table = Table(box=box.ASCII2)
    table.add_column("seat")
    for heading in ("wins", "rate", "95% interval"):
        table.add_column(heading, justify="right")
    for colour, (rate, low, high) in result.seat_rates.items():
        table.add_row(colour, str(result.seat_wins[colour]), f"{rate:.1%}", f"{low:.1%} to {high:.1%}")
    make_console().print(table)
