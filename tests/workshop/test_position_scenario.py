"""The scenario that is made of a position: its rooms lie where they did, and it can be played."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from dungeon_twister.game.record.editing import edited
from dungeon_twister.game.record.position import read_position
from dungeon_twister.learning.puzzles import load_puzzle
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.game import apply, legal, new_setting, start
from dungeon_twister.rules.engine.scenarios import builtin_text, scenario_tables
from dungeon_twister.workshop.editions import EDITIONS


def as_toml(tables: dict[str, Any]) -> str:
    """The scenario of the base game with these pools and pairs."""
    pools = [f'[[pool]]\nroom = "{pool["room"]}"\nplace = {pool["place"]}\n' for pool in tables["pool"]]
    return "\n".join([builtin_text("base").replace("pairs = 4", f"pairs = {tables['pairs']}"), *pools])


@pytest.mark.parametrize("number", [1, 2, 3], ids=["four rooms", "all rooms", "one room"])
def test_rooms_lie_where_they_did(number: int) -> None:
    state = read_position(load_puzzle(number).position)
    assert isinstance(state, BoardState)
    lying = {tile: state.board_setting.plan.rooms[room].name for tile, room in enumerate(state.maze.room_of) if room >= 0}
    tables = EDITIONS.of(state).scenario(state)
    assert len(tables["pool"]) == len(lying)
    played = start(new_setting(as_toml(tables)))
    assert isinstance(played, BoardState)
    setting, random = played.board_setting, Random(5)
    for tile, name in lying.items():
        (room,) = [room for at, room in enumerate(setting.plan.rooms) if setting.pool[tile] >> at & 1]
        assert room.name == name
    for _ in range(80):
        apply(played, random.choice(legal(played)))


@pytest.mark.parametrize("puzzle", [23, 60], ids=["Card Game", "several players"])
def test_other_scenarios_stay_as_they_are(puzzle: int) -> None:
    state = read_position(load_puzzle(puzzle).position)
    name = state.setting.scenario.name
    tables = EDITIONS.of(state).scenario(state)
    assert {**tables, "pool": [], "pairs": 0} == {**scenario_tables(name, builtin_text(name)), "pool": [], "pairs": 0}


def test_an_empty_maze_names_no_room() -> None:
    state = read_position(load_puzzle(1).position)
    cleared = read_position(edited(state, ["clear"]))
    assert EDITIONS.of(cleared).scenario(cleared) == scenario_tables("base", builtin_text("base"))
