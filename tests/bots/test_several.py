"""The bots `random` and `greedy` with three and four players: every scenario, setup included."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.amounts import LONG, in_the_long_form, some
from tests.random_play import new_board

from dungeon_twister.ai.arena.matches import against, run_game
from dungeon_twister.ai.bots.registry import make_bot
from dungeon_twister.ai.search.board.combat_model import BoardCombat, chances
from dungeon_twister.ai.search.board.joining_combat import foreseen
from dungeon_twister.ai.search.game_adapter import WIN
from dungeon_twister.game.record.notation import from_choice
from dungeon_twister.game.views import observe
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.alliances import ATTACK, DEFENCE, OUT
from dungeon_twister.rules.engine.board.decisions import JOINING
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.game import apply, legal, new_setting

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


# -- joining -----------------------------------------------------------------------------------------------------------


def test_greedy_joins_the_side_that_is_going_to_win() -> None:
    """ALLY-22: in this game others could join five times, and every time one side was much stronger with them."""
    joined: list[int] = []
    for state in positions("alliances", "join 27"):
        if state.decision() == JOINING:
            me = state.decider()
            choice = from_choice(state, make_bot("greedy", "join").choose(observe(state, me)))
            after = state.copy()
            apply(after, choice)
            combat = BoardCombat(foreseen(after), me, [0.0] * 7)
            side = actions.first_of(choice)
            assert side != OUT
            assert chances(combat.lead, combat.cards, combat.theirs)[WIN] > 0.8
            joined.append(side)
    assert sorted(joined) == [ATTACK, ATTACK, ATTACK, DEFENCE, DEFENCE]
