"""Turn actions of the Card Game: those with a certain result and the positions they lead to, and the risks.

A shot at a hidden Large shield (OPT-13) has a certain result for a player who knows the shield, and no effect. It is listed
only where every end is listed, and is no risk. Blind stealing or robbing (OPT-12) gets the first object that chance may draw;
the draw is part of the path. Of the combat cards that may pay for a jump (JMP-4) only the cheapest is tried.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.card.journey_search import JourneyNode, JourneySearch
from dungeon_twister.ai.search.card.move_ordering import MoveOrdering, special_places, worth_lifting
from dungeon_twister.ai.search.turn_actions import TurnAction
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_MASK, FIRST_SHIFT, KIND_MASK, SECOND_SHIFT
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.acting import act_choices
from dungeon_twister.rules.engine.card.jump import PLACE_MASK
from dungeon_twister.rules.engine.card.rules import RULES
from dungeon_twister.rules.engine.card.state import MOVING, WALL_WALKING, CardState
from dungeon_twister.rules.engine.card.travel import begin
from dungeon_twister.rules.engine.choice_kinds import FIGHTS
from dungeon_twister.rules.engine.decisions import CHANCE, TRAVEL

__all__ = ["MoveOrdering", "turn_actions", "risks"]

HANDLED: Final = 8  # bonus for an end after handling, in twelfths of an action point

# classes of choices
QUIET: Final = 0
FIGHT: Final = 1
OTHER_RISK: Final = 2
NO_DEED: Final = 3


def _sorts() -> list[int]:
    sorts = [QUIET] * (KIND_MASK + 1)
    for kind in RULES.which(FIGHTS):
        sorts[kind] = FIGHT
    sorts[actions.REVEAL] = OTHER_RISK
    sorts[actions.PASS] = NO_DEED
    return sorts


SORTS: Final = _sorts()


def turn_actions(s: CardState, ends: int, ordering: MoveOrdering | None) -> list[TurnAction]:
    """Return every turn action with a certain result, without the pass. No two lead to equal positions.

    During a journey, return its ends. With `ends`, keep that many ends of a journey by move ordering, those that leave the
    maze, and those where something can be done. With 0, keep every end.
    """
    if ends and ordering is None:
        ordering = MoveOrdering()
    if not ends:
        ordering = None
    special = special_places(s, s.active) if ends else 0
    found: list[TurnAction] = []
    if s.decision() == TRAVEL:
        _add_journey(s, s, -1, ends, ordering, special, found)
    else:
        _add_actions(s, ends, ordering, special, found)
    return _distinct(found)


def _distinct(found: list[TurnAction]) -> list[TurnAction]:
    """Return the turn actions without those that lead to a known position."""
    known: set[int] = set()
    kept: list[TurnAction] = []
    for action in found:
        word = action.state.hash_word()
        if word not in known:
            known.add(word)
            kept.append(action)
    return kept


def _add_actions(s: CardState, ends: int, ordering: MoveOrdering | None, special: int, found: list[TurnAction]) -> None:
    landing = -1
    for choice in act_choices(s):
        kind = choice & KIND_MASK
        sort = SORTS[kind]
        if kind == actions.MOVE or kind == actions.WALK_WALL:
            lifted = s.copy()
            begin(lifted, choice >> FIRST_SHIFT & FIRST_MASK, MOVING if kind == actions.MOVE else WALL_WALKING)
            _add_journey(s, lifted, choice, ends, ordering, special, found)
        elif sort == QUIET:
            if kind == actions.JUMP:
                place = choice & ((PLACE_MASK << SECOND_SHIFT) | (FIRST_MASK << FIRST_SHIFT))
                if place == landing:
                    continue  # the lowest combat card comes first
                landing = place
            elif kind == card_actions.LIFT and ends and not worth_lifting(s, choice >> SECOND_SHIFT):
                continue
            found.append(_simple(s, choice))
        elif sort == FIGHT and not ends and s.card_setting.secret:
            action = _simple(s, choice)
            if action.state.attacker < 0:
                found.append(action)


def _simple(s: CardState, choice: int) -> TurnAction:
    """Return an action of one choice; chance draws the first object possible (OPT-12)."""
    after = s.copy()
    RULES.apply(after, choice)
    if after.over or after.decider() != CHANCE:
        return TurnAction((choice,), after)
    draw = RULES.legal(after)[0]
    RULES.apply(after, draw)
    return TurnAction((choice, draw), after)


# -- journeys -------------------------------------------------------------------------------------------------------------


def _add_journey(
    s: CardState,
    under_way: CardState,
    choice: int,
    ends: int,
    ordering: MoveOrdering | None,
    special: int,
    found: list[TurnAction],
) -> None:
    journey = JourneySearch(under_way, ordering)
    for node in journey.exits:
        found.append(journey.action(node, choice))
    for node in journey.ends if ordering is None else _promising(s, journey, ends, ordering, special):
        found.append(journey.action(node, choice))


def _promising(s: CardState, journey: JourneySearch, ends: int, ordering: MoveOrdering, special: int) -> list[JourneyNode]:
    """Return the ends nearest to the exit, those where something can be done, and those after handling."""
    if len(journey.ends) <= ends:
        return journey.ends
    away = ordering.away(s, journey.man)
    ranked: list[tuple[int, int]] = []
    for number, node in enumerate(journey.ends):
        nearer = 0 if node.load is journey.root.load else HANDLED
        ranked.append((away[node.place] - nearer, number))
    ranked.sort()
    chosen: list[JourneyNode] = []
    for rank, (_, number) in enumerate(ranked):
        node = journey.ends[number]
        if rank < ends or node.has_handled() or (node.load is journey.root.load and special >> node.place & 1):
            chosen.append(node)
    return chosen


# -- risks ----------------------------------------------------------------------------------------------------------------


def risks(s: CardState) -> list[int]:
    """Return the reveals and combats; of equivalent combats (same fighters, manner and cost) the first."""
    found: list[int] = []
    if s.decision() == TRAVEL:
        return found
    known: set[tuple[int, int, int, int, int, int]] = set()
    for choice in act_choices(s):
        sort = SORTS[choice & KIND_MASK]
        if sort == OTHER_RISK:
            found.append(choice)
        elif sort == FIGHT:
            after = s.copy()
            RULES.apply(after, choice)
            combat = (after.fighters, after.defender, after.ap, after.manner, after.shooters, after.crossbows)
            if after.attacker >= 0 and combat not in known:
                known.add(combat)
                found.append(choice)
    return found
