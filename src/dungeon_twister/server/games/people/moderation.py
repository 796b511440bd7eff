"""Moderation by players: reports to the operator, and blocks.

There are no accounts. A player is identified by the hash of an address, and by a person if the
browser has sent a key (`people.py`). Muting is done by the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from dungeon_twister.server.address_hashes import AddressHasher
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.caller import NOBODY, Caller
from dungeon_twister.server.games.sessions.active_game import PERSON, ActiveGame, made_it
from dungeon_twister.server.games.sessions.game_cache import GameCache
from dungeon_twister.server.protocol import Complaint
from dungeon_twister.server.store import ReportRow, SeatRow, blocked_person
from dungeon_twister.server.text_input import tidy_text

if TYPE_CHECKING:
    from dungeon_twister.server.store import ModerationRepository, Store

LONGEST_REASON: Final = 500
LINES_TOLD: Final = 12  # chat lines in a report


class Moderation:
    """Reports and blocks. An address stands for a household."""

    def __init__(self, store: Store, cache: GameCache, addresses: AddressHasher, now: Callable[[], float]) -> None:
        self._store = store
        self._addresses = addresses
        self._cache = cache
        self._now = now

    @property
    def repository(self) -> ModerationRepository:
        return self._store.moderation

    async def sat_down(self, id: str, colours: list[str], address: str) -> None:
        """Note the address of a player who took seats."""
        for colour in colours:
            await self.repository.sat_down(id, colour, self._addresses.hash(address))

    async def check_welcome(self, id: str, address: str, who: Caller = NOBODY) -> None:
        """Refuse a player whom a player of this game has blocked."""
        await self.renew_blocks(address)
        active = await self._cache.get(id)
        maker = next((seat.person for seat in active.seats if made_it(seat)), "")
        if await self.repository.blocks(_marks([active.row.address], maker), self._marks(address, who)):
            raise ProtocolError("blocked", "The maker of this game does not want to play with you.", 403)

    async def strangers(self, who: Caller, address: str, other: Caller, elsewhere: str) -> bool:
        """Return whether one of two people has blocked the other."""
        ours, theirs = self._marks(address, who), self._marks(elsewhere, other)
        return await self.repository.blocks(ours, theirs) or await self.repository.blocks(theirs, ours)

    async def block(self, id: str, seat: str, colour: str, address: str) -> None:
        """Block a player, and everybody at that player's address, from games of `address` and of the person who asks."""
        active = await self._cache.get(id)
        about, own = _other(active, seat, colour), active.seat(seat)
        theirs, ours = await self.repository.sitter(id, colour), self._addresses.hash(address)
        same_house = self._addresses.matches(address, theirs)
        people = (own.person if own else "", about.person)
        if all(people) and people[0] != people[1]:
            await self.repository.block(blocked_person(people[0]), blocked_person(people[1]), self._now())
        elif not theirs or same_house:
            raise ProtocolError("cannot-block", "That player has the same address as you, or is not known any more.", 409)
        if ours and theirs and not same_house:
            await self.repository.block(ours, theirs, self._now())

    async def renew_blocks(self, address: str) -> None:
        """Move the blocks by and against an address to the current key. They last as long as the
        address is seen before its old key is deleted."""
        hashes = self._addresses.all(address)
        if len(hashes) > 1:
            await self.repository.renew_blocks(hashes[0], hashes[1:], self._now())

    def _marks(self, address: str, who: Caller) -> list[str]:
        return _marks(self._addresses.all(address), who.person)

    async def unblock_all(self, address: str, who: Caller = NOBODY) -> int:
        """Remove all blocks made from an address or by a person, and return their number."""
        return await self.repository.unblock_all(self._marks(address, who))

    async def report(self, id: str, seat: str, complaint: Complaint) -> None:
        """Report a player to the operator, with the chat lines."""
        active = await self._cache.get(id)
        about = _other(active, seat, complaint.colour)
        why = tidy_text(complaint.why)[:LONGEST_REASON]
        lines = [line for line in active.chat if not complaint.line or line.number <= complaint.line][-LINES_TOLD:]
        if complaint.line and not any((line.number, line.seat) == (complaint.line, complaint.colour) for line in lines):
            raise ProtocolError("no-such-line", "That player has not said this.", 404)
        context = [[line.name or line.seat, line.text] for line in lines]
        address = await self.repository.sitter(id, complaint.colour)
        row = ReportRow(id, complaint.colour, about.name, seat, complaint.line, why, context, address, self._now())
        await self.repository.report(row)


def _marks(hashes: Sequence[str], person: str) -> list[str]:
    """Return what identifies a player: the hashes of an address, and the person if known."""
    return [*filter(None, hashes), *([blocked_person(person)] if person else [])]


def _other(active: ActiveGame, seat: str, colour: str) -> SeatRow:
    """Return the seat of another person in the game."""
    mine = active.seat(seat)
    found = active.seat(colour)
    if found is None or found.who != PERSON or (mine is not None and found.holder == mine.holder):
        raise ProtocolError("no-such-player", "No other person plays that colour.", 404)
    return found
