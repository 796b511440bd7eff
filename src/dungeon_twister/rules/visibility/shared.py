"""Visibility in both games: a player's own things, face-down tokens, hands, and what may be remembered.

A viewer is a seat (0, 1, ...), SPECTATOR, or ALL_KNOWING, which is used by the record and for games that are over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dungeon_twister.rules.engine.options import STRICT_MEMORY
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

SPECTATOR: Final = -1
ALL_KNOWING: Final = -2
TURNS_REMEMBERED: Final = 2  # of a log with strict memory


# -- viewers --------------------------------------------------------------------------------------------------------------


def viewer_of(setting: Setting, name: str) -> int:
    """Return the viewer of a name: a colour, `spectator` or `all`."""
    viewers = {"spectator": SPECTATOR, "all": ALL_KNOWING, **{colour: seat for seat, colour in enumerate(setting.colours)}}
    if name not in viewers:
        raise TextError(f"there is no viewer {name!r} (there are {', '.join(viewers)})")
    return viewers[name]


def viewer_name(state: State, viewer: int) -> str:
    """Return the name of a viewer: a colour, `spectator` or `all`."""
    if viewer == ALL_KNOWING:
        return "all"
    return state.setting.colours[viewer] if viewer >= 0 else "spectator"


def sees_all(viewer: int) -> bool:
    """Return whether nothing at all is hidden from a viewer."""
    return viewer == ALL_KNOWING


def is_seat(viewer: int) -> bool:
    """Return whether a viewer sits at the table."""
    return viewer >= 0


def is_of(player: int, viewer: int) -> bool:
    """Return whether a viewer is the player, or omniscient. Only they know tokens in the supply and those left out (SETUP-5,
    PYR-2, TEAM-20; SET-5, OPT-21)."""
    return viewer in (player, ALL_KNOWING)


def owns(state: State, token: int, viewer: int) -> bool:
    """Return whether a token is the viewer's own, or the viewer is omniscient."""
    return is_of(state.setting.owner[token], viewer)


def decides(state: State, viewer: int) -> bool:
    """Return whether the viewer must decide now."""
    return not state.over and viewer >= 0 and state.decider() == viewer


def sees_choices(state: State, viewer: int) -> bool:
    """Return whether a viewer sees the choices: the player who decides, and the omniscient viewer."""
    return state.decider() >= 0 and is_of(state.decider(), viewer)


# -- memory ---------------------------------------------------------------------------------------------------------------


def is_strict(setting: Setting) -> bool:
    """Return whether the players must remember by themselves what they have seen (SETUP-8, COMBAT-9, HID-1)."""
    return setting.options.memory == STRICT_MEMORY


def remembers(state: State, viewer: int) -> bool:
    """Return whether a viewer sees what all players could have noted, such as used combat cards (COMBAT-9, TURN-8; HID-1)."""
    return viewer == ALL_KNOWING or not is_strict(state.setting)


def turns_visible(setting: Setting) -> int:
    """Return how many of the last turns may be shown again; 0 means all of them."""
    return TURNS_REMEMBERED if is_strict(setting) else 0


def visible_from(setting: Setting, turns: Sequence[int]) -> int:
    """Return the first entry of a log that may be shown again; strict memory hides all before the last turns (SETUP-8,
    COMBAT-9). `turns` are the numbers of the entries with which turns began."""
    visible_turns = turns_visible(setting)
    return turns[-visible_turns] if visible_turns and len(turns) >= visible_turns else 0


# -- tokens and cards -----------------------------------------------------------------------------------------------------


def knows_laid(state: State, player: int, viewer: int) -> bool:
    """Return whether a viewer may look at what a player has laid face down on rooms or next to them (SETUP-8, SET-8, HID-1).
    With strict memory no player may, not even its owner."""
    return is_of(player, viewer) and remembers(state, viewer)


def knows_starter(state: State, token: int, viewer: int) -> bool:
    """Return whether a viewer knows which token a starter is: its owner, and all once it is turned up (SETUP-3, SETUP-6;
    SET-9)."""
    return state.shown or is_of(state.setting.owner[token], viewer)


def knows_hand(state: State, player: int, viewer: int) -> bool:
    """Return whether a viewer knows a player's combat cards: the own ones, and by counting those of others unless memory is
    strict (COMBAT-9, TURN-8; HID-1)."""
    return is_of(player, viewer) or not is_strict(state.setting)


def knows_chosen(state: State, player: int, viewer: int) -> bool:
    """Return whether a viewer knows the combat card a player has chosen and not yet shown (COMBAT-6, CMB-10)."""
    return is_of(player, viewer)


def has_secrets(state: State) -> bool:
    """Return False: tokens in the maze are open in the board game."""
    return False


def is_open(state: State) -> bool:
    """Return False: in the board game players have secrets from the beginning, such as starters and characters left out."""
    return False
