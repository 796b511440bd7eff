"""Account recovery without a device, by a recovery code or a passkey. The server stores the hash of
the code and the public key of the passkey (docs/people.md)."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex
from typing import TYPE_CHECKING, Final

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.caller import Caller
from dungeon_twister.server.games.people.people import People
from dungeon_twister.server.people_protocol import Myself, Passkey, RecoveryCode
from dungeon_twister.server.secret_tokens import hashed, new_code, tidy_code
from dungeon_twister.server.store import PasskeyRow
from dungeon_twister.server.text_input import tidy_name

if TYPE_CHECKING:
    from dungeon_twister.server.store import RecoveryRepository, Store

CODE_LENGTH: Final = 20  # of 31 letters: 99 bits
GROUP: Final = 4
MOST_PASSKEYS: Final = 10
KEY_NAME: Final = "passkeys"


class AccountRecovery:
    """Recovery codes and passkeys of people."""

    def __init__(self, store: Store, people: People, now: Callable[[], float]) -> None:
        self._store = store
        self._people = people
        self._now = now

    @property
    def repository(self) -> RecoveryRepository:
        return self._store.recovery

    async def has_way_back(self, person: str) -> bool:
        """Return whether a person can recover the account without a device."""
        return bool(await self.repository.passkeys(person)) or await self.repository.code_made(person) > 0

    # -- recovery codes ----------------------------------------------------------------------------------------------------

    async def new_code(self, who: Caller) -> RecoveryCode:
        """Return a new code. It replaces the one before."""
        code = new_code(CODE_LENGTH)
        await self.repository.set_code(who.person, hashed(code), self._now())
        return RecoveryCode("-".join(code[at : at + GROUP] for at in range(0, CODE_LENGTH, GROUP)))

    async def use_code(self, typed: str, label: str) -> Myself:
        """Return a key for the browser in which a code was typed. The code stays valid."""
        person = await self.repository.person_of_code(hashed(tidy_code(typed, CODE_LENGTH)))
        if not person:
            raise ProtocolError("wrong-recovery-code", "That recovery code is wrong, or was replaced by a newer one.", 404)
        return await self._people.come_back(person, label)

    # -- passkeys ----------------------------------------------------------------------------------------------------------

    async def challenge_key(self) -> bytes:
        """Return the key that signs challenges. All processes share it."""
        return await self._store.keys.current(KEY_NAME, self._now())

    def now(self) -> float:
        return self._now()

    async def room_for_passkey(self, who: Caller) -> list[PasskeyRow]:
        """Return the passkeys of a person, if one more is allowed."""
        known = await self.repository.passkeys(who.person)
        if len(known) >= MOST_PASSKEYS:
            raise ProtocolError("too-many-passkeys", f"You have {MOST_PASSKEYS} passkeys: remove one of them first.", 409)
        return known

    async def add_passkey(
        self, who: Caller, credential: str, public_key: str, sign_count: int, site: str, label: str
    ) -> Passkey:
        """Store a passkey that was checked."""
        await self.room_for_passkey(who)
        hash, now = hashed(credential), self._now()
        row = PasskeyRow(hash, token_hex(6), who.person, credential, public_key, sign_count, site, tidy_name(label), now, now)
        if not await self.repository.add_passkey(row):
            raise ProtocolError("known-passkey", "That passkey is known already.", 409)
        return Passkey(row.id, row.label, row.made, row.used)

    async def passkey(self, credential: str, site: str) -> PasskeyRow:
        """Return the passkey of a site by its id."""
        found = await self.repository.passkey(hashed(credential))
        if found is None or found.site != site:
            raise ProtocolError("unknown-passkey", "That passkey is not known here any more.", 404)
        return found

    async def use_passkey(self, known: PasskeyRow, sign_count: int, label: str) -> Myself:
        """Return a key for the browser that has used a passkey."""
        if not await self.repository.used_passkey(known.hash, known.sign_count, sign_count, self._now()):
            raise ProtocolError("wrong-passkey", "That passkey could not be checked. Please try again.", 403)
        return await self._people.come_back(known.person, label)

    async def remove_passkey(self, who: Caller, id: str) -> None:
        if not await self.repository.remove_passkey(who.person, id):
            raise ProtocolError("unknown-passkey", "That passkey is not known here any more.", 404)
