"""What is at stake in a fight: each end tried on a copy of the state, with cards that leave no doubt who wins."""

from __future__ import annotations

from typing import Final

from dungeon_twister.presentation.guide.games import guide_of
from dungeon_twister.presentation.guide.outcomes import named, scored
from dungeon_twister.presentation.guide.reach import with_plenty
from dungeon_twister.presentation.guide.shapes import Outcome
from dungeon_twister.rules.engine.events import ELIMINATED, OBJECT_GONE, WOUNDED
from dungeon_twister.rules.engine.state import State

CERTAIN: Final = 99  # more than all fighters of a maze are worth together


def outcome(state: State, attack: bool, viewer: int) -> Outcome:
    """What comes of the combat of a state if the attackers win, or if the defenders do (COMBAT-13 to COMBAT-18, ALLY-8;
    CMB-18, CMB-19). Nothing of it depends on what is hidden."""
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
