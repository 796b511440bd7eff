"""The public shelf: scenarios that people publish on a server, and others find, play, like and report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import msgspec

from dungeon_twister.presentation.guide.guide_shapes import ScenarioCard
from dungeon_twister.server.address_hashes import AddressHasher
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.caller import Caller
from dungeon_twister.server.games.queries.game_queries import GameQueries
from dungeon_twister.server.limits import TooMuchError
from dungeon_twister.server.secret_tokens import LONG_CODE, new_code, tidy_code
from dungeon_twister.server.store import Retention, ShelfRow
from dungeon_twister.server.text_input import tidy_text
from dungeon_twister.server.wire import decode
from dungeon_twister.server.workshop_protocol import CheckedText, ShelfEntry, ShelfPage, ShelfScenario, WorkshopText

if TYPE_CHECKING:
    from dungeon_twister.server.store import ShelfRepository, Store

PAGE: Final = 12
TRIES: Final = 5
DAY: Final = 86_400.0


class ShelfPolicy(msgspec.Struct, frozen=True):
    """How much a shelf holds (0: no limit), and how many reports hide a scenario (0: none)."""

    of_a_person: int
    altogether: int
    reports: int


class PublicShelf:
    """The shelf of a server. Texts are checked in the reader processes, like every other text of a client."""

    def __init__(
        self,
        store: Store,
        queries: GameQueries,
        retention: Retention,
        addresses: AddressHasher,
        now: Callable[[], float],
        policy: ShelfPolicy,
    ) -> None:
        self._store = store
        self._queries = queries
        self._retention = retention
        self._addresses = addresses
        self._now = now
        self._policy = policy

    @property
    def repository(self) -> ShelfRepository:
        return self._store.shelf

    async def publish(self, who: Caller, declared: str, address: str) -> ShelfEntry:
        """Publish a scenario; its title is that of the text. The same text of the same person is published once."""
        self._retention.check_room()
        card = decode(await self._queries.check(declared, {}, address), ScenarioCard)
        title = tidy_text(card.title)
        if not title:
            raise ProtocolError("no-title", "The scenario needs a title.", 422)
        digest = sha256(declared.encode()).hexdigest()
        there = await self.repository.of_text(digest)
        if there is not None:
            if there[0].person != who.person:
                raise _already()
            return (await self._entries(who, [there]))[0]
        await self._check_space(who)
        picture = await self._picture(declared, address)
        for _ in range(TRIES):
            row = ShelfRow(
                *(new_code(LONG_CODE), who.person, title, card.game, card.players, declared, digest, picture, self._now())
            )
            if await self.repository.add(row):
                return _entry(row, who.name, own=True)
            if await self.repository.of_text(digest) is not None:
                raise _already()
        raise ProtocolError("storage", "The scenario could not be published just now. Try again in a moment.", 503)

    async def _check_space(self, who: Caller) -> None:
        own, altogether = await self.repository.count(who.person)
        if self._policy.of_a_person and own >= self._policy.of_a_person:
            raise TooMuchError(
                "too-many-published", "You have published as many scenarios as the shelf takes of one person.", DAY
            )
        if self._policy.altogether and altogether >= self._policy.altogether:
            raise ProtocolError("no-room", "The server has no room for anything new just now.", 503)

    async def _picture(self, declared: str, address: str) -> dict[str, Any]:
        checked = decode(await self._queries.judge(WorkshopText(declared, "scenario"), address), CheckedText)
        return drawn_tables(checked.tables or {})

    async def page(self, who: Caller, sort: str, game: str, own: bool, number: int) -> ShelfPage:
        """Return a page of the shelf. `own`: only one's own scenarios."""
        if own and not who.person:
            return ShelfPage([], False)
        found = await self.repository.page(sort, game, who.person if own else "", number * PAGE, PAGE + 1)
        return ShelfPage(await self._entries(who, found[:PAGE]), len(found) > PAGE)

    async def scenario(self, who: Caller, typed: str) -> ShelfScenario:
        """Return the scenario of a code."""
        row, by = await self._shown(who, typed)
        return ShelfScenario((await self._entries(who, [(row, by)]))[0], row.declared)

    async def note_played(self, who: Caller, code: str) -> None:
        """Count that a person plays a scenario of somebody else, once."""
        row, _ = await self._shown(who, code)
        if row.person != who.person:
            await self.repository.mark(row.code, who.person, "played")

    async def like(self, who: Caller, code: str, liked: bool) -> None:
        """Like a scenario of somebody else, or take that back."""
        row = await self._of_others(who, code)
        if liked:
            await self.repository.mark(row.code, who.person, "liked")
        else:
            await self.repository.unlike(row.code, who.person)

    async def report(self, who: Caller, code: str, why: str, address: str) -> None:
        """Report a scenario to the operator. A person's first report of it counts, and one of a household; without an address
        each person counts."""
        row = await self._of_others(who, code)
        reason = tidy_text(why)
        if not reason:
            raise ProtocolError("no-reason", "Say what is wrong with it.", 422)
        hashes = self._addresses.all(address) if address else []
        await self.repository.report(row.code, who.person, reason, self._now(), self._policy.reports, hashes)

    async def remove(self, who: Caller, code: str) -> None:
        """Remove a scenario of one's own."""
        row, _ = await self._shown(who, code)
        if not await self.repository.remove(row.code, who.person):
            raise ProtocolError("not-your-scenario", "Only the person who published it can remove it.", 403)

    async def _of_others(self, who: Caller, code: str) -> ShelfRow:
        row, _ = await self._shown(who, code)
        if row.person == who.person:
            raise ProtocolError("own-scenario", "You have published this scenario yourself.", 409)
        return row

    async def _shown(self, who: Caller, typed: str) -> tuple[ShelfRow, str]:
        """Return a scenario that a person may see. A hidden one is shown only to its owner."""
        found = await self.repository.one(tidy_code(typed, LONG_CODE))
        if found is None:
            raise ProtocolError("unknown-scenario", "No scenario on the shelf has this code.", 404)
        if found[0].hidden and found[0].person != who.person:
            raise ProtocolError("hidden-scenario", "This scenario was reported: the operator will look at it first.", 403)
        return found

    async def _entries(self, who: Caller, found: Sequence[tuple[ShelfRow, str]]) -> list[ShelfEntry]:
        likes = await self.repository.likes(who.person, [row.code for row, _ in found]) if who.person and found else set()
        return [_entry(row, by, own=row.person == who.person, liking=row.code in likes) for row, by in found]


def _already() -> ProtocolError:
    return ProtocolError("already-published", "This scenario stands on the shelf already.", 409)


def _entry(row: ShelfRow, by: str, own: bool = False, liking: bool = False) -> ShelfEntry:
    told = (row.code, row.title, row.game, row.players, by, row.at, row.played, row.liked, row.picture)
    return ShelfEntry(*told, own=own, liking=liking, hidden=row.hidden)


def drawn_tables(tables: dict[str, Any]) -> dict[str, Any]:
    """Return what a small drawing needs of the tables of a scenario file: the layout and whose lines it has."""
    drawn: dict[str, Any] = {key: tables[key] for key in ("game", "layout", "lines") if isinstance(tables.get(key), str)}
    capacity, seats = tables.get("capacity"), tables.get("seat")
    if isinstance(capacity, list):
        drawn["capacity"] = [number for number in capacity if isinstance(number, int)]
    if isinstance(seats, list):
        told = [{key: seat[key] for key in ("colour", "line") if isinstance(seat.get(key), str)} for seat in seats]
        drawn["seat"] = told
    return drawn
