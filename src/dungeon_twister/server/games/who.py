"""Who asks: a person by one of his keys, or nobody that the server knows."""

from __future__ import annotations

from typing import Final, NamedTuple

from dungeon_twister.server.tokens import person_token


class Who(NamedTuple):
    """A person on one of his devices; everything is empty where somebody comes without a key."""

    person: str = ""
    name: str = ""
    device: str = ""
    key: str = ""

    def token(self, colour: str) -> str:
        """What opens his seat of that colour in any game."""
        return person_token(self.key, colour)


NOBODY: Final = Who()
