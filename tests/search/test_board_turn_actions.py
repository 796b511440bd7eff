"""Whole actions of the board game are the engine's: nothing more, nothing less, and to the same states.

A sample in a plain run; `python bench/search.py --differential N` compares as many as one likes.
"""

from __future__ import annotations

from random import Random

import pytest

from dungeon_twister.ai.search.board.turn_actions import MoveOrdering, risks, turn_actions
from dungeon_twister.ai.search.turn_actions import TurnAction
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.combat import participants
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.decisions import ACT, TRAVEL
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import OUT, POTION_SHIFT
from dungeon_twister.rules.geometry.rooms import GEAR
from dungeon_twister.rules.geometry.rows import numbers_of
from dungeon_twister.rules.geometry.vectors import Numbers
from tests.amounts import TIMES, some
from tests.naive.crowds import choose, crowded
from tests.search.board_actions import GAMES, check, check_path, crowd, moments, shaken


@pytest.mark.both_ways
def test_drawn_positions() -> None:
    """Crowds with pits, Ropes, wounded characters and full hands (MOVE, CARRY, PIT, JUMP, WALL, GATE, FIRE)."""
    compared = sum(check(crowd(number)) for number in range(26, 26 + 14 * TIMES))
    assert compared > 800 * TIMES


@pytest.mark.both_ways
def test_scattered_tokens() -> None:
    """The same in scenarios whose rooms have their places (PYR, ELEV, RACE)."""
    assert sum(check(shaken(number)) for number in range(8 * TIMES)) > 100 * TIMES


@pytest.mark.both_ways
@pytest.mark.parametrize("number", some(range(len(GAMES))), ids=lambda number: "-".join([GAMES[number][0], *GAMES[number][1]]))
def test_random_games(number: int) -> None:
    """Moments of random games, of which some are in the middle of a journey."""
    seeds = [number + turn * len(GAMES) for turn in range(TIMES)]
    share = 0.01 if GAMES[number][0] == "lab" else 0.003  # games of the lab are short
    assert sum(check(state) for seed in seeds for state in moments(seed, share)) > 0


@pytest.mark.both_ways
def test_journeys_under_way() -> None:
    """From any point of a journey on the ends are those that the engine still allows (CARRY-19, MOVE-3)."""
    for number in range(20, 20 + 25 * TIMES):
        chance = Random(f"under way {number}")
        state = crowd(number)
        begins = [choice for choice in legal(state) if actions.kind_of(choice) in (actions.MOVE, actions.JUMP)]
        if begins:
            apply(state, chance.choice(begins))
            for _ in range(chance.randrange(3)):
                if state.decision() == TRAVEL:
                    apply(state, choose(legal(state), chance))
            if state.decision() == TRAVEL:
                check(state)


@pytest.mark.both_ways
@pytest.mark.parametrize("number", [2, 11, 15, 17, 46])
def test_a_fall_that_ends_the_game(number: int) -> None:
    """Who takes a wounded enemy's Rope scores at once, and the game may be over in the middle of a journey (PIT-13, END-3)."""
    state = crowded("lab", {"endRule": "immediate"}, Random(f"fall {number}"))
    state.set_vp(state.active, state.setting.target - 1)
    check(state)
    assert any(action.state.over and board_of(action.state).mover >= 0 for action in turn_actions(state, 0, None))


def test_nothing_to_do_when_nobody_acts() -> None:
    state = crowd(0)
    apply(state, actions.PASS)
    assert state.decision() not in (ACT, TRAVEL)
    assert turn_actions(state, 0, None) == [] and risks(state) == []


# -- a part of the ends ---------------------------------------------------------------------------------------------------


class Compass(MoveOrdering):
    """The lower the number of a square, the nearer it is."""

    def away(self, s: BoardState, token: int, load: int) -> Numbers:
        return numbers_of(list(range(s.board_setting.plan.squares)))


def end_of(action: TurnAction) -> int:
    """Where the character of an action is then."""
    return action.state.loc[actions.first_of(action.path[0])]


def moves_of(found: list[TurnAction], token: int) -> list[TurnAction]:
    return [action for action in found if action.path[0] == actions.pack(actions.MOVE, token)]


@pytest.mark.sources
def test_some_ends_are_a_part_of_all() -> None:
    """With `ends` fewer positions are made, each of them one of all, with every way out of the maze."""
    fewer = 0
    for number in range(20, 40):
        state = crowd(number)
        whole = turn_actions(state, 0, None)
        every = {action.state.hash64() for action in whole}
        some = turn_actions(state, 3, Compass())
        for action in some:
            result = board_of(action.state)
            check_path(state, action.path, result)
            assert result.hash64() in every
        fewer += len(every) - len(some)
        for token in state.setting.characters_of[state.active]:
            out = any(end_of(action) == OUT for action in moves_of(whole, token))
            assert out == any(end_of(action) == OUT for action in moves_of(some, token))
    assert fewer > 500


@pytest.mark.sources
def test_the_guide_says_which_ends_count() -> None:
    """The nearest squares first, then those from where something can be done."""
    seen = 0
    for number in range(60):
        state = crowd(number)
        whole, part = turn_actions(state, 0, None), turn_actions(state, 2, Compass())
        for token in state.setting.characters_of[state.active]:
            here = state.loc[token]
            if not state.on_square(token) or state.item[here] >= 0 or state.down[here] >= 0:
                continue
            plain = [end_of(action) for action in moves_of(whole, token) if handles_nothing(action)]
            ends = sorted(end for end in plain if end >= 0 and end != here)
            chosen = [end_of(action) for action in moves_of(part, token) if handles_nothing(action)]
            if len(moves_of(whole, token)) == len(plain) and len(ends) > 4:
                assert set(ends[:2]) <= set(chosen)
                assert all(state.maze.terrain[end] != GEAR or end in chosen for end in ends)
                assert len(chosen) < len(ends) or all(end in ends[:2] or has_use(state, end) for end in chosen)
                seen += 1
    assert seen > 10


def handles_nothing(action: TurnAction) -> bool:
    return all(actions.kind_of(choice) not in (actions.TAKE, actions.DROP, actions.SWAP) for choice in action.path)


def has_use(s: BoardState, square: int) -> bool:
    if s.maze.terrain[square] == GEAR or s.item[square] >= 0:
        return True
    return any(beyond < 0 or s.stand[beyond] >= 0 or s.down[beyond] >= 0 for beyond in s.maze.ways_from(square))


# -- what cannot be foreseen -----------------------------------------------------------------------------------------------


@pytest.mark.both_ways
def test_risks() -> None:
    """Every reveal and attack comes to the same as one that is listed, paid in the same way."""
    attacks = saved = 0
    for number in range(150):
        state = crowd(number)
        found = risks(state)
        all_of_them = [choice for choice in legal(state) if actions.kind_of(choice) in (actions.ATTACK, actions.REVEAL)]
        assert set(found) <= set(all_of_them) and len(set(found)) == len(found)
        known = {meaning(state, choice) for choice in found}
        assert {meaning(state, choice) for choice in all_of_them} == known
        assert len(known) == len(found)
        attacks += sum(actions.kind_of(choice) == actions.ATTACK for choice in found)
        saved += len(all_of_them) - len(found)
    assert attacks > 50 and saved > 5


def meaning(s: BoardState, choice: int) -> tuple[int, ...]:
    """What a risk comes to: the fighters and the defender, or the room; and who pays for it with points of its own."""
    kind, actor, target = actions.kind_of(choice), actions.first_of(choice), actions.second_of(choice)
    payer = actor if s.status[actor] >> POTION_SHIFT else -1
    if kind == actions.REVEAL:
        return kind, payer, target
    if s.board_setting.board_scenario.joins:
        return kind, actor, target
    return kind, payer, target, participants(s, actor, target)
