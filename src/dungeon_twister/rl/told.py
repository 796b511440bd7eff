"""What each seat and a spectator were told in a game that OpenSpiel plays. It is worked out when somebody asks."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from dungeon_twister.game.views import EventView, observe_event
from dungeon_twister.rl.codec import codec_of
from dungeon_twister.rl.explicit import Explicit
from dungeon_twister.rules.engine.game import apply, start
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import SPECTATOR, decides

DEFAULTS: Final[dict[str, object]] = {
    field.name: field.default for field in fields(EventView) if isinstance(field.default, str | int)
}


def event_line(event: EventView) -> str:
    """An event in a few words: its kind and what is set of it."""
    words = [event.kind]
    for field in fields(EventView):
        value = getattr(event, field.name)
        if field.name != "kind" and value not in (DEFAULTS.get(field.name), []):
            words.append(f"{field.name}={','.join(value) if isinstance(value, list) else value}")
    return " ".join(words)


class Told:
    """For each seat, and for a spectator, what it knows of the choices so far, with its own choices."""

    def __init__(self, setting: Setting) -> None:
        self.lines: dict[int, list[str]] = {viewer: [] for viewer in (*range(setting.players), SPECTATOR)}
        self.state: State | None = None  # after as many choices as were told; None: nobody has asked yet
        self.made = 0
        self.setting = setting

    def __deepcopy__(self, memo: object) -> Told:
        copy = Told(self.setting)
        copy.lines = {viewer: lines[:] for viewer, lines in self.lines.items()}
        copy.state = None if self.state is None else self.state.copy()
        copy.made = self.made
        return copy

    def go_on_from(self, state: State, seat: int, game: Explicit) -> None:
        """Go on from a state that a seat cannot tell from that of the game. Of what the others were told only the public part
        is kept: the rest is not known to the seat, and is of the other state."""
        own, public = self.to(seat, game), self.lines[SPECTATOR]
        self.lines = {viewer: public[:] for viewer in self.lines}  # noqa: C420 - each has a list of its own
        self.lines[seat] = own
        self.state = state.copy()

    def to(self, seat: int, game: Explicit) -> list[str]:
        """All that a seat was told in a game, in order."""
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
