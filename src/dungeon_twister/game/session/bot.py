"""What a bot is: a name and a way to choose from a view."""

from __future__ import annotations

from typing import Protocol

from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import CardView, View


class Bot(Protocol):
    """An opponent. It is given what its seat may know and returns one of `view.choices`. A `strength`, a whole number,
    says where it stands in lists of bots: `random` has 0, `greedy` 20. A bot that searches may count in `nodes`, a whole
    number that only grows, how many positions it has looked at; ladders tell how many that is in a turn."""

    name: str

    def choose(self, view: View | CardView) -> Choice:
        """One of the view's choices."""
        ...
