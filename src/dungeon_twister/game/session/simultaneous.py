"""Secret choices that players make at the same time: starters, characters left out, full frontal teams, facing, combat cards.

The engine asks one seat after the other. Nobody sees what the others choose, so the order among the seats does not change what
a seat may choose: a copy of the state in which a seat is asked first has its true choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dungeon_twister.rules.engine.card.decisions import FACING, SELECT
from dungeon_twister.rules.engine.decisions import CHOOSE_COMBAT, CHOOSE_STARTERS, LEAVE_OUT_CHARACTERS, frame_kind, frame_who
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import knows_chosen

SECRET: Final = (LEAVE_OUT_CHARACTERS, CHOOSE_STARTERS, SELECT, FACING, CHOOSE_COMBAT)


def seats_together(state: State) -> list[int]:
    """Return the seats that choose now, unseen by each other, in the engine's order; empty where one seat alone decides."""
    if state.decision() not in SECRET:
        return []
    seats = _in_order(state.stack[_first_secret(state) :])
    if len(seats) < 2:
        return []
    fighting = state.decision() == CHOOSE_COMBAT
    if fighting and any(knows_chosen(state, seat, other) for seat in seats for other in seats if other != seat):
        return []  # CMB-10.3: Combat skills
    return seats


def with_deciders_first(state: State, seats: Sequence[int]) -> State:
    """Return a copy in which these seats of those that choose together are asked in this order, and the others after them."""
    copy = state.copy()
    at = _first_secret(state)
    frames = state.stack[at:]
    order = [*seats, *(seat for seat in _in_order(frames) if seat not in seats)]
    copy.stack = [*state.stack[:at], *(packed for seat in reversed(order) for packed in frames if frame_who(packed) == seat)]
    return copy


def _first_secret(state: State) -> int:
    """Return where the run of secret decisions on top of the stack begins."""
    at = len(state.stack)
    while at and frame_kind(state.stack[at - 1]) in SECRET:
        at -= 1
    return at


def _in_order(frames: Sequence[int]) -> list[int]:
    """Return the seats of some decisions, the one that is asked first in front."""
    return list(dict.fromkeys(frame_who(packed) for packed in reversed(frames)))
