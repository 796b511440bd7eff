"""How fast the games of the family are played at random, side by side in one run: `python bench/games.py [--rounds 7]`.

Every round plays the same seeded games of each scenario for a while; rates are per second of processor time, ratios to the
two-player board game are taken round by round. Goals: the Card Game at no less than 0.6 of its choices a second, four players
at no less than half.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from copy import copy
from pathlib import Path

from dungeon_twister.rules.engine import state as kernel
from dungeon_twister.rules.engine.game import apply, legal, new_state
from dungeon_twister.rules.engine.state import State

FIRST = "base"
OTHERS = ("standard", "advanced", "three-players", "four-players", "teams")


def rate(scenario: str, seconds: float, seed: int) -> float:
    """Choices a second: list all, pick one, make it; setting up counts."""
    chance = random.Random(seed)
    choices = 0
    start = time.process_time()
    state = new_state(scenario)
    while time.process_time() - start < seconds:
        for _ in range(200):
            if state.over:
                state = new_state(scenario)
            listed = legal(state)
            apply(state, listed[chance.randrange(len(listed))])
            choices += 1
    return choices / (time.process_time() - start)


def nanoseconds(scenario: str, what: Callable[[State], object]) -> float:
    """How long something takes with a state in the middle of a game: the best of some rounds."""
    chance = random.Random(scenario)
    state = new_state(scenario)
    for _ in range(400):
        listed = legal(state)
        apply(state, listed[chance.randrange(len(listed))])
    best = float("inf")
    for _ in range(9):
        start = time.process_time()
        for _ in range(5_000):
            what(state)
        best = min(best, time.process_time() - start)
    return best / 5_000 * 1e9


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    arguments = parser.parse_args()
    rates: dict[str, list[float]] = {scenario: [] for scenario in (FIRST, *OTHERS)}
    for scenario in rates:
        rate(scenario, 0.3, 0)  # warm up
    for number in range(arguments.rounds):
        for scenario, found in rates.items():
            found.append(rate(scenario, arguments.seconds, number))
    build = "interpreted" if Path(kernel.__file__).suffix == ".py" else "compiled"
    print(f"{build}, {arguments.rounds} rounds of {arguments.seconds} s; median (lowest - highest)\n")
    print("| scenario | choices/s | x base | ns a copy | ns a hash |\n|---|---|---|---|---|")
    for scenario, found in rates.items():
        ratios = [one / first for one, first in zip(found, rates[FIRST], strict=True)]
        spread = f"{statistics.median(ratios):.2f} ({min(ratios):.2f} - {max(ratios):.2f})"
        times = f"{nanoseconds(scenario, copy):.0f} | {nanoseconds(scenario, hash):.0f}"
        print(f"| {scenario} | {statistics.median(found):,.0f} ({min(found):,.0f} - {max(found):,.0f}) | {spread} | {times} |")


if __name__ == "__main__":
    main()
