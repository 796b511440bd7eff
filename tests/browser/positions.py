"""Games brought to a moment by request, before anybody looks at them in a browser."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count

from dungeon_twister.bots.base import Bot
from dungeon_twister.bots.registry import make_bot
from dungeon_twister.observe import CardView, View
from dungeon_twister.record.plain import plain
from dungeon_twister.server.protocol import Welcome
from dungeon_twister.server.wire import decode
from tests.server.live import Live

LONGEST = 120.0  # seconds
Moment = Callable[[View | CardView, str], bool]  # of the view of the seat that decides, and its colour


class TooLateError(AssertionError):
    """The game ended without the moment that was wanted."""


def advance(live: Live, game: str, tokens: dict[str, str], until: Moment, bot: str = "random") -> None:
    """Bots choose for all our seats, until something is true of the view of the seat that decides (and its colour)."""
    bots: dict[str, Bot] = {colour: make_bot(bot, f"advance {colour}") for colour in tokens}
    deadline = time.monotonic() + LONGEST
    for number in count():
        assert time.monotonic() < deadline, "the moment never came"
        info = live.call("GET", f"/games/{game}").json()
        if info["stage"] != "playing":
            raise TooLateError("the game was over before the moment came")
        colour = info["decider"]
        if colour not in tokens:
            time.sleep(0.01)  # a bot of the server thinks
            continue
        answer = live.call("GET", f"/games/{game}/view", token=tokens[colour])
        seen = decode(answer.content, Welcome)
        view = seen.sights[0].view
        if until(view, colour):
            return
        if view.pending[-1].who != colour:
            continue
        setup = view.pending[-1].kind in ("starters", "lay", "select")
        wish = {"type": "fill"} if setup else {"type": "do", "choices": [plain(bots[colour].choose(view))]}
        done = live.call(
            "POST",
            f"/games/{game}/commands",
            {"id": f"a{number}", "seat": colour, "version": seen.version, **wish},
            tokens[colour],
        )
        assert done.status_code in (200, 409), done.text  # a bot of the server may have been quicker


def decides(kind: str, colour: str = "blue") -> Moment:
    """The moment in which a seat is asked something."""
    return lambda view, who: (
        who == colour and bool(view.pending) and view.pending[-1].kind == kind and view.pending[-1].who == who
    )
