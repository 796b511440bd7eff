"""The named options of both games, and reading their values. A wrong value is an error at once, with a sentence.

The options of one game stand with that game, in a class that extends Options.
"""

from __future__ import annotations

from typing import Final

OPEN_MEMORY: Final = 0
STRICT_MEMORY: Final = 1
AUTOMATIC: Final = 0
ASKED: Final = 1
END_TURN: Final = "endTurn"
WITH_PEOPLE: Final[dict[str, str]] = {END_TURN: "asked"}  # defaults of games between people

SHARED_CHOICES: Final[dict[str, list[str]]] = {"memory": ["open", "strict"], END_TURN: ["automatic", "asked"]}
FOR_PEOPLE: Final = ("timer", END_TURN)  # for people at the table: a search for plans can ignore them
SHARED_NAMES: Final = ("timer", "handicap")
COMBAT_CARDS: Final = "12233456"  # cards that a handicap may take away
MOST_FEWER: Final = 4  # the most characters that a free handicap may take away (OPT-6, OPT-24)
IN_WORDS: Final = ("no", "one", "two", "three", "four")
LONGEST_TIME: Final = 999999


class OptionError(ValueError):
    """An unknown option, or a value it does not take. For an unknown option it has the name and the known names."""

    def __init__(self, problem: str, name: str = "", known: tuple[str, ...] = ()) -> None:
        super().__init__(problem)
        self.name = name
        self.known = known


class Options:
    """The options of one game. `given` holds those that were given, as text."""

    def __init__(self) -> None:
        self.memory = OPEN_MEMORY
        self.end_turn = AUTOMATIC
        self.handicap_seat = ""
        self.handicap_characters = 0  # how many fewer than the others
        self.handicap_cards = ""
        self.timer: list[int] = []  # seconds for each kind of decision; empty: no clock
        self.given: dict[str, str] = {}
        self.chosen: dict[str, int] = {}  # option -> number of its value, for given options with named values

    def choice(self, name: str) -> int:
        """Return the number of an option's value in its table; the first value is the default."""
        return self.chosen.get(name, 0)

    def read(self, given: dict[str, str]) -> None:
        """Set options from names and texts. Raise an OptionError with the possible values for a wrong one."""
        for name in sorted(given):
            self.set(name, given[name])
            self.given[name] = given[name]

    def set(self, name: str, value: str) -> None:
        """Set one option that the game knows."""
        raise NotImplementedError

    def set_timer(self, value: str, default: str) -> None:
        """Set the timer to `off`, `on`, or as many times in seconds as the default has, as in 120/60/5/5 (OPT-1)."""
        if value == "off":
            return
        parts = (default if value == "on" else value).split("/")
        number = len(default.split("/"))
        if len(parts) != number:
            raise OptionError(f"timer is off, on or {IN_WORDS[number]} numbers like {default}, not {value!r}")
        self.timer = [whole("a time of the timer", part, 1, LONGEST_TIME) for part in parts]

    def set_handicap(self, value: str, forms: str) -> tuple[str, str]:
        """Set the player of the handicap (OPT-6, OPT-20) and return the two words behind the colour, which describe it."""
        parts = value.split("/")
        if len(parts) != 3:
            raise OptionError(f"handicap is {forms}, not {value!r}")
        self.handicap_seat = parts[0]
        return parts[1], parts[2]

    def set_free_handicap(self, fewer: int, cards: str) -> None:
        """OPT-6, OPT-24: take away this many characters and these combat cards."""
        if any(card not in COMBAT_CARDS or cards.count(card) > COMBAT_CARDS.count(card) for card in cards):
            raise OptionError(f"the combat cards taken away are from {' '.join(COMBAT_CARDS)}, not {cards!r}")
        if fewer == 0 and not cards:
            raise OptionError("a handicap takes away characters or combat cards")
        self.handicap_characters = fewer
        self.handicap_cards = cards


def as_text(value: object, choices: list[str]) -> str:
    """Return the text of a value given as a number or a boolean. Whether the option takes it is checked when it is read."""
    if isinstance(value, bool):
        for words in (["no", "yes"], ["off", "on"]):
            if words[value] in choices:
                return words[value]
    return str(value)


def one_of(name: str, value: str, choices: list[str]) -> int:
    """Return the number of a value among those that an option takes."""
    if value not in choices:
        raise OptionError(f"{name} is one of {', '.join(choices)}, not {value!r}")
    return choices.index(value)


def whole(name: str, value: str, low: int, high: int) -> int:
    """Return a whole number within limits."""
    if not (value.isascii() and value.isdigit()) or len(value) > 6 or not low <= int(value) <= high:
        raise OptionError(f"{name} is a whole number from {low} to {high}, not {value!r}")
    return int(value)


def fewer_of(word: str) -> int:
    """Return how many characters a word of a free handicap, as `-3`, takes away; -1 if it does not have that form."""
    return whole("the number of characters fewer", word[1:], 0, MOST_FEWER) if word[:1] == "-" else -1


def no_such_option(name: str, known: list[str]) -> OptionError:
    there = sorted(known)
    return OptionError(f"there is no option {name!r} (there are {', '.join(there)})", name, tuple(there))
