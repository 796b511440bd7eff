"""Whole actions of the Card Game are the engine's: every one leads where the engine leads, and none is missing."""

from __future__ import annotations

from random import Random

import pytest

from dungeon_twister.ai.search.card.turn_actions import MoveOrdering, risks, turn_actions
from dungeon_twister.game.record.position import read_position
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import TRAVEL
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.engine.state import OUT
from tests.amounts import TIMES
from tests.card.play import OPTIONS, card_position, random_game
from tests.naive_card.crowds import crowded_position
from tests.random_play import play_on
from tests.search.card_actions import check_actions, check_all, check_risks, is_for_whole_actions, most_items

pytestmark = pytest.mark.both_ways
MOST = 150 * TIMES  # moments of a journey that the engine looks through
REPLAYED = 20 * TIMES  # turn_actions of a position


def positions(number: int, how_many: int) -> list[CardState]:
    """Of a random game, spread over it."""
    rng, found = Random(number), []
    state = random_game(number)
    for _ in play_on(state, rng):
        if is_for_whole_actions(state) and rng.random() < 0.02:
            found.append(state.copy())
            if len(found) == how_many:
                break
    return found


@pytest.mark.parametrize("number", range(len(OPTIONS) * TIMES))
def test_deeds_of_random_games_are_the_engines(number: int) -> None:
    for state in positions(number, 4):
        check_all(state, MOST, REPLAYED)
        check_risks(state)
        check_actions(state, 3, MoveOrdering())


@pytest.mark.parametrize("part", range(4))
def test_deeds_of_crowded_positions_are_the_engines(part: int) -> None:
    for state in crowds(range(part * 20 * TIMES, (part + 1) * 20 * TIMES))[: 2 * TIMES]:
        check_all(state, MOST, REPLAYED)
        check_risks(state)
        check_actions(state, 3)


def test_a_journey_under_way_has_its_ends() -> None:
    """Also where something was already handled before the first step, which may not be undone (MOV-19)."""
    found = 0
    for number in (3, 5, 9):
        handled, rng, state = 0, Random(number), random_game(number)
        for _ in play_on(state, rng):
            if not state.over and state.decision() == TRAVEL and (state.seen or rng.random() < 0.02):
                check_all(state, MOST, REPLAYED)
                handled += bool(state.seen)
            if handled == 3:
                break
        found += handled
    assert found == 9


def crowds(numbers: range) -> list[CardState]:
    """Positions with many cards in few places, but few enough to handle that all ways to spread them can be tried."""
    found = []
    for number in numbers:
        state = read_position(crowded_position(Random(number)))
        assert isinstance(state, CardState)
        if is_for_whole_actions(state) and most_items(state) <= 3:
            found.append(state)
    return found


def kinds(path: tuple[int, ...]) -> list[int]:
    return [actions.kind_of(choice) for choice in path]


SECRET = """options secretObjects=yes
turn blue ap 3
rooms R1=blue-1.0 R2=green-2.1
"""


def test_who_robs_blindly_gets_the_first_object() -> None:
    """OPT-12: the draw of chance stands in the path, and a victim is robbed once between two steps (OPT-12a)."""
    state = card_position(SECRET + "at blue-1.T bNa yPa~+yke+ytr\n")
    robberies = [action for action in turn_actions(state, 0, None) if card_actions.ROB in kinds(action.path)]
    assert check_all(state, MOST) and robberies
    for action in robberies:
        draws = [at for at, kind in enumerate(kinds(action.path)) if kind == card_actions.ROB]
        assert kinds(action.path)[draws[0] + 1] == card_actions.DRAW_OBJECT


def test_of_the_cards_for_a_jump_the_cheapest_is_paid() -> None:
    """JMP-4."""
    several = 0
    for state in crowds(range(60)):
        jumps = [choice for choice in legal(state) if actions.kind_of(choice) == actions.JUMP]
        landings = {(actions.first_of(jump), actions.second_of(jump) & 255) for jump in jumps}
        if len(landings) < len(jumps):
            several += 1
            tried = [action.path[0] for action in turn_actions(state, 3, None) if kinds(action.path)[0] == actions.JUMP]
            cheapest = min(actions.second_of(jump) >> 8 for jump in jumps)
            assert len(tried) == len(landings) and {actions.second_of(jump) >> 8 for jump in tried} == {cheapest}
        if several == 3:
            return
    raise AssertionError("no such position")


def test_equal_combats_are_one_risk() -> None:
    state = card_position("turn blue ap 3\nrooms R1=blue-1.0\nat blue-1.T bBe bNa yCo\n")
    attacks = [choice for choice in legal(state) if actions.kind_of(choice) == actions.ATTACK]
    assert len(attacks) == 2
    assert [choice for choice in risks(state) if choice in attacks] == attacks[:1]


def test_a_shot_at_a_hidden_shield_is_certain_and_no_risk() -> None:
    """OPT-13: nothing comes of it; where not everything is listed it is not looked at."""
    state = card_position(SECRET + "at blue-1.G bCr\nat blue-1.T yMe+ysh\nat blue-1.S yCl+yke\n")
    shots = [choice for choice in legal(state) if actions.kind_of(choice) == card_actions.SHOOT]
    listed = [action.path[0] for action in turn_actions(state, 0, None)]
    hidden = [shot for shot in shots if shot in listed]
    assert len(shots) == 2 and len(hidden) == 1
    assert [choice for choice in risks(state) if choice in shots] == [shot for shot in shots if shot not in hidden]
    assert not set(hidden) & {action.path[0] for action in turn_actions(state, 3, None)}
    check_all(state, MOST)


def test_fewer_ends_are_some_of_all() -> None:
    for number in (0, 3, 7, 10):
        for state in positions(number, 3):
            everything = {action.state.hash64() for action in turn_actions(state, 0, None)}
            assert {action.state.hash64() for action in turn_actions(state, 2, MoveOrdering())} <= everything


def test_who_can_leave_the_maze_may_always() -> None:
    """EXT-1: whatever the guide says. A room at the far end, in every orientation."""
    exits = 0
    for quarters in range(4):
        state = card_position(f"turn blue ap 3\nrooms R5=blue-1.{quarters}\nat blue-1.T bMe+bsw\nat blue-1.G bEl\n")
        everything, few = turn_actions(state, 0, None), {action.path for action in turn_actions(state, 1, MoveOrdering())}
        for action in everything:
            if OUT in action.state.loc and set(kinds(action.path)) == {actions.MOVE, actions.STEP}:
                exits += 1
                assert action.path in few
        check_all(state, MOST, REPLAYED)
    assert exits


def test_the_guide_decides_which_ends_are_nearest() -> None:
    """A walker in an open maze: with one end the nearest to the exit is left, and those where something can be done."""
    state = card_position("turn blue ap 3\nrooms R1=blue-1.0 R3=green-1.0 R5=red-1.0\nat blue-1.T bEl\n")
    man = state.men[0][0]
    away = MoveOrdering().away(state, man)
    assert min(away) == 0 and len(set(away)) > 3
    everywhere = {place for action in turn_actions(state, 0, None) if (place := _place(action.state, man)) >= 0}
    near = [_place(action.state, man) for action in turn_actions(state, 1, MoveOrdering())]
    assert len(near) < len(everywhere)
    assert min(away[place] for place in near if place >= 0) == min(away[place] for place in everywhere)


def _place(state: object, man: int) -> int:
    assert isinstance(state, CardState)
    return state.loc[man]
