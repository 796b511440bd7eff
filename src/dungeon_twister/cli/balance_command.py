"""The command `scenario balance`: bots try a scenario; progress on stderr, the report on stdout."""

from __future__ import annotations

import os
from argparse import Namespace

from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from dungeon_twister.cli.output import (
    CommandError,
    as_sentence,
    check_bot,
    chosen_scenario,
    make_console,
    parse_option_words,
    print_json,
)
from dungeon_twister.cli.texts import catalogue, colour_word, t
from dungeon_twister.workshop.balance import MOST_GAMES, BalanceTest
from dungeon_twister.workshop.balance_game import SOURCES
from dungeon_twister.workshop.balance_report import BalanceReport
from dungeon_twister.workshop.balance_run import run_balance

MOST_JOBS = 256


def balance(args: Namespace) -> int:
    """Play the games and print the report; Ctrl-C ends the run with the report so far."""
    args.scenario, args.game = args.file, None
    scenario = chosen_scenario(args)
    if not 1 <= args.games <= MOST_GAMES:
        raise CommandError(t("workshop.balance.wrong-games", most=MOST_GAMES, number=args.games))
    if not 0 <= args.jobs <= MOST_JOBS:
        raise CommandError(t("workshop.balance.wrong-jobs", most=MOST_JOBS, number=args.jobs))
    check_bot(args.bot)
    test = BalanceTest(scenario, parse_option_words(args.option), args.bot, args.seed)
    report = test.report(args.games)
    _play(test, report, args.jobs or os.cpu_count() or 1)
    if args.json:
        print_json(report.as_json(catalogue()))
    else:
        _print(report)
    return 0


def _play(test: BalanceTest, report: BalanceReport, jobs: int) -> None:
    console = make_console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    playing = run_balance(test, report, min(jobs, report.asked))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(t("workshop.balance.games"), total=report.asked)
        try:
            for _ in playing:
                progress.update(task, completed=len(report.played), description=_standing(report))
        except KeyboardInterrupt:
            playing.close()


def _standing(report: BalanceReport) -> str:
    """Return the wins so far for the bar of progress."""
    return ", ".join(f"{colour_word(colour)} {wins}" for colour, wins in report.wins.items())


def _print(report: BalanceReport) -> None:
    console = make_console()
    title = t("workshop.balance.title", games=len(report.played), bot=report.bot, seed=report.seed)
    table = Table(box=box.ASCII2, title=title, title_justify="left")
    table.add_column(t("workshop.balance.seat"))
    for heading in ("wins", "share", "interval", *SOURCES):
        table.add_column(t(f"workshop.balance.{heading}"), justify="right")
    games = max(1, len(report.counted))
    for colour, (share, low, high) in report.shares.items():
        made = [f"{report.points[colour][source] / games:.1f}" for source in SOURCES]
        interval = t("workshop.balance.to", low=round(100 * low), high=round(100 * high))
        percent = t("workshop.balance.percent", share=round(100 * share))
        table.add_row(colour_word(colour), str(report.wins[colour]), percent, interval, *made)
    console.print(table)
    if report.turns:
        turns = report.turns
        words = t("workshop.balance.length", low=turns[0], middle=turns[len(turns) // 2], high=turns[-1], draws=report.draws)
        console.print(words, markup=False, soft_wrap=True)
    if len(report.played) < report.asked:
        console.print(t("workshop.balance.stopped", number=len(report.played), asked=report.asked), markup=False)
    for remark in report.verdict():
        console.print(as_sentence(remark.sentence(catalogue())), markup=False, soft_wrap=True)
