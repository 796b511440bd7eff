"""Where a character gets with one Move, and how: a search over its legal steps on copies of the state.

Whether a step of one's own character is legal never depends on what is hidden, so the true state may be asked.
"""

from __future__ import annotations

from collections import deque

from dungeon_twister.engine import actions
from dungeon_twister.engine.card.state import CardState
from dungeon_twister.engine.decisions import ACT, TRAVEL
from dungeon_twister.engine.game import apply, legal


class Routes:
    """The ways of the traveller from here on, without handling items: place -> the choices that lead there."""

    def __init__(self, state: CardState) -> None:
        self.ways: dict[int, list[int]] = {}  # places it can step to
        self.ends: dict[int, list[int]] = {}  # places in which it can end, `stop` included where it is needed
        mover = state.mover
        queue: deque[tuple[CardState, list[int]]] = deque([(state, [])])
        while queue:
            here, way = queue.popleft()
            for choice in legal(here):
                kind = actions.kind_of(choice)
                if kind == actions.STOP:
                    self.ends.setdefault(here.loc[mover], [*way, choice])
                elif kind == actions.STEP and actions.second_of(choice) not in self.ways:
                    place = actions.second_of(choice)
                    self.ways[place] = [*way, choice]
                    after = here.copy()
                    apply(after, choice)
                    if not after.over and after.decision() == TRAVEL and after.mover == mover:
                        queue.append((after, [*way, choice]))
                    else:
                        self.ends.setdefault(place, [*way, choice])


def routes_of_move(state: CardState, token: int) -> Routes | None:
    """The ways of a character that could begin a Move now; None if it cannot."""
    begin = actions.pack(actions.MOVE, token)
    if state.decision() != ACT or begin not in legal(state):
        return None
    after = state.copy()
    apply(after, begin)
    return Routes(after)
