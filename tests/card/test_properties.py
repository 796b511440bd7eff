"""Properties of random Card Games: nothing is lost, golden rules hold, points add up, copies are independent, games end."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.pieces import HUNTS_UNDEAD
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.digest import digest
from dungeon_twister.rules.engine.game import apply, legal, why_not
from tests.amounts import TIMES, amount
from tests.card.invariants import check, points_of
from tests.card.play import OPTIONS, halfway, play_on, random_game
from tests.random_play import replayed

pytestmark = pytest.mark.both_ways
games = st.builds(halfway, st.integers(0, 10_000), st.integers(0, 900))


@pytest.mark.parametrize("number", range(2 * TIMES * len(OPTIONS)))
def test_random_game(number: int) -> None:
    """END-1, END-2, END-5, MOV-18, HAN-2, VP-1, VP-3, COMP-2: invariants after every choice, VP add up, the game ends and
    replays to the same hash."""
    state = random_game(number)
    state.events = []
    played = []
    for action in play_on(state, Random(number)):
        played.append(action)
        check(state)
    assert state.over and not legal(state)
    hunted = any(state.setting.capabilities[man] & HUNTS_UNDEAD for men in state.men for man in men)
    points = points_of(state.events, state)
    assert points == state.vp or (hunted and all(p <= v for p, v in zip(points, state.vp, strict=True)))
    again = replayed(state.setting, played)
    assert digest(again) == digest(state) and again.key() == state.key()


@settings(max_examples=amount(50), deadline=None)
@given(games, st.integers(0, 1000))
def test_a_copy_is_independent(state: CardState, seed: int) -> None:
    before = digest(state)
    copy = state.copy()
    assert copy.key() == state.key()
    for _ in play_on(copy, Random(seed), 60):
        pass
    assert digest(state) == before


@settings(max_examples=amount(50), deadline=None)
@given(games)
def test_every_legal_choice_can_be_made_and_is_not_refused(state: CardState) -> None:
    """AP-6: whoever decides always has a choice, and none of them breaks a rule."""
    choices = legal(state)
    before = digest(state)
    assert len(set(choices)) == len(choices)
    assert bool(choices) != state.over
    for action in choices[:60]:
        assert why_not(state, action) is None
        copy = state.copy()
        apply(copy, action)
        check(copy)
    assert digest(state) == before


def seconds_of(state: CardState, kind: int) -> list[int]:
    """Second parts of a choice worth asking about: all tokens and places, and those with something packed above."""
    plain = list(range(max(state.setting.tokens, state.maze.plan.places) + 1))
    if kind in (actions.ATTACK, card_actions.SPEAR):
        return plain + [target | 256 for target in plain]
    if kind == actions.JUMP:
        return plain + [place | card << 8 for place in plain for card in (1, 3, 7)]
    if kind == card_actions.STEAL:
        return plain + [victim | (thing + 1) << 8 for victim in plain for thing in state.things]
    return plain


@settings(max_examples=amount(12), deadline=None)
@given(st.integers(0, 200), st.integers(0, 700))
def test_exactly_the_listed_choices_are_not_refused(number: int, most: int) -> None:
    """All choices of every kind in one position; every refusal has a sentence and a clause."""
    state = halfway(number, most)
    if state.over:
        return
    listed = set(legal(state))
    for kind in range(actions.KIND_MASK + 1):
        if kind in (actions.RESIGN, actions.AGREE_DRAW, actions.TIMEOUT, card_actions.LIFT):
            continue
        seconds = seconds_of(state, kind)
        for first in range(state.setting.tokens + 1):
            for second in seconds[:: 1 if first in state.men[state.active] else 7]:
                action = actions.pack(kind, first, second)
                refusal = why_not(state, action)
                assert (refusal is None) == (action in listed), (kind, first, second)
                assert refusal is None or (refusal.sentence.endswith(".") and refusal.code and refusal.clause)


@settings(max_examples=amount(25), deadline=None)
@given(games, st.data())
def test_lifts_that_are_not_listed_are_refused(state: CardState, data: st.DataObject) -> None:
    """TKN-1 to TKN-4: telekinesis has three parts, so it is asked about at random."""
    listed = set(legal(state))
    everybody = st.integers(0, state.setting.tokens)
    for _ in range(60):
        target = data.draw(everybody) | data.draw(st.integers(0, 56)) << 8 | data.draw(everybody) << 16
        action = actions.pack(card_actions.LIFT, data.draw(everybody), target)
        assert (why_not(state, action) is None) == (action in listed)


@pytest.mark.parametrize("number", [1, 3, 4, 7])
def test_the_hash_tells_games_apart(number: int) -> None:
    """Everything the rules remember is in the hash: states with different keys have different hashes, and only those."""
    state = random_game(number)
    hashes: dict[str, str] = {}
    for _ in play_on(state, Random(number), 600):
        hashes[repr(state.key())] = digest(state)
    assert len(set(hashes.values())) == len(hashes) > 200


@settings(max_examples=amount(40), deadline=None)
@given(st.integers(0, 400), st.integers(0, 800), st.integers(0, 99))
def test_time_may_run_out_at_any_moment(number: int, most: int, seed: int) -> None:
    """OPT-1 to OPT-7: whenever a clock runs a time-out leads on, breaks nothing and the game still ends."""
    state = halfway(number * len(OPTIONS) + 6, most)
    rng = Random(seed)
    for _ in range(300):
        if state.over:
            break
        if why_not(state, actions.TIMEOUT) is None and rng.random() < 0.3:
            apply(state, actions.TIMEOUT)
        else:
            apply(state, rng.choice(legal(state)))
        check(state)
