"""Small things that the views of both games are made of."""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine.options import STRICT_MEMORY
from dungeon_twister.engine.state import State
from dungeon_twister.record.card.names import ALL

SPECTATOR: Final = -1
ALL_KNOWING: Final = ALL  # who sees everything: for finished games and studies, never for anybody at the table


def viewer_name(state: State, viewer: int) -> str:
    if viewer == ALL_KNOWING:
        return "all"
    return state.setting.colours[viewer] if viewer >= 0 else "spectator"


def is_of(player: int, viewer: int) -> bool:
    """Does a viewer know what is a player's own: the player himself, or the all-knowing?"""
    return viewer in (player, ALL_KNOWING)


def may_look_at(state: State, token: int, viewer: int) -> bool:
    """May a viewer be told what lies face down (SETUP-8, HID-1)? With strict memory nobody at the table, nor its owner."""
    return viewer == ALL_KNOWING or (
        is_of(state.setting.owner[token], viewer) and state.setting.options.memory != STRICT_MEMORY
    )


def may_choose(state: State, viewer: int) -> bool:
    """Are the choices shown: to the player who decides, and to the all-knowing?"""
    return state.decider() >= 0 and is_of(state.decider(), viewer)


def colour_of(state: State, player: int) -> str:
    return state.setting.colours[player] if player >= 0 else "chance"


def colours_of(state: State, bits: int) -> list[str]:
    return [colour for player, colour in enumerate(state.setting.colours) if bits >> player & 1]


def masked(state: State, tokens: list[int], known: bool) -> list[str]:
    """Names in order, or as many signs `?` as there are tokens."""
    names = [state.setting.name(token) for token in tokens]
    return sorted(names) if known else sorted(name[0] + "?" for name in names)
