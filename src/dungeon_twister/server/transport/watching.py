"""For whoever looks after a server: is it well, and what does it count? Both may have a port of their own."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException

from dungeon_twister import compiled
from dungeon_twister.server.config import is_loopback
from dungeon_twister.server.transport.service import Service
from dungeon_twister.version import __version__

PROMETHEUS: Final = "text/plain; version=0.0.4"
PASSED_ON: Final = ("x-forwarded-for", "forwarded", "x-real-ip", "via")  # what proxies add to a request


@get("/health", include_in_schema=False)
async def health(service: NamedDependency[Service]) -> Response[dict[str, Any]]:
    """Can something be written and read? Which engine is in use: compiled to C or not? And, where several processes serve a
    database, does this one count, and does it reach the others?"""
    router = service.games.router
    fine = router.ready and await service.games.healthy()
    engine = {
        "server": compiled.engine(compiled.running()),
        "bots": compiled.engine(bool(service.games.figures()["bots_compiled"])),
    }
    told: dict[str, Any] = {"healthy": fine, "version": __version__, "engine": engine}
    if router.shared:
        told["members"] = {"joined": router.ready, "others": router.peer_count, "out_of_reach": router.unreachable_count}
    return Response(told, status_code=200 if fine else 503)


@get("/metrics", include_in_schema=False)
async def metrics(service: NamedDependency[Service]) -> Response[bytes]:
    """The counters, for Prometheus."""
    return Response(service.metrics.text(), media_type=PROMETHEUS)


@get("/metrics", include_in_schema=False)
async def local_metrics(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> Response[bytes]:
    """The same beside the games: for this machine only, never through a proxy, and not where there is a port for it."""
    if service.settings.metrics_port or not _is_local(request):
        raise NotFoundException
    return Response(service.metrics.text(), media_type=PROMETHEUS)


@get("/refusals", include_in_schema=False)
async def refusals(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> Response[bytes]:
    """Which addresses were refused most often lately (`dungeon-twister top`): for this machine only, never through a proxy."""
    if not _is_local(request):
        raise NotFoundException
    return Response(msgspec.json.encode(service.refusals.worst()), media_type="application/json")


def _is_local(request: Request[Any, Any, Any]) -> bool:
    direct = request.client is not None and is_loopback(request.client.host)
    return direct and not any(name in request.headers for name in PASSED_ON)


def make_watching(service: Service) -> Litestar:
    """What answers at the port of the metrics."""
    return Litestar(
        route_handlers=[health, metrics, refusals],
        dependencies={"service": Provide(lambda: service, sync_to_thread=False)},
        openapi_config=None,
        logging_config=None,
    )
