"""PettingZoo, Gymnasium, SB3 and TorchRL: their own suites. What is not installed is skipped."""

from __future__ import annotations

import pickle
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="numpy is not installed (extra rl)")
gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed (extra rl)")
pytest.importorskip("pettingzoo", reason="pettingzoo is not installed (extra rl)")

SHORT: dict[str, Any] = {"scenario": "tutorial-1", "max_choices": 60}


def short_env(**arguments: Any) -> Any:
    from dungeon_twister.rl import dungeon_twister_v0

    return dungeon_twister_v0.env(**{**SHORT, **arguments})


def single(**arguments: Any) -> Any:
    import dungeon_twister.rl  # registers it

    assert dungeon_twister.rl
    return gymnasium.make("DungeonTwister-v0", **{**SHORT, **arguments})


def any_of(mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


# -- PettingZoo -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["tutorial-1", "simplified"])
def test_pettingzoo_api(scenario: str) -> None:
    from pettingzoo.test import api_test

    api_test(short_env(scenario=scenario), num_cycles=40)


def test_pettingzoo_seed() -> None:
    from pettingzoo.test import seed_test

    seed_test(short_env, num_cycles=10)


def test_pettingzoo_render() -> None:
    from pettingzoo.test import render_test

    render_test(short_env, {"svg": lambda drawn: drawn.startswith("<svg")})
    for mode, kind in (("ansi", str), ("rgb_array", np.ndarray)):
        for scenario in ("tutorial-1", "simplified"):
            env = short_env(render_mode=mode, scenario=scenario)
            env.reset(seed=1)
            assert isinstance(env.render(), kind)


def test_what_the_usual_wrappers_check_is_checked() -> None:
    """Beside PettingZoo's own wrappers: the same errors, and an illegal choice ends the game with the same rewards."""
    from pettingzoo.utils import wrappers

    from dungeon_twister.rl import dungeon_twister_v0

    wrapped = wrappers.TerminateIllegalWrapper(dungeon_twister_v0.raw_env(**SHORT), illegal_reward=-1)
    envs: list[Any] = [short_env(), wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))]
    ended = []
    for env in envs:
        for early, given in (("step", [0]), ("observe", ["blue"]), ("render", [])):
            with pytest.raises((AssertionError, AttributeError)):
                getattr(env, early)(*given)
        env.reset(seed=1)
        with pytest.raises(AssertionError, match="not in action space"):
            env.step(env.unwrapped.episode.codec.size)
        agent = env.agent_selection
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
        ended.append((agent, {name: env.terminations[name] for name in env.agents}, dict(env._cumulative_rewards)))
        for _ in env.agent_iter():
            env.step(None)
        assert env.agents == []
        env.step(None)  # a warning, and no more
    assert ended[0] == ended[1]
    assert ended[0][2][ended[0][0]] == -1


def test_pettingzoo_performance(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays for five seconds and prints how many turns that were; here its clock runs ahead."""
    from pettingzoo.test import performance_benchmark

    clock = iter(range(10_000))
    monkeypatch.setitem(performance_benchmark.__globals__, "time", SimpleNamespace(time=lambda: next(clock)))
    performance_benchmark(short_env())
    assert "turns per second" in capsys.readouterr().out


def test_the_whole_game_is_played_and_pays_out() -> None:
    env = short_env(max_choices=0)
    env.reset(seed=3)
    rng, total = np.random.default_rng(3), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        over = terminated or truncated
        env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert sum(total.values()) == 0
    assert set(total.values()) in ({1.0, -1.0}, {0.0})


def test_a_game_that_is_too_long_is_cut_and_pays_nothing() -> None:
    env = short_env(max_choices=12)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        env.step(any_of(env.last()[0]["action_mask"]))
    assert env.unwrapped.episode.made == 12
    assert all(env.truncations.values())
    assert set(env.rewards.values()) == {0.0}


def test_a_copy_of_a_game_under_way_goes_on_by_itself() -> None:
    """Planning tries choices on copies."""
    env = short_env()
    env.reset(seed=3)
    for _ in range(9):
        env.step(any_of(env.last()[0]["action_mask"]))
    there = env.last()[0]["observation"].tolist()
    for other in (deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.agent_selection == env.agent_selection
        assert other.last()[0]["observation"].tolist() == there
        other.step(any_of(other.last()[0]["action_mask"]))
        assert env.last()[0]["observation"].tolist() == there


@pytest.mark.parametrize("opponent", ["random", "greedy", "lamplighter"])
def test_a_copy_of_a_game_against_a_bot_goes_on_by_itself(opponent: str) -> None:
    env = single(opponent=opponent)
    info = env.reset(seed=3)[1]
    for _ in range(5):
        info = env.step(any_of(info["action_mask"]))[-1]
    others, chosen = (deepcopy(env), pickle.loads(pickle.dumps(env))), any_of(info["action_mask"])
    results = [other.step(chosen)[0].tolist() for other in (*others, env)]
    assert results[0] == results[1] == results[2]


def test_only_who_decides_has_choices() -> None:
    env = short_env()
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


# -- Gymnasium ------------------------------------------------------------------------------------------------------------


def test_gymnasium_checker() -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(single().unwrapped, skip_render_check=True)


def test_a_seed_makes_the_same_game() -> None:
    one, other = single(seat=None), single(seat=None)
    first, second = one.reset(seed=5), other.reset(seed=5)
    assert (first[0] == second[0]).all()
    for _ in range(10):
        choice = any_of(first[1]["action_mask"])
        first, second = one.step(choice), other.step(choice)
        assert (first[0] == second[0]).all()
        first = (first[0], first[4])


def test_a_bot_by_name_and_an_illegal_choice() -> None:
    env = single(opponent="greedy")
    _, info = env.reset(seed=2)
    assert (env.unwrapped.action_masks() == info["action_mask"].astype(bool)).all()
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, _ = env.step(wrong)
    assert (reward, terminated) == (-1.0, True)
    with pytest.raises(ValueError, match="there is no bot"):
        single(opponent="nobody")


def test_many_games_at_once() -> None:
    envs = gymnasium.make_vec("DungeonTwister-v0", num_envs=2, vectorization_mode="vector_entry_point", **SHORT)
    observations, info = envs.reset(seed=1)
    assert observations.shape == (2, *envs.single_observation_space.shape)
    for _ in range(40):
        actions = [any_of(mask) if mask.any() else 0 for mask in info["action_mask"]]
        observations, rewards, terminated, truncated, info = envs.step(actions)
        assert envs.observation_space.contains(observations)
        assert rewards.shape == terminated.shape == truncated.shape == (2,)


def test_stable_baselines_checker() -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker", reason="stable-baselines3 is not installed")
    checker.check_env(single().unwrapped, warn=False)


def test_torchrl_checker() -> None:
    pytest.importorskip("torchrl", reason="torchrl is not installed (extra train)")
    from torchrl.envs import GymWrapper
    from torchrl.envs.utils import check_env_specs

    check_env_specs(GymWrapper(single().unwrapped, categorical_action_encoding=True), break_when_any_done=False)
