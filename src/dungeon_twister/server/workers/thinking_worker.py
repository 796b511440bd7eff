"""The process in which bots think: it keeps a bot for each seat it was lately asked for."""

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


class Question(msgspec.Struct, frozen=True):
    """What a bot has to decide. `last` is the version it was asked at before: a bot that has not seen it begins afresh. One
    that is `hurried` looks no further than a glance."""

    bot: str
    seat: str
    seed: str
    version: int
    last: int
    view: bytes
    hurried: bool = False


class Minds:
    """Bots by seat. What one has planned for its turn is worth keeping; what it has not been asked lately is not."""

    def __init__(self) -> None:
        self._bots: OrderedDict[str, tuple[Bot, int]] = OrderedDict()

    def answer(self, question: Question) -> bytes:
        """The choice, or a sentence that says what went wrong."""
        try:
            view = decode(question.view, View | CardView)
            return msgspec.msgpack.encode(self._bot(question).choose(view))
        except Exception as error:  # a bot may be anybody's code
            return msgspec.msgpack.encode(f"{type(error).__name__}: {error}")

    def _bot(self, question: Question) -> Bot:
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
    """Answer until the other end is gone. A key pressed in the terminal is the server's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    minds = Minds()
    try:
        pipe.send_bytes(READY)
        while True:
            pipe.send_bytes(minds.answer(msgspec.msgpack.decode(pipe.recv_bytes(), type=Question)))
    except (EOFError, OSError):
        return
