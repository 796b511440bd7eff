"""Transfer of a person to another device by a code. Both sides confirm: the new device is shown the
person, and the device that made the code is asked. For a day everything can be undone
(docs/people.md).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.caller import Caller
from dungeon_twister.server.games.people.people import GIVEN_UP, MOST_DEVICES, People
from dungeon_twister.server.people_protocol import MoveCode, MoveOffer, MoveStatus, PendingMove
from dungeon_twister.server.secret_tokens import LONG_CODE, hashed, new_code, new_token, tidy_code
from dungeon_twister.server.text_input import tidy_name

if TYPE_CHECKING:
    from dungeon_twister.server.store import DeviceTransferRepository, Store, TransferRow

CODE_SECONDS: Final = 600.0
UNDO_SECONDS: Final = 86_400.0
CONFIRMED: Final = "confirmed"
REFUSED: Final = "refused"


def check_number(ticket_hash: str) -> str:
    """Return two digits that both devices show, so that the user allows the right one."""
    return f"{int(ticket_hash[:8], 16) % 100:02}" if ticket_hash else ""


class DeviceTransfer:
    """Handles transfers. `seats_changed` reads games again whose seats have another owner."""

    def __init__(
        self, store: Store, people: People, now: Callable[[], float], seats_changed: Callable[[list[str]], Awaitable[None]]
    ) -> None:
        self._store = store
        self._people = people
        self._now = now
        self._seats_changed = seats_changed

    @property
    def repository(self) -> DeviceTransferRepository:
        return self._store.transfers

    # -- the device that makes the code ------------------------------------------------------------------------------------

    async def code(self, who: Caller) -> MoveCode:
        """Return a code for another browser. It replaces the one before."""
        if len(await self._people.repository.devices(who.person)) >= MOST_DEVICES:
            raise ProtocolError("too-many-devices", f"You have {MOST_DEVICES} devices: sign one of them out first.", 409)
        code = new_code(LONG_CODE)
        await self.repository.offer(who.person, who.device, hashed(code), self._now() + CODE_SECONDS)
        return MoveCode(code, CODE_SECONDS)

    async def pending(self, who: Caller) -> PendingMove:
        """Return the state of the code that this device made."""
        move = await self.repository.of(who.person, self._now())
        if move is None or move.maker != who.device:
            return PendingMove("none")
        return PendingMove(move.state, move.label, check_number(move.ticket), move.until - self._now())

    async def answer(self, who: Caller, allow: bool) -> None:
        """Allow or refuse what the other device has confirmed."""
        move, now = await self.repository.of(who.person, self._now()), self._now()
        if move is None or move.maker != who.device or move.state == REFUSED:
            raise ProtocolError("no-move", "No other device is asking to become yours.", 409)
        if not allow:
            await self.repository.refuse(who.person, who.device)
            return
        device = self._people.device_of(move.ticket, move.person, move.label)
        games = await self.repository.finish(move, device, now, now + UNDO_SECONDS)
        if games is None:
            raise ProtocolError("no-move", "The other device has not confirmed yet.", 409)
        await self._seats_changed(games)

    # -- the device where it is typed --------------------------------------------------------------------------------------

    async def begin(self, typed: str, label: str, before: Caller) -> MoveOffer:
        """Use a code up and return its person. `before`: the person of this browser so far."""
        hash, now = hashed(tidy_code(typed, LONG_CODE)), self._now()
        move = await self.repository.by_code(hash, now)
        if move is not None and before.person == move.person:
            raise ProtocolError("already-you", "This browser is one of that person's devices already.", 409)
        ticket = new_token()
        if move is None or not await self.repository.type(hash, hashed(ticket), tidy_name(label), before.person, now):
            raise ProtocolError("wrong-code", "That code is wrong, used already or too old: make a new one.", 404)
        name = await self._people.repository.name(move.person)
        games = await self._games_of(before)
        return MoveOffer(ticket, name, await self._maker(move), check_number(hashed(ticket)), move.until - now, games)

    async def _maker(self, move: TransferRow) -> str:
        devices = await self._people.repository.devices(move.person)
        return next((device.label for device in devices if device.id == move.maker), "")

    async def _games_of(self, who: Caller) -> int:
        """Return how many games would come along: none if the person has other devices, which would lose them."""
        if not who.person or len(await self._people.repository.devices(who.person)) != 1:
            return 0
        counted = await self._people.repository.count(who.person)
        return sum(many for stage, many in counted.items() if stage != GIVEN_UP)

    async def confirm(self, ticket: str, bring: bool, before: Caller) -> MoveStatus:
        """Confirm a transfer on the new device, or return its state if that was done before."""
        hash, now = hashed(ticket), self._now()
        move = await self.repository.by_ticket(hash, now)
        if move is None:
            found = await self._people.repository.by_key(hash)
            if found is None:
                raise ProtocolError("no-move", "That took too long or was refused. Please make a new code.", 404)
            return MoveStatus("done", found[0].name)
        bring = bring and before.person == move.asker and await self._games_of(before) > 0
        await self.repository.confirm(hash, bring, now)
        return MoveStatus(REFUSED if move.state == REFUSED else "waiting", await self._people.repository.name(move.person))

    async def cancel(self, ticket: str) -> None:
        """Cancel a transfer on the new device."""
        await self.repository.drop(hashed(ticket))

    # -- undoing -------------------------------------------------------------------------------------------------------------

    async def undo(self, who: Caller, id: str) -> None:
        """Undo a transfer: sign the device out, and return the games that came along to their owner."""
        moves = [move for move, _ in await self.repository.undoable(who.person, self._now()) if move.id == id]
        if not moves:
            raise ProtocolError("no-move", "That cannot be undone any more.", 404)
        games = await self.repository.undo(moves[0])
        self._people.dismiss(moves[0].device)
        await self._seats_changed(games)

    async def give_back(self, who: Caller) -> None:
        """Undo all transfers to a person about to be deleted, so that games go back to their
        owners."""
        for move, _ in await self.repository.undoable(who.person, self._now()):
            if move.person == who.person and move.asker:
                await self.undo(who, move.id)
