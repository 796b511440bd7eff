"""The routes under /api for a page without a server (docs/protocol.md)."""

from __future__ import annotations

import gzip
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from dungeon_twister.ai.analysis.strategy import strategy_of
from dungeon_twister.browser.export import packed, unpack
from dungeon_twister.browser.local_store import Disk, LocalStore
from dungeon_twister.presentation.guide.examples import GAMES, load_examples
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.server.analysis_protocol import HintWish
from dungeon_twister.server.catalogue import catalogue_of_all, drawn_options, options_of
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import GameService
from dungeon_twister.server.protocol import Again, Join, Listing, NewGame, OwnGames, SeatWish
from dungeon_twister.server.study import StudyService, lesson_cards, puzzle_list
from dungeon_twister.server.study_protocol import Studying
from dungeon_twister.server.wire import decode, encode

FIRST_NUMBER: Final = r"(\d{1,9})"
NAME: Final = r"([^/]+)"


@dataclass(frozen=True)
class Request:
    """A request: the parts of the address, its query, the token of a seat and the body."""

    parts: tuple[str, ...]
    query: dict[str, list[str]] = field(default_factory=dict)
    token: str = ""
    body: bytes = b""

    def word(self, name: str, otherwise: str = "") -> str:
        return self.query.get(name, [otherwise])[0]


@dataclass(frozen=True)
class Services:
    """What the routes use."""

    games: GameService
    study: StudyService
    store: LocalStore
    disk: Disk


Handler = Callable[[Services, Request], Awaitable[object]]
ROUTES: list[tuple[str, re.Pattern[str], Handler]] = []


def on(method: str, pattern: str) -> Callable[[Handler], Handler]:
    """Register a route. Its result is sent as JSON; bytes and texts are sent unchanged."""

    def keep(handler: Handler) -> Handler:
        ROUTES.append((method, re.compile(pattern), handler))
        return handler

    return keep


async def answer(services: Services, method: str, address: str, token: str, body: bytes) -> object:
    """Answer a request; ProtocolError: it is refused."""
    place = urlsplit(address)
    for wanted, pattern, handler in ROUTES:
        found = pattern.fullmatch(place.path)
        if found is not None and method == wanted:
            parts = tuple(unquote(part) for part in found.groups())
            return await handler(services, Request(parts, parse_qs(place.query), token, body))
    raise ProtocolError("unknown-address", "There is no page at this address.", 404)


# -- fixed answers, written beforehand by `fixed_answers.py` ---------------------------------------------------------------


@on("GET", "/catalogue")
async def catalogue(services: Services, request: Request) -> object:
    return catalogue_of_all()


@on("GET", "/scene")
async def scene(services: Services, request: Request) -> object:
    scenario = request.word("scenario")
    options = drawn_options(scenario, options_of(request.query.get("option", [])))
    return scene_of(new_setting(scenario, dict(options)))


@on("GET", "/examples")
async def examples(services: Services, request: Request) -> object:
    return load_examples(_edition(request))


@on("GET", "/strategy")
async def strategy(services: Services, request: Request) -> object:
    return strategy_of(_edition(request))


def _edition(request: Request) -> str:
    game = request.word("game")
    if game not in GAMES:
        raise ProtocolError("bad-game", f"There are the games {' and '.join(GAMES)}.", 422)
    return game


@on("GET", "/study/lessons")
async def lessons(services: Services, request: Request) -> object:
    return lesson_cards()


@on("GET", "/study/puzzles")
async def puzzles(services: Services, request: Request) -> object:
    return puzzle_list(datetime.now(UTC).date())


@on("GET", "/addresses")
async def addresses(services: Services, request: Request) -> object:
    return []


# -- games -------------------------------------------------------------------------------------------------------------


@on("POST", "/games")
async def create(services: Services, request: Request) -> object:
    wish = decode(request.body, NewGame)
    if any(who == "friend" for who in wish.seats.values()):
        raise ProtocolError("needs-server", "Friends elsewhere need a server: here everybody plays at one screen.", 422)
    return await services.games.create(wish, "")


@on("GET", "/games")
async def open_games(services: Services, request: Request) -> object:
    return await services.games.open_games()


@on("POST", "/mine")
async def own(services: Services, request: Request) -> object:
    return await services.games.own(decode(request.body, OwnGames).tokens)


@on("POST", "/seals")
async def seal(services: Services, request: Request) -> object:
    return await services.games.seal()


@on("POST", "/scenarios")
async def read_scenario(services: Services, request: Request) -> object:
    text = request.body.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
    return await services.games.read_scenario(text, "")


@on("GET", f"/codes/{NAME}")
async def by_code(services: Services, request: Request) -> object:
    return await services.games.by_code(request.parts[0])


@on("GET", f"/games/{NAME}")
async def info(services: Services, request: Request) -> object:
    return await services.games.info(request.parts[0])


@on("DELETE", f"/games/{NAME}")
async def delete(services: Services, request: Request) -> object:
    await services.games.delete(request.parts[0], request.token)
    return b""


@on("GET", f"/games/{NAME}/scene")
async def game_scene(services: Services, request: Request) -> object:
    return await services.games.scene(request.parts[0], "")


@on("GET", f"/games/{NAME}/view")
async def view(services: Services, request: Request) -> object:
    game = request.parts[0]
    return await services.games.welcome(game, [await services.games.seat_of(game, request.token)] if request.token else [])


@on("POST", f"/games/{NAME}/join")
async def join(services: Services, request: Request) -> object:
    return await services.games.join(request.parts[0], decode(request.body, Join))


@on("POST", f"/games/{NAME}/seats/{NAME}")
async def change_seat(services: Services, request: Request) -> object:
    game, colour = request.parts
    return await services.games.seat(game, colour, request.token, decode(request.body, SeatWish).who)


@on("POST", f"/games/{NAME}/listing")
async def list_game(services: Services, request: Request) -> object:
    return await services.games.publish(request.parts[0], request.token, decode(request.body, Listing).listed)


@on("POST", f"/games/{NAME}/rematch")
async def rematch(services: Services, request: Request) -> object:
    return await services.games.rematch(request.parts[0], request.token, decode(request.body or b"{}", Again))


@on("POST", f"/games/{NAME}/hint")
async def hint(services: Services, request: Request) -> object:
    game = request.parts[0]
    seat = await services.games.seat_of(game, request.token)
    return await services.games.hints.hint(game, seat, decode(request.body, HintWish), "")


@on("GET", f"/games/{NAME}/threats")
async def threats(services: Services, request: Request) -> object:
    game = request.parts[0]
    seat = await services.games.seat_of(game, request.token)
    return await services.games.hints.threats(game, seat, _number(request.word("version")), "")


@on("POST", f"/games/{NAME}/hurry")
async def hurry(services: Services, request: Request) -> object:
    services.games.hurry(request.parts[0])
    return b""


@on("GET", f"/games/{NAME}/record")
async def record(services: Services, request: Request) -> object:
    return await services.games.record(request.parts[0])


@on("GET", "/luggage")
async def pack(services: Services, request: Request) -> object:
    return await packed(services.disk)


@on("POST", "/luggage")
async def bring(services: Services, request: Request) -> object:
    await unpack(services.disk, request.body)
    await services.store.open()
    services.games.forget_all()
    return b""


# -- exercises ---------------------------------------------------------------------------------------------------------


@on("POST", f"/study/{NAME}/{NAME}")
async def study(services: Services, request: Request) -> object:
    kind, name = request.parts
    return await services.study.do(kind, name, decode(request.body, Studying), "")


# -- afterwards --------------------------------------------------------------------------------------------------------


@on("POST", "/replays")
async def keep_record(services: Services, request: Request) -> object:
    return {"id": await services.games.keep_record(request.body)}


@on("GET", f"/replays/{NAME}")
async def replay(services: Services, request: Request) -> object:
    return gzip.decompress(await services.games.replay(request.parts[0], request.word("viewer", "all")))


@on("GET", f"/replays/{NAME}/proof")
async def proof(services: Services, request: Request) -> object:
    return await services.games.proof(request.parts[0])


@on("GET", f"/replays/{NAME}/analysis")
async def analysis(services: Services, request: Request) -> object:
    return await services.games.analyses.look(request.parts[0], "")


@on("POST", f"/replays/{NAME}/analysis")
async def analyse(services: Services, request: Request) -> object:
    return await services.games.analyses.go_on(request.parts[0], "")


@on("GET", f"/replays/{NAME}/{FIRST_NUMBER}")
async def frame(services: Services, request: Request) -> object:
    id, number = request.parts
    return await services.games.frame(id, int(number), request.word("viewer", "all"))


@on("GET", f"/replays/{NAME}/{FIRST_NUMBER}/board")
async def board(services: Services, request: Request) -> object:
    id, number = request.parts
    return await services.games.beginning(id, int(number))


def _number(text: str) -> int:
    if not text.isdigit():
        raise ProtocolError("unreadable", "This cannot be read.", 400)
    return int(text)


def as_bytes(content: Any) -> bytes:
    """Return an answer as it is sent."""
    return content.encode() if isinstance(content, str) else content if isinstance(content, bytes) else encode(content)
