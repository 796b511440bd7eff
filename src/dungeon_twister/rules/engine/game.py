"""The door to the engine: a new game, its legal choices, making one, and why one is refused."""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from dungeon_twister.rules.engine.actions import kind_of
from dungeon_twister.rules.engine.board.rules import RULES as BOARD_RULES
from dungeon_twister.rules.engine.board.setting import BoardSetting
from dungeon_twister.rules.engine.card.rules import RULES as CARD_RULES
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.options import as_text
from dungeon_twister.rules.engine.refusals import LEGAL, Refusal
from dungeon_twister.rules.engine.rules import Rules, rules_of
from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.engine.scenarios import load_scenario, scenario_names, scenario_text
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.engine.table import ANY_TIME
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

RULES: Final[dict[str, Rules[Any]]] = {"board": BOARD_RULES, "card": CARD_RULES}
Given = Mapping[str, str | int]  # options as a caller gives them: texts, numbers, booleans


class IllegalActionError(ValueError):
    """A choice the rules refuse: a stable code, the clause, a sentence. The game is unchanged."""

    def __init__(self, refusal: Refusal, choice: str = "", message: str = "") -> None:
        super().__init__(message or f"{refusal.sentence} ({refusal.clause})")
        self.code = refusal.code
        self.clause = refusal.clause
        self.sentence = refusal.sentence
        self.choice = choice


def new_setting(scenario: str | Path = "base", options: Given | None = None) -> Setting:
    """What never changes in a game of this scenario, given by its name, the path of its file or the text of one;
    `simplified=yes` turns the base game into its simplified one."""
    if not isinstance(scenario, str):
        if not isinstance(scenario, Path):
            raise TypeError(f"a scenario is a name, a Path or the text of a scenario file, not {scenario!r}")
        scenario = scenario_text(scenario)
    given: Mapping[str, object] = _checked_options(options)
    texts = {name: value if isinstance(value, str) else _text(scenario, name, value) for name, value in given.items()}
    return _setting(scenario, tuple(sorted(texts.items())))


def _checked_options(options: object) -> Mapping[str, object]:
    """Return options as a mapping; a TypeError says what they are. Values are not declared as int: compiled code would make a
    number of a boolean."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise TypeError(f'options are a dict such as {{"target": 6}}, not {options!r}')
    for name in options:
        if not isinstance(name, str):
            raise TypeError(f"the name of an option is a text, not {name!r}")
    return options


def _text(scenario: str, name: str, value: object) -> str:
    """A number or a boolean as the text that the option takes."""
    played = load_scenario(scenario)
    words = RULES[played.game].values_of_options(played)
    words["timer"] = ["off", "on"]
    return as_text(value, words.get(name, []))


@lru_cache(maxsize=256)
def _setting(scenario: str, options: tuple[tuple[str, str], ...]) -> Setting:
    """A Setting is never changed, so games of one kind share it."""
    if scenario == "base" and dict(options).get("simplified") == "yes":
        scenario = "simplified"
    return make_setting(_scenario(scenario), dict(options))


@lru_cache(maxsize=64)
def _scenario(name: str) -> Scenario:
    """By name or text. It is never changed either, and reading it costs more than laying a game out."""
    return load_scenario(name)


def make_setting(scenario: Scenario, options: dict[str, str]) -> Setting:
    """What never changes in a game of a scenario at hand, which need not be one of those that come with the game."""
    return RULES[scenario.game].setting(scenario, options)


def _how_to_pickle(setting: Setting) -> Any:
    """A setting travels to another process as the name of its scenario, or its text, and its options, with the rooms that were
    added; one with pieces of its own travels whole, where nothing is compiled."""
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
    """A game before its first decision."""
    return start(new_setting(scenario, options))


# -- the rules of the game that is played answer ---------------------------------------------------------------------------


def start(setting: Setting) -> State:
    state: State = rules_of(setting).begin(setting)
    return state


def legal(state: State) -> list[int]:
    """Every choice of whoever decides now; none when the game is over."""
    return rules_of(state.setting).legal(state)


def apply(state: State, action: int) -> None:
    """Make a legal choice; the next decision is then on top of the stack. It is not checked again: ask `why_not` first."""
    rules_of(state.setting).apply(state, action)


def why_not(state: State, action: int) -> Refusal | None:
    """Why a choice is refused now, or None if it is legal."""
    rules = rules_of(state.setting)
    refusal = rules.why_not(state, action)
    return None if refusal == LEGAL else rules.refusals[refusal]


def is_for_any_time(state: State, action: int) -> bool:
    """Is it a choice that depends on no decision: resigning, an agreed draw, the end of somebody's time? `legal` lists none."""
    return rules_of(state.setting).table[kind_of(action)].when == ANY_TIME


def play(state: State, action: int) -> None:
    """Make a choice, or raise IllegalActionError and change nothing."""
    refusal = why_not(state, action)
    if refusal is not None:
        raise IllegalActionError(refusal)
    apply(state, action)
