"""Which game's face a state, or the name of a game, has."""

from __future__ import annotations

from dungeon_twister.cli.board.face import BoardFace
from dungeon_twister.cli.card.face import CardFace
from dungeon_twister.cli.face import Face
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.state import State

BOARD, CARD = BoardFace(), CardFace()


def face_of(state: State) -> Face:
    return BOARD if isinstance(state, BoardState) else CARD
