"""What the hall refuses, as whoever asked may be told it."""

from __future__ import annotations

from dungeon_twister.presentation.guide.shapes import Reason


class ProtocolError(Exception):
    """A wish that cannot be granted: the reason for the client and the HTTP status that fits it. It carries nothing secret."""

    def __init__(self, code: str, sentence: str, status: int = 400, clause: str = "") -> None:
        super().__init__(sentence)
        self.reason = Reason(code, clause, sentence)
        self.status = status
