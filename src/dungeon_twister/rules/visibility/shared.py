"""Who may know what in every game of the family: one's own things, what lies face down, hands, and what is remembered.

A viewer is a seat (0, 1, ...), SPECTATOR, or ALL_KNOWING: nobody who sits at the table but the record and whoever looks at a
game that is over.
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
TURNS_REMEMBERED: Final = 2  # of a log that is kept strictly


# -- viewers --------------------------------------------------------------------------------------------------------------


def viewer_of(setting: Setting, name: str) -> int:
    """The viewer of a name: a colour, `spectator` or `all`."""
    viewers = {"spectator": SPECTATOR, "all": ALL_KNOWING, **{colour: seat for seat, colour in enumerate(setting.colours)}}
    if name not in viewers:
        raise TextError(f"there is no viewer {name!r} (there are {', '.join(viewers)})")
    return viewers[name]


def viewer_name(state: State, viewer: int) -> str:
    """What a viewer is called: a colour, `spectator` or `all`."""
    if viewer == ALL_KNOWING:
        return "all"
    return state.setting.colours[viewer] if viewer >= 0 else "spectator"


def sees_all(viewer: int) -> bool:
    """Is nothing at all hidden from a viewer?"""
    return viewer == ALL_KNOWING


def is_seat(viewer: int) -> bool:
    """Does a viewer sit at the table?"""
    return viewer >= 0


def is_of(player: int, viewer: int) -> bool:
    """Does a viewer know what is a player's own: the player himself, or the all-knowing? So it is with tokens in the supply and
    with those left out (SETUP-5, PYR-2, TEAM-20; SET-5, OPT-21)."""
    return viewer in (player, ALL_KNOWING)


def owns(state: State, token: int, viewer: int) -> bool:
    """Is a token the viewer's own, or is nothing hidden from him?"""
    return is_of(state.setting.owner[token], viewer)


def decides(state: State, viewer: int) -> bool:
    """Is it the viewer who must decide now?"""
    return not state.over and viewer >= 0 and state.decider() == viewer


def sees_choices(state: State, viewer: int) -> bool:
    """Are the choices shown: to the player who decides, and to the all-knowing?"""
    return state.decider() >= 0 and is_of(state.decider(), viewer)


# -- memory ---------------------------------------------------------------------------------------------------------------


def is_strict(setting: Setting) -> bool:
    """Must the players remember by themselves what they have seen (SETUP-8, COMBAT-9, HID-1)?"""
    return setting.options.memory == STRICT_MEMORY


def remembers(state: State, viewer: int) -> bool:
    """Is a viewer shown what everybody could have noted, as the combat cards that were used (COMBAT-9, TURN-8; HID-1)?"""
    return viewer == ALL_KNOWING or not is_strict(state.setting)


def turns_visible(setting: Setting) -> int:
    """How many of the last turns may be told again; 0 means all of them."""
    return TURNS_REMEMBERED if is_strict(setting) else 0


def visible_from(setting: Setting, turns: Sequence[int]) -> int:
    """The first entry of a log that may be told again. `turns` are the numbers of the entries with which turns began: with
    strict memory (SETUP-8, COMBAT-9) what was before the last ones is forgotten."""
    told = turns_visible(setting)
    return turns[-told] if told and len(turns) >= told else 0


# -- tokens and cards -----------------------------------------------------------------------------------------------------


def knows_laid(state: State, player: int, viewer: int) -> bool:
    """May a viewer look at what a player has laid face down on rooms or beside them (SETUP-8, SET-8, HID-1)? With strict memory
    nobody at the table may, nor he who laid it."""
    return is_of(player, viewer) and remembers(state, viewer)


def knows_starter(state: State, token: int, viewer: int) -> bool:
    """Does a viewer know which token a starter is: its owner, and all once they are turned up (SETUP-3, SETUP-6; SET-9)?"""
    return state.shown or is_of(state.setting.owner[token], viewer)


def knows_hand(state: State, player: int, viewer: int) -> bool:
    """Does a viewer know a player's combat cards: his own, and by exclusion those of others unless memory is strict (COMBAT-9,
    TURN-8; HID-1)?"""
    return is_of(player, viewer) or not is_strict(state.setting)


def knows_chosen(state: State, player: int, viewer: int) -> bool:
    """Does a viewer know the combat card a player has chosen and not yet shown (COMBAT-6, CMB-10)?"""
    return is_of(player, viewer)


def has_secrets(state: State) -> bool:
    """What lies in the maze lies open."""
    return False


def is_open(state: State) -> bool:
    """Is there nothing yet that one player may see and another may not? In the board game each knows from the beginning what
    he leaves out or sets up."""
    return False
