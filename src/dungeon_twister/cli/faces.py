"""Finds the face of the game of a state, or of a game's name."""

from __future__ import annotations

from typing import Final

from dungeon_twister.cli.board.face import BoardFace
from dungeon_twister.cli.card.face import CardFace
from dungeon_twister.cli.face import Face
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.state import State

_FACES: Final[ByEdition[Face]] = ByEdition(BoardFace(), CardFace())


def face_of(state: State) -> Face:
    return _FACES.of(state)
