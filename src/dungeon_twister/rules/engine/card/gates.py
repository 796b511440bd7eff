"""Portcullises: opening and closing them, breaking them (PRT)."""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_SHIFT, SECOND_SHIFT
from dungeon_twister.rules.engine.card.pieces import KEY
from dungeon_twister.rules.engine.card.refusals import GATE_BROKEN, GATE_NOT_CLOSED, NO_ABILITY, NO_GATE, NO_KEY
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.rules.engine.events import GATE_SET
from dungeon_twister.rules.engine.pieces import BREAKS_GATES, OPENS_GATES
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.geometry.maze import BROKEN, CLOSED, OPEN
from dungeon_twister.rules.geometry.zone_plan import members


def gate_choices(s: CardState, actor: int, found: list[int]) -> None:
    breaks, opens = s.setting.capabilities[actor] & BREAKS_GATES != 0, can_open(s, actor)
    for tile in members(s.maze.relations_of(s.loc[actor]).gates):
        if breaks and s.maze.gates[tile] == CLOSED:
            found.append(actions.BREAK | actor << FIRST_SHIFT | tile << SECOND_SHIFT)
        if opens and s.maze.gates[tile] != BROKEN:
            found.append(actions.TOGGLE | actor << FIRST_SHIFT | tile << SECOND_SHIFT)


def can_open(s: CardState, token: int) -> bool:
    """PRT-3, BST-2, THI-1, KEY-1: Return whether the character can open a portcullis, by picking the lock or with a Key."""
    return s.setting.capabilities[token] & OPENS_GATES != 0 or s.carries(token, KEY) > 0


def refuse_gate(s: CardState, kind: int, actor: int, tile: int) -> int:
    """PRT-1 to PRT-4: an adjacent portcullis that is not broken; only a closed one can be broken."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if tile >= s.maze.plan.tiles:
        return NOT_IN_THIS_GAME
    if kind == actions.BREAK and not s.setting.capabilities[actor] & BREAKS_GATES:
        return NO_ABILITY
    if kind == actions.TOGGLE and not can_open(s, actor):
        return NO_KEY
    if not s.maze.relations_of(s.loc[actor]).gates >> tile & 1:
        return NO_GATE
    if s.maze.gates[tile] == BROKEN:
        return GATE_BROKEN
    return GATE_NOT_CLOSED if kind == actions.BREAK and s.maze.gates[tile] != CLOSED else LEGAL


def work_gate(s: CardState, kind: int, actor: int, tile: int) -> None:
    """PRT-3, PRT-4: open a closed portcullis, close an open one, or break one for good, which is progress (END-5)."""
    begin_action(s, actor, kind)
    if kind == actions.TOGGLE and not s.setting.capabilities[actor] & OPENS_GATES:
        s.show_all(actor, KEY)
    state = BROKEN if kind == actions.BREAK else OPEN if s.maze.gates[tile] == CLOSED else CLOSED
    s.maze = s.maze.with_gate(tile, state)
    s.progress = s.progress or kind == actions.BREAK
    s.note(GATE_SET, actor, tile, state)
    finish_action(s)
