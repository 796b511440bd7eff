"""The named switches of the board game (OPT-7) and what values they take."""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine.options import OptionError, Options, one_of, whole

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
    "memory": ["open", "strict"],
    "simplified": ["no", "yes"],
}
NAMES: Final = (*CHOICES, "stallLimit", "target", "timer", "handicap", "pairs")
BY_CHANCE: Final = "random"  # who says which pairs of rooms are in the game (OPT-8)
BY_PLAYERS: Final = "players"
FOR_TWO: Final = ("simplified",)  # MP-18
TARGETS: Final = (5, 8)  # of two players (OPT-5)
LEVELS: Final = ("beginner", "advanced", "good", "experienced", "very-experienced")
# OPT-6: (stronger, weaker) -> how many characters the stronger player keeps and which combat cards he loses.
HANDICAPS: Final[dict[tuple[str, str], tuple[int, str]]] = {
    ("very-experienced", "experienced"): (6, ""),
    ("very-experienced", "good"): (5, ""),
    ("very-experienced", "advanced"): (6, "56"),
    ("very-experienced", "beginner"): (5, "56"),
    ("experienced", "good"): (6, ""),
    ("experienced", "advanced"): (5, "6"),
    ("experienced", "beginner"): (4, "6"),
    ("good", "advanced"): (6, ""),
    ("good", "beginner"): (6, "6"),
}
TIMER_DEFAULT: Final = "120/60/5/5"


class BoardOptions(Options):
    """The switches of one board game."""

    def __init__(self) -> None:
        super().__init__()
        self.end_rule = FINISH_TURN
        self.tie_break = DRAW
        self.jump_shape = ANY_SHAPE
        self.simplified = False
        self.stall_limit = -1  # what the scenario says
        self.target = 0  # 0: what the scenario says
        self.pairs = BY_CHANCE  # or BY_PLAYERS, or the pairs themselves as in 1/3/4


def parse_board_options(given: dict[str, str], own: dict[str, list[str]] | None = None, players: int = 2) -> BoardOptions:
    """Options from names and texts: endRule, tieBreak, jumpShape, stallLimit, memory, target, timer, simplified,
    handicap, pairs (OPT-7), and the settings that are the scenario's own, with their values."""
    options = BoardOptions()
    for name in sorted(given):
        _set(options, name, given[name], own or {}, players)
        options.given[name] = given[name]
    return options


def _set(options: BoardOptions, name: str, value: str, own: dict[str, list[str]], players: int) -> None:
    if name in FOR_TWO and players > 2:
        raise OptionError(f"{name} is an option for two players, and this game is for {players} (MP-18)")
    if name in own:
        one_of(name, value, own[name])  # the scenario sees to the rest
    elif name in CHOICES:
        chosen = one_of(name, value, CHOICES[name])
        if name == "endRule":
            options.end_rule = chosen
        elif name == "tieBreak":
            options.tie_break = chosen
        elif name == "jumpShape":
            options.jump_shape = chosen
        elif name == "memory":
            options.memory = chosen
        else:
            options.simplified = chosen == 1
    elif name == "stallLimit":
        options.stall_limit = whole(name, value, 0, 1000)
    elif name == "target":
        low, high = TARGETS if players == 2 else (1, 1000)  # of several the scenario has its own limits (MP-18)
        options.target = whole(name, value, low, high)
    elif name == "timer":
        _set_timer(options, value)
    elif name == "handicap":
        _set_handicap(options, value)
    elif name == "pairs":
        options.pairs = value  # the setting knows which there are
    else:
        known = [option for option in sorted([*NAMES, *own]) if players == 2 or option not in FOR_TWO]
        raise OptionError(f"there is no option {name!r} (there are {', '.join(known)})")


def _set_timer(options: BoardOptions, value: str) -> None:
    """`off`, `on` or seconds for a turn, the potion's extra, placing and a combat card, as in 120/60/5/5 (OPT-1)."""
    if value == "off":
        return
    parts = (TIMER_DEFAULT if value == "on" else value).split("/")
    if len(parts) != 4:
        raise OptionError(f"timer is off, on or four numbers like {TIMER_DEFAULT}, not {value!r}")
    options.timer = [whole("a time of the timer", part, 1, 999999) for part in parts]


def _set_handicap(options: BoardOptions, value: str) -> None:
    """`COLOUR/CHARACTERS/CARDS` as in blue/5/56, or `COLOUR/STRONGER/WEAKER` as in blue/good/beginner (OPT-6)."""
    parts = value.split("/")
    if len(parts) != 3:
        raise OptionError(f"handicap is COLOUR/CHARACTERS/CARDS or COLOUR/STRONGER/WEAKER, not {value!r}")
    colour, first, second = parts
    if first in LEVELS:
        if (first, second) not in HANDICAPS:
            raise OptionError(f"there is no handicap for {first!r} against {second!r} (levels: {', '.join(LEVELS)})")
        options.handicap_characters, options.handicap_cards = HANDICAPS[first, second]
    else:
        options.handicap_characters = whole("the number of characters", first, 4, 7)
        if any(card not in "123456" for card in second) or any(second.count(card) > _copies(card) for card in second):
            raise OptionError(f"the combat cards taken away are from 1 2 2 3 3 4 5 6, not {second!r}")
        options.handicap_cards = second
    options.handicap_seat = colour


def _copies(card: str) -> int:
    return 2 if card in "23" else 1
