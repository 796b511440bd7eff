"""Who may know, name or see what: the one place where it is decided (INFO-1, HID-1).

It stands on the engine and below everything that writes, shows or tells anything: notation names tokens for somebody, views and
events are made for somebody, the guide, logs and replays speak to somebody, and all of them ask here. These are questions
about a State and a viewer with yes or no for an answer; what is written instead of what is hidden is for those who write.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import card, shared
from dungeon_twister.rules.visibility.choices import hidden_part
from dungeon_twister.rules.visibility.shared import (
    ALL_KNOWING,
    SPECTATOR,
    decides,
    is_of,
    is_seat,
    is_strict,
    knows_laid,
    knows_starter,
    owns,
    remembers,
    sees_all,
    sees_choices,
    turns_visible,
    viewer_name,
    viewer_of,
    visible_from,
)

__all__ = [
    "ALL_KNOWING",
    "SPECTATOR",
    "decides",
    "has_secrets",
    "hidden_part",
    "is_of",
    "is_open",
    "is_seat",
    "is_strict",
    "knows_chosen",
    "knows_hand",
    "knows_laid",
    "knows_starter",
    "owns",
    "remembers",
    "sees_all",
    "sees_choices",
    "visible_from",
    "turns_visible",
    "viewer_name",
    "viewer_of",
]


class Rules(NamedTuple):
    """What one game says of its own."""

    knows_hand: Callable[[State, int, int], bool]
    knows_chosen: Callable[[State, int, int], bool]
    has_secrets: Callable[[State], bool]
    is_open: Callable[[State], bool]


_RULES: Final = ByEdition(
    Rules(shared.knows_hand, shared.knows_chosen, shared.has_secrets, shared.is_open),
    Rules(card.knows_hand, card.knows_chosen, card.has_secrets, card.is_open),
)


def knows_hand(state: State, player: int, viewer: int) -> bool:
    """Does a viewer know a player's combat cards, as far as he could note them or is shown them (COMBAT-9; HID-1, CMB-10)?"""
    return _RULES.of(state).knows_hand(state, player, viewer)


def knows_chosen(state: State, player: int, viewer: int) -> bool:
    """Does a viewer know the combat cards a player has chosen and not yet shown (COMBAT-6; CMB-10)?"""
    return _RULES.of(state).knows_chosen(state, player, viewer)


def has_secrets(state: State) -> bool:
    """Are there things whose order alone could tell them apart (OPT-10)? Then lists go by the names a viewer knows."""
    return _RULES.of(state).has_secrets(state)


def is_open(state: State) -> bool:
    """Is there nothing yet that one player may see and another may not?"""
    return _RULES.of(state).is_open(state)
