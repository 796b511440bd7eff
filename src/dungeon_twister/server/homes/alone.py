"""Where nobody else serves the games, or nothing is known of others: every game is at home here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from dungeon_twister.server.store import MemberRow


class Resident(Protocol):
    """Whoever looks after games that may move."""

    async def moved(self, come: set[str], gone: set[str], again: bool) -> None:
        """Members have come and gone, and games have moved with them. `again`: this process has just become a member, or all
        others must have noticed by now that it did; they may have written about games that are at home here."""


class Homes:
    """One process by itself."""

    shared = False  # are there homes at all?
    ready = True  # may games be served here?

    def register(self, resident: Resident) -> None:
        """Whom to tell when games move."""

    async def open(self) -> None:
        """From now on games may be at home here."""

    async def close(self) -> None:
        """Nothing is at home here any more."""

    @property
    def others(self) -> int:
        """How many other members there are."""
        return 0

    @property
    def out_of_reach(self) -> int:
        """How many of them could not be reached lately."""
        return 0

    def here(self, game: str) -> bool:
        """Is this its home?"""
        return True

    def elsewhere(self, game: str) -> MemberRow | None:
        """Whom to ask about a game; None: this process."""
        return None

    def knows(self, key: str) -> bool:
        """Does a request come from another member, which has seen to it that it may be made?"""
        return False

    def hosts(self) -> set[str]:
        """The machines of the other members."""
        return set()

    def doubt(self, member: MemberRow) -> None:
        """A member did not answer: is it gone?"""

    def reached(self, member: MemberRow) -> None:
        """A member has answered."""

    async def called(self, row: MemberRow | None) -> bytes:
        """Another process calls (JSON of a `Name`), or asks to be called back (of a `CalledBack`)."""
        return b""

    def own(self, make: Callable[[], str]) -> str:
        """A new id for a game that is at home here."""
        return make()
