"""Handling items during a journey (HAN): picking up, putting down, giving, taking, exchanging."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_MASK, FIRST_SHIFT, KIND_MASK, SECOND_SHIFT
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.decisions import OBJECT_DRAW
from dungeon_twister.rules.engine.card.events import GAVE, TOOK_FROM, TRADED
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.refusals import (
    CARRIED_AWAY,
    ENEMY_UNWOUNDED,
    GIVE_TO_ENEMY,
    HANDS_FULL,
    HIDDEN_OBJECT,
    NO_TRANSPORT,
    NOT_A_FRIEND,
    NOT_CARRIED,
    NOT_HERE,
    NOTHING_TO_STEAL,
    SEEN_BEFORE,
    TARGET_NOT_WOUNDED,
    WOUNDED_CARRY_NOBODY,
)
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import CHANCE, frame, frame_argument
from dungeon_twister.rules.engine.events import DROPPED, TOOK
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.engine.state import WOUNDED
from dungeon_twister.rules.geometry.zone_plan import STATIONS_PER_SIDE

# the argument of chance's decision in a robbery: the victim, and above it the item given in exchange + 1, or 0
VICTIM_MASK: Final = 255
ITEM_SHIFT: Final = 8

NOTHING: Final[list[int]] = []  # no items; never changed

# -- items at hand ------------------------------------------------------------------------------------------------------


def has_free_hands(s: CardState, token: int) -> bool:
    """HAN-2: Return whether the character can carry one more item. The capacity holds at every moment."""
    return s.held[token] < s.card_setting.strength[token]


def objects_of(s: CardState, token: int) -> list[int]:
    found: list[int] = []
    if s.held[token]:
        for thing in s.things:
            if s.carrier[thing] == token:
                found.append(thing)
    return found


def is_here(s: CardState, token: int) -> bool:
    """HAN-1: Return whether a token is in the mover's place; the whole starting zone is one place."""
    return s.in_play(token) and s.spot(s.loc[token]) == s.spot(s.loc[s.mover])


# -- choices ------------------------------------------------------------------------------------------------------------


def handling_choices(s: CardState) -> list[int]:
    """HAN-3: Return every operation, before checking whether the journey can still end after it."""
    mover = s.mover
    if s.card_setting.strength[mover] == 0:
        return NOTHING
    items = items_here(s, mover)
    if not items:
        return NOTHING
    found: list[int] = []
    _add_operations(s, items, found)
    if not s.seen:
        return found
    return [choice for choice in found if not _brings_back(s, items, choice)]


def _brings_back(s: CardState, items: list[int], choice: int) -> bool:
    """MOV-19: Return whether the operation leads back to a distribution already seen."""
    kind, first, second = choice & KIND_MASK, choice >> FIRST_SHIFT & FIRST_MASK, choice >> SECOND_SHIFT
    return kind != card_actions.ROB and _distribution_after(s, items, kind, first, second) in s.seen


def _add_operations(s: CardState, items: list[int], found: list[int]) -> None:
    """Add the operations with these items of the place, in the order taking, putting down, giving, exchanging, robbing."""
    mover, carrier = s.mover, s.carrier
    if has_free_hands(s, mover):
        for item in items:
            if carrier[item] < 0 or refuse_taking_from(s, carrier[item]) == LEGAL:
                found.append(actions.TAKE | item << FIRST_SHIFT)
    if s.held[mover]:
        friends = _friends_here(s)
        for item in items:
            if carrier[item] != mover:
                continue
            found.append(actions.DROP | item << FIRST_SHIFT)
            for man in friends:
                if man != item and _refuse_receiving(s, man, item) == LEGAL:
                    found.append(card_actions.GIVE | item << FIRST_SHIFT | man << SECOND_SHIFT)
            for other in items:
                if carrier[other] >= 0 and _refuse_exchange(s, item, carrier[other]) == LEGAL:
                    found.append(actions.SWAP | item << FIRST_SHIFT | other << SECOND_SHIFT)
    if s.card_setting.secret:
        own = [item for item in items if carrier[item] == mover]
        for man in s.men[opponent(s.setting.owner[mover])]:
            if is_here(s, man):
                for item in [-1, *own]:
                    if refuse_rob(s, man, item) == LEGAL:
                        found.append(actions.pack(card_actions.ROB, man, item + 1))


def _friends_here(s: CardState) -> list[int]:
    """Return the mover's other friends in its place."""
    mover, loc, owner = s.mover, s.loc, s.setting.owner[s.mover]
    low = s.spot(loc[mover])
    if s.count_at(owner, low) == 1:
        return NOTHING
    high = low if low < s.maze.plan.zones else low + STATIONS_PER_SIDE - 1
    return [man for man in s.men[owner] if low <= loc[man] <= high and man != mover]


def refuse_operation(s: CardState, choice: int) -> int:
    """HAN-1 to HAN-9, and MOV-19: refuse an operation that leads to a distribution already seen since the last step."""
    kind, first, second = actions.kind_of(choice), actions.first_of(choice), actions.second_of(choice)
    if s.card_setting.strength[s.mover] == 0:
        return NO_TRANSPORT
    if kind == actions.TAKE:
        refusal = refuse_take(s, first)
    elif kind == actions.DROP:
        refusal = refuse_drop(s, first)
    elif kind == card_actions.GIVE:
        refusal = refuse_give(s, first, second)
    elif kind == actions.SWAP:
        refusal = refuse_swap(s, first, second)
    else:
        refusal = refuse_rob(s, first, second - 1)
    if refusal == LEGAL and s.seen and _brings_back(s, items_here(s, s.mover), choice):
        return SEEN_BEFORE
    return refusal


def _refuse_item(s: CardState, item: int) -> int:
    """Refuse all but an object or a wounded character in the mover's place."""
    if item >= s.setting.tokens or item == s.mover:
        return NOT_IN_THIS_GAME
    if not is_here(s, item):
        return NOT_HERE
    if s.setting.is_character[item]:
        if s.setting.owner[item] != s.setting.owner[s.mover]:
            return NOT_A_FRIEND
        if not s.status[item] & WOUNDED:
            return TARGET_NOT_WOUNDED
    return LEGAL


def refuse_take(s: CardState, item: int) -> int:
    """HAN-3.1, 3.3, 3.6, 3.8: an item that lies here, or that a character here holds."""
    refusal = _refuse_item(s, item)
    if refusal != LEGAL:
        return refusal
    holder = s.carrier[item]
    if holder >= 0:
        refusal = refuse_taking_from(s, holder)
        if refusal != LEGAL:
            return refusal
    return LEGAL if has_free_hands(s, s.mover) else HANDS_FULL


def refuse_taking_from(s: CardState, holder: int) -> int:
    """HAN-3.6, 3.8, HAN-5: take from friends; from enemies only if wounded, and unseen if objects are secret (OPT-12)."""
    if holder == s.mover:
        return NOT_HERE
    if s.setting.owner[holder] == s.setting.owner[s.mover]:
        return LEGAL
    if not s.status[holder] & WOUNDED:
        return ENEMY_UNWOUNDED
    return HIDDEN_OBJECT if s.card_setting.secret else LEGAL


def refuse_drop(s: CardState, item: int) -> int:
    """HAN-3.2, 3.4."""
    if item >= s.setting.tokens or s.carrier[item] != s.mover:
        return NOT_CARRIED
    return LEGAL


def refuse_give(s: CardState, item: int, receiver: int) -> int:
    """HAN-3.5, HAN-5 to HAN-8: give to a friend here with free hands; a wounded friend gets objects only."""
    if item >= s.setting.tokens or s.carrier[item] != s.mover:
        return NOT_CARRIED
    if receiver >= s.setting.tokens or not s.setting.is_character[receiver] or receiver == s.mover:
        return NOT_IN_THIS_GAME
    if s.setting.owner[receiver] != s.setting.owner[s.mover]:
        return GIVE_TO_ENEMY
    return _refuse_receiving(s, receiver, item) if is_here(s, receiver) else NOT_HERE


def _refuse_receiving(s: CardState, receiver: int, item: int) -> int:
    """HAN-2, HAN-6 to HAN-8: refuse to give a friend here this item, or return LEGAL."""
    refusal = _refuse_holding(s, receiver, item)
    if refusal != LEGAL:
        return refusal
    return LEGAL if has_free_hands(s, receiver) else HANDS_FULL


def _refuse_holding(s: CardState, holder: int, item: int) -> int:
    """HAN-6 to HAN-8: refuse that this character holds this item at all, or return LEGAL."""
    if s.card_setting.strength[holder] == 0:
        return NO_TRANSPORT
    if s.carrier[holder] >= 0:
        return CARRIED_AWAY
    if s.status[holder] & WOUNDED and s.setting.is_character[item]:
        return WOUNDED_CARRY_NOBODY
    return LEGAL


def refuse_swap(s: CardState, item: int, other: int) -> int:
    """HAN-3.7, 3.8: exchange one item for another, at the same moment."""
    if item >= s.setting.tokens or s.carrier[item] != s.mover:
        return NOT_CARRIED
    refusal = _refuse_item(s, other)
    if refusal != LEGAL:
        return refusal
    return _refuse_exchange(s, item, s.carrier[other])


def _refuse_exchange(s: CardState, item: int, holder: int) -> int:
    """HAN-3.7, 3.8: refuse to give the mover's item to the holder of the other item, or return LEGAL."""
    if holder < 0:
        return NOT_CARRIED
    refusal = refuse_taking_from(s, holder)
    if refusal == LEGAL:
        refusal = _refuse_holding(s, holder, item)
    if refusal == LEGAL and s.setting.owner[holder] != s.setting.owner[s.mover] and s.setting.is_character[item]:
        return GIVE_TO_ENEMY
    return refusal


def refuse_rob(s: CardState, victim: int, item: int) -> int:
    """OPT-12: with secret objects, take a wounded enemy's object, or exchange one's own for it, without looking."""
    if not s.card_setting.secret or victim >= s.setting.tokens or not s.setting.is_character[victim]:
        return NOT_IN_THIS_GAME
    if s.setting.owner[victim] == s.setting.owner[s.mover]:
        return NOT_IN_THIS_GAME
    if not is_here(s, victim):
        return NOT_HERE
    if not s.status[victim] & WOUNDED:
        return ENEMY_UNWOUNDED
    if not objects_of(s, victim):
        return NOTHING_TO_STEAL
    if robbed(victim) in s.seen:
        return SEEN_BEFORE
    if item < 0:
        return LEGAL if has_free_hands(s, s.mover) else HANDS_FULL
    if item >= s.setting.tokens or s.carrier[item] != s.mover:
        return NOT_CARRIED
    return GIVE_TO_ENEMY if s.setting.is_character[item] else LEGAL


# -- distributions (MOV-19) ---------------------------------------------------------------------------------------------


LYING: Final = 128  # added to a place, above every token: lies in this place
WHERE_BITS: Final = 8  # for a holder, or LYING plus a place
WHERE_MASK: Final = (1 << WHERE_BITS) - 1


def items_here(s: CardState, token: int) -> list[int]:
    """Return the objects and the wounded friends in a character's place, held or lying. Handling never changes this set."""
    low, owner, plan = s.loc[token], s.setting.owner[token], s.maze.plan
    if low < plan.zones:
        high, at = low, owner * plan.places + low
        all_fit = s.crowd[at] == s.fit[at]
    else:
        low = s.spot(low)
        high = low + STATIONS_PER_SIDE - 1
        all_fit = s.at_home[owner] == 1 or _all_fit_at_home(s, owner)
    things = s.stock[low]
    if all_fit and things == 0:
        return NOTHING
    found: list[int] = []
    while things:
        lowest = things & -things
        found.append(s.card_setting.all_objects[lowest.bit_length() - 1])
        things ^= lowest
    if all_fit:
        return found  # no wounded friends
    for man in s.men[owner]:
        if s.status[man] & WOUNDED and low <= s.loc[man] <= high:
            found.append(man)
    return found


def _all_fit_at_home(s: CardState, player: int) -> bool:
    """Return whether nobody is wounded on a player's starting zone."""
    plan = s.maze.plan
    stations = s.places_of[player] & plan.starting_zones[player]
    while stations:
        lowest = stations & -stations
        at = player * plan.places + lowest.bit_length() - 1
        if s.crowd[at] != s.fit[at]:
            return False
        stations ^= lowest
    return True


def where_is(s: CardState, item: int) -> int:
    """Return the holder of an item, or LYING plus the place in which it lies (MOV-19a)."""
    return s.carrier[item] if s.carrier[item] >= 0 else LYING + s.loc[item]


def distribution(s: CardState) -> int:
    """Return the positions of all items of the place as one number."""
    return _distribution_of(s, items_here(s, s.mover))


def _distribution_of(s: CardState, items: list[int]) -> int:
    code = 0
    for item in items:
        code = code << WHERE_BITS | where_is(s, item)
    return code


def spread_of(s: CardState, code: int) -> dict[int, int]:
    """Unpack a distribution: item -> its holder, or LYING plus the place."""
    spread: dict[int, int] = {}
    for item in reversed(items_here(s, s.mover)):
        spread[item] = code & WHERE_MASK
        code >>= WHERE_BITS
    return spread


def packed_spread(s: CardState, spread: dict[int, int]) -> int:
    """Pack a distribution; an item missing from it is where it is now."""
    code = 0
    for item in items_here(s, s.mover):
        code = code << WHERE_BITS | (spread[item] if item in spread else where_is(s, item))
    return code


def _distribution_after(s: CardState, items: list[int], kind: int, first: int, second: int) -> int:
    """Return the distribution that results from an operation with items of the place."""
    mover, is_character = s.mover, s.setting.is_character
    spot = LYING + s.spot(s.loc[mover])
    other = loser = -1
    if kind == actions.TAKE:
        there = mover
        if is_character[first]:
            loser = first  # drops its objects (HAN-7)
    elif kind == actions.DROP:
        there = LYING + s.loc[mover] if is_character[first] else spot
    elif kind == card_actions.GIVE:
        there = second
    else:
        there, other = s.carrier[second], second
    code = 0
    for item in items:
        if item == first:
            where = there
        elif item == other:
            where = mover
        else:
            where = s.carrier[item]
            if where < 0:
                where = LYING + s.loc[item]
            elif where == loser and not is_character[item]:
                where = spot
        code = code << WHERE_BITS | where
    return code


# -- operations ---------------------------------------------------------------------------------------------------------


def operate(s: CardState, choice: int) -> None:
    """Carry out one operation. The distributions before and after it are remembered until the next step."""
    kind, first, second = actions.kind_of(choice), actions.first_of(choice), actions.second_of(choice)
    items = items_here(s, s.mover)
    if not s.seen:
        s.remember(_distribution_of(s, items))
    s.moved = True
    if kind == actions.TAKE:
        take(s, first)
    elif kind == actions.DROP:
        drop(s, first)
    elif kind == card_actions.GIVE:
        hand_to(s, first, second)
        s.note(GAVE, s.mover, first, second)
    elif kind == actions.SWAP:
        exchange(s, first, second)
    else:
        rob(s, first, second - 1)
        return
    s.remember(_distribution_of(s, items))


def take(s: CardState, item: int) -> None:
    """HAN-3.1, 3.3, 3.6: take an item; a wounded character drops its objects (HAN-7)."""
    holder = s.carrier[item]
    if s.setting.is_character[item]:
        for thing in objects_of(s, item):
            lay_down(s, thing, s.loc[s.mover])
    hand_to(s, item, s.mover)
    if holder >= 0:
        s.note(TOOK_FROM, s.mover, item, holder)
    else:
        s.note(TOOK, s.mover, item)


def drop(s: CardState, item: int) -> None:
    """HAN-3.2, 3.4: put an item down; on the starting zone, a wounded character lies at the mover's station."""
    if s.setting.is_character[item]:
        s.hold(item, -1)
    else:
        lay_down(s, item, s.loc[s.mover])
    s.note(DROPPED, s.mover, item)


def lay_down(s: CardState, thing: int, place: int) -> None:
    """Lay an object in a place; on a starting zone it belongs to the whole zone (LNK-1)."""
    s.hold(thing, -1)
    s.set_loc(thing, s.spot(place))


def hand_to(s: CardState, item: int, holder: int) -> None:
    """Give an item to a character; it moves to the place of its holder."""
    s.hold(item, holder)
    s.move(item, s.loc[holder])


def exchange(s: CardState, item: int, other: int) -> None:
    """HAN-3.7, 3.8."""
    hand_to(s, item, s.carrier[other])
    hand_to(s, other, s.mover)
    s.note(TRADED, s.mover, item, other)


def robbed(victim: int) -> int:
    """Return the number that marks a victim robbed since the last step, stored with the distributions; once is enough
    (OPT-12a)."""
    return -1 - victim


def rob(s: CardState, victim: int, item: int) -> None:
    """OPT-12: rob a victim; chance draws one of several objects."""
    s.remember(robbed(victim))
    if len(objects_of(s, victim)) > 1:
        s.stack.append(frame(OBJECT_DRAW, CHANCE, victim | (item + 1) << ITEM_SHIFT))
    else:
        take_blind(s, item, objects_of(s, victim)[0])


def take_blind(s: CardState, item: int, thing: int) -> None:
    if item >= 0:
        exchange(s, item, thing)
    else:
        take(s, thing)
    s.remember(distribution(s))


def finish_robbery(s: CardState, thing: int) -> None:
    """Finish a robbery on the way, after chance has drawn the object."""
    argument = frame_argument(s.stack.pop())
    take_blind(s, (argument >> ITEM_SHIFT) - 1, thing)


def object_choices(s: CardState) -> list[int]:
    """Return the draws of chance: the victim's hidden objects."""
    victim = frame_argument(s.stack[-1]) & VICTIM_MASK
    return [actions.pack(card_actions.DRAW_OBJECT, thing) for thing in objects_of(s, victim)]


def refuse_object(s: CardState, thing: int) -> int:
    victim = frame_argument(s.stack[-1]) & VICTIM_MASK
    return LEGAL if thing < s.setting.tokens and s.carrier[thing] == victim else NOTHING_TO_STEAL
