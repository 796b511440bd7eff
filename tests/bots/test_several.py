"""Both bots with three and four players: every scenario, setup included, and what `greedy` thinks there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.amounts import LONG, in_the_long_form, some
from tests.random_play import new_board

from dungeon_twister.ai.arena.matches import against, run_game
from dungeon_twister.ai.bots.board.charts import RAISED_APEX, USUAL_EXITS, closed_to, door_of, exits_of, grid_of
from dungeon_twister.ai.bots.board.evaluation import Judge
from dungeon_twister.ai.bots.board.joining import chance_of_attackers, expected, foreseen
from dungeon_twister.ai.bots.board.opening import choose_setup, depth_of
from dungeon_twister.ai.bots.registry import make_bot
from dungeon_twister.game.record.notation import from_choice
from dungeon_twister.game.views import observe
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.alliances import ATTACK, DEFENCE, OUT
from dungeon_twister.rules.engine.board.decisions import JOINING
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import CHANCE, LAY_TOKENS, LEAVE_OUT_CHARACTERS
from dungeon_twister.rules.engine.game import apply, legal, new_setting
from dungeon_twister.rules.geometry.rooms import CELLS

SCENARIOS = {
    "three-players": "c",
    "four-players": "c",
    "hoard": "c",
    "pyramid": "b",
    "pyramid-3": "e",
    "race": "a",
    "elevator": "e",
    "wrong-door": "d",
    "wrong-door-3": "c",
    "alliances": "c",
    "teams": "c",
}
TWINS = ("pyramid", "wrong-door", "wrong-door-3")  # played here with another number of players, or by `greedy` against itself
LOWEST_TARGETS = {
    "three-players": 3,
    "four-players": 3,
    "hoard": 3,
    "pyramid-3": 2,
    "wrong-door": 3,
    "alliances": 6,
    "teams": 5,
}


def positions(scenario: str, seed: str, choices: int = 100_000) -> Iterator[BoardState]:
    """The positions of a game played at random."""
    rng = Random(seed)
    state = new_board(scenario)
    for _ in range(choices):
        if state.over:
            return
        yield state
        apply(state, rng.choice(legal(state)))


def first(scenario: str, decision: int) -> BoardState:
    """The first position of that kind in games played at random."""
    for number in range(20):
        for state in positions(scenario, f"first {number}"):
            if state.decision() == decision:
                return state
    raise AssertionError("there is none")


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", some((scenario for scenario in SCENARIOS if LONG or scenario not in TWINS), 3))
def test_greedy_alone_against_random_bots(scenario: str) -> None:
    """To the lowest target there is: the points needed change no kind of decision; the long form plays to the usual one."""
    short = {} if LONG or scenario not in LOWEST_TARGETS else {"target": LOWEST_TARGETS[scenario]}
    seed = "a" if short else SCENARIOS[scenario]
    game = run_game(against("greedy", "random", new_setting(scenario)), 0, seed, scenario, short)
    assert game.fault is None
    assert game.won[0] == "greedy"
    assert max(game.slowest.values()) < 30  # seconds by the clock: a busy machine is slow


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_plays_everything(scenario: str) -> None:
    bots = ("random",) * new_setting(scenario).players
    game = run_game(bots, 1, "everything", scenario, {} if scenario == "race" else {"stallLimit": "2"})
    assert game.fault is None
    assert game.winners


@in_the_long_form
def test_greedy_against_greedy() -> None:
    game = run_game(("greedy",) * 3, 0, "gg", "wrong-door-3")
    assert game.fault is None
    assert len(game.won) == 1
    assert max(game.vp.values()) >= 5


# -- ways out ----------------------------------------------------------------------------------------------------------


def test_exits_are_those_of_the_scenario() -> None:
    """MP-5, HOARD-7, RACE-5, TEAM-14, and closed lines are no ways (LINE-7)."""
    for scenario, exits, closed in (("three-players", 20, 0), ("four-players", 30, 0), ("hoard", 10, 20), ("race", 10, 0)):
        setting = new_board(scenario).board_setting
        for player in range(setting.players):
            assert len(exits_of(setting, player)) == exits
            assert len(closed_to(setting, player, USUAL_EXITS)) == closed
    teams = new_board("teams").board_setting
    assert exits_of(teams, 0) == exits_of(teams, 1) != exits_of(teams, 2)


def test_a_door_is_an_exit_for_its_colour() -> None:
    state = new_board("wrong-door-3")
    setting = state.board_setting
    assert door_of(state, 0) == USUAL_EXITS
    assert exits_of(setting, 0) == []
    assert depth_of(state, 0, 3) == 0.5
    names = [line.name for line in setting.layout.lines]
    state.doors = [-1] * len(names)
    for name, owner in (("X1", 2), ("X2", 0), ("X3", 3), ("X4", 1)):
        state.doors[names.index(name)] = owner
    chart = grid_of(setting.plan).chart(state.maze)
    for player, name in enumerate(("X2", "X4", "X1")):
        door = door_of(state, player)
        assert names[door] == name
        away = chart.to_exit(setting, player, 0, 4, door)
        squares = setting.plan.line_squares[door]
        assert [away[square] for square in squares] == [0] * 5
        assert min(away[dot] for dot in setting.dots[player]) > 20


def test_the_way_out_of_the_pyramid_is_the_gear_of_its_apex() -> None:
    """PYR-14, PYR-16: two action points from the gear, one from anywhere in it while it is raised."""
    state = new_board("pyramid")
    setting = state.board_setting
    room = next(number for number, room in enumerate(setting.plan.rooms) if room.name == "5G")
    gear = setting.apex * CELLS + setting.plan.rooms[room].gear
    grid = grid_of(setting.plan)
    hidden = grid.chart(state.maze).to_exit(setting, 0, 0, 4)
    assert 40 < min(hidden[dot] for dot in setting.dots[0]) < 300
    state.maze = state.maze.revealed(setting.apex, room, 0)
    away = grid.chart(state.maze).to_exit(setting, 0, 0, 4)
    assert away[gear] == 16 == min(away)
    state.maze = state.maze.with_raised(setting.apex)
    assert door_of(state, state.active) == RAISED_APEX
    raised = grid.chart(state.maze).to_exit(setting, 0, 0, 4, RAISED_APEX)
    assert set(raised[setting.apex * CELLS : (setting.apex + 1) * CELLS]) == {8}
    assert door_of(state, state.active + 1) == USUAL_EXITS


def test_an_empty_place_of_the_shaft_is_dear_but_not_endless() -> None:
    state = new_board("elevator")
    setting = state.board_setting
    here = grid_of(setting.plan).chart(state.maze).to_exit(setting, 0, 0, 4)
    tile = setting.elevator
    state.maze = state.maze.moved(tile, state.maze.free_place_beside(tile, 0))
    moved = grid_of(setting.plan).chart(state.maze).to_exit(setting, 0, 0, 4)
    dots = setting.dots[0]
    assert all(here[dot] < 300 and moved[dot] < 300 for dot in dots)


# -- the judge ---------------------------------------------------------------------------------------------------------


def test_the_points_of_an_ally_are_ones_own() -> None:
    *_, state = positions("teams", "allies", 400)
    judge = Judge(state.board_setting)
    before = judge.value(state, 0)
    state.set_vp(1, state.vp[1] + 1)
    assert judge.value(state, 0) > before + 50
    state.set_vp(2, state.vp[2] + 2)
    assert judge.value(state, 0) < before - 50
    state.over = True
    for winners, sign in ((0b0011, 1), (0b1100, -1), (0b1111, -1)):
        state.winners = winners
        assert judge.value(state, 0) * sign > 10000


def test_the_best_opponent_counts_most() -> None:
    *_, state = positions("four-players", "opponents", 400)
    judge = Judge(state.board_setting)
    state.vp = [1, 3, 0, 0]
    before = judge.value(state, 0)
    state.vp = [1, 4, 0, 0]
    ahead = judge.value(state, 0)
    state.vp = [1, 3, 1, 0]
    behind = judge.value(state, 0)
    assert ahead < behind < before


def test_points_for_wounds_make_a_loss_dearer() -> None:
    """ALLY-8, RACE-8."""
    losses: dict[str, tuple[float, float]] = {}
    for scenario in ("four-players", "alliances", "race"):
        setting = new_board(scenario).board_setting
        judge = Judge(setting)
        chart = grid_of(setting.plan).chart(new_board(scenario).maze)
        dot = setting.dots[0][0]
        whole, down = (judge._figure(0, dot, -1, marks, USUAL_EXITS, chart) for marks in (0, 1))
        losses[scenario] = (whole.loss - whole.worth, down.loss - down.worth)
        assert whole.safe == (scenario == "race")
    assert losses["four-players"][1] == losses["alliances"][1] == pytest.approx(100)
    assert losses["alliances"][0] > losses["four-players"][0] + 50
    assert losses["race"][1] == pytest.approx(0)


# -- joining -----------------------------------------------------------------------------------------------------------


def test_greedy_joins_the_side_that_is_going_to_win() -> None:
    """ALLY-22: in this game others could join five times, and every time one side was much stronger with them."""
    judge = Judge(new_board("alliances").board_setting)
    joined: list[int] = []
    for state in positions("alliances", "join 27"):
        if state.decision() == JOINING:
            me = state.decider()
            choice = from_choice(state, make_bot("greedy", "join").choose(observe(state, me)))
            after = state.copy()
            apply(after, choice)
            after = foreseen(after)
            chance = chance_of_attackers(after)
            side = actions.first_of(choice)
            assert side != OUT
            assert (chance if side == ATTACK else 1 - chance) > 0.8
            assert expected(judge, after, me) > expected(judge, foreseen(state.copy()), me) - 1
            joined.append(side)
    assert sorted(joined) == [ATTACK, ATTACK, ATTACK, DEFENCE, DEFENCE]


# -- the setup ---------------------------------------------------------------------------------------------------------


def test_goblins_and_quick_ones_climb_the_pyramid() -> None:
    """PYR-2: of eight characters six come along."""
    state = first("pyramid", LEAVE_OUT_CHARACTERS)
    for seed in range(10):
        after = state.copy()
        choice = choose_setup(after, Random(seed))
        assert state.setting.exit_vp[actions.first_of(choice)] == 1


@pytest.mark.parametrize("scenario", ["race", "elevator", "hoard"])
def test_the_bot_lays_everything_where_it_belongs(scenario: str) -> None:
    """KIND-2, KIND-3: it follows the choices it is given to the end of the setup."""
    rng = Random(scenario)
    state = new_board(scenario)
    while state.turn == 0:
        choice = rng.choice(legal(state)) if state.decider() == CHANCE else choose_setup(state, rng)
        if state.decision() == LAY_TOKENS:
            kind = state.board_setting.kinds[actions.second_of(choice)]
            character = state.setting.is_character[actions.first_of(choice)]
            assert kind == "any" or (kind == "char") == character
        apply(state, choice)
