"""Why a character cannot get to a place: it may not stop there, it is too far, or an obstacle is in the way.

Every answer is a refusal by the engine of a step or a stop, on a copy of the state. The distance is measured with a character
that has unlimited steps.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from dungeon_twister.presentation.guide.ability_refusals import reason_of
from dungeon_twister.presentation.guide.editions import guide_of
from dungeon_twister.presentation.guide.game_guide import ReachedPlace
from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.presentation.guide.routes import PLENTY, Routes, traveller
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.decisions import TRAVEL
from dungeon_twister.rules.engine.game import apply, legal, why_not
from dungeon_twister.rules.engine.refusals import Refusal
from dungeon_twister.rules.engine.state import State

RESTED: Final = 4  # least steps of a character with unlimited steps before each one: enough to look ahead
ELSEWHERE: Final = ("not-adjacent", "no-wall")  # only say that the place is not adjacent
TOO_FAR: Final = "too-far-to-walk"
UNREACHABLE: Final = "no-way"


def refusal_of_place(state: State, begin: int, place: int) -> Reason | None:
    """Return why the journey that begins with this choice cannot end in a place, or None if it can.

    The choice is a Move, a jump or a walk through a wall. A character on its way continues its Move, or stops first if another
    journey is meant.
    """
    probe = state.copy()
    refusal = _set_out(probe, begin)
    if refusal is not None:
        return reason_of(refusal)
    guide = guide_of(probe)
    arrival = Routes(probe).arrivals.get(place)
    if arrival is not None:
        return None if arrival.ends else _refused(probe, [*arrival.way, actions.STOP])
    if not guide.walks(probe) or guide.steps_left(probe) == 0:
        return _refused(probe, [_step(place)])
    everywhere = _tireless(probe)
    if place not in everywhere:
        return _barrier(probe, everywhere, place)
    way = everywhere[place].way
    return _too_far(probe, len(way)) if len(way) > guide.steps_left(probe) else _refused(probe, way)


def _set_out(probe: State, begin: int) -> Refusal | None:
    """Begin the journey on a copy, or return the refusal."""
    travels = not probe.over and probe.decision() == TRAVEL
    if travels and traveller(probe) == actions.first_of(begin) and actions.kind_of(begin) == actions.MOVE:
        return None
    if travels:
        refusal = why_not(probe, actions.STOP)
        if refusal is not None:
            return refusal
        apply(probe, actions.STOP)
    refusal = why_not(probe, begin)
    if refusal is None:
        probe.ap += PLENTY
        apply(probe, begin)
    return refusal


def _step(place: int) -> int:
    return actions.pack(actions.STEP, 0, place)


def _refused(state: State, way: list[int]) -> Reason | None:
    """Return the first refusal of a choice on a way."""
    probe = state.copy()
    for choice in way:
        refusal = why_not(probe, choice)
        if refusal is not None:
            return reason_of(refusal)
        apply(probe, choice)
    return None


def _too_far(state: State, needed: int) -> Reason:
    """Return the refusal for distance (MOVE-1, MOV-1)."""
    refusal, left = Refusal(TOO_FAR, guide_of(state).too_far), guide_of(state).steps_left(state)
    return Reason(refusal.code, refusal.clause, refusal.sentence.format(needed=needed, left=left), needed, left)


def _tireless(start: State) -> dict[int, ReachedPlace]:
    """Return every place that the traveller would reach with unlimited steps, by a shortest way."""
    guide, mover, first = guide_of(start), traveller(start), start.copy()
    found = {start.loc[mover]: ReachedPlace([], first)}
    queue = deque([first])
    while queue:
        here = queue.popleft()
        guide.rest(here, max(guide.steps_left(start), RESTED))
        way = found[here.loc[mover]].way
        for choice in legal(here):
            place = actions.second_of(choice)
            if actions.kind_of(choice) != actions.STEP or place in found:
                continue
            after = here.copy()
            apply(after, choice)
            goes_on = not after.over and after.decision() == TRAVEL and traveller(after) == mover
            found[place] = ReachedPlace([*way, choice], after if goes_on else None)
            if goes_on:
                queue.append(after)
    return found


# -- obstacles --------------------------------------------------------------------------------------------------------------


def _barrier(state: State, everywhere: dict[int, ReachedPlace], place: int) -> Reason:
    """Return the refusal of the missing step: to the place itself if a place next to it is reachable, else on its rim.

    If no step is refused, it is that of MOVE-20 or MOV-10.
    """
    guide = guide_of(state)
    found = _refusals(state, everywhere, [place]) or _refusals(state, everywhere, guide.rim(state, place, everywhere))
    return reason_of(min(found, key=lambda refusal: refusal.code, default=Refusal(UNREACHABLE, guide.no_way)))


def _refusals(state: State, everywhere: dict[int, ReachedPlace], places: list[int]) -> list[Refusal]:
    """Return the refusals of steps to these places, from reachable places next to them."""
    found: list[Refusal] = []
    for place in places:
        for neighbour in guide_of(state).neighbours(state, place, everywhere):
            here = everywhere[neighbour].state if neighbour in everywhere else None
            refusal = why_not(here, _step(place)) if here is not None else None
            if refusal is not None and refusal.code not in ELSEWHERE:
                found.append(refusal)
    return found
