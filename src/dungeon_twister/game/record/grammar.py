"""The grammar of a game's choices (docs/notation.md): lines of words, the structs they stand for, and the engine's integers.

The table of a game's choices (`rules/engine/*/rules.py`) has the verbs and names the two parts of each choice; the game's
`choice_parts` have the words of each part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dungeon_twister.game.record.choice import Choice as Choice
from dungeon_twister.game.record.choice_parts import ChoicePart, Fields, Word
from dungeon_twister.game.record.json_codec import shape_fields
from dungeon_twister.game.record.unreadable import unreadable
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.choice_kinds import ChoiceKind
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

TOKEN_FIELDS = ("token", "target", "item")  # fields of a Choice that name a token

Key = tuple[tuple[str, str | int | bool], ...]
DEFAULTS: Fields = {row.name: row.default for row in shape_fields(Choice) if row.omitted}
MOST_KEPT = 50_000  # lines


def choice_of(fields: Fields) -> Choice:
    """Return the choice with these fields."""
    return Choice(**fields)  # type: ignore[arg-type]


class Grammar:
    """The choices of one game as lines, structs and integers. A step is written without its verb: as the field `step`."""

    def __init__(
        self,
        kinds: Sequence[ChoiceKind[Any]],
        parts: Mapping[str, ChoicePart[Any]],
        step: str,
        may_name: Callable[[Any, str, int], bool] | None = None,
    ) -> None:
        """`may_name` returns whether a viewer may name a token; by default, all names are known to all."""
        self.table = {kind.number: kind for kind in kinds}
        self.parts = parts
        self.step = step
        self._may_name = may_name
        for kind in kinds:
            self._check(kind)
        self.first = {kind.number: parts[kind.first] for kind in kinds}
        self.second = {kind.number: parts[kind.second] for kind in kinds}
        self.kind_of_verb = {kind.verb: kind.number for kind in kinds}
        self.foreign = {verb: self._foreign_to(verb) for verb in self.kind_of_verb}
        self._lines: dict[Key, str] = {}

    def _check(self, kind: ChoiceKind[Any]) -> None:
        """Raise ValueError for a row whose parts are not declared."""
        for name in (kind.first, kind.second):
            if name not in self.parts:
                raise ValueError(f"the choice {kind.verb!r} has the part {name!r}, which choice_parts.py does not declare")
        if kind.is_action and not kind.begins_journey and self.parts[kind.second].candidates is None:
            raise ValueError(f"the part {kind.second!r} of the action {kind.verb!r} has no candidates in choice_parts.py")

    # -- integers -----------------------------------------------------------------------------------------------------------

    def fields_of(self, state: State, action: int, viewer: int) -> Fields:
        """Return the fields of a choice that are set, with the names that a viewer may know."""
        number = actions.kind_of(action)
        fields: Fields = {"do": self.verb(number)}
        self.first[number].write(state, actions.first_of(action), viewer, fields)
        self.second[number].write(state, actions.second_of(action), viewer, fields)
        return fields

    def to_choice(self, state: State, action: int, viewer: int) -> Choice:
        """Return the struct of a choice, with the names that a viewer may know."""
        return choice_of(self.fields_of(state, action, viewer))

    def from_choice(self, state: State, choice: Choice) -> int:
        """Return the integer of a struct. Raise a TextError for meaningless fields."""
        number = self.kind(choice.do)
        return actions.pack(number, self.first[number].read(state, choice), self.second[number].read(state, choice))

    def may_name(self, state: State, word: str, viewer: int) -> bool:
        """Return whether a viewer may name this token (OPT-10)."""
        return self._may_name is None or self._may_name(state, word, viewer)

    # -- structs and lines --------------------------------------------------------------------------------------------------

    def line(self, fields: Fields) -> str:
        """Return the line of the choice with these fields, as the engine offers it. Without the cache a game
        that lists and makes choices as text takes 1.4 times as long (docs/data/caches.md)."""
        key: Key = tuple(fields.items())
        found = self._lines.get(key)
        if found is None:
            if len(self._lines) >= MOST_KEPT:
                self._lines.clear()
            found = self._lines[key] = self.text(choice_of(fields))
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
        parts = [kind.second] if kind.is_action else [kind.first, kind.second]
        if verb == "room":
            parts.reverse()
        return [word for part in parts for word in self.parts[part].words]

    def covers(self, choice: Choice) -> bool:
        """Return whether a choice belongs to this game: its verb exists and has all the fields that are set."""
        if choice.do not in self.kind_of_verb:
            return False
        return all(getattr(choice, name) == DEFAULTS[name] for name in self.foreign[choice.do])

    def _foreign_to(self, verb: str) -> list[str]:
        """Return the fields that a verb does not have."""
        fields = {word.field for word in self.words_of(verb)}
        if self.table[self.kind_of_verb[verb]].is_action:
            fields.add("token")
        return [name for name in DEFAULTS if name not in fields]

    def text(self, choice: Choice) -> str:
        """Return the line of a choice."""
        if choice.do == "step":
            return str(getattr(choice, self.step))
        line = [choice.token, choice.do] if self.table[self.kind_of_verb[choice.do]].is_action else [choice.do]
        for word in self.words_of(choice.do):
            value = getattr(choice, word.field)
            if not word.optional or value != DEFAULTS[word.field]:
                line.append(word.example if word.kind == "flag" else f"{word.prefix}{value}")
        return " ".join(line)

    def choice(self, words: list[str]) -> Choice:
        """Return the struct of a line, with names not yet resolved. Raise a TextError if it is not a line."""
        verbs = self.kind_of_verb
        if len(words) == 1 and words[0] not in verbs and _may_be_place(words[0]):
            return choice_of({"do": "step", self.step: words[0]})
        if words[0] in verbs:
            verb, token, rest = words[0], "", words[1:]
        elif words[1:] and words[1] in verbs:
            verb, token, rest = words[1], words[0], words[2:]
        else:
            raise unreadable("no-choice", line=" ".join(words))
        if self.table[verbs[verb]].is_action != bool(token):
            raise unreadable("written", verb=verb, pattern=self.pattern(verb))
        fields: Fields = {"token": token} if token else {}
        for word in self.words_of(verb):
            rest = self._take(word, rest, fields, verb)
        if rest:
            read = " ".join(words[: len(words) - len(rest)])
            raise unreadable("too-much", rest=" ".join(rest), read=read)
        return choice_of({"do": verb, **fields})

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
        line = [self.parts[kind.first].words[0].example, verb] if kind.is_action else [verb]
        return " ".join(line + [word.example for word in self.words_of(verb) if not word.optional])


def _may_be_place(word: str) -> bool:
    """Return whether a word can be the name of a square, a zone or a station: all of these have a digit or a dot."""
    return "." in word or any(letter.isdigit() for letter in word)
