"""Named switches of a game that every game has, and reading their values. A wrong value is a sentence, never a surprise later.

What only one game can switch stands with that game, in a class that extends Options.
"""

from __future__ import annotations

from typing import Final

OPEN_MEMORY: Final = 0
STRICT_MEMORY: Final = 1
AUTOMATIC: Final = 0
ASKED: Final = 1
END_TURN: Final = "endTurn"
WITH_PEOPLE: Final[dict[str, str]] = {END_TURN: "asked"}  # what games of people have unless they say otherwise

SHARED_CHOICES: Final[dict[str, list[str]]] = {"memory": ["open", "strict"], END_TURN: ["automatic", "asked"]}
FOR_PEOPLE: Final = ("timer", END_TURN)  # for people at the table: they change nothing that a plan could gain
SHARED_NAMES: Final = ("timer", "handicap")
COMBAT_CARDS: Final = "12233456"  # those that a handicap may take away
MOST_FEWER: Final = 4  # characters that a free handicap may take away (OPT-6, OPT-24)
IN_WORDS: Final = ("no", "one", "two", "three", "four")
LONGEST_TIME: Final = 999999


class OptionError(ValueError):
    """A switch that does not exist or a value it does not take. Of one that does not exist: its name, and the known ones."""

    def __init__(self, problem: str, name: str = "", known: tuple[str, ...] = ()) -> None:
        super().__init__(problem)
        self.name = name
        self.known = known


class Options:
    """The switches of one game. `given` holds those that differ from the default, as text."""

    def __init__(self) -> None:
        self.memory = OPEN_MEMORY
        self.end_turn = AUTOMATIC
        self.handicap_seat = ""
        self.handicap_characters = 0  # so many fewer than the others
        self.handicap_cards = ""
        self.timer: list[int] = []  # seconds for each kind of decision; empty: no clock
        self.given: dict[str, str] = {}
        self.chosen: dict[str, int] = {}  # of the switches with named values those given: the number of the value

    def choice(self, name: str) -> int:
        """The number of a switch's value among those that its table lists; the first is the default."""
        return self.chosen.get(name, 0)

    def read(self, given: dict[str, str]) -> None:
        """Set what is given, as names and texts; a wrong one is an OptionError that says what there is."""
        for name in sorted(given):
            self.set(name, given[name])
            self.given[name] = given[name]

    def set(self, name: str, value: str) -> None:
        """Set one switch, which the game knows."""
        raise NotImplementedError

    def set_timer(self, value: str, default: str) -> None:
        """`off`, `on` or as many times in seconds as the default has, as in 120/60/5/5 (OPT-1)."""
        if value == "off":
            return
        parts = (default if value == "on" else value).split("/")
        number = len(default.split("/"))
        if len(parts) != number:
            raise OptionError(f"timer is off, on or {IN_WORDS[number]} numbers like {default}, not {value!r}")
        self.timer = [whole("a time of the timer", part, 1, LONGEST_TIME) for part in parts]

    def set_handicap(self, value: str, forms: str) -> tuple[str, str]:
        """Whose handicap it is (OPT-6, OPT-20); what it is stands in the two words behind the colour."""
        parts = value.split("/")
        if len(parts) != 3:
            raise OptionError(f"handicap is {forms}, not {value!r}")
        self.handicap_seat = parts[0]
        return parts[1], parts[2]

    def set_free_handicap(self, fewer: int, cards: str) -> None:
        """OPT-6, OPT-24: so many characters fewer than the others, and without these combat cards."""
        if any(card not in COMBAT_CARDS or cards.count(card) > COMBAT_CARDS.count(card) for card in cards):
            raise OptionError(f"the combat cards taken away are from {' '.join(COMBAT_CARDS)}, not {cards!r}")
        if fewer == 0 and not cards:
            raise OptionError("a handicap takes away characters or combat cards")
        self.handicap_characters = fewer
        self.handicap_cards = cards


def as_text(value: object, choices: list[str]) -> str:
    """The text of a value given as a number or a boolean; one that the switch does not take is refused when it is read."""
    if isinstance(value, bool):
        for words in (["no", "yes"], ["off", "on"]):
            if words[value] in choices:
                return words[value]
    return str(value)


def one_of(name: str, value: str, choices: list[str]) -> int:
    """The number of a value among those that a switch takes."""
    if value not in choices:
        raise OptionError(f"{name} is one of {', '.join(choices)}, not {value!r}")
    return choices.index(value)


def whole(name: str, value: str, low: int, high: int) -> int:
    """A number within limits."""
    if not (value.isascii() and value.isdigit()) or len(value) > 6 or not low <= int(value) <= high:
        raise OptionError(f"{name} is a whole number from {low} to {high}, not {value!r}")
    return int(value)


def fewer_of(word: str) -> int:
    """How many characters fewer a word of a free handicap asks for, as `-3`; or -1 if it is not of that form."""
    return whole("the number of characters fewer", word[1:], 0, MOST_FEWER) if word[:1] == "-" else -1


def no_such_option(name: str, known: list[str]) -> OptionError:
    there = sorted(known)
    return OptionError(f"there is no option {name!r} (there are {', '.join(there)})", name, tuple(there))
