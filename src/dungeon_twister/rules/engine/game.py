"""The entry point of the engine: start a game, list its legal choices, make one, and explain why one is refused."""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from dungeon_twister.rules.engine.actions import kind_of
from dungeon_twister.rules.engine.board.setting import BoardSetting
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.choice_kinds import ANY_TIME
from dungeon_twister.rules.engine.editions import RULES
from dungeon_twister.rules.engine.options import as_text
from dungeon_twister.rules.engine.refusals import LEGAL, Refusal
from dungeon_twister.rules.engine.rules import rules_of
from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.engine.scenarios import load_scenario, scenario_names, scenario_text
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.rooms import Room

__all__ = [
    "Given",
    "IllegalActionError",
    "apply",
    "is_for_any_time",
    "legal",
    "make_setting",
    "new_setting",
    "new_state",
    "play",
    "start",
    "why_not",
]

Given = Mapping[str, str | int]  # options as a caller gives them: texts, numbers, booleans


class IllegalActionError(ValueError):
    """A choice that the rules refuse, with a stable code, the clause and a sentence. The game is unchanged."""

    def __init__(self, refusal: Refusal, choice: str = "", message: str = "") -> None:
        super().__init__(message or f"{refusal.sentence} ({refusal.clause})")
        self.code = refusal.code
        self.clause = refusal.clause
        self.sentence = refusal.sentence
        self.choice = choice


def new_setting(scenario: str | Path = "base", options: Given | None = None) -> Setting:
    """Return what never changes in a game of this scenario, given by its name, the path of its file, or its text.
    `simplified=yes` turns the base game into its simplified one."""
    if not isinstance(scenario, str):
        if not isinstance(scenario, Path):
            raise TypeError(f"a scenario is a name, a Path or the text of a scenario file, not {scenario!r}")
        scenario = scenario_text(scenario)
    given: Mapping[str, object] = _checked_options(options)
    texts = {name: value if isinstance(value, str) else _text(scenario, name, value) for name, value in given.items()}
    return _setting(scenario, tuple(sorted(texts.items())))


def _checked_options(options: object) -> Mapping[str, object]:
    """Return options as a mapping, or raise a TypeError that describes valid ones. Values are not declared as int, because
    compiled code would convert a boolean to a number."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise TypeError(f'options are a dict such as {{"target": 6}}, not {options!r}')
    for name in options:
        if not isinstance(name, str):
            raise TypeError(f"the name of an option is a text, not {name!r}")
    return options


def _text(scenario: str, name: str, value: object) -> str:
    """Return a number or a boolean as the text that the option takes."""
    played = load_scenario(scenario)
    words = RULES.of_scenario(played).values_of_options(played)
    words["timer"] = ["off", "on"]
    return as_text(value, words.get(name, []))


@lru_cache(maxsize=256)
def _setting(scenario: str, options: tuple[tuple[str, str], ...]) -> Setting:
    """Return the setting, cached: a Setting is never changed, so games with the same options share it."""
    if scenario == "base" and dict(options).get("simplified") == "yes":
        scenario = "simplified"
    return make_setting(_scenario(scenario), dict(options))


@lru_cache(maxsize=64)
def _scenario(name: str) -> Scenario:
    """Load a scenario by name or text, cached: it is never changed, and reading it takes longer than setting up a game."""
    return load_scenario(name)


def make_setting(scenario: Scenario, options: dict[str, str]) -> Setting:
    """Return what never changes in a game of a scenario, which need not be a built-in one."""
    return RULES.of_scenario(scenario).setting(scenario, options)


def _how_to_pickle(setting: Setting) -> Any:
    """Pickle a setting as the name or text of its scenario, its options and any added rooms. A setting with its own pieces is
    pickled whole, which works only if nothing is compiled."""
    scenario, given = setting.scenario, dict(setting.options.given)
    which = scenario.declared or scenario.name
    if scenario.declared or which in scenario_names():
        if new_setting(which, given) == setting:
            return new_setting, (which, given)
        if scenario.extra and _with_rooms(which, given, scenario.extra) == setting:
            return _with_rooms, (which, given, scenario.extra)
    return setting.__reduce_ex__(4)


def _with_rooms(which: str, given: dict[str, str], rooms: list[Room]) -> Setting:
    return make_setting(_scenario(which).with_rooms(rooms), given)


copyreg.pickle(BoardSetting, _how_to_pickle)
copyreg.pickle(CardSetting, _how_to_pickle)


def new_state(scenario: str | Path = "base", options: Given | None = None) -> State:
    """Return a game before its first decision."""
    return start(new_setting(scenario, options))


# -- answered by the rules of the game that is played -----------------------------------------------------------------------


def start(setting: Setting) -> State:
    state: State = rules_of(setting).begin(setting)
    return state


def legal(state: State) -> list[int]:
    """Return every choice of the player to decide, or none if the game is over."""
    return rules_of(state.setting).legal(state)


def apply(state: State, action: int) -> None:
    """Make a legal choice; the next decision is then on top of the stack. Does not check the choice: ask `why_not` first."""
    rules_of(state.setting).apply(state, action)


def why_not(state: State, action: int) -> Refusal | None:
    """Return the reason why a choice is refused now, or None if it is legal."""
    rules = rules_of(state.setting)
    refusal = rules.why_not(state, action)
    return None if refusal == LEGAL else rules.refusals[refusal]


def is_for_any_time(state: State, action: int) -> bool:
    """Return whether a choice needs no decision: resigning, an agreed draw, a time-out. `legal` lists none of these."""
    return rules_of(state.setting).table[kind_of(action)].when == ANY_TIME


def play(state: State, action: int) -> None:
    """Make a choice, or raise IllegalActionError and change nothing."""
    refusal = why_not(state, action)
    if refusal is not None:
        raise IllegalActionError(refusal)
    apply(state, action)
