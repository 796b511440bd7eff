"""Ids, codes and keys to seats, all from the system's secure random source. Only the hashes of keys
are stored."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import digest
from secrets import choice, token_urlsafe
from typing import Final

CODE_SIGNS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without similar ones: I L O 0 1
CODE_LENGTH: Final = 6
LONG_CODE: Final = 8  # for codes that are worth guessing
OF: Final = "~"  # between a person's key and the colour of the seat; no token contains it


def new_id() -> str:
    """Return the id of a game, one of 2^72."""
    return token_urlsafe(9)


def new_token() -> str:
    """Return a key to a seat."""
    return token_urlsafe(24)


def follow_up_token(token: str, game: str, colour: str) -> str:
    """Return the key to a seat in a rematch. It is derived from the old key, so that a repeated
    request returns the same one."""
    return urlsafe_b64encode(digest(token.encode(), f"{game}/{colour}".encode(), "sha256")[:24]).decode()


def person_token(key: str, colour: str) -> str:
    """Return the token of a person's seat: one of the person's keys, and the colour."""
    return f"{key}{OF}{colour}"


def key_in(token: str) -> tuple[str, str]:
    """Return the person's key and the colour of such a token; two empty texts for the token of a
    seat."""
    key, sign, colour = token.partition(OF)
    return (key, colour) if sign else ("", "")


def locked(token: str) -> str:
    """Return what is stored instead of a token's hash if a person's keys open the seat: no hash
    begins like this."""
    return f"p{hashed(token)[1:]}"


def is_locked(token_hash: str) -> bool:
    """Return whether a person's keys open this seat, and no token."""
    return token_hash.startswith("p")


def new_code(length: int = CODE_LENGTH) -> str:
    """Return a short code that can be read out to a friend."""
    return "".join(choice(CODE_SIGNS) for _ in range(length))


def tidy_code(typed: str, length: int = CODE_LENGTH) -> str:
    """Return a typed code in its normal form: case, blanks and hyphens do not matter."""
    return "".join(sign for sign in typed.upper() if sign in CODE_SIGNS)[: length + 1]


def hashed(secret: str) -> str:
    """Return the stored hash of a token; addresses have their own (`address_hashes.py`)."""
    return sha256(secret.encode()).hexdigest()
