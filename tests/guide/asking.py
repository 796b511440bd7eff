"""The guide asked about a game, as a viewer asks it: with his view and nothing else."""

from __future__ import annotations

from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import observe
from dungeon_twister.presentation.guide import advice
from dungeon_twister.presentation.guide.guide_shapes import Advice, Reason
from dungeon_twister.rules.engine.state import State


def advise(state: State, viewer: int) -> Advice:
    return advice.advise(observe(state, viewer), state.setting)


def explain(state: State, choice: str | Choice, viewer: int) -> Reason | None:
    return advice.explain(observe(state, viewer), choice, state.setting)
