"""The common part of both notations (docs/notation.md): lines of words, and the structs of choices that they stand for.

The table of a game's choices (`rules/engine/*/rules.py`) has the verbs and the two parts of a choice's integer. The notation of
the game has the words of each part. A Grammar writes and reads the lines; converting names to the engine's numbers is left to
the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from dungeon_twister.game.record.choice import Choice as Choice
from dungeon_twister.game.record.json_codec import shape_fields
from dungeon_twister.game.record.unreadable import unreadable
from dungeon_twister.rules.engine.choice_kinds import ChoiceKind
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.geometry.rooms import CLOCKWISE, COUNTERCLOCKWISE
from dungeon_twister.rules.geometry.text import TextError

TURNS = {"cw": CLOCKWISE, "ccw": COUNTERCLOCKWISE}
TOKEN_FIELDS = ("token", "target", "item")  # fields of a Choice that name a token

Fields = dict[str, str | int | bool]
Key = tuple[tuple[str, str | int | bool], ...]
DEFAULTS: Fields = {row.name: row.default for row in shape_fields(Choice) if row.omitted}
MOST_KEPT = 50_000  # choices


def made_of(fields: Fields) -> Choice:
    """Return the choice with these fields."""
    return Choice(**fields)  # type: ignore[arg-type]


class Word(NamedTuple):
    """One word of a line: the field it fills and an example of it. A number may have a letter before it (`r1`); a flag is
    present or absent; a direction may be followed by `far`; an optional word may be left out at the end of a line."""

    field: str
    example: str
    kind: str = "word"  # word, number, flag, side
    optional: bool = False
    prefix: str = ""


class Grammar:
    """The lines of one game. `words` are the words of each part; a step is written without its verb."""

    def __init__(self, kinds: Sequence[ChoiceKind[Any]], words: dict[str, tuple[Word, ...]], step: str) -> None:
        self.table = {kind.number: kind for kind in kinds}
        self.words = words
        self.step = step
        self.kind_of_verb = {kind.verb: kind.number for kind in kinds}
        self.foreign = {verb: self._foreign_to(verb) for verb in self.kind_of_verb}
        self._kept: dict[Key, Choice] = {}
        self._lines: dict[Key, str] = {}

    def of(self, fields: Fields) -> Choice:
        """Return the choice with these fields, as the engine offers it. Cached, as the same ones are often repeated."""
        key: Key = tuple(fields.items())
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = made_of(fields)
        return found

    def line(self, fields: Fields) -> str:
        """Return the line of the choice with these fields, as the engine offers it. Cached like `of`."""
        key: Key = tuple(fields.items())
        found = self._lines.get(key)
        if found is None:
            if len(self._lines) >= MOST_KEPT:
                self._lines.clear()
            found = self._lines[key] = self.text(self.of(fields))
        return found

    def verb(self, kind: int) -> str:
        """Return the verb of a kind of choice. Raise a TextError for a number that is not a kind."""
        if kind not in self.table:
            raise TextError(f"{kind} is no choice")
        return self.table[kind].verb

    def kind(self, verb: str) -> int:
        """Return the kind of a verb. Raise a TextError for an unknown verb."""
        if verb not in self.kind_of_verb:
            raise unreadable("no-verb", verb=verb)
        return self.kind_of_verb[verb]

    def words_of(self, verb: str) -> list[Word]:
        """Return the words after the verb, in the order of the line. Rooms are named before their orientation."""
        kind = self.table[self.kind_of_verb[verb]]
        parts = [kind.second] if kind.is_deed else [kind.first, kind.second]
        if verb == "room":
            parts.reverse()
        return [word for part in parts for word in self.words[part]]

    def covers(self, choice: Choice) -> bool:
        """Return whether a choice belongs to this game: its verb exists and has all the fields that are set."""
        if choice.do not in self.kind_of_verb:
            return False
        return all(getattr(choice, name) == DEFAULTS[name] for name in self.foreign[choice.do])

    def _foreign_to(self, verb: str) -> list[str]:
        """Return the fields that a verb does not have."""
        fields = {word.field for word in self.words_of(verb)}
        if self.table[self.kind_of_verb[verb]].is_deed:
            fields.add("token")
        return [name for name in DEFAULTS if name not in fields]

    def text(self, choice: Choice) -> str:
        """Return the line of a choice."""
        if choice.do == "step":
            return str(getattr(choice, self.step))
        line = [choice.token, choice.do] if self.table[self.kind_of_verb[choice.do]].is_deed else [choice.do]
        for word in self.words_of(choice.do):
            value = getattr(choice, word.field)
            if not word.optional or value != DEFAULTS[word.field]:
                line.append(word.example if word.kind == "flag" else f"{word.prefix}{value}")
        return " ".join(line)

    def choice(self, words: list[str]) -> Choice:
        """Return the struct of a line, with names not yet resolved. Raise a TextError if it is not a line."""
        verbs = self.kind_of_verb
        if len(words) == 1 and words[0] not in verbs and _may_be_place(words[0]):
            return made_of({"do": "step", self.step: words[0]})
        if words[0] in verbs:
            verb, token, rest = words[0], "", words[1:]
        elif words[1:] and words[1] in verbs:
            verb, token, rest = words[1], words[0], words[2:]
        else:
            raise unreadable("no-choice", line=" ".join(words))
        if self.table[verbs[verb]].is_deed != bool(token):
            raise unreadable("written", verb=verb, pattern=self.pattern(verb))
        fields: Fields = {"token": token} if token else {}
        for word in self.words_of(verb):
            rest = self._take(word, rest, fields, verb)
        if rest:
            read = " ".join(words[: len(words) - len(rest)])
            raise unreadable("too-much", rest=" ".join(rest), read=read)
        return made_of({"do": verb, **fields})

    def _take(self, word: Word, rest: list[str], fields: Fields, verb: str) -> list[str]:
        """Read one word from the front of the rest."""
        if not rest or (word.kind == "flag" and rest[0] != word.example):
            if word.optional:
                return rest
            raise unreadable("written", verb=verb, pattern=self.pattern(verb))
        if word.kind == "flag":
            fields[word.field] = True
        elif word.kind == "number":
            number = rest[0].removeprefix(word.prefix)
            if not (number.isascii() and number.isdigit()) or len(number) > 3:
                raise unreadable("no-number", word=rest[0], verb=verb, pattern=self.pattern(verb))
            fields[word.field] = int(number)
        elif word.kind == "side" and rest[1:2] == ["far"]:
            fields[word.field] = f"{rest[0]} far"
            return rest[2:]
        else:
            fields[word.field] = rest[0]
        return rest[1:]

    def pattern(self, verb: str) -> str:
        """Return an example of a verb, for error messages."""
        kind = self.table[self.kind_of_verb[verb]]
        line = [self.words[kind.first][0].example, verb] if kind.is_deed else [verb]
        return " ".join(line + [word.example for word in self.words_of(verb) if not word.optional])


def _may_be_place(word: str) -> bool:
    """Return whether a word can be the name of a square, a zone or a station: all of these have a digit or a dot."""
    return "." in word or any(letter.isdigit() for letter in word)


# -- names that both games have -------------------------------------------------------------------------------------------


def read_token(setting: Setting, word: str, default: int = -1) -> int:
    """Return the token of a name, as `bW`; without the colour letter it is the default player's."""
    signs = [piece.sign for piece in setting.pieces]
    colours = [colour[0] for colour in setting.colours]
    if default >= 0 and word in signs:
        word = colours[default] + word
    if word[:1] not in colours or word[1:] not in signs:
        raise unreadable("no-token", word=word, example=setting.names[0])
    return colours.index(word[0]) * setting.each + signs.index(word[1:])


def lacks_colour(setting: Setting, word: str) -> bool:
    """Return whether a word is a sign without its colour letter."""
    return any(piece.sign == word for piece in setting.pieces)


SLOTS = [f"R{slot + 1}" for slot in range(64)]


def slot_name(slot: int) -> str:
    return SLOTS[slot] if 0 <= slot < len(SLOTS) else f"R{slot + 1}"


def read_slot(slots: int, word: str) -> int:
    """Return the number of the place of a room, as `R3`."""
    number = word[1:]
    if word[:1] != "R" or not (number.isascii() and number.isdigit()) or len(number) > 3 or not 1 <= int(number) <= slots:
        raise unreadable("no-slot", word=word, last=f"R{slots}")
    return int(number) - 1


def read_turn(word: str) -> int:
    if word not in TURNS:
        raise unreadable("no-rotation", word=word)
    return TURNS[word]


def turn_name(quarters: int) -> str:
    return "cw" if quarters == CLOCKWISE else "ccw"


def index(word: str, names: list[str], code: str) -> int:
    if word not in names:
        raise unreadable(code, word=word, known=", ".join(names))
    return names.index(word)


def in_range(value: int, low: int, high: int, code: str) -> int:
    if not low <= value <= high:
        raise unreadable(code, low=low, high=high, value=value)
    return value
