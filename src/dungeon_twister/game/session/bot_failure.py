"""Failures of bots: a bot raises, or its answer is not one of its choices. The host decides what follows: in a session the game
goes on with a random choice, in a match the bot loses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, NoReturn

from dungeon_twister.rules.engine.refusals import Refusal

RAISED: Final = "raised"
NO_CHOICE: Final = "no-choice"
MEANINGLESS: Final = "meaningless"
REFUSED: Final = "refused"
NOT_OFFERED: Final = "not-offered"


@dataclass(frozen=True)
class BotFailure:
    """What went wrong: the kind of failure, the bot's answer, and what the bot or reading its answer raised."""

    kind: str
    answer: object = None
    error: Exception | None = None
    refusal: Refusal | None = None

    @property
    def problem(self) -> str:
        """What was raised, or else the sentence."""
        return f"{type(self.error).__name__}: {self.error}" if self.error is not None else self.sentence

    @property
    def sentence(self) -> str:
        """A description in English, for logs and for the tables of matches."""
        if self.kind == RAISED:
            return f"The bot raised {type(self.error).__name__}: {self.error}"
        if self.kind == NO_CHOICE:
            return f"The bot answered {self.answer!r}, which is no choice."
        if self.kind == MEANINGLESS:
            return f"The bot's answer {self.answer!r} means nothing: {self.error}"
        if self.refusal is not None:
            return f"The bot's answer {self.answer!r} is refused: {self.refusal.sentence} ({self.refusal.clause})"
        return f"The bot's answer {self.answer!r} is not among the choices it was offered."


class BotFailedError(Exception):
    """A bot has failed, and no choice replaces its own."""

    def __init__(self, failure: BotFailure) -> None:
        super().__init__(failure.sentence)
        self.failure = failure


Instead = Callable[[BotFailure, list[int]], int]  # the failure, the bot's choices -> the choice made instead


class AtRandom:
    """Report a failure and go on with a random choice."""

    def __init__(self, rng: Random, report: Callable[[BotFailure], None]) -> None:
        self._rng = rng
        self._report = report

    def __call__(self, failure: BotFailure, choices: list[int]) -> int:
        self._report(failure)
        return self._rng.choice(choices)


def give_up(failure: BotFailure, choices: list[int]) -> NoReturn:
    """Raise a BotFailedError."""
    raise BotFailedError(failure)
