"""The named options of the Card Game (sections 6 and 20): selection, memory, end of turn, secret objects, timer, handicap."""

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
)

MUTUAL: Final = 0
FRONTAL: Final = 1
DRAFT: Final = 2

CHOICES: Final[dict[str, list[str]]] = {
    "selection": ["mutual", "frontal", "draft"],
    **SHARED_CHOICES,
    "secretObjects": ["no", "yes"],
}
LEVELS: Final = ("very-experienced", "experienced", "good", "beginner", "newbie")
# OPT-21: (stronger, weaker) -> how many characters the stronger player removes and which combat cards he loses.
HANDICAPS: Final[dict[tuple[str, str], tuple[int, str]]] = {
    ("very-experienced", "experienced"): (2, ""),
    ("very-experienced", "good"): (3, ""),
    ("very-experienced", "beginner"): (2, "56"),
    ("very-experienced", "newbie"): (3, "56"),
    ("experienced", "good"): (2, ""),
    ("experienced", "beginner"): (3, "6"),
    ("experienced", "newbie"): (4, "6"),
    ("good", "beginner"): (2, ""),
    ("good", "newbie"): (2, "6"),
}
TIMER_DEFAULT: Final = "120/5/5"
HANDICAP_TARGET: Final = 5  # SCN-7, OPT-20


class CardOptions(Options):
    """The options of one Card Game."""

    def __init__(self) -> None:
        super().__init__()
        self.selection = MUTUAL
        self.secret_objects = False

    def set(self, name: str, value: str) -> None:
        if name in CHOICES:
            self._choose(name, one_of(name, value, CHOICES[name]))
        elif name == "timer":
            self.set_timer(value, TIMER_DEFAULT)  # a turn, placing, other answers (OPT-1, OPT-2, OPT-7)
        elif name == "handicap":
            self._weaken(value)
        else:
            raise no_such_option(name, [*CHOICES, *SHARED_NAMES])

    def _choose(self, name: str, chosen: int) -> None:
        self.chosen[name] = chosen
        if name == "selection":
            self.selection = chosen
        elif name == "memory":
            self.memory = chosen
        elif name == END_TURN:
            self.end_turn = chosen
        elif name == "secretObjects":
            self.secret_objects = chosen == 1

    def _weaken(self, value: str) -> None:
        """Read `COLOUR/STRONGER/WEAKER` as in blue/good/newbie (OPT-20 to OPT-22), or `COLOUR/-FEWER/CARDS` as in blue/-3/56
        (OPT-24)."""
        stronger, weaker = self.set_handicap(value, "COLOUR/-FEWER/CARDS or COLOUR/STRONGER/WEAKER")
        fewer = fewer_of(stronger)
        if fewer >= 0:
            self.set_free_handicap(fewer, weaker)
            return
        if stronger not in LEVELS or weaker not in LEVELS:
            raise OptionError(f"the levels of a handicap are {', '.join(LEVELS)}, not {stronger!r} and {weaker!r}")
        if LEVELS.index(stronger) > LEVELS.index(weaker):
            raise OptionError(f"{stronger!r} is not the stronger level of the two")
        self.handicap_characters, self.handicap_cards = HANDICAPS.get((stronger, weaker), (0, ""))


def parse_card_options(given: dict[str, str]) -> CardOptions:
    """Parse options from names and texts."""
    options = CardOptions()
    options.read(given)
    return options
