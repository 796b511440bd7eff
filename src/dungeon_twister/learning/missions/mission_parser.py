"""Parser of mission files (docs/data/missions.md). A fault is reported in one sentence with file, line and reason."""

from __future__ import annotations

import re
import tomllib
from typing import Final

from dungeon_twister.ai.bots.levels import LEVELS
from dungeon_twister.game.record.position import read_position
from dungeon_twister.learning.missions.conditions import MissionCondition, read_condition
from dungeon_twister.learning.missions.mission import ACTS, Mission, MissionError
from dungeon_twister.learning.toml_file import (
    GAMES,
    NAME,
    FileFault,
    Table,
    check_keys,
    number_of,
    one_of,
    text_of,
    texts_of,
)
from dungeon_twister.rules.engine.options import OptionError
from dungeon_twister.rules.engine.state import SPARE, State
from dungeon_twister.rules.geometry.text import TextError

KEYS: Final = {"number", "act", "game", "player", "bot", "seed", "goal", "stars", "start"}
MOST_NUMBER: Final = 99
MOST_STARS: Final = 2  # besides the one of the goal


def parse_mission(name: str, text: str, source: str = "") -> Mission:
    """Parse the text of a mission file. Raise MissionError if it is wrong."""
    where = source or f"{name}.toml"
    try:
        table: Table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MissionError(f"{where}: it is no TOML: {error}") from None
    try:
        return _mission(name, table, where, text)
    except FileFault as fault:
        raise MissionError(f"{where}, line {_line_of(text, fault.key)}: {fault}") from None


def _mission(name: str, table: Table, where: str, text: str) -> Mission:
    check_keys(table, KEYS)
    if not NAME.fullmatch(name):
        raise FileFault(f"{name!r} is no name of a mission: small letters, digits and hyphens")
    start = text_of(table, "start")
    state = _position(start, where, text)
    scenario, colours = state.setting.scenario, state.setting.colours
    if scenario.game != one_of(text_of(table, "game"), GAMES, "game"):
        raise FileFault(f"its position is not of the game {table['game']!r}", "start")
    mission = Mission(
        name=name,
        number=number_of(table, "number", MOST_NUMBER),
        act=number_of(table, "act", ACTS[-1]),
        game=scenario.game,
        scenario=scenario.name,
        player=one_of(text_of(table, "player", "blue"), tuple(colours), "player"),
        players=len(colours),
        bot=one_of(text_of(table, "bot"), tuple(level.name for level in LEVELS), "bot"),
        seed=text_of(table, "seed"),
        goal=_conditions(table, "goal", state),
        stars=_conditions(table, "stars", state),
        start=start,
    )
    if not any(condition.aim for condition in mission.goal):
        raise FileFault("the goal has only limits, so nothing would end the mission", "goal")
    if not 1 <= len(mission.stars) <= MOST_STARS:
        raise FileFault(f"stars should have from 1 to {MOST_STARS} conditions, besides the star of the goal", "stars")
    return mission


def _position(start: str, where: str, text: str) -> State:
    try:
        return read_position(start, where, _line_of(text, "start") + 1)
    except TextError as error:
        raise MissionError(str(error)) from None
    except OptionError as error:
        raise FileFault(f"its position is wrong: {error}", "start") from None


def _conditions(table: Table, key: str, state: State) -> tuple[MissionCondition, ...]:
    try:
        found = tuple(read_condition(text) for text in texts_of(table, key))
    except ValueError as error:
        raise FileFault(str(error), key) from None
    for condition in found:
        if [one.kind for one in found].count(condition.kind) > 1:
            raise FileFault(f"{key} has {condition.kind} twice", key)
        if condition.token and condition.token not in _characters(state):
            raise FileFault(f"{condition.token!r} in {str(condition)!r} is no character of this position", key)
    return found


def _characters(state: State) -> list[str]:
    setting = state.setting
    there = (token for token in range(setting.tokens) if setting.is_character[token] and state.loc[token] != SPARE)
    return [setting.names[token] for token in there]


def _line_of(text: str, key: str) -> int:
    """Return the line of the file in which a key stands; without a key, the first."""
    found = re.search(rf"^\s*{re.escape(key)}\s*=", text, re.MULTILINE) if key else None
    return 1 if found is None else 1 + text.count("\n", 0, found.start(0) + len(found[0]) - len(found[0].lstrip()))
