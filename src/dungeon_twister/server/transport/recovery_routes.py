"""Routes of account recovery: recovery codes, passkeys, and claims to a seat."""

from __future__ import annotations

from typing import Final

from litestar import delete, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from dungeon_twister.server import passkeys
from dungeon_twister.server.limits import CHANGED, COST, household
from dungeon_twister.server.people_protocol import (
    Myself,
    Passkey,
    PasskeyAnswer,
    PasskeyOptions,
    RecoveryCode,
    UseRecoveryCode,
)
from dungeon_twister.server.protocol import ClaimSeat, GameInfo
from dungeon_twister.server.transport.game_routes import PERSON, AnyRequest, Name, Shared, address_of, failures
from dungeon_twister.server.transport.people_routes import somebody

SIGN_IN: Final = "sign-in"


def site_of(request: AnyRequest) -> passkeys.Site:
    """Return the page of a request. Browsers name it in the Origin header, which was compared with
    the Host header before."""
    return passkeys.site_of(request.headers.get("origin", ""))


@post("/people/me/recovery-code", opt={COST: CHANGED}, security=PERSON, responses=failures(400, 401))
async def new_recovery_code(request: AnyRequest, service: Shared) -> RecoveryCode:
    """Return a new recovery code, which is sent only in this answer. It replaces the old one."""
    who = await somebody(request, service)
    service.limits.hourly("codes", address_of(request))
    return await service.games.recovery.new_code(who)


@post("/people/recovery-code", opt={COST: CHANGED}, responses=failures(400, 404, 413))
async def use_recovery_code(request: AnyRequest, data: JSONBody[UseRecoveryCode], service: Shared) -> Myself:
    """Sign in with a recovery code."""
    service.limits.hourly("codes", address_of(request))
    return await service.games.recovery.use_code(data.code, data.device)


@post("/people/me/passkeys/options", opt={COST: CHANGED}, security=PERSON, responses=failures(400, 401, 409))
async def passkey_creation(request: AnyRequest, service: Shared) -> PasskeyOptions:
    """Return the options with which the browser makes a passkey."""
    who, recovery, site = await somebody(request, service), service.games.recovery, site_of(request)
    known = [row.credential for row in await recovery.room_for_passkey(who) if row.site == site.host]
    challenge = passkeys.new_challenge(await recovery.challenge_key(), who.person, recovery.now())
    return PasskeyOptions(passkeys.creation_options(site, who.person, who.name, known, challenge))


@post("/people/me/passkeys", opt={COST: CHANGED}, security=PERSON, responses=failures(400, 401, 403, 409, 413))
async def add_passkey(request: AnyRequest, data: JSONBody[PasskeyAnswer], service: Shared) -> Passkey:
    """Store the passkey that the browser has made."""
    who, recovery, site = await somebody(request, service), service.games.recovery, site_of(request)
    key = await recovery.challenge_key()
    made = passkeys.checked_creation(data.credential, site, key, who.person, recovery.now())
    return await recovery.add_passkey(who, made.credential, made.public_key, made.sign_count, site.host, data.device)


@delete("/people/me/passkeys/{passkey:str}", opt={COST: CHANGED}, security=PERSON, responses=failures(401, 404))
async def remove_passkey(passkey: Name, request: AnyRequest, service: Shared) -> None:
    """Delete a passkey."""
    await service.games.recovery.remove_passkey(await somebody(request, service), passkey)


@post("/people/passkeys/options", status_code=HTTP_200_OK, opt={COST: CHANGED}, responses=failures(400, 409))
async def passkey_request(request: AnyRequest, service: Shared) -> PasskeyOptions:
    """Return the options with which the browser asks for a passkey of this site."""
    recovery, site = service.games.recovery, site_of(request)
    challenge = passkeys.new_challenge(await recovery.challenge_key(), SIGN_IN, recovery.now())
    return PasskeyOptions(passkeys.request_options(site, challenge))


@post("/people/passkeys", opt={COST: CHANGED}, responses=failures(400, 403, 404, 409, 413))
async def use_passkey(request: AnyRequest, data: JSONBody[PasskeyAnswer], service: Shared) -> Myself:
    """Sign in with a passkey."""
    service.limits.hourly("codes", address_of(request))
    recovery, site = service.games.recovery, site_of(request)
    row = await recovery.passkey(passkeys.credential_id(data.credential), site.host)
    known = passkeys.NewPasskey(row.credential, row.public_key, row.sign_count)
    key = await recovery.challenge_key()
    count = passkeys.checked_use(data.credential, site, key, SIGN_IN, recovery.now(), known)
    return await recovery.use_passkey(row, count, data.device)


@post(
    "/games/{game_id:str}/claims",
    status_code=HTTP_200_OK,
    opt={COST: CHANGED},
    security=PERSON,
    responses=failures(400, 401, 403, 404, 409, 413, 422, 503),
)
async def claim_seat(game_id: Name, request: AnyRequest, data: JSONBody[ClaimSeat], service: Shared) -> GameInfo:
    """Claim one's own seat without its key. All players of the game must agree."""
    who = await somebody(request, service)
    address = household(address_of(request))
    await service.games.moderation.check_welcome(game_id, address, who)
    service.limits.hourly("claims", address)
    return await service.games.claim(game_id, who, data)


@delete(
    "/games/{game_id:str}/claims",
    status_code=HTTP_200_OK,
    opt={COST: CHANGED},
    security=PERSON,
    responses=failures(401, 404, 409, 503),
)
async def withdraw_claim(game_id: Name, request: AnyRequest, service: Shared) -> GameInfo:
    """Withdraw the claim."""
    return await service.games.withdraw_claim(game_id, await somebody(request, service))


RECOVERY: Final[tuple[HTTPRouteHandler, ...]] = (
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
