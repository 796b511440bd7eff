"""Determinization: a State that fits a View, with random guesses for what the viewer does not know.

The guide, the terminal and the bots look ahead on such a state, never on the real game. The guesses come from the caller's own
random source. Whatever the guesses are, the viewer has the same view and the same choices.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TypeVar, overload

from dungeon_twister.game.determinization.editions import EDITIONS
from dungeon_twister.game.views import CardView, View
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.rules.engine.options import FOR_PEOPLE
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

V = TypeVar("V", bound=View | CardView)


@overload
def determinize(view: View, rng: Random, setting: Setting | None = None) -> BoardState: ...
@overload
def determinize(view: CardView, rng: Random, setting: Setting | None = None) -> CardState: ...
@overload
def determinize(view: View | CardView, rng: Random, setting: Setting | None = None) -> State: ...
def determinize(view: View | CardView, rng: Random, setting: Setting | None = None) -> State:
    """Return a state of which the viewer has exactly this view.

    The setting of the game, which is public, may be given; otherwise it is made from the scenario that the view names.
    """
    setting = setting or new_setting(view.declared or view.scenario, view.options)
    return EDITIONS.of_setting(setting)(setting, view, rng)


def for_search(view: V) -> V:
    """Return the view without options for people: no clock, and a turn that ends with its last point.

    So a search spends nothing on a forced pass, and games that differ in these options share caches.
    """
    return replace(view, options={name: value for name, value in view.options.items() if name not in FOR_PEOPLE})
