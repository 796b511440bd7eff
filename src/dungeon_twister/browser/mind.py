"""What the second worker of a browser runs: bots think and positions are looked into here. Questions and answers are base64 of
what processes of a server are asked (`server/workers`)."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Final

import msgspec

from dungeon_twister.browser.beside import BOTS
from dungeon_twister.server.workers import Desk, Job, Minds, Question

_minds: Final = Minds()
_desk: Final = Desk()


def answer(kind: str, text: str) -> str:
    """The answer to a question of a kind."""
    asked = b64decode(text)
    if kind == BOTS:
        told = _minds.answer(msgspec.msgpack.decode(asked, type=Question))
    else:
        told = msgspec.msgpack.encode(_desk.answer(msgspec.msgpack.decode(asked, type=Job)))
    return b64encode(told).decode()
