"""Visibility: who may know, name or see a piece of information. All such decisions are made here (INFO-1, HID-1).

The package depends on the engine only. All code that writes or shows information asks it: notation, views, events, the guide,
logs and replays. Its functions answer yes or no for a State and a viewer; the caller decides how to write hidden information.
"""

from __future__ import annotations

from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility.editions import edition_of
from dungeon_twister.rules.visibility.hidden_parts import hidden_part
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


def knows_hand(state: State, player: int, viewer: int) -> bool:
    """Return whether a viewer knows a player's combat cards, by counting or from being shown them (COMBAT-9; HID-1, CMB-10)."""
    return edition_of(state).knows_hand(state, player, viewer)


def knows_chosen(state: State, player: int, viewer: int) -> bool:
    """Return whether a viewer knows the combat cards that a player has chosen and not yet shown (COMBAT-6; CMB-10)."""
    return edition_of(state).knows_chosen(state, player, viewer)


def has_secrets(state: State) -> bool:
    """Return whether the order of a list could reveal secrets (OPT-10). Lists are then ordered by the names the viewer
    knows."""
    return edition_of(state).has_secrets(state)


def is_open(state: State) -> bool:
    """Return whether all players may see the same at this moment."""
    return edition_of(state).is_open(state)
