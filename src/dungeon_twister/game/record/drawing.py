"""A game as text, of both games: the maze, the points and the decision at hand."""

from __future__ import annotations

from dungeon_twister.game.record.editions import edition_of
from dungeon_twister.rules.engine.all_editions import DECISIONS
from dungeon_twister.rules.engine.state import State


def drawn_text(state: State, viewer: int) -> str:
    """Return the maze as a viewer sees it, and a line with the points and the next decision."""
    points = ", ".join(f"{colour} {state.vp[player]}" for player, colour in enumerate(state.setting.colours))
    return "\n".join([*edition_of(state).draw(state, viewer), f"turn {state.turn}, points: {points}, {_decision(state)}"])


def _decision(state: State) -> str:
    if state.over:
        return "over"
    decider = state.decider()
    return f"{state.setting.colours[decider] if decider >= 0 else 'chance'}: {DECISIONS[state.decision()]}"
