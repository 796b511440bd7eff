"""What a board position is worth to the search: measured against greedy's judge, from both sides, with and without memory."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from dungeon_twister.ai.bots.board.evaluation import Judge as GreedyJudge
from dungeon_twister.ai.bots.board.outlook import Outlook
from dungeon_twister.ai.bots.worths import WIN as GREEDY_WIN
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
from tests.random_play import new_board

GAMES = Path(__file__).parent.parent / "games"
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


def others_next(evaluator: BoardEvaluator, s: BoardState, me: int) -> bool:
    """Greedy takes it that the others are next."""
    team = s.board_setting.team_of
    return team[evaluator.next_of(s)] != team[me]


# -- beside greedy -----------------------------------------------------------------------------------------------------


@pytest.mark.both_ways
@pytest.mark.parametrize("name", TWO + SEVERAL)
def test_it_says_what_greedy_says(name: str) -> None:
    """Where the others are next, and the game is not all but won: the same to the last digit."""
    states = sparse(name)
    old, new = GreedyJudge(states[0].board_setting), BoardEvaluator(states[0].board_setting)
    compared = 0
    for state in states:
        for me in range(state.setting.players):
            if not state.over and not state.reached and others_next(new, state, me):
                assert new.value(state, me) == pytest.approx(old.value(state, me), abs=1e-6)
                compared += 1
    assert compared >= 20


def test_in_a_team_an_ally_who_is_about_to_win_counts_as_oneself() -> None:
    """For greedy he counts as if he were next; else they say the same."""
    states = sparse(TEAMS)
    old, new = GreedyJudge(states[0].board_setting), BoardEvaluator(states[0].board_setting)
    gaps: list[float] = []
    for state in states:
        for me in range(4):
            if not state.over and not state.reached and others_next(new, state, me):
                gaps.append(round(old.value(state, me) - new.value(state, me), 6))
    assert len(gaps) >= 20
    assert set(gaps) <= {0.0, 230.0}


@pytest.mark.parametrize("name", TWO)
def test_a_game_that_is_over(name: str) -> None:
    last = replayed(name)[-1]
    assert last.over
    old, new = GreedyJudge(last.board_setting), BoardEvaluator(last.board_setting)
    for me in range(2):
        assert new.value(last, me) == (WIN if last.winners >> me & 1 else -WIN)
        assert new.value(last, me) / WIN == old.value(last, me) / GREEDY_WIN


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
            mine.active, other.active = 1, 0  # whoever acts, the next turn is the other's
            assert evaluator.value(mine, 0) >= evaluator.value(other, 0) - 1e-9
            better += evaluator.value(mine, 0) > evaluator.value(other, 0)
    assert better > 5


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
    old, new = GreedyJudge(state.board_setting), BoardEvaluator(state.board_setting)
    for token in range(state.setting.tokens):
        if state.setting.is_character[token] and 0 <= state.loc[token] < UNDER:
            squares = new.distances(state, token, state.maze)
            assert squares == old.distances(state, token)
            away = squares[state.loc[token]] / (2 * state.setting.movement[token])
            assert away <= new.away(state, token) < away + 1


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
    """Beside a Troll a Goblin is worth less, more so when the Troll is next, less so beside a Cleric."""
    state = open_ground()
    goblin, troll, cleric = (token_of(state, name) for name in ("bG", "yT", "yC"))
    state.put(goblin, state.board_setting.dots[0][0])
    square = next(square for square in way_out(state, goblin) if state.maze.ways_from(square)[0] >= 0)
    state.lift(goblin)
    state.put(goblin, square)
    beside = state.maze.ways_from(square)[0]
    fearless = Weights.with_changes({"danger": 0.0, "chance": 0.0})
    dangers = []
    for foe, active in ((troll, 0), (troll, 1), (cleric, 0)):
        there = state.copy()
        there.active = active
        there.put(foe, beside)
        dangers.append(worth(there, 0, fearless) - worth(there))
    assert dangers[0] > dangers[1] > 30
    assert dangers[0] > dangers[2] > 0


def test_a_treasure_in_hand_is_better_than_one_beside_and_that_than_none() -> None:
    state = open_ground()
    goblin, treasure = token_of(state, "bG"), token_of(state, "y$")
    square = next(s for s in range(25) if state.maze.terrain[s] == 0 and state.maze.ways_from(s)[0] >= 0)
    state.put(goblin, square)
    without = worth(state)
    beside = state.copy()
    beside.put(treasure, state.maze.ways_from(square)[0])
    state.put(treasure, square)
    assert worth(state) > worth(beside) > without


def test_about_to_win() -> None:
    """Whoever could bring home all that he lacks with his best card counts more, above all if he is next."""
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


def test_subgoals_are_those_of_greedy() -> None:
    found = 0
    for state in sparse(TWO[0], 8) + sparse(SEVERAL[5], 8):
        if state.over or state.reached:
            continue
        old, new = GreedyJudge(state.board_setting), BoardEvaluator(state.board_setting)
        me = state.active
        bare = new.value(state, me)
        set_subgoals(new, state, me)
        expected = Outlook(old, state, me)
        assert [subgoal.worth for subgoal in new.subgoals] == pytest.approx([subgoal.worth for subgoal in expected.wishes])
        assert [(subgoal.tile, subgoal.squares) for subgoal in new.subgoals] == [
            (subgoal.tile, subgoal.gears) for subgoal in expected.wishes
        ]
        found += len(new.subgoals)
        distance_map = old.grid.chart(state.maze)
        gain = expected.value(state, distance_map, old.figures(state, me, distance_map))
        assert new.value(state, me) == pytest.approx(bare + gain)
        new.clear_subgoals()
        assert new.value(state, me) == bare
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
    ("changes", "told"),
    [
        ({"fadeing": 0.8}, "fadeing"),
        ({"fading": 1.5}, "fading is a number from 0.1 to 1"),
        ({"fading": float("nan")}, "fading"),
        ({"danger": float("inf")}, "danger"),
        ({"standing": -1.0}, "standing"),
    ],
)
def test_weights_that_make_no_sense(changes: dict[str, float], told: str) -> None:
    with pytest.raises(ValueError, match=told):
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
