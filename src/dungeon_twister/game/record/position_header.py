"""The header of a position text, common to both games: the lines above the drawing, parsed, and checks of them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

from dungeon_twister.game.record.shared_names import read_slot, turn_name
from dungeon_twister.rules.engine.game import make_setting, new_setting
from dungeon_twister.rules.engine.options import OptionError
from dungeon_twister.rules.engine.scenarios import load_scenario
from dungeon_twister.rules.engine.setting import COMBAT_CARDS, Setting
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.rooms import DRAWN, Room, parse_rooms
from dungeon_twister.rules.geometry.text import TextError

S = TypeVar("S")
REPEATED = ("under", "at")  # lines that may occur several times
QUOTED = ">"  # before each line of a scenario that is not built in
NO_MAZE = "there is no line 'maze' with a drawing below it"


def header_lines(state: State) -> list[str]:
    """Return the first lines of a position: the scenario, with its text if it is not built in, options and extra rooms."""
    scenario = state.setting.scenario
    lines = ["position 1", f"scenario {scenario.name}"]
    lines += [f"{QUOTED} {line}" for line in scenario.declared.removesuffix("\n").split("\n") if scenario.declared]
    options = [f"{name}={value}" for name, value in state.setting.options.given.items()]
    lines += [f"options {' '.join(options)}"] if options else []
    for room in scenario.extra:
        lines += [f"room {room.name} pair={room.pair} turn={turn_name(room.turn)}", *room.lines]
    return lines


class PositionHeader:
    """The parsed header of a position. Each game builds its state from it."""

    def __init__(self, text: str, source: str, first: int) -> None:
        self.source = source
        self.first = first
        self.scenario = "base"
        self.declared: list[str] = []  # the text of a scenario that is not built in
        self.options: dict[str, str] = {}
        self.extra: list[Room] = []
        self.lines: dict[str, list[tuple[int, list[str]]]] = {}
        lines = text.split("\n")
        end = next((i for i, line in enumerate(lines) if line.strip() == "maze"), None)
        self.drawing = None if end is None else [line.rstrip() for line in lines[end + 1 :]]
        self.drawing_line = first + (0 if end is None else end + 1)
        self._collect(lines[:end])

    def _collect(self, lines: list[str]) -> None:
        at = 0
        while at < len(lines):
            words = lines[at].split()
            if not words or words[0].startswith("#"):
                at += 1
            elif words[0].startswith(QUOTED):
                self.declared.append(lines[at].lstrip()[len(QUOTED) :].removeprefix(" "))
                at += 1
            elif words[0] == "room":
                self.extra += self._rooms("\n".join(lines[at : at + 1 + DRAWN]), at)
                at += 1 + DRAWN
            else:
                self._read_line(words, at)
                at += 1

    def _rooms(self, block: str, number: int) -> list[Room]:
        try:
            return parse_rooms(block, self.source)
        except TextError as error:
            line = self.first + number + max(error.line - 1, 0)
            raise TextError(error.problem, self.source, line, error.column) from None

    def _read_line(self, words: list[str], number: int) -> None:
        head, rest = words[0], words[1:]
        if head.startswith("+"):
            raise TextError(NO_MAZE, self.source, self.first, code="no-maze")
        if head == "position":
            if rest != ["1"]:
                raise self.fail("this is not a position of version 1", number)
        elif head == "scenario" and len(rest) == 1:
            self.scenario = rest[0]
        elif head == "options":
            for word in rest:
                name, _, value = word.partition("=")
                self.options[name] = value
        elif head in self.lines and head not in REPEATED:
            raise self.fail(f"there are two lines '{head}'", number)
        else:
            self.lines.setdefault(head, []).append((number, rest))

    def fail(self, problem: str, number: int) -> TextError:
        return TextError(problem, self.source, self.first + number)

    def setting(self) -> Setting:
        """Return the setting of the scenario, with the rooms that the position draws itself."""
        played = "\n".join([*self.declared, ""]) if self.declared else self.scenario
        try:
            if self.extra:
                return make_setting(load_scenario(played).with_rooms(self.extra), self.options)
            return new_setting(played, self.options)
        except OptionError as error:
            raise TextError(str(error), self.source) from None
        except TextError as error:
            raise TextError(error.problem, self.source) from None

    def check_known(self, known: set[str]) -> None:
        """Refuse lines that positions of this game do not have."""
        for head, lines in self.lines.items():
            if head not in known:
                raise self.fail(f"a position has no line '{head}'", lines[0][0])

    def guard(self, head: str, state: S, setter: Callable[[S, list[str]], None]) -> None:
        """Run a setter on the words of each line with this head, and add the line number to its errors."""
        for number, words in self.lines.get(head, []):
            try:
                setter(state, words)
            except ValueError as error:
                raise self.fail(error.problem if isinstance(error, TextError) else str(error), number) from None

    def compare(self, drawn: list[str]) -> None:
        """Refuse a drawing that differs from the position."""
        given = self.drawing or []
        while given and not given[-1]:
            given.pop()
        for row in range(max(len(drawn), len(given))):
            line = drawn[row] if row < len(drawn) else ""
            other = given[row] if row < len(given) else ""
            for column in range(max(len(line), len(other))):
                shown, drawing_char = line[column : column + 1] or " ", other[column : column + 1] or " "
                if shown != drawing_char:
                    problem = f"the drawing shows {drawing_char!r} where the position has {shown!r}"
                    raise TextError(problem, self.source, self.drawing_line + row, column + 1)


def small(value: str, what: str) -> int:
    """Return a number that is not too large."""
    if not (value.isascii() and value.isdigit()) or len(value) > 4:
        raise ValueError(f"{what} is a number, not {value!r}")
    return int(value)


def cards_of(value: str, among: tuple[int, ...]) -> list[int]:
    """Return cards from digits, `-` for none. Raise a ValueError for more cards than exist."""
    cards = [] if value == "-" else [int(sign) if sign in "0123456789" else -1 for sign in value]
    for card in cards:
        if cards.count(card) > among.count(card):
            raise ValueError(f"{value!r} is no hand of the cards {''.join(str(one) for one in among)}")
    return cards


def packed_combat(value: str) -> int:
    """Return a hand of combat cards in the engine's form."""
    return sum(1 << 2 * card for card in cards_of(value, COMBAT_CARDS))


def pairs_of(words: list[str], example: str) -> list[tuple[str, str]]:
    """Return pairs of names and values from alternating words."""
    if len(words) % 2:
        raise ValueError(f"expected pairs like '{example}'")
    return list(zip(words[::2], words[1::2], strict=True))


def rooms_elsewhere(rooms: list[Room], room_of: Collection[int]) -> int:
    """Return all rooms that do not lie face up, as bits."""
    return sum(1 << number for number in range(len(rooms)) if number not in room_of)


def read_placed_room(word: str, slots: int, rooms: list[Room]) -> tuple[int, int, int]:
    """Read a room on its place, as `R1=1D.0`: the number of the place, of the room, and its clockwise quarter turns."""
    names = [room.name for room in rooms]
    place, _, lying = word.partition("=")
    name, _, quarters = lying.rpartition(".")
    slot = read_slot(slots, place)
    if name not in names or quarters not in ("0", "1", "2", "3"):
        raise ValueError(f"{word!r} is no room on a place (as R1={names[0]}.0)")
    return slot, names.index(name), int(quarters)


def read_pool(words: list[str], rooms: list[Room], room_of: Collection[int]) -> int:
    """Return the rooms that can still come up, as bits; `-` for none."""
    names = [room.name for room in rooms]
    left = 0
    for word in words:
        if word != "-":
            if word not in names or names.index(word) in room_of:
                raise ValueError(f"the room {word!r} cannot come up")
            left |= 1 << names.index(word)
    return left
