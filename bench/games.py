"""How fast the games of the family are played at random, side by side in one run: `python bench/games.py [--rounds 7]`.

Every round plays the same seeded games of each scenario for a while; rates are per second of processor time, ratios to the
two-player board game are taken round by round. Goals: the Card Game and four players at no less than half its choices a second.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from pathlib import Path

from dungeon_twister.engine import state as kernel
from dungeon_twister.engine.game import apply, legal, new_state

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
    print("| scenario | choices/s | x base |\n|---|---|---|")
    for scenario, found in rates.items():
        ratios = [one / first for one, first in zip(found, rates[FIRST], strict=True)]
        spread = f"{statistics.median(ratios):.2f} ({min(ratios):.2f} - {max(ratios):.2f})"
        print(f"| {scenario} | {statistics.median(found):,.0f} ({min(found):,.0f} - {max(found):,.0f}) | {spread} |")


if __name__ == "__main__":
    main()
