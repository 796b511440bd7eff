"""The limits of a search. Budgets count positions, not time, so that a seed gives the same game on every machine."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from functools import partial

AT_LEAST_ONE = ("width", "nodes", "total", "actions")
PARTS = ("overlooked", "opening")


@dataclass(frozen=True, kw_only=True)
class Profile:
    """The search limits of one level of play."""

    width: int = 24  # beam width for the player's own turn
    nodes: int = 6000  # positions to evaluate for the player's own turn
    ends: int = 12  # promising ends of a journey to try; 0: all
    replies: int = 16  # plans to score by replies; 0: none
    reply_width: int = 4
    reply_nodes: int = 400
    reply_ends: int = 6
    samples: int = 3  # draws to try for a reveal; 0: use an estimate
    goal: int = 2000  # positions to evaluate in the goal search; 0: no goal search
    reply_goal: int = 300  # the same for a win of an opponent in the reply
    trust: float = 0.7  # weight of the value after the replies against the value at the end of the turn
    total: int = 40000  # positions to evaluate in one turn, all parts together; see `SearchBot`
    noise: float = 0.0  # random error of every evaluation, at most this large
    overlooked: float = 0.0  # share of the player's own actions that the search misses
    actions: int = 9  # action points to plan ahead
    opening: float = 1.0  # how much of the opening book is used; 0: rules of thumb only

    def __reduce__(self) -> tuple[object, ...]:
        return partial(Profile, **{field.name: getattr(self, field.name) for field in fields(self)}), ()

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            least = 1 if field.name in AT_LEAST_ONE else 0
            if not least <= value < math.inf:
                raise ValueError(f"{field.name} is a number from {least} up, not {value}")
        for name in PARTS:
            if getattr(self, name) > 1:
                raise ValueError(f"{name} is a number from 0 to 1, not {getattr(self, name)}")
        if not 0 < self.trust <= 1:
            raise ValueError(f"trust is a number above 0 and at most 1, not {self.trust}")
