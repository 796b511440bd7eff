"""Plays games between bots whose setup is drawn at random, and writes down what stood and lay where and who won.

    python training/setup.py games.jsonl --games 3000 --jobs 2 --seed opening

Both players are a search that looks at few positions and at no replies (`LIGHT`), which in a compiled build takes a fraction of
a second a game; `--bot` names another one. Each game depends on the bot, the seed and its number only. A file that is there
already is gone on with: numbers it holds are not played again. `setup_fit.py` makes a table of the file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

from dungeon_twister.ai.bots.resolve import resolve_bot
from dungeon_twister.ai.search.adapters import adapter_for
from dungeon_twister.ai.search.profile import Profile
from dungeon_twister.ai.search.turn_search import TurnSearch
from dungeon_twister.cli.output import parse_option_words
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import GameSession, SessionSeat, give_up
from dungeon_twister.game.session.bot import Bot
from dungeon_twister.game.views import CardView, View
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import apply, legal, new_setting, start
from dungeon_twister.rules.engine.state import UNDER, State

SETUP: Final = ("pick", "start", "lay", "out")  # the choices that are drawn
LIGHT: Final = Profile(width=4, nodes=250, ends=5, replies=0, samples=0, goal=150, reply_goal=0)
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


def played(scenario: str, options: dict[str, str], bot: str, seed: str, number: int) -> Row:
    """One game: where everything was when it began, and how it ended."""
    one = f"{seed}/{number}"
    return played_light(scenario, options, one) if bot == "light" else played_by(scenario, options, bot, one)


def played_by(scenario: str, options: dict[str, str], name: str, seed: str) -> Row:
    """A game of bots that see views."""
    game = RecordedGame.new(scenario, options, seed)
    bot_factory = resolve_bot(name)
    players = range(game.state.setting.players)
    bots = [AnySetup(bot_factory.make(f"{seed}/{player}"), f"{seed}/setup/{player}") for player in players]
    table = GameSession(game, [SessionSeat.of_bot(bot) for bot in bots], viewers=())
    while game.state.turn == 0:
        table.decide(table.ask(game.state.decider(), give_up))
    began = laid_out(game.state)
    while not table.over:
        table.decide(table.ask(game.state.decider(), give_up))
    return {**began, **result_of(game.state)}


def played_light(scenario: str, options: dict[str, str], seed: str) -> Row:
    """A game of searches on the state itself. They ask for nothing that is hidden: no room is revealed in thought."""
    setting = new_setting(scenario, options)
    s, rng, adapter = start(setting), Random(seed), adapter_for(setting)
    searches = [TurnSearch(adapter, LIGHT, Random(f"{seed}/{player}")) for player in range(setting.players)]
    while s.turn == 0:
        apply(s, rng.choice(legal(s)))
    began = laid_out(s)
    while not s.over:
        player = s.decider()
        if player == CHANCE:
            apply(s, rng.choice(legal(s)))
            continue
        for choice in searches[player].think(s):
            if s.over or s.decider() != player or choice not in legal(s):
                break
            apply(s, choice)
    return {**began, **result_of(s)}


def result_of(s: State) -> Row:
    won = [player for player in range(s.setting.players) if s.winners >> player & 1]
    return {"won": won, "vp": list(s.vp), "turns": s.turn}


def laid_out(s: State) -> Row:
    """For each player the signs of his starters, and under which room each of the others lies; of all who are in the game."""
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


def keep_games(path: Path, games: Iterable[Row], count: int) -> None:
    """Append each of `count` games to a file as soon as it ends, and print how many there are."""
    began = perf_counter()
    with path.open("a", encoding="utf-8") as file:
        for number, row in enumerate(games, 1):
            file.write(json.dumps(row, separators=(",", ":")) + "\n")
            file.flush()
            if number % 20 == 0 or number == count:
                rate = (perf_counter() - began) / number
                print(f"{number} of {count} games, {rate:.2f} s each", file=sys.stderr, flush=True)


def play_all(arguments: argparse.Namespace, numbers: list[int]) -> Iterator[Row]:
    """The games as they end."""
    what = arguments.scenario, parse_option_words(arguments.option), arguments.bot, arguments.seed
    with ProcessPoolExecutor(max_workers=arguments.jobs) as pool:
        waiting = {pool.submit(played, *what, number): number for number in numbers}
        for done in as_completed(waiting):
            yield {"number": waiting[done], **done.result()}


def main() -> None:
    parser = argparse.ArgumentParser(description="games with setups drawn at random")
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="opening")
    parser.add_argument("--scenario", default="base")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="as selection=frontal")
    parser.add_argument("--bot", default="light")
    arguments = parser.parse_args()
    there = numbers_in(arguments.file)
    numbers = [number for number in range(arguments.games) if number not in there]
    keep_games(arguments.file, play_all(arguments, numbers), len(numbers))


if __name__ == "__main__":
    main()
