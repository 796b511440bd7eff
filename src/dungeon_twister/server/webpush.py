"""Web Push by the standards: messages encrypted for one browser (RFC 8291, RFC 8188) and signed for its push service (VAPID,
RFC 8292). `cryptography` is imported on demand, because the version without a server does not have it."""

from __future__ import annotations

import json
import os
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

LONGEST_ENDPOINT: Final = 1000
POINT_BYTES: Final = 65  # of an uncompressed public key of the curve P-256
AUTH_BYTES: Final = 16
RECORD_BYTES: Final = 4096
SIGNED_SECONDS: Final = 12 * 3600
KEPT_SECONDS: Final = 24 * 3600  # by the push service, for a browser that is not running
GONE: Final = (404, 410)  # the browser has unsubscribed
HOST: Final = re.compile(r"[A-Za-z0-9.-]+(:[0-9]{1,5})?")
ANY_HOST: Final = "*."  # prefix of a pattern
KNOWN_SERVICES: Final = (  # of Chrome and most others, Firefox, Safari, Edge
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "web.push.apple.com",
    "*.push.apple.com",
    "*.notify.windows.com",
)


class PushError(Exception):
    """A message cannot be sent."""


def text_of(data: bytes) -> str:
    """Return bytes as Web Push writes them: URL-safe base64 without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


# -- the server's own key ----------------------------------------------------------------------------------------------------


class Signer:
    """The signing key of this server for push services. It is made once and stored in a file that only the server's user may
    read."""

    def __init__(self, private: EllipticCurvePrivateKey, contact: str) -> None:
        self._private = private
        self._contact = contact
        self.public = text_of(_point(private))

    @classmethod
    def kept_in(cls, file: Path, contact: str) -> Signer:
        from cryptography.hazmat.primitives.asymmetric import ec

        if not file.exists():
            number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
            made = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(made, "w") as writing:
                writing.write(text_of(number.to_bytes(32)))
        number = int.from_bytes(bytes_of(file.read_text("ascii").strip()))
        return cls(ec.derive_private_key(number, ec.SECP256R1()), contact)

    def headers(self, endpoint: str, now: float) -> dict[str, str]:
        """Return the headers that prove the sender to a push service."""
        from cryptography.hazmat.primitives.asymmetric import ec, utils
        from cryptography.hazmat.primitives.hashes import SHA256

        parts = urlsplit(endpoint)
        claims = {"aud": f"https://{parts.netloc}", "exp": int(now) + SIGNED_SECONDS, "sub": self._contact}
        head = ".".join(text_of(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = utils.decode_dss_signature(self._private.sign(head.encode(), ec.ECDSA(SHA256())))
        token = f"{head}.{text_of(r.to_bytes(32) + s.to_bytes(32))}"
        return {
            "Authorization": f"vapid t={token}, k={self.public}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "Urgency": "normal",
        }


def _point(private: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypted(
    text: bytes, p256dh: bytes, auth: bytes, private: EllipticCurvePrivateKey | None = None, salt: bytes = b""
) -> bytes:
    """Encrypt a message for the browser with these keys. `private` and `salt` are new for each
    message, except in tests."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    def derived(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
        return HKDF(SHA256(), length, salt, about).derive(secret)

    private, salt = private or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), p256dh)
    ours = _point(private)
    secret = derived(private.exchange(ec.ECDH(), theirs), auth, b"WebPush: info\0" + p256dh + ours, 32)
    key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_BYTES.to_bytes(4) + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, text + b"\2", None)  # 2: the last record


def are_keys(p256dh: str, auth: str) -> bool:
    """Return whether these are the keys of a browser."""
    from cryptography.hazmat.primitives.asymmetric import ec

    with suppress(ValueError):
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(p256dh))
        return len(bytes_of(p256dh)) == POINT_BYTES and len(bytes_of(auth)) == AUTH_BYTES
    return False


def is_endpoint(address: str) -> bool:
    """Return whether an address can be one of a push service: https, the usual port, and a name."""
    if not _is_plain(address):
        return False
    try:
        parts = urlsplit(address)
        usual = parts.port in (None, 443)
    except ValueError:
        return False
    name = parts.hostname or ""
    if not usual or "." not in name.strip(".") or name.endswith((".local", ".internal", ".localhost")):
        return False
    with suppress(ValueError):
        ip_address(name)
        return False
    return not name.rpartition(".")[2].isdigit()


def _is_plain(address: str) -> bool:
    """Return whether this is an https address with a plain host. Every parser of addresses must
    find the same host in it."""
    if len(address) > LONGEST_ENDPOINT or not address.isascii() or not address.isprintable() or {" ", "\\"} & set(address):
        return False
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme == "https" and HOST.fullmatch(parts.netloc) is not None


def host_of(address: str) -> str:
    """Return the host of an address, with its port if that is not the usual one."""
    return urlsplit(address).netloc.lower().removesuffix(":443")


class PushServices:
    """Allow-list of push services: those of the browsers, and hosts that the operator names.

    A named host is `push.example.org` or `push.example.org:8443`; it may be in the operator's own network. A pattern
    `*.push.example.org` stands for public hosts below that name.
    """

    def __init__(self, named: Collection[str] = ()) -> None:
        self._hosts = frozenset(name.lower() for name in named if not name.startswith(ANY_HOST))
        self._below = tuple(name[1:].lower() for name in (*KNOWN_SERVICES, *named) if name.startswith(ANY_HOST))
        self._known = frozenset(name for name in KNOWN_SERVICES if not name.startswith(ANY_HOST))

    def is_named(self, address: str) -> bool:
        """Return whether the operator has named exactly this host."""
        return _is_plain(address) and host_of(address) in self._hosts

    def allow(self, address: str) -> bool:
        """Return whether messages may be sent to this address."""
        if self.is_named(address):
            return True
        if not is_endpoint(address):
            return False
        host = host_of(address)
        return host in self._known or host.endswith(self._below)
