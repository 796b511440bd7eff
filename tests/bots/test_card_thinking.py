"""The parts `greedy` thinks with in the Card Game: imagined states, charts, journeys, combats, the judge."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.card.play import card_position, play_on, random_game

from dungeon_twister.ai.bots.card.charts import FAR, JUMPS, Chart
from dungeon_twister.ai.bots.card.duels import Duel, choose_name, choose_rage, options_of
from dungeon_twister.ai.bots.card.evaluation import Judge
from dungeon_twister.ai.bots.card.journeys import journeys
from dungeon_twister.ai.bots.card.opening import depth_of
from dungeon_twister.ai.bots.registry import make_bot
from dungeon_twister.game.determinization import determinize
from dungeon_twister.game.record.notation import choice_text, read
from dungeon_twister.game.views import observe
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.pieces import INCORPOREAL
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import ACT, CHANCE, CHOOSE_COMBAT, TRAVEL
from dungeon_twister.rules.engine.game import apply, legal, why_not
from dungeon_twister.rules.engine.pieces import CLIMBS, FLIES, ROPE


def positions(number: int, most: int) -> Iterator[CardState]:
    """The positions of a game played at random."""
    state = random_game(number)
    yield state
    for _ in play_on(state, Random(number), most):
        if not state.over:
            yield state


# -- imagined states ---------------------------------------------------------------------------------------------------


def test_what_is_hidden_is_not_known() -> None:
    """With cards face down beside rooms, different guesses are different states."""
    *_, state = positions(6, 70)
    view = observe(state, 0)
    assert len({tuple(determinize(view, Random(seed)).loc) for seed in range(8)}) > 1


# -- ways --------------------------------------------------------------------------------------------------------------


def test_distances_to_the_exit() -> None:
    *_, state = positions(3, 900)
    chart = Chart(state.maze)
    plan = state.maze.plan
    for player in range(2):
        walker = chart.to_exit(player, JUMPS, 2, 0)
        home = plan.zones + 8 * player
        assert all(12 < walker[place] < FAR for place in range(home, home + 8))
        for easier in (CLIMBS, FLIES, INCORPOREAL, ROPE | JUMPS):
            assert all(a <= b for a, b in zip(chart.to_exit(player, easier, 2, 0), walker, strict=True))
        assert chart.to_exit(player, JUMPS, 4, 0)[home] < walker[home]


def test_rooms_get_deeper_towards_the_exit() -> None:
    state = random_game(3)
    assert [round(depth_of(state, 0, tile), 2) for tile in range(0, 8, 2)] == [0, 0.33, 0.67, 1]
    assert [round(depth_of(state, 1, tile), 2) for tile in range(1, 8, 2)] == [1, 0.67, 0.33, 0]


def test_journeys_are_legal_to_their_end() -> None:
    tried = 0
    for count, state in enumerate(positions(3, 1500)):
        if count % 5 or state.decider() == CHANCE or state.decision() != ACT:
            continue
        for choice in legal(state):
            if actions.kind_of(choice) in (actions.MOVE, actions.WALK_WALL):
                lifted = state.copy()
                apply(lifted, choice)
                for end in journeys(lifted):
                    after = lifted.copy()
                    for step in end.path:
                        assert after.decision() == TRAVEL
                        assert why_not(after, step) is None
                        apply(after, step)
                    assert after.key() == end.after().key()
                    tried += 1
    assert tried > 200


# -- combat ------------------------------------------------------------------------------------------------------------


def test_every_card_that_may_be_laid_is_weighed() -> None:
    seen = 0
    for number in (1, 3, 6, 8):
        for state in positions(number, 1500):
            if state.decision() == CHOOSE_COMBAT:
                me = state.decider()
                determinized = determinize(observe(state, me), Random(1))
                offered = [
                    actions.pack(actions.COMBAT, row[0], row[1] + 1 if row[1:] else 0) for row in options_of(determinized, me)
                ]
                assert sorted(offered) == sorted(legal(state))
                assert sum(Duel(Judge(state.card_setting), determinized, me).mixture(40)) == pytest.approx(1)
                seen += 1
    assert seen > 5


DUEL = """turn blue ap 3
blue combat 06
yellow combat 023
rooms R1=blue-1.0 R3=green-1.0
"""


def test_a_berserker_rages_when_it_wins() -> None:
    """3 + 0 against 5 + 2: one card is not enough, two are."""
    state = card_position(DUEL.replace("06", "0356").replace("023", "02") + "at blue-1.T bBe yCo\n")
    apply(state, _read(state, "bBe attack yCo"))
    assert choose_rage(Judge(state.card_setting), state, 0, 50) == actions.pack(card_actions.RAGE, 2)


def test_a_telepath_names_a_card_that_loses() -> None:
    """0 + 6 against 3 + 2 wins, against 3 + 3 it does not: the 2 has to be laid."""
    state = card_position(DUEL + "at blue-1.T bTp ySa\n")
    apply(state, _read(state, "bTp attack ySa"))
    assert choose_name(Judge(state.card_setting), state, 0, 50) == actions.pack(card_actions.NAME, 2)


def test_who_sees_the_card_takes_the_lowest_that_wins() -> None:
    """The Weapon master's owner answers the 3 of 2 + 3 with 3 + 3, not with the 6 (CMB-10.3)."""
    state = card_position(DUEL.replace("06", "0236") + "at blue-1.T bWm yCl\n")
    apply(state, _read(state, "bWm attack yCl"))
    assert state.decider() == 1
    apply(state, actions.pack(actions.COMBAT, 3))
    bot = make_bot("greedy", "sees")
    assert choice_text(bot.choose(observe(state, 0))) == "combat 3"


def _read(state: CardState, text: str) -> int:
    action = read(state, text)
    assert why_not(state, action) is None
    return action


# -- the judge ---------------------------------------------------------------------------------------------------------


def test_a_point_more_is_better() -> None:
    *_, state = positions(3, 300)
    judge = Judge(state.card_setting)
    before = judge.value(state, 0)
    state.set_vp(0, state.vp[0] + 1)
    assert judge.value(state, 0) > before + 50
    assert judge.value(state, 1) < -before


def test_the_end_of_the_game_outweighs_everything() -> None:
    *_, state = positions(3, 300)
    judge = Judge(state.card_setting)
    state.over = True
    for winners, sign in ((1, 1), (2, -1), (3, -1)):
        state.winners = winners
        assert judge.value(state, 0) * sign > 10000


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ("rooms R5=blue-1.0\nat blue-1.C bNa\n", "leaves"),  # the circle is open to the south (LNK-5)
        ("rooms R1=blue-1.0\nat N0T bNa\nat N1T bCl\nunder R2 bWa bTh\n", "reveals"),
    ],
)
def test_it_does_what_there_is_to_do(lines: str, wanted: str) -> None:
    """It leaves the maze when it can, and turns up the room in which its own characters lie."""
    state = card_position(f"turn blue ap 3\n{lines}at S0T yCl\n")
    bot = make_bot("greedy", "does")
    while not state.over and state.active == 0 and state.decider() == 0:
        choice = bot.choose(observe(state, 0))
        apply(state, _read(state, choice_text(choice)))
    if wanted == "leaves":
        assert state.vp[0] == 1
    else:
        assert state.decider() == CHANCE
