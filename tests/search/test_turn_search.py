"""The search core, on real positions of both games: what a search answers, what it may cost, that it is the same everywhere."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dungeon_twister.ai.search.beam_search import Beam, StartCosts, TurnPlan, by_value
from dungeon_twister.ai.search.goals import SLACK, win_this_turn
from dungeon_twister.ai.search.profile import Profile
from dungeon_twister.ai.search.replies import Replies
from dungeon_twister.ai.search.turn_actions import TurnStart
from dungeon_twister.compiled import running as is_compiled
from dungeon_twister.game.record.notation import write
from dungeon_twister.game.record.position import read_position
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.decisions import ACT, CHANCE, CHOOSE_COMBAT, PLACE_TOKENS, TRAVEL
from dungeon_twister.rules.engine.game import apply, legal, new_state
from dungeon_twister.rules.engine.state import State
from tests.search.searches import HASTY, TASKS, TINY, adapter_of, follow, play_turn, search_of, winning_path

PATHS = Path(__file__).parent / "paths.json"
STORED: list[dict[str, Any]] = json.loads(PATHS.read_text())
SEVERAL = [0, 3, 7]  # of the stored positions: the board game, the Card Game, three players
REVEALS = 6  # of the stored positions: one in which a room can be revealed
EACH = 4 if is_compiled() else 1  # thoughts about decisions of one kind in one game
WANTED = {ACT, TRAVEL, PLACE_TOKENS, CHOOSE_COMBAT}
LAYER = 300  # more positions than whole actions, with few ends of journeys, lead to from one position
LAST_PLAN = 12  # searches for a plan that ends in a combat: to go on after each outcome, and replies; a plan begun is finished


def position(number: int) -> State:
    return read_position(STORED[number]["position"])


def thought(number: int, profile: Profile = TINY) -> tuple[list[str], int]:
    """What a search plans in a stored position, in words, and the positions it valued."""
    s = position(number)
    search = search_of(s, profile, f"stored {number}")
    after, words = s.copy(), []
    for choice in search.think(s):
        if choice in legal(after):
            words.append(write(after, choice))
            apply(after, choice)
    return words, search.nodes


def renew() -> None:
    """Write `paths.json` anew: `python -c "from tests.search.test_turn_search import renew; renew()"`."""
    for number, entry in enumerate(STORED):
        entry["path"], entry["nodes"] = thought(number)
    PATHS.write_text(json.dumps(STORED, indent=1) + "\n")


@pytest.mark.both_ways
@pytest.mark.parametrize("number", range(len(STORED)))
def test_the_same_interpreted_and_compiled(number: int) -> None:
    """Everything is counted in positions and computed in the same order, so both give the path that is stored. What changes the
    search or the worth of a position on purpose changes the paths: look whether the new ones make sense, and `renew`."""
    words, nodes = thought(number)
    assert (words, nodes) == (STORED[number]["path"], STORED[number]["nodes"])


@pytest.mark.parametrize("number", SEVERAL)
def test_two_searches_with_one_seed_think_the_same(number: int) -> None:
    s = position(number)
    searches = [search_of(s, TINY, "one seed") for _ in range(2)]
    for _ in range(2):
        paths = [search.think(s) for search in searches]
        assert paths[0] == paths[1]
    assert searches[0].nodes == searches[1].nodes > 0
    assert searches[0].rng.getstate() == searches[1].rng.getstate()


# -- whole games -------------------------------------------------------------------------------------------------------


def keen(s: State, rng: Random) -> int:
    """A random choice, but an attack or a reveal if there is one."""
    choices = legal(s)
    wild = [choice for choice in choices if actions.kind_of(choice) in (actions.ATTACK, actions.REVEAL)]
    return rng.choice(wild or choices)


@pytest.mark.both_ways
@pytest.mark.parametrize(
    ("scenario", "seed"), [("base", 8), ("standard", 0), ("three-players", 2), ("alliances", 5), ("pyramid", 6)]
)
def test_every_kind_of_decision_is_answered_by_legal_choices(scenario: str, seed: int) -> None:
    """Of each kind of decision of a game the search thinks about the first few, and all that it plans must be possible."""
    s, rng = new_state(scenario), Random(f"{scenario} {seed}")
    search, asked = search_of(s, replace(TINY, goal=0, reply_goal=0, replies=1), scenario), Counter[int]()
    while not s.over and any(asked[kind] < EACH for kind in WANTED):
        if s.decider() == CHANCE or asked[s.decision()] >= EACH or rng.random() < 0.5:
            apply(s, keen(s, rng))
            continue
        asked[s.decision()] += 1
        path = search.think(s)
        assert path
        follow(s, path)
        apply(s, path[0])
    assert set(asked) >= WANTED


@pytest.mark.parametrize("number", SEVERAL)
def test_a_turn_is_played_to_its_end(number: int) -> None:
    s = position(number)
    after = play_turn(s, search_of(s, TINY, "turn"), "turn")
    assert after.over or after.decider() != s.decider()


@pytest.mark.parametrize("number", SEVERAL)
def test_who_errs_still_keeps_to_the_rules(number: int) -> None:
    s = position(number)
    blind = Profile(width=2, nodes=60, ends=3, replies=0, samples=0, goal=0, total=80, noise=500.0, overlooked=0.9, actions=3)
    paths = {search_of(s, blind, f"blind {seed}").think(s) for seed in range(4)}
    for path in paths:
        assert path
        follow(s, path)
    assert len(paths) > 1, "what it sees depends on its seed"


# -- a win this turn ---------------------------------------------------------------------------------------------------


WINS = [read_position(task["position"]) for task in TASKS if task["theme"] == "win" and (is_compiled() or task.get("quick"))]


@pytest.mark.both_ways
def test_a_path_that_is_said_to_win_wins() -> None:
    """Also where the target is reached with points left, and the turn has to be ended first (END-4)."""
    left = 0
    for s in WINS:
        path = winning_path(s, 18000)
        assert path
        after = follow(s, path)
        assert after.over and after.winners == 1 << s.decider()
        before = follow(s, path[:-1])
        assert not before.over, "nothing comes after the win"
        left += path[-1] == actions.PASS and before.ap > 0
    assert left


@pytest.mark.both_ways
def test_where_nobody_can_win_no_path_is_found() -> None:
    """The first turns of games: nobody has a point yet, or somebody needs more points than his characters can bring."""
    for number in SEVERAL:
        s = position(number)
        adapter = adapter_of(s.setting)
        assert win_this_turn(adapter, StartCosts(adapter, s).most().state, s.decider(), 1000) == ()


def test_a_win_that_needs_more_points_than_there_are_is_not_looked_for() -> None:
    s = position(0)
    adapter = adapter_of(s.setting)
    root = StartCosts(adapter, s).most().state
    assert adapter.goal_distance(root, s.decider()) > root.ap + SLACK
    assert win_this_turn(adapter, root, s.decider(), 1000) == ()
    assert adapter.nodes == 0


# -- plans -------------------------------------------------------------------------------------------------------------


def test_the_cheapest_card_that_covers_a_plan_is_taken() -> None:
    s = position(7)
    costs = StartCosts(adapter_of(s.setting), s)
    cards = [start.points for start in costs.turn_starts]
    assert cards == sorted(cards, reverse=True) and len(cards) > 2
    assert costs.most().points == max(cards)
    for spent in range(max(cards) + 1):
        plan = TurnPlan((), s, 50.0, spent)
        taken = costs.best(plan)
        assert taken.points == min(card for card in cards if card >= spent)
        assert costs.worth(plan) == pytest.approx(50.0 - taken.cost)
        assert follow(s, taken.path).ap == taken.points


def test_plans_are_ordered_by_what_they_are_worth_for_their_price() -> None:
    s = position(7)
    adapter = adapter_of(s.setting)
    costs = StartCosts(adapter, s)
    most, least = costs.turn_starts[0], costs.turn_starts[-1]
    dearer = most.cost - least.cost
    assert dearer > 2.0
    cheap = TurnPlan((), s, 50.0, least.points)
    worse, better = TurnPlan((), s, 49.0 + dearer, most.points), TurnPlan((), s, 51.0 + dearer, most.points)
    assert by_value([worse, cheap, better], costs) == [better, cheap, worse]


def test_points_that_are_left_count_only_after_a_risk() -> None:
    """After a combat or a reveal the turn goes on, so no cheaper card is better than the dearest."""
    s = position(0)
    costs = StartCosts(adapter_of(s.setting), s)
    reveal = TurnPlan((), s, 50.0, 1, actions.pack(actions.REVEAL, 0))
    calm = TurnPlan((), s, 50.0, 1)
    assert costs.worth(reveal) == pytest.approx(50.0 - costs.point)
    assert costs.worth(reveal) >= costs.worth(calm)


@pytest.mark.parametrize("profile", [TINY, HASTY], ids=["sampled", "guessed"])
def test_a_dearer_card_makes_a_plan_worth_less_after_a_reveal(profile: Profile) -> None:
    """What is looked into counts less the price of the action card, with a reveal at the end as with any other plan."""
    s = position(REVEALS)
    search = search_of(s, profile, "prices")
    most, me = StartCosts(search.adapter, s).most(), s.decider()
    plans = Beam(search.adapter, me, Random(1), 3, 80, 4, 9).search(most.state, most.points)
    plan = next(plan for plan in plans if plan.risk >= 0 and actions.kind_of(plan.risk) == actions.REVEAL)
    values = [
        search_of(s, profile, "prices")._value_after_replies(
            plan, plan.state, TurnStart(most.path, most.state, most.points, price), me, 5, -1e6
        )
        for price in (0.0, 3.0)
    ]
    assert values[1] == pytest.approx(values[0] - 3.0)


@pytest.mark.parametrize("number", SEVERAL)
def test_every_plan_leads_where_it_says(number: int) -> None:
    s = position(number)
    adapter = adapter_of(s.setting)
    most = StartCosts(adapter, s).most()
    me = s.decider()
    plans = Beam(adapter, me, Random(1), 3, 80, 4, 9).search(most.state, most.points)
    assert len(plans) > 10
    for plan in plans:
        after = follow(most.state, plan.path)
        assert after.hash64() == plan.state.hash64()
        if plan.risk >= 0:
            assert plan.risk in adapter.risks(after)
            assert plan.spent == most.points - after.ap + adapter.cost(after, plan.risk)
        elif adapter.may_act(after, me):
            assert plan.spent == most.points - after.ap


def test_a_plan_with_a_risk_ends_with_it() -> None:
    ended = 0
    for number in (0, 3, 4, 6, 9):
        s = position(number)
        search = search_of(s, HASTY, "risk")
        path = search.think(s)
        for place, choice in enumerate(path):
            before = follow(s, path[:place])
            if search.adapter.may_act(before, s.decider()) and choice in search.adapter.risks(before):
                assert place == len(path) - 1
                ended += 1
        if path[-1] != actions.PASS:
            assert path[-1] in search.adapter.risks(follow(s, path[:-1])), "else the turn is passed on"
    assert ended >= 2


# -- several opponents ------------------------------------------------------------------------------------------------


def test_a_combat_that_one_of_several_opponents_begins_counts() -> None:
    """Yellow is next and attacks a red character: red fears it, and blue, whom it does not concern, is glad."""
    s = position(len(STORED) - 1)
    blue, red = 0, 1
    adapter = adapter_of(s.setting)
    replies = Replies(adapter, replace(HASTY, reply_width=4, reply_nodes=800), Random(1))
    left = [replies.value_after(s, player, 0.0) - adapter.value(s, player) for player in (blue, red)]
    assert left[blue] > 0 > left[red] + 40, left


# -- budgets -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", SEVERAL)
def test_a_beam_values_no_more_than_it_may(number: int) -> None:
    s = position(number)
    adapter = adapter_of(s.setting)
    most = StartCosts(adapter, s).most()
    for nodes in (1, 300):
        before = adapter.nodes
        Beam(adapter, s.decider(), Random(1), 50, nodes, 4, 9).search(most.state, most.points)
        assert nodes <= adapter.nodes - before <= nodes + LAYER


@pytest.mark.parametrize("number", [0, 3])
def test_replies_end_with_the_budget_of_the_decision(number: int) -> None:
    """Hundreds of plans could be answered; when the positions are used up, the plan that is looked into is the last."""
    s = position(number)
    profile = replace(TINY, goal=0, reply_goal=0, replies=1000, total=400)
    search = search_of(s, profile, "budget")
    search.think(s)
    assert profile.total < search.nodes <= profile.nodes + LAYER + profile.total + LAST_PLAN * (profile.reply_nodes + LAYER)
    assert search.nodes == search.adapter.nodes, "a search that has thought once has valued what its adapter has"
