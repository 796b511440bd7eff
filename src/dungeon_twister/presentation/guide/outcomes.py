"""Events on a copy of the state, by the names that a viewer knows."""

from __future__ import annotations

from dungeon_twister.presentation.guide.editions import guide_of
from dungeon_twister.rules.engine.events import SCORED
from dungeon_twister.rules.engine.state import State


def name_of(state: State, token: int, viewer: int) -> str:
    """Return the name of a token as the viewer knows it."""
    return guide_of(state).name_of(state, token, viewer)


def named(state: State, probe: State, kinds: tuple[int, ...], viewer: int) -> list[str]:
    """Return the tokens of some kinds of events, by the names they had before.

    They are sorted by name, because the order of the events could identify hidden ones.
    """
    return sorted(name_of(state, token, viewer) for event, token, *_ in probe.events or [] if event in kinds)


def scored(probe: State) -> dict[str, int]:
    """Return the victory points by colour."""
    points: dict[str, int] = {}
    for event, player, count, _ in probe.events or []:
        if event == SCORED:
            colour = probe.setting.colours[player]
            points[colour] = points.get(colour, 0) + count
    return points
