"""Steps a second of the environments, of PettingZoo's chess and of OpenSpiel's chess, in one run.

    python -m bench.environments            # half a second each, fifteen times
    python -m bench.environments --codec 300        # instead: whole random games of every scenario, each choice there and back

A step with PettingZoo is `last()` (observation and mask), any choice, `step()`. With OpenSpiel it is any legal action, and,
where that is said, the observation of the player to decide, written by an Observer.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time
from typing import Any

from dungeon_twister.rl.codec import codec_of
from dungeon_twister.rl.episode import Episode
from dungeon_twister.rules.engine.game import apply, legal, new_setting, start
from dungeon_twister.rules.engine.scenarios import scenario_names

TIMES = 15
GOALS = (
    ("PettingZoo base", "PettingZoo chess", 20),
    ("PettingZoo standard (Card Game)", "PettingZoo chess", 20),
    ("OpenSpiel base, observed", "OpenSpiel chess, observed", 1),
)


def plain(scenario: str) -> Iterator[None]:
    """Codec, tensors and mask alone, without any framework."""
    episode, seed = Episode(new_setting(scenario)), 0
    while True:
        if episode.is_over():
            seed += 1
            episode.begin(seed)
        seat = episode.decider()
        episode.observation(seat)
        episode.mask(seat)
        episode.random_step()
        yield


def pettingzoo_steps(make: Callable[[], Any]) -> Iterator[None]:
    import numpy as np

    rng = np.random.default_rng(1)
    env = make()
    while True:
        env.reset(seed=1)
        while True:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            choices = np.flatnonzero(observation["action_mask"])
            env.step(int(choices[rng.integers(len(choices))]))
            yield


def spiel_steps(name: str, parameters: dict[str, Any], observed: bool) -> Iterator[None]:
    import pyspiel
    from open_spiel.python.observation import make_observation

    import dungeon_twister.rl.spiel  # noqa: F401 - registers it

    game, rng = pyspiel.load_game(name, parameters), Random(1)
    observer = make_observation(game)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if observed and not state.is_chance_node():
                observer.set_from(state, state.current_player())
            state.apply_action(actions[int(rng.random() * len(actions))])
            yield


def rate(steps: Iterator[None], seconds: float) -> float:
    """Steps a second of processor time, so that a busy machine does no harm."""
    next(steps)
    made, begun = 0, process_time()
    while process_time() - begun < seconds:
        for _ in range(20):
            next(steps)
        made += 20
    return made / (process_time() - begun)


def measured(seconds: float) -> None:
    from pettingzoo.classic import chess_v6

    from dungeon_twister.rl import dungeon_twister_v0

    rows: dict[str, Callable[[], Iterator[None]]] = {
        "PettingZoo chess": lambda: pettingzoo_steps(chess_v6.env),
        "PettingZoo base": lambda: pettingzoo_steps(lambda: dungeon_twister_v0.env(scenario="base")),
        "PettingZoo standard (Card Game)": lambda: pettingzoo_steps(lambda: dungeon_twister_v0.env(scenario="standard")),
        "OpenSpiel chess": lambda: spiel_steps("chess", {}, False),
        "OpenSpiel base": lambda: spiel_steps("python_dungeon_twister", {"scenario": "base"}, False),
        "OpenSpiel chess, observed": lambda: spiel_steps("chess", {}, True),
        "OpenSpiel base, observed": lambda: spiel_steps("python_dungeon_twister", {"scenario": "base"}, True),
        "base, without a framework": lambda: plain("base"),
        "standard, without a framework": lambda: plain("standard"),
    }
    episode = {name: steps() for name, steps in rows.items()}
    rates: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(TIMES):  # short rounds, so that all of them meet the same troubles
        for name, steps in episode.items():
            rates[name].append(rate(steps, seconds))
    for name, found in rates.items():
        print(f"{name:34} {median(found):9,.0f} steps/s ({min(found):,.0f} to {max(found):,.0f})")
    for name, peer, goal in GOALS:
        ratios = [ours / theirs for ours, theirs in zip(rates[name], rates[peer], strict=True)]
        print(f"{name} / {peer}: {median(ratios):.3g} ({min(ratios):.3g} to {max(ratios):.3g}), goal {goal}")


def codec_games(games: int) -> None:
    """Every choice of whole random games has a number of its own, and the number leads back to it."""
    for name in scenario_names():
        codec, made = codec_of(new_setting(name)), 0
        for seed in range(games):
            rng, state = Random(seed), start(new_setting(name))
            while not state.over:
                listed = legal(state)
                codes = codec.encoded(state, listed)
                assert len(set(codes)) == len(codes) and min(codes) >= 0
                assert max(codes) < (codec.chances if state.decider() < 0 else codec.size)
                number = rng.randrange(len(listed))
                assert codec.decode(state, codes[number], listed) == listed[number]
                apply(state, listed[number])
                made += 1
        print(f"{name}: {games} games, {made} choices, no collision", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--codec", type=int, default=0, metavar="GAMES")
    given = parser.parse_args()
    codec_games(given.codec) if given.codec else measured(given.seconds)
