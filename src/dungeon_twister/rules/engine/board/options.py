"""The named options of the board game (OPT-7) and their values."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.options import (
    END_TURN,
    SHARED_CHOICES,
    SHARED_NAMES,
    OptionError,
    Options,
    fewer_of,
    no_such_option,
    one_of,
    whole,
)

FINISH_TURN: Final = 0
IMMEDIATE: Final = 1
DRAW: Final = 0
FIRST_TO_TARGET: Final = 1
ANY_SHAPE: Final = 0
STRAIGHT: Final = 1

CHOICES: Final[dict[str, list[str]]] = {
    "endRule": ["finishTurn", "immediate"],
    "tieBreak": ["draw", "firstToTarget"],
    "jumpShape": ["any", "straight"],
    **SHARED_CHOICES,
    "simplified": ["no", "yes"],
}
NAMES: Final = (*CHOICES, *SHARED_NAMES, "stallLimit", "target", "pairs")
BY_CHANCE: Final = "random"  # who chooses the pairs of rooms (OPT-8)
BY_PLAYERS: Final = "players"
FOR_TWO: Final = ("simplified",)  # MP-18
FOR_A_TARGET: Final = ("endRule", "tieBreak", "stallLimit")  # without effect in a game with a fixed number of turns (RACE-11)
TARGETS: Final = (5, 8)  # with two players (OPT-5)
LEVELS: Final = ("beginner", "advanced", "good", "experienced", "very-experienced")
# OPT-6: (stronger, weaker) -> how many characters fewer the stronger player has and which combat cards he loses.
HANDICAPS: Final[dict[tuple[str, str], tuple[int, str]]] = {
    ("very-experienced", "experienced"): (2, ""),
    ("very-experienced", "good"): (3, ""),
    ("very-experienced", "advanced"): (2, "56"),
    ("very-experienced", "beginner"): (3, "56"),
    ("experienced", "good"): (2, ""),
    ("experienced", "advanced"): (3, "6"),
    ("experienced", "beginner"): (4, "6"),
    ("good", "advanced"): (2, ""),
    ("good", "beginner"): (2, "6"),
}
ALL_CHARACTERS: Final = 8  # the numbers of OPT-6 are out of these
TIMER_DEFAULT: Final = "120/60/5/5"


class BoardOptions(Options):
    """The options of one board game. `own` are those of the scenario, which applies them itself."""

    def __init__(self, own: dict[str, list[str]] | None = None, players: int = 2) -> None:
        super().__init__()
        self.own: dict[str, list[str]] = own or {}
        self.players = players
        self.end_rule = FINISH_TURN
        self.tie_break = DRAW
        self.jump_shape = ANY_SHAPE
        self.simplified = False
        self.stall_limit = -1  # -1: from the scenario
        self.target = 0  # 0: from the scenario
        self.pairs = BY_CHANCE  # or BY_PLAYERS, or the pairs themselves as in 1/3/4

    def set(self, name: str, value: str) -> None:
        if name in FOR_TWO and self.players > 2:
            raise OptionError(f"{name} is an option for two players, and this game is for {self.players} (MP-18)")
        if name in self.own:
            one_of(name, in_order(value, self.own[name]), self.own[name])
        elif name in CHOICES:
            self._choose(name, one_of(name, value, CHOICES[name]))
        elif name == "stallLimit":
            self.stall_limit = whole(name, value, 0, 1000)
        elif name == "target":
            low, high = TARGETS if self.players == 2 else (1, 1000)  # with more players the scenario sets the limits (MP-18)
            self.target = whole(name, value, low, high)
        elif name == "timer":
            self.set_timer(value, TIMER_DEFAULT)
        elif name == "handicap":
            self._weaken(value)
        elif name == "pairs":
            self.pairs = value  # checked by the setting
        else:
            raise no_such_option(name, [known for known in (*NAMES, *self.own) if self.players == 2 or known not in FOR_TWO])

    def _choose(self, name: str, chosen: int) -> None:
        self.chosen[name] = chosen
        if name == "endRule":
            self.end_rule = chosen
        elif name == "tieBreak":
            self.tie_break = chosen
        elif name == "jumpShape":
            self.jump_shape = chosen
        elif name == "memory":
            self.memory = chosen
        elif name == END_TURN:
            self.end_turn = chosen
        elif name == "simplified":
            self.simplified = chosen == 1

    def _weaken(self, value: str) -> None:
        """Read `COLOUR/-FEWER/CARDS` as in blue/-3/56, its equivalent `COLOUR/CHARACTERS/CARDS` out of eight as in blue/5/56,
        or `COLOUR/STRONGER/WEAKER` as in blue/good/beginner (OPT-6)."""
        first, second = self.set_handicap(value, "COLOUR/-FEWER/CARDS, COLOUR/CHARACTERS/CARDS or COLOUR/STRONGER/WEAKER")
        if first in LEVELS:
            if (first, second) not in HANDICAPS:
                raise OptionError(f"there is no handicap for {first!r} against {second!r} (levels: {', '.join(LEVELS)})")
            self.handicap_characters, self.handicap_cards = HANDICAPS[first, second]
        else:
            fewer = fewer_of(first)
            if fewer < 0:
                fewer = ALL_CHARACTERS - whole("the number of characters", first, 4, 7)
            self.set_free_handicap(fewer, second)


def in_order(value: str, choices: list[str]) -> str:
    """Return the choice that names the same things in any order: `treasure/rope` for `rope/treasure` (OPT-4)."""
    parts = sorted(value.split("/"))
    return next((choice for choice in choices if sorted(choice.split("/")) == parts), value)


def parse_board_options(given: dict[str, str], own: dict[str, list[str]] | None = None, players: int = 2) -> BoardOptions:
    """Parse options from names and texts: endRule, tieBreak, jumpShape, stallLimit, memory, endTurn, target, timer, simplified,
    handicap, pairs (OPT-7), and the scenario's own options with their values."""
    options = BoardOptions(own, players)
    options.read(given)
    return options
