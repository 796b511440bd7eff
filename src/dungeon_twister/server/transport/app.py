"""The application: routes, sockets and pages around one game service."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp

from dungeon_twister.server.cluster import ClusterRouter
from dungeon_twister.server.config import Settings
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import GameService, ShelfPolicy
from dungeon_twister.server.limits import Clubs
from dungeon_twister.server.logs import Logged
from dungeon_twister.server.store import RetentionPolicy, Store
from dungeon_twister.server.transport.fair_queue import FairQueue
from dungeon_twister.server.transport.file_handles import FileHandleWatch
from dungeon_twister.server.transport.forwarding import ForwardedRequests, Forwarder
from dungeon_twister.server.transport.game_socket import game_socket
from dungeon_twister.server.transport.health_routes import health, local_metrics, refusals
from dungeon_twister.server.transport.litestar_routes import (
    api_router,
    count_request,
    http_error_response,
    nesting_response,
    refusal_response,
    unexpected_error_response,
)
from dungeon_twister.server.transport.lobby_socket import lobby_socket
from dungeon_twister.server.transport.openapi import Described, description
from dungeon_twister.server.transport.pages import PACKED_ALREADY, Pages, page_route
from dungeon_twister.server.transport.push_setup import offer_push
from dungeon_twister.server.transport.reconciler import Reconciler
from dungeon_twister.server.transport.request_guard import GuardedApp
from dungeon_twister.server.transport.server_context import ServerContext
from dungeon_twister.server.workers import AnalysisPool, BotPool, ReplayPool

WORTH_COMPRESSING: Final = 1024


def make_game_service(settings: Settings, address: str = "") -> GameService:
    """Return the game service of the settings, not yet open. `address`: where other processes reach
    this one."""
    replay_pool = ReplayPool(settings.reading_workers, settings.reading_rate, settings.reading_seconds)
    bot_pool = BotPool(settings.bot_workers)
    analysis_pool = AnalysisPool(
        settings.analysis_workers,
        settings.analysis_rate,
        settings.analysis_seconds,
        games_per_hour=settings.analyses_per_hour,
        games_at_once=settings.analyses_at_once,
    )
    for pool in (replay_pool, analysis_pool):
        pool.scale_budgets(Clubs(settings).factor)
    store = Store(settings.database)
    address = (settings.member_address or address).rstrip("/")
    return GameService(
        store,
        bot_pool,
        pace=settings.pace,
        replay_pool=replay_pool,
        analysis_pool=analysis_pool,
        retention=retention(settings),
        router=ClusterRouter(store, address, settings.handover_seconds) if store.shared and address else None,
        claim_after=settings.claim_seconds,
        shelf=shelf_policy(settings) if settings.shelf else None,
    )


def retention(settings: Settings) -> RetentionPolicy:
    """Return the retention policy of the settings."""
    return RetentionPolicy(
        open_days=settings.keep_open_days,
        given_up_days=settings.keep_given_up_days,
        idle_days=settings.keep_idle_days,
        finished_days=settings.keep_finished_days,
        bots_days=settings.keep_bots_days,
        records_days=settings.keep_records_days,
        people_days=settings.keep_people_days,
        records_per_address=settings.records_per_address,
        records_megabytes=settings.records_megabytes,
        disk_reserve_megabytes=settings.disk_reserve_megabytes,
    )


def shelf_policy(settings: Settings) -> ShelfPolicy:
    """Return how much the public shelf holds."""
    return ShelfPolicy(settings.shelf_per_person, settings.shelf_scenarios, settings.shelf_reports)


def make_litestar(service: ServerContext, pages: Pages, opened: bool) -> Litestar:
    """Return the routes without the middleware."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await service.study.open()
        if not opened:
            await service.games.open()
        await service.bans.open()
        poster = offer_push(service.settings, service.games)
        reconciler = Reconciler(service)
        reconciler.open()
        handles = FileHandleWatch()
        handles.open()
        try:
            yield
        finally:
            await handles.close()
            await reconciler.close()
            if poster is not None:
                await poster.close()
            await service.bans.close()
            await service.study.close()
            if not opened:
                await service.games.close()

    app = Litestar(
        route_handlers=[
            api_router(service),
            game_socket,
            lobby_socket,
            health,
            local_metrics,
            refusals,
            page_route(pages),
        ],
        before_request=count_request,
        dependencies={"service": Provide(lambda: service, sync_to_thread=False)},
        exception_handlers={
            ProtocolError: refusal_response,
            HTTPException: http_error_response,
            RecursionError: nesting_response,
            UnicodeDecodeError: nesting_response,
            Exception: unexpected_error_response,
        },
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=WORTH_COMPRESSING, gzip_compress_level=5, exclude_opt_key=PACKED_ALREADY
        ),
        lifespan=[lifespan],
        openapi_config=description(),
        plugins=[Described()],
        logging_config=None,
    )
    app.state.service = service
    return app


def make_app(
    settings: Settings,
    games: GameService | None = None,
    pages: Pages | None = None,
    opened: bool = False,
    service: ServerContext | None = None,
) -> ASGIApp:
    """Return the whole application with logging, guards and routes. It opens and closes its game service unless that is
    `opened` already. `service`: the context, if other code needs it as well."""
    service = service or ServerContext(settings, games or make_game_service(settings))
    litestar = make_litestar(service, pages or Pages(), opened)
    router = service.games.router
    guarded = GuardedApp(Forwarder(litestar, service) if router.shared else litestar, settings, service.bans)
    logged = Logged(guarded, settings.log_addresses, service.metrics.request)
    paced = FairQueue(logged, settings.requests_at_once, service.limits.clubs.factor)
    return ForwardedRequests(paced, router) if router.shared else paced
