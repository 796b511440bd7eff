"""Choices of both games as text and JSON (docs/notation.md). Integers, texts and structs convert to each other without loss.

The grammar of each game stands in `board.notation` and `card.notation`.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Final

from dungeon_twister.game.record.editions import EDITIONS, edition_of
from dungeon_twister.game.record.grammar import TOKEN_FIELDS, Choice, Grammar
from dungeon_twister.game.record.shared_names import lacks_colour, read_token
from dungeon_twister.game.record.unreadable import unreadable
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.rules.visibility import ALL_KNOWING

__all__ = ["Choice", "choice_text", "from_choice", "grammar_of", "read", "read_token", "to_choice", "understand", "write"]

_GRAMMARS: Final = [edition.grammar for edition in EDITIONS.all()]


def grammar_of(state: State) -> Grammar:
    """Return the verbs and lines of the game of a state."""
    return edition_of(state).grammar


# -- writing ------------------------------------------------------------------------------------------------------------


def to_choice(state: State, action: int, viewer: int = ALL_KNOWING) -> Choice:
    """Return the struct of a choice, with the names that a viewer may know (only the Card Game hides some, OPT-10)."""
    return grammar_of(state).to_choice(state, action, viewer)


def choice_text(choice: Choice) -> str:
    """Return the line of a choice."""
    for grammar in _GRAMMARS:
        if grammar.covers(choice):
            return grammar.text(choice)
    return _GRAMMARS[-1].text(choice)


def write(state: State, action: int) -> str:
    """Return a choice as a line of text, with all names."""
    grammar = grammar_of(state)
    return grammar.line(grammar.fields_of(state, action, ALL_KNOWING))


def write_all(state: State, choices: list[int], known: dict[int, str]) -> list[str]:
    """Return the lines of choices. `known` caches the texts, which stay valid while the maze does not change."""
    texts: list[str] = []
    for action in choices:
        text = known.get(action)
        if text is None:
            text = known[action] = write(state, action)
        texts.append(text)
    return texts


# -- reading ------------------------------------------------------------------------------------------------------------


def from_choice(state: State, choice: Choice) -> int:
    """Return the integer of a struct. Raise a TextError for meaningless fields."""
    return grammar_of(state).from_choice(state, choice)


def read(state: State, text: str, viewer: int = ALL_KNOWING) -> int:
    """Return the integer of a line, legal or not. Raise a TextError for an unreadable line, and an AmbiguousActionError if a
    token without its colour fits several legal choices. A viewer can name only known tokens (OPT-10)."""
    words = text.split()
    if not words:
        raise unreadable("nothing")
    return _resolve(state, grammar_of(state).choice(words), text, viewer)


def understand(state: State, choice: Choice, viewer: int = ALL_KNOWING) -> int:
    """Return the integer of a struct from a client, who can name only known tokens, as in a line of text (`read`)."""
    if not grammar_of(state).covers(choice):
        raise TextError(f"{choice.do!r} with these fields is no choice of this game")
    return _resolve(state, choice, "", viewer)


def _resolve(state: State, choice: Choice, text: str, viewer: int) -> int:
    short = [field for field in TOKEN_FIELDS if lacks_colour(state.setting, getattr(choice, field))]
    return _complete(state, choice, short, text, viewer) if short else _named_by(state, choice, viewer)


def _named_by(state: State, choice: Choice, viewer: int) -> int:
    """Return the integer of a struct, after checking that the viewer may use its names."""
    may_name = grammar_of(state).may_name
    for field in TOKEN_FIELDS:
        if not may_name(state, getattr(choice, field), viewer):
            raise unreadable("not-seen", word=getattr(choice, field))
    return from_choice(state, choice)


def _complete(state: State, choice: Choice, short: list[str], text: str, viewer: int) -> int:
    """Fill in missing colours with the only legal choice that fits; if none fits, with the decider's own. Several are
    ambiguous."""
    legal_now = set(legal(state))
    may_name = grammar_of(state).may_name
    fitting: list[int] = []
    for named in product(*(_with_colours(state.setting, getattr(choice, field)) for field in short)):
        action = from_choice(state, _with(choice, dict(zip(short, named, strict=True))))
        if action in legal_now and all(may_name(state, word, viewer) for word in named):
            fitting.append(action)
    if len(fitting) > 1:
        several = ", ".join(write(state, action) for action in fitting)
        raise unreadable("ambiguous", line=text or grammar_of(state).text(choice), choices=several)
    if fitting:
        return fitting[0]
    for field in short:
        if field != "token":
            raise unreadable("needs-colour", word=getattr(choice, field))
    return _named_by(state, choice, viewer)


def _with(choice: Choice, named: dict[str, str]) -> Choice:
    return replace(choice, **named)  # type: ignore[arg-type]


def _with_colours(setting: Setting, word: str) -> list[str]:
    return [colour[0] + word for colour in setting.colours]
