"""Positions as text, of both games: who is to move, hands, rooms, tokens (docs/positions.md)."""

from __future__ import annotations

from dungeon_twister.engine.board.setting import BoardSetting
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.card.setting import CardSetting
from dungeon_twister.engine.card.state import CardState
from dungeon_twister.engine.state import State
from dungeon_twister.record.board.position import board_position, board_position_text
from dungeon_twister.record.card.position import card_position, card_position_text
from dungeon_twister.record.head import Head


def write_position(state: State) -> str:
    """A position as text, at a moment at which there can be one."""
    if isinstance(state, BoardState):
        return board_position_text(state)
    assert isinstance(state, CardState)
    return card_position_text(state)


def read_position(text: str, source: str = "position", first: int = 1) -> State:
    """A position from its text. Every mistake is a TextError that names the line."""
    head = Head(text, source, first)
    setting = head.setting()
    if isinstance(setting, BoardSetting):
        return board_position(head, setting)
    assert isinstance(setting, CardSetting)
    return card_position(head, setting)
