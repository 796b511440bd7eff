"""Patterns of choices, as a lesson's file writes them: the words of the notation, with `*` for any word, `...` for any words
at the end and `a|b` for one of several. A step of a journey is written `step c4`."""

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
    """A choice as patterns see it."""
    words = choice_text(choice).split()
    return [STEP, *words] if choice.do == STEP else words


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a choice must look like."""

    words: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> Pattern:
        """A ValueError says what is wrong with it."""
        words = tuple(text.split())
        if not words:
            raise ValueError("a pattern of choices is empty")
        if REST in words[:-1]:
            raise ValueError(f"in {text!r} only the last word can be {REST}")
        return cls(words)

    def fits(self, words: list[str]) -> bool:
        wanted = self.words
        if wanted[-1] == REST:
            wanted = wanted[:-1]
            if len(words) < len(wanted):
                return False
        elif len(words) != len(wanted):
            return False
        return all(one in (ANY, word) or word in one.split("|") for one, word in zip(wanted, words, strict=False))

    def caught(self, words: list[str]) -> list[str]:
        """The words of a choice that fits for which the pattern has a `*`."""
        return [word for one, word in zip(self.words, words, strict=False) if one == ANY]


def first_fitting(state: State, patterns: tuple[Pattern, ...]) -> int | None:
    """The first legal choice that fits the earliest pattern that any fits."""
    choices = [(action, words_of(to_choice(state, action))) for action in legal(state)]
    for pattern in patterns:
        for action, words in choices:
            if pattern.fits(words):
                return action
    return None
