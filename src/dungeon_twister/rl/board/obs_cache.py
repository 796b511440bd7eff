"""Cache of the latest observation of a seat of the board game, with its inputs.

Without it a step of an environment takes 1.5 to 1.7 times as long (docs/data/caches.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dungeon_twister.rl.observation import ObservationCache
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.geometry.maze import Maze
from dungeon_twister.rules.geometry.rows import numbers_of

if TYPE_CHECKING:
    from dungeon_twister.rules.geometry.vectors import i64

MOST_PLAYERS: Final = 4


def _flags(s: BoardState) -> int:
    return (s.resigned << MOST_PLAYERS | s.reached) << MOST_PLAYERS | s.winners


class BoardObservationCache(ObservationCache):
    """The inputs of the cached pieces. The lists of a state never change in place, except the places of the tokens."""

    def __init__(self, viewer: int) -> None:
        super().__init__(viewer)
        self.shown = False
        self.maze: Maze | None = None
        self.kept: i64 = 0
        self.places = numbers_of([])
        self.marks: list[int] = []
        self.left: list[int] = []
        self.forget_rows()

    def note_left(self, left: list[int]) -> None:
        """Store the number of tokens outside the maze of each player, which is part of the player's row."""
        if self.left != left:
            self.left = left
            self.forget_rows()

    def forget_rows(self) -> None:
        """Invalidate the rows of the turn, rooms, doors and players."""
        self.turn = -1
        self.rooms_left = -1
        self.doors: list[int] | None = None
        self.flags = -1
        self.vp: list[int] = []
        self.combat_hand: list[int] = []
        self.used: list[int] = []
        self.jumps: list[int] = []
        self.action_hand: list[int] = []
        self.last_card: list[int] = []
        self.idle: list[int] = []

    def note_rows(self, s: BoardState, fighting: bool) -> None:
        """Store the inputs of the rows of the players. During a combat the rows are not reusable."""
        self.flags = -1 if fighting else _flags(s)
        self.vp = s.vp
        self.combat_hand = s.combat_hand
        self.used = s.used
        self.jumps = s.jumps
        self.action_hand = s.action_hand
        self.last_card = s.last_card
        self.idle = s.idle

    def has_rows(self, s: BoardState) -> bool:
        """Return whether the cached rows of the players hold for a state without a combat."""
        return (
            self.action_hand is s.action_hand
            and self.last_card is s.last_card
            and self.idle is s.idle
            and self.jumps is s.jumps
            and self.vp is s.vp
            and self.combat_hand is s.combat_hand
            and self.used is s.used
            and self.flags == _flags(s)
        )

    def has_row(self, s: BoardState, player: int) -> bool:
        """Return whether the cached row of a player holds."""
        return (
            self.flags == _flags(s)
            and self.action_hand[player] == s.action_hand[player]
            and self.last_card[player] == s.last_card[player]
            and self.idle[player] == s.idle[player]
            and self.jumps[player] == s.jumps[player]
            and self.vp[player] == s.vp[player]
            and self.combat_hand[player] == s.combat_hand[player]
            and self.used[player] == s.used[player]
        )
