"""The time limits of the rules (OPT-1): how long a decision may take, and the time left in a turn."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.decisions import JOINING
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.decisions import CHOOSE_COMBAT, PLACE_TOKENS
from dungeon_twister.rules.engine.game import why_not
from dungeon_twister.rules.engine.state import POTION_SHIFT, State


class TurnClock:
    """The time left in the current turn of one game. It runs only while a person is asked."""

    def __init__(self) -> None:
        self.turn = (-1, -1)
        self.remaining = 0.0
        self.drank = False

    def limit(self, state: State) -> float | None:
        """Return the seconds for the current decision, or None if there is no limit."""
        if why_not(state, actions.TIMEOUT) is not None:
            return None
        timer = state.setting.options.timer
        if self.turn != (state.turn, state.active):
            self.turn, self.remaining, self.drank = (state.turn, state.active), float(timer[0]), False
        if not self.drank and any(status >> POTION_SHIFT for status in state.status):
            self.remaining += POTION_TIME.of(state)(timer)
            self.drank = True
        return ANSWER_TIME.of(state)(state) or self.remaining

    def spend(self, state: State, seconds: float) -> None:
        """Subtract the time of a decision, made in this state, from the turn; answers have a time limit of their own."""
        if self.turn == (state.turn, state.active) and not ANSWER_TIME.of(state)(state):
            self.remaining = max(0.0, self.remaining - seconds)


def _board_reaction(state: State) -> int:
    timer, decision = state.setting.options.timer, state.decision()
    if decision == PLACE_TOKENS:
        return timer[2]
    return timer[3] if decision in (CHOOSE_COMBAT, JOINING) else 0


def _card_reaction(state: State) -> int:
    timer, decision, who = state.setting.options.timer, state.decision(), state.decider()
    if who != state.active:
        return timer[1] if decision == PLACE_TOKENS else timer[2]
    answers = decision == CHOOSE_COMBAT and state.chosen[opponent(who)] >= 0  # OPT-5
    return timer[2] if answers else 0


def _board_potion(timer: list[int]) -> int:
    return timer[1]


def _card_potion(timer: list[int]) -> int:
    return 0


# the time limit in seconds of a decision with a limit of its own; 0: the decision uses the turn's time
ANSWER_TIME: Final = ByEdition(_board_reaction, _card_reaction)
POTION_TIME: Final = ByEdition(_board_potion, _card_potion)  # seconds that a Speed Potion adds to the turn (OPT-1)
