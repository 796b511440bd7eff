"""What things are worth in the Card Game, in hundredths of a victory point."""

from __future__ import annotations

from math import exp
from typing import Final

WON: Final = 10000.0  # a game; a shared victory is worth a quarter of a lost one
VICTORY_POINT: Final = 100.0
# characters
FADING: Final = 0.9  # what a point is worth for every action point one is away from it
INSIDE: Final = 0.75  # what part of its points a character is worth that has not left yet
STANDING: Final = 12.0  # an unwounded character, wherever it is
HIDDEN: Final = 20.0  # a character that has not come into play
FALLEN: Final = 0.22  # what part of its worth a wounded character keeps
RISING: Final = 0.6  # the same of a wounded Troll
WOUND: Final = 10.0  # what else it costs to be wounded
# combat
FATAL: Final = 0.7  # of a victory point more is lost to an Assassin
ATTACK_COST: Final = 6.0  # an attack takes an action point and a card
RISK: Final = 0.8  # how much an attacker fears to lose
OWN_DANGER: Final = 0.7  # the other is next
OWN_CHANCE: Final = 0.35
LEAST_FEAR: Final = 0.1  # however long a game drags
FEAR_FADES: Final = 0.06
SOON: Final = [1.0, 0.7, 0.4]  # how likely an attack is after so many moves
LEAD_RANGE: Final = 12
# the chance of the attacker to win, for a lead of -12 to 12 in combat values
CHANCE_TO_WIN: Final = [1 / (1 + exp(-lead / 1.7)) for lead in range(-LEAD_RANGE, LEAD_RANGE + 1)]
# cards and points
CARD_WORTH: Final = [0.0, 3.0, 6.0, 9.5, 14.0, 19.0, 25.0]
JUMP_WORTH: Final = 5.0
AP_WORTH: Final = 2.5  # an action point that is kept (AP-4)
POINT_LEFT: Final = 4.0  # an action point that can still be spent in this turn
# a player who can score the missing points in one turn
NEARLY_WON: Final = 0.8
NEARLY_LOST: Final = 2.0
# objects
LYING: Final = 0.6  # what part of the use of an object that lies near counts
FULL: Final = 0.25  # what part of it for somebody who has another one already
TREASURE_USE: Final = 4.0  # beside its point
# a game that drags must be decided (END-5)
PATIENCE: Final = 8  # quiet turns before one dares more
LONG: Final = 40  # turns of a game before one dares more
LONG_FADES: Final = 8
URGE: Final = 2.0  # to let something irrevocable happen, by how much the game drags
# a room that is revealed
UNKNOWN_WAY: Final = 4.0
OWN_CARD: Final = 10.0  # what it is worth that a reveal brings a character of one's own into play
ENEMY_CARD: Final = -2.0
WAY_OPENED: Final = 0.15  # of the worth of every character that has the room before it
# rooms to turn
SUBGOAL_PART: Final = 0.5  # of what the turn would bring counts when somebody is on the gear; more when nothing happens
MOST_SUBGOALS: Final = 3  # rooms that are kept in mind
LEAST_SUBGOAL: Final = 8.0  # what a turn must bring to be kept in mind
