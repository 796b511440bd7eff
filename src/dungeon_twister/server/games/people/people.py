"""People without accounts: a browser has a key, and the server knows its hash. Other browsers of
the same person have keys of their own (docs/people.md)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from secrets import token_hex
from typing import TYPE_CHECKING, Final

import msgspec

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.caller import NOBODY, Caller
from dungeon_twister.server.games.sessions.active_game import PERSON, ActiveGame
from dungeon_twister.server.games.sessions.game_cache import GameCache
from dungeon_twister.server.people_protocol import Device, Me, Myself, Passkey, UndoableMove
from dungeon_twister.server.secret_tokens import hashed, key_in, new_token
from dungeon_twister.server.store import OPEN, PLAYING, Change, DeviceRow, PersonRow, Statement
from dungeon_twister.server.text_input import tidy_name

if TYPE_CHECKING:
    from dungeon_twister.server.store import PeopleRepository, Store

GIVEN_UP: Final = "given-up"
SEEN_EVERY: Final = 3600.0  # seconds between two updates of a person's last visit
REMEMBERED_SECONDS: Final = 5.0  # for which a cached key is not looked up again
MOST_REMEMBERED: Final = 2000  # keys
MOST_DEVICES: Final = 20
MOST_OLD: Final = 500  # older seats that are taken over at once


def signed_out() -> ProtocolError:
    return ProtocolError("signed-out", "This browser is not signed in any more: it goes on as somebody new.", 401)


class People:
    """Everything about people except their games."""

    def __init__(self, store: Store, cache: GameCache, now: Callable[[], float]) -> None:
        self._store = store
        self._cache = cache
        self._now = now
        self._known: OrderedDict[str, tuple[float, Caller]] = OrderedDict()  # hash of a key -> time of the lookup, its owner
        self._dismissals = 0  # number of signed-out devices: lookups under way may be outdated
        self._listening: dict[str, list[Callable[[], None]]] = {}  # device -> callbacks for when it is signed out

    @property
    def repository(self) -> PeopleRepository:
        return self._store.people

    # -- keys ----------------------------------------------------------------------------------------------------------------

    async def begin(self, name: str, label: str) -> Myself:
        """Create a person."""
        key, id, now = new_token(), token_hex(8), self._now()
        person = PersonRow(id, tidy_name(name), now, now)
        await self.repository.begin(person, self.device_of(hashed(key), id, label))
        return Myself(key, person.name)

    def device_of(self, key_hash: str, person: str, label: str) -> DeviceRow:
        """Return a new device of a person, by the hash of its key."""
        now = self._now()
        return DeviceRow(key_hash, token_hex(6), person, tidy_name(label), now, now)

    async def come_back(self, person: str, label: str) -> Myself:
        """Return a key for another browser of a person who has recovered the account. With too many
        devices the one not seen for longest is signed out, so that recovery always works."""
        devices = await self.repository.devices(person)
        for device in sorted(devices, key=lambda one: one.seen)[: max(0, len(devices) - MOST_DEVICES + 1)]:
            await self.repository.sign_out(person, device.id)
            self.dismiss(device.id)
        key = new_token()
        await self.repository.add_device(self.device_of(hashed(key), person, label))
        return Myself(key, await self.repository.name(person))

    async def who(self, key: str) -> Caller:
        """Return the person of a key; without a key, an anonymous caller. ProtocolError: the key is no longer valid."""
        if not key:
            return NOBODY
        hash, now = hashed(key), self._now()
        at, who = self._known.get(hash, (0.0, NOBODY))
        if who.person and 0 <= now - at < REMEMBERED_SECONDS:
            return who
        dismissals = self._dismissals
        found = await self.repository.by_key(hash)
        if found is None:
            raise signed_out()
        person, device = found
        if now - device.seen > SEEN_EVERY:
            await self.repository.saw(person.id, device.hash, now)
        who = Caller(person.id, person.name, device.id, key)
        if dismissals == self._dismissals:
            self._known[hash] = (now, who)
        while len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
        return who

    def _forget(self, person: str = "", device: str = "") -> None:
        """Drop a person or a device from the cache."""
        for hash, (_, who) in list(self._known.items()):
            if (person and who.person == person) or (device and who.device == device):
                del self._known[hash]

    async def of_token(self, token: str) -> Caller:
        """Return the person of a token; an anonymous caller for the token of a seat alone."""
        return await self.who(key_in(token)[0])

    async def seat_key(self, active: ActiveGame, token: str) -> str:
        """Return what the database stores of a token: its hash, or that of the seat which a
        person's key opens."""
        key, colour = key_in(token)
        if not key:
            return hashed(token)
        who, seat = await self.who(key), active.seat(colour)
        if seat is None or seat.who != PERSON or seat.person != who.person:
            raise ProtocolError("wrong-token", "That is not the key to a seat of this game.", 403)
        return seat.token_hash

    async def delete(self, person: str) -> None:
        """Delete a person and revoke the keys."""
        await self._store.personal.delete(person)
        self._forget(person)

    # -- own data -----------------------------------------------------------------------------------------------------------

    async def me(self, who: Caller) -> Me:
        found = await self.repository.by_key(hashed(who.key))
        if found is None:
            raise signed_out()
        counted = await self.repository.count(who.person)
        devices = [
            Device(row.id, row.label, row.made, row.seen, row.id == who.device)
            for row in await self.repository.devices(who.person)
        ]
        unfinished = counted.get(OPEN, 0) + counted.get(PLAYING, 0)
        recovery = self._store.recovery
        return Me(
            found[0].name,
            found[0].made,
            devices,
            sum(counted.values()) - counted.get(GIVEN_UP, 0),
            unfinished,
            [Passkey(row.id, row.label, row.made, row.used) for row in await recovery.passkeys(who.person)],
            await recovery.code_made(who.person),
            await self._moves(who),
        )

    async def _moves(self, who: Caller) -> list[UndoableMove]:
        moves: list[UndoableMove] = []
        for move, games in await self._store.transfers.undoable(who.person, self._now()):
            came = move.person == who.person
            other = await self.repository.name(move.asker if came else move.person)
            moves.append(UndoableMove(move.id, move.label, other, came, games, move.until))
        return moves

    async def rename(self, who: Caller, name: str) -> Me:
        """Rename a person from now on; finished games keep the old name."""
        await self.repository.rename(who.person, tidy_name(name))
        self._forget(who.person)
        return await self.me(who)

    async def sign_out(self, who: Caller, device: str) -> None:
        """Sign a device out and notify its open sockets."""
        if not await self.repository.sign_out(who.person, device):
            raise ProtocolError("unknown-device", "There is no such device.", 404)
        self.dismiss(device)

    def listening(self) -> list[str]:
        """Return the devices with open sockets here."""
        return list(self._listening)

    def dismiss(self, device: str) -> None:
        """Notify the open sockets of a device that it was signed out."""
        self._dismissals += 1
        self._forget(device=device)
        for notify in self._listening.pop(device, []):
            notify()

    async def look_again(self) -> None:
        """Check open sockets after a gap in the notifications, and end those of devices that were
        signed out."""
        self._known.clear()
        self._dismissals += 1
        devices = list(self._listening)
        known = await self.repository.known_devices(devices) if devices else set()
        for device in devices:
            if device not in known:
                self.dismiss(device)

    async def watch(self, tokens: Sequence[str], gone: Callable[[], None]) -> Callable[[], None]:
        """Call `gone` when the device of one of these tokens is signed out. Return a function that
        ends this."""
        dismissals = -1
        while dismissals != self._dismissals:  # repeat the lookup if a device was signed out meanwhile
            dismissals = self._dismissals
            devices = {(await self.of_token(token)).device for token in tokens if key_in(token)[0]}
        for device in devices:
            self._listening.setdefault(device, []).append(gone)

        def end() -> None:
            for device in devices:
                left = [one for one in self._listening.get(device, []) if one != gone]
                if left:
                    self._listening[device] = left
                else:
                    self._listening.pop(device, None)

        return end

    async def adopt(self, who: Caller, tokens: Sequence[str]) -> int:
        """Give a person the seats of older tokens; return how many are theirs now."""
        if len(tokens) > MOST_OLD:
            raise ProtocolError("too-many", f"Ask for at most {MOST_OLD} seats at once.", 422)
        seats = await self._store.seats_of_tokens([hashed(token) for token in tokens])
        free = [seat for seat in seats if seat.who == PERSON and not seat.person]
        for seat in free:
            row = {"before_game": seat.game, "before_colour": seat.colour, "before_person": "", "person": who.person}
            await self._store.write(Change(seat.game, [Statement("adopt-seat", row)], "seats"))
            active = self._cache.held(seat.game)
            if active is not None:
                active.seats = [
                    msgspec.structs.replace(one, person=who.person) if one.colour == seat.colour and not one.person else one
                    for one in active.seats
                ]
        return len(free)
