"""Ids, codes and the keys to seats. All of them come from the system's secure source; of a key only its hash is kept."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import digest
from secrets import choice, token_urlsafe
from typing import Final

CODE_SIGNS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without those that look alike: I L O 0 1
CODE_LENGTH: Final = 6


def new_id() -> str:
    """The id of a game: nobody guesses one of 2^72."""
    return token_urlsafe(9)


def new_token() -> str:
    """The key to a seat."""
    return token_urlsafe(24)


def follow_up_token(token: str, game: str, colour: str) -> str:
    """The key to a seat in the game that follows: whoever asks twice with one key gets the same seat with the same key."""
    return urlsafe_b64encode(digest(token.encode(), f"{game}/{colour}".encode(), "sha256")[:24]).decode()


def new_code() -> str:
    """What one tells a friend on the telephone."""
    return "".join(choice(CODE_SIGNS) for _ in range(CODE_LENGTH))


def tidy_code(typed: str) -> str:
    """A code as somebody typed it: case, blanks and hyphens do not matter."""
    return "".join(sign for sign in typed.upper() if sign in CODE_SIGNS)[: CODE_LENGTH + 1]


def hashed(secret: str) -> str:
    """What the database keeps of a token, or of an address."""
    return sha256(secret.encode()).hexdigest()
