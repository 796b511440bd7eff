"""Fit the curve from the score of a position to its win probability (`ai/analysis/win_probability.py`).

`python -m training.share_fit --scenario base --games 60 --seed share`: a searching bot plays itself; at the start of every
turn the position is analysed for its player, and the end of the game gives the result. The fitted scale of the
logistic curve makes these results most likely. Printed are the scale, its loss, and a table of expected and actual results.
"""

from __future__ import annotations

import argparse
from math import log

from dungeon_twister.ai.analysis.position_analysis import PositionAnalysis, profile_for
from dungeon_twister.ai.analysis.win_probability import logistic, sides_of
from dungeon_twister.ai.bots.searcher import SearchBot
from dungeon_twister.ai.search.adapters import adapter_for
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import observe
from dungeon_twister.rules.engine.decisions import ACT

Sample = tuple[float, float, int]  # what the position was worth, the share of the win in the end, the number of sides
NODES = 1500


def samples_of(scenario: str, seed: str) -> list[Sample]:
    """One game: each start of a turn, and what came of it."""
    game = RecordedGame.new(scenario, seed=seed)
    adapter = adapter_for(game.state.setting)
    bots = [SearchBot(f"{seed}/{player}", profile_for(NODES)) for player in range(game.state.setting.players)]
    seen: list[tuple[int, float]] = []
    turn = 0
    while not game.over:
        state = game.state
        me = state.decider()
        if state.turn != turn and state.active == me and (adapter.at_turn_start(state) or state.decision() == ACT):
            turn = state.turn
            seen.append((me, PositionAnalysis(observe(state, me), NODES, seed).plans(1)[0].value))
        game.play(bots[me].choose(observe(state, me)))
    final = game.state
    sides = sides_of(adapter, final)
    winning = [side for side in sides if final.winners >> side[0] & 1]
    found: list[Sample] = []
    for me, value in seen:
        won = final.winners >> me & 1
        found.append((value, 1 / len(winning) if won and winning else 0.0, len(sides)))
    return found


def likelihood(samples: list[Sample], scale: float) -> float:
    """The mean of the logarithm of how likely the results were."""
    total = 0.0
    for value, result, sides in samples:
        share = min(1 - 1e-6, max(1e-6, logistic(value / scale - log(sides - 1))))
        total += result * log(share) + (1 - result) * log(1 - share)
    return total / len(samples)


def fitted(samples: list[Sample]) -> float:
    """The scale that makes the results most likely, to five units."""
    return max((float(scale) for scale in range(40, 1200, 5)), key=lambda scale: likelihood(samples, scale))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="base")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", default="share")
    wishes = parser.parse_args()
    samples: list[Sample] = []
    for number in range(wishes.games):
        samples += samples_of(wishes.scenario, f"{wishes.seed}/{number}")
        print(f"{number + 1} games, {len(samples)} positions, scale {fitted(samples):.0f}", flush=True)
    scale = fitted(samples)
    print(f"scale {scale:.0f}: {likelihood(samples, scale):.4f} (without looking: {likelihood(samples, 1e9):.4f})")
    for low in range(0, 100, 10):
        part = [
            (share, result)
            for value, result, sides in samples
            if low <= 100 * (share := logistic(value / scale - log(sides - 1))) < low + 10 or (low == 90 and share >= 1)
        ]
        if part:
            expected, happened = (sum(column) / len(part) for column in zip(*part, strict=True))
            print(f"{low:>3} to {low + 10:>3} %: {len(part):>5} positions, expected {expected:.2f}, happened {happened:.2f}")


if __name__ == "__main__":
    main()
