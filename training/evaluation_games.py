"""Play games of the search for the training of its evaluation.

    python -m training.evaluation_games games.jsonl --games 20000 --jobs 2 --seed evaluation [--scenario base] [--ray ADDRESS]

Most turns are played by quick searches of different strength, so that many games are finished. At some turns a judge, which
looks at the replies, compares several plans; these plans and their values are stored. Everybody sees the whole state, because
the evaluation never asks for what is hidden. A game depends only on the seed, its number and the build. The command can be
stopped: started again, it plays the games that the file does not hold.

A line is one game: `number`, `scenario`, `options`, `seed`, `choices` (of the players and of chance, in order, as the integers
of the engine), `profiles` (by player), `won`, `vp`, `turns`, and `judged`: for each judged turn the number of choices before
it, and the plans as `[value, risk, *choices]` (`risk` is -1 without one). `training/evaluation_samples.py` reads the file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from training.setup import keep_games, numbers_in

from dungeon_twister.ai.arena.workers import TaskFailure, players
from dungeon_twister.ai.search.adapters import adapter_for, gc_paused
from dungeon_twister.ai.search.profile import Profile
from dungeon_twister.ai.search.turn_search import TurnSearch
from dungeon_twister.cli.output import parse_option_words
from dungeon_twister.rules.engine.decisions import ACT, CHANCE
from dungeon_twister.rules.engine.game import apply, legal, new_setting, start

QUICK: Final = {  # name: its share of the players, and its profile
    "light": (6, Profile(width=4, nodes=250, ends=5, replies=0, samples=0, goal=150, reply_goal=0, opening=0.3)),
    "wide": (3, Profile(width=8, nodes=800, ends=7, replies=0, samples=1, goal=300, reply_goal=0, opening=0.6)),
    "careless": (
        1,
        Profile(
            width=3, nodes=200, ends=4, replies=0, samples=0, goal=60, reply_goal=0, noise=20, overlooked=0.15, opening=0.02
        ),
    ),
}
JUDGE: Final = Profile(
    width=12, nodes=1500, ends=8, replies=14, reply_width=3, reply_nodes=160, samples=2, goal=600, reply_goal=150, trust=1.0
)
JUDGED: Final = 0.08  # part of the turns that the judge looks at
PLANS: Final = 14  # plans of such a turn that are stored
ANY_SETUP: Final = 0.25  # part of the games with a setup drawn at random


class GameTask(NamedTuple):
    """One game to play."""

    number: int
    scenario: str
    options: dict[str, str]
    seed: str

    @property
    def encounter(self) -> int:
        return self.number

    def play(self) -> dict[str, Any]:
        with gc_paused():
            return TrainingGame(self).play()


class TrainingGame:
    """A game while it is played."""

    def __init__(self, task: GameTask) -> None:
        self.task = task
        self.rng = Random(f"{task.seed}/{task.scenario}/{task.number}")
        setting = new_setting(task.scenario, task.options)
        self.state = start(setting)
        self.adapter = adapter_for(setting)
        names = [name for name, (share, _) in QUICK.items() for _ in range(share)]
        self.profiles = [self.rng.choice(names) for _ in range(setting.players)]
        seeds = [Random(f"{task.seed}/{task.number}/{player}") for player in range(setting.players)]
        self.searches = [TurnSearch(self.adapter, QUICK[name][1], rng) for name, rng in zip(self.profiles, seeds, strict=True)]
        self.judge = TurnSearch(self.adapter, JUDGE, self.rng)
        self.choices: list[int] = []
        self.judged: list[list[Any]] = []

    def play(self) -> dict[str, Any]:
        """Play the game and return its line."""
        s = self.state
        any_setup = self.rng.random() < ANY_SETUP
        turn = 0
        while not s.over:
            player = s.decider()
            if player == CHANCE or (any_setup and s.turn == 0):
                self._apply(self.rng.choice(legal(s)))
                continue
            begins = s.turn != turn and s.active == player and (self.adapter.at_turn_start(s) or s.decision() == ACT)
            path: tuple[int, ...] = ()
            if begins:
                turn = s.turn
                if self.rng.random() < JUDGED:
                    path = self._judge()
            self._follow(path or self.searches[player].think(s), player)
        return {
            "number": self.task.number,
            "scenario": self.task.scenario,
            "options": self.task.options,
            "seed": self.task.seed,
            "profiles": self.profiles,
            "won": [player for player in range(s.setting.players) if s.winners >> player & 1],
            "vp": list(s.vp),
            "turns": s.turn,
            "judged": self.judged,
            "choices": self.choices,
        }

    def _judge(self) -> tuple[int, ...]:
        """Store the plans of this turn with their values, and return the best one; () if the turn is won, or has one plan."""
        plans = self.judge.plans(self.state, PLANS)
        if len(plans) < 2:
            return ()
        self.judged.append([len(self.choices), [[round(plan.value, 1), plan.risk, *plan.path] for plan in plans]])
        return plans[0].path + ((plans[0].risk,) if plans[0].risk >= 0 else ())

    def _follow(self, path: tuple[int, ...], player: int) -> None:
        """Make the choices of a plan as long as they are allowed."""
        s = self.state
        for choice in path:
            if s.over or s.decider() != player or choice not in legal(s):
                return
            self._apply(choice)

    def _apply(self, choice: int) -> None:
        self.choices.append(choice)
        apply(self.state, choice)


def played(tasks: list[GameTask], jobs: int, ray: str) -> Iterator[dict[str, Any]]:
    """Yield the lines of the games as they end, and say which could not be played."""
    for row in players(tasks, jobs, ray):
        if isinstance(row, TaskFailure):
            print(f"game {row.encounter}: {row.sentence}", file=sys.stderr, flush=True)
        else:
            yield row


def main() -> None:
    parser = argparse.ArgumentParser(description="games for the training of the evaluation")
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--ray", default="", help="the address of a Ray cluster")
    parser.add_argument("--seed", default="evaluation")
    parser.add_argument("--scenario", default="base")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    arguments = parser.parse_args()
    try:
        options = parse_option_words(arguments.option)
        new_setting(arguments.scenario, options)
    except ValueError as error:
        parser.error(str(error))
    there = numbers_in(arguments.file)
    if there:
        first = json.loads(arguments.file.open(encoding="utf-8").readline())
        if [first.get(name) for name in ("scenario", "options", "seed")] != [arguments.scenario, options, arguments.seed]:
            parser.error(f"{arguments.file} has games of another scenario, seed or options; name another file")
    tasks = [
        GameTask(number, arguments.scenario, options, arguments.seed)
        for number in range(arguments.games)
        if number not in there
    ]
    keep_games(arguments.file, played(tasks, arguments.jobs, arguments.ray), len(tasks))


if __name__ == "__main__":
    main()
