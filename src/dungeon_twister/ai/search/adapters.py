"""What every caller of the search needs: the shared adapter of a setting, and a pause of the garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from dungeon_twister.ai.search.board.adapter import BoardAdapter
from dungeon_twister.ai.search.board.weights import Weights
from dungeon_twister.ai.search.card.adapter import CardAdapter
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.rules.engine.board.setting import board_setting_of
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card.setting import card_setting_of
from dungeon_twister.rules.engine.setting import Setting

MOST_ADAPTERS: Final = 6  # number of cached adapters, one for each setting and weights

WeightChanges = tuple[tuple[str, float], ...]  # weights that differ from the default, by name


@lru_cache(maxsize=MOST_ADAPTERS)
def adapter_for(setting: Setting, weights: WeightChanges = ()) -> GameAdapter:
    """Return the adapter of a setting. The whole process shares it: its maze caches take tens of megabytes."""
    return _ADAPTERS.of_setting(setting)(setting, weights)


def _board_adapter(setting: Setting, weights: WeightChanges) -> GameAdapter:
    return BoardAdapter(board_setting_of(setting), Weights.with_changes(dict(weights)))


def _card_adapter(setting: Setting, weights: WeightChanges) -> GameAdapter:
    """Ignore the weights: the evaluation of the Card Game has none to set."""
    return CardAdapter(card_setting_of(setting))


_ADAPTERS: Final[ByEdition[Callable[[Setting, WeightChanges], GameAdapter]]] = ByEdition(_board_adapter, _card_adapter)


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause the garbage collector.

    A search makes and drops tens of thousands of positions without reference cycles; looking for cycles among them took a third
    of its time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
