"""The bot `greedy`: the anchor of the ladder. It plans its turn with a narrow beam and does not look at replies.

Its profile and its weights are frozen, because all ratings are relative to it: a change of the default profile or of the
default weights does not change `greedy`. The Card Game has no weights to set, so a change of its evaluation changes `greedy`
too, and the ladder must be anchored anew (`docs/data/ratings.md`). `tests/bots/test_greedy_choices.py` pins its choices.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.bots.levels import Level
from dungeon_twister.ai.search.profile import Profile

PROFILE: Final = Profile(
    width=4,
    nodes=1000,
    ends=6,
    replies=0,
    reply_width=4,
    reply_nodes=400,
    reply_ends=6,
    samples=0,
    goal=0,
    reply_goal=0,
    trust=0.7,
    total=1100,
    noise=0.4,
    overlooked=0.0,
    actions=9,
    opening=0.0,
)
# of the board game's evaluation: every weight by name
WEIGHTS: Final = {
    "fading": 0.885,
    "inside": 0.82,
    "standing": 12.0,
    "hidden": 20.0,
    "fallen": 0.22,
    "rising": 0.6,
    "wound": 10.0,
    "care": 1.0,
    "danger": 0.75,
    "chance": 0.35,
    "soon0": 1.0,
    "soon1": 0.7,
    "soon2": 0.4,
    "attack_cost": 6.0,
    "risk": 0.8,
    "spread": 1.7,
    "jump": 6.0,
    "card1": 3.0,
    "card2": 6.0,
    "card3": 9.5,
    "card4": 14.0,
    "card5": 19.0,
    "card6": 25.0,
    "point": 5.0,
    "treasure": 2.0,
    "treasure_lies": 4.0,
    "fireball": 45.0,
    "fireball_borne": 8.0,
    "potion": 16.0,
    "sword": 2.0,
    "sword_strength": 2.0,
    "armor": 7.0,
    "rope": 4.0,
    "rope_spare": 1.0,
    "lying": 0.6,
    "second": 0.25,
    "nearly": 1.2,
    "winning": 3.5,
    "foremost": 0.6,
    "learned": 0.0,
    "wishing": 0.55,
}
GREEDY: Final = Level(name="greedy", strength=20, rating=1000, compiled=PROFILE, weights=WEIGHTS)
