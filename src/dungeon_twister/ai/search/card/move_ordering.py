"""Move ordering: which journey ends and which handling to try first.

`MoveOrdering` counts steps only. The adapter uses a subclass with the distances of the evaluation.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_MASK, FIRST_SHIFT, KIND_MASK, SECOND_SHIFT
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.movement import is_exit, steps_from
from dungeon_twister.rules.engine.card.pieces import BOW, INCORPOREAL, INVERSION, KEY, SPEAR
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.telekinesis import RECEIVER_SHIFT, THING_MASK
from dungeon_twister.rules.engine.card.turns import is_able
from dungeon_twister.rules.engine.pieces import ARMOR, CASTS, CLIMBS, FIREBALL, FLIES, HEALS, OPENS_GATES, ROPE, SWORD, TREASURE
from dungeon_twister.rules.engine.state import UNDER, WOUNDED
from dungeon_twister.rules.geometry.rows import numbers_of
from dungeon_twister.rules.geometry.vectors import Numbers
from dungeon_twister.rules.geometry.zone_plan import GEAR_ZONE, LETTER_COUNT, mask_of, members

STEP: Final = 4  # a step, in twelfths of an action point
FAR: Final = 480
BETTER: Final = 2  # least gain for which an object is exchanged or given away


class MoveOrdering:
    """Orders journey ends by steps and values objects by rules of thumb."""

    def away(self, s: CardState, man: int) -> Numbers:
        """Return the distance from every place to the exit, in twelfths of an action point."""
        places, player = s.maze.plan.places, s.setting.owner[man]
        reach = [steps_from(s, man, place) if not is_exit(s, player, place) else 0 for place in range(places)]
        found = numbers_of([0 if is_exit(s, player, place) else FAR for place in range(places)])
        near = s.maze.plan.starting_zones[opponent(player)]
        reached, distance = near, 0
        while near:
            distance += STEP
            near = 0
            for place in range(places):
                if not reached >> place & 1 and reach[place] & reached:
                    found[place] = distance
                    near |= 1 << place
            reached |= near
        return found

    def use(self, s: CardState, thing: int, bearer: int) -> int:
        """Return the value of an object for a bearer."""
        kind, abilities = s.setting.capabilities[thing], s.setting.capabilities[bearer]
        if kind & TREASURE:
            return 50
        if kind & FIREBALL:
            return 45 if abilities & CASTS else 8
        if kind & INVERSION:
            return 4 if abilities & CASTS else 1
        if kind & SWORD:
            return 2 + 2 * s.setting.combat[bearer]
        if kind & (ARMOR | BOW | SPEAR):
            return 6
        if kind & ROPE:
            return 1 if abilities & (CLIMBS | FLIES | INCORPOREAL) else 4
        if kind & KEY:
            return 1 if abilities & (OPENS_GATES | INCORPOREAL) else 3
        return 2


# -- handling on the way ------------------------------------------------------------------------------------------------


def worth_handling(s: CardState, choice: int, ordering: MoveOrdering) -> bool:
    """Return whether handling on the way is promising.

    Promising are: taking an object from the ground or an enemy, exchanging it for a better one, giving it to a friend with
    more use for it, carrying a wounded friend and laying it down near a healer.
    """
    kind, first, second = choice & KIND_MASK, choice >> FIRST_SHIFT & FIRST_MASK, choice >> SECOND_SHIFT
    mover, setting = s.mover, s.setting
    if kind == card_actions.ROB:
        return second == 0
    if setting.is_character[first]:
        if kind == actions.DROP:
            return _healer_here(s)
        return kind == actions.TAKE and s.carrier[first] < 0
    if kind == actions.TAKE:
        return _worth_taking(s, first, ordering)
    if kind == actions.DROP:
        own, spot = ordering.use(s, first, mover), s.spot(s.loc[mover])
        for thing in s.things:
            if s.carrier[thing] < 0 and s.loc[thing] == spot and ordering.use(s, thing, mover) > own + BETTER:
                return True
        return False
    if kind == card_actions.GIVE:
        if setting.capabilities[first] & TREASURE:
            return not s.status[second] & WOUNDED
        return ordering.use(s, first, second) > ordering.use(s, first, mover) + BETTER
    if kind == actions.SWAP and not setting.is_character[second]:
        gain = ordering.use(s, second, mover) - ordering.use(s, first, mover)
        holder = s.carrier[second]
        if setting.owner[holder] == setting.owner[mover]:
            gain += ordering.use(s, first, holder) - ordering.use(s, second, holder)
        return gain > BETTER
    return False


def _worth_taking(s: CardState, thing: int, ordering: MoveOrdering) -> bool:
    holder = s.carrier[thing]
    if holder < 0 or s.setting.owner[holder] != s.setting.owner[s.mover]:
        return True
    if s.status[holder] & WOUNDED or s.setting.capabilities[thing] & TREASURE:
        return True
    return ordering.use(s, thing, s.mover) > ordering.use(s, thing, holder) + BETTER


def _healer_here(s: CardState) -> bool:
    spot = s.spot(s.loc[s.mover])
    for man in s.men[s.setting.owner[s.mover]]:
        if s.setting.capabilities[man] & HEALS and is_able(s, man) and s.spot(s.loc[man]) == spot:
            return True
    return False


def worth_lifting(s: CardState, flight: int) -> bool:
    """Return whether telekinesis moves an object to a friend, or moves a Treasure."""
    receiver = (flight >> RECEIVER_SHIFT) - 1
    if receiver >= 0:
        return s.setting.owner[receiver] == s.active
    return s.setting.capabilities[flight & THING_MASK] & TREASURE != 0


# -- places where something can be done -----------------------------------------------------------------------------------


def special_places(s: CardState, player: int) -> int:
    """Return a mask of the places with a gear, an adjacent face-down room, an enemy in the area, or a wounded friend."""
    maze = s.maze
    zones, places = maze.plan.zones, maze.plan.places
    found = 0
    for enemy in members(s.places_of[opponent(player)]):
        found |= maze.relations_of(enemy).area
    for man in s.men[player]:
        if s.status[man] & WOUNDED and 0 <= s.loc[man] < UNDER:
            found |= mask_of(s.loc[man])
    for place in range(places):
        if maze.relations_of(place).access or (place < zones and place % LETTER_COUNT == GEAR_ZONE):
            found |= 1 << place
    return found
