"""The effects of a time-out (OPT-1 to OPT-6). The host keeps the clock and reports whose time is over."""

from __future__ import annotations

from dungeon_twister.rules.engine.card.acting import pass_turn
from dungeon_twister.rules.engine.card.decisions import NAMING, RAGING
from dungeon_twister.rules.engine.card.duel import announce, card_forced, name
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.reveal import shares
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.travel import stop
from dungeon_twister.rules.engine.decisions import ACT, CHANCE, CHOOSE_COMBAT, PLACE_TOKENS, TRAVEL, frame, frame_argument
from dungeon_twister.rules.engine.events import TIMED_OUT
from dungeon_twister.rules.engine.refusals import LEGAL, NO_CLOCK


def refuse_timeout(s: CardState) -> int:
    """OPT-1, OPT-7: only with the timer on, and not in the setup."""
    running = s.decision() in (ACT, TRAVEL, PLACE_TOKENS, RAGING, NAMING, CHOOSE_COMBAT) and s.decider() != CHANCE
    return LEGAL if s.setting.options.timer and running else NO_CLOCK


def time_out(s: CardState) -> int:
    """Make the default choice of the decision (ENG-1). Return the combat card to lay, or -1 if none is to be laid.

    When the active player's turn clock has run out, the turn ends with the current action (OPT-1, OPT-3).
    """
    player, decision = s.decider(), s.decision()
    s.note(TIMED_OUT, player)
    if player == s.active and not (decision == CHOOSE_COMBAT and _lays_second(s)):
        s.late = True
    if decision == CHOOSE_COMBAT:
        return card_forced(s, player)  # +0 unless a card is forced (OPT-5)
    if decision == RAGING:
        announce(s, 1)
    elif decision == NAMING:
        name(s, 0)
    elif decision == PLACE_TOKENS:
        _time_out_placing(s)
    else:
        if decision == TRAVEL:
            _break_off_journey(s)
        if not s.over:
            pass_turn(s)
    return -1


def finish_late_cards(s: CardState) -> int:
    """OPT-6: after the end of the turn's time, name nothing and return the card of OPT-5, or -1 if the player is not asked.

    A player who sees the other's cards first still has 5 extra seconds (OPT-5).
    """
    if not s.late or s.decider() != s.active:
        return -1
    if s.decision() == NAMING:
        name(s, 0)
    if s.decision() == CHOOSE_COMBAT and s.decider() == s.active and not _lays_second(s):
        return card_forced(s, s.active)
    return -1


def _lays_second(s: CardState) -> bool:
    """OPT-5: Return whether the active player lays second, which has a time limit of 5 seconds, apart from the turn's time."""
    return s.chosen[opponent(s.active)] >= 0


def _break_off_journey(s: CardState) -> None:
    """OPT-3: restore the last moment at which the journey could have ended; before such a moment it does not take place."""
    before, events = s.before, s.events
    assert before is not None
    before.copy_to(s)
    s.events = events
    s.before = None
    s.late = True
    if s.mover >= 0:
        stop(s)


def _time_out_placing(s: CardState) -> None:
    """OPT-4: the active player may take over the opponent's share; cards left when the turn's time is over are placed at
    random."""
    tile = frame_argument(s.stack[-1])
    first, _ = shares(s, tile)
    takes_over = not first and s.decider() != s.active and not s.late
    s.stack[-1] = frame(PLACE_TOKENS, s.active if takes_over else CHANCE, tile)


def answer_time(s: CardState) -> int:
    """OPT-1, OPT-5: return the seconds of a player whose turn it is not, and of a second combat card."""
    timer, decision, who = s.setting.options.timer, s.decision(), s.decider()
    if who != s.active:
        return timer[1] if decision == PLACE_TOKENS else timer[2]
    answers = decision == CHOOSE_COMBAT and s.chosen[opponent(who)] >= 0  # OPT-5
    return timer[2] if answers else 0
