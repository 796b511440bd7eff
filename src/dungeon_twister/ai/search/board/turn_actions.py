"""Turn actions of the board game with the positions they lead to, and the choices with an uncertain result."""

from __future__ import annotations

from dungeon_twister.ai.search.board.journey_search import JourneySearch
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
from dungeon_twister.rules.geometry.rows import zeros
from dungeon_twister.rules.geometry.vectors import Numbers


class MoveOrdering:
    """Orders the ends of a journey before their positions are made."""

    def away(self, s: BoardState, token: int, load: int) -> Numbers:
        """Return the half steps from each square to the goal, for a character with that load (-1: none)."""
        raise NotImplementedError


def turn_actions(s: BoardState, ends: int, ordering: MoveOrdering | None) -> list[TurnAction]:
    """Return every turn action with a certain result, without the pass. During a journey, return its ends.

    With `ends`, keep that many ends of each journey, nearest to the goal first, every way to leave the maze, and the ends
    from where something can be done. The load is then put down only where that may be useful (`JourneySearch`).
    """
    found: list[TurnAction] = []
    decision = s.decision()
    if decision == TRAVEL:
        _add_ends(s, JourneySearch(s.copy(), -1, ends == 0), ends, ordering, zeros(s.board_setting.plan.squares), found)
    elif decision == ACT:
        _add_actions(s, ends, ordering, found)
    return found


def _add_actions(s: BoardState, ends: int, ordering: MoveOrdering | None, found: list[TurnAction]) -> None:
    """Add the actions, each resulting position once: two characters may rotate the same room, or reach the same square."""
    noted = zeros(s.board_setting.plan.squares)
    known: set[int] = set()
    for choice in act_choices(s):
        kind = choice & KIND_MASK
        if kind in (actions.MOVE, actions.JUMP, actions.WALK_WALL):
            token = choice >> FIRST_SHIFT
            base = s.copy()
            RULES.apply(base, choice)
            first = len(found)
            _add_ends(s, JourneySearch(base, choice, ends == 0), ends, ordering, noted, found)
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
    """Remove the actions from index `first` on that lead to a known position."""
    fresh: list[TurnAction] = []
    for action in found[first:]:
        word = action.state.hash_word()
        if word not in known:
            known.add(word)
            fresh.append(action)
    found[first:] = fresh


# -- journeys -------------------------------------------------------------------------------------------------------------


def _add_ends(
    s: BoardState, journey: JourneySearch, ends: int, ordering: MoveOrdering | None, noted: Numbers, found: list[TurnAction]
) -> None:
    """Add the ends of a journey that starts or is under way in `s`."""
    for node, choice in journey.exits:
        found.append(journey.left(node, choice))
    for node, choice in journey.broken_off:
        found.append(journey.ended(node, choice, s))
    for index in journey.distinct() if ends == 0 else _chosen(s, journey, ends, ordering, noted):
        found.append(journey.stopped(index))


def _chosen(s: BoardState, journey: JourneySearch, ends: int, ordering: MoveOrdering | None, noted: Numbers) -> list[int]:
    """Return the promising stops of a journey. A return to its start with nothing done is not promising."""
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


def _ranked(journey: JourneySearch, useful: list[int], ordering: MoveOrdering | None) -> list[int]:
    """Return the stops, nearest to the goal first; without an ordering, first reached first."""
    if ordering is None:
        return useful
    distance_maps: dict[int, Numbers] = {}
    weighed: list[int] = []
    count = len(journey.stops)
    for index in useful:
        node = journey.stops[index]
        world = journey.worlds[journey.inside[node]]
        if world.load not in distance_maps:
            distance_maps[world.load] = ordering.away(world.state, journey.token, world.load)
        weighed.append((distance_maps[world.load][journey.squares[node]] - world.bonus) * count + index)
    weighed.sort()
    return [number % count for number in weighed]


def _has_use(s: BoardState, side: int, square: int) -> bool:
    """Return whether there is a gear, an object, an adjacent enemy or wounded character, or a face-down room."""
    maze = s.maze
    ground = maze.terrain[square]
    if ground == GEAR or (s.item[square] >= 0 and ground != PIT):
        return True
    for beyond in maze.ways_from(square):
        if beyond < 0 or s.down[beyond] >= 0:
            return True
        other: int = s.stand[beyond]
        if other >= 0 and s.board_setting.side[other] != side:
            return True
    return False


# -- uncertain results -----------------------------------------------------------------------------------------------------


def risks(s: BoardState) -> list[int]:
    """Return the reveals and attacks; of equivalent ones the first.

    Equivalent are reveals of the same room and combats of the same fighters, paid in the same way. Where others may join a
    combat, attacks by different characters differ.
    """
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
