"""Where a character gets with one move, and how: a search over its legal choices on copies of an imagined state."""

from __future__ import annotations

from collections import deque

from dungeon_twister.engine import actions
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.decisions import TRAVEL
from dungeon_twister.engine.game import apply, legal


class Routes:
    """The ways of the traveller from here on, without handling loads: square -> the choices that lead there."""

    def __init__(self, state: BoardState) -> None:
        self.ways: dict[int, list[int]] = {}  # squares it can step on
        self.ends: dict[int, list[int]] = {}  # squares on which it can end, `stop` included where it is needed
        self._search(state)

    def _search(self, state: BoardState) -> None:
        """Breadth first, so every way is a shortest one."""
        mover = state.mover
        queue: deque[tuple[BoardState, list[int]]] = deque([(state, [])])
        while queue:
            here, way = queue.popleft()
            for choice in legal(here):
                kind = actions.kind_of(choice)
                if kind == actions.STOP:
                    self.ends.setdefault(here.at, [*way, choice])
                elif kind == actions.STEP and actions.second_of(choice) not in self.ways:
                    square = actions.second_of(choice)
                    self.ways[square] = [*way, choice]
                    after = here.copy()
                    apply(after, choice)
                    if not after.over and after.decision() == TRAVEL and after.mover == mover:
                        queue.append((after, [*way, choice]))
                    else:
                        self.ends.setdefault(square, [*way, choice])


def routes_of_move(state: BoardState, token: int) -> Routes | None:
    """The ways of a character that could begin a move now; None if it cannot."""
    begin = actions.pack(actions.MOVE, token)
    if begin not in legal(state):
        return None
    after = state.copy()
    apply(after, begin)
    return Routes(after)
