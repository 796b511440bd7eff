"""A game as OpenSpiel plays it: chance is a player among others, and each seat remembers all that it was told.

What a seat was told is worked out when somebody asks for it: who never asks does not pay for it.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from dungeon_twister.engine.game import apply, legal, start
from dungeon_twister.engine.setting import Setting
from dungeon_twister.engine.state import State
from dungeon_twister.knowledge import decides
from dungeon_twister.observe import EventView, observe_event
from dungeon_twister.rl.codec import codec_of
from dungeon_twister.rl.codes import Codec, CodeError
from dungeon_twister.rl.playing import longest, shares

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


class Explicit:
    """One game under way. `codes` are the numbers of the legal choices, of chance too, in the order of `listed`."""

    def __init__(self, setting: Setting, limit: int = 0, like: Explicit | None = None) -> None:
        """At the beginning, or where another one stands."""
        self.setting = setting
        self.codec: Codec = codec_of(setting)
        self.limit = limit or longest(setting)
        self.state: State = start(setting) if like is None else like.state.copy()
        self.made: list[int] = [] if like is None else like.made[:]
        self.listed: list[int] = legal(self.state) if like is None else like.listed
        self.codes: list[int] = self.codec.encoded(self.state, self.listed) if like is None else like.codes
        # For each seat what it knows of the choices so far, and the game after those; None: nobody has asked yet.
        self.told: list[list[str]] = [[] for _ in setting.colours] if like is None else [lines[:] for lines in like.told]
        self.told_state: State | None = None
        self.told_made = 0
        if like is not None and like.told_state is not None:
            self.told_state, self.told_made = like.told_state.copy(), like.told_made

    def __deepcopy__(self, memo: object) -> Explicit:
        return self.copy()

    def copy(self) -> Explicit:
        """An independent copy."""
        return Explicit(self.setting, self.limit, self)

    def over(self) -> bool:
        return self.state.over or len(self.made) >= self.limit

    def decider(self) -> int:
        """The seat that decides, -1 for chance; when the game is over it is nobody's turn."""
        return self.state.decider()

    def apply(self, code: int) -> None:
        """Make the choice of a number; a CodeError if it is none of this moment."""
        for number in range(len(self.codes)):
            if self.codes[number] == code:
                action = self.listed[number]
                self.made.append(action)
                apply(self.state, action)
                self.listed = [] if self.over() else legal(self.state)
                self.codes = self.codec.encoded(self.state, self.listed)
                return
        raise CodeError(f"{code} is no choice of this moment")

    def returns(self) -> list[float]:
        """What each seat has got so far: nothing before the end."""
        return shares(self.setting.players, self.state.winners if self.state.over else 0)

    def told_to(self, seat: int) -> list[str]:
        """All that a seat was told, in order, with its own choices."""
        at = self.told_state
        if at is None:
            at = self.told_state = start(self.setting)
        while self.told_made < len(self.made):
            action = self.made[self.told_made]
            for viewer in range(self.setting.players):
                if decides(at, viewer):
                    self.told[viewer].append(f"> {self.codec.encode(at, action)}")
            at.events = []
            apply(at, action)
            events, at.events = at.events, None
            for viewer in range(self.setting.players):
                for event in events:
                    self.told[viewer].append(event_line(observe_event(at, event, viewer)))
            self.told_made += 1
        return self.told[seat]
