"""Health and metrics for operators. Both may have a port of their own."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException

from dungeon_twister import compiled
from dungeon_twister.server.config import is_loopback
from dungeon_twister.server.transport.server_context import ServerContext
from dungeon_twister.version import __version__

PROMETHEUS: Final = "text/plain; version=0.0.4"
PASSED_ON: Final = ("x-forwarded-for", "forwarded", "x-real-ip", "via")  # headers that proxies add to a request


@get("/health", include_in_schema=False)
async def health(service: NamedDependency[ServerContext]) -> Response[dict[str, Any]]:
    """Return whether the database can be written and read, which engine is used (compiled to C or not), and, in a cluster,
    whether this process has joined and reaches its peers."""
    router = service.games.router
    fine = router.ready and await service.games.health.fine()
    engine = {
        "server": compiled.engine(compiled.running()),
        "bots": compiled.engine(bool(service.games.figures()["bots_compiled"])),
    }
    body: dict[str, Any] = {"healthy": fine, "version": __version__, "engine": engine}
    if router.shared:
        body["members"] = {"joined": router.ready, "others": router.peer_count, "out_of_reach": router.unreachable_count}
    return Response(body, status_code=200 if fine else 503)


@get("/metrics", include_in_schema=False)
async def metrics(service: NamedDependency[ServerContext]) -> Response[bytes]:
    """Return the metrics in the format of Prometheus."""
    return Response(service.metrics.text(), media_type=PROMETHEUS)


@get("/metrics", include_in_schema=False)
async def local_metrics(request: Request[Any, Any, Any], service: NamedDependency[ServerContext]) -> Response[bytes]:
    """Return the metrics at the port of the games: for this machine only, never through a proxy, and not if they have a port of
    their own."""
    if service.settings.metrics_port or not _is_local(request):
        raise NotFoundException
    return Response(service.metrics.text(), media_type=PROMETHEUS)


@get("/refusals", include_in_schema=False)
async def refusals(request: Request[Any, Any, Any], service: NamedDependency[ServerContext]) -> Response[bytes]:
    """Return the addresses refused most often in the last minutes (`dungeon-twister top`): for this machine only, never through
    a proxy."""
    if not _is_local(request):
        raise NotFoundException
    return Response(msgspec.json.encode(service.refusals.worst()), media_type="application/json")


def _is_local(request: Request[Any, Any, Any]) -> bool:
    direct = request.client is not None and is_loopback(request.client.host)
    return direct and not any(name in request.headers for name in PASSED_ON)


def make_monitoring_app(service: ServerContext) -> Litestar:
    """Return the application at the port of the metrics."""
    return Litestar(
        route_handlers=[health, metrics, refusals],
        dependencies={"service": Provide(lambda: service, sync_to_thread=False)},
        openapi_config=None,
        logging_config=None,
    )
