"""The caller of a request: a person with one of their keys, or nobody."""

from __future__ import annotations

from typing import Final, NamedTuple

from dungeon_twister.server.secret_tokens import person_token


class Caller(NamedTuple):
    """A person on one of their devices. All fields are empty for a caller without a key."""

    person: str = ""
    name: str = ""
    device: str = ""
    key: str = ""

    def token(self, colour: str) -> str:
        """Return the token of the person's seat of a colour in any game."""
        return person_token(self.key, colour)


NOBODY: Final = Caller()
