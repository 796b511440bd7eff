"""Features of characters in play for the evaluation."""

from __future__ import annotations

from dungeon_twister.rules.engine.card.pieces import BOW, INCORPOREAL, INVERSION, KEY, SPEAR
from dungeon_twister.rules.engine.pieces import ARMOR, CASTS, CLIMBS, FIREBALL, FLIES, OPENS_GATES, ROPE, SWORD, TREASURE
from dungeon_twister.rules.geometry.vectors import Floats, Numbers


class UnitFeatures:
    """The features of one character: place, points, distance to the exit, strength. Immutable once made."""

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
    points: int  # victory points it scores at the exit
    row: Numbers  # distance to the exit from every place, in parts of an action point
    distance: int  # the same from here
    away: int  # whole action points to the exit
    pace: float  # action points per victory point
    attack: int
    defence: int
    worth: float  # value of its points, by the distance to the exit
    standing: float  # value of being able to act, and of its objects
    loss: float  # loss of its side with a lost combat
    moves: Numbers  # moves needed for each number of steps
    uses: Floats  # value of an object that lies near, by kind of object

    def __init__(self, man: int, place: int, down: bool) -> None:
        self.man = man
        self.place = place
        self.down = down


def use_of(kind: int, abilities: int, combat: int) -> float:
    """Return the value of an object for its bearer, without the point of the Treasure, which counts at the exit."""
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
