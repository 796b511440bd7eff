"""The levels: seven opponents with names, weakest first. Each is the bot `search` with its own profile.

Weaker levels make human mistakes: they miss some actions, plan fewer action points, misjudge positions, and ignore the replies
of the other side. None of them chooses at random in the middle of a plan. The stronger ones also use more of the opening book.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from dungeon_twister.ai.bots.searcher import SearchBot
from dungeon_twister.ai.search.profile import Profile
from dungeon_twister.compiled import running as is_compiled

STRONGEST: Final = "strongest"  # alias of the last level wherever a bot is named


@dataclass(frozen=True, kw_only=True)
class Level:
    """One opponent. It is a factory: called with a seed, it makes a bot for one game."""

    name: str
    strength: int  # its rank in lists of bots
    compiled: Profile
    interpreted: Profile | None = None  # a smaller profile where the search is not compiled; None: the same
    rating: int | None = (
        None  # on the ladder of the base game, where greedy has 1000 (docs/data/ratings.md); None: not measured
    )
    weights: Mapping[str, float] = field(default_factory=dict, hash=False)  # of the evaluation, where not the default

    @property
    def profile(self) -> Profile:
        """Return the profile for this installation."""
        return self.compiled if self.interpreted is None or is_compiled() else self.interpreted

    def __call__(self, seed: str) -> SearchBot:
        return SearchBot(seed, self.profile, self.name, self.weights)

    def from_parameters(self, seed: str, parameters: Mapping[str, str]) -> SearchBot:
        """Return a bot of this level with some fields of its profile changed, as in `engineer:replies=0`."""
        return SearchBot.from_parameters(seed, parameters, self.profile, self.name, self.weights)


LEVELS: Final = (
    Level(  # misses many of its actions, and plans half a turn
        name="lamplighter",
        strength=4,
        rating=581,
        compiled=Profile(
            width=3,
            nodes=200,
            ends=3,
            replies=0,
            samples=0,
            goal=0,
            total=260,
            noise=80.0,
            overlooked=0.38,
            actions=3,
            opening=0.02,
        ),
    ),
    Level(
        name="stoker",
        strength=8,
        rating=745,
        compiled=Profile(
            width=3,
            nodes=300,
            ends=4,
            replies=0,
            samples=0,
            goal=0,
            total=380,
            noise=28.0,
            overlooked=0.2,
            actions=3,
            opening=0.02,
        ),
    ),
    Level(
        name="fitter",
        strength=12,
        rating=927,
        compiled=Profile(
            width=4,
            nodes=600,
            ends=6,
            replies=0,
            samples=0,
            goal=0,
            total=700,
            noise=16.0,
            overlooked=0.15,
            actions=4,
            opening=0.02,
        ),
    ),
    Level(  # plans its whole turn, without replies
        name="gearwright",
        strength=24,
        rating=1087,
        compiled=Profile(
            width=6,
            nodes=1000,
            ends=7,
            replies=0,
            samples=1,
            goal=200,
            reply_goal=0,
            total=1400,
            noise=14.0,
            overlooked=0.13,
            opening=0.1,
        ),
    ),
    Level(  # considers the replies of the other side
        name="clockmaker",
        strength=28,
        rating=1267,
        compiled=Profile(
            width=8,
            nodes=2000,
            ends=8,
            replies=4,
            reply_width=2,
            reply_nodes=120,
            samples=1,
            goal=800,
            reply_goal=150,
            trust=0.5,
            total=4500,
            overlooked=0.13,
            opening=0.2,
        ),
    ),
    Level(
        name="engineer",
        strength=32,
        rating=1421,
        compiled=Profile(
            width=12,
            nodes=3000,
            replies=8,
            reply_width=3,
            reply_nodes=200,
            samples=2,
            goal=3000,
            total=12000,
            opening=0.4,
        ),
        interpreted=Profile(
            width=10,
            nodes=2200,
            ends=8,
            replies=6,
            reply_width=2,
            reply_nodes=150,
            samples=1,
            goal=800,
            reply_goal=150,
            total=6000,
            opening=0.4,
        ),
    ),
    Level(  # searches deepest, and uses the opening book
        name="archmage",
        strength=36,
        rating=1516,
        compiled=Profile(
            width=32,
            nodes=8000,
            ends=14,
            replies=24,
            reply_width=5,
            reply_nodes=600,
            reply_ends=8,
            samples=4,
            goal=18000,
            reply_goal=400,
            total=40000,
        ),
        interpreted=Profile(
            width=14, nodes=3500, ends=10, replies=10, reply_width=3, reply_nodes=220, goal=1500, reply_goal=150, total=11000
        ),
    ),
)
GLANCE: Final = next(level.compiled for level in LEVELS if level.name == "gearwright")


def at_a_glance(profile: Profile) -> Profile:
    """Return a profile for an instant decision: it plans the turn without replies, in a fraction of a second."""
    return replace(
        profile,
        width=min(profile.width, GLANCE.width),
        nodes=min(profile.nodes, GLANCE.nodes),
        ends=min(profile.ends, GLANCE.ends),
        goal=min(profile.goal, GLANCE.goal),
        samples=min(profile.samples, GLANCE.samples),
        total=min(profile.total, GLANCE.total),
        replies=0,
    )
