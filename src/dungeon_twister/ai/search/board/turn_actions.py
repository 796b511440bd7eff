"""Every whole action of the board game with the position it leads to, and the choices whose result nobody can foresee."""

from __future__ import annotations

from dungeon_twister.ai.search.board.journeys import Journey
from dungeon_twister.ai.search.turn_actions import TurnAction
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_MASK, FIRST_SHIFT, KIND_MASK, SECOND_SHIFT
from dungeon_twister.rules.engine.board.acting import act_choices
from dungeon_twister.rules.engine.board.combat import participants
from dungeon_twister.rules.engine.board.rules import RULES
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import ACT, TRAVEL
from dungeon_twister.rules.engine.pieces import WALKS_WALLS
from dungeon_twister.rules.engine.state import POTION_SHIFT
from dungeon_twister.rules.geometry.rooms import GEAR, PIT


class MoveOrdering:
    """Knows the way: by it the ends of a journey are ordered before any position is made of them."""

    def away(self, s: BoardState, token: int, load: int) -> list[int]:
        """How many half steps a character with that load (-1: none) has to its goal, from each square."""
        raise NotImplementedError


def turn_actions(s: BoardState, ends: int, ordering: MoveOrdering | None) -> list[TurnAction]:
    """Every action of the player who acts whose result is certain, but to pass; on a journey that has begun, its ends.

    With `ends` only so many ends of each journey, those that bring the traveller on most, every way to leave the maze, and the
    ends from where something can be done. The load is then put down only where that may serve something (`Journey`).
    """
    found: list[TurnAction] = []
    decision = s.decision()
    if decision == TRAVEL:
        _add_ends(s, Journey(s.copy(), -1, ends == 0), ends, ordering, [0] * s.board_setting.plan.squares, found)
    elif decision == ACT:
        _add_actions(s, ends, ordering, found)
    return found


def _add_actions(s: BoardState, ends: int, ordering: MoveOrdering | None, found: list[TurnAction]) -> None:
    """Two characters who turn the same room come to the same position, as does who walks round a wall or through it."""
    noted = [0] * s.board_setting.plan.squares
    known: set[int] = set()
    for choice in act_choices(s):
        kind = choice & KIND_MASK
        if kind in (actions.MOVE, actions.JUMP, actions.WALK_WALL):
            token = choice >> FIRST_SHIFT
            base = s.copy()
            RULES.apply(base, choice)
            first = len(found)
            _add_ends(s, Journey(base, choice, ends == 0), ends, ordering, noted, found)
            if s.setting.capabilities[token] & WALKS_WALLS:
                _drop_known(found, first, known)
        elif kind not in (actions.PASS, actions.ATTACK, actions.REVEAL):
            after = s.copy()
            RULES.apply(after, choice)
            word = after.hash_word()
            if word not in known:
                known.add(word)
                found.append(TurnAction((choice,), after))


def _drop_known(found: list[TurnAction], first: int, known: set[int]) -> None:
    """Leave those out, from that number on, that lead to a known position."""
    fresh: list[TurnAction] = []
    for action in found[first:]:
        word = action.state.hash_word()
        if word not in known:
            known.add(word)
            fresh.append(action)
    found[first:] = fresh


# -- journeys -------------------------------------------------------------------------------------------------------------


def _add_ends(
    s: BoardState, journey: Journey, ends: int, ordering: MoveOrdering | None, noted: list[int], found: list[TurnAction]
) -> None:
    """The ends of a journey that begins in `s` or is under way there."""
    for node, choice in journey.exits:
        found.append(journey.left(node, choice))
    for node, choice in journey.broken_off:
        found.append(journey.ended(node, choice, s))
    for index in journey.distinct() if ends == 0 else _chosen(s, journey, ends, ordering, noted):
        found.append(journey.stopped(index))


def _chosen(s: BoardState, journey: Journey, ends: int, ordering: MoveOrdering | None, noted: list[int]) -> list[int]:
    """Which of a journey's stops are worth a position. To come back with nothing done is not."""
    distinct = journey.distinct()
    squares, inside, stops = journey.squares, journey.inside, journey.stops
    useful = [index for index in distinct if inside[stops[index]] or squares[stops[index]] != journey.start or journey.resumed]
    if len(useful) <= ends:
        return useful
    ranked = _ranked(journey, useful, ordering)
    chosen = ranked[:ends]
    side = s.board_setting.team_of[s.active]
    for index in ranked[ends:]:
        square = squares[stops[index]]
        if noted[square] == 0:
            noted[square] = 1 if _has_use(s, side, square) else -1
        if noted[square] > 0:
            chosen.append(index)
    return chosen


def _ranked(journey: Journey, useful: list[int], ordering: MoveOrdering | None) -> list[int]:
    """The nearest to the goal first; without a guide those that are reached first."""
    if ordering is None:
        return useful
    charts: dict[int, list[int]] = {}
    weighed: list[int] = []
    count = len(journey.stops)
    for index in useful:
        node = journey.stops[index]
        world = journey.worlds[journey.inside[node]]
        if world.load not in charts:
            charts[world.load] = ordering.away(world.state, journey.token, world.load)
        weighed.append((charts[world.load][journey.squares[node]] - world.bonus) * count + index)
    weighed.sort()
    return [number % count for number in weighed]


def _has_use(s: BoardState, side: int, square: int) -> bool:
    """Can something be done from there: a gear, an object, an enemy or somebody wounded beside it, a face-down room?"""
    maze = s.maze
    ground = maze.terrain[square]
    if ground == GEAR or (s.item[square] >= 0 and ground != PIT):
        return True
    for beyond in maze.ways_from(square):
        if beyond < 0 or s.down[beyond] >= 0:
            return True
        other = s.stand[beyond]
        if other >= 0 and s.board_setting.side[other] != side:
            return True
    return False


# -- what cannot be foreseen -----------------------------------------------------------------------------------------------


def risks(s: BoardState) -> list[int]:
    """The reveals and attacks. Of those that come to the same, paid in the same way, the first: a room that several can turn
    up, a combat of the same fighters. Where others may join a combat it matters who began it."""
    found: list[int] = []
    if s.decision() != ACT:
        return found
    known: set[int] = set()
    joins = s.board_setting.board_scenario.joins
    for choice in act_choices(s):
        kind = choice & KIND_MASK
        if kind != actions.ATTACK and kind != actions.REVEAL:
            continue
        actor, target = choice >> FIRST_SHIFT & FIRST_MASK, choice >> SECOND_SHIFT
        if s.status[actor] >> POTION_SHIFT or (joins and kind == actions.ATTACK):
            found.append(choice)  # with points of its own, or with a combat of its own
            continue
        word = target << 1
        if kind == actions.ATTACK:
            word |= participants(s, actor, target) << SECOND_SHIFT | 1
        if word not in known:
            known.add(word)
            found.append(choice)
    return found
