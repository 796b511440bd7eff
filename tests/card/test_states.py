"""Card Games as values: every field is in copy, key, hash, bytes, description; the hash that is kept is that of the fields."""

from __future__ import annotations

import copy
import pickle
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_twister.rules.engine import actions, packing
from dungeon_twister.rules.engine.card.card_fields import CARD_ASIDE
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import TRAVEL
from dungeon_twister.rules.engine.digest import describe
from dungeon_twister.rules.engine.game import apply, legal, why_not
from dungeon_twister.rules.engine.packing import BytesError
from dungeon_twister.rules.engine.state_fields import FLAG, LIST, StateField
from tests.amounts import amount
from tests.card.play import OPTIONS, halfway, random_game
from tests.random_play import play_on

TIMED = next(number for number, (_, options) in enumerate(OPTIONS) if "timer" in options)
COUNTS = ("men", "things", "crowd", "fit", "at_home", "overfull", "places_of", "held", "stock")
NOT_TOLD = ("ended", "teamed")  # in the description of a game: it follows from what led to it


def counts(state: CardState) -> list[list[int]]:
    """What is counted to be quick."""
    return [getattr(state, name) for name in COUNTS]


def on_the_way() -> CardState:
    """A journey and a combat at once, which no game has, so that fields that are described only sometimes are there too."""
    state = random_game(TIMED)
    for _ in play_on(state, Random(3)):
        if state.decision() == TRAVEL and state.moved and state.before is not None and max(state.carrier) >= 0:
            break
    assert state.before is not None
    state.attacker, state.defender = state.men[0][0], state.men[1][0]
    state.fighters = 1 << state.attacker | 1 << state.defender
    state.shooters, state.crossbows, state.peek = 1 << state.attacker, 0, 0
    return state


def differently(state: CardState, field: StateField) -> None:
    """Change one field, and only that."""
    value = getattr(state, field.name)
    if field.name == "maze":
        tile = next(tile for tile, room in enumerate(state.maze.room_of) if room >= 0)
        state.maze = state.maze.turned(tile, 1)
    elif field.name == "before":
        assert state.before is not None
        state.before = state.before.copy()
        state.before.turn += 1
    elif field.kind == FLAG:
        setattr(state, field.name, not value)
    elif field.name == "seen":
        state.seen = [*value, 1 << 90]
    elif field.kind < LIST:
        setattr(state, field.name, value ^ 1)
    else:
        at = next((token for token, number in enumerate(value) if number >= 0), 0)
        setattr(
            state, field.name, [number ^ 4 if index == at and number >= 0 else number for index, number in enumerate(value)]
        )
        if value == getattr(state, field.name):
            setattr(state, field.name, [4, *value[1:]])


@pytest.mark.sources
def test_every_attribute_of_a_state_is_declared() -> None:
    """A field that is forgotten in the table would be forgotten in key, hash and bytes."""
    state = on_the_way()
    declared = [field.name for field in state.fields()]
    slots = [name for one in type(state).__mro__ for name in getattr(one, "__slots__", ())]
    assert len(set(declared)) == len(declared)
    assert sorted([*declared, *CARD_ASIDE]) == sorted(slots)


@pytest.mark.parametrize("field", CardState.fields(random_game(0)), ids=lambda field: field.name)
def test_every_field_is_in_copy_key_hash_bytes_and_description(field: StateField) -> None:
    state = on_the_way()
    other = state.copy()
    differently(other, field)
    other.recount()
    assert other.key() != state.key() and other != state
    assert other.full_hash() != state.full_hash() and other.hash64() != state.hash64()
    assert other.hash64() == other.full_hash() and hash(other) != hash(state)
    assert other.copy() == other and other.copy().key() == other.key()
    if field.name != "teamed":
        again = CardState.from_bytes(other.card_setting, other.to_bytes())
        assert again == other and again.key() == other.key() and again.to_bytes() == other.to_bytes()
    if field.name not in NOT_TOLD:
        assert describe(other) != describe(state)


# -- the kept hash ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_the_kept_hash_is_the_hash_of_the_fields_after_every_choice(number: int) -> None:
    """All options, at random, with clocks that run out; equal keys have equal hashes, and others have others."""
    state, rng = random_game(number), Random(number)
    hashes: dict[int, str] = {}
    for moment in range(amount(700)):
        if state.over:
            break
        late = moment % 40 == 39 and why_not(state, actions.TIMEOUT) is None
        apply(state, actions.TIMEOUT if late else rng.choice(legal(state)))
        assert state.hash64() == state.full_hash()
        key = repr(state.key())
        assert hashes.setdefault(state.hash64(), key) == key
    kept = counts(state)
    state.recount()
    assert counts(state) == kept


@settings(max_examples=amount(40), deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 900), st.integers(0, 1000))
def test_copies_go_their_own_ways(seed: int, most: int, other: int) -> None:
    """A copy shares the counts until somebody is moved: whichever of the two is played on, the other stays as it was."""
    state = halfway(seed, most)
    before, counted = state.to_bytes(), [row[:] for row in counts(state)]
    twin = state.copy()
    third = twin.copy()
    for _ in play_on(twin, Random(other), 40):
        assert twin.hash64() == twin.full_hash()
    assert state.to_bytes() == before == third.to_bytes()
    assert counts(state) == counted == counts(third)
    for _ in play_on(state, Random(other), 40):
        pass
    assert state == twin and hash(state) == hash(twin) and third.to_bytes() == before


# -- bytes, copies, pickles ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(2 * len(OPTIONS)))
def test_bytes_and_pickles_bring_back_the_same_game(number: int) -> None:
    """At every stage, the selection and a journey with a clock among them."""
    state = halfway(number, 35 * number % 500)
    for again in (
        CardState.from_bytes(state.card_setting, state.to_bytes()),
        pickle.loads(pickle.dumps(state)),
        copy.copy(state),
        copy.deepcopy(state),
    ):
        assert again == state and hash(again) == hash(state) and again is not state
        assert again.hash64() == state.hash64() and again.key() == state.key() and counts(again) == counts(state)
        assert again.setting == state.setting and again.maze is state.maze
        for _ in play_on(again, Random(1), 50):
            assert again.hash64() == again.full_hash()
    assert len(state.to_bytes()) < (1300 if state.before else 600)
    assert len(pickle.dumps(state)) < 2000  # the setting travels as a name and its options


@cache
def sample() -> CardState:
    """One that nobody changes."""
    return on_the_way()


@settings(max_examples=amount(150), deadline=None)
@given(st.integers(0, 60), st.lists(st.integers(-70, 9000), max_size=60), st.booleans())
def test_rows_that_fit_no_state_are_refused(row: int, numbers: list[int], drop: bool) -> None:
    """Bytes with a right checksum and wrong content: a sentence, or a state of which everything can be asked."""
    state = sample()
    rows = [*state.key()]
    rows[row % len(rows)] = numbers
    spoiled = packing.packed(rows[:-1] if drop else rows, state.setting.fingerprint)
    try:
        again = CardState.from_bytes(state.card_setting, spoiled)
    except BytesError as error:
        assert str(error)
    else:
        assert again.key() == rows and again.hash64() == again.full_hash()


def test_what_is_no_set_is_refused() -> None:
    state = sample()
    at = [field.name for field in state.fields()].index("rooms_left")
    rows = [*state.key()]
    for number in (-5, 1 << 40_000):
        rows[at] = [number]
        with pytest.raises(BytesError, match="'rooms_left' is no set"):
            CardState.from_bytes(state.card_setting, packing.packed(rows, state.setting.fingerprint))


def test_bytes_of_another_setting_are_refused() -> None:
    state, other = halfway(3, 100), random_game(4)
    setting: CardSetting = other.card_setting
    with pytest.raises(BytesError, match="another scenario"):
        CardState.from_bytes(setting, state.to_bytes())
