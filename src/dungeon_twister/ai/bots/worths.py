"""What things are worth to `greedy` in either game, in hundredths of a victory point."""

from __future__ import annotations

from math import exp
from typing import Final

WIN: Final = 100000.0
VICTORY_POINT: Final = 100.0
STANDING: Final = 12.0  # an unwounded character, wherever it is
HIDDEN: Final = 20.0  # a character that has not come into play
FALLEN: Final = 0.22  # what part of its worth a wounded character keeps
RISING: Final = 0.6  # the same of a wounded Troll
WOUND: Final = 10.0  # what else it costs to be wounded
ATTACK_COST: Final = 6.0  # an attack takes an action point and a card
SOON: Final = (1.0, 0.7, 0.4)  # how likely an attack is after so many moves
OWN_CHANCE: Final = 0.35
CARD_WORTH: Final = (0.0, 3.0, 6.0, 9.5, 14.0, 19.0, 25.0)
# chance of the attacker to win for a lead of -12 to 12 in combat values
CHANCE_TO_WIN: Final = [1 / (1 + exp(-lead / 1.7)) for lead in range(-12, 13)]
