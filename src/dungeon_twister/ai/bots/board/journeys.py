"""Where a journey can end: Moves, Jumps and Wall-walks as whole actions, each with the choices that make it up."""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.bots.board.evaluation import use_of
from dungeon_twister.ai.bots.plans import Way
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.movement import is_exit, refuse_entry, refuse_stop
from dungeon_twister.rules.engine.board.state import MOVING, BoardState
from dungeon_twister.rules.engine.decisions import TRAVEL
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.pieces import TREASURE
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.geometry.rooms import PIT

STEP_KIND: Final = actions.STEP
NOTHING: Final = -1


def journeys(s: BoardState) -> list[Way]:
    """The journeys worth a thought of a traveller who has just been lifted off the board, one for each end and load."""
    if s.mode != MOVING:
        return [(choice, actions.STOP) for choice in legal(s) if actions.kind_of(choice) == STEP_KIND]
    return _moves(s)


def _moves(s: BoardState) -> list[Way]:
    """Breadth first over squares and loads."""
    found: list[Way] = []
    token = s.mover
    terrain = s.maze.terrain
    seen = {(s.at, s.load)}
    edge: list[tuple[int, int, Way]] = [(s.at, s.load, ())]
    for _ in range(s.steps):
        ring: list[tuple[int, int, Way]] = []
        for at, load, path in edge:
            for square in s.maze.ways_from(at):
                if square < 0 or (square, load) in seen or refuse_entry(s, token, load, at, square) != LEGAL:
                    continue
                seen.add((square, load))
                gone = (*path, STEP_KIND | square << actions.SECOND_SHIFT)
                if is_exit(s, token, square):
                    found.append(gone)
                    continue
                ring.append((square, load, gone))
                if refuse_stop(s, token, load, square) == LEGAL:
                    found.append((*gone, actions.STOP))
                if terrain[square] != PIT:
                    _handle(s, square, load, gone, seen, ring)
        edge = ring
    return found


def _handle(
    s: BoardState, square: int, load: int, gone: Way, seen: set[tuple[int, int]], ring: list[tuple[int, int, Way]]
) -> None:
    """Take a better object along, or give a friend what he has more use for."""
    item, friend = s.item[square], s.stand[square]
    if item >= 0 and friend < 0 and item != load and _better(s, item, load):
        choice = (actions.TAKE if load < 0 else actions.SWAP) | item << actions.FIRST_SHIFT
        if (square, item) not in seen:
            seen.add((square, item))
            ring.append((square, item, (*gone, choice)))
    elif load >= 0 and item < 0 and friend >= 0 and s.down[square] < 0 and _more_use(s, load, friend):
        if (square, NOTHING) not in seen:
            seen.add((square, NOTHING))
            ring.append((square, NOTHING, (*gone, actions.DROP)))


def _better(s: BoardState, item: int, load: int) -> bool:
    if load < 0:
        return True
    if s.setting.is_character[load]:
        return False
    return _use(s, item, s.mover) > _use(s, load, s.mover)


def _more_use(s: BoardState, load: int, friend: int) -> bool:
    """Has a friend on the way more use for the load? He must be of the same colour."""
    setting = s.setting
    if setting.owner[friend] != setting.owner[s.mover] or setting.is_character[load]:
        return False
    return not setting.capabilities[load] & TREASURE and _use(s, load, friend) > _use(s, load, s.mover)


def _use(s: BoardState, item: int, bearer: int) -> float:
    kind = s.setting.capabilities[item]
    if kind & TREASURE:
        return 50.0
    return use_of(kind, s.setting.capabilities[bearer], s.setting.combat[bearer])


def travel(s: BoardState, begin: int, way: Way) -> BoardState | None:
    """The position after a journey, or None if the way turns out not to be one."""
    after = s.copy()
    apply(after, begin)
    for choice in way:
        if after.over or after.decision() != TRAVEL:
            break  # with nothing left to do the journey ended by itself
        apply(after, choice)
    if not after.over and after.mover >= 0:
        return None
    return after
