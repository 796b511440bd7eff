"""How long a look at a position of the Card Game takes: the first one at a maze, and the others.

python bench/card_worth.py                  # 400 positions of random games
python bench/card_worth.py --positions 2000 --rounds 20
"""

from __future__ import annotations

import argparse
import random
import time

import dungeon_twister.rules.engine.card.state as engine_state
from dungeon_twister.ai.search.card.evaluation import CardEvaluator
from dungeon_twister.ai.search.card.goal_heuristic import goal_distance
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.game import apply, legal, new_state


def positions(number: int, scenario: str) -> list[CardState]:
    """Positions in which somebody acts, from games played at random."""
    found: list[CardState] = []
    seed = 0
    while len(found) < number:
        rng = random.Random(seed)
        seed += 1
        state = new_state(scenario)
        assert isinstance(state, CardState)
        while not state.over and len(found) < number:
            apply(state, rng.choice(legal(state)))
            if state.decision() == ACT and rng.random() < 0.1:
                found.append(state.copy())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--scenario", default="standard")
    given = parser.parse_args()
    met = positions(given.positions, given.scenario)
    evaluator = CardEvaluator(met[0].card_setting)
    compiled = not engine_state.__file__.endswith(".py")
    print(f"{len(met)} positions of {given.scenario}, {'compiled' if compiled else 'interpreted'}")
    begun = time.process_time()
    for state in met:
        evaluator.value(state, state.active)
    print(f"first look    {1e6 * (time.process_time() - begun) / len(met):8.1f} us")
    some = met[: min(len(met), 200)]  # fewer mazes than are kept
    for state in some:
        evaluator.value(state, state.active)
        goal_distance(evaluator, state, state.active)
    for name, look in (("later looks", evaluator.value), ("goal guess", lambda s, p: goal_distance(evaluator, s, p))):
        begun = time.process_time()
        for state in some:
            for _ in range(given.rounds):
                look(state, state.active)
        print(f"{name:13} {1e6 * (time.process_time() - begun) / len(some) / given.rounds:8.1f} us")


if __name__ == "__main__":
    main()
