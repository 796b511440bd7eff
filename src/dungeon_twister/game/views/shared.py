"""Small things that the views of both games are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from dungeon_twister.game.views.view_cache import EVERYBODY, ViewCache, reuse_if_equal
from dungeon_twister.rules.engine.state import UNDER, State
from dungeon_twister.rules.geometry.rooms import Room
from dungeon_twister.rules.visibility.shared import knows_laid

K = TypeVar("K")
T = TypeVar("T")
S = TypeVar("S", bound=State)
MOST_KEPT: Final = 20_000  # parts of views of one kind


def keep(kept: dict[K, T], key: K, made: T) -> T:
    """Parts of views are seen again and again, in all games, so each is made once. Whoever sends them need not write them
    again, and finds by their identity that they have not changed. Nobody may change a list in them."""
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = made
    return made


def colour_of(state: State, player: int) -> str:
    return state.setting.colours[player] if player >= 0 else "chance"


def colours_of(state: State, bits: int) -> list[str]:
    return [colour for player, colour in enumerate(state.setting.colours) if bits >> player & 1]


def masked(state: State, tokens: list[int], known: bool) -> list[str]:
    """Names in order, or as many signs `?` as there are tokens."""
    if not tokens:
        return []
    names = [state.setting.names[token] for token in tokens]
    return sorted(names if known else [name[0] + "?" for name in names])


def tokens_at(state: State, player: int, place: int) -> list[int]:
    """A player's tokens that are in a place."""
    return [token for token in state.setting.tokens_of[player] if state.loc[token] == place]


def rooms_left(state: State, rooms: Sequence[Room]) -> list[str]:
    """The names of the rooms that may still be turned up."""
    return [room.name for number, room in enumerate(rooms) if state.rooms_left >> number & 1]


def rooms_seen(state: S, maze: object, viewer: int, cache: ViewCache | None, look: Callable[[S, int], list[T]]) -> list[T]:
    """All rooms as `look` tells them to a viewer: they follow from the maze and from what lies under them or beside them."""
    if cache is None:
        return look(state, viewer)
    laid: list[int] = []  # a token and where it lies, in turn
    for token in range(state.setting.tokens):
        if state.loc[token] >= UNDER:
            laid.append(token)
            laid.append(state.loc[token])
    found: list[T] | None = cache.get("rooms", viewer, 0, (maze, laid))
    if found is None:
        found = cache.put("rooms", viewer, 0, (maze, laid), reuse_if_equal(cache, "some rooms", EVERYBODY, look(state, viewer)))
    return found


def under_rooms(state: State, room_of: list[int], viewer: int) -> list[list[str]]:
    """What lies on each tile or beside it, or waits there to be placed: colour and room are public, who laid it knows what it
    is unless memory is strict, and turned up everybody sees it (SETUP-5, SETUP-8; SET-8)."""
    found: list[list[str]] = [[] for _ in room_of]
    for player in range(state.setting.players):
        laid: dict[int, list[int]] = {}
        for token in state.setting.tokens_of[player]:
            if state.loc[token] >= UNDER:
                laid.setdefault(state.loc[token] - UNDER, []).append(token)
        known = knows_laid(state, player, viewer)
        for tile, tokens in laid.items():
            found[tile] += masked(state, tokens, known or room_of[tile] >= 0)
    return found
