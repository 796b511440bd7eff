"""Close codes of connections (docs/protocol.md), and the reasons that are sent with them."""

from __future__ import annotations

from typing import Final

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.limits import TooMuchError

GONE: Final = 1001  # clients reconnect
REFUSED: Final = 1008  # too many messages, too many sockets
TOO_LARGE: Final = 1009
RESTARTING: Final = 1012  # reconnect; the next process knows everything that was answered
TOO_SLOW: Final = 1013
NO_HELLO: Final = 4400
WRONG_TOKEN: Final = 4403
UNKNOWN_GAME: Final = 4404

SLOW: Final = Reason("too-slow", sentence="Too slow.")
LARGE: Final = Reason("too-large", sentence="That message is too large.")
RESTART: Final = Reason("restarting", sentence="The server is about to restart.")
TOO_FAST: Final = Reason("too-fast", sentence="Too many messages: wait a moment.")
SIGNED_OUT: Final = Reason("signed-out", sentence="This device was signed out.")
SEAT_MOVED: Final = Reason("seat-moved", sentence="Another key opens this seat now.")
SENT_AWAY: Final = Reason("sent-away", sentence="The maker of the game has freed your seat.")
NO_MESSAGE: Final = Reason("no-hello", sentence="No message arrived: send a hello first.")
HELLO_FIRST: Final = Reason("no-hello", sentence="The first message must be a hello.")
HELLO_AGAIN: Final = Reason("no-hello", sentence="Hello was sent already.")
NOT_YOUR_SEAT: Final = Reason("not-your-seat", sentence="That seat is not yours.")


def close_code(error: ProtocolError, otherwise: int) -> int:
    """Return the close code of an error."""
    if error.status == 503:
        return GONE
    if isinstance(error, TooMuchError):
        return REFUSED
    return UNKNOWN_GAME if error.status in (404, 410) else otherwise
