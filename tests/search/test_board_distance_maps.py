"""Distances of the board game: to the exits, doors and the apex of each scenario, for walkers of every kind."""

from __future__ import annotations

from random import Random

from dungeon_twister.ai.search.board.distance_maps import (
    JUMPS,
    RAISED_APEX,
    USUAL_EXITS,
    DistanceMap,
    Grid,
    Lines,
    Walker,
)
from dungeon_twister.ai.search.board.evaluation import BoardEvaluator
from dungeon_twister.ai.search.board.opening import depths_of
from dungeon_twister.rules.engine.board.setting import BoardSetting
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.pieces import CLIMBS, FLIES
from dungeon_twister.rules.geometry.rooms import CELLS
from dungeon_twister.rules.geometry.vectors import Numbers
from tests.random_play import new_board


def distances(s: BoardState, player: int = 0, ways: int = 0, door: int = USUAL_EXITS) -> Numbers:
    """Half steps to the exit from every square, for a walker with four steps."""
    return DistanceMap(Grid(s.maze.plan), s.maze, 0).to_exit(Lines(s.board_setting), Walker(player, ways, 4), door)


def setting_of(scenario: str) -> BoardSetting:
    return new_board(scenario).board_setting


def test_distances_to_the_exit() -> None:
    state, rng = new_board(), Random("distances")
    for _ in range(700):
        apply(state, rng.choice(legal(state)))
    setting = state.board_setting
    for player in range(2):
        walker = distances(state, player, JUMPS)
        assert all(walker[dot] > 40 for dot in setting.dots[player])
        assert all(walker[dot] == 0 for dot in setting.dots[1 - player])
        assert len(Lines(setting).exits(player, USUAL_EXITS)) == 10
        for easier in (CLIMBS, FLIES):
            assert all(a <= b for a, b in zip(distances(state, player, easier), walker, strict=True))


def test_rooms_get_deeper_towards_the_exit() -> None:
    setting = new_board().board_setting
    assert [round(depth, 2) for depth in depths_of(setting, 0)[:4]] == [0, 0.33, 0.67, 1]
    assert [round(depth, 2) for depth in depths_of(setting, 1)[4:8]] == [1, 0.67, 0.33, 0]


def test_exits_are_those_of_the_scenario() -> None:
    """MP-5, HOARD-7, RACE-5, TEAM-14, and nobody walks on a closed line (LINE-7)."""
    for scenario, exits, closed in (("three-players", 20, 0), ("four-players", 30, 0), ("hoard", 10, 20), ("race", 10, 0)):
        setting = setting_of(scenario)
        for player in range(setting.players):
            assert len(Lines(setting).exits(player, USUAL_EXITS)) == exits
            assert len(Lines(setting).closed(player, USUAL_EXITS)) == closed
    teams = Lines(setting_of("teams"))
    assert teams.exits(0, USUAL_EXITS) == teams.exits(1, USUAL_EXITS) != teams.exits(2, USUAL_EXITS)


def test_a_door_is_an_exit_for_its_colour() -> None:
    """DOOR-6, DOOR-10."""
    state = new_board("wrong-door-3")
    setting = state.board_setting
    evaluator = BoardEvaluator(setting)
    assert evaluator.door_of(state, 0) == USUAL_EXITS
    assert Lines(setting).exits(0, USUAL_EXITS) == []
    assert depths_of(setting, 0)[3] == 0.5
    names = [line.name for line in setting.layout.lines]
    state.doors = [-1] * len(names)
    for name, owner in (("X1", 2), ("X2", 0), ("X3", 3), ("X4", 1)):
        state.doors[names.index(name)] = owner
    for player, name in enumerate(("X2", "X4", "X1")):
        door = evaluator.door_of(state, player)
        assert names[door] == name
        away = distances(state, player, 0, door)
        assert [away[square] for square in setting.plan.line_squares[door]] == [0] * 5
        assert min(away[dot] for dot in setting.dots[player]) > 20


def test_the_way_out_of_the_pyramid_is_the_gear_of_its_apex() -> None:
    """PYR-14, PYR-16: two action points from the gear, one from anywhere in it while it is raised."""
    state = new_board("pyramid")
    setting = state.board_setting
    evaluator = BoardEvaluator(setting)
    room = next(number for number, room in enumerate(setting.plan.rooms) if room.name == "5G")
    gear = setting.apex * CELLS + setting.plan.rooms[room].gear
    hidden = distances(state)
    assert 40 < min(hidden[dot] for dot in setting.dots[0]) < 300
    state.maze = state.maze.revealed(setting.apex, room, 0)
    away = distances(state)
    assert away[gear] == 16 == min(away)
    state.maze = state.maze.with_raised(setting.apex)
    assert evaluator.door_of(state, state.active) == RAISED_APEX
    assert evaluator.door_of(state, state.active + 1) == USUAL_EXITS
    raised = distances(state, door=RAISED_APEX)
    assert set(raised[setting.apex * CELLS : (setting.apex + 1) * CELLS]) == {8}


def test_an_empty_place_of_the_shaft_costs_more_but_is_passable() -> None:
    state = new_board("elevator")
    setting = state.board_setting
    here = distances(state)
    tile = setting.elevator
    state.maze = state.maze.moved(tile, state.maze.adjacent_free_place(tile, 0))
    moved = distances(state)
    assert all(here[dot] < 300 and moved[dot] < 300 for dot in setting.dots[0])
