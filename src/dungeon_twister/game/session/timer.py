"""The time limits of the rules (OPT-1): how long a decision may take, and the time left in a turn."""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.game import why_not
from dungeon_twister.rules.engine.rules import rules_of
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
            self.remaining += rules_of(state.setting).potion_time(timer)
            self.drank = True
        return rules_of(state.setting).answer_time(state) or self.remaining

    def spend(self, state: State, seconds: float) -> None:
        """Subtract the time of a decision, made in this state, from the turn; answers have a time limit of their own."""
        if self.turn == (state.turn, state.active) and not rules_of(state.setting).answer_time(state):
            self.remaining = max(0.0, self.remaining - seconds)
