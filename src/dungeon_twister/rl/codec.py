"""The codec of any game: `codec_of(setting)`."""

from __future__ import annotations

from functools import lru_cache

from dungeon_twister.engine.board.setting import BoardSetting
from dungeon_twister.engine.card.setting import card_setting_of
from dungeon_twister.engine.setting import Setting
from dungeon_twister.rl.board.codec import BoardCodec
from dungeon_twister.rl.card.codec import CardCodec
from dungeon_twister.rl.codes import VERSION, Codec, CodeError

__all__ = ["VERSION", "CodeError", "Codec", "codec_of"]


@lru_cache(maxsize=64)
def codec_of(setting: Setting) -> Codec:
    """The numbers for the choices of a game; equal settings share one."""
    if isinstance(setting, BoardSetting):
        return BoardCodec(setting)
    return CardCodec(card_setting_of(setting))
