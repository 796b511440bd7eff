"""The kernel of every game of the family: a stack of decisions, tokens, hands, points, whose turn it is, how it ends.

A token's location `loc[token]` is a square (>= 0 and < UNDER), UNDER + tile while it lies face down on a room or waits to be
placed there, or one of those in NOWHERE. No random number is ever here: chance decides like a player. What only one
game remembers stands with that game, in a class that extends this one (`board/state.py`).
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine.decisions import CHANCE, frame_kind, frame_who
from dungeon_twister.engine.events import SCORED
from dungeon_twister.engine.setting import COMBAT_CARDS, JUMP_CARDS, Setting

UNDER: Final = 4096
SUPPLY: Final = -1
OUT: Final = -2  # left the maze
GONE: Final = -3  # eliminated or removed
SPARE: Final = -4  # never came into the game
RESCUED: Final = -5  # carried out of the maze (Card Game)
REMOVED: Final = -6  # taken out before the game by a handicap (Card Game)
NOWHERE: Final[dict[int, str]] = {
    SUPPLY: "supply",
    OUT: "out",
    GONE: "gone",
    SPARE: "spare",
    RESCUED: "rescued",
    REMOVED: "removed",
}

WOUNDED: Final = 1
HURT: Final = 2  # wounded this turn (COMBAT-2)
BLOCKED: Final = 4  # healed or regenerated this turn (HEAL-3)
POTION_SHIFT: Final = 3  # above the flags: potion AP (SPEED-2)
FLAGS: Final = 7


class State:
    """What every game remembers at one moment."""

    __slots__ = (
        "active",
        "ap",
        "attacker",
        "chosen",
        "combat_hand",
        "defender",
        "ended",
        "events",
        "fighters",
        "jumps",
        "loc",
        "over",
        "progress",
        "resigned",
        "rooms_left",
        "setting",
        "shown",
        "stack",
        "status",
        "turn",
        "used",
        "vp",
        "winners",
    )

    setting: Setting
    stack: list[int]
    events: list[tuple[int, int, int, int]] | None
    # tokens
    loc: list[int]
    status: list[int]
    # players
    vp: list[int]
    combat_hand: list[int]  # two bits for each value: how many
    used: list[int]  # discarded combat cards, the same way
    jumps: list[int]
    chosen: list[int]  # combat card chosen and not yet revealed
    # turn
    turn: int
    active: int
    ap: int
    shown: bool  # starters are face up (SETUP-6)
    rooms_left: int  # rooms that may still be turned up, as bits
    # the combat under way
    attacker: int
    defender: int
    fighters: int  # participants as bits
    # end
    progress: bool  # something of STALL-5 happened this turn
    resigned: int
    over: bool
    ended: int  # why it is over, of shared/ending.py; 0 while it is not, and where only its end was told of
    winners: int

    def set_up(self, setting: Setting) -> None:
        """A game before anything is decided. (Not __init__: a copy must be able to begin bare.)"""
        players = setting.players
        self.setting = setting
        self.stack = []
        self.events = None
        self.loc = [SUPPLY] * setting.tokens
        self.status = [0] * setting.tokens
        self.vp = [0] * players
        self.combat_hand = [sum(1 << 2 * card for card in COMBAT_CARDS)] * players
        self.used = [0] * players
        self.jumps = [JUMP_CARDS] * players
        self.chosen = [-1] * players
        self.turn = 0
        self.active = 0
        self.ap = 0
        self.shown = False
        self.rooms_left = 0
        self.attacker = -1
        self.defender = -1
        self.fighters = 0
        self.progress = False
        self.resigned = 0
        self.over = False
        self.ended = 0
        self.winners = 0

    def copy(self) -> State:
        """An independent copy."""
        raise NotImplementedError

    def key(self) -> list[list[int]]:
        """Everything the rules remember, as plain lists: equal keys mean equal games."""
        raise NotImplementedError

    def copy_kernel(self, s: State) -> None:
        """Copy this part into another state."""
        s.setting = self.setting
        s.stack = self.stack[:]
        s.events = None
        s.loc = self.loc[:]
        s.status = self.status[:]
        s.vp = self.vp[:]
        s.combat_hand = self.combat_hand[:]
        s.used = self.used[:]
        s.jumps = self.jumps[:]
        s.chosen = self.chosen[:]
        s.turn = self.turn
        s.active = self.active
        s.ap = self.ap
        s.shown = self.shown
        s.rooms_left = self.rooms_left
        s.attacker = self.attacker
        s.defender = self.defender
        s.fighters = self.fighters
        s.progress = self.progress
        s.resigned = self.resigned
        s.over = self.over
        s.ended = self.ended
        s.winners = self.winners

    def kernel_key(self) -> list[list[int]]:
        """Everything this part remembers, as plain lists."""
        return [
            self.stack,
            self.loc,
            self.status,
            self.vp,
            self.combat_hand,
            self.used,
            self.jumps,
            self.chosen,
            [self.turn, self.active, self.ap, int(self.shown), self.rooms_left],
            [self.attacker, self.defender, self.fighters],
            [int(self.progress), self.resigned, int(self.over), self.ended, self.winners],
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

    def has_characters(self, player: int) -> bool:
        """STALL-2: in the maze, on a line, wounded, hidden or not yet placed."""
        for token in self.setting.characters_of[player]:  # noqa: SIM110 - a plain loop is quicker
            if self.loc[token] >= SUPPLY:
                return True
        return False
