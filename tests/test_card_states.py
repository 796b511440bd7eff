"""States of the Card Game as values: copies share the maze, and a number that is no set is refused."""

from __future__ import annotations

import copy
import pickle

import pytest

from dungeon_twister.rules.engine import packing
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.packing import BytesError
from tests.card.play import halfway


def test_what_is_no_set_is_refused() -> None:
    state = halfway(3, 100)
    at = [field.name for field in state.fields()].index("rooms_left")
    rows = [*state.key()]
    for number in (-5, 1 << 40_000):
        rows[at] = [number]
        with pytest.raises(BytesError, match="'rooms_left' is no set"):
            CardState.from_bytes(state.card_setting, packing.packed(rows, state.setting.fingerprint))


def test_equal_mazes_are_one_object() -> None:
    """Bytes, pickles and copies find the maze that was built before."""
    state = halfway(3, 100)
    restored = CardState.from_bytes(state.card_setting, state.to_bytes())
    for again in (restored, pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
        assert again.maze is state.maze
