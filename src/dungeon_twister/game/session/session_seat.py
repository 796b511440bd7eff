"""Seats: each has a person, a bot, or nobody yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dungeon_twister.game.session.bot import Bot

PERSON: Final = "person"
BOT: Final = "bot"
NOBODY: Final = "open"


@dataclass(frozen=True)
class SessionSeat:
    """One seat. `bot` is set if the bot runs in this process; a server runs its bots elsewhere."""

    who: str = NOBODY
    name: str = ""  # in the record
    bot: Bot | None = None

    @classmethod
    def of_bot(cls, bot: Bot, name: str = "") -> SessionSeat:
        return cls(BOT, name or bot.name, bot)

    @classmethod
    def of_person(cls, name: str = "") -> SessionSeat:
        return cls(PERSON, name)
