"""Reachability with one Move: a search over a character's legal choices on copies of the state, for both games."""

from __future__ import annotations

from collections import deque
from typing import Final

from dungeon_twister.presentation.guide.editions import guide_of
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.decisions import ACT, TRAVEL
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State

PLENTY: Final = 16  # action points given to a copy, so that no trial on it ends the turn


class Arrival:
    """A place on the way.

    It has the choices that lead there, whether the Move may end there (by itself or by `stop`), what can be handled there, and
    the points scored.
    """

    __slots__ = ("ends", "handling", "needs_stop", "points", "way")

    def __init__(self, way: list[int]) -> None:
        self.way = way
        self.ends = False
        self.needs_stop = False
        self.handling: list[int] = []
        self.points = 0


class Routes:
    """The ways of the traveller from here, without handling loads on the way.

    The search is breadth first, so every way is a shortest one. The first of the `arrivals` is the present place, with an empty
    way.
    """

    def __init__(self, state: State) -> None:
        self.mover = traveller(state)
        self.arrivals: dict[int, Arrival] = {state.loc[self.mover]: Arrival([])}
        self._search(state)

    @property
    def ways(self) -> dict[int, list[int]]:
        """Return the ways to the places it can step to."""
        return {place: arrival.way for place, arrival in self.arrivals.items() if arrival.way}

    @property
    def ends(self) -> dict[int, list[int]]:
        """Return the ways to the places where it can end, with `stop` where needed."""
        return {
            place: [*arrival.way, actions.STOP] if arrival.needs_stop else arrival.way
            for place, arrival in self.arrivals.items()
            if arrival.ends
        }

    def _search(self, state: State) -> None:
        queue: deque[State] = deque([state])
        owner = state.setting.owner[self.mover]
        while queue:
            here = queue.popleft()
            arrival = self.arrivals[here.loc[self.mover]]
            for choice in legal(here):
                kind = actions.kind_of(choice)
                if kind == actions.STOP:
                    arrival.ends = arrival.needs_stop = True
                elif kind != actions.STEP:
                    arrival.handling.append(choice)
                elif actions.second_of(choice) not in self.arrivals:
                    after = here.copy()
                    apply(after, choice)
                    found = Arrival([*arrival.way, choice])
                    self.arrivals[actions.second_of(choice)] = found
                    if not after.over and after.decision() == TRAVEL and traveller(after) == self.mover:
                        queue.append(after)
                    else:
                        found.ends = True
                        found.points = after.vp[owner] - here.vp[owner]


def traveller(state: State) -> int:
    """Return the character on a journey, or -1."""
    return guide_of(state).traveller(state)


def with_plenty(state: State) -> State:
    """Return a copy on which an action can be tried without ending the turn."""
    probe = state.copy()
    probe.ap += PLENTY
    return probe


def routes_of_move(state: State, token: int) -> Routes | None:
    """Return the ways of a character that could begin a Move now, or None if it cannot."""
    begin = actions.pack(actions.MOVE, token)
    if state.decision() != ACT or begin not in legal(state):
        return None
    return routes_after(state, begin)[0]


def routes_after(state: State, begin: int) -> tuple[Routes, int]:
    """Return the ways after a legal choice that begins a journey, and its cost in action points."""
    probe = with_plenty(state)
    points = probe.ap
    apply(probe, begin)
    return Routes(probe), points - probe.ap
