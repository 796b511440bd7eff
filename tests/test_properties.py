"""Properties of random games, in both games: nothing is lost, points add up, copies are independent, games end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_twister.rules.engine.card.pieces import HUNTS_UNDEAD
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.digest import digest
from dungeon_twister.rules.engine.game import apply, legal, start, why_not
from dungeon_twister.rules.engine.state import State
from tests import invariants, random_play
from tests.amounts import TIMES, amount
from tests.card import invariants as card_invariants
from tests.card import play as card_play
from tests.random_play import play_on, replayed

pytestmark = pytest.mark.both_ways


class Game(NamedTuple):
    """Random games of one game and what must hold in each of their states."""

    name: str
    variants: int  # scenarios with options, numbered
    new: Callable[[int], State]
    halfway: Callable[[int, int], State]
    check: Callable[..., None]
    points: Callable[..., list[int]]


GAMES = (
    Game(
        "board",
        len(random_play.OPTIONS),
        random_play.random_game,
        random_play.halfway,
        invariants.check,
        invariants.points_of,
    ),
    Game(
        "card",
        len(card_play.OPTIONS),
        card_play.random_game,
        card_play.halfway,
        card_invariants.check,
        card_invariants.points_of,
    ),
)
WHOLE_GAMES = [(game, number) for game in GAMES for number in range(TIMES * game.variants)]
in_both_games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
moments = st.tuples(st.integers(0, 10_000), st.integers(0, 900))


@pytest.mark.parametrize(("game", "number"), WHOLE_GAMES, ids=lambda value: value.name if isinstance(value, Game) else None)
def test_random_game(game: Game, number: int) -> None:
    """STALL-6, ACT-2, SCORE-1, COMP-4; END-1, END-2, END-5, MOV-18, HAN-2, VP-1, VP-3, COMP-2: invariants after every choice,
    VP add up, the game ends and replays to the same hash."""
    state = game.new(number)
    state.events = []
    played = []
    for action in play_on(state, Random(number)):
        played.append(action)
        game.check(state)
    assert state.over and not legal(state)
    points = game.points(state.events, state)
    hunted = isinstance(state, CardState) and any(
        state.setting.capabilities[man] & HUNTS_UNDEAD for men in state.men for man in men
    )
    assert points == state.vp or (hunted and all(least <= vp for least, vp in zip(points, state.vp, strict=True)))
    again = replayed(state.setting, played)
    assert digest(again) == digest(state) and again.key() == state.key()


@in_both_games
@settings(max_examples=amount(45), deadline=None)
@given(moments, st.integers(0, 1000))
def test_a_copy_is_independent(game: Game, moment: tuple[int, int], seed: int) -> None:
    state = game.halfway(*moment)
    before = digest(state)
    copy = state.copy()
    assert copy.key() == state.key()
    for _ in play_on(copy, Random(seed), 60):
        pass
    assert digest(state) == before


@in_both_games
@settings(max_examples=amount(45), deadline=None)
@given(moments)
def test_every_legal_choice_can_be_made_and_is_not_refused(game: Game, moment: tuple[int, int]) -> None:
    """TURN-6, ACT-1; AP-6: the player who decides always has a choice, and none of them breaks a rule."""
    state = game.halfway(*moment)
    before, choices = digest(state), legal(state)
    assert len(set(choices)) == len(choices)
    assert bool(choices) != state.over
    for action in choices[:60]:
        assert why_not(state, action) is None
        copy = state.copy()
        apply(copy, action)
        game.check(copy)
    assert digest(state) == before


@in_both_games
@pytest.mark.parametrize("number", [0, 3, 6, 7])
def test_different_states_have_different_hashes(game: Game, number: int) -> None:
    """Everything the rules remember is in the hash: states with different keys have different hashes, and only those."""
    state = game.new(number)
    hashes: dict[str, str] = {}
    for _ in play_on(state, Random(number), 600):
        hashes[repr(state.key())] = digest(state)
    assert len(set(hashes.values())) == len(hashes) > 200


@in_both_games
def test_a_fresh_start_is_the_same_every_time(game: Game) -> None:
    state = game.new(0)
    assert digest(start(state.setting)) == digest(state)
