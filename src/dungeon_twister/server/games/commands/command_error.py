"""The error of a refused command."""

from __future__ import annotations

from dungeon_twister.presentation.guide.guide_shapes import Reason


class RefusedError(Exception):
    """A command was refused: nothing has changed, and `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason
