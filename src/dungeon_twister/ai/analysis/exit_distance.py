"""Distances of characters to the exit in action points, as the search of either game measures them."""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.board.adapter import BoardAdapter
from dungeon_twister.ai.search.card.adapter import CardAdapter
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.rules.engine.board.state import board_of
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card.state import card_of
from dungeon_twister.rules.engine.state import OUT, UNDER, WOUNDED, State

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
    return {token: min(UNREACHABLE, away) for token, away in _WAYS.of(s)(adapter, s, player).items()}


def _board_ways(adapter: GameAdapter, s: State, player: int) -> dict[int, int]:
    assert isinstance(adapter, BoardAdapter)
    board = board_of(s)
    able = [token for token in characters_of(s, player) if not s.status[token] & WOUNDED]
    return {token: adapter.evaluator.away(board, token) for token in able}


def _card_ways(adapter: GameAdapter, s: State, player: int) -> dict[int, int]:
    assert isinstance(adapter, CardAdapter)
    card, evaluator = card_of(s), adapter.evaluator
    units = evaluator.features.of(card, player, evaluator.distance_maps.of(card.maze))
    return {unit.man: unit.away for unit in units if not unit.down}


_WAYS: Final = ByEdition(_board_ways, _card_ways)


def has_left(before: State, after: State, token: int) -> bool:
    """Return whether a token has left the maze between two states."""
    return before.loc[token] != OUT and after.loc[token] == OUT
