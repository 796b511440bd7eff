"""The evaluation of the board game: stored values, both sides of a position, caches, subgoals, weights."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from dungeon_twister.ai.bots.greedy import WEIGHTS
from dungeon_twister.ai.search.board.evaluation import KEPT, BoardEvaluator
from dungeon_twister.ai.search.board.find_subgoals import set_subgoals
from dungeon_twister.ai.search.board.weights import TUNABLE, WIN, Weights
from dungeon_twister.game.record.chance import dice_of
from dungeon_twister.game.record.files import load
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.game import apply, legal, new_setting
from dungeon_twister.rules.engine.state import GONE, UNDER
from tests.amounts import some
from tests.random_play import new_board

GAMES = Path(__file__).parent.parent / "games"
VALUES = Path(__file__).parent / "evaluations.json"
TWO = ["board/base-0-greedy-greedy-0", "board/base-1-greedy-greedy-1", "board/base-2-greedy-random-1"]
SEVERAL = [
    "scenarios/three-players-0-greedy-greedy-0",
    "scenarios/four-players-1-greedy-greedy-0",
    "scenarios/hoard-2-greedy-greedy-0",
    "scenarios/pyramid-3-greedy-greedy-0",
    "scenarios/race-5-greedy-greedy-0",
    "scenarios/elevator-6-greedy-greedy-0",
    "scenarios/wrong-door-8-greedy-greedy-0",
    "scenarios/alliances-10-greedy-greedy-0",
]
TEAMS = "scenarios/teams-12-greedy-greedy-0"


@cache
def replayed(name: str) -> list[BoardState]:
    """Every position of a recorded game in which somebody acts or begins his turn."""
    record, seed = load((GAMES / f"{name}.dt").read_text("utf-8"), name)
    game = RecordedGame(new_setting(record.header.played, record.header.options), seed, dice_of(record.header.chance, seed))
    found: list[BoardState] = []
    while not game.over:
        game.play(record.choices[len(game.log)])
        if game.state.over or game.state.decision() in (ACT, CHOOSE_CARD):
            found.append(board_of(game.state.copy()))
    return found


def sparse(name: str, number: int = 25) -> list[BoardState]:
    """Some positions of a game, its last ones among them."""
    found = replayed(name)
    return found[:: max(1, len(found) // number)] + found[-3:]


# -- stored values -------------------------------------------------------------------------------------------------------


def values_of(name: str) -> list[list[float]]:
    """Return for some positions of a game the value for each player, and for the active player with subgoals."""
    rows: list[list[float]] = []
    evaluator: BoardEvaluator | None = None
    for state in sparse(name):
        if evaluator is None:
            evaluator = BoardEvaluator(state.board_setting, Weights.with_changes(WEIGHTS))
        row = [evaluator.value(state, me) for me in range(state.setting.players)]
        if not state.over and not state.reached:
            set_subgoals(evaluator, state, state.active)
            row.append(evaluator.value(state, state.active))
            evaluator.clear_subgoals()
        rows.append([round(value, 4) for value in row])
    return rows


def renew() -> None:
    """Store new values: `python -c "from tests.search.test_board_evaluation import renew; renew()"`."""
    stored = json.loads(VALUES.read_text("utf-8"))
    stored["board"] = {name: values_of(name) for name in [*TWO, *SEVERAL, TEAMS]}
    VALUES.write_text(json.dumps(stored) + "\n", "utf-8")


@pytest.mark.both_ways
@pytest.mark.parametrize("name", some([*TWO, *SEVERAL, TEAMS]))
def test_values_are_as_stored(name: str) -> None:
    """With the weights of `greedy`. A change of the evaluation on purpose changes them: look at the difference, and `renew`."""
    rows = json.loads(VALUES.read_text("utf-8"))["board"][name]
    found = values_of(name)
    assert len(found) == len(rows) >= 20
    for row, stored in zip(found, rows, strict=True):
        assert row == pytest.approx(stored, abs=1e-3)


@pytest.mark.parametrize("name", TWO)
def test_a_game_that_is_over(name: str) -> None:
    last = replayed(name)[-1]
    assert last.over
    evaluator = BoardEvaluator(last.board_setting)
    for me in range(2):
        assert evaluator.value(last, me) == (WIN if last.winners >> me & 1 else -WIN)


def test_a_shared_victory_is_a_poor_one() -> None:
    state = replayed(TWO[0])[-1].copy()
    state.winners = 3
    evaluator = BoardEvaluator(state.board_setting)
    assert [evaluator.value(state, me) for me in range(2)] == [-WIN / 4, -WIN / 4]


def test_who_has_reached_the_target_has_half_won() -> None:
    state = replayed(TWO[0])[-8].copy()
    state.set_vp(0, state.setting.target)
    state.set_vp(1, 2)
    state.reached = 1
    evaluator = BoardEvaluator(state.board_setting)
    assert evaluator.value(state, 0) == WIN / 2 + 100 * (state.setting.target - 2)
    assert evaluator.value(state, 1) == -evaluator.value(state, 0)


# -- two sides of one position -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TWO)
def test_what_one_has_the_other_lacks(name: str) -> None:
    """Unless somebody has been waiting for long."""
    states = [state for state in replayed(name) if not state.over and max(state.idle) < 3]
    evaluator = BoardEvaluator(states[0].board_setting)
    assert len(states) > 50
    for state in states:
        assert evaluator.value(state, 0) == pytest.approx(-evaluator.value(state, 1), abs=1e-6)


def test_it_is_good_to_be_next() -> None:
    """The same position is worth no less to a player when his own turn begins than when the other's does."""
    evaluator = BoardEvaluator(replayed(TWO[0])[0].board_setting)
    better = 0
    for state in sparse(TWO[0]):
        if not state.over and state.decision() == ACT:
            mine, other = state.copy(), state.copy()
            mine.active, other.active = 1, 0  # the next turn is that of the player who does not act
            assert evaluator.value(mine, 0) >= evaluator.value(other, 0) - 1e-9
            better += evaluator.value(mine, 0) > evaluator.value(other, 0)
    assert better > 5


def after_random_choices(scenario: str, seed: str) -> BoardState:
    *_, state = random_positions(scenario, seed, 400)
    return state


def test_a_point_more_is_better() -> None:
    state = after_random_choices("base", "judge")
    evaluator = BoardEvaluator(state.board_setting)
    before = evaluator.value(state, 0)
    state.set_vp(0, state.vp[0] + 1)
    assert evaluator.value(state, 0) > before + 50
    assert evaluator.value(state, 1) < -before


def test_the_points_of_an_ally_are_ones_own() -> None:
    state = after_random_choices("teams", "allies")
    evaluator = BoardEvaluator(state.board_setting)
    before = evaluator.value(state, 0)
    state.set_vp(1, state.vp[1] + 1)
    assert evaluator.value(state, 0) > before + 50
    state.set_vp(2, state.vp[2] + 2)
    assert evaluator.value(state, 0) < before - 50
    state.over = True
    for winners, value in ((0b0011, WIN), (0b1100, -WIN), (0b1111, -WIN / 4)):
        state.winners = winners
        assert evaluator.value(state, 0) == value


def test_the_best_opponent_counts_most() -> None:
    state = after_random_choices("four-players", "opponents")
    evaluator = BoardEvaluator(state.board_setting)
    values: list[float] = []
    for points in ([1, 4, 0, 0], [1, 3, 1, 0], [1, 3, 0, 0]):
        state.vp = points
        values.append(evaluator.value(state, 0))
    assert values == sorted(set(values))


# -- memory ------------------------------------------------------------------------------------------------------------


@pytest.mark.both_ways
@pytest.mark.parametrize("name", [TWO[1], SEVERAL[1], SEVERAL[3], TEAMS])
def test_memory_changes_nothing(name: str) -> None:
    states = sparse(name, 8)
    warm = BoardEvaluator(states[0].board_setting)
    first = [warm.value(state, me) for state in states for me in range(state.setting.players)]
    again = [warm.value(state, me) for state in states for me in range(state.setting.players)]
    fresh = [BoardEvaluator(state.board_setting).value(state, me) for state in states for me in range(state.setting.players)]
    assert first == again == fresh


def test_a_judge_does_not_keep_every_maze() -> None:
    state = replayed(TWO[0])[-20].copy()
    evaluator = BoardEvaluator(state.board_setting)
    value = evaluator.value(state, 0)
    maze = state.maze
    for number in range(KEPT + 10):
        tile, quarters = number % 7, 1 + number % 3
        maze = maze.turned(tile, quarters)
        evaluator.distance_map(maze)
        assert evaluator.distance_map(maze).maze.code == maze.code
    assert evaluator.value(state, 0) == value


def test_distances() -> None:
    state = replayed(TWO[0])[-20]
    evaluator = BoardEvaluator(state.board_setting)
    for token in range(state.setting.tokens):
        if state.setting.is_character[token] and 0 <= state.loc[token] < UNDER:
            squares = evaluator.distances(state, token, state.maze)
            half_steps: int = squares[state.loc[token]]
            away = half_steps / (2 * int(state.setting.movement[token]))
            assert away <= evaluator.away(state, token) < away + 1


# -- what counts -------------------------------------------------------------------------------------------------------


def open_ground() -> BoardState:
    """A position in the middle of a game with all characters taken away but those that a test puts somewhere."""
    state = next(state for state in reversed(replayed(TWO[0])[:-20]) if state.decision() == ACT).copy()
    assert state.maze.dark == 0
    for token in range(state.setting.tokens):
        if 0 <= state.loc[token] < UNDER:
            state.lift(token)
        state.remove(token, GONE)
    state.active = 0
    return state


def token_of(s: BoardState, name: str) -> int:
    return s.setting.names.index(name)


def worth(s: BoardState, me: int = 0, weights: Weights | None = None) -> float:
    return BoardEvaluator(s.board_setting, weights).value(s, me)


def way_out(s: BoardState, token: int) -> list[int]:
    """Bare squares of a room, the nearest to the token's exit first."""
    far = BoardEvaluator(s.board_setting).distances(s, token, s.maze)
    return sorted((square for square in range(s.board_setting.plan.base) if s.maze.terrain[square] == 0), key=far.__getitem__)


def test_on_the_way_out_is_better() -> None:
    state = open_ground()
    token = token_of(state, "bG")
    state.put(token, state.board_setting.dots[0][0])
    squares = way_out(state, token)
    values = []
    for square in (squares[0], squares[len(squares) // 2], squares[-1]):
        there = state.copy()
        there.lift(token)
        there.put(token, square)
        values.append(worth(there))
    assert values[0] > values[1] > values[2] > 0


def test_a_wound_hurts_and_a_healer_helps() -> None:
    state = open_ground()
    goblin, cleric = token_of(state, "bG"), token_of(state, "bC")
    state.put(goblin, state.board_setting.dots[0][0])
    square = way_out(state, goblin)[0]
    state.lift(goblin)
    state.put(goblin, square)
    state.put(cleric, state.board_setting.dots[0][1])
    healthy = worth(state)
    state.fall(goblin, 0)
    alone = worth(state)
    assert alone < healthy - 50
    lonely = worth(state, 0, Weights.with_changes({"care": 0.0}))
    state.lift(cleric)
    state.put(cleric, state.maze.ways_from(square)[0])
    assert worth(state) - worth(state, 0, Weights.with_changes({"care": 0.0})) > 20
    assert lonely <= alone


def test_a_strong_foe_is_a_danger() -> None:
    """Next to a Troll a Goblin is worth less, more so when the Troll is next, less so next to a Cleric."""
    state = open_ground()
    goblin, troll, cleric = (token_of(state, name) for name in ("bG", "yT", "yC"))
    state.put(goblin, state.board_setting.dots[0][0])
    square = next(square for square in way_out(state, goblin) if state.maze.ways_from(square)[0] >= 0)
    state.lift(goblin)
    state.put(goblin, square)
    next_square = state.maze.ways_from(square)[0]
    fearless = Weights.with_changes({"danger": 0.0, "chance": 0.0})
    dangers = []
    for foe, active in ((troll, 0), (troll, 1), (cleric, 0)):
        there = state.copy()
        there.active = active
        there.put(foe, next_square)
        dangers.append(worth(there, 0, fearless) - worth(there))
    assert dangers[0] > dangers[1] > 30
    assert dangers[0] > dangers[2] > 0


def test_a_treasure_in_hand_is_better_than_one_beside_and_that_than_none() -> None:
    state = open_ground()
    goblin, treasure = token_of(state, "bG"), token_of(state, "y$")
    square = next(s for s in range(25) if state.maze.terrain[s] == 0 and state.maze.ways_from(s)[0] >= 0)
    state.put(goblin, square)
    without = worth(state)
    near = state.copy()
    near.put(treasure, state.maze.ways_from(square)[0])
    state.put(treasure, square)
    assert worth(state) > worth(near) > without


def test_about_to_win() -> None:
    """A player who can score all missing points with the best card counts more, above all before the own turn."""
    state = open_ground()
    goblin = token_of(state, "bG")
    state.put(goblin, state.board_setting.dots[0][0])
    square = way_out(state, goblin)[0]
    state.lift(goblin)
    state.put(goblin, square)
    state.set_vp(0, state.setting.target - state.setting.exit_vp[goblin])
    never = Weights.with_changes({"nearly": 0.0, "winning": 0.0})
    for active, gain in ((0, 120.0), (1, 350.0)):
        state.active = active
        assert worth(state) - worth(state, 0, never) == pytest.approx(gain)
    state.set_vp(0, state.vp[0] - 1)
    assert worth(state) == worth(state, 0, never)


# -- subgoals ------------------------------------------------------------------------------------------------------------


def test_subgoals_raise_the_value_until_they_are_cleared() -> None:
    found = 0
    for state in sparse(TWO[0], 8) + sparse(SEVERAL[5], 8):
        if state.over or state.reached:
            continue
        evaluator, me = BoardEvaluator(state.board_setting), state.active
        bare = evaluator.value(state, me)
        set_subgoals(evaluator, state, me)
        found += len(evaluator.subgoals)
        assert evaluator.value(state, me) >= bare
        evaluator.clear_subgoals()
        assert evaluator.value(state, me) == bare
    assert found > 10


def test_subgoals_are_of_one_player_only() -> None:
    for state in sparse(TWO[1], 6):
        if not state.over:
            evaluator = BoardEvaluator(state.board_setting)
            other = 1 - state.active
            before = evaluator.value(state, other)
            set_subgoals(evaluator, state, state.active)
            assert evaluator.value(state, other) == before


# -- weights -----------------------------------------------------------------------------------------------------------


@pytest.mark.sources
def test_every_weight_has_a_row() -> None:
    weights = Weights()
    assert set(Weights.__annotations__) == set(TUNABLE)
    for name, (default, least, greatest) in TUNABLE.items():
        assert getattr(weights, name) == default
        assert least <= default <= greatest


def test_a_weight_that_is_changed_counts() -> None:
    """Each of them changes the worth of some position, so none is there for nothing."""
    states = [state for name in (TWO[0], TWO[1], SEVERAL[0]) for state in sparse(name, 40) if not state.over]
    troll = open_ground()
    troll.put(token_of(troll, "bT"), 0)
    troll.fall(token_of(troll, "bT"), 0)
    states.append(troll)
    counting = set(TUNABLE) - {"point", "wishing"}  # these are not of `value` alone
    usual = {setting: BoardEvaluator(setting) for setting in {state.board_setting for state in states}}
    plain = [usual[state.board_setting].value(state, 0) for state in states]
    without: list[str] = []
    for name in sorted(counting):
        default, least, greatest = TUNABLE[name]
        other = Weights.with_changes({name: least if default - least > 1e-3 else greatest})
        judges = {setting: BoardEvaluator(setting, other) for setting in usual}
        if all(judges[state.board_setting].value(state, 0) == value for state, value in zip(states, plain, strict=True)):
            without.append(name)
    assert without == []


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"fadeing": 0.8}, "fadeing"),
        ({"fading": 1.5}, "fading is a number from 0.1 to 1"),
        ({"fading": float("nan")}, "fading"),
        ({"danger": float("inf")}, "danger"),
        ({"standing": -1.0}, "standing"),
    ],
)
def test_weights_that_make_no_sense(changes: dict[str, float], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Weights.with_changes(changes)


def random_positions(scenario: str, seed: str, choices: int) -> Iterator[BoardState]:
    rng = Random(seed)
    state = new_board(scenario)
    for _ in range(choices):
        if state.over:
            return
        yield state
        apply(state, rng.choice(legal(state)))


def test_every_moment_of_a_game_has_a_worth() -> None:
    """From the setup on, in the middle of a journey, of a combat, of a reveal."""
    for scenario in ("base", "four-players", "pyramid", "alliances", "wrong-door"):
        evaluator = BoardEvaluator(new_board(scenario).board_setting)
        for number, state in enumerate(random_positions(scenario, "worth", 700)):
            if number % 7 == 0:
                assert abs(evaluator.value(state, number % state.setting.players)) < WIN
