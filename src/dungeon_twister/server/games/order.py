"""What players do to keep order: report somebody to whoever runs the server, and keep somebody out of one's games.

Nobody has an account, so who somebody is means where he comes from: an address, of which only the hash is kept; and which
person he is, if his browser has said so (`people.py`). Muting is the business of the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from dungeon_twister.server.addresses import AddressHasher
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.hosted import PERSON, Hosted, made_it
from dungeon_twister.server.games.memory import Memory
from dungeon_twister.server.games.who import NOBODY, Who
from dungeon_twister.server.names import tidy_text
from dungeon_twister.server.protocol import Complaint
from dungeon_twister.server.store import ReportRow, SeatRow, blocked_person

if TYPE_CHECKING:
    from dungeon_twister.server.store import ModerationRepository, Store

LONGEST_REASON: Final = 500
LINES_TOLD: Final = 12  # of the chat, with a report


class Order:
    """Asked by the routes; every address is that of a household."""

    def __init__(self, store: Store, memory: Memory, addresses: AddressHasher, now: Callable[[], float]) -> None:
        self._store = store
        self._addresses = addresses
        self._memory = memory
        self._now = now

    @property
    def repository(self) -> ModerationRepository:
        return self._store.moderation

    async def sat_down(self, id: str, colours: list[str], address: str) -> None:
        """Somebody took seats."""
        for colour in colours:
            await self.repository.sat_down(id, colour, self._addresses.hash(address))

    async def check_welcome(self, id: str, address: str, who: Who = NOBODY) -> None:
        """May somebody from there join this game?"""
        await self.renew_blocks(address)
        hosted = await self._memory.get(id)
        maker = next((seat.person for seat in hosted.seats if made_it(seat)), "")
        if await self.repository.blocks(_marks([hosted.row.address], maker), self._marks(address, who)):
            raise ProtocolError("blocked", "Whoever made this game does not want to play with you.", 403)

    async def strangers(self, who: Who, address: str, other: Who, elsewhere: str) -> bool:
        """Does one of two not want to play with the other?"""
        ours, theirs = self._marks(address, who), self._marks(elsewhere, other)
        return await self.repository.blocks(ours, theirs) or await self.repository.blocks(theirs, ours)

    async def block(self, id: str, seat: str, colour: str, address: str) -> None:
        """That player, and nobody from where he came, joins games that are made from `address`, or by whoever asks."""
        hosted = await self._memory.get(id)
        about, own = _other(hosted, seat, colour), hosted.seat(seat)
        theirs, ours = await self.repository.sitter(id, colour), self._addresses.hash(address)
        same_house = self._addresses.matches(address, theirs)
        people = (own.person if own else "", about.person)
        if all(people) and people[0] != people[1]:
            await self.repository.block(blocked_person(people[0]), blocked_person(people[1]), self._now())
        elif not theirs or same_house:
            raise ProtocolError("cannot-block", "That player cannot be told from you, or is not known any more.", 409)
        if ours and theirs and not same_house:
            await self.repository.block(ours, theirs, self._now())

    async def renew_blocks(self, address: str) -> None:
        """Bring the blocks made from an address, or against it, to the key in use: they hold as long as somebody comes from
        there before the key before it is deleted."""
        hashes = self._addresses.all(address)
        if len(hashes) > 1:
            await self.repository.renew_blocks(hashes[0], hashes[1:], self._now())

    def _marks(self, address: str, who: Who) -> list[str]:
        return _marks(self._addresses.all(address), who.person)

    async def unblock_all(self, address: str, who: Who = NOBODY) -> int:
        """Everybody may join the games made from there, or by that person, again; how many could not."""
        return await self.repository.unblock_all(self._marks(address, who))

    async def report(self, id: str, seat: str, complaint: Complaint) -> None:
        """Tell whoever runs the server, with the lines that were said."""
        hosted = await self._memory.get(id)
        about = _other(hosted, seat, complaint.colour)
        why = tidy_text(complaint.why)[:LONGEST_REASON]
        lines = [line for line in hosted.chat if not complaint.line or line.number <= complaint.line][-LINES_TOLD:]
        if complaint.line and not any((line.number, line.seat) == (complaint.line, complaint.colour) for line in lines):
            raise ProtocolError("no-such-line", "That player has not said this.", 404)
        context = [[line.name or line.seat, line.text] for line in lines]
        address = await self.repository.sitter(id, complaint.colour)
        row = ReportRow(id, complaint.colour, about.name, seat, complaint.line, why, context, address, self._now())
        await self.repository.report(row)


def _marks(hashes: Sequence[str], person: str) -> list[str]:
    """What somebody is known by: the hashes of an address, and the person, if there is one."""
    return [*filter(None, hashes), *([blocked_person(person)] if person else [])]


def _other(hosted: Hosted, seat: str, colour: str) -> SeatRow:
    """The seat of another person in the game."""
    mine = hosted.seat(seat)
    found = hosted.seat(colour)
    if found is None or found.who != PERSON or (mine is not None and found.holder == mine.holder):
        raise ProtocolError("no-such-player", "No other person plays that colour.", 404)
    return found
