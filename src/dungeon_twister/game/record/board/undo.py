"""Which choices of the board game may be taken back (ACT-8a)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.choice_kinds import FINAL
from dungeon_twister.rules.engine.rules import rules_of
from dungeon_twister.rules.engine.state import State

REFUSAL: Final = "There is nothing you may take back: somebody has learned or decided something since (ACT-8a)."


def may_take_back(after: State, action: int, before: Callable[[], State]) -> bool:
    """Return whether a choice that no other decision has followed may be taken back (ACT-8a): not if it reveals something."""
    return not rules_of(after.setting).table[actions.kind_of(action)].traits & FINAL
