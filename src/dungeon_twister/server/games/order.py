"""What players do to keep order: report somebody to whoever runs the server, and keep somebody out of one's games.

Nobody has an account, so who somebody is means where he comes from: an address, of which only the hash is kept; and which
person he is, if his browser has said so (`people.py`). Muting is the business of the page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.hosted import PERSON, Hosted, made_it
from dungeon_twister.server.games.memory import Memory
from dungeon_twister.server.games.who import NOBODY, Who
from dungeon_twister.server.names import tidy_text
from dungeon_twister.server.protocol import Complaint
from dungeon_twister.server.store import ReportRow, SeatRow, blocked_person
from dungeon_twister.server.tokens import hashed

if TYPE_CHECKING:
    from dungeon_twister.server.store import OrderBook, Store

LONGEST_REASON: Final = 500
LINES_TOLD: Final = 12  # of the chat, with a report


class Order:
    """Asked by the routes; every address is that of a household."""

    def __init__(self, store: Store, memory: Memory, now: Callable[[], float]) -> None:
        self._store = store
        self._memory = memory
        self._now = now

    @property
    def book(self) -> OrderBook:
        return self._store.book

    async def sat_down(self, id: str, colours: list[str], address: str) -> None:
        """Somebody took seats."""
        for colour in colours:
            await self.book.sat_down(id, colour, hashed(address))

    async def check_welcome(self, id: str, address: str, who: Who = NOBODY) -> None:
        """May somebody from there join this game?"""
        hosted = await self._memory.get(id)
        maker = next((seat.person for seat in hosted.seats if made_it(seat)), "")
        if await self.book.blocks(_marks(hosted.row.address, maker), _marks(hashed(address), who.person)):
            raise ProtocolError("blocked", "Whoever made this game does not want to play with you.", 403)

    async def strangers(self, who: Who, address: str, other: Who, elsewhere: str) -> bool:
        """Does one of two not want to play with the other?"""
        ours, theirs = _marks(hashed(address), who.person), _marks(hashed(elsewhere), other.person)
        return await self.book.blocks(ours, theirs) or await self.book.blocks(theirs, ours)

    async def block(self, id: str, seat: str, colour: str, address: str) -> None:
        """That player, and nobody from where he came, joins games that are made from `address`, or by whoever asks."""
        hosted = await self._memory.get(id)
        about, own = _other(hosted, seat, colour), hosted.seat(seat)
        theirs, ours = await self.book.sitter(id, colour), hashed(address)
        people = (own.person if own else "", about.person)
        if all(people) and people[0] != people[1]:
            await self.book.block(blocked_person(people[0]), blocked_person(people[1]), self._now())
        elif not theirs or theirs == ours:
            raise ProtocolError("cannot-block", "That player cannot be told from you, or is not known any more.", 409)
        if theirs and theirs != ours:
            await self.book.block(ours, theirs, self._now())

    async def unblock_all(self, address: str, who: Who = NOBODY) -> int:
        """Everybody may join the games made from there, or by that person, again; how many could not."""
        return await self.book.unblock_all(_marks(hashed(address), who.person))

    async def report(self, id: str, seat: str, complaint: Complaint) -> None:
        """Tell whoever runs the server, with the lines that were said."""
        hosted = await self._memory.get(id)
        about = _other(hosted, seat, complaint.colour)
        why = tidy_text(complaint.why)[:LONGEST_REASON]
        lines = [line for line in hosted.chat if not complaint.line or line.number <= complaint.line][-LINES_TOLD:]
        if complaint.line and not any((line.number, line.seat) == (complaint.line, complaint.colour) for line in lines):
            raise ProtocolError("no-such-line", "That player has not said this.", 404)
        context = [[line.name or line.seat, line.text] for line in lines]
        address = await self.book.sitter(id, complaint.colour)
        row = ReportRow(id, complaint.colour, about.name, seat, complaint.line, why, context, address, self._now())
        await self.book.report(row)


def _marks(address: str, person: str) -> list[str]:
    """What somebody is known by: the hash of an address, and the person, if there is one."""
    return [address, blocked_person(person)] if person else [address]


def _other(hosted: Hosted, seat: str, colour: str) -> SeatRow:
    """The seat of another person in the game."""
    mine = hosted.seat(seat)
    found = hosted.seat(colour)
    if found is None or found.who != PERSON or (mine is not None and found.holder == mine.holder):
        raise ProtocolError("no-such-player", "No other person plays that colour.", 404)
    return found
