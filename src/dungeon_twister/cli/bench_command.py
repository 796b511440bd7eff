"""The command `bench`: choices of random play per second, and copies of a state per second."""

from __future__ import annotations

import platform
from argparse import Namespace
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter

from dungeon_twister.cli.output import CommandError, chosen_scenario, make_console, parse_option_words, print_json
from dungeon_twister.compiled import running as is_compiled
from dungeon_twister.rules.engine.game import apply, legal, new_setting, start
from dungeon_twister.rules.engine.state import State

REPEATS = 5
COPIES_SHARE = 0.1  # share of the time spent on measuring copies
BATCH = 200


@dataclass
class Measured:
    """One repeat."""

    games: int
    choices: int
    seconds: float

    @property
    def speed(self) -> float:
        return self.choices / self.seconds


def bench(args: Namespace) -> int:
    """Measure and print the result."""
    if not 0.01 <= args.seconds <= 3600:
        raise CommandError(f"--seconds is from 0.01 to 3600, not {args.seconds}")
    scenario = chosen_scenario(args)
    setting = new_setting(scenario, parse_option_words(args.option))
    rng = Random(args.seed)
    each = args.seconds / REPEATS
    state = start(setting)
    plays: list[Measured] = []
    copies: list[float] = []
    for _ in range(REPEATS):
        state, measured = _play(state, rng, each * (1 - COPIES_SHARE))
        plays.append(measured)
        copies.append(_copy(state, each * COPIES_SHARE))
    figures = {
        "engine": "compiled" if is_compiled() else "interpreted",
        "scenario": setting.scenario.name,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "seed": args.seed,
        "seconds": args.seconds,
        "repeats": REPEATS,
        "games": sum(measured.games for measured in plays),
        "choices": sum(measured.choices for measured in plays),
        "choices_per_second": round(median(measured.speed for measured in plays)),
        "copies_per_second": round(median(copies)),
        "choices_per_second_of_repeats": [round(measured.speed) for measured in plays],
    }
    if args.json:
        print_json(figures)
        return 0
    console = make_console()
    console.print(f"The engine is {figures['engine']}; {figures['python']}; scenario {setting.scenario.title}.", markup=False)
    console.print(f"{figures['choices_per_second']:>12,} choices a second (random play, median of {REPEATS} repeats)")
    console.print(f"{figures['copies_per_second']:>12,} copies of a state a second")
    console.print(f"Seed {args.seed}, {figures['games']} games, {figures['choices']:,} choices.", markup=False)
    return 0


def _play(state: State, rng: Random, seconds: float) -> tuple[State, Measured]:
    """Play at random for some seconds. Every choice is generated, drawn and made."""
    games, choices = 0, 0
    began = perf_counter()
    spent = 0.0
    while spent < seconds:
        for _ in range(BATCH):
            if state.over:
                games += 1
                state = start(state.setting)
            found = legal(state)
            apply(state, found[int(rng.random() * len(found))])
        choices += BATCH
        spent = perf_counter() - began
    return state, Measured(games, choices, spent)


def _copy(state: State, seconds: float) -> float:
    """Return the number of copies per second."""
    copies = 0
    began = perf_counter()
    spent = 0.0
    while spent < seconds:
        for _ in range(BATCH):
            state.copy()
        copies += BATCH
        spent = perf_counter() - began
    return copies / spent
