"""The tensors of any game: `tensors_of(setting)`."""

from __future__ import annotations

from functools import lru_cache

from dungeon_twister.engine.board.setting import BoardSetting
from dungeon_twister.engine.card.setting import card_setting_of
from dungeon_twister.engine.setting import Setting
from dungeon_twister.rl.board.tensors import BoardTensors
from dungeon_twister.rl.card.tensors import CardTensors
from dungeon_twister.rl.layers import VERSION, Part, Tensors

__all__ = ["VERSION", "Part", "Tensors", "tensors_of"]


@lru_cache(maxsize=64)
def tensors_of(setting: Setting) -> Tensors:
    """The observations of a game; equal settings share one."""
    if isinstance(setting, BoardSetting):
        return BoardTensors(setting)
    return CardTensors(card_setting_of(setting))
