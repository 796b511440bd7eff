"""What each game has of its own in lessons and puzzles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.ai.search.turn_actions import TurnAction
from dungeon_twister.learning.board import places as board_places
from dungeon_twister.learning.board import puzzle_actions as board_actions
from dungeon_twister.learning.card import places as card_places
from dungeon_twister.learning.card import puzzle_actions as card_actions
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.state import State


class LearningEdition(NamedTuple):
    """The implementation of lessons and puzzles for one game."""

    square_of: Callable[[State, int], frozenset[str]]
    zones_of_room: Callable[[State, str], frozenset[str]]
    kind_of_place: Callable[[State, str], str]
    face_down_rooms: Callable[[State], int]
    all_actions: Callable[[GameAdapter, State], list[TurnAction]]
    last_actions: Callable[[GameAdapter, State], list[TurnAction]]


EDITIONS: Final = ByEdition(
    board=LearningEdition(
        square_of=board_places.square_of,
        zones_of_room=board_places.zones_of_room,
        kind_of_place=board_places.kind_of_place,
        face_down_rooms=board_places.face_down_rooms,
        all_actions=board_actions.all_actions,
        last_actions=board_actions.last_actions,
    ),
    card=LearningEdition(
        square_of=card_places.square_of,
        zones_of_room=card_places.zones_of_room,
        kind_of_place=card_places.kind_of_place,
        face_down_rooms=card_places.face_down_rooms,
        all_actions=card_actions.all_actions,
        last_actions=card_actions.last_actions,
    ),
)


def edition_of(state: State) -> LearningEdition:
    """Return the edition for the game of a state."""
    return EDITIONS.of(state)
