"""The scenario of a position: its own scenario, with the face-up rooms where they lie.

A scenario cannot say how rooms are rotated or where tokens are. Nor can one of the Card Game say where a room lies.
"""

from __future__ import annotations

from typing import Any

from dungeon_twister.rules.engine.board.setting import BoardSetting
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.editions import RULES
from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.engine.scenario_words import WORD_KEYS
from dungeon_twister.rules.engine.scenarios import builtin_text, scenario_tables
from dungeon_twister.rules.geometry.text import TextError


def card_scenario(state: CardState) -> dict[str, Any]:
    """Return the tables of a scenario file. Its rooms are drawn as before."""
    return _tables(state.setting.scenario)


def board_scenario(state: BoardState) -> dict[str, Any]:
    """Return the tables of a scenario file. Where its rooms cannot be named one by one, they are drawn as before."""
    tables = _tables(state.setting.scenario)
    if "pool" in tables or "option" in tables:
        return tables
    placed = _with_pools(tables, state, state.board_setting)
    try:
        RULES.named("board").read_scenario("own", {key: placed[key] for key in placed if key not in WORD_KEYS})
    except TextError:
        return tables
    return placed


def _tables(scenario: Scenario) -> dict[str, Any]:
    return scenario_tables(scenario.name, scenario.declared or builtin_text(scenario.name))


def _with_pools(tables: dict[str, Any], state: BoardState, setting: BoardSetting) -> dict[str, Any]:
    """Return the tables with a pool for each face-up room. Pairs of pools do not count as drawn."""
    maze, plan = state.maze, setting.plan
    lying = [(plan.rooms[room], maze.place_of[tile]) for tile, room in enumerate(maze.room_of) if room >= 0]
    pools = [{"room": room.name, "place": [*_corner(setting, place)]} for room, place in lying]
    return {**tables, "pairs": tables["pairs"] - len({room.pair for room, _ in lying}), "pool": pools} if pools else tables


def _corner(setting: BoardSetting, place: int) -> tuple[int, int]:
    """Return the column and row of a place's north-west square."""
    found = setting.plan.layout.places[place]
    return found.x, found.y
