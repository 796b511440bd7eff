"""Is there a win this turn? A search of its own, ordered by how little is still lacking. It looks three times: at few ends of
each journey, those that bring the traveller on; at more of them; then, with what is left of its positions, at all of them."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from dungeon_twister.engine.actions import PASS
from dungeon_twister.engine.state import State
from dungeon_twister.search.craft import Craft

ENDS: Final = [3, 6, 0]  # ends of a journey that each look tries for the sake of their worth; 0: all
UNTIL: Final = [25, 60, 100]  # how many positions in a hundred may be spent when each look is over
SLACK: Final = 1.5  # by how many action points the guess at what is lacking may be too high
WON: Final = 4000.0  # positions that are worth so much are won

# What is guessed to be lacking and the points that are left, weighed in three ways: each finds wins that the others would find
# late, so they take turns in saying which position is looked at next.
LACKING: Final = [1.0, 3.0, 1.0]
LEFT: Final = [-1.0, -1.0, 0.01]


class Search:
    """The positions of one turn that wait to be looked at."""

    def __init__(self, root: State) -> None:
        self.states: list[State] = [root]
        self.paths: list[tuple[int, ...]] = [()]
        self._looked = [False]
        self._waiting: list[list[tuple[float, int]]] = [[(0.0, 0)] for _ in LACKING]
        self._turn = 0

    def add(self, state: State, path: tuple[int, ...], lacking: float) -> None:
        number = len(self.states)
        for way, waiting in enumerate(self._waiting):
            heappush(waiting, (LACKING[way] * lacking + LEFT[way] * state.ap, number))
        self.states.append(state)
        self.paths.append(path)
        self._looked.append(False)

    def next(self) -> int:
        """The number of the position to look at now, -1 if there is none left."""
        self._turn = (self._turn + 1) % len(self._waiting)
        waiting = self._waiting[self._turn]
        while waiting:
            number = heappop(waiting)[1]
            if not self._looked[number]:
                self._looked[number] = True
                return number
        return -1


def win_this_turn(craft: Craft, root: State, player: int, nodes: int) -> tuple[int, ...]:
    """Choices that win for certain before the turn is over, or () if none were found within so many positions."""
    if craft.lacking(root, player) > root.ap + SLACK:
        return ()
    first = craft.nodes
    for look, ends in enumerate(ENDS):
        win = _look(craft, root, player, min(first + nodes * UNTIL[look] // 100, craft.last), ends)
        if win:
            return win
    return ()


def _look(craft: Craft, root: State, player: int, last: int, ends: int) -> tuple[int, ...]:
    search = Search(root)
    seen = {root.hash64()}
    while (number := search.next()) >= 0:
        path = search.paths[number]
        for deed in craft.deeds(search.states[number], ends):
            if craft.nodes >= last:
                return ()
            craft.nodes += 1
            state = deed.state
            key = state.hash64()
            if key in seen:
                continue
            seen.add(key)
            if won(craft, state, player):
                return path + deed.path
            if craft.acts(state, player):
                lacking = craft.lacking(state, player)
                if lacking <= 0 and won(craft, craft.passed(state), player):
                    return (*path, *deed.path, PASS)  # the target is reached, and the turn is played to its end (END-4)
                if lacking <= state.ap + SLACK:
                    search.add(state, path + deed.path, lacking)
    return ()


def won(craft: Craft, s: State, player: int) -> bool:
    """Has the player's side won alone?"""
    return s.over and s.winners >> player & 1 == 1 and craft.value(s, player) >= WON
