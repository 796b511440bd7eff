"""Limits on WebSocket frames. Even an empty frame costs the event loop some microseconds, so frames
of every kind are counted while the input is parsed: a flood ends at the first frame over the limit.
"""

from __future__ import annotations

from typing import Any, Final

from websockets.exceptions import ProtocolError
from websockets.frames import CloseCode, Frame, Opcode
from websockets.server import ServerProtocol

from dungeon_twister.server.limits import Bucket

MOST_FRAGMENTS: Final = 64  # of one message


class CountedFrames(ServerProtocol):
    """The server side of a WebSocket; it fails the connection when a client sends too many frames
    or fragments."""

    def __init__(self, frames: Bucket, **named: Any) -> None:
        super().__init__(**named)
        self._frames = frames
        self._fragments = 0

    def recv_frame(self, frame: Frame) -> None:
        """Count a frame, then process it."""
        if frame.opcode is Opcode.CONT:
            self._fragments = 0 if frame.fin else self._fragments + 1
        if self._fragments > MOST_FRAGMENTS or not self._frames.take():
            self.fail(CloseCode.POLICY_VIOLATION, "too-fast")
            raise ProtocolError("too many frames")  # ends the parser, which discards the rest of the input
        super().recv_frame(frame)
