"""The State of a game: what the rules remember, in flat lists of ints, with a hand-written copy.

A token's location `loc[token]` is a square (>= 0 and < UNDER), UNDER + tile while it lies face down on a room or waits to be
placed there, or one of SUPPLY, OUT, GONE, SPARE. No random number is ever here: chance decides like a player.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine.decisions import CHANCE, frame_kind, frame_who
from dungeon_twister.engine.events import SCORED
from dungeon_twister.engine.setting import ACTION_CARDS, COMBAT_CARDS, JUMP_CARDS, Setting
from dungeon_twister.geometry.maze import Maze

UNDER: Final = 4096
SUPPLY: Final = -1
OUT: Final = -2  # left the maze
GONE: Final = -3  # eliminated or removed
SPARE: Final = -4  # never came into the game

WOUNDED: Final = 1
HURT: Final = 2  # wounded this turn (COMBAT-2)
BLOCKED: Final = 4  # healed or regenerated this turn (HEAL-3)
POTION_SHIFT: Final = 3  # above the flags: potion AP (SPEED-2)
FLAGS: Final = 7

MOVING: Final = 0
JUMPING: Final = 1
WALL_WALKING: Final = 2


class State:
    """One game at one moment."""

    __slots__ = (
        "action_hand",
        "active",
        "ap",
        "at",
        "attacker",
        "chosen",
        "combat_hand",
        "defender",
        "down",
        "events",
        "fighters",
        "highest",
        "idle",
        "item",
        "jumps",
        "last_card",
        "load",
        "loc",
        "maze",
        "mode",
        "moved",
        "mover",
        "over",
        "progress",
        "reached",
        "resigned",
        "rooms_left",
        "ropes_lay",
        "seen",
        "setting",
        "shown",
        "stack",
        "stand",
        "status",
        "steps",
        "turn",
        "used",
        "vp",
        "winners",
    )

    setting: Setting
    maze: Maze
    stack: list[int]
    events: list[tuple[int, int, int, int]] | None
    # tokens
    loc: list[int]
    status: list[int]
    stand: list[int]  # the unwounded character on a square; negative: nobody
    down: list[int]  # the wounded character
    item: list[int]  # the object
    # players
    vp: list[int]
    action_hand: list[int]  # bits 2 to 5
    last_card: list[int]
    combat_hand: list[int]  # two bits for each value: how many
    used: list[int]  # discarded combat cards, the same way
    jumps: list[int]
    idle: list[int]  # turns since the last progress (STALL-6)
    chosen: list[int]  # combat card chosen and not yet revealed
    # turn
    turn: int
    active: int
    ap: int
    highest: int  # highest action card played so far (TURN-5)
    shown: bool  # starters are face up (SETUP-6)
    rooms_left: int  # rooms that may still be turned up, as bits
    # the journey under way
    mover: int
    load: int
    at: int
    steps: int
    mode: int
    moved: bool
    seen: int  # loads held since the last step, as bits (CARRY-19)
    ropes_lay: list[int]  # where the ropes were when the action began (PIT-5)
    # the combat under way
    attacker: int
    defender: int
    fighters: int  # participants as bits
    # end
    progress: bool  # something of STALL-5 happened this turn
    reached: int  # who reached the target first, as bits (END-4)
    resigned: int
    over: bool
    winners: int

    @staticmethod
    def fresh(setting: Setting) -> State:
        """A game before anything is decided. (A method of its own, not __init__: so `copy` can make a bare State.)"""
        players, squares = setting.players, setting.plan.squares
        s = State()
        s.setting = setting
        s.maze = Maze.face_down(setting.plan)
        s.stack = []
        s.events = None
        s.loc = [SUPPLY] * setting.tokens
        s.status = [0] * setting.tokens
        empty = [~square for square in range(squares)]  # any negative number; distinct ones copy faster than one shared -1
        s.stand = empty[:]
        s.down = empty[:]
        s.item = empty[:]
        s.vp = [0] * players
        s.action_hand = [sum(1 << card for card in ACTION_CARDS)] * players
        s.last_card = [0] * players
        s.combat_hand = [sum(1 << 2 * card for card in COMBAT_CARDS)] * players
        s.used = [0] * players
        s.jumps = [JUMP_CARDS] * players
        s.idle = [0] * players
        s.chosen = [-1] * players
        s.turn = 0
        s.active = 0
        s.ap = 0
        s.highest = 1
        s.shown = False
        s.rooms_left = 0
        s.forget_journey()
        s.ropes_lay = []
        s.attacker = -1
        s.defender = -1
        s.fighters = 0
        s.progress = False
        s.reached = 0
        s.resigned = 0
        s.over = False
        s.winners = 0
        return s

    def copy(self) -> State:
        """An independent copy; the maze is shared because it is never changed in place."""
        s = State()
        s.setting = self.setting
        s.maze = self.maze
        s.stack = self.stack[:]
        s.events = None
        s.loc = self.loc[:]
        s.status = self.status[:]
        s.stand = self.stand[:]
        s.down = self.down[:]
        s.item = self.item[:]
        s.vp = self.vp[:]
        s.action_hand = self.action_hand[:]
        s.last_card = self.last_card[:]
        s.combat_hand = self.combat_hand[:]
        s.used = self.used[:]
        s.jumps = self.jumps[:]
        s.idle = self.idle[:]
        s.chosen = self.chosen[:]
        s.turn = self.turn
        s.active = self.active
        s.ap = self.ap
        s.highest = self.highest
        s.shown = self.shown
        s.rooms_left = self.rooms_left
        s.mover = self.mover
        s.load = self.load
        s.at = self.at
        s.steps = self.steps
        s.mode = self.mode
        s.moved = self.moved
        s.seen = self.seen
        s.ropes_lay = self.ropes_lay  # replaced, never changed in place
        s.attacker = self.attacker
        s.defender = self.defender
        s.fighters = self.fighters
        s.progress = self.progress
        s.reached = self.reached
        s.resigned = self.resigned
        s.over = self.over
        s.winners = self.winners
        return s

    def key(self) -> list[list[int]]:
        """Everything the rules remember, as plain lists: equal keys mean equal games."""
        return [
            self.maze.key(),
            self.stack,
            self.loc,
            self.status,
            self.vp,
            self.action_hand,
            self.last_card,
            self.combat_hand,
            self.used,
            self.jumps,
            self.idle,
            self.chosen,
            self.ropes_lay if self.mover >= 0 else [],
            [self.turn, self.active, self.ap, self.highest, int(self.shown), self.rooms_left],
            [self.mover, self.load, self.at, self.steps, self.mode, int(self.moved), self.seen],
            [self.attacker, self.defender, self.fighters],
            [int(self.progress), self.reached, self.resigned, int(self.over), self.winners],
        ]

    # -- small questions and small changes that every chapter needs ------------------------------------------------------

    def decision(self) -> int:
        """The kind of the decision on top of the stack; -1 when the game is over."""
        return -1 if self.over else frame_kind(self.stack[-1])

    def decider(self) -> int:
        """Who decides now: a player, or CHANCE."""
        return CHANCE if self.over else frame_who(self.stack[-1])

    def note(self, kind: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        """Tell whoever listens what happened."""
        if self.events is not None:
            self.events.append((kind, a, b, c))

    def score(self, player: int, points: int) -> None:
        """Victory points are public and count as progress (SCORE-2, STALL-5)."""
        if points and player >= 0:
            self.vp[player] += points
            self.progress = True
            self.note(SCORED, player, points)

    def forget_journey(self) -> None:
        """Nobody is on the way."""
        self.mover = -1
        self.load = -1
        self.at = -1
        self.steps = 0
        self.mode = MOVING
        self.moved = False
        self.seen = 0

    def has_characters(self, player: int) -> bool:
        """STALL-2: in the maze, on a line, wounded, hidden or not yet placed."""
        for token in self.setting.characters_of[player]:  # noqa: SIM110 - a plain loop is quicker
            if self.loc[token] >= SUPPLY:
                return True
        return False
