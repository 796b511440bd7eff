"""What routes and connections use: the game service, the study, the limits, and notes of what is refused."""

from __future__ import annotations

import logging
from typing import Final

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.config import Settings
from dungeon_twister.server.differences import encode_change
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import SPECTATOR, GameService
from dungeon_twister.server.limits import Limits, household
from dungeon_twister.server.protocol import NewGame
from dungeon_twister.server.socket_protocol import (
    Advised,
    Ask,
    AskHistory,
    Changed,
    Command,
    CommandAnswer,
    FromServer,
    History,
    Say,
)
from dungeon_twister.server.study import StudyService
from dungeon_twister.server.wire import encode

JAMMED: Final = Reason("jammed", sentence="Something went wrong. Nothing was lost: please try again.")
logger = logging.getLogger(__name__)


class Service:
    """The parts of a service. A server overrides what it counts, logs and refuses."""

    def __init__(self, settings: Settings, games: GameService, study: StudyService) -> None:
        self.settings = settings
        self.games = games
        self.study = study
        self.limits = Limits(settings)

    def encoded(self, message: FromServer) -> bytes:
        """Return a message as it is sent."""
        return encode_change(message) if isinstance(message, Changed) else encode(message)

    def check_open(self) -> None:
        """Refuse new work while the service ends."""

    def check_new_game(self, wish: NewGame) -> None:
        """Refuse a game that cannot be played here."""

    def reachable_at(self, port: int) -> list[str]:
        """Return the addresses at which other machines find the service."""
        return []

    def ban(self, address: str) -> Reason | None:
        """Return why an address is refused, or None."""
        return None

    def note_refusal(self, reason: Reason) -> None:
        """Count a refused message."""

    def note_flood(self, address: str) -> None:
        """Count a client that is disconnected because it sends too much."""

    def over_limit(self, error: ProtocolError, address: str) -> None:
        """Count a refusal by a rate limit."""

    def jammed(self, error: BaseException) -> Reason:
        """Log an unexpected error and return its reason."""
        logger.error("a request could not be answered", exc_info=error)
        return JAMMED

    async def ask(
        self, game: str, seat: str, asked: Command | Say | Ask | AskHistory, address: str, sheltered: bool = False
    ) -> CommandAnswer | Advised | History:
        """Carry out a request of a seat. `seat` (empty: a spectator) is proved by a token, not by the message. `sheltered`: the
        caller is not cancelled before a command is done."""
        if isinstance(asked, AskHistory):
            self.limits.question(address)
            return await self.games.queries.history(game, seat or SPECTATOR, asked, household(address))
        if isinstance(asked, Ask):
            self.limits.question(address)
            return await self.games.queries.advise(game, seat, asked)
        if isinstance(asked, Say):
            self.limits.chat(game, seat, asked.text)
            await self.games.say(game, seat, asked)
            return CommandAnswer(asked.id, (await self.games.info(game)).version)
        return await self.command(game, seat, asked, sheltered)

    async def command(self, game: str, seat: str, command: Command, sheltered: bool) -> CommandAnswer:
        """Carry out a command of a seat."""
        return await self.games.command(game, seat, command, sheltered)
