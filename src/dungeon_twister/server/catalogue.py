"""The catalogue: scenarios with their options, and the bots on offer. Also reads the options of a
scene's address."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from dungeon_twister.ai.bots.levels import LEVELS
from dungeon_twister.ai.bots.registry import BOTS, bot_names
from dungeon_twister.presentation.guide.guide_shapes import ScenarioCard
from dungeon_twister.presentation.guide.scenario_cards import scenario_cards
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.rules.engine.options import OptionError
from dungeon_twister.rules.engine.scenarios import is_text
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.text_input import sentence_of
from dungeon_twister.version import __version__

NOT_DRAWN: Final = frozenset({"timer", "memory", "endTurn", "stallLimit", "handicap", "pairs"})


class OpponentCard(msgspec.Struct, frozen=True):
    """A bot that is offered to people. `rating`: its measured strength, if any."""

    name: str
    rating: int | None = None


class Catalogue(msgspec.Struct, frozen=True):
    """The scenarios, every bot that a seat may get, and those on offer: ours from the weakest to
    the strongest, then those of installed packages. `shelf`: whether people may publish scenarios."""

    scenarios: list[ScenarioCard]
    bots: list[str]
    version: str
    opponents: list[OpponentCard]
    shelf: bool = False


def catalogue_of_all(shelf: bool = False) -> Catalogue:
    """Return the catalogue with the bots of installed packages."""
    return Catalogue(scenario_cards(), bot_names(), __version__, opponent_cards(), shelf)


def opponent_cards() -> list[OpponentCard]:
    """Return the levels, and the bots of installed packages."""
    own = [OpponentCard(level.name, level.rating) for level in LEVELS]
    return own + [OpponentCard(name) for name in bot_names() if name not in BOTS]


def options_of(words: Iterable[str]) -> dict[str, str]:
    """Return options of an address, each written as `name=value`."""
    pairs = [word.partition("=") for word in words]
    if any(not name or not equals for name, equals, _ in pairs):
        raise ProtocolError("bad-game", "An option is written name=value.", 422)
    return {name: value for name, _, value in pairs}


def drawn_options(scenario: str, options: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the options of a scenario that change its drawing. Others are checked and dropped, so that scenes with the same
    drawing share one cached result."""
    if is_text(scenario):
        raise ProtocolError("bad-game", "A scenario has a name of one line.", 422)
    try:
        setting = new_setting(scenario, options)
    except (TextError, OptionError) as error:
        raise ProtocolError("bad-game", sentence_of(error), 422) from None
    return tuple(sorted((name, value) for name, value in setting.options.given.items() if name not in NOT_DRAWN))
