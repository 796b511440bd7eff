"""How far a search looks. Budgets are counted in positions, never in time, so that a seed gives the same game everywhere."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from functools import partial

AT_LEAST_ONE = ("width", "nodes", "total", "actions")
PARTS = ("overlooked", "opening")


@dataclass(frozen=True, kw_only=True)
class Profile:
    """The measures of one level of play."""

    width: int = 24  # positions of each layer of the own turn that are looked at further
    nodes: int = 6000  # positions that may be valued for the own turn
    ends: int = 12  # ends of a journey that are tried for the sake of their worth; 0: all
    replies: int = 16  # plans whose replies are looked for; 0: none
    reply_width: int = 4
    reply_nodes: int = 400
    reply_ends: int = 6
    samples: int = 3  # draws that a reveal is tried with; 0: it is guessed
    goal: int = 2000  # positions that the search for a win this turn may value; 0: no such search
    reply_goal: int = 300  # the same, for the win of an opponent in his reply
    trust: float = 0.7  # how much the reply counts against the look at the end of the turn
    total: int = 40000  # positions of everything together for one turn; see `SearchBot`
    noise: float = 0.0  # up to so much every position is misjudged
    overlooked: float = 0.0  # the part of its own actions that is not seen
    actions: int = 9  # points of a turn that are planned ahead
    opening: float = 1.0  # how much it knows of what was learnt about setups; 0: it has rules of thumb

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
