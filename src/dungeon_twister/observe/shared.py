"""Small things that the views of both games are made of."""

from __future__ import annotations

from dungeon_twister.engine.state import State


def colour_of(state: State, player: int) -> str:
    return state.setting.colours[player] if player >= 0 else "chance"


def colours_of(state: State, bits: int) -> list[str]:
    return [colour for player, colour in enumerate(state.setting.colours) if bits >> player & 1]


def masked(state: State, tokens: list[int], known: bool) -> list[str]:
    """Names in order, or as many signs `?` as there are tokens."""
    names = [state.setting.name(token) for token in tokens]
    return sorted(names) if known else sorted(name[0] + "?" for name in names)
