"""Patterns of choices in the file of a lesson: the words of the notation, with wildcards.

`*` stands for any word, `...` for any words at the end, `a|b` for one of several. A step of a journey is written `step c4`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dungeon_twister.game.record.notation import Choice, choice_text, to_choice
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.engine.state import State

ANY: Final = "*"
REST: Final = "..."
STEP: Final = "step"


def words_of(choice: Choice) -> list[str]:
    """Return the words of a choice that patterns compare."""
    words = choice_text(choice).split()
    return [STEP, *words] if choice.do == STEP else words


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern that choices may fit."""

    words: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> Pattern:
        """Parse a pattern. Raise ValueError with what is wrong."""
        words = tuple(text.split())
        if not words:
            raise ValueError("a pattern of choices is empty")
        if REST in words[:-1]:
            raise ValueError(f"in {text!r} only the last word can be {REST}")
        return cls(words)

    def matches(self, words: list[str]) -> bool:
        wanted = self.words
        if wanted[-1] == REST:
            wanted = wanted[:-1]
            if len(words) < len(wanted):
                return False
        elif len(words) != len(wanted):
            return False
        return all(one in (ANY, word) or word in one.split("|") for one, word in zip(wanted, words, strict=False))

    def caught(self, words: list[str]) -> list[str]:
        """Return the words at the `*` of the pattern, for a choice that fits."""
        return [word for one, word in zip(self.words, words, strict=False) if one == ANY]


def first_match(state: State, patterns: tuple[Pattern, ...]) -> int | None:
    """Return the first legal choice that fits the earliest pattern with any fitting choice, or None."""
    choices = [(action, words_of(to_choice(state, action))) for action in legal(state)]
    for pattern in patterns:
        for action, words in choices:
            if pattern.matches(words):
                return action
    return None
