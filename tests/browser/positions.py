"""Games brought to a moment by request, before anybody looks at them in a browser."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count

from dungeon_twister.ai.bots.registry import make_bot
from dungeon_twister.game.record.json_codec import plain
from dungeon_twister.game.session.bot import Bot
from dungeon_twister.game.views import CardView, View
from dungeon_twister.server.socket_protocol import CommandAnswer, FromServer, Update, Welcome
from dungeon_twister.server.wire import decode
from tests.server.live import Live

LONGEST = 120.0  # seconds
Moment = Callable[[View | CardView, str], bool]  # of the view of the seat that decides, and its colour


class TooLateError(AssertionError):
    """The game ended without the moment that was wanted."""


def advance(live: Live, game: str, tokens: dict[str, str], until: Moment, bot: str = "random") -> None:
    """Bots choose for all our seats over one socket, until something is true of the view of the seat that decides (and its
    colour)."""
    bots: dict[str, Bot] = {colour: make_bot(bot, f"advance {colour}") for colour in tokens}
    seen: dict[str, tuple[int, View | CardView]] = {}  # of each seat: the version that was shown last, and how
    latest, waiting = 0, False
    deadline = time.monotonic() + LONGEST
    with live.connect(game, *tokens.values()) as line:
        for number in count():
            assert time.monotonic() < deadline, "the moment never came"
            line.receive(LONGEST)
            message = decode(line.received.pop(), FromServer)
            if isinstance(message, Welcome | Update | CommandAnswer):
                latest = max(latest, message.version)
            if isinstance(message, CommandAnswer):
                waiting = False
                assert message.reason is None or message.reason.code == "stale", message.reason  # the server's bot was quicker
            elif isinstance(message, Welcome | Update):
                sights = message.sights if isinstance(message, Welcome) else [message.sight]
                seen.update({sight.viewer: (message.version, sight.view) for sight in sights})
            current = {} if waiting else {colour: view for colour, (version, view) in seen.items() if version == latest}
            if any(view.over for view in current.values()):
                raise TooLateError("the game was over before the moment came")
            deciders = [colour for colour, view in current.items() if view.pending and view.pending[-1].who == colour]
            if any(until(current[colour], colour) for colour in deciders):
                return
            for colour in deciders[:1]:
                view = current[colour]
                setup = view.pending[-1].kind in ("starters", "lay", "select")
                wish = {"type": "fill"} if setup else {"type": "do", "choices": [plain(bots[colour].choose(view))]}
                line.send({"id": f"a{number}", "seat": colour, "version": latest, **wish})
                waiting = True


def decides(kind: str, colour: str = "blue") -> Moment:
    """The moment in which a seat is asked something."""
    return lambda view, who: (
        who == colour and bool(view.pending) and view.pending[-1].kind == kind and view.pending[-1].who == who
    )
