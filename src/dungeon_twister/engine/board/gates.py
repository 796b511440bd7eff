"""Portcullises: breaking, opening, closing (section 12)."""

from __future__ import annotations

from dungeon_twister.engine import actions
from dungeon_twister.engine.board.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.engine.events import GATE_SET
from dungeon_twister.engine.pieces import BREAKS_GATES, OPENS_GATES
from dungeon_twister.engine.refusals import GATE_BROKEN, GATE_NOT_CLOSED, LEGAL, NO_ABILITY, NO_GATE_HERE
from dungeon_twister.engine.state import State
from dungeon_twister.geometry.maze import BROKEN, CLOSED, OPEN, RIM
from dungeon_twister.geometry.rooms import BARE, GATE


def gate_at(s: State, square: int, compass: int, far: bool) -> int:
    """GATE-3, GATE-6: the portcullis a character on the square can work on that side, or -1.

    The own room's comes first; the one of the room beyond counts unless a wall of the own room lies between. Only where both have
    one is the far one named as such.
    """
    maze = s.maze
    side = maze.side_towards(square, compass)
    if maze.near[side] == RIM:
        return -1
    own = maze.gate(side)
    other = -1
    if maze.near[side] >= 0 and maze.barrier(side) in (BARE, GATE):
        other = maze.gate(maze.facing(side))
        if other == own:
            other = -1
    if far:
        return other if own >= 0 else -1
    return own if own >= 0 else other


def gate_choices(s: State, actor: int, found: list[int]) -> None:
    """Every portcullis a Warrior may break or a Thief may work from where it stands."""
    for kind in (actions.BREAK, actions.TOGGLE):
        for aim in range(8):
            if refuse_gate(s, kind, actor, aim) == LEGAL:
                found.append(actions.pack(kind, actor, aim))


def refuse_gate(s: State, kind: int, actor: int, aim: int) -> int:
    """GATE-4, GATE-5: a Warrior breaks a closed one, a Thief opens or closes one that is not broken."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if not s.setting.capabilities[actor] & (BREAKS_GATES if kind == actions.BREAK else OPENS_GATES):
        return NO_ABILITY
    gate = gate_at(s, s.loc[actor], aim & 3, aim > 3) if aim < 8 else -1
    if gate < 0:
        return NO_GATE_HERE
    state = s.maze.gates[gate]
    if kind == actions.BREAK:
        return LEGAL if state == CLOSED else GATE_NOT_CLOSED
    return GATE_BROKEN if state == BROKEN else LEGAL


def work_gate(s: State, kind: int, actor: int, aim: int) -> None:
    """Break, open or close; only breaking is progress (STALL-5, STALL-7)."""
    begin_action(s, actor, kind)
    gate = gate_at(s, s.loc[actor], aim & 3, aim > 3)
    state = BROKEN if kind == actions.BREAK else OPEN if s.maze.gates[gate] == CLOSED else CLOSED
    s.maze = s.maze.with_gate(gate, state)
    s.progress = s.progress or state == BROKEN
    s.note(GATE_SET, actor, gate, state)
    finish_action(s)
