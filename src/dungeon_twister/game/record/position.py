"""Positions of both games as text: who is to move, hands, rooms, tokens (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping

from dungeon_twister.game.record.editions import edition_of, edition_of_setting
from dungeon_twister.game.record.position_header import PositionHeader
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.game import Given, new_setting, start
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError


def has_position(state: State) -> bool:
    """Return whether the position can be written: between two actions, or before an action card, in an unfinished game."""
    return not state.over and bool(state.stack) and state.decision() in (ACT, CHOOSE_CARD)


def write_position(state: State) -> str:
    """Return a position as a text for `read_position`, including hidden information. Raise a TextError if it cannot be
    written."""
    if not has_position(state):
        raise TextError(f"a position is written between actions, {_moment(state)}")
    return edition_of(state).write_position(state)


def _moment(state: State) -> str:
    """Describe the moment at which no position can be written."""
    if state.over:
        return "and this game is over"
    return "and this is the middle of one" if state.shown else "once the setup is done"


def read_position(text: str, source: str = "position", first: int = 1, options: Mapping[str, str] | None = None) -> State:
    """Return a position from its text. Every mistake is a TextError with the line. `options` apply where the text has no value
    of its own."""
    head = PositionHeader(text, source, first)
    head.options = {**(options or {}), **head.options}
    setting = head.setting()
    return edition_of_setting(setting).read_position(head, setting)


def beginning(scenario: str, options: Given | None = None, position: str = "") -> State:
    """Return the beginning of a game: that of its scenario, or a position, which must have this scenario and these options."""
    if not position:
        return start(new_setting(scenario, options))
    state = read_position(position)
    setting = state.setting
    if scenario != (setting.scenario.declared or setting.scenario.name) or dict(options or {}) != setting.options.given:
        raise TextError("the position is of another scenario, or has other options")
    return state
