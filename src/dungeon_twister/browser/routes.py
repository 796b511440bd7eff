"""The addresses under /api that a page asks, answered by the hall and the study of the same worker (docs/protocol.md)."""

from __future__ import annotations

import gzip
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from dungeon_twister.browser.luggage import packed, unpack
from dungeon_twister.presentation.guide.examples import GAMES, load_examples
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.presentation.guide.strategy import strategy_of
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.server.analysis_protocol import HintWish
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.offers import catalogue_of_all, drawn_options, options_of
from dungeon_twister.server.protocol import Again, Join, Listing, NewGame, OwnGames, SeatWish
from dungeon_twister.server.study import lesson_cards, puzzle_list
from dungeon_twister.server.study_protocol import Studying
from dungeon_twister.server.wire import decode, encode

if TYPE_CHECKING:
    from dungeon_twister.browser.house import House

FIRST_NUMBER: Final = r"(\d{1,9})"
NAME: Final = r"([^/]+)"


@dataclass(frozen=True)
class Request:
    """What is asked: the parts of the address, its query, the token of a seat and the body."""

    parts: tuple[str, ...]
    query: dict[str, list[str]] = field(default_factory=dict)
    token: str = ""
    body: bytes = b""

    def word(self, name: str, otherwise: str = "") -> str:
        return self.query.get(name, [otherwise])[0]


Handler = Callable[["House", Request], Awaitable[object]]
ROUTES: list[tuple[str, re.Pattern[str], Handler]] = []


def on(method: str, pattern: str) -> Callable[[Handler], Handler]:
    """What answers an address; what it gives is sent as JSON, bytes and texts as they are."""

    def keep(handler: Handler) -> Handler:
        ROUTES.append((method, re.compile(pattern), handler))
        return handler

    return keep


async def answer(house: House, method: str, address: str, token: str, body: bytes) -> object:
    """What a request is answered; ProtocolError where it is refused."""
    place = urlsplit(address)
    for wanted, pattern, handler in ROUTES:
        found = pattern.fullmatch(place.path)
        if found is not None and method == wanted:
            parts = tuple(unquote(part) for part in found.groups())
            return await handler(house, Request(parts, parse_qs(place.query), token, body))
    raise ProtocolError("unknown-address", "There is nothing here.", 404)


# -- what never changes: `answers.py` writes these beforehand ----------------------------------------------------------


@on("GET", "/catalogue")
async def catalogue(house: House, request: Request) -> object:
    return catalogue_of_all()


@on("GET", "/scene")
async def scene(house: House, request: Request) -> object:
    scenario = request.word("scenario")
    options = drawn_options(scenario, options_of(request.query.get("option", [])))
    return scene_of(new_setting(scenario, dict(options)))


@on("GET", "/examples")
async def examples(house: House, request: Request) -> object:
    return load_examples(_edition(request))


@on("GET", "/strategy")
async def strategy(house: House, request: Request) -> object:
    return strategy_of(_edition(request))


def _edition(request: Request) -> str:
    game = request.word("game")
    if game not in GAMES:
        raise ProtocolError("bad-game", f"There are the games {' and '.join(GAMES)}.", 422)
    return game


@on("GET", "/study/lessons")
async def lessons(house: House, request: Request) -> object:
    return lesson_cards()


@on("GET", "/study/puzzles")
async def puzzles(house: House, request: Request) -> object:
    return puzzle_list(datetime.now(UTC).date())


@on("GET", "/addresses")
async def addresses(house: House, request: Request) -> object:
    return []


# -- games -------------------------------------------------------------------------------------------------------------


@on("POST", "/games")
async def create(house: House, request: Request) -> object:
    wish = decode(request.body, NewGame)
    if any(who == "friend" for who in wish.seats.values()):
        raise ProtocolError("needs-server", "Friends elsewhere need a server: here everybody plays at one screen.", 422)
    return await house.hall.create(wish, "")


@on("GET", "/games")
async def open_games(house: House, request: Request) -> object:
    return await house.hall.open_games()


@on("POST", "/mine")
async def own(house: House, request: Request) -> object:
    return await house.hall.own(decode(request.body, OwnGames).tokens)


@on("POST", "/seals")
async def seal(house: House, request: Request) -> object:
    return await house.hall.seal()


@on("POST", "/scenarios")
async def read_scenario(house: House, request: Request) -> object:
    text = request.body.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
    return await house.hall.read_scenario(text, "")


@on("GET", f"/codes/{NAME}")
async def by_code(house: House, request: Request) -> object:
    return await house.hall.by_code(request.parts[0])


@on("GET", f"/games/{NAME}")
async def info(house: House, request: Request) -> object:
    return await house.hall.info(request.parts[0])


@on("DELETE", f"/games/{NAME}")
async def delete(house: House, request: Request) -> object:
    await house.hall.delete(request.parts[0], request.token)
    return b""


@on("GET", f"/games/{NAME}/scene")
async def game_scene(house: House, request: Request) -> object:
    return await house.hall.scene(request.parts[0], "")


@on("GET", f"/games/{NAME}/view")
async def view(house: House, request: Request) -> object:
    game = request.parts[0]
    return await house.hall.welcome(game, [await house.hall.seat_of(game, request.token)] if request.token else [])


@on("POST", f"/games/{NAME}/join")
async def join(house: House, request: Request) -> object:
    return await house.hall.join(request.parts[0], decode(request.body, Join))


@on("POST", f"/games/{NAME}/seats/{NAME}")
async def change_seat(house: House, request: Request) -> object:
    game, colour = request.parts
    return await house.hall.seat(game, colour, request.token, decode(request.body, SeatWish).who)


@on("POST", f"/games/{NAME}/listing")
async def list_game(house: House, request: Request) -> object:
    return await house.hall.publish(request.parts[0], request.token, decode(request.body, Listing).listed)


@on("POST", f"/games/{NAME}/rematch")
async def rematch(house: House, request: Request) -> object:
    return await house.hall.rematch(request.parts[0], request.token, decode(request.body or b"{}", Again))


@on("POST", f"/games/{NAME}/hint")
async def hint(house: House, request: Request) -> object:
    game = request.parts[0]
    seat = await house.hall.seat_of(game, request.token)
    return await house.hall.helper.hint(game, seat, decode(request.body, HintWish), "")


@on("GET", f"/games/{NAME}/threats")
async def threats(house: House, request: Request) -> object:
    game = request.parts[0]
    seat = await house.hall.seat_of(game, request.token)
    return await house.hall.helper.threats(game, seat, _number(request.word("version")), "")


@on("POST", f"/games/{NAME}/hurry")
async def hurry(house: House, request: Request) -> object:
    house.hall.hurry(request.parts[0])
    return b""


@on("GET", f"/games/{NAME}/record")
async def record(house: House, request: Request) -> object:
    return await house.hall.record(request.parts[0])


@on("GET", "/luggage")
async def pack(house: House, request: Request) -> object:
    return await packed(house.disk)


@on("POST", "/luggage")
async def bring(house: House, request: Request) -> object:
    await unpack(house.disk, request.body)
    await house.store.open()
    house.hall.forget_all()
    return b""


# -- exercises ---------------------------------------------------------------------------------------------------------


@on("POST", f"/study/{NAME}/{NAME}")
async def study(house: House, request: Request) -> object:
    kind, name = request.parts
    return await house.study.do(kind, name, decode(request.body, Studying), "")


# -- afterwards --------------------------------------------------------------------------------------------------------


@on("POST", "/replays")
async def keep_record(house: House, request: Request) -> object:
    return {"id": await house.hall.keep_record(request.body)}


@on("GET", f"/replays/{NAME}")
async def replay(house: House, request: Request) -> object:
    return gzip.decompress(await house.hall.replay(request.parts[0], request.word("viewer", "all")))


@on("GET", f"/replays/{NAME}/proof")
async def proof(house: House, request: Request) -> object:
    return await house.hall.proof(request.parts[0])


@on("GET", f"/replays/{NAME}/analysis")
async def analysis(house: House, request: Request) -> object:
    return await house.hall.analyses.look(request.parts[0], "")


@on("POST", f"/replays/{NAME}/analysis")
async def analyse(house: House, request: Request) -> object:
    return await house.hall.analyses.go_on(request.parts[0], "")


@on("GET", f"/replays/{NAME}/{FIRST_NUMBER}")
async def frame(house: House, request: Request) -> object:
    id, number = request.parts
    return await house.hall.frame(id, int(number), request.word("viewer", "all"))


@on("GET", f"/replays/{NAME}/{FIRST_NUMBER}/board")
async def board(house: House, request: Request) -> object:
    id, number = request.parts
    return await house.hall.beginning(id, int(number))


def _number(text: str) -> int:
    if not text.isdigit():
        raise ProtocolError("unreadable", "This cannot be read.", 400)
    return int(text)


def as_bytes(content: Any) -> bytes:
    """An answer as it is sent."""
    return content.encode() if isinstance(content, str) else content if isinstance(content, bytes) else encode(content)
