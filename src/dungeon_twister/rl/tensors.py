"""The tensors of any game: `tensors_of(game)`."""

from __future__ import annotations

import copyreg
from functools import lru_cache
from typing import Any

from dungeon_twister.rl.board.tensors import BoardTensors
from dungeon_twister.rl.card.tensors import CardTensors
from dungeon_twister.rl.codes import setting_of
from dungeon_twister.rl.editions import edition_of_setting
from dungeon_twister.rl.observation import VERSION, ObservationPart, Tensors
from dungeon_twister.rules.engine.setting import Setting

__all__ = ["VERSION", "ObservationPart", "Tensors", "tensors_of"]


def tensors_of(of: object) -> Tensors:
    """Return the tensors of a game, a state or a setting. Equal settings share them."""
    return _of_setting(setting_of(of))


@lru_cache(maxsize=64)
def _of_setting(setting: Setting) -> Tensors:
    return edition_of_setting(setting).make_tensors(setting)


def _how_to_pickle(one: Tensors) -> Any:
    """Pickle tensors by their setting, as a compiled class has no default."""
    return tensors_of, (one.setting,)


copyreg.pickle(BoardTensors, _how_to_pickle)
copyreg.pickle(CardTensors, _how_to_pickle)
