"""The guide for the player to decide: reachable places, actions with their costs, odds of combats, reasons of refusals.

It works from the viewer's view, on a determinized state.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from dungeon_twister.game.determinization import determinize
from dungeon_twister.game.record.notation import Choice, grammar_of, read, to_choice
from dungeon_twister.game.views import CardView, View
from dungeon_twister.presentation.guide.ability_refusals import GENERAL, reason_of, refusals_of
from dungeon_twister.presentation.guide.character_actions import options_of, written
from dungeon_twister.presentation.guide.editions import guide_of
from dungeon_twister.presentation.guide.fights import foresee
from dungeon_twister.presentation.guide.guide_shapes import (
    Advice,
    Character,
    CharacterAction,
    Option,
    Reason,
    RefusedChoice,
    Stop,
)
from dungeon_twister.presentation.guide.outcomes import name_of
from dungeon_twister.presentation.guide.routes import Arrival, Routes, routes_after, traveller
from dungeon_twister.presentation.guide.why_not import refusal_of_place
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.all_editions import DECISIONS
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD
from dungeon_twister.rules.engine.board.setting import ACTION_CARDS
from dungeon_twister.rules.engine.decisions import ACT, TRAVEL
from dungeon_twister.rules.engine.game import apply, legal, why_not
from dungeon_twister.rules.engine.refusals import NOT_NOW
from dungeon_twister.rules.engine.rules import rules_of
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import UNDER, State
from dungeon_twister.rules.geometry.text import TextError, with_capital
from dungeon_twister.rules.visibility import decides, viewer_of

UNREADABLE: Final = "unreadable"
NOT_YOUR_DECISION: Final = "not-now"


def advise(view: View | CardView, setting: Setting | None = None) -> Advice:
    """Return the advice for the owner of a view; if another player decides, only the kind of the decision.

    The setting may be given, as to `determinize`.
    """
    if view.over:
        return Advice("")
    if view.pending[-1].who != view.viewer:
        return Advice(view.pending[-1].kind)
    state = determinized(view, setting)
    return advise_on(state, state.decider())


def determinized(view: View | CardView, setting: Setting | None) -> State:
    """Return a determinization of a view that is always the same, so that no answer reveals hidden information."""
    return determinize(view, Random(0), setting)


def advise_on(state: State, viewer: int) -> Advice:
    """Return the advice for the player to decide. A true and a determinized state give the same advice."""
    decision, found = state.decision(), legal(state)
    if decision == ACT:
        return _for_actions(state, viewer, found)
    if decision == TRAVEL:
        return _for_journey(state, viewer, found)
    refused = _refused_cards(state, viewer) if decision == CHOOSE_CARD else []
    return Advice(DECISIONS[decision], others=_plain(state, found, viewer), fight=foresee(state, viewer), refused=refused)


def _refused_cards(state: State, viewer: int) -> list[RefusedChoice]:
    """Return the action cards that cannot be played now, and why (TURN-4, TURN-5, TURN-7)."""
    tried = [(action, why_not(state, action)) for action in (actions.pack(board_actions.CARD, value) for value in ACTION_CARDS)]
    return [
        RefusedChoice(to_choice(state, action, viewer), reason_of(refusal)) for action, refusal in tried if refusal is not None
    ]


def _plain(state: State, found: list[int], viewer: int) -> list[Option]:
    """Return choices as options without costs and consequences."""
    return [Option(choice) for choice in written(state, found, viewer)]


def _for_journey(state: State, viewer: int, found: list[int]) -> Advice:
    """Return the ways of the traveller from here, and what all characters could do if it stopped now."""
    handling = [action for action in found if actions.kind_of(action) != actions.STEP]
    character = Character(name_of(state, traveller(state), viewer), _stops(state, Routes(state), [], 0, viewer))
    refusal = why_not(state, actions.STOP)
    then = _after_stop(state, viewer) if refusal is None else Advice("")
    stop = to_choice(state, actions.STOP, viewer)
    return Advice(
        DECISIONS[TRAVEL],
        [character],
        _plain(state, handling, viewer),
        able=then.able,
        lost_points=then.lost_points,
        kept_points=then.kept_points,
        stopped=then.characters,
        end=[] if refusal is not None else [stop, *then.end],
        not_end=reason_of(refusal) if refusal is not None else None,
    )


def _after_stop(state: State, viewer: int) -> Advice:
    """Return the advice for the moment after the traveller has stopped.

    It is empty if the turn is over then or another player decides (the board game's turn ends by itself with the last point,
    TURN-3).
    """
    probe = state.copy()
    apply(probe, actions.STOP)
    if not decides(probe, viewer) or probe.decision() != ACT:
        return Advice("")
    return _for_actions(probe, viewer, legal(probe))


# -- actions ----------------------------------------------------------------------------------------------------------------


def _for_actions(state: State, viewer: int, found: list[int]) -> Advice:
    by_token: dict[int, list[int]] = {}
    for action in found:
        if action != actions.PASS:
            by_token.setdefault(actions.first_of(action), []).append(action)
    own = [token for token in state.setting.characters_of[viewer] if 0 <= state.loc[token] < UNDER]
    kept, potions = guide_of(state).kept_points(state), guide_of(state).potion_points(state, own)
    return Advice(
        DECISIONS[ACT],
        [_character(state, token, by_token.get(token, []), viewer) for token in own],
        _plain(state, [actions.PASS], viewer),
        able=[name_of(state, token, viewer) for token in own if token in by_token],
        lost_points=state.ap - kept + potions,
        kept_points=kept,
        end=[to_choice(state, actions.PASS, viewer)] if actions.PASS in found else [],
    )


def _character(state: State, token: int, found: list[int], viewer: int) -> Character:
    """Return what one character can do, and why it cannot use its other abilities."""
    by_kind: dict[int, list[int]] = {}
    for action in found:
        by_kind.setdefault(actions.kind_of(action), []).append(action)
    begin = by_kind.pop(actions.MOVE, [])
    stops = _stops_of_move(state, begin[0], viewer) if begin else []
    verb = grammar_of(state).verb
    deeds = [
        CharacterAction(verb(kind), options_of(state, ways, viewer), stops=_stops_of_way(state, kind, ways, viewer))
        for kind, ways in by_kind.items()
    ]
    refusal = why_not(state, actions.pack(actions.MOVE, token))
    general = refusal is not None and refusal.code in GENERAL
    if refusal is not None and not general:
        deeds.insert(0, CharacterAction(verb(actions.MOVE), reason=reason_of(refusal)))
    refused = _refused_rise(state, token, found) if general else refusals_of(state, token, set(by_kind))
    deeds += [CharacterAction(verb(kind), reason=reason) for kind, reason in refused.items()]
    stuck = reason_of(refusal) if refusal is not None and general and not found else None
    return Character(name_of(state, token, viewer), stops, deeds, stuck)


def _refused_rise(state: State, token: int, found: list[int]) -> dict[int, Reason]:
    """Return why a wounded character cannot rise now. Only some rise by themselves (REGEN-1, TRO-1)."""
    if found or not rules_of(state.setting).table[actions.REGENERATE].has(state, token):
        return {}
    refusal = why_not(state, actions.pack(actions.REGENERATE, token))
    return {actions.REGENERATE: reason_of(refusal)} if refusal is not None else {}


# -- moves ------------------------------------------------------------------------------------------------------------------


def _stops_of_move(state: State, begin: int, viewer: int) -> list[Stop]:
    routes, cost = routes_after(state, begin)
    return _stops(state, routes, [to_choice(state, begin, viewer)], cost, viewer)


def _stops_of_way(state: State, kind: int, ways: list[int], viewer: int) -> list[Stop]:
    """Return the possible ends of a jump or a walk through a wall; empty for other actions."""
    if not rules_of(state.setting).table[kind].begins_journey:
        return []
    stops = [stop for stop in _stops_of_move(state, ways[0], viewer) if stop.steps]
    return [stop for stop in stops if stop.ends] or stops  # in a narrow place a load must be put down first


def _stops(state: State, routes: Routes, begun: list[Choice], cost: int, viewer: int) -> list[Stop]:
    """Return the places that a traveller reaches, nearest first.

    Its present place is included while it is on the way, or if it can handle something there.
    """
    start = guide_of(state).place_name(state, state.loc[routes.mover])
    steps = {arrival.way[-1]: to_choice(state, arrival.way[-1], viewer) for arrival in routes.arrivals.values() if arrival.way}
    found: list[Stop] = []
    for arrival in routes.arrivals.values():
        if arrival.way or arrival.handling or not begun:
            found.append(_stop(state, arrival, start, begun, [steps[step] for step in arrival.way], cost, viewer))
    return found


def _stop(state: State, arrival: Arrival, start: str, begun: list[Choice], steps: list[Choice], cost: int, viewer: int) -> Stop:
    path = [start, *(step.square or step.zone for step in steps)]
    return Stop(
        place=path[-1],
        steps=len(steps),
        cost=cost,
        path=path,
        choices=begun + steps,
        ends=arrival.ends,
        points=arrival.points,
        handle=written(state, arrival.handling, viewer) if arrival.handling else [],
    )


# -- refusals ---------------------------------------------------------------------------------------------------------------


def explain(view: View | CardView, choice: str | Choice, setting: Setting | None = None) -> Reason | None:
    """Return why a choice is refused now, or None if it is legal.

    A Move, a jump or a walk through a wall may be given with the place where it is to end. For a text that cannot be read the
    reason is `unreadable`, with the error. A viewer can name only what he may know (OPT-10).
    """
    state = determinized(view, setting)
    if not view.over and view.pending[-1].who != view.viewer:
        return Reason(NOT_YOUR_DECISION, rules_of(state.setting).refusals[NOT_NOW].clause, "Somebody else decides now.")
    return explain_on(state, choice, viewer_of(state.setting, view.viewer))


def explain_on(state: State, choice: str | Choice, viewer: int) -> Reason | None:
    """Return why a choice is refused to a viewer in a true or determinized state."""
    try:
        if isinstance(choice, Choice) and _has_goal(state, choice):
            begin = replace(choice, square="", zone="")
            goal = Choice("step", square=choice.square, zone=choice.zone)
            action, step = (read(state, _line_of(state, part), viewer) for part in (begin, goal))
            return refusal_of_place(state, action, actions.second_of(step))
        action = read(state, choice if isinstance(choice, str) else _line_of(state, choice), viewer)
    except TextError as error:
        return Reason(UNREADABLE, "", f"{with_capital(str(error))}.")
    refusal = why_not(state, action)
    return reason_of(refusal) if refusal is not None else None


def _has_goal(state: State, choice: Choice) -> bool:
    """Return whether a journey is given with its end. Such a text is not a choice."""
    verbs = [kind.verb for kind in rules_of(state.setting).kinds if kind.begins_journey]
    return choice.do in verbs and bool(choice.square or choice.zone) and not grammar_of(state).covers(choice)


def _line_of(state: State, choice: Choice) -> str:
    """Return the text of a choice from outside. Refuse a struct with fields that its verb does not have."""
    grammar = grammar_of(state)
    if not grammar.covers(choice):
        raise TextError(f"{choice.do!r} with these details is nothing one can do in this game")
    return grammar.text(choice)
