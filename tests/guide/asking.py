"""The guide asked about a game, as a viewer asks it: with his view and nothing else."""

from __future__ import annotations

from dungeon_twister.engine.state import State
from dungeon_twister.guide import advice
from dungeon_twister.guide.shapes import Advice, Reason
from dungeon_twister.observe import observe
from dungeon_twister.record.notation import Choice


def advise(state: State, viewer: int) -> Advice:
    return advice.advise(observe(state, viewer), state.setting)


def explain(state: State, choice: str | Choice, viewer: int) -> Reason | None:
    return advice.explain(observe(state, viewer), choice, state.setting)
