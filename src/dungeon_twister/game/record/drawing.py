"""A game as text, of both games: the maze, the points and the decision at hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dungeon_twister.game.record.board import drawing as board_drawing
from dungeon_twister.game.record.card import drawing as card_drawing
from dungeon_twister.rules.engine.all_editions import DECISIONS
from dungeon_twister.rules.engine.board.state import board_of
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card.state import card_of
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import sees_all


def drawn_text(state: State, viewer: int) -> str:
    """Return the maze as a viewer sees it, and a line with the points and the next decision."""
    points = ", ".join(f"{colour} {state.vp[player]}" for player, colour in enumerate(state.setting.colours))
    return "\n".join([*_LINES.of(state)(state, viewer), f"turn {state.turn}, points: {points}, {_decision(state)}"])


def _decision(state: State) -> str:
    if state.over:
        return "over"
    decider = state.decider()
    return f"{state.setting.colours[decider] if decider >= 0 else 'chance'}: {DECISIONS[state.decision()]}"


def _board_lines(of: State, viewer: int) -> list[str]:
    state = board_of(of)
    return board_drawing.draw(state, hide_starters=not (state.shown or sees_all(viewer)))


def _card_lines(of: State, viewer: int) -> list[str]:
    return card_drawing.draw(card_of(of), viewer)


_LINES: Final[ByEdition[Callable[[State, int], list[str]]]] = ByEdition(board=_board_lines, card=_card_lines)
