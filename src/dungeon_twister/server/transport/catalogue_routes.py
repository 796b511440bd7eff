"""Routes whose answers do not change while a server runs: the catalogue, scenes, the protocol
schema, the server's addresses."""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import sha256
from socket import AF_INET, SOCK_DGRAM, socket
from typing import Annotated, Any, Final

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, QueryParameter

from dungeon_twister.presentation.guide.guide_shapes import Scene
from dungeon_twister.presentation.guide.scenario_cards import scenario_cards
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.server.catalogue import Catalogue, catalogue_of_all, drawn_options, options_of
from dungeon_twister.server.config import Settings, is_loopback
from dungeon_twister.server.schema import protocol_schema
from dungeon_twister.server.transport.game_routes import failures, shown
from dungeon_twister.server.transport.pages import PACKED_ALREADY
from dungeon_twister.server.transport.server_context import ServerContext
from dungeon_twister.server.wire import encode

REVALIDATED: Final = "no-cache"  # the browser keeps it, but checks each time whether it has changed
MOST_OPTIONS: Final = 32
ELSEWHERE: Final = ("192.0.2.1", 9)  # an address reserved for documentation


class FixedResponse:
    """A constant body with its ETag, compressed once."""

    def __init__(self, content: object) -> None:
        self.body = encode(content)
        self.packed = gzip.compress(self.body, mtime=0)
        self.mark = f'W/"{sha256(self.body).hexdigest()[:20]}"'  # weak: it may be sent compressed or not

    def answer(self, request: Request[Any, Any, Any]) -> Response[Any]:
        """Return the body, or 304 if the client has it."""
        headers = {"etag": self.mark, "cache-control": REVALIDATED, "vary": "accept-encoding"}
        known = {mark.strip() for mark in request.headers.get("if-none-match", "").split(",")}
        if self.mark in known:
            return Response(None, status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, media_type="application/json", headers={**headers, "content-encoding": "gzip"})
        return Response(self.body, media_type="application/json", headers=headers)


@lru_cache(maxsize=1)
def the_catalogue() -> FixedResponse:
    return FixedResponse(catalogue_of_all())


def the_scene(scenario: str, options: dict[str, str]) -> FixedResponse:
    """Return the maze of a scenario with these options."""
    return _drawn(scenario, drawn_options(scenario, options))


@lru_cache(maxsize=256)
def _drawn(scenario: str, options: tuple[tuple[str, str], ...]) -> FixedResponse:
    return FixedResponse(scene_of(new_setting(scenario, dict(options))))


@lru_cache(maxsize=1)
def the_schema() -> FixedResponse:
    return FixedResponse(protocol_schema())


def warm_up() -> None:
    """Build in advance the answers that take long."""
    the_catalogue()
    the_schema()
    for card in scenario_cards():
        the_scene(card.name, {})


@get("/catalogue", responses={**shown(Catalogue), **failures()}, opt={PACKED_ALREADY: True})
async def catalogue(request: Request[Any, Any, Any]) -> Response[Any]:
    """Return the scenarios with their options, and the bots."""
    return the_catalogue().answer(request)


@get("/scene", responses={**shown(Scene), **failures(400, 422)}, opt={PACKED_ALREADY: True})
async def scene(
    request: Request[Any, Any, Any],
    scenario: FromQuery[str],
    option: Annotated[
        list[str] | None, QueryParameter(description="name=value, any number of times", max_items=MOST_OPTIONS)
    ] = None,
) -> Response[Any]:
    """Return all constant data that a client needs to draw a game."""
    return the_scene(scenario, options_of(option or [])).answer(request)


@get("/protocol.json", responses={**shown(dict), **failures()}, opt={PACKED_ALREADY: True})
async def protocol_json(request: Request[Any, Any, Any]) -> Response[Any]:
    """Return the JSON Schema of the socket's messages."""
    return the_schema().answer(request)


def reachable_at(settings: Settings, port: int) -> list[str]:
    """Return the addresses at which other machines find this server: those of the settings, or its own one in the local
    network."""
    if settings.origins or is_loopback(settings.host):
        return list(settings.origins)
    host = settings.host
    if host in ("", "0.0.0.0", "::"):
        with socket(AF_INET, SOCK_DGRAM) as probe:  # nothing is sent: the system only selects one of its addresses
            try:
                probe.connect(ELSEWHERE)
                host = probe.getsockname()[0]
            except OSError:
                return []
    return [] if is_loopback(host) else [f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"]


@get("/addresses", responses=failures())
async def addresses(request: Request[Any, Any, Any], service: NamedDependency[ServerContext]) -> list[str]:
    """Return the addresses at which other machines find the server; for this machine only."""
    at_home = request.client is not None and is_loopback(request.client.host)
    server = request.scope.get("server")
    return reachable_at(service.settings, server[1] or 80) if at_home and server else []


ROUTES: Final = (catalogue, scene, protocol_json, addresses)
