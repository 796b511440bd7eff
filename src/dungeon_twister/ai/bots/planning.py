"""Planning a turn: a beam search over whole actions, judged without looking further. What an action is, and what a position is
worth, each game says itself.

What cannot be foreseen, a reveal or a combat, ends a plan: its worth is guessed, and one plans again when it happened.
The work is bounded by the number of positions looked at, never by the clock, so a plan is the same every time.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, Generic, TypeVar

from dungeon_twister.ai.bots.plans import Way
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.state import State

S = TypeVar("S", bound=State)
OWN_CARD: Final = 10.0  # what it is worth that a reveal brings a character of one's own into play
ENEMY_CARD: Final = -2.0


class Leaf:
    """A plan: the choices, their worth, and what they cost in action points; an open one ends in something unforeseeable."""

    __slots__ = ("open", "path", "spent", "value")

    def __init__(self, path: Way, value: float, spent: int = 0, is_open: bool = False) -> None:
        self.path = path
        self.value = value
        self.spent = spent
        self.open = is_open


class Node(Generic[S]):
    """A position on the way, with the choices that led there."""

    __slots__ = ("path", "state", "value")

    def __init__(self, state: S, path: Way, value: float) -> None:
        self.state = state
        self.path = path
        self.value = value


class Search(Generic[S]):
    """Looks for plans of one player's turn from a position in which he acts."""

    width: int  # positions of a layer that are looked at further
    chart: int  # a maze that has not been charted costs as much as so many positions

    def __init__(self, me: int, rng: Random, most: int) -> None:
        self.me = me
        self.rng = rng
        self.left = most  # positions that may still be judged
        self.noise = 0.0
        self.points = 0  # action points at the beginning
        self.mazes: set[tuple[int, ...]] = set()
        self.leaves: list[Leaf] = []

    def search(self, root: S) -> None:
        """Find plans, each with its worth: `leaves`."""
        self.points = root.ap
        first = Node(root, (), self._judge(root))
        self.leaves = [Leaf((), first.value)]
        layer = [first]
        while layer and self.left > 0:
            found: dict[tuple[object, ...], Node[S]] = {}
            for node in layer:
                for path, state in self.actions(node):
                    value = self._judge(state)
                    whole = node.path + path
                    goes_on = not state.over and state.decision() == ACT and state.active == self.me
                    self.leaves.append(Leaf(whole, value, self.points - state.ap if goes_on else self.points))
                    if goes_on:
                        key = self.key(state)
                        if key not in found or found[key].value < value:
                            found[key] = Node(state, whole, value)
            layer = sorted(found.values(), key=lambda node: -node.value)[: self.width]

    def _judge(self, state: S) -> float:
        self.left -= 1
        maze = self.maze(state)
        if maze not in self.mazes:
            self.mazes.add(maze)
            self.left -= self.chart
        return self.value(state) + self.rng.random() * self.noise

    # -- what each game has of its own -----------------------------------------------------------------------------------------

    def value(self, state: S) -> float:
        """What a position is worth."""
        raise NotImplementedError

    def maze(self, state: S) -> tuple[int, ...]:
        """What tells mazes apart."""
        raise NotImplementedError

    def key(self, state: S) -> tuple[object, ...]:
        """What tells positions of one turn apart."""
        raise NotImplementedError

    def actions(self, node: Node[S]) -> Iterator[tuple[Way, S]]:
        """The positions after each action of whoever acts; what cannot be foreseen becomes a leaf of its own."""
        raise NotImplementedError
