"""The tunable numbers of the evaluation, each with its sensible range.

Values are in hundredths of a victory point.
"""

from __future__ import annotations

from math import isfinite
from typing import Final

WIN: Final = 10000.0  # a won game
VICTORY_POINT: Final = 100.0

# name -> default, least and greatest value
TUNABLE: Final[dict[str, tuple[float, float, float]]] = {
    # characters
    "fading": (0.885, 0.1, 1.0),  # factor on the value of a point for each action point to the exit
    "inside": (0.82, 0.0, 1.0),  # part of its points that a character counts before it has left
    "standing": (12.0, 0.0, 200.0),  # an unwounded character anywhere
    "hidden": (20.0, 0.0, 200.0),  # a character not yet in play, for each point it may score
    "fallen": (0.22, 0.0, 1.0),  # part of its value that a wounded character keeps
    "rising": (0.6, 0.0, 1.0),  # the same for one that regenerates
    "wound": (10.0, 0.0, 200.0),  # additional cost of a wound
    "care": (1.0, 0.0, 2.0),  # weight of a healing when the healer is next to the wounded
    # combat
    "danger": (0.75, 0.0, 2.0),  # weight of a character's danger when the foes are next
    "chance": (0.35, 0.0, 2.0),  # the same when they are not
    "soon0": (1.0, 0.0, 1.0),  # probability of an attack without a move before it
    "soon1": (0.7, 0.0, 1.0),  # after one move
    "soon2": (0.4, 0.0, 1.0),  # after two
    "attack_cost": (6.0, 0.0, 100.0),  # action point and card of an attack
    "risk": (0.8, 0.0, 2.0),  # weight of the attacker's own possible loss
    "spread": (1.7, 0.1, 20.0),  # how little a lead in combat values decides who wins
    # cards and points
    "jump": (6.0, 0.0, 100.0),
    "card1": (3.0, 0.0, 100.0),
    "card2": (6.0, 0.0, 100.0),
    "card3": (9.5, 0.0, 100.0),
    "card4": (14.0, 0.0, 100.0),
    "card5": (19.0, 0.0, 100.0),
    "card6": (25.0, 0.0, 100.0),
    "point": (5.0, 0.0, 100.0),  # an unspent action point
    # objects
    "treasure": (2.0, 0.0, 100.0),  # the Treasure, in addition to its point
    "treasure_lies": (4.0, 0.0, 100.0),  # the same for one that lies near
    "fireball": (45.0, 0.0, 200.0),  # for a caster
    "fireball_borne": (8.0, 0.0, 200.0),  # for other characters
    "potion": (16.0, 0.0, 100.0),
    "sword": (2.0, 0.0, 100.0),
    "sword_strength": (2.0, 0.0, 50.0),  # in addition, for each point of the bearer's combat value
    "armor": (7.0, 0.0, 100.0),
    "rope": (4.0, 0.0, 100.0),
    "rope_spare": (1.0, 0.0, 100.0),  # for a character that crosses pits without it
    "lying": (0.6, 0.0, 2.0),  # part of its use that counts for a near object
    "second": (0.25, 0.0, 1.0),  # the same for a character with a load
    # the end
    "nearly": (1.2, 0.0, 50.0),  # victory points for a player who can win with the best card, but is not next
    "winning": (3.5, 0.0, 50.0),  # the same for the player who is next
    "foremost": (0.6, 0.0, 1.0),  # with several opponents: weight of the best of them; the others share the rest
    # 1: with the learned corrections, which no level uses (docs/data/evaluation.md)
    "learned": (0.0, 0.0, 1.0),
    # subgoals
    "wishing": (0.55, 0.0, 2.0),  # part of a subgoal that counts for a character on its square
}


class Weights:
    """One set of weights."""

    fading: float
    inside: float
    standing: float
    hidden: float
    fallen: float
    rising: float
    wound: float
    care: float
    danger: float
    chance: float
    soon0: float
    soon1: float
    soon2: float
    attack_cost: float
    risk: float
    spread: float
    jump: float
    card1: float
    card2: float
    card3: float
    card4: float
    card5: float
    card6: float
    point: float
    treasure: float
    treasure_lies: float
    fireball: float
    fireball_borne: float
    potion: float
    sword: float
    sword_strength: float
    armor: float
    rope: float
    rope_spare: float
    lying: float
    second: float
    nearly: float
    winning: float
    foremost: float
    learned: float
    wishing: float

    def __init__(self) -> None:
        for name, row in TUNABLE.items():
            setattr(self, name, row[0])

    def scaled(self, factors: dict[str, float]) -> Weights:
        """Return these weights with some of them multiplied by a factor."""
        weights = Weights()
        for name in TUNABLE:
            setattr(weights, name, getattr(self, name) * factors.get(name, 1.0))
        return weights

    @staticmethod
    def with_changes(changes: dict[str, float]) -> Weights:
        """Return the default weights with changes. Raise ValueError for an unknown name or a number out of range."""
        weights = Weights()
        for name, number in changes.items():
            if name not in TUNABLE:
                raise ValueError(f"there is no weight {name!r} ({', '.join(TUNABLE)})")
            _, least, greatest = TUNABLE[name]
            if not isfinite(number) or not least <= number <= greatest:
                raise ValueError(f"{name} is a number from {least:g} to {greatest:g}, not {number:g}")
            setattr(weights, name, float(number))
        return weights
