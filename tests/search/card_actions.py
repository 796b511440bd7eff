"""Whole actions of the Card Game, made by the engine alone, choice by choice: what `turn_actions.py` is held against."""

from __future__ import annotations

from dungeon_twister.ai.search.card.turn_actions import MoveOrdering, risks, turn_actions
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card.jump import PLACE_MASK
from dungeon_twister.rules.engine.card.rules import RULES
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.choice_kinds import FIGHTS
from dungeon_twister.rules.engine.decisions import ACT, CHANCE, TRAVEL
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import WOUNDED

COMBATS = RULES.which(FIGHTS)
JOURNEYS = RULES.journeys()


class TooManyError(Exception):
    """There are more moments than a test has time for."""


def is_for_whole_actions(state: CardState) -> bool:
    """Does a player choose an action now, or go on with one?"""
    return not state.over and state.decision() in (ACT, TRAVEL) and state.decider() != CHANCE


def most_items(state: CardState) -> int:
    """So many objects and wounded characters are in one place at most: the ways to spread them are more by far."""
    spots: dict[int, int] = {}
    for token in [*state.things, *state.men[0], *state.men[1]]:
        if state.in_play(token) and (not state.setting.is_character[token] or state.status[token] & WOUNDED):
            spot = state.spot(state.loc[token])
            spots[spot] = spots.get(spot, 0) + 1
    return max(spots.values(), default=0)


def sample_mixture(state: CardState) -> CardState:
    """Chance draws the first it may."""
    while not state.over and state.decider() == CHANCE:
        apply(state, legal(state)[0])
    return state


def after(state: CardState, choice: int) -> CardState:
    copy = state.copy()
    apply(copy, choice)
    return sample_mixture(copy)


def ends_of_journey(state: CardState, most: int) -> set[int]:
    """The hashes of all positions in which the journey under way can end."""
    found: set[int] = set()
    waiting = [state]
    known: set[object] = set()
    while waiting:
        moment = waiting.pop()
        for choice in legal(moment):
            then = after(moment, choice)
            if then.mover < 0:
                found.add(then.hash64())
                continue
            rest = (tuple(then.loc), tuple(then.carrier), tuple(then.entry), then.steps, then.moved, frozenset(then.seen))
            if rest not in known:
                known.add(rest)
                waiting.append(then)
                if len(known) > most:
                    raise TooManyError
    return found


def all_results(state: CardState, most: int) -> set[int]:
    """The hashes of the positions after every whole action that `turn_actions` is to list."""
    if state.decision() == TRAVEL:
        return ends_of_journey(state, most)
    found: set[int] = set()
    cards: dict[tuple[int, int], int] = {}
    for choice in legal(state):
        kind = actions.kind_of(choice)
        if kind in JOURNEYS:
            found |= ends_of_journey(after(state, choice), most)
        elif kind == actions.JUMP:
            landing = (actions.first_of(choice), actions.second_of(choice) & PLACE_MASK)
            if cards.setdefault(landing, choice) == choice:
                found.add(after(state, choice).hash64())
        elif kind in COMBATS:
            then = after(state, choice)
            if then.attacker < 0:
                found.add(then.hash64())
        elif kind not in (actions.PASS, actions.REVEAL):
            found.add(after(state, choice).hash64())
    return found


def check_actions(state: CardState, ends: int, ordering: MoveOrdering | None = None, most: int = 1_000_000) -> int:
    """The path of every action is legal and leads to its position, and no two are equal; gives how many there are. Of more than
    `most` only so many are replayed."""
    before = state.to_bytes()
    listed = turn_actions(state, ends, ordering)
    for action in listed[:: 1 + len(listed) // most]:
        replayed = state.copy()
        for choice in action.path:
            assert choice in legal(replayed), (choice, action.path)
            apply(replayed, choice)
        result = action.state
        assert isinstance(result, CardState)
        assert result == replayed and result.hash64() == replayed.full_hash()
        check_counts(result)
    assert len({action.state.hash64() for action in listed}) == len(listed)
    assert state.to_bytes() == before
    return len(listed)


def check_counts(state: CardState) -> None:
    """What follows from the fields is as if it were made anew."""
    fresh = state.copy()
    fresh.recount()
    for name in ("crowd", "fit", "at_home", "overfull", "held", "places_of", "men", "things"):
        assert getattr(fresh, name) == getattr(state, name), name


def check_all(state: CardState, most: int, most_replayed: int = 1_000_000) -> int:
    """Check that the turn actions of a position are those of the engine, if not too many; return how many were compared."""
    checked = check_actions(state, 0, None, most_replayed)
    try:
        expected = all_results(state, most)
    except TooManyError:
        return checked
    assert {action.state.hash64() for action in turn_actions(state, 0, None)} == expected
    return checked


def check_risks(state: CardState) -> None:
    """Every risk is legal; every reveal is one, and to every combat there is one that is the same."""
    listed = risks(state)
    choices = legal(state)
    assert set(listed) <= set(choices) and len(set(listed)) == len(listed)
    known = {fight_of(state, choice) for choice in listed if actions.kind_of(choice) in COMBATS}
    assert len(known) == sum(actions.kind_of(choice) in COMBATS for choice in listed)
    for choice in choices:
        kind = actions.kind_of(choice)
        if kind == actions.REVEAL:
            assert choice in listed
        elif kind in COMBATS:
            combat = fight_of(state, choice)
            assert combat in known if combat else choice not in listed
        else:
            assert choice not in listed


def fight_of(state: CardState, choice: int) -> tuple[int, ...]:
    """Who fights whom, how, and with how many points left; nothing where no combat comes of it."""
    then = state.copy()
    apply(then, choice)
    if then.attacker < 0:
        return ()
    return (then.fighters, then.defender, then.ap, then.manner, then.shooters, then.crossbows)
