"""Whole balance runs, on one process or on several."""

from __future__ import annotations

from collections.abc import Generator

from dungeon_twister.ai.arena.matches import in_order
from dungeon_twister.workshop.balance import BalanceTest
from dungeon_twister.workshop.balance_report import BalanceReport


def run_balance(test: BalanceTest, report: BalanceReport, jobs: int = 1) -> Generator[BalanceReport, None, None]:
    """Play the games that the report asks for and does not have yet; yield it after each game."""
    for game in in_order(test, range(len(report.played), report.asked), jobs):
        report.played.append(game)
        yield report
