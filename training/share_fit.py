"""Fit the curve from the score of a position to its win probability (`ai/analysis/win_probability.py`).

`python -m training.share_fit --scenario base --games 60 --seed share --jobs 2`: a searching bot plays itself; at the start of
every turn the position is analysed for its player, and the end of the game gives the result. Fitted are the scale of the
logistic curve and the optimism of the analysis, which takes the plan that looks best, so that these results are most likely.
Printed are both, the loss, and a table of expected and actual results. Positions in which the analysis finds a win, or no plan
that does not lose, do not count for the fit: they are as good as decided whatever the scale.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import log
from typing import Final

from dungeon_twister.ai.analysis.position_analysis import NODES, PositionAnalysis, profile_for
from dungeon_twister.ai.analysis.win_probability import logistic, sides_of
from dungeon_twister.ai.bots.searcher import SearchBot
from dungeon_twister.ai.search.adapters import adapter_for
from dungeon_twister.ai.search.goals import WON
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import observe
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.rules.geometry.text import TextError

Sample = tuple[float, float, int]  # what the position was worth, the share of the win in the end, the number of sides
PLAYED: Final = 1500  # positions a decision for the bots, which play faster than they are analysed
SCALES: Final = [float(scale) for scale in range(40, 1200, 5)]
OPTIMISMS: Final = [float(optimism) for optimism in range(-20, 120, 5)]


def samples_of(scenario: str, seed: str) -> list[Sample]:
    """One game: each start of a turn, and what came of it."""
    game = RecordedGame.new(scenario, seed=seed)
    adapter = adapter_for(game.state.setting)
    bots = [SearchBot(f"{seed}/{player}", profile_for(PLAYED)) for player in range(game.state.setting.players)]
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


def share_of(value: float, sides: int, curve: tuple[float, float]) -> float:
    """Return the expected share of the win for a curve with this scale and optimism."""
    scale, optimism = curve
    return logistic((value - optimism) / scale - log(sides - 1))


def likelihood(samples: list[Sample], curve: tuple[float, float]) -> float:
    """The mean of the logarithm of how likely the results were."""
    total = 0.0
    for value, result, sides in samples:
        share = min(1 - 1e-6, max(1e-6, share_of(value, sides, curve)))
        total += result * log(share) + (1 - result) * log(1 - share)
    return total / len(samples)


def fitted(samples: list[Sample]) -> tuple[float, float]:
    """The scale and the optimism that make the results most likely, to five units: each in turn, three times."""
    optimism = 0.0
    for _ in range(3):
        scale = max(SCALES, key=lambda number: likelihood(samples, (number, optimism)))
        optimism = max(OPTIMISMS, key=lambda number: likelihood(samples, (scale, number)))
    return scale, optimism


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="base")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", default="share")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--curve", nargs=2, type=float, metavar=("SCALE", "OPTIMISM"), help="look how true this curve is instead of fitting one"
    )
    wishes = parser.parse_args()
    if wishes.games < 1 or wishes.jobs < 1 or (wishes.curve and wishes.curve[0] <= 0):
        parser.error("--games and --jobs are numbers from 1 up, and the scale of a curve is above 0")
    try:
        new_setting(wishes.scenario)
    except TextError as error:
        parser.error(str(error))
    samples: list[Sample] = []
    seeds = [f"{wishes.seed}/{number}" for number in range(wishes.games)]
    with ProcessPoolExecutor(max_workers=wishes.jobs) as pool:
        for number, found in enumerate(pool.map(partial(samples_of, wishes.scenario), seeds), 1):
            samples += found
            print(f"{number} of {wishes.games} games, {len(samples)} positions", end="\r", file=sys.stderr, flush=True)
    decided = [sample for sample in samples if abs(sample[0]) >= WON]
    samples = [sample for sample in samples if abs(sample[0]) < WON]
    curve = (wishes.curve[0], wishes.curve[1]) if wishes.curve else fitted(samples)
    coin = likelihood(samples, (1e9, 0.0))
    loss = -likelihood(samples, curve)
    print(f"{len(samples)} positions: scale {curve[0]:.0f}, optimism {curve[1]:.0f}, loss {loss:.4f} (a coin: {-coin:.4f})")
    for low in range(0, 100, 10):
        part = [
            (share, result)
            for value, result, sides in samples
            if low <= 100 * (share := share_of(value, sides, curve)) < low + 10
        ]
        if part:
            expected, happened = (sum(column) / len(part) for column in zip(*part, strict=True))
            print(f"{low:>3} to {low + 10:>3} %: {len(part):>5} positions, expected {expected:.2f}, happened {happened:.2f}")
    for title, results in (
        ("found wins", [result for value, result, _ in decided if value > 0]),
        ("found losses", [result for value, result, _ in decided if value < 0]),
    ):
        print(f"{title}: {len(results)}, of which {sum(results):.0f} were won")


if __name__ == "__main__":
    main()
