"""Views: THE gate from a State and a viewer to what that viewer may know (INFO-1, HID-1). Nothing else leaves the engine.

A viewer is a seat (0, 1, ...) or SPECTATOR; ALL_KNOWING, for games that are over, sees everything. A view consists of plain
JSON-able structs. Lists are ordered by place, never by the number of a hidden token, so two games that differ only in what a
viewer may not know give equal bytes.
"""

from __future__ import annotations

from typing import Final, Protocol, overload

from dungeon_twister.game.views.card_shapes import CardCombatView, CardView
from dungeon_twister.game.views.editions import edition_of
from dungeon_twister.game.views.event_observer import observe_event, observe_events
from dungeon_twister.game.views.shared_parts import colour_of
from dungeon_twister.game.views.view_cache import ViewCache
from dungeon_twister.game.views.view_shapes import (
    CombatView,
    EventView,
    JourneyView,
    PendingView,
    PlayerView,
    RoomView,
    TokenView,
    View,
)
from dungeon_twister.rules.engine.board.state import BoardState
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
    "HasState",
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


class HasState(Protocol):
    """A game: the classes of games have nothing else in common."""

    @property
    def state(self) -> State: ...


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
    """Return the view of a seat, the SPECTATOR or the ALL_KNOWING, with the choices if the viewer is to decide. A viewer may be
    given by name: `blue`, `spectator`, `all`. `listed`: the legal choices, if known. `cache`: of this game; unchanged parts are
    then returned as the same objects."""
    if isinstance(viewer, str):
        viewer = viewer_of(state.setting, viewer)
    return edition_of(state).observe(state, viewer, listed, cache)


def observe_combat(state: State, viewer: int) -> CombatView | CardCombatView | None:
    """Return only the view of the current combat."""
    return edition_of(state).observe_combat(state, viewer)
