"""Plays greedy with a table for its setup against greedy as it is, in pairs of games with the seats exchanged.

python training/setup_match.py opening.toml --pairs 200 --jobs 2
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from pathlib import Path
from random import Random
from typing import Final

from dungeon_twister.ai.bots.greedy import GREEDY
from dungeon_twister.ai.search.board.opening import Opening
from dungeon_twister.ai.search.opening_book import read_opening_book
from dungeon_twister.game.determinization import determinize
from dungeon_twister.game.record.notation import Choice, to_choice
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import GameSession, SessionSeat, give_up
from dungeon_twister.game.session.bot import Bot
from dungeon_twister.game.views import CardView, View
from dungeon_twister.game.views.board_view import board_view
from dungeon_twister.rules.engine.game import legal

SETUP: Final = ("start", "lay")


class ByTable:
    """Sets up by a table, and then plays as greedy does."""

    name = "by table"

    def __init__(self, text: str, seed: str) -> None:
        self._bot = GREEDY(seed)
        self._rng = Random(f"{seed}/setup")
        self._table = read_opening_book(text)

    def choose(self, view: View | CardView) -> Choice:
        if view.choices[0].do not in SETUP:
            return self._bot.choose(view)
        state = determinize(board_view(view), self._rng)
        chosen = Opening(state.board_setting, self._table).choose(state, self._rng)
        assert chosen in legal(state)
        return to_choice(state, chosen)


def points(text: str, seed: str, pair: int) -> float:
    """What the table made of the two games of a pair, from 0 to 2."""
    total = 0.0
    for seat in range(2):
        game = RecordedGame.new("base", None, f"{seed}/{pair}")
        bots: list[Bot] = [ByTable(text, f"{seed}/{pair}/{seat}/table"), GREEDY(f"{seed}/{pair}/{seat}/greedy")]
        table = GameSession(game, [SessionSeat.of_bot(bots[0 if player == seat else 1]) for player in range(2)], viewers=())
        while not table.over:
            table.decide(table.ask(game.state.decider(), give_up))
        winners = game.state.winners
        total += (winners >> seat & 1) / winners.bit_count() if winners else 0.5
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description="a table for the setup against none")
    parser.add_argument("table", type=Path)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="match")
    arguments = parser.parse_args()
    text = arguments.table.read_text("utf-8")
    scores: list[float] = []
    with ProcessPoolExecutor(max_workers=arguments.jobs) as pool:
        waiting = [pool.submit(points, text, arguments.seed, pair) for pair in range(arguments.pairs)]
        for done in waiting:
            scores.append(done.result() / 2)
            mean = sum(scores) / len(scores)
            spread = sqrt(sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1) / len(scores))
            print(f"{len(scores)} pairs: {mean:.3f} +- {1.96 * spread:.3f}", flush=True)


if __name__ == "__main__":
    main()
