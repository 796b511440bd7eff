"""A command that is not carried out."""

from __future__ import annotations

from dungeon_twister.presentation.guide.shapes import Reason


class RefusedError(Exception):
    """Nothing has changed, and the reason says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason
