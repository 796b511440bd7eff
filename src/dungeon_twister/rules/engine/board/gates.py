"""Portcullises: breaking, opening, closing (section 12)."""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.refusals import GATE_BROKEN, GATE_NOT_CLOSED, NO_ABILITY, NO_GATE_HERE
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.board.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.rules.engine.events import GATE_SET
from dungeon_twister.rules.engine.pieces import BREAKS_GATES, OPENS_GATES
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.geometry.maze import BROKEN, CLOSED, OPEN, RIM
from dungeon_twister.rules.geometry.rooms import BARE, CELLS, GATE


def gates_on(s: BoardState, side: int) -> tuple[int, int]:
    """GATE-3, GATE-6: Return the portcullises a character can work on a side of its square: the near one and, if any, the far
    one.

    The near one belongs to the character's room. The one of the room beyond counts unless a wall of the own room lies between.
    Portcullises on the outer rim cannot be worked.
    """
    maze = s.maze
    beyond = maze.beyond(side)
    own = maze.gate_at(side)
    if beyond == RIM:
        return -1, -1
    if beyond < 0 or beyond // CELLS == side // (CELLS * 4) or maze.barrier_at(side) not in (BARE, GATE):
        return own, -1
    other = maze.gate_at(maze.facing(side))
    return (own, other) if own >= 0 else (other, -1)


def gate_choices(s: BoardState, actor: int, found: list[int]) -> None:
    """Add every portcullis that a Warrior may break, or a Thief may open or close, from where it stands."""
    for side in s.maze.gate_sides(s.loc[actor]):
        near, far = gates_on(s, side)
        if near >= 0:
            compass = s.maze.compass_of(side)
            for kind in (actions.BREAK, actions.TOGGLE):
                if _refuse_work(s, kind, actor, near) == LEGAL:
                    found.append(actions.pack(kind, actor, compass))
                if far >= 0 and _refuse_work(s, kind, actor, far) == LEGAL:
                    found.append(actions.pack(kind, actor, compass + 4))


def gate_towards(s: BoardState, actor: int, aim: int) -> int:
    """Return the portcullis in a compass direction (plus 4: the far one of two), or -1."""
    if aim > 7:
        return -1
    near, far = gates_on(s, s.maze.side_towards(s.loc[actor], aim & 3))
    return far if aim > 3 else near


def refuse_gate(s: BoardState, kind: int, actor: int, aim: int) -> int:
    """GATE-4, GATE-5: a Warrior breaks a closed portcullis, a Thief opens or closes one that is not broken."""
    refusal = refuse_actor(s, actor)
    return refusal if refusal != LEGAL else _refuse_work(s, kind, actor, gate_towards(s, actor, aim))


def _refuse_work(s: BoardState, kind: int, actor: int, gate: int) -> int:
    if not s.setting.capabilities[actor] & (BREAKS_GATES if kind == actions.BREAK else OPENS_GATES):
        return NO_ABILITY
    if gate < 0:
        return NO_GATE_HERE
    state = s.maze.gates[gate]
    if kind == actions.BREAK:
        return LEGAL if state == CLOSED else GATE_NOT_CLOSED
    return GATE_BROKEN if state == BROKEN else LEGAL


def work_gate(s: BoardState, kind: int, actor: int, aim: int) -> None:
    """Break, open or close; only breaking is progress (STALL-5, STALL-7)."""
    begin_action(s, actor, kind)
    gate = gate_towards(s, actor, aim)
    state = BROKEN if kind == actions.BREAK else OPEN if s.maze.gates[gate] == CLOSED else CLOSED
    s.maze = s.maze.with_gate(gate, state)
    s.progress = s.progress or state == BROKEN
    s.note(GATE_SET, actor, gate, state)
    finish_action(s)
