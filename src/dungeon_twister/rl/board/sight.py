"""What a seat of the board game was shown last, and what that was made from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dungeon_twister.rl.layers import Sight
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.geometry.maze import Maze

if TYPE_CHECKING:
    from dungeon_twister.rules.geometry.hashing import i64

MOST_PLAYERS: Final = 4


def _flags(s: BoardState) -> int:
    return (s.resigned << MOST_PLAYERS | s.reached) << MOST_PLAYERS | s.winners


class BoardSight(Sight):
    """What the pieces were made from: the lists of a state are never changed in place, but for where the tokens are."""

    def __init__(self, viewer: int) -> None:
        super().__init__(viewer)
        self.shown = False
        self.maze: Maze | None = None
        self.painted: Maze | None = None  # by a canvas
        self.kept: i64 = 0
        self.places: list[int] = []
        self.marks: list[int] = []
        self.left: list[int] = []
        self.forget_rows()

    def note_left(self, left: list[int]) -> None:
        """For each player how many tokens are not in the maze; it is a part of his row."""
        if self.left != left:
            self.left = left
            self.forget_rows()

    def forget_rows(self) -> None:
        """Those of the turn, rooms, doors and players are to be made anew."""
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
        """The rows of the players are those of a state; what they say of a combat holds for no other."""
        self.flags = -1 if fighting else _flags(s)
        self.vp = s.vp
        self.combat_hand = s.combat_hand
        self.used = s.used
        self.jumps = s.jumps
        self.action_hand = s.action_hand
        self.last_card = s.last_card
        self.idle = s.idle

    def has_rows(self, s: BoardState) -> bool:
        """Are the rows of the players as in a state without a combat?"""
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
        """Is a player's row?"""
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
