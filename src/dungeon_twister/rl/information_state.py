"""Information states for OpenSpiel: the events known to each seat and to a spectator, computed on demand."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from dungeon_twister.game.views import EventView, observe_event
from dungeon_twister.rl.chance_nodes import ChanceNodeGame
from dungeon_twister.rl.codec import codec_of
from dungeon_twister.rules.engine.game import apply, start
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import SPECTATOR, decides

DEFAULTS: Final[dict[str, object]] = {
    field.name: field.default for field in fields(EventView) if isinstance(field.default, str | int)
}


def event_line(event: EventView) -> str:
    """Return an event as a line: its kind and its fields that differ from their defaults."""
    words = [event.kind]
    for field in fields(EventView):
        value = getattr(event, field.name)
        if field.name != "kind" and value not in (DEFAULTS.get(field.name), []):
            words.append(f"{field.name}={','.join(value) if isinstance(value, list) else value}")
    return " ".join(words)


class InformationState:
    """The own choices and the known events of each seat and of a spectator."""

    def __init__(self, setting: Setting) -> None:
        self.lines: dict[int, list[str]] = {viewer: [] for viewer in (*range(setting.players), SPECTATOR)}
        self.state: State | None = None  # after the choices that `lines` cover; None before the first query
        self.made = 0
        self.setting = setting

    def __deepcopy__(self, memo: object) -> InformationState:
        copy = InformationState(self.setting)
        copy.lines = {viewer: lines[:] for viewer, lines in self.lines.items()}
        copy.state = None if self.state is None else self.state.copy()
        copy.made = self.made
        return copy

    def go_on_from(self, state: State, seat: int, game: ChanceNodeGame) -> None:
        """Continue from another state with the same information state of a seat.

        Only the public lines of the other seats are kept: the rest is unknown to the seat and belongs to the other state.
        """
        own, public = self.to(seat, game), self.lines[SPECTATOR]
        self.lines = {viewer: public[:] for viewer in self.lines}  # noqa: C420 - each has a list of its own
        self.lines[seat] = own
        self.state = state.copy()

    def to(self, seat: int, game: ChanceNodeGame) -> list[str]:
        """Return the lines of a seat, in order."""
        at, codec, seats = self.state or start(self.setting), codec_of(self.setting), tuple(self.lines)
        for action in game.made[self.made :]:
            for viewer in seats:
                if decides(at, viewer):
                    self.lines[viewer].append(f"> {codec.encode(at, action)}")
            at.events = []
            apply(at, action)
            events, at.events = at.events, None
            for viewer in seats:
                self.lines[viewer].extend(event_line(observe_event(at, event, viewer)) for event in events)
        self.state, self.made = at, len(game.made)
        return self.lines[seat]
