"""A character in play, with everything about it that a look at the position asks for."""

from __future__ import annotations

from dungeon_twister.rules.engine.card.pieces import BOW, INCORPOREAL, INVERSION, KEY, SPEAR
from dungeon_twister.rules.engine.pieces import ARMOR, CASTS, CLIMBS, FIREBALL, FLIES, OPENS_GATES, ROPE, SWORD, TREASURE


class UnitFeatures:
    """Where a character is, what it brings home and how far that is, how it fights. Never changed once it is made."""

    __slots__ = (
        "abilities",
        "attack",
        "away",
        "defence",
        "distance",
        "down",
        "full",
        "gear",
        "loss",
        "man",
        "movement",
        "moves",
        "pace",
        "place",
        "points",
        "row",
        "standing",
        "uses",
        "worth",
    )

    man: int
    place: int
    down: bool  # wounded
    full: bool  # carries something
    abilities: int
    gear: int  # the capabilities of what it carries
    movement: int
    points: int  # what it would bring home
    row: list[int]  # for every place how far it is from there to the exit, in parts of an action point
    distance: int  # the same from here
    away: int  # whole action points to the exit
    pace: float  # those for each point
    attack: int
    defence: int
    worth: float  # its points, by the way to the exit
    standing: float  # that it can act, and what its objects are good for
    loss: float  # what its side loses if it loses a combat
    moves: list[int]  # the moves it needs for so many steps
    uses: list[float]  # by kind of object: what it would be good for here

    def __init__(self, man: int, place: int, down: bool) -> None:
        self.man = man
        self.place = place
        self.down = down


def use_of(kind: int, abilities: int, combat: int) -> float:
    """What an object is worth to a bearer; the Treasure counts with the way to the exit."""
    if kind & TREASURE:
        return 2.0
    if kind & FIREBALL:
        return 45.0 if abilities & CASTS else 8.0
    if kind & INVERSION:
        return 4.0 if abilities & CASTS else 1.0
    if kind & SWORD:
        return 2.0 + 2 * combat
    if kind & (ARMOR | BOW | SPEAR):
        return 6.0
    if kind & ROPE:
        return 1.0 if abilities & (CLIMBS | FLIES | INCORPOREAL) else 4.0
    if kind & KEY:
        return 1.0 if abilities & (OPENS_GATES | INCORPOREAL) else 3.0
    return 2.0
