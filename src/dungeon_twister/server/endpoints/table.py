"""The table of routes. A browser without a server offers `ROUTES`, a server `SERVER_ROUTES` as well."""

from __future__ import annotations

from typing import Final

from dungeon_twister.server.endpoints import (
    balance_routes,
    catalogue_routes,
    game_routes,
    progress_routes,
    replay_routes,
    study_routes,
    workshop_routes,
)
from dungeon_twister.server.endpoints.route import Route

ROUTES: Final[tuple[Route, ...]] = (
    *catalogue_routes.ROUTES,
    *game_routes.ROUTES,
    *replay_routes.ROUTES,
    *study_routes.ROUTES,
    *progress_routes.ROUTES,
    *balance_routes.ROUTES,
    *workshop_routes.ROUTES,
)
