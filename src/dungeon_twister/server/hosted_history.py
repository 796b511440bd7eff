"""Everything that has happened in a game so far, as a viewer may know it."""

from __future__ import annotations

from collections.abc import Iterable

from dungeon_twister.engine.game import apply, start
from dungeon_twister.engine.options import STRICT_MEMORY
from dungeon_twister.engine.setting import Setting
from dungeon_twister.observe import SPECTATOR, EventView, observe_event
from dungeon_twister.record.notation import read
from dungeon_twister.server.protocol import Step


def history(setting: Setting, choices: Iterable[tuple[int, str]], viewer: str) -> list[Step]:
    """The choices that stand, each with its version, as a viewer may know them. With strict memory (SETUP-8, COMBAT-9) only the
    last two turns are told, and never what lies face down."""
    state = start(setting)
    steps: list[Step] = []
    seat = setting.colours.index(viewer) if viewer in setting.colours else SPECTATOR
    for version, text in choices:
        action = read(state, text)
        state.events = []
        apply(state, action)
        steps.append(Step(version, [observe_event(state, event, seat) for event in state.events or []]))
    if setting.options.memory != STRICT_MEMORY:
        return steps
    turns = [number for number, step in enumerate(steps) if any(event.kind == "turn-began" for event in step.events)]
    recent = steps[turns[-2] if len(turns) > 1 else 0 :]
    return [Step(step.version, [forgotten(event) for event in step.events]) for step in recent]


def forgotten(event: EventView) -> EventView:
    """SETUP-8, strict: what lies face down is written down for nobody."""
    return EventView(kind="laid", token=event.token[:1] + "?", place=event.place) if event.kind == "laid" else event
