"""How each game is encoded for learning agents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from dungeon_twister.rl.board.codec import BoardCodec
from dungeon_twister.rl.board.tensors import BoardTensors
from dungeon_twister.rl.card.codec import CardCodec
from dungeon_twister.rl.card.tensors import CardTensors
from dungeon_twister.rl.codes import Codec
from dungeon_twister.rl.observation import Tensors
from dungeon_twister.rules.engine.board.setting import board_setting_of
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card.setting import card_setting_of
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State


class RlEdition(NamedTuple):
    """The encodings of one game."""

    make_codec: Callable[[Setting], Codec]
    make_tensors: Callable[[Setting], Tensors]
    pixels: Callable[[State], Any]


def _board_codec(setting: Setting) -> Codec:
    return BoardCodec(board_setting_of(setting))


def _card_codec(setting: Setting) -> Codec:
    return CardCodec(card_setting_of(setting))


def _board_tensors(setting: Setting) -> Tensors:
    return BoardTensors(board_setting_of(setting))


def _card_tensors(setting: Setting) -> Tensors:
    return CardTensors(card_setting_of(setting))


def _board_pixels(state: State) -> Any:
    from dungeon_twister.rl.pixels import board_pixels  # only pictures need numpy

    return board_pixels(state)


def _card_pixels(state: State) -> Any:
    from dungeon_twister.rl.pixels import card_pixels

    return card_pixels(state)


EDITIONS: Final = ByEdition(
    board=RlEdition(make_codec=_board_codec, make_tensors=_board_tensors, pixels=_board_pixels),
    card=RlEdition(make_codec=_card_codec, make_tensors=_card_tensors, pixels=_card_pixels),
)


def edition_of(state: State) -> RlEdition:
    """Return the encodings for the game of a state."""
    return EDITIONS.of(state)


def edition_of_setting(setting: Setting) -> RlEdition:
    """Return the encodings for the game of a setting."""
    return EDITIONS.of_setting(setting)
