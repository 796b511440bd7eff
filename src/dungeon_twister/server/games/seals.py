"""Secrets to which the server commits itself before a game is made, so that whoever makes it contributes after that
(docs/fairness.md). Each is used once; those that nobody uses are forgotten."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from dungeon_twister.record.seal import commitment, new_secret

MOST_SEALS: Final = 4096


class Seals:
    """Secrets by their commitment."""

    def __init__(self) -> None:
        self._secrets: OrderedDict[str, str] = OrderedDict()

    def reserve(self) -> str:
        """The commitment to a new secret."""
        secret = new_secret()
        self._secrets[commitment(secret)] = secret
        while len(self._secrets) > MOST_SEALS:
            self._secrets.popitem(last=False)
        return commitment(secret)

    def take(self, wanted: str) -> str:
        """The secret of a commitment, never twice; where it is not known a new one. (Whoever asked sees that it is another.)"""
        return self._secrets.pop(wanted, "") or new_secret()
