"""A passkey in software, for tests: an EC P-256 key that answers WebAuthn options as a browser does."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from secrets import token_bytes
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, WITH_CREDENTIAL = 0x01, 0x04, 0x40


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One passkey at a time, made by `create`."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = token_bytes(16)
        self.user = b""
        self.count = 0

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _data(self, site: str, flags: int, more: bytes = b"") -> bytes:
        return sha256(site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big") + more

    def _public(self) -> bytes:
        numbers = self.key.public_key().public_numbers()
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.create` gives, as JSON."""
        self.user = decoded(options["user"]["id"])
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + self._public()
        data = self._data(options["rp"]["id"], PRESENT | VERIFIED | WITH_CREDENTIAL, attested)
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        response = {
            "clientDataJSON": encoded(self._client_data("webauthn.create", options["challenge"])),
            "attestationObject": encoded(attestation),
        }
        return self._credential(response)

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.get` gives, as JSON."""
        self.count += 1
        data, client = (
            self._data(options["rpId"], PRESENT | VERIFIED),
            self._client_data("webauthn.get", options["challenge"]),
        )
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(SHA256()))
        response = {
            "clientDataJSON": encoded(client),
            "authenticatorData": encoded(data),
            "signature": encoded(signature),
            "userHandle": encoded(self.user),
        }
        return self._credential(response)

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        id = encoded(self.id)
        return {"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {}}
