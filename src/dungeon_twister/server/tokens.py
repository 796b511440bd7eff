"""Ids, codes and the keys to seats. All of them come from the system's secure source; of a key only its hash is kept."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import digest
from secrets import choice, token_urlsafe
from typing import Final

CODE_SIGNS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without those that look alike: I L O 0 1
CODE_LENGTH: Final = 6
LONG_CODE: Final = 8  # where somebody could gain by guessing
OF: Final = "~"  # between a person's key and the colour that is meant; no token has it


def new_id() -> str:
    """The id of a game: nobody guesses one of 2^72."""
    return token_urlsafe(9)


def new_token() -> str:
    """The key to a seat."""
    return token_urlsafe(24)


def follow_up_token(token: str, game: str, colour: str) -> str:
    """The key to a seat in the game that follows: whoever asks twice with one key gets the same seat with the same key."""
    return urlsafe_b64encode(digest(token.encode(), f"{game}/{colour}".encode(), "sha256")[:24]).decode()


def person_token(key: str, colour: str) -> str:
    """What opens a person's seat in place of a token: one of his keys, and the colour."""
    return f"{key}{OF}{colour}"


def key_in(token: str) -> tuple[str, str]:
    """The person's key and the colour of such a token; two empty texts for the token of a seat."""
    key, sign, colour = token.partition(OF)
    return (key, colour) if sign else ("", "")


def locked(token: str) -> str:
    """What stands in the place of a token's hash where the keys of a person open the seat: no hash begins like this."""
    return f"p{hashed(token)[1:]}"


def is_locked(token_hash: str) -> bool:
    """Do the keys of a person open this seat, and no token?"""
    return token_hash.startswith("p")


def new_code(length: int = CODE_LENGTH) -> str:
    """What one tells a friend on the telephone."""
    return "".join(choice(CODE_SIGNS) for _ in range(length))


def tidy_code(typed: str, length: int = CODE_LENGTH) -> str:
    """A code as somebody typed it: case, blanks and hyphens do not matter."""
    return "".join(sign for sign in typed.upper() if sign in CODE_SIGNS)[: length + 1]


def hashed(secret: str) -> str:
    """What the database keeps of a token; of an address it keeps less (`address_hashes.py`)."""
    return sha256(secret.encode()).hexdigest()
