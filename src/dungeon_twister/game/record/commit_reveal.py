"""The commit-reveal scheme for a seed that nobody chose (docs/fairness.md).

The seed is made of a secret, to which the server commits before the game, and of contributions of the players after that.
All of it is published when the game is over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_hex
from typing import Final

HEADING: Final = "dungeon-twister chance 2"
NOTHING: Final = "-"  # a seat that contributed nothing
HEX_64: Final = re.compile(r"[0-9a-f]{64}")


def new_secret() -> str:
    """Return 32 bytes of the system's secure source, as 64 hexadecimal digits."""
    return token_hex(32)


def commitment(secret: str) -> str:
    """Return the commitment to a secret or a seed: its hash, published beforehand."""
    return sha256(secret.encode()).hexdigest()


def is_contribution(text: str) -> bool:
    """Return whether a text is a contribution: 64 lower-case hexadecimal digits."""
    return HEX_64.fullmatch(text) is not None


def recipe(secret: str, contributions: Mapping[str, str]) -> str:
    """Return the text whose SHA-256 is the seed: lines of the secret and of each seat, in the order of the turns."""
    lines = [HEADING, f"secret {secret}", *(f"{colour} {given or NOTHING}" for colour, given in contributions.items())]
    return "\n".join(lines) + "\n"


def seed_of(secret: str, contributions: Mapping[str, str]) -> str:
    """Return the seed of a game, as 64 hexadecimal digits."""
    return sha256(recipe(secret, contributions).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Seal:
    """The secret of a game and what each seat contributed (empty: nothing), in the order of the turns."""

    secret: str
    contributions: dict[str, str]

    @property
    def seed(self) -> str:
        return seed_of(self.secret, self.contributions)
