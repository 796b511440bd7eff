"""The bots play every scenario, selection and option of the Card Game; `greedy` beats `random` and answers in time."""

from __future__ import annotations

from time import process_time

import pytest
from tests.amounts import TIMES, some

from dungeon_twister.ai.arena.matches import run_game, run_match
from dungeon_twister.ai.bots.card import planning
from dungeon_twister.ai.bots.card.planning import Planner
from dungeon_twister.ai.bots.planning import Leaf
from dungeon_twister.rules.engine.card.state import CardState


@pytest.mark.parametrize(
    ("scenario", "options"),
    some(
        [
            ("tutorial-1", {}),
            ("tutorial-2", {"memory": "strict"}),
            ("tutorial-3", {"timer": "on"}),
            ("standard", {"selection": "draft", "secretObjects": "yes"}),
            ("standard", {"selection": "frontal", "memory": "strict", "secretObjects": "yes"}),
            ("advanced", {"selection": "frontal", "handicap": "blue/very-experienced/newbie"}),
        ]
    ),
)
def test_greedy_plays_every_variant(scenario: str, options: dict[str, str]) -> None:
    game = run_game(("greedy", "random"), 0, "variants", scenario, options)
    assert game.fault is None
    assert game.winners == ["greedy"]


def test_greedy_beats_random() -> None:
    games = 4 * TIMES
    match = run_match(("greedy", "random"), games, "eight", "tutorial-2")
    assert match.faults == 0
    assert match.wins["greedy"] >= games * 7 // 8


def test_greedy_against_itself() -> None:
    """By the target, not by END-5; and with everything the game has."""
    game = run_game(("greedy", "greedy"), 1, "itself", "standard", {"secretObjects": "yes", "memory": "strict"})
    assert game.fault is None
    assert max(game.vp.values()) >= 5
    for verb in (" reveal ", " move", " turn ", "place ", "combat "):
        assert any(verb in f" {choice}" for choice in game.record.choices), verb


def test_random_plays_the_card_game() -> None:
    for scenario in ("tutorial-1", "tutorial-3"):
        game = run_game(("random", "random"), 0, "random", scenario, {"secretObjects": "yes"})
        assert game.fault is None


def test_the_same_seed_gives_the_same_game() -> None:
    """Also when other games have been thought about in between, and with other mazes remembered."""
    first = run_game(("greedy", "random"), 0, "again", "tutorial-3", {"secretObjects": "yes"})
    run_game(("greedy", "random"), 0, "something else", "tutorial-3")
    assert run_game(("greedy", "random"), 0, "again", "tutorial-3", {"secretObjects": "yes"}).record == first.record


def test_a_plan_keeps_to_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work of a plan is counted: it ends soon after the count has run out, and it takes no more time than it may."""
    spent: list[int] = []
    seconds: list[float] = []
    plan = Planner.plan

    def measured(self: Planner, root: CardState) -> Leaf:
        began = process_time()
        leaf = plan(self, root)
        seconds.append(process_time() - began)
        spent.append(planning.MOST - self.left)
        return leaf

    monkeypatch.setattr(Planner, "plan", measured)
    run_game(("greedy", "random"), 0, "limits", "advanced")
    assert max(spent) < planning.MOST + 100
    assert max(seconds) < 5.0  # of the processor; a busy machine is slow
