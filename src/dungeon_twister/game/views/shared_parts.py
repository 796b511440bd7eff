"""Parts of views that both games share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from dungeon_twister.game.views.view_cache import EVERYBODY, ViewCache, reuse_if_equal
from dungeon_twister.rules.engine.state import UNDER, State
from dungeon_twister.rules.geometry.rooms import Room
from dungeon_twister.rules.visibility.shared import knows_laid

T = TypeVar("T")
S = TypeVar("S", bound=State)


def colour_of(state: State, player: int) -> str:
    return state.setting.colours[player] if player >= 0 else "chance"


def colours_of(state: State, bits: int) -> list[str]:
    return [colour for player, colour in enumerate(state.setting.colours) if bits >> player & 1]


def masked(state: State, tokens: list[int], known: bool) -> list[str]:
    """Return the names of tokens in order, or a colour letter and `?` for each of them."""
    if not tokens:
        return []
    names = [state.setting.names[token] for token in tokens]
    return sorted(names if known else [name[0] + "?" for name in names])


def tokens_at(state: State, player: int, place: int) -> list[int]:
    """Return a player's tokens that are in a place."""
    return [token for token in state.setting.tokens_of[player] if state.loc[token] == place]


def rooms_left(state: State, rooms: Sequence[Room]) -> list[str]:
    """Return the names of the rooms that may still be turned up."""
    return [room.name for number, room in enumerate(rooms) if state.rooms_left >> number & 1]


def cached_rooms(state: S, maze: object, viewer: int, cache: ViewCache | None, look: Callable[[S, int], list[T]]) -> list[T]:
    """Return the rooms from `look` for a viewer, cached: they depend on the maze and on the tokens under or next to them."""
    if cache is None:
        return look(state, viewer)
    laid: list[int] = []  # tokens, each followed by its location
    for token in range(state.setting.tokens):
        if state.loc[token] >= UNDER:
            laid.append(token)
            laid.append(state.loc[token])
    found: list[T] | None = cache.get("rooms", viewer, 0, (maze, laid))
    if found is None:
        found = cache.put("rooms", viewer, 0, (maze, laid), reuse_if_equal(cache, "some rooms", EVERYBODY, look(state, viewer)))
    return found


def under_rooms(state: State, room_of: list[int], viewer: int) -> list[list[str]]:
    """Return the tokens on each tile or next to it, or waiting to be placed there. Colour and room are public. The owner knows
    the token unless memory is strict, and once the room is turned up all do (SETUP-5, SETUP-8; SET-8)."""
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
