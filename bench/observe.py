"""How long looking takes: a state becomes the view of the player who decides, with his choices; then the view becomes JSON.

`python bench/observe.py [--games 12]`: positions in the middle of random games, each looked at many times; per view, the
median over the positions. Also a line of notation there and back, and the events of one choice for one viewer.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from dungeon_twister.game.record import grammar
from dungeon_twister.game.record.notation import read, write
from dungeon_twister.game.views import observe, observe_event
from dungeon_twister.rules.engine import state as kernel
from dungeon_twister.rules.engine.game import apply, legal, new_state
from dungeon_twister.rules.engine.state import State
from dungeon_twister.server.wire import encode

SCENARIOS = ("base", "four-players", "standard", "advanced")
EARLIEST, LATEST = 60, 160  # choices after which a position is looked at


def position(scenario: str, seed: int) -> State:
    """A state in the middle of a random game in which somebody has a choice, with the events of the last one."""
    chance = random.Random(seed)
    while True:
        state = new_state(scenario)
        for _ in range(chance.randint(EARLIEST, LATEST)):
            state.events = []
            apply(state, chance.choice(legal(state)))
            if state.over:
                break
        if not state.over and state.decider() >= 0 and len(legal(state)) > 1:
            return state


def microseconds(work: Callable[[], object], times: int) -> float:
    """The shortest of three runs."""
    shortest = float("inf")
    for _ in range(3):
        start = time.process_time()
        for _ in range(times):
            work()
        shortest = min(shortest, time.process_time() - start)
    return shortest / times * 1e6


def measured(state: State, times: int) -> list[float]:
    """Looking, encoding, listing the choices, one choice as text and back, the events of one choice."""
    viewer, choices = state.decider(), legal(state)
    view = observe(state, viewer)
    action = choices[len(choices) // 2]
    events = state.events or []
    return [
        len(choices),
        microseconds(lambda: observe(state, viewer), times),
        microseconds(lambda: encode(view), times),
        microseconds(lambda: legal(state), times),
        microseconds(lambda: read(state, write(state, action)), times),
        microseconds(lambda: [observe_event(state, event, viewer) for event in events], times),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--times", type=int, default=200)
    arguments = parser.parse_args()
    builds = ["interpreted" if Path(module.__file__ or "").suffix == ".py" else "compiled" for module in (kernel, grammar)]
    print(f"engine {builds[0]}, notation {builds[1]}; {arguments.games} positions of each; medians, us\n")
    print("| scenario | choices | observe | encode | legal | text there and back | events of a choice |")
    print("|---|---|---|---|---|---|---|")
    for scenario in SCENARIOS:
        rows = [measured(position(scenario, seed), arguments.times) for seed in range(arguments.games)]
        print(f"| {scenario} | " + " | ".join(f"{statistics.median(column):.1f}" for column in zip(*rows, strict=True)) + " |")


if __name__ == "__main__":
    main()
