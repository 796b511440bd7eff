"""The effects of a time-out (OPT-1). The host keeps the clock and reports when the time is over."""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD, JOINING
from dungeon_twister.rules.engine.board.reveal import hand_over_placing
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.board.travel import handle, stop, travel_choices
from dungeon_twister.rules.engine.board.travel import step as take_step
from dungeon_twister.rules.engine.board.turns import card_choices, end_turn, play_card
from dungeon_twister.rules.engine.decisions import ACT, CHOOSE_COMBAT, PLACE_TOKENS, TRAVEL
from dungeon_twister.rules.engine.events import TIMED_OUT
from dungeon_twister.rules.engine.refusals import LEGAL, NO_CLOCK
from dungeon_twister.rules.engine.state import FLAGS


def refuse_timeout(s: BoardState) -> int:
    """OPT-1: only with the timer on, and not in the setup, which has no limit."""
    running = s.decision() in (ACT, TRAVEL, CHOOSE_CARD, PLACE_TOKENS, CHOOSE_COMBAT, JOINING)
    return LEGAL if s.setting.options.timer and running else NO_CLOCK


def time_out_turn(s: BoardState) -> None:
    """OPT-1a: without a card, play the lowest one; end a journey on the spot if it has not taken a step, otherwise by the
    shortest way; unspent points lapse."""
    turn = s.turn
    s.note(TIMED_OUT, s.active)
    if s.decision() == CHOOSE_CARD:
        play_card(s, actions.first_of(card_choices(s)[0]))
    if s.decision() == TRAVEL:
        if not s.moved:
            stop(s)
        else:
            for choice in shortest_end(s):
                _follow(s, choice)
    if not s.over and s.turn == turn:
        _forget_points(s)
        end_turn(s)


def _forget_points(s: BoardState) -> None:
    for token in s.setting.characters_of[s.active]:
        s.unmark(token, ~FLAGS)


def time_out_placing(s: BoardState) -> None:
    """OPT-1: let the other player of the reveal place the rest."""
    s.note(TIMED_OUT, s.decider())
    hand_over_placing(s)


def shortest_end(s: BoardState) -> list[int]:
    """Return the shortest legal sequence of choices that ends the journey, the first in order among equals."""
    paths: list[tuple[BoardState, list[int]]] = [(s, [])]
    while True:
        longer: list[tuple[BoardState, list[int]]] = []
        for state, path in paths:
            choices = travel_choices(state)
            if actions.STOP in choices:
                return [*path, actions.STOP]
            for choice in choices:
                probe = state.copy()
                _follow(probe, choice)
                if probe.decision() != TRAVEL or probe.mover != s.mover:
                    return [*path, choice]
                longer.append((probe, [*path, choice]))
        paths = longer


def _follow(s: BoardState, choice: int) -> None:
    kind = actions.kind_of(choice)
    if kind == actions.STEP:
        take_step(s, actions.second_of(choice))
    elif kind == actions.STOP:
        stop(s)
    else:
        handle(s, choice)


def answer_time(s: BoardState) -> int:
    """OPT-1: return the seconds for placing tokens and for combats; other decisions use the turn's time."""
    timer, decision = s.setting.options.timer, s.decision()
    if decision == PLACE_TOKENS:
        return timer[2]
    return timer[3] if decision in (CHOOSE_COMBAT, JOINING) else 0
