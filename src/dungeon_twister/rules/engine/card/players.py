"""The two players of a Card Game."""

from __future__ import annotations


def opponent(player: int) -> int:
    return 1 - player
