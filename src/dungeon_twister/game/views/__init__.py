"""THE gate: a State and a viewer -> what that viewer may know (INFO-1, HID-1). Nothing else leaves the engine.

A viewer is a seat (0, 1, ...) or SPECTATOR; ALL_KNOWING, for games that are over, is told everything. A view is made of plain
JSON-able structs. Lists are ordered by place, never by the number of a hidden token, so two games that differ only in what a
viewer may not know give equal bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, overload

from dungeon_twister.game.views.board import board_combat, observe_board
from dungeon_twister.game.views.card import card_combat, observe_card
from dungeon_twister.game.views.card_shapes import CardCombatView, CardView
from dungeon_twister.game.views.events import observe_event, observe_events
from dungeon_twister.game.views.shapes import (
    CombatView,
    EventView,
    JourneyView,
    PendingView,
    PlayerView,
    RoomView,
    TokenView,
    View,
)
from dungeon_twister.game.views.shared import colour_of
from dungeon_twister.game.views.view_cache import ViewCache
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import ALL_KNOWING, SPECTATOR, viewer_name, viewer_of

__all__ = [
    "ALL_KNOWING",
    "SPECTATOR",
    "VIEWS",
    "CardCombatView",
    "CardView",
    "CombatView",
    "EventView",
    "JourneyView",
    "ViewCache",
    "PendingView",
    "PlayerView",
    "RoomView",
    "TokenView",
    "View",
    "colour_of",
    "observe",
    "observe_combat",
    "observe_event",
    "observe_events",
    "viewer_name",
]

VIEWS: Final = (View, CardView)  # the views of both games, for `isinstance`


class Gate(NamedTuple):
    """Through which one game is looked at."""

    view: Callable[[State, int, list[int] | None, ViewCache | None], View | CardView]
    combat: Callable[[State, int], CombatView | CardCombatView | None]


_GATES: Final = ByEdition(Gate(observe_board, board_combat), Gate(observe_card, card_combat))


@overload
def observe(state: BoardState, viewer: int | str, listed: list[int] | None = None, cache: ViewCache | None = None) -> View: ...
@overload
def observe(
    state: CardState, viewer: int | str, listed: list[int] | None = None, cache: ViewCache | None = None
) -> CardView: ...
@overload
def observe(
    state: State, viewer: int | str, listed: list[int] | None = None, cache: ViewCache | None = None
) -> View | CardView: ...
def observe(
    state: State, viewer: int | str, listed: list[int] | None = None, cache: ViewCache | None = None
) -> View | CardView:
    """What a seat, the SPECTATOR or the ALL_KNOWING may know, with the choices if it is the viewer who decides. A viewer can
    also be named: `blue`, `spectator`, `all`. `listed`: the legal choices, where they are at hand. `cache`: of a game that is
    looked at again and again, so that what has not changed is told by the same objects."""
    if isinstance(viewer, str):
        viewer = viewer_of(state.setting, viewer)
    return _GATES.of(state).view(state, viewer, listed, cache)


def observe_combat(state: State, viewer: int) -> CombatView | CardCombatView | None:
    """Only what a view tells about the combat under way."""
    return _GATES.of(state).combat(state, viewer)
