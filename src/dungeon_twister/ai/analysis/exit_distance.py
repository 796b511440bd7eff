"""Distances of characters to the exit in action points, as the search of either game measures them."""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.rules.engine.state import OUT, UNDER, State

UNREACHABLE: Final = 12  # action points; larger distances are cut to this


def on_board(s: State, token: int) -> bool:
    """Return whether a token is in the maze or on a line before it."""
    return 0 <= s.loc[token] < UNDER


def characters_of(s: State, player: int) -> list[int]:
    """Return the characters of a player that are in play."""
    setting = s.setting
    return [token for token in setting.tokens_of[player] if setting.is_character[token] and on_board(s, token)]


def exit_distances(adapter: GameAdapter, s: State, player: int) -> dict[int, int]:
    """Return the action points to the exit for each unwounded character of a player in play, at most UNREACHABLE."""
    return {token: min(UNREACHABLE, away) for token, away in adapter.exit_distances(s, player).items()}


def has_left(before: State, after: State, token: int) -> bool:
    """Return whether a token has left the maze between two states."""
    return before.loc[token] != OUT and after.loc[token] == OUT
