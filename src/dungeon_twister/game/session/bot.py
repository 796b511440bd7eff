"""Bots: a name and a way to choose from a view."""

from __future__ import annotations

from typing import Protocol

from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import CardView, View


class Bot(Protocol):
    """An opponent. It gets the view of its seat and returns one of `view.choices`. A bot may have a `strength`, a whole number
    that sorts lists of bots: `random` has 0, `greedy` 20. A bot that searches may count the positions it has looked at in
    `nodes`, which only grows; ladders report this number per turn."""

    name: str

    def choose(self, view: View | CardView) -> Choice:
        """Return one of the view's choices."""
        ...
