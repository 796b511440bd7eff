"""Plays games between bots whose setup is drawn at random, and writes down what stood and lay where and who won.

    python training/setup.py games.jsonl --games 3000 --jobs 2 --seed opening --positions 300

With fewer positions greedy plays a little worse and several times as fast. Each game depends on the seed, its number and that.
A file that is there already is gone on with: numbers it holds are not played again. `setup_fit.py` makes a table of the file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

from dungeon_twister.bots.base import Bot
from dungeon_twister.bots.board import planning
from dungeon_twister.bots.finding import find_bot
from dungeon_twister.engine.board.state import BoardState, board_of
from dungeon_twister.engine.state import UNDER
from dungeon_twister.observe import CardView, View
from dungeon_twister.record.game import Game
from dungeon_twister.record.notation import Choice
from dungeon_twister.seated import Seat, SeatedGame, give_up

SETUP: Final = ("start", "lay", "leave-out")  # the choices that are drawn
Row = dict[str, object]


class AnySetup:
    """A bot that sets up at random and then plays as another one does."""

    def __init__(self, bot: Bot, seed: str) -> None:
        self.name = bot.name
        self._bot = bot
        self._rng = Random(seed)

    def choose(self, view: View | CardView) -> Choice:
        if view.choices[0].do in SETUP:
            return self._rng.choice(view.choices)
        return self._bot.choose(view)


def played(scenario: str, bot: str, positions: int, seed: str, number: int) -> Row:
    """One game: where everything was when it began, and how it ended."""
    if positions:
        setattr(planning, "MOST", positions)  # noqa: B010 - a constant for everybody but this script
    game = Game.new(scenario, None, f"{seed}/{number}")
    entrant = find_bot(bot)
    players = game.state.setting.players
    bots = [AnySetup(entrant.make(f"{seed}/{number}/{player}"), f"{seed}/{number}/setup/{player}") for player in range(players)]
    table = SeatedGame(game, [Seat.of_bot(bot) for bot in bots], viewers=())
    while game.state.turn == 0:
        table.decide(table.ask(game.state.decider(), give_up))
    row = {"number": number, **laid_out(board_of(game.state))}
    while not table.over:
        table.decide(table.ask(game.state.decider(), give_up))
    state = game.state
    row["won"] = [player for player in range(players) if state.winners >> player & 1]
    row["vp"] = list(state.vp)
    row["turns"] = state.turn
    return row


def laid_out(s: BoardState) -> Row:
    """For each player the signs of his starters, and under which room each of the others lies."""
    signs = [piece.sign for piece in s.setting.pieces]
    starters: list[list[str]] = []
    hidden: list[dict[str, int]] = []
    for player in range(s.setting.players):
        own = s.setting.tokens_of[player]
        starters.append([signs[token % s.setting.each] for token in own if 0 <= s.loc[token] < UNDER])
        hidden.append({signs[token % s.setting.each]: s.loc[token] - UNDER for token in own if s.loc[token] >= UNDER})
    return {"starters": starters, "hidden": hidden}


def numbers_in(path: Path) -> set[int]:
    """The games a file holds. A last line that was cut off does not count, and is taken away."""
    if not path.exists():
        return set()
    found: set[int] = set()
    whole: list[str] = []
    for line in path.read_text("utf-8").splitlines():
        try:
            found.add(json.loads(line)["number"])
        except (ValueError, KeyError):
            continue
        whole.append(line)
    path.write_text("".join(line + "\n" for line in whole), "utf-8")
    return found


def play_all(arguments: argparse.Namespace, numbers: list[int]) -> Iterator[Row]:
    """The games as they end."""
    what = arguments.scenario, arguments.bot, arguments.positions, arguments.seed
    with ProcessPoolExecutor(max_workers=arguments.jobs) as pool:
        waiting = [pool.submit(played, *what, number) for number in numbers]
        for done in as_completed(waiting):
            yield done.result()


def main() -> None:
    parser = argparse.ArgumentParser(description="games with setups drawn at random")
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="opening")
    parser.add_argument("--scenario", default="base")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--positions", type=int, default=0, help="that greedy looks at for a plan; 0: as always")
    arguments = parser.parse_args()
    there = numbers_in(arguments.file)
    numbers = [number for number in range(arguments.games) if number not in there]
    began = perf_counter()
    with arguments.file.open("a", encoding="utf-8") as file:
        for count, row in enumerate(play_all(arguments, numbers), 1):
            file.write(json.dumps(row) + "\n")
            file.flush()
            if count % 20 == 0 or count == len(numbers):
                rate = (perf_counter() - began) / count
                print(f"{count} of {len(numbers)} games, {rate:.2f} s each", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
