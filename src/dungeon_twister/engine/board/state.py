"""What the board game remembers besides the kernel: the maze, who is on which square, action cards, the journey under way."""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine.board.setting import ACTION_CARDS, BoardSetting
from dungeon_twister.engine.state import State
from dungeon_twister.geometry.maze import Maze

MOVING: Final = 0
JUMPING: Final = 1
WALL_WALKING: Final = 2
MODES: Final = ("move", "jump", "wall")


class BoardState(State):
    """One board game at one moment, in flat lists of ints, with a hand-written copy."""

    __slots__ = (
        "action_hand",
        "asked",
        "at",
        "board_setting",
        "doors",
        "down",
        "highest",
        "idle",
        "item",
        "last_card",
        "load",
        "maze",
        "mode",
        "moved",
        "mover",
        "reached",
        "ropes_lay",
        "seen",
        "sides",
        "stand",
        "steps",
    )

    board_setting: BoardSetting  # the same object as `setting`
    maze: Maze
    # squares
    stand: list[int]  # the unwounded character on a square; negative: nobody
    down: list[int]  # the wounded character
    item: list[int]  # the object
    # action cards
    action_hand: list[int]  # bits 2 to 5
    last_card: list[int]
    highest: int  # highest action card played so far (TURN-5)
    # the end
    idle: list[int]  # turns since the last progress, for each player (STALL-6)
    reached: int  # who reached the target first, as bits (END-4)
    # scenarios
    doors: list[int]  # whose exit each line has become by the deal (DOOR-6), or empty; replaced, never changed in place
    sides: list[int]  # in a combat with allies: on which side each player is; the same (ALLY-22)
    asked: list[int]  # which sides were open to each player when he was asked, as bits; the same
    # the journey under way
    mover: int
    load: int
    at: int
    steps: int
    mode: int
    moved: bool
    seen: int  # loads held since the last step, as bits (CARRY-19)
    ropes_lay: list[int]  # where the ropes were when the action began (PIT-5)

    @staticmethod
    def fresh(setting: BoardSetting) -> BoardState:
        """A game before anything is decided."""
        s = BoardState()
        s.set_up(setting)
        s.board_setting = setting
        s.maze = Maze.face_down(setting.plan)
        # any negative number means empty; distinct ones copy faster than one shared -1
        empty = [~square for square in range(setting.plan.squares)]
        s.stand = empty[:]
        s.down = empty[:]
        s.item = empty[:]
        s.action_hand = [sum(1 << card for card in ACTION_CARDS)] * setting.players
        s.last_card = [0] * setting.players
        s.highest = 1
        s.idle = [0] * setting.players
        s.reached = 0
        s.doors = []
        s.sides = []
        s.asked = []
        s.ropes_lay = []
        s.forget_journey()
        return s

    def copy(self) -> BoardState:
        """An independent copy; the maze is shared because it is never changed in place."""
        s = BoardState()
        self.copy_kernel(s)
        s.board_setting = self.board_setting
        s.maze = self.maze
        s.stand = self.stand[:]
        s.down = self.down[:]
        s.item = self.item[:]
        s.action_hand = self.action_hand[:]
        s.last_card = self.last_card[:]
        s.highest = self.highest
        s.idle = self.idle[:]
        s.reached = self.reached
        s.doors = self.doors
        s.sides = self.sides
        s.asked = self.asked
        s.mover = self.mover
        s.load = self.load
        s.at = self.at
        s.steps = self.steps
        s.mode = self.mode
        s.moved = self.moved
        s.seen = self.seen
        s.ropes_lay = self.ropes_lay  # replaced, never changed in place
        return s

    def key(self) -> list[list[int]]:
        """Everything the rules remember, as plain lists: equal keys mean equal games."""
        return [
            *self.kernel_key(),
            self.maze.key(),
            self.idle,
            self.action_hand,
            self.last_card,
            self.doors,
            self.sides,
            self.asked,
            self.ropes_lay if self.mover >= 0 else [],
            [self.reached, self.highest, self.mover, self.load, self.at, self.steps, self.mode, int(self.moved), self.seen],
        ]

    def forget_journey(self) -> None:
        """Nobody is on the way."""
        self.mover = -1
        self.load = -1
        self.at = -1
        self.steps = 0
        self.mode = MOVING
        self.moved = False
        self.seen = 0


def board_of(state: State) -> BoardState:
    """The state of a board game as what it is, for those who know no other game."""
    assert isinstance(state, BoardState)
    return state
