"""Is there a win this turn? A search of its own, ordered by how little is still lacking; it looks at every end of a journey."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from dungeon_twister.engine.actions import PASS
from dungeon_twister.engine.state import State
from dungeon_twister.search.craft import Craft

SLACK: Final = 1.0  # by how many action points the guess at what is lacking may be too high
WON: Final = 4000.0  # positions that are worth so much are won


def win_this_turn(craft: Craft, root: State, player: int, nodes: int) -> tuple[int, ...]:
    """Choices that win for certain before the turn is over, or () if none were found within so many positions."""
    first = craft.lacking(root, player)
    if first > root.ap + SLACK:
        return ()
    waiting: list[tuple[float, int]] = [(first - root.ap, 0)]
    states: list[State] = [root]
    paths: list[tuple[int, ...]] = [()]
    seen = {root.hash64()}
    last = min(craft.nodes + nodes, craft.last)
    while waiting:
        _, number = heappop(waiting)
        path = paths[number]
        for deed in craft.deeds(states[number], 0):
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
                    heappush(waiting, (lacking - state.ap, len(states)))
                    states.append(state)
                    paths.append(path + deed.path)
    return ()


def won(craft: Craft, s: State, player: int) -> bool:
    """Has the player's side won alone?"""
    return s.over and s.winners >> player & 1 == 1 and craft.value(s, player) >= WON
