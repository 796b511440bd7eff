"""Conditions of missions: what is asked, and how far the learner is. Each is a line of words.

Aims are reached once and for all; limits must not be broken until then.

win             win the game
points 3        have so many victory points
leave 2         so many of your characters leave the maze
bring bC        this character leaves, on its own feet or carried
treasure        one of your characters leaves with a Treasure
eliminate 2     so many characters of the others are eliminated
hold 4          so many of your turns are over, and the turns of the others after them
turns 6         you need at most so many of your turns
lost 1          at most so many of your characters are eliminated
keep bC         this character is not eliminated
unhurt          none of your characters is wounded or eliminated
rivals 1        nobody else has more victory points
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dungeon_twister.game.session import PlayedChoice
from dungeon_twister.rules.engine import pieces
from dungeon_twister.rules.engine.events import ELIMINATED, LEFT_MAZE, TURN_BEGAN, TURN_ENDED, WOUNDED
from dungeon_twister.rules.engine.state import GONE, OUT, RESCUED, SUPPLY, State

# kinds of conditions
WIN: Final = "win"
POINTS: Final = "points"
LEAVE: Final = "leave"
BRING: Final = "bring"
TREASURE: Final = "treasure"
ELIMINATE: Final = "eliminate"
HOLD: Final = "hold"
TURNS: Final = "turns"
LOST: Final = "lost"
KEEP: Final = "keep"
UNHURT: Final = "unhurt"
RIVALS: Final = "rivals"

AIMS: Final = (WIN, POINTS, LEAVE, BRING, TREASURE, ELIMINATE, HOLD)
LIMITS: Final = (TURNS, LOST, KEEP, UNHURT, RIVALS)
WITH_TOKEN: Final = (BRING, KEEP)
ALONE: Final = (WIN, TREASURE, UNHURT)
MOST: Final = 60
FROM_ZERO: Final = (LOST, RIVALS)

# states of a condition
OPEN: Final = "open"  # an aim to be reached, or a limit that holds so far
DONE: Final = "done"
FAILED: Final = "failed"


@dataclass(frozen=True, slots=True)
class MissionCondition:
    """One condition: its kind, and the number or the token that belongs to it."""

    kind: str
    number: int = 0
    token: str = ""

    @property
    def aim(self) -> bool:
        """Return whether it is something to reach, not a limit."""
        return self.kind in AIMS

    def __str__(self) -> str:
        return " ".join(word for word in (self.kind, self.token or str(self.number if self.kind not in ALONE else "")) if word)


@dataclass(frozen=True, slots=True)
class ConditionProgress:
    """A condition at one moment: its state, and how far its number has been counted."""

    condition: MissionCondition
    state: str
    count: int


def read_condition(text: str) -> MissionCondition:
    """Parse a condition. Raise ValueError with what is wrong."""
    kind, *rest = text.split() or [""]
    if kind not in AIMS and kind not in LIMITS:
        raise ValueError(f"{text!r} is no condition: it begins with one of {', '.join((*AIMS, *LIMITS))}")
    if kind in ALONE:
        if rest:
            raise ValueError(f"in {text!r} nothing follows {kind}")
        return MissionCondition(kind)
    if len(rest) != 1:
        raise ValueError(f"in {text!r} one word should follow {kind}")
    if kind in WITH_TOKEN:
        return MissionCondition(kind, token=rest[0])
    least = 0 if kind in FROM_ZERO else 1
    if not (rest[0].isascii() and rest[0].isdecimal()) or not least <= int(rest[0]) <= MOST:
        raise ValueError(f"in {text!r} a number from {least} to {MOST} should follow {kind}")
    return MissionCondition(kind, int(rest[0]))


class MissionTally:
    """Counts what conditions ask about, from the first position of a mission on."""

    def __init__(self, state: State, learner: int) -> None:
        setting = state.setting
        self.learner = learner
        self._own = list(setting.tokens_of[learner])
        self._characters = [token for token in self._own if setting.is_character[token]]
        self._others = [
            token for token in range(setting.tokens) if setting.is_character[token] and token not in self._characters
        ]
        self._treasures = [token for token in range(setting.tokens) if setting.capabilities[token] & pieces.TREASURE]
        self._treasures = [token for token in self._treasures if state.loc[token] >= SUPPLY]
        self._out_before = self._out(state)
        self._lost_before = _eliminated(state, self._characters)
        self._felled_before = _eliminated(state, self._others)
        self.turns = 0  # own turns that are over
        self.playing = state.active == learner  # whether an own turn is under way
        self.treasure = False
        self.hurt = False

    def note(self, moments: Sequence[PlayedChoice], state: State) -> None:
        """Count what has just happened. `state` is the position after it."""
        left = False
        for moment in moments:
            for kind, first, *_ in moment.events:
                if kind in (TURN_BEGAN, TURN_ENDED) and first == self.learner:
                    self.playing = kind == TURN_BEGAN
                    self.turns += kind == TURN_ENDED
                elif kind == LEFT_MAZE:
                    left = left or first in self._characters
                elif kind in (WOUNDED, ELIMINATED):
                    self.hurt = self.hurt or first in self._characters
        gone = [token for token in self._treasures if state.loc[token] == OUT]
        self.treasure = self.treasure or bool(left and gone)
        self._treasures = [token for token in self._treasures if token not in gone]

    def progress(self, condition: MissionCondition, state: State) -> ConditionProgress:
        """Return how far a condition is. A limit stays open until it is broken."""
        count = int(self._count(condition, state))
        if condition.aim:
            done = count >= self._wanted(condition)
            lost = not done and (state.over or not self._possible(condition, state, count))
        else:
            done, lost = False, count > self._wanted(condition)
        return ConditionProgress(condition, DONE if done else FAILED if lost else OPEN, count)

    def time_is_up(self, condition: MissionCondition) -> bool:
        """Return whether the last turn that a limit allows is over."""
        return condition.kind == TURNS and not self.playing and self.turns >= condition.number

    def _wanted(self, condition: MissionCondition) -> int:
        if condition.kind in (KEEP, UNHURT):
            return 0
        return condition.number or condition.aim

    def _count(self, condition: MissionCondition, state: State) -> int:
        """Return the number that is compared with that of the condition."""
        kind = condition.kind
        if kind == WIN:
            return self._won(state)
        if kind == POINTS:
            return state.vp[self.learner]
        if kind == LEAVE:
            return self._out(state) - self._out_before
        if kind == TREASURE:
            return self.treasure
        if kind == ELIMINATE:
            return _eliminated(state, self._others) - self._felled_before
        if kind == HOLD:  # a turn counts when the others have answered it
            return condition.number if self._won(state) else max(0, self.turns - (not self.playing))
        if kind == TURNS:
            return self.turns + self.playing
        if kind == LOST:
            return _eliminated(state, self._characters) - self._lost_before
        if kind == UNHURT:
            return self.hurt
        if kind == RIVALS:
            return max(points for player, points in enumerate(state.vp) if player != self.learner)
        place = state.loc[state.setting.names.index(condition.token)]
        return place in (OUT, RESCUED) if kind == BRING else place == GONE

    def _possible(self, condition: MissionCondition, state: State, count: int) -> bool:
        """Return whether an aim can still be reached, as far as the tokens in play tell."""
        kind = condition.kind
        if kind == LEAVE:
            return count + _in_play(state, self._characters) >= condition.number
        if kind == ELIMINATE:
            return count + _in_play(state, self._others) >= condition.number
        if kind == TREASURE:
            return any(state.loc[token] >= SUPPLY for token in self._treasures)
        if kind == BRING:
            return state.loc[state.setting.names.index(condition.token)] >= SUPPLY
        return True

    def _won(self, state: State) -> bool:
        return state.over and state.winners == 1 << self.learner

    def _out(self, state: State) -> int:
        return sum(state.loc[token] in (OUT, RESCUED) for token in self._characters)


def _eliminated(state: State, tokens: Sequence[int]) -> int:
    return sum(state.loc[token] == GONE for token in tokens)


def _in_play(state: State, tokens: Sequence[int]) -> int:
    return sum(state.loc[token] >= SUPPLY for token in tokens)
