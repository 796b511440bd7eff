"""Plans as the table sees them: what a path of the engine's integers is called."""

from __future__ import annotations

from dungeon_twister.game.record.notation import Choice, to_choice
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State

Way = tuple[int, ...]  # choices, one after the other


def written(state: State, path: Way, viewer: int) -> list[Choice]:
    """The choices of a path as its player names them, as far as nothing unforeseen comes in between."""
    plan: list[Choice] = []
    after = state.copy()
    for action in path:
        if after.over or after.decider() == CHANCE:
            break
        if action not in legal(after):
            continue  # a journey that has ended by itself is not stopped
        plan.append(to_choice(after, action, viewer))
        apply(after, action)
    return plan
