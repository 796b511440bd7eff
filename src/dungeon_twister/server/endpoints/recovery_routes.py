"""Routes of account recovery: recovery codes, passkeys, and claims to a seat."""

from __future__ import annotations

from typing import Final

from dungeon_twister.server import passkeys
from dungeon_twister.server.endpoints.route import PERSON, Call, delete, post
from dungeon_twister.server.limits import CHANGED
from dungeon_twister.server.people_protocol import (
    Myself,
    Passkey,
    PasskeyAnswer,
    PasskeyOptions,
    RecoveryCode,
    UseRecoveryCode,
)
from dungeon_twister.server.protocol import ClaimSeat, GameInfo

SIGN_IN: Final = "sign-in"


def site_of(call: Call) -> passkeys.Site:
    """Return the page of a request. Browsers name it in the Origin header, which was compared with
    the Host header before."""
    return passkeys.site_of(call.origin)


@post("/people/me/recovery-code", needs=PERSON, cost=CHANGED, fails=(400, 401))
async def new_recovery_code(call: Call) -> RecoveryCode:
    """Return a new recovery code, which is sent only in this answer. It replaces the old one."""
    who = await call.person()
    call.service.limits.hourly("codes", call.address)
    return await call.service.games.recovery.new_code(who)


@post("/people/recovery-code", cost=CHANGED, fails=(400, 404, 413))
async def use_recovery_code(call: Call, data: UseRecoveryCode) -> Myself:
    """Sign in with a recovery code."""
    call.service.limits.hourly("codes", call.address)
    return await call.service.games.recovery.use_code(data.code, data.device)


@post("/people/me/passkeys/options", needs=PERSON, cost=CHANGED, fails=(400, 401, 409))
async def passkey_creation(call: Call) -> PasskeyOptions:
    """Return the options with which the browser makes a passkey."""
    who, recovery, site = await call.person(), call.service.games.recovery, site_of(call)
    known = [row.credential for row in await recovery.room_for_passkey(who) if row.site == site.host]
    challenge = passkeys.new_challenge(await recovery.challenge_key(), who.person, recovery.now())
    return PasskeyOptions(passkeys.creation_options(site, who.person, who.name, known, challenge))


@post("/people/me/passkeys", needs=PERSON, cost=CHANGED, fails=(400, 401, 403, 409, 413))
async def add_passkey(call: Call, data: PasskeyAnswer) -> Passkey:
    """Store the passkey that the browser has made."""
    who, recovery, site = await call.person(), call.service.games.recovery, site_of(call)
    key = await recovery.challenge_key()
    made = passkeys.checked_creation(data.credential, site, key, who.person, recovery.now())
    return await recovery.add_passkey(who, made.credential, made.public_key, made.sign_count, site.host, data.device)


@delete("/people/me/passkeys/{passkey:str}", needs=PERSON, cost=CHANGED, fails=(401, 404))
async def remove_passkey(call: Call, passkey: str) -> None:
    """Delete a passkey."""
    await call.service.games.recovery.remove_passkey(await call.person(), passkey)


@post("/people/passkeys/options", cost=CHANGED, status=200, fails=(400, 409))
async def passkey_request(call: Call) -> PasskeyOptions:
    """Return the options with which the browser asks for a passkey of this site."""
    recovery, site = call.service.games.recovery, site_of(call)
    challenge = passkeys.new_challenge(await recovery.challenge_key(), SIGN_IN, recovery.now())
    return PasskeyOptions(passkeys.request_options(site, challenge))


@post("/people/passkeys", cost=CHANGED, fails=(400, 403, 404, 409, 413))
async def use_passkey(call: Call, data: PasskeyAnswer) -> Myself:
    """Sign in with a passkey."""
    call.service.limits.hourly("codes", call.address)
    recovery, site = call.service.games.recovery, site_of(call)
    row = await recovery.passkey(passkeys.credential_id(data.credential), site.host)
    known = passkeys.NewPasskey(row.credential, row.public_key, row.sign_count)
    key = await recovery.challenge_key()
    count = passkeys.checked_use(data.credential, site, key, SIGN_IN, recovery.now(), known)
    return await recovery.use_passkey(row, count, data.device)


@post("/games/{game_id:str}/claims", needs=PERSON, cost=CHANGED, status=200, fails=(400, 401, 403, 404, 409, 413, 422, 503))
async def claim_seat(call: Call, game_id: str, data: ClaimSeat) -> GameInfo:
    """Claim one's own seat without its key. All players of the game must agree."""
    who = await call.person()
    address = call.household
    await call.service.games.moderation.check_welcome(game_id, address, who)
    call.service.limits.hourly("claims", address)
    return await call.service.games.claim(game_id, who, data)


@delete("/games/{game_id:str}/claims", needs=PERSON, cost=CHANGED, status=200, fails=(401, 404, 409, 503))
async def withdraw_claim(call: Call, game_id: str) -> GameInfo:
    """Withdraw the claim."""
    return await call.service.games.withdraw_claim(game_id, await call.person())


ROUTES: Final = (
    new_recovery_code,
    use_recovery_code,
    passkey_creation,
    add_passkey,
    remove_passkey,
    passkey_request,
    use_passkey,
    claim_seat,
    withdraw_claim,
)
