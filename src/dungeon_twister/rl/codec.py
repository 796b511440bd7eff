"""The codec of any game: `codec_of(game)`."""

from __future__ import annotations

import copyreg
from functools import lru_cache
from typing import Any

from dungeon_twister.rl.board.codec import BoardCodec
from dungeon_twister.rl.card.codec import CardCodec
from dungeon_twister.rl.codes import VERSION, Codec, CodeError, setting_of
from dungeon_twister.rl.editions import edition_of_setting
from dungeon_twister.rules.engine.setting import Setting

__all__ = ["VERSION", "CodeError", "Codec", "codec_of"]


def codec_of(of: object) -> Codec:
    """Return the codec of a game, a state or a setting. Equal settings share one."""
    return _of_setting(setting_of(of))


@lru_cache(maxsize=64)
def _of_setting(setting: Setting) -> Codec:
    return edition_of_setting(setting).make_codec(setting)


def _how_to_pickle(one: Codec) -> Any:
    """Pickle a codec by its setting, as a compiled class has no default."""
    return codec_of, (one.setting,)


copyreg.pickle(BoardCodec, _how_to_pickle)
copyreg.pickle(CardCodec, _how_to_pickle)
