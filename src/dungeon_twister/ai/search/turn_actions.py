"""The parts of a plan: turn actions and the start of a turn."""

from __future__ import annotations

from dungeon_twister.rules.engine.state import State


class TurnAction:
    """The choices of one whole action, for example a journey with all its steps, and the position after them."""

    __slots__ = ("path", "state")

    def __init__(self, path: tuple[int, ...], state: State) -> None:
        self.path = path
        self.state = state


class TurnStart:
    """A way to start a turn: its choices, the action points it gives, and its cost, for example an action card."""

    __slots__ = ("cost", "path", "points", "state")

    def __init__(self, path: tuple[int, ...], state: State, points: int, cost: float) -> None:
        self.path = path
        self.state = state
        self.points = points
        self.cost = cost
