"""The switches of the Card Game (sections 6 and 20): selection, memory, secret objects, timer, handicap."""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine.options import OptionError, Options, one_of, whole

MUTUAL: Final = 0
FRONTAL: Final = 1
DRAFT: Final = 2

CHOICES: Final[dict[str, list[str]]] = {
    "selection": ["mutual", "frontal", "draft"],
    "memory": ["open", "strict"],
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
    """The switches of one Card Game."""

    def __init__(self) -> None:
        super().__init__()
        self.selection = MUTUAL
        self.secret_objects = False


def parse_card_options(given: dict[str, str]) -> CardOptions:
    """Options from names and texts; a wrong one is an OptionError that says what there is."""
    options = CardOptions()
    for name in sorted(given):
        _set(options, name, given[name])
        options.given[name] = given[name]
    return options


def _set(options: CardOptions, name: str, value: str) -> None:
    if name in CHOICES:
        chosen = one_of(name, value, CHOICES[name])
        if name == "selection":
            options.selection = chosen
        elif name == "memory":
            options.memory = chosen
        else:
            options.secret_objects = chosen == 1
    elif name == "timer":
        _set_timer(options, value)
    elif name == "handicap":
        _set_handicap(options, value)
    else:
        known = sorted([*CHOICES, "timer", "handicap"])
        raise OptionError(f"there is no option {name!r} (there are {', '.join(known)})")


def _set_timer(options: CardOptions, value: str) -> None:
    """`off`, `on` or the seconds for a turn, for placing and for other answers, as in 120/5/5 (OPT-1, OPT-2, OPT-7)."""
    if value == "off":
        return
    parts = (TIMER_DEFAULT if value == "on" else value).split("/")
    if len(parts) != 3:
        raise OptionError(f"timer is off, on or three numbers like {TIMER_DEFAULT}, not {value!r}")
    options.timer = [whole("a time of the timer", part, 1, 999999) for part in parts]


def _set_handicap(options: CardOptions, value: str) -> None:
    """`COLOUR/STRONGER/WEAKER` as in blue/good/newbie (OPT-20 to OPT-22)."""
    parts = value.split("/")
    if len(parts) != 3:
        raise OptionError(f"handicap is COLOUR/STRONGER/WEAKER, not {value!r}")
    colour, stronger, weaker = parts
    if stronger not in LEVELS or weaker not in LEVELS:
        raise OptionError(f"the levels of a handicap are {', '.join(LEVELS)}, not {stronger!r} and {weaker!r}")
    if LEVELS.index(stronger) > LEVELS.index(weaker):
        raise OptionError(f"{stronger!r} is not the stronger level of the two")
    options.handicap_characters, options.handicap_cards = HANDICAPS.get((stronger, weaker), (0, ""))
    options.handicap_seat = colour
