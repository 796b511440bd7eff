"""The goal of a puzzle as a test of positions. Any way to the goal counts."""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.learning.puzzles.puzzle import LEAVE, TREASURE
from dungeon_twister.rules.engine import pieces
from dungeon_twister.rules.engine.actions import PASS
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import OUT, State

NOBODY: Final = -1


class PuzzleGoal:
    """The goal of the player who acts in `root`, for the turn that starts or continues there.

    Survival is not a property of one position; the defence decides it (`defence.py`). With `gain`, the goal is to score that
    many points, and nothing else.
    """

    __slots__ = ("_treasures", "_vp", "adapter", "gain", "kind", "me", "token")

    def __init__(self, kind: str, root: State, adapter: GameAdapter, token: int = NOBODY, gain: int = 0) -> None:
        self.kind = kind
        self.adapter = adapter
        self.me = root.active
        self.token = token
        self.gain = gain
        setting = root.setting
        treasures = [one for one in range(setting.tokens) if setting.capabilities[one] & pieces.TREASURE]
        self._treasures = [one for one in treasures if root.loc[one] != OUT]
        self._vp = root.vp

    def reached(self, s: State) -> bool:
        """Return whether the goal is reached in this position, or by ending the turn now."""
        if self.gain:
            return s.vp[self.me] >= self._vp[self.me] + self.gain
        if self.kind == LEAVE:
            return s.loc[self.token] == OUT
        if self.kind == TREASURE:
            return any(s.loc[treasure] == OUT for treasure in self._treasures)
        return self._won(s)

    def _won(self, s: State) -> bool:
        if s.over:
            return won(self.adapter, s, self.me)
        if s.active != self.me or s.decision() != ACT or s.vp == self._vp or PASS not in legal(s):
            return False
        after = s.copy()
        apply(after, PASS)  # a player with enough points may end the turn, and the game with it (END-4)
        return won(self.adapter, after, self.me)


def won(adapter: GameAdapter, s: State, player: int) -> bool:
    """Return whether a player has won, alone or with the team only."""
    if not s.over or not s.winners >> player & 1:
        return False
    return all(adapter.are_allies(player, other) for other in range(s.setting.players) if s.winners >> other & 1)


def lost(adapter: GameAdapter, s: State, player: int) -> bool:
    """Return whether another side has won alone."""
    if not s.over or not s.winners:
        return False
    return not any(adapter.are_allies(player, other) for other in range(s.setting.players) if s.winners >> other & 1)
