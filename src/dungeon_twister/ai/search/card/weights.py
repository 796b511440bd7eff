"""The weights of the evaluation of the Card Game, in hundredths of a victory point."""

from __future__ import annotations

from math import exp
from typing import Final

WON: Final = 10000.0  # a game; a shared victory is worth a quarter of a lost one
VICTORY_POINT: Final = 100.0
# characters
FADING: Final = 0.9  # factor on the value of a point for each action point to the exit
INSIDE: Final = 0.75  # part of its points that a character counts before it has left
STANDING: Final = 12.0  # an unwounded character anywhere
HIDDEN: Final = 20.0  # a character not yet in play
FALLEN: Final = 0.22  # part of its value that a wounded character keeps
RISING: Final = 0.6  # the same for a wounded Troll
WOUND: Final = 10.0  # additional cost of a wound
# combat
FATAL: Final = 0.7  # additional loss to an Assassin, as a part of a victory point
ATTACK_COST: Final = 6.0  # action point and card of an attack
RISK: Final = 0.8  # weight of the attacker's own possible loss
OWN_DANGER: Final = 0.7  # when the opponent is next
OWN_CHANCE: Final = 0.35
LEAST_FEAR: Final = 0.1  # minimum, however long the game lasts
FEAR_FADES: Final = 0.06
SOON: Final = [1.0, 0.7, 0.4]  # probability of an attack, by the number of moves before it
LEAD_RANGE: Final = 12
# the attacker's probability to win, for a lead of -12 to 12 in combat values
CHANCE_TO_WIN: Final = [1 / (1 + exp(-lead / 1.7)) for lead in range(-LEAD_RANGE, LEAD_RANGE + 1)]
# cards and points
CARD_WORTH: Final = [0.0, 3.0, 6.0, 9.5, 14.0, 19.0, 25.0]
JUMP_WORTH: Final = 5.0
AP_WORTH: Final = 2.5  # an action point kept for later (AP-4)
POINT_LEFT: Final = 4.0  # an action point left in this turn
# a player who can score the missing points in one turn
NEARLY_WON: Final = 0.8
NEARLY_LOST: Final = 2.0
# objects
LYING: Final = 0.6  # part of its use that counts for an object that lies near
FULL: Final = 0.25  # the same for a character that already carries one
TREASURE_USE: Final = 4.0  # in addition to its point
# a stagnating game must come to an end (END-5)
PATIENCE: Final = 8  # turns without progress before players take more risks
LONG: Final = 40  # turns of a game before players take more risks
LONG_FADES: Final = 8
URGE: Final = 2.0  # value of irrevocable progress, by the measure of stagnation
# reveals
UNKNOWN_WAY: Final = 4.0
OWN_CARD: Final = 10.0  # an own character that a reveal brings into play
ENEMY_CARD: Final = -2.0
WAY_OPENED: Final = 0.15  # part of the value of every character next to the room
# subgoals: rooms to rotate
SUBGOAL_PART: Final = 0.5  # part of the gain that counts for a character on the gear; more without progress
MOST_SUBGOALS: Final = 3  # number of subgoals
LEAST_SUBGOAL: Final = 8.0  # least gain of a subgoal
