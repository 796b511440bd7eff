"""Routes whose answers stay the same while a service runs: the catalogue, scenes, drawn examples, numbers about strategy."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final

import msgspec

from dungeon_twister.ai.analysis.strategy import strategy_of
from dungeon_twister.presentation.guide.examples import GAMES, load_examples
from dungeon_twister.presentation.guide.guide_shapes import Scene
from dungeon_twister.presentation.guide.rulebook_shapes import Examples, Strategy
from dungeon_twister.presentation.guide.scenario_cards import scenario_cards
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.server.catalogue import Catalogue, catalogue_of_all, drawn_options, options_of
from dungeon_twister.server.config import is_loopback
from dungeon_twister.server.endpoints.route import Call, FixedJson, get
from dungeon_twister.server.errors import ProtocolError

MOST_OPTIONS: Final = 32
Options = Annotated[list[str], msgspec.Meta(max_length=MOST_OPTIONS)]


@lru_cache(maxsize=2)
def the_catalogue(shelf: bool = False) -> FixedJson:
    return FixedJson(catalogue_of_all(shelf))


def the_scene(scenario: str, options: dict[str, str]) -> FixedJson:
    """Return the maze of a scenario with these options."""
    return _drawn(scenario, drawn_options(scenario, options))


@lru_cache(maxsize=256)
def _drawn(scenario: str, options: tuple[tuple[str, str], ...]) -> FixedJson:
    return FixedJson(scene_of(new_setting(scenario, dict(options))))


def warm_up() -> None:
    """Build in advance the answers that take long."""
    the_catalogue()
    for card in scenario_cards():
        the_scene(card.name, {})


@get("/catalogue", shows=Catalogue)
async def catalogue(call: Call) -> FixedJson:
    """Return the scenarios with their options, the bots, and whether there is a public shelf."""
    return the_catalogue(call.service.settings.shelf)


@get("/scene", shows=Scene, fails=(400, 422))
async def scene(call: Call, scenario: str, option: Options | None = None) -> FixedJson:
    """Return all constant data that a client needs to draw a game. `option`: name=value, any number of times."""
    return the_scene(scenario, options_of(option or []))


def _known(game: str) -> str:
    if game not in GAMES:
        raise ProtocolError("bad-game", f"There are the games {' and '.join(GAMES)}.", 422)
    return game


@lru_cache(maxsize=len(GAMES))
def the_examples(game: str) -> FixedJson:
    return FixedJson(load_examples(game))


@lru_cache(maxsize=len(GAMES))
def the_strategy(game: str) -> FixedJson:
    return FixedJson(strategy_of(game))


@get("/examples", shows=Examples, fails=(400, 422))
async def examples(call: Call, game: str) -> FixedJson:
    """Return the pictures of a game's rules: positions, and the highlights when one of their characters is chosen."""
    return the_examples(_known(game))


@get("/strategy", shows=Strategy, fails=(400, 422))
async def strategy(call: Call, game: str) -> FixedJson:
    """Return statistics about strategy: who starts well, good hiding places, the value of actions and pieces."""
    return the_strategy(_known(game))


@get("/addresses")
async def addresses(call: Call) -> list[str]:
    """Return the addresses at which other machines find the server; for this machine only."""
    return call.service.reachable_at(call.port) if is_loopback(call.address) else []


ROUTES: Final = (
    catalogue,
    scene,
    examples,
    strategy,
    addresses,
)
