"""What each game has of its own in its records: notation, positions, drawings, facts of rule cases, undo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from dungeon_twister.game.record.board import drawing as board_drawing
from dungeon_twister.game.record.board import editing as board_editing
from dungeon_twister.game.record.board import facts as board_facts
from dungeon_twister.game.record.board import notation as board_notation
from dungeon_twister.game.record.board import position as board_position
from dungeon_twister.game.record.board import undo as board_undo
from dungeon_twister.game.record.card import drawing as card_drawing
from dungeon_twister.game.record.card import editing as card_editing
from dungeon_twister.game.record.card import facts as card_facts
from dungeon_twister.game.record.card import notation as card_notation
from dungeon_twister.game.record.card import position as card_position
from dungeon_twister.game.record.card import undo as card_undo
from dungeon_twister.game.record.grammar import Grammar
from dungeon_twister.game.record.position_header import PositionHeader
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

StateBefore = Callable[[], State]  # computes the state before the last choice


class RecordEdition(NamedTuple):
    """The implementation of records for one game."""

    grammar: Grammar
    write_position: Callable[[State], str]
    read_position: Callable[[PositionHeader, Setting], State]
    edit: Callable[[State, list[str]], bool]
    draw: Callable[[State, int], list[str]]
    check_fact: Callable[[State, list[str]], None]
    may_take_back: Callable[[State, int, StateBefore], bool]
    undo_refusal: str  # the sentence if there is nothing to take back
    turn_opening: str  # the verb of the choice that begins every turn; empty: turns have none


EDITIONS: Final = ByEdition(
    board=RecordEdition(
        grammar=board_notation.GRAMMAR,
        write_position=board_position.board_position_text,
        read_position=board_position.board_position,
        edit=board_editing.board_edit,
        draw=board_drawing.draw_for,
        check_fact=board_facts.check,
        may_take_back=board_undo.may_take_back,
        undo_refusal=board_undo.REFUSAL,
        turn_opening="card",
    ),
    card=RecordEdition(
        grammar=card_notation.GRAMMAR,
        write_position=card_position.card_position_text,
        read_position=card_position.card_position,
        edit=card_editing.card_edit,
        draw=card_drawing.draw_for,
        check_fact=card_facts.check,
        may_take_back=card_undo.may_take_back,
        undo_refusal=card_undo.REFUSAL,
        turn_opening="",
    ),
)


def edition_of(state: State) -> RecordEdition:
    """Return the record edition for the game of a state."""
    return EDITIONS.of(state)


def edition_of_setting(setting: Setting) -> RecordEdition:
    """Return the record edition for the game of a setting."""
    return EDITIONS.of_setting(setting)
