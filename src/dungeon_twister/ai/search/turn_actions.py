"""Whole actions: a journey with all its steps, a rotation, a shot, with the position they lead to."""

from __future__ import annotations

from dungeon_twister.rules.engine.state import State


class TurnAction:
    """Choices that belong together, and the position after them."""

    __slots__ = ("path", "state")

    def __init__(self, path: tuple[int, ...], state: State) -> None:
        self.path = path
        self.state = state


class TurnStart:
    """How a turn may begin: the choices that open it, the points there are then, and what it costs to begin so."""

    __slots__ = ("path", "points", "price", "state")

    def __init__(self, path: tuple[int, ...], state: State, points: int, price: float) -> None:
        self.path = path
        self.state = state
        self.points = points
        self.price = price
