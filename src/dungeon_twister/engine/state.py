"""The State of a game: what the rules remember, in flat lists of ints, with a hand-written copy.

A token's location `loc[token]` is a square (>= 0 and < UNDER), UNDER + tile while it lies face down on a room or waits to be
placed there, or one of SUPPLY, OUT, GONE, SPARE. No random number is ever here: chance decides like a player.
"""

from __future__ import annotations

from hashlib import blake2b
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

    def __init__(self, setting: Setting) -> None:
        players, squares = setting.players, setting.plan.squares
        self.setting = setting
        self.maze = Maze(setting.plan)
        self.stack: list[int] = []
        self.events: list[tuple[int, int, int, int]] | None = None
        # tokens
        self.loc = [SUPPLY] * setting.tokens
        self.status = [0] * setting.tokens
        self.stand = [-1] * squares  # the unwounded character on a square, or -1
        self.down = [-1] * squares  # the wounded character
        self.item = [-1] * squares  # the object
        # players
        self.vp = [0] * players
        self.action_hand = [sum(1 << card for card in ACTION_CARDS)] * players  # bits 2 to 5
        self.last_card = [0] * players
        self.combat_hand = [sum(1 << 2 * card for card in COMBAT_CARDS)] * players  # two bits for each value: how many
        self.used = [0] * players  # discarded combat cards, the same way
        self.jumps = [JUMP_CARDS] * players
        self.idle = [0] * players  # turns since the last progress (STALL-6)
        self.chosen = [-1] * players  # combat card chosen and not yet revealed
        # turn
        self.turn = 0
        self.active = 0
        self.ap = 0
        self.highest = 1  # highest action card played so far (TURN-5)
        self.shown = False  # starters are face up (SETUP-6)
        self.rooms_left = 0  # rooms that may still be turned up, as bits
        # the journey under way
        self.mover = -1
        self.load = -1
        self.at = -1
        self.steps = 0
        self.mode = MOVING
        self.moved = False
        self.seen = 0  # loads held since the last step, as bits (CARRY-19)
        self.ropes_lay: list[int] = []  # where the ropes were when the action began (PIT-5)
        # the combat under way
        self.attacker = -1
        self.defender = -1
        self.fighters = 0  # participants as bits
        # end
        self.progress = False  # something of STALL-5 happened this turn
        self.reached = 0  # who reached the target first, as bits (END-4)
        self.resigned = 0
        self.over = False
        self.winners = 0

    def copy(self) -> State:
        """An independent copy; the maze is shared because it is never changed in place."""
        s = State.__new__(State)
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

    def digest(self) -> str:
        """A short hash of the key; records carry it to prove a replay."""
        return blake2b(repr(self.key()).encode(), digest_size=8).hexdigest()

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

    def bearer_of(self, token: int) -> int:
        """The unwounded character that carries a lying token, or -1: carrying is sharing the square (CARRY-2)."""
        square = self.loc[token]
        return self.stand[square] if 0 <= square < UNDER else -1

    def has_characters(self, player: int) -> bool:
        """STALL-2: in the maze, on a line, wounded, hidden or not yet placed."""
        loc = self.loc
        return any(loc[token] >= SUPPLY for token in self.setting.characters_of[player])
