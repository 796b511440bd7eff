"""Worker process in which bots choose. It keeps the bots of recent seats."""

from __future__ import annotations

import signal
from collections import OrderedDict
from multiprocessing.connection import Connection
from typing import Final

import msgspec

from dungeon_twister.ai.bots.levels import at_a_glance
from dungeon_twister.ai.bots.registry import make_bot
from dungeon_twister.ai.bots.searcher import SearchBot
from dungeon_twister.game.session.bot import Bot
from dungeon_twister.game.views import CardView, View
from dungeon_twister.server.wire import decode
from dungeon_twister.server.workers.processes import READY

MOST_BOTS: Final = 64


class BotJob(msgspec.Struct, frozen=True):
    """A decision of a bot. `last` is the version of its last decision: a bot that has not seen that
    starts anew. With `hurried` it chooses quickly."""

    bot: str
    seat: str
    seed: str
    version: int
    last: int
    view: bytes
    hurried: bool = False


class BotWorker:
    """The bots by seat; the least recently used is dropped first. A bot keeps its plan of the turn."""

    def __init__(self) -> None:
        self._bots: OrderedDict[str, tuple[Bot, int]] = OrderedDict()

    def answer(self, question: BotJob) -> bytes:
        """Return the encoded choice, or a sentence that describes the error."""
        try:
            view = decode(question.view, View | CardView)
            return msgspec.msgpack.encode(self._bot(question).choose(view))
        except Exception as error:  # installed bots may raise any error
            return msgspec.msgpack.encode(f"{type(error).__name__}: {error}")

    def _bot(self, question: BotJob) -> Bot:
        bot, last = self._bots.pop(question.seat, (None, -1))
        if bot is None or last != question.last:
            bot = make_bot(question.bot, f"{question.seed}/{question.version}")
            if question.hurried and isinstance(bot, SearchBot):
                bot.profile = at_a_glance(bot.profile)
        self._bots[question.seat] = (bot, question.version)
        while len(self._bots) > MOST_BOTS:
            self._bots.popitem(last=False)
        return bot


def serve(pipe: Connection) -> None:
    """Run the worker process. It ignores keyboard interrupts: the server handles them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    worker = BotWorker()
    try:
        pipe.send_bytes(READY)
        while True:
            pipe.send_bytes(worker.answer(msgspec.msgpack.decode(pipe.recv_bytes(), type=BotJob)))
    except (EOFError, OSError):
        return
