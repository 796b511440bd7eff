"""The stakes of a combat: each result is tried on a copy of the state, with cards that decide it."""

from __future__ import annotations

from typing import Final

from dungeon_twister.presentation.guide.editions import guide_of
from dungeon_twister.presentation.guide.guide_shapes import Outcome
from dungeon_twister.presentation.guide.outcomes import named, scored
from dungeon_twister.presentation.guide.routes import with_plenty
from dungeon_twister.rules.engine.events import ELIMINATED, OBJECT_GONE, WOUNDED
from dungeon_twister.rules.engine.state import State

CERTAIN: Final = 99  # more than the sum of all fighters in a maze


def outcome(state: State, attack: bool, viewer: int) -> Outcome:
    """Return the consequences of a combat if the attackers win, or if the defenders do.

    They do not depend on hidden information (COMBAT-13 to COMBAT-18, ALLY-8; CMB-18, CMB-19).
    """
    probe, guide = with_plenty(state), guide_of(state)
    probe.events = []
    for player in range(probe.setting.players):
        guide.lay(probe, player, CERTAIN if guide.attacks(probe, player) == attack else 0)
    guide.resolve(probe)
    gone = named(state, probe, (ELIMINATED,), viewer)
    return Outcome(
        wounded=[name for name in named(state, probe, (WOUNDED,), viewer) if name not in gone],
        eliminated=gone,
        objects=named(state, probe, (OBJECT_GONE,), viewer),
        points=scored(probe),
    )
