"""A State that fits a View of either game: what the viewer knows, and a guess for what he does not.

Whoever looks ahead for a viewer does it here and never on the true game: the guide, the terminal, bots. Nothing is looked up
in the true game, and the guess is drawn from a random source of the asker's own. Whatever is guessed, the viewer sees the same
view of it and has the same choices.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final, TypeVar, overload

from dungeon_twister.game.determinization.board import imagine_board
from dungeon_twister.game.determinization.card import imagine_card
from dungeon_twister.game.views import CardView, View
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.rules.engine.options import FOR_PEOPLE
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

_IMAGINED: Final = ByEdition(imagine_board, imagine_card)
V = TypeVar("V", bound=View | CardView)


@overload
def determinize(view: View, rng: Random, setting: Setting | None = None) -> BoardState: ...
@overload
def determinize(view: CardView, rng: Random, setting: Setting | None = None) -> CardState: ...
@overload
def determinize(view: View | CardView, rng: Random, setting: Setting | None = None) -> State: ...
def determinize(view: View | CardView, rng: Random, setting: Setting | None = None) -> State:
    """A state in which the viewer would see exactly this view. The setting of the game, which is no secret, may be given;
    otherwise it is that of the scenario the view names."""
    setting = setting or new_setting(view.declared or view.scenario, view.options)
    return _IMAGINED.of_setting(setting)(setting, view, rng)


def for_search(view: V) -> V:
    """The view without the options that only people need: no clock, and a turn that ends by itself with its last point.

    A search then spends nothing on a forced pass, and games that differ in these options share what was worked out.
    """
    return replace(view, options={name: value for name, value in view.options.items() if name not in FOR_PEOPLE})
