"""Journeys: Move, Jump and Wall-walk as one sequence of small choices: steps, handling of loads, stop.

The traveller is lifted off the board with its load when the journey begins and set down when it stops, so it occupies no square
on the way. A choice is offered only if the journey can still end legally after it (MOVE-3, ACT-1).
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import SECOND_SHIFT
from dungeon_twister.rules.engine.board.carry import (
    drop,
    handling_choices,
    makes_heap,
    refuse_drop,
    refuse_swap,
    refuse_take,
    swap,
    take,
)
from dungeon_twister.rules.engine.board.jump import landings, may_land, refuse_landing, squares_over_pits
from dungeon_twister.rules.engine.board.leaving import leave
from dungeon_twister.rules.engine.board.movement import is_exit, is_place_on_line, refuse_entry, refuse_stop
from dungeon_twister.rules.engine.board.refusals import (
    CANNOT_LAND,
    MUST_STEP_FIRST,
    NO_ABILITY,
    NO_JUMP_CARD,
    NO_PIT_TO_JUMP,
    NO_STEPS_LEFT,
    NO_WALL_TO_PASS,
    NOT_ADJACENT,
    NOWHERE_TO_END,
    SAME_KIND_TWICE,
    WAY_BARRED,
)
from dungeon_twister.rules.engine.board.state import JUMPING, LYING, MOVING, THING, WALL_WALKING, BoardState
from dungeon_twister.rules.engine.board.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.rules.engine.board.walls import passages, refuse_passage
from dungeon_twister.rules.engine.decisions import TRAVEL, frame
from dungeon_twister.rules.engine.events import STEPPED, STOPPED
from dungeon_twister.rules.engine.pieces import WALKS_WALLS
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.geometry.rooms import LINE, PIT

ACTION_OF_MODE: Final = (actions.MOVE, actions.JUMP, actions.WALK_WALL)

# -- beginning ----------------------------------------------------------------------------------------------------------


def refuse_journey(s: BoardState, token: int, mode: int) -> int:
    """MOVE-1, JUMP-1, WALL-1: refuse to begin this journey, or return LEGAL."""
    refusal = refuse_actor(s, token)
    if refusal != LEGAL:
        return refusal
    if mode == WALL_WALKING and not s.setting.capabilities[token] & WALKS_WALLS:
        return NO_ABILITY
    if mode == JUMPING and s.jumps[s.active] == 0:
        return NO_JUMP_CARD
    if can_set_out(s, token, mode):
        return LEGAL
    if mode == JUMPING:
        return CANNOT_LAND if squares_over_pits(s, s.loc[token]) else NO_PIT_TO_JUMP
    if mode == WALL_WALKING:
        return CANNOT_LAND if s.maze.behind_walls(s.loc[token]) else NO_WALL_TO_PASS
    return NOWHERE_TO_END


def can_set_out(s: BoardState, token: int, mode: int) -> bool:
    """Return whether the journey has a legal end. Usually the neighbouring squares are enough; otherwise try it on a copy."""
    here = s.loc[token]
    load = s.item[here] if s.item[here] >= 0 else s.down[here]
    if mode == MOVING:
        entered = -1
        terrain, taken = s.maze.terrain, s.taken
        for square in s.maze.ways_from(here):
            if square < 0:
                continue
            if taken[square] == 0 and terrain[square] < PIT:
                return True  # an empty square of ground
            if refuse_entry(s, token, load, here, square) == LEGAL:
                if can_stop_on_ground(s, token, load, square):
                    return True
                entered = square
        if entered < 0:
            return False  # handling loads on the own square never opens a way (PIT-2 e needs the Rope in hand)
        if s.setting.movement[token] > 1 and s.maze.terrain[here] != PIT:
            return True  # there and back again
    else:
        squares = squares_over_pits(s, here) if mode == JUMPING else s.maze.behind_walls(here)
        if not squares:
            return False
        for square in squares:
            if can_stop_on_ground(s, token, load, square):
                return True
        if load < 0 and not any(s.taken[square] & THING for square in squares):
            return any(may_land(s, token, load, square) for square in squares)  # nothing to handle, and no Rope on a pit
    probe = s.probe()
    set_out(probe, token, mode)
    return can_end(probe)


def can_stop_on_ground(s: BoardState, token: int, load: int, square: int) -> bool:
    """Return whether MOVE-21 allows a stop, for the plain case only: False on pits and lines, which need a closer look."""
    return s.maze.terrain[square] < PIT and refuse_stop(s, token, load, square) == LEGAL


def begin(s: BoardState, token: int, mode: int) -> None:
    """Pay and begin the journey; a jump also costs its card (JUMP-1, JUMP-7)."""
    begin_action(s, token, ACTION_OF_MODE[mode])
    if mode == JUMPING:
        s.set_jumps(s.active, s.jumps[s.active] - 1)
        s.progress = True
    s.stack.append(frame(TRAVEL, s.active))
    set_out(s, token, mode)


def set_out(s: BoardState, token: int, mode: int) -> None:
    """Lift the character and its load off the board."""
    here = s.loc[token]
    load = s.item[here] if s.item[here] >= 0 else s.down[here]  # at most one of the two is on the square (ACT-2)
    s.mover = token
    s.at = here
    s.mode = mode
    s.steps = s.setting.movement[token] if mode == MOVING else 1
    s.moved = False
    s.ropes_lay = [s.loc[rope] for rope in s.board_setting.ropes]
    s.load = load if load >= 0 else -1
    s.lift(token)
    if s.load >= 0:
        s.lift(s.load)
    s.seen = 1 << (s.load + 1)


# -- choices ------------------------------------------------------------------------------------------------------------


def travel_choices(s: BoardState) -> list[int]:
    """Return every legal choice of the traveller: steps first, then handling, then stop."""
    found: list[int] = []
    at = s.at
    if s.steps:
        if s.mode == MOVING:
            _add_steps(s, found)
        else:
            found += [actions.STEP | square << SECOND_SHIFT for square in open_steps(s)]
    if s.load >= 0 or s.taken[at] & (LYING | THING):
        for choice in handling_choices(s):
            if handling_can_end(s, choice):
                found.append(choice)
    if s.moved and refuse_stop(s, s.mover, s.load, at) == LEGAL:
        found.append(actions.STOP)
    return found


def _add_steps(s: BoardState, found: list[int]) -> None:
    """Add the legal steps of a Move. Most squares are empty ones where it may stop, which need no look-ahead."""
    token, load, at = s.mover, s.load, s.at
    terrain, taken = s.maze.terrain, s.taken
    tidy = not s.surplus
    for square in s.maze.open_to[at] or s.maze.ways_from(at):
        if square < 0:
            continue
        if tidy and taken[square] == 0:
            ground = terrain[square]
            if ground < PIT or (ground == LINE and is_place_on_line(s, token, square)):
                found.append(actions.STEP | square << SECOND_SHIFT)
                continue
        if refuse_entry(s, token, load, at, square) == LEGAL and step_can_end(s, square):
            found.append(actions.STEP | square << SECOND_SHIFT)


def open_steps(s: BoardState) -> list[int]:
    """Return the squares for the next step, before looking ahead. (A jump or wall-walk ends with its step.)"""
    if s.steps == 0:
        return []
    if s.mode == JUMPING:
        return landings(s)
    if s.mode == WALL_WALKING:
        return passages(s)
    found: list[int] = []
    at = s.at
    for square in s.maze.ways_from(at):
        if square >= 0 and refuse_entry(s, s.mover, s.load, at, square) == LEGAL:
            found.append(square)
    return found


def step_can_end(s: BoardState, square: int) -> bool:
    """Return whether the journey can end legally after a step to that square; usually by stopping, leaving or coming back."""
    token, load = s.mover, s.load
    if is_exit(s, token, square):
        return not s.surplus  # leaving ends the action (CARRY-18a)
    if s.mode != MOVING or refuse_stop(s, token, load, square) == LEGAL:
        return True
    if s.steps > 1 and refuse_stop(s, token, load, s.at) == LEGAL and refuse_entry(s, token, load, square, s.at) == LEGAL:
        return True
    if s.steps == 1 and load < 0 and not s.taken[square] & (LYING | THING):
        return False  # no step left, and nothing to handle
    probe = s.probe()
    go(probe, square)
    return can_end(probe)


def handling_can_end(s: BoardState, choice: int) -> bool:
    """Return whether the journey can end legally after handling a load here."""
    at = s.at
    if s.maze.terrain[at] != PIT and not s.surplus and not makes_heap(s, choice):
        # Except on pits, the square holds the same tokens before and after, so a legal stop stays legal.
        if s.moved and refuse_stop(s, s.mover, s.load, at) == LEGAL:
            return True
        if s.steps and s.mode == MOVING:
            load = -1 if choice == actions.DROP else actions.first_of(choice)
            for square in s.maze.ways_from(at):
                if (
                    square >= 0
                    and refuse_entry(s, s.mover, load, at, square) == LEGAL
                    and can_stop_on_ground(s, s.mover, load, square)
                ):
                    return True
    probe = s.probe()
    handle(probe, choice)
    return can_end(probe)


def can_end(s: BoardState) -> bool:
    """Return whether any sequence of choices ends the journey legally (MOVE-3)."""
    if s.surplus and not _can_tidy_up(s):
        return False
    if s.moved and refuse_stop(s, s.mover, s.load, s.at) == LEGAL:
        return True
    steps = open_steps(s)
    for square in steps:
        if step_ends(s, square):
            return True
    for choice in handling_choices(s):
        if handling_can_end(s, choice):
            return True
    for square in steps:
        if is_exit(s, s.mover, square):
            continue
        probe = s.probe()
        go(probe, square)
        if can_end(probe):
            return True
    return False


def step_ends(s: BoardState, square: int) -> bool:
    """Return whether the journey may end with a step to that square: by leaving the maze (EXIT-2) or by stopping there."""
    return not s.surplus if is_exit(s, s.mover, square) else refuse_stop(s, s.mover, s.load, square) == LEGAL


def _can_tidy_up(s: BoardState) -> bool:
    """CARRY-18a: Return whether enough steps are left to fetch the last token of a heap and to carry it off its square."""
    return s.steps > 1 or (s.steps == 1 and all(s.loc[token] == s.at for token in s.surplus))


# -- refusals -----------------------------------------------------------------------------------------------------------


def refuse_step(s: BoardState, square: int) -> int:
    """MOVE-2, MOVE-20, JUMP-3, WALL-1: refuse a step to that square, or return LEGAL."""
    if s.steps == 0:
        return NO_STEPS_LEFT
    if s.mode == JUMPING:
        return refuse_landing(s, square)
    if s.mode == WALL_WALKING:
        return refuse_passage(s, square)
    sides = range(s.at * 4, s.at * 4 + 4)
    if not any(s.maze.beyond(side) == square for side in sides):
        return NOT_ADJACENT
    if not any(s.maze.open_beyond(side) == square for side in sides):
        return WAY_BARRED
    refusal = refuse_entry(s, s.mover, s.load, s.at, square)
    if refusal != LEGAL:
        return refusal
    return LEGAL if step_can_end(s, square) else NOWHERE_TO_END


def refuse_handling(s: BoardState, choice: int) -> int:
    """CARRY-5 to CARRY-19: refuse to take, put down or swap a token here, or return LEGAL."""
    kind, token = actions.kind_of(choice), actions.first_of(choice)
    if kind == actions.TAKE:
        refusal = refuse_take(s, token)
    elif kind == actions.SWAP:
        refusal = refuse_swap(s, token)
    else:
        refusal = refuse_drop(s)
    if refusal != LEGAL:
        return refusal
    if handling_can_end(s, choice):
        return LEGAL
    return SAME_KIND_TWICE if makes_heap(s, choice) else NOWHERE_TO_END


def refuse_stopping(s: BoardState) -> int:
    """MOVE-1, MOVE-3, MOVE-21."""
    return refuse_stop(s, s.mover, s.load, s.at) if s.moved else MUST_STEP_FIRST


# -- going --------------------------------------------------------------------------------------------------------------


def go(s: BoardState, square: int) -> None:
    """Take one step, without its consequences."""
    s.at = square
    s.steps -= 1
    s.moved = True
    s.seen = 1 << (s.load + 1)


def step(s: BoardState, square: int) -> None:
    """Take one step. On an exit the traveller leaves at once (EXIT-2); with nothing left to do the journey ends
    automatically."""
    go(s, square)
    s.note(STEPPED, s.mover, square)
    s.set_loc(s.mover, square)
    if s.load >= 0:
        s.set_loc(s.load, square)
    if s.maze.terrain[square] == LINE and is_exit(s, s.mover, square):
        leave(s)
        arrive(s)
    elif s.steps == 0:
        stop_if_done(s)


def handle(s: BoardState, choice: int) -> None:
    """Take, put down or swap."""
    kind = actions.kind_of(choice)
    if kind == actions.TAKE:
        take(s, actions.first_of(choice))
    elif kind == actions.SWAP:
        swap(s, actions.first_of(choice))
    else:
        drop(s)


def stop_if_done(s: BoardState) -> None:
    """End the journey if no step is left and there is nothing to handle."""
    at = s.at
    if (
        s.steps == 0
        and s.moved
        and not (
            (s.load >= 0 or s.taken[at] & (LYING | THING))
            and any(handling_can_end(s, choice) for choice in handling_choices(s))
        )
    ):
        stop(s)


def nothing_left(s: BoardState) -> bool:
    """Return whether the only choices left are to stop or to put the load down first, which are equivalent while the carrier
    stays (CARRY-4). Then nobody needs to be asked."""
    return s.mover >= 0 and s.steps == 0 and travel_choices(s) == [actions.DROP, actions.STOP]


def stop(s: BoardState) -> None:
    """Set the traveller and its load down; it then carries what lies there (CARRY-2)."""
    at, load = s.at, s.load
    s.put(s.mover, at)
    if load >= 0:
        s.put(load, at)
    s.note(STOPPED, s.mover, at)
    arrive(s)


def arrive(s: BoardState) -> None:
    """End the journey."""
    s.stack.pop()
    s.forget_journey()
    finish_action(s)
