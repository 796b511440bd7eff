"""Routes of the rule pages: drawn examples, and numbers about strategy. Nothing here ever changes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from litestar import Request, Response, get
from litestar.params import FromQuery

from dungeon_twister.ai.analysis.strategy import strategy_of
from dungeon_twister.presentation.guide.examples import GAMES, load_examples
from dungeon_twister.presentation.guide.rulebook_shapes import Examples, Strategy
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.transport.catalogue_routes import FixedResponse
from dungeon_twister.server.transport.game_routes import failures, shown
from dungeon_twister.server.transport.pages import PACKED_ALREADY


def _known(game: str) -> str:
    if game not in GAMES:
        raise ProtocolError("bad-game", f"There are the games {' and '.join(GAMES)}.", 422)
    return game


@lru_cache(maxsize=len(GAMES))
def the_examples(game: str) -> FixedResponse:
    return FixedResponse(load_examples(game))


@lru_cache(maxsize=len(GAMES))
def the_strategy(game: str) -> FixedResponse:
    return FixedResponse(strategy_of(game))


@get("/examples", responses={**shown(Examples), **failures(400, 422)}, opt={PACKED_ALREADY: True})
async def examples(request: Request[Any, Any, Any], game: FromQuery[str]) -> Response[Any]:
    """Return the pictures of a game's rules: positions, and the highlights when one of their characters is chosen."""
    return the_examples(_known(game)).answer(request)


@get("/strategy", responses={**shown(Strategy), **failures(400, 422)}, opt={PACKED_ALREADY: True})
async def strategy(request: Request[Any, Any, Any], game: FromQuery[str]) -> Response[Any]:
    """Return statistics about strategy: who starts well, good hiding places, the value of actions and pieces."""
    return the_strategy(_known(game)).answer(request)


ROUTES: Final = (examples, strategy)
