"""Settings and random games for the tests of the environments."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from dungeon_twister.rules.engine.game import apply, legal, new_setting, start
from dungeon_twister.rules.engine.scenarios import scenario_names
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

SECRETS = {"secretObjects": "yes"}


def settings() -> list[Setting]:
    """Every scenario, and the options that change what is hidden or who is chosen."""
    found = [new_setting(name) for name in scenario_names()]
    found += [new_setting("base", {"memory": "strict"}), new_setting("base", {"handicap": "blue/experienced/beginner"})]
    found += [new_setting("tutorial-2", SECRETS), new_setting("standard", {"selection": "frontal", **SECRETS})]
    found += [new_setting("standard", {"selection": "draft", "memory": "strict", **SECRETS})]
    found += [new_setting("standard", {"handicap": "blue/experienced/newbie"})]
    return found


def label(setting: Setting) -> str:
    return " ".join([setting.scenario.name, *[f"{name}={value}" for name, value in setting.options.given.items()]])


def moments(setting: Setting, seed: str, choices: int) -> Iterator[State]:
    """The states of a random game, as long as it has so many choices."""
    rng, state = Random(seed), start(setting)
    for _ in range(choices):
        if state.over:
            return
        yield state
        apply(state, rng.choice(legal(state)))
    yield state
