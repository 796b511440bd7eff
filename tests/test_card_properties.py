"""Properties of random Card Games: what is not listed is refused, and time may run out at any moment."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.game import apply, legal, why_not
from tests.amounts import amount
from tests.card.invariants import check
from tests.card.play import OPTIONS, halfway

pytestmark = pytest.mark.both_ways
games = st.builds(halfway, st.integers(0, 10_000), st.integers(0, 900))


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
