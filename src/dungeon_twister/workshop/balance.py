"""Balance runs: bots of one level play a scenario against each other, and a report grows with every game.

The same scenario, options, bot and seed give the same games, on one process or on several (`balance_run`). A run can be stopped
after any game and continued from its report. A caller with other work plays the games choice by choice (`BalanceGame`) and adds
their facts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dungeon_twister.ai.bots.resolve import resolve_bot
from dungeon_twister.game.record.recorded_game import seed_text
from dungeon_twister.rules.engine.game import Given, new_setting
from dungeon_twister.workshop.balance_game import BalanceGame, GameFacts, play_balance_game
from dungeon_twister.workshop.balance_report import BalanceReport, empty_report

QUICK_BOT: Final = "stoker"
MOST_GAMES: Final = 100_000


@dataclass(frozen=True)
class BalanceTest:
    """What is tried: a scenario by name or text, its options, the bot of all seats, the seed."""

    scenario: str
    options: Given | None = None
    bot: str = QUICK_BOT
    seed: str = "1"

    def __call__(self, number: int) -> GameFacts:
        """Play the game with this number to its end."""
        return play_balance_game(self.scenario, self.options, self.bot, self.seed, number)

    def game(self, number: int) -> BalanceGame:
        """Return the game with this number, at its beginning."""
        return BalanceGame(self.scenario, self.options, self.bot, self.seed, number)

    def report(self, games: int) -> BalanceReport:
        """Return the report before the first game. Raise TextError, OptionError or ValueError for what cannot be played."""
        if not 1 <= games <= MOST_GAMES:
            raise ValueError(f"a balance run has 1 to {MOST_GAMES} games, not {games}")
        setting = new_setting(self.scenario, self.options)
        setting.check_useful()
        resolve_bot(self.bot).check(seed_text(self.seed))
        return empty_report(setting, self.game(0).place_names(), self.bot, self.seed, games)
