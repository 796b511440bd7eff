"""Whole actions of the board game: how many there are and how long one takes, and whether they are the engine's.

    python bench/search.py [--scenario base] [--positions 300] [--seed 1]
    python bench/search.py --differential 200000 [--seed 1]

The first lists the actions of positions from random games, all of them and with the ends of journeys limited. The second
compares so many actions with all sequences of the engine's choices, in drawn positions and random games of every scenario
(`tests/search/board_actions.py`), and ends with status 1 where they differ.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from dungeon_twister.ai.search.board.turn_actions import risks, turn_actions
from dungeon_twister.rules.engine.board import state as build
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.game import apply, legal, new_state

EVERY = 0.05  # of the moments of a game are compared
REPORT_SECONDS = 20.0  # seconds between two lines about how far it has come


def positions(scenario: str, count: int, seed: int) -> list[BoardState]:
    """Moments of random games in which somebody acts."""
    chance = Random(seed)
    found: list[BoardState] = []
    while len(found) < count:
        state = board_of(new_state(scenario))
        while not state.over:
            if state.decision() == ACT and state.turn > 6 and chance.random() < 0.03:
                found.append(state.copy())
            apply(state, chance.choice(legal(state)))
    return found[:count]


def measure(scenario: str, count: int, seed: int) -> None:
    states = positions(scenario, count, seed)
    kind = "interpreted" if str(build.__file__).endswith(".py") else "compiled"
    print(f"{scenario}, {kind}: {len(states)} positions of random games")
    for ends in (0, 12, 6):
        numbers = [len(turn_actions(state, ends, None)) for state in states]
        best = 1e9
        for _ in range(5):
            began = time.process_time()
            for state in states:
                turn_actions(state, ends, None)
            best = min(best, time.process_time() - began)
        made = sum(numbers)
        print(
            f"  ends {ends or 'all':>3}: {made / len(states):6.1f} actions a position (median {median(numbers):.0f}), "
            f"{best / made * 1e6:5.2f} us each, {made / best:9,.0f} a second"
        )
    began = time.process_time()
    for state in states:
        risks(state)
    print(f"  risks: {(time.process_time() - began) / len(states) * 1e6:.1f} us a position")
    began = time.process_time()
    for state in states:
        for _ in range(20):
            state.copy()
    print(f"  copy: {(time.process_time() - began) / len(states) / 20 * 1e6:.2f} us")


def compare(wanted: int, seed: int) -> int:
    """Until so many actions were compared. The exit status."""
    from tests.search.board_actions import check, crowd, moments, shaken

    done = looked = 0
    number = seed * 1_000_000
    reported = began = time.monotonic()
    while done < wanted:
        try:
            for state in [crowd(number), shaken(number), *moments(number, EVERY)]:
                done += check(state)
                looked += 1
                if time.monotonic() - reported > REPORT_SECONDS:
                    reported = time.monotonic()
                    print(f"{done:,} of {wanted:,} actions, {looked:,} positions, {reported - began:.0f} s", flush=True)
        except AssertionError as problem:
            print(f"number {number}: {problem}")
            return 1
        number += 1
    print(f"{done:,} actions in {looked:,} positions: all agree ({time.monotonic() - began:.0f} s)")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="base")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--differential", type=int, default=0, metavar="N")
    given = parser.parse_args()
    if given.differential:
        return compare(given.differential, given.seed)
    measure(given.scenario, given.positions, given.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
