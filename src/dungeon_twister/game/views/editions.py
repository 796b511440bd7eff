"""How each game shows its states and events to a viewer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from dungeon_twister.game.views.board_events import board_alike, board_fields
from dungeon_twister.game.views.board_view import board_combat, observe_board
from dungeon_twister.game.views.card_events import card_alike, card_fields
from dungeon_twister.game.views.card_shapes import CardCombatView, CardView
from dungeon_twister.game.views.card_view import card_combat, observe_card
from dungeon_twister.game.views.shared_events import Fields
from dungeon_twister.game.views.view_cache import ViewCache
from dungeon_twister.game.views.view_shapes import CombatView, View
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.state import State


class ViewEdition(NamedTuple):
    """The implementation of views for one game."""

    observe: Callable[[State, int, list[int] | None, ViewCache | None], View | CardView]
    observe_combat: Callable[[State, int], CombatView | CardCombatView | None]
    event_fields: Callable[[State, int, list[int], int], Fields]
    is_same_for_all: Callable[[State, int], bool]  # whether all viewers know the same of a kind of event


EDITIONS: Final = ByEdition(
    board=ViewEdition(
        observe=observe_board,
        observe_combat=board_combat,
        event_fields=board_fields,
        is_same_for_all=board_alike,
    ),
    card=ViewEdition(
        observe=observe_card,
        observe_combat=card_combat,
        event_fields=card_fields,
        is_same_for_all=card_alike,
    ),
)


def edition_of(state: State) -> ViewEdition:
    """Return the view edition for the game of a state."""
    return EDITIONS.of(state)
