"""The answers about visibility that differ between the games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import card, shared


class VisibilityEdition(NamedTuple):
    """The rules of visibility for one game."""

    knows_hand: Callable[[State, int, int], bool]
    knows_chosen: Callable[[State, int, int], bool]
    has_secrets: Callable[[State], bool]
    is_open: Callable[[State], bool]


EDITIONS: Final = ByEdition(
    board=VisibilityEdition(
        knows_hand=shared.knows_hand,
        knows_chosen=shared.knows_chosen,
        has_secrets=shared.has_secrets,
        is_open=shared.is_open,
    ),
    card=VisibilityEdition(
        knows_hand=card.knows_hand,
        knows_chosen=card.knows_chosen,
        has_secrets=card.has_secrets,
        is_open=card.is_open,
    ),
)


def edition_of(state: State) -> VisibilityEdition:
    """Return the rules of visibility for the game of a state."""
    return EDITIONS.of(state)
