"""Moves and wall-walks as sequences of small choices: setting out, steps, handling of items, stop (MOV, WWK)."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import SECOND_SHIFT
from dungeon_twister.rules.engine.card.handling import handling_choices, items_here, operate, refuse_operation
from dungeon_twister.rules.engine.card.journey import behind_walls, go, open_steps, reach_of_step, refuse_stopping, set_out
from dungeon_twister.rules.engine.card.lookahead import (
    may_end_in,
    operation_can_end,
    operations_to_do,
    step_can_end,
    steps_to_take,
)
from dungeon_twister.rules.engine.card.movement import is_exit, refuse_exit, refuse_leaving, within_limits_elsewhere
from dungeon_twister.rules.engine.card.refusals import (
    NO_ABILITY,
    NO_STEPS_LEFT,
    NO_WALL,
    NOT_ADJACENT,
    NOWHERE_TO_END,
    NOWHERE_TO_GO,
)
from dungeon_twister.rules.engine.card.state import MOVING, WALL_WALKING, CardState
from dungeon_twister.rules.engine.card.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.rules.engine.decisions import TRAVEL, frame
from dungeon_twister.rules.engine.events import STEPPED, STOPPED
from dungeon_twister.rules.engine.pieces import WALKS_WALLS
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME

ACTION_OF_MODE: Final = (actions.MOVE, actions.WALK_WALL)

# -- beginning ----------------------------------------------------------------------------------------------------------


def refuse_journey(s: CardState, token: int, mode: int) -> int:
    """MOV-1, MOV-2, WWK-1: refuse to begin this journey, or return LEGAL."""
    refusal = refuse_actor(s, token)
    if refusal != LEGAL:
        return refusal
    if mode == WALL_WALKING and not s.setting.capabilities[token] & WALKS_WALLS:
        return NO_ABILITY
    if can_set_out(s, token, mode):
        return LEGAL
    return NOWHERE_TO_GO if mode == MOVING else NO_WALL


def can_set_out(s: CardState, token: int, mode: int) -> bool:
    """MOV-2: Return whether there is a step to take or something to handle; a wall-walk needs a wall to cross (WWK-4).

    Usually a look at the next places is enough; otherwise try it on a copy.
    """
    if mode == WALL_WALKING and not behind_walls(s, s.loc[token]):
        return False
    targets = open_steps(s, token, mode)
    if targets and within_limits_elsewhere(s, token) and may_end_in(s, token, targets):
        return True
    if not targets and not items_here(s, token):
        return False
    probe = s.copy()
    set_out(probe, token, mode)
    # after handling something on a Move it may stay where it is
    return steps_to_take(probe) != 0 or len(handling_choices(probe) if mode == MOVING else operations_to_do(probe)) > 0


def begin(s: CardState, token: int, mode: int) -> None:
    """Pay and begin the journey. With a timer, keep the state before it: an unfinished journey is undone (OPT-3)."""
    if s.setting.options.timer:
        s.before = s.copy()
    begin_action(s, token, ACTION_OF_MODE[mode])
    s.stack.append(frame(TRAVEL, s.active))
    set_out(s, token, mode)


# -- choices ------------------------------------------------------------------------------------------------------------


def travel_choices(s: CardState) -> list[int]:
    """Return every legal choice of the traveller: steps first, then handling, then stop."""
    found: list[int] = []
    targets = steps_to_take(s)
    while targets:
        lowest = targets & -targets
        found.append(actions.STEP | (lowest.bit_length() - 1) << SECOND_SHIFT)
        targets ^= lowest
    operations = operations_to_do(s)
    if operations:
        found += operations
    if refuse_stopping(s) == LEGAL:
        found.append(actions.STOP)
    return found


# -- refusals -----------------------------------------------------------------------------------------------------------


def refuse_step(s: CardState, target: int) -> int:
    """MOV-10 to MOV-19, WWK-1 to WWK-5: refuse a step to that place, or return LEGAL."""
    if target >= s.maze.plan.places:
        return NOT_IN_THIS_GAME
    if s.steps == 0:
        return NO_STEPS_LEFT
    if not reach_of_step(s, s.mover, s.mode) >> target & 1:
        return NOT_ADJACENT if s.mode == MOVING else NO_WALL
    refusal = refuse_leaving(s, s.mover, target)
    if refusal == LEGAL and is_exit(s, s.setting.owner[s.mover], target):
        refusal = refuse_exit(s, s.mover, target)
    if refusal != LEGAL:
        return refusal
    return LEGAL if step_can_end(s, target) else NOWHERE_TO_END


def refuse_handling(s: CardState, choice: int) -> int:
    """HAN-1 to HAN-9 and MOV-19."""
    refusal = refuse_operation(s, choice)
    if refusal != LEGAL:
        return refusal
    return LEGAL if operation_can_end(s, choice) else NOWHERE_TO_END


# -- going --------------------------------------------------------------------------------------------------------------


def step(s: CardState, target: int) -> None:
    """Take one step; with nothing left to do the journey ends automatically (MOV-3)."""
    s.note(STEPPED, s.mover, target)
    go(s, target)
    if not s.in_play(s.mover):
        arrive(s)
    else:
        go_on(s)


def handle(s: CardState, choice: int) -> None:
    operate(s, choice)
    if s.decision() == TRAVEL:
        go_on(s)


def go_on(s: CardState) -> None:
    """After a step or an operation, end the journey if nothing is left to do (MOV-3)."""
    if s.before is not None and refuse_stopping(s) == LEGAL:
        s.before = None
        s.before = s.copy()
    if s.steps == 0 and not operations_to_do(s):
        stop(s)


def stop(s: CardState) -> None:
    s.note(STOPPED, s.mover, s.loc[s.mover])
    arrive(s)


def arrive(s: CardState) -> None:
    """End the journey."""
    s.stack.pop()
    s.forget_journey()
    s.before = None
    finish_action(s)
