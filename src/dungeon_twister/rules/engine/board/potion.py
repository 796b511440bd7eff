"""The Speed Potion (section 19)."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board.events import DRANK
from dungeon_twister.rules.engine.board.pieces import POTION
from dungeon_twister.rules.engine.board.refusals import NO_POTION
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.board.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.rules.engine.board.wounds import remove_object
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.engine.state import POTION_SHIFT

POTION_POINTS: Final = 4


def refuse_drink(s: BoardState, actor: int) -> int:
    """SPEED-1: any unwounded character that carries the Potion."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    item: int = s.item[s.loc[actor]]
    return LEGAL if item >= 0 and s.setting.capabilities[item] & POTION else NO_POTION


def drink(s: BoardState, actor: int) -> None:
    """SPEED-1, SPEED-2, SPEED-6: remove the Potion and give the drinker 4 points of its own for this turn."""
    begin_action(s, actor, board_actions.DRINK)
    here = s.loc[actor]
    remove_object(s, s.item[here], here)
    s.set_status(actor, s.status[actor] + (POTION_POINTS << POTION_SHIFT))
    s.note(DRANK, actor)
    finish_action(s)
