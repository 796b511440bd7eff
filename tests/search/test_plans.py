"""Several plans of one turn with what they are worth: the same that a search plays by."""

from __future__ import annotations

import pytest

from dungeon_twister.ai.search.profile import Profile
from dungeon_twister.game.record.position import read_position
from tests.search.searches import TASKS, search_of

SMALL = Profile(
    width=4, nodes=250, ends=5, replies=5, reply_width=2, reply_nodes=40, samples=1, goal=100, reply_goal=30, total=3000
)
SOME = [20, 24, 26]

pytestmark = pytest.mark.both_ways


@pytest.mark.parametrize("number", SOME)
def test_the_best_plan_is_the_one_that_is_played(number: int) -> None:
    s = read_position(TASKS[number]["position"])
    played = search_of(s, SMALL, "1").think(s)
    plans = search_of(s, SMALL, "1").plans(s, 3)
    best = plans[0].path + ((plans[0].risk,) if plans[0].risk >= 0 else ())
    assert played[: len(best)] == best
    assert [plan.value for plan in plans] == sorted([plan.value for plan in plans], reverse=True)


@pytest.mark.parametrize("number", SOME)
def test_a_plan_that_is_told_is_worth_the_same(number: int) -> None:
    """But for what the guess at a combat owes to the action card that was not played after all."""
    s = read_position(TASKS[number]["position"])
    plans = search_of(s, SMALL, "1").plans(s, 3)
    scored = search_of(s, SMALL, "1").plans(s, 0, 0, [(plan.path, plan.risk) for plan in plans])
    assert [one.value for one in scored] == pytest.approx([plan.value for plan in plans], abs=0.5)


def test_a_win_stands_alone() -> None:
    s = read_position(TASKS[0]["position"])
    plans = search_of(s, SMALL, "1").plans(s, 3)
    assert len(plans) == 1 and plans[0].wins


def test_choices_that_cannot_be_made_are_refused() -> None:
    s = read_position(TASKS[24]["position"])
    with pytest.raises(ValueError, match="cannot be made"):
        search_of(s, SMALL, "1").plans(s, 1, 0, [((0, 0, 0), -1)])
