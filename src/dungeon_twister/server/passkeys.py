"""Passkeys (WebAuthn): options for the browser, and checks of its answers. Challenges need no
memory: each carries its end time and a signature under a key that all processes share."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hmac import compare_digest, digest
from ipaddress import ip_address
from secrets import token_bytes
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from dungeon_twister.server.errors import ProtocolError

NAME: Final = "Dungeon Twister"
CHALLENGE_SECONDS: Final = 300
NONCE: Final = 16  # bytes
TIME: Final = 8
SIGNATURE: Final = 16
LONGEST_CREDENTIAL: Final = 1023  # bytes of its id, by the specification


class Site(msgspec.Struct, frozen=True):
    """The page of a passkey: its origin, and its host name, which is the id of the relying party."""

    origin: str
    host: str


class NewPasskey(msgspec.Struct, frozen=True):
    """A passkey that was checked. Bytes are in base64url."""

    credential: str
    public_key: str
    sign_count: int


def _refused() -> ProtocolError:
    return ProtocolError("wrong-passkey", "That passkey could not be checked. Please try again.", 403)


def encoded(data: bytes) -> str:
    """Return bytes in base64url without padding, as WebAuthn writes them."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def site_of(origin: str) -> Site:
    """Return the site of a page by the Origin header of its request. ProtocolError: passkeys do not
    work there."""
    try:
        host = urlsplit(origin).hostname or ""
    except ValueError:
        host = ""
    if not host or len(host) > 255 or _is_address(host):
        raise ProtocolError("no-passkeys", "Passkeys need a page with a host name.", 409)
    return Site(origin, host)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


# -- challenges ----------------------------------------------------------------------------------------------------------


def new_challenge(key: bytes, purpose: str, now: float) -> bytes:
    """Return a challenge for one purpose, valid for five minutes."""
    body = token_bytes(NONCE) + int(now + CHALLENGE_SECONDS).to_bytes(TIME, "big")
    return body + _signature(key, purpose, body)


def _signature(key: bytes, purpose: str, body: bytes) -> bytes:
    return digest(key, purpose.encode() + b"\0" + body, "sha256")[:SIGNATURE]


def _challenge_in(credential: dict[str, Any], key: bytes, purpose: str, now: float) -> bytes:
    """Return the challenge that an answer names, if it is valid."""
    try:
        data = json.loads(decoded(credential["response"]["clientDataJSON"]))
        challenge = decoded(data["challenge"])
    except (KeyError, TypeError, ValueError, RecursionError):
        raise _refused() from None
    body, signature = challenge[: NONCE + TIME], challenge[NONCE + TIME :]
    if len(body) != NONCE + TIME or not compare_digest(signature, _signature(key, purpose, body)):
        raise _refused()
    if int.from_bytes(body[NONCE:], "big") < now:
        raise ProtocolError("passkey-late", "That took too long. Please try again.", 409)
    return challenge


# -- making one ------------------------------------------------------------------------------------------------------------


def creation_options(site: Site, person: str, name: str, known: list[str], challenge: bytes) -> dict[str, Any]:
    """Return the options with which the browser makes a passkey for a person. `known`: the existing ones, which an
    authenticator must not duplicate."""
    options = generate_registration_options(
        rp_id=site.host,
        rp_name=NAME,
        user_id=person.encode(),
        user_name=name or NAME,
        challenge=challenge,
        timeout=CHALLENGE_SECONDS * 1000,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=decoded(credential)) for credential in known],
    )
    return dict(json.loads(options_to_json(options)))


def checked_creation(credential: dict[str, Any], site: Site, key: bytes, purpose: str, now: float) -> NewPasskey:
    """Return the passkey that a browser has made. ProtocolError: it is not valid."""
    challenge = _challenge_in(credential, key, purpose, now)
    try:
        found = verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=site.host, expected_origin=site.origin
        )
    except (WebAuthnException, ValueError, TypeError, KeyError, RecursionError):
        raise _refused() from None
    if len(found.credential_id) > LONGEST_CREDENTIAL:
        raise _refused()
    return NewPasskey(encoded(found.credential_id), encoded(found.credential_public_key), found.sign_count)


# -- using one -------------------------------------------------------------------------------------------------------------


def request_options(site: Site, challenge: bytes) -> dict[str, Any]:
    """Return the options with which the browser asks for any passkey of this site."""
    options = generate_authentication_options(rp_id=site.host, challenge=challenge, timeout=CHALLENGE_SECONDS * 1000)
    return dict(json.loads(options_to_json(options)))


def credential_id(credential: dict[str, Any]) -> str:
    """Return the id of the passkey that an answer comes from."""
    found = credential.get("id")
    if not isinstance(found, str) or len(found) > 2 * LONGEST_CREDENTIAL:
        raise _refused()
    return found


def checked_use(credential: dict[str, Any], site: Site, key: bytes, purpose: str, now: float, known: NewPasskey) -> int:
    """Check the signature of a known passkey, and return its new counter."""
    challenge = _challenge_in(credential, key, purpose, now)
    try:
        found = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=decoded(known.public_key),
            credential_current_sign_count=known.sign_count,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError, RecursionError):
        raise _refused() from None
    return found.new_sign_count
