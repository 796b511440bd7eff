"""Converts a path of the search into choices."""

from __future__ import annotations

from dungeon_twister.game.record.notation import Choice, to_choice
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State


def plan_choices(state: State, path: tuple[int, ...], viewer: int) -> list[Choice]:
    """Return the choices of a path with the names that the viewer knows, up to the first draw of chance."""
    plan: list[Choice] = []
    after = state.copy()
    for action in path:
        if after.over or after.decider() == CHANCE:
            break
        if action not in legal(after):
            continue  # a journey that has ended by itself needs no stop
        plan.append(to_choice(after, action, viewer))
        apply(after, action)
    return plan
