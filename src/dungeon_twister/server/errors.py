"""Errors with a reason for the client."""

from __future__ import annotations

from dungeon_twister.presentation.guide.guide_shapes import Reason


class ProtocolError(Exception):
    """A request is refused: the reason for the client and the matching HTTP status. It carries no
    secrets."""

    def __init__(self, code: str, sentence: str, status: int = 400, clause: str = "") -> None:
        super().__init__(sentence)
        self.reason = Reason(code, clause, sentence)
        self.status = status
