"""The second web worker: runs bots and analyses. Questions and answers are the jobs of the server's
processes in base64 (`server/workers`)."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Final

import msgspec

from dungeon_twister.browser.worker_client import BOTS
from dungeon_twister.server.workers import AnalysisWorker, BotJob, BotWorker, Job

_bots: Final = BotWorker()
_analyses: Final = AnalysisWorker()


def answer(kind: str, text: str) -> str:
    """Answer a question of a kind."""
    asked = b64decode(text)
    if kind == BOTS:
        reply = _bots.answer(msgspec.msgpack.decode(asked, type=BotJob))
    else:
        reply = msgspec.msgpack.encode(_analyses.answer(msgspec.msgpack.decode(asked, type=Job)))
    return b64encode(reply).decode()
