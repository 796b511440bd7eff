"""A game as the server plays it: every choice, also one of chance, becomes an entry of the log, with what each viewer may know
of what it led to. It is rebuilt from the log's lines alone: what chance decided is read, not drawn again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Final

from dungeon_twister.engine import actions
from dungeon_twister.engine.board.events import DRANK
from dungeon_twister.engine.game import start
from dungeon_twister.engine.setting import Setting
from dungeon_twister.knowledge import SPECTATOR, has_secrets
from dungeon_twister.observe import EventView, colour_of, observe, observe_event
from dungeon_twister.record.chance import Chance
from dungeon_twister.record.game import Game, check
from dungeon_twister.record.notation import choice_text, read, to_choice
from dungeon_twister.server.games.talking import before, meetings_of
from dungeon_twister.server.protocol import AnyView
from dungeon_twister.server.store import LogRow

# kinds of entries. Those in DECIDED are choices of the engine, written in notation.
CHOICE: Final = "choice"
UNDO: Final = "undo"
FILL: Final = "fill"
TIMEOUT: Final = "timeout"
RESIGN: Final = "resign"
TIME: Final = "time"  # resigned because the days are over
DRAW: Final = "draw"
DECIDED: Final = (CHOICE, TIMEOUT, RESIGN, TIME, DRAW)
ONLOOKER: Final = "spectator"
SLICE: Final = 50  # choices replayed at once: a few milliseconds

Told = dict[str, list[EventView]]  # viewer -> what that viewer may know of what happened


@dataclass(frozen=True)
class Entry:
    """An entry of the log, and what it led to."""

    version: int
    who: str
    kind: str
    text: str
    told: Told
    drank: bool = False  # somebody drank a Speed Potion: the clock must know (OPT-1)


class LiveGame(Game):
    """The game, and the entries that playing it makes. `viewers` are those who are told anything."""

    def __init__(self, setting: Setting, seed: str, viewers: Sequence[str]) -> None:
        self.viewers = [ONLOOKER, *viewers]
        self.entries: list[Entry] = []
        self.version = 0
        self.versions: list[int] = []  # of each choice that stands
        self.wording: list[str] = []  # each choice as whoever made it may know it
        self.meetings = meetings_of(setting)
        self._labels = (CHOICE, "")
        super().__init__(setting, seed)

    @classmethod
    async def rebuilt(cls, setting: Setting, seed: str, viewers: Sequence[str], rows: Iterable[LogRow]) -> LiveGame:
        """The game as the log says it stands. Choices taken back are left out, unless it counts when a turn ended first. Others
        are let in between, for a long game takes a second."""
        game = cls.__new__(cls)
        game.seed, game.dice, game.state, game.log = seed, Chance(seed), start(setting), []
        game.viewers, game.entries, game.wording, game._labels = [ONLOOKER, *viewers], [], [], (CHOICE, "")
        game.version, game.versions, game._marks, game.meetings = 0, [], [], meetings_of(setting)
        rows = list(rows)
        for number, row in enumerate(standing(rows) if game.meetings is None else rows, 1):
            if row.kind == UNDO:
                game.take_back(row.who)
            elif row.kind in DECIDED:
                game._replay(row)
            if number % SLICE == 0:
                await asyncio.sleep(0)
        game.version, game.entries = rows[-1].version if rows else 0, []
        return game

    def _replay(self, row: LogRow) -> None:
        state, who = self.state, self.state.decider()
        action = read(state, row.text)
        self.wording.append(self._worded(action, who))
        if self.meetings is None:
            super().make(action)
        else:
            earlier, state.events = before(state), []
            super().make(action)
            self.meetings.note(earlier, state, state.events, row.version)
            state.events = None
        self.versions.append(row.version)

    def clone(self) -> LiveGame:
        other = copy(self)
        other.state, other.log, other.wording = self.state.copy(), self.log[:], self.wording[:]
        other.entries, other.versions = [], self.versions[:]
        other.meetings = self.meetings and self.meetings.copy()
        return other

    def begin(self, seed: str) -> None:
        """Everybody is there and the seed is made: chance may draw from now on."""
        self.sow(seed)
        self._let_chance_decide()

    # -- playing ---------------------------------------------------------------------------------------------------------

    def decide(self, action: int, kind: str = CHOICE, who: str = "") -> None:
        """Make a choice, then let chance decide. `who` is told where it is not the one who has to decide."""
        self._labels = (kind, who)
        check(self.state, action)
        self.make(action)
        self._labels = (CHOICE, "")
        self._let_chance_decide()

    def follow(self, row: LogRow) -> None:
        """An entry that another process has written; what chance decided comes as entries of its own."""
        if row.kind == UNDO:
            self.take_back(row.who)
        elif row.kind == FILL:
            self.note_fill(row.who, row.text)
        else:
            self._labels = (row.kind, row.who)
            self.make(read(self.state, row.text))
            self._labels = (CHOICE, "")

    def take_back(self, colour: str) -> None:
        """Take back the last choice of a player; UndoError says why not."""
        text = self.undo(self.colours.index(colour))
        self.wording.pop()
        if self.meetings is not None:
            self.meetings.take_back()
        event = EventView(kind="undone", player=colour, number=self.versions.pop())
        self._enter(colour, UNDO, text, {viewer: [event] for viewer in self.viewers})

    def note_fill(self, colour: str, stage: str) -> None:
        """A player wants the rest of a stage of the setup done for him."""
        self._enter(colour, FILL, stage, {})

    def _enter(self, who: str, kind: str, text: str, told: Told, drank: bool = False) -> None:
        self.version += 1
        self.entries.append(Entry(self.version, who, kind, text, told, drank))

    def make(self, action: int) -> None:
        who = self.state.decider()
        wording = self._worded(action, who)
        earlier = before(self.state) if self.meetings is not None else None
        self.state.events = []
        super().make(action)
        state, happened = self.state, self.state.events or []
        told = {viewer: [observe_event(state, event, self.seat(viewer)) for event in happened] for viewer in self.viewers}
        state.events = None
        kind, label = self._labels
        self.wording.append(wording)
        self._enter(label or colour_of(state, who), kind, self.log[-1][2], told, any(event[0] == DRANK for event in happened))
        self.versions.append(self.version)
        if self.meetings is not None and earlier is not None:
            self.meetings.note(earlier, state, happened, self.version)

    def _worded(self, action: int, who: int) -> str:
        """A choice as its maker may know it: with secret objects he takes from others blind (OPT-12)."""
        return choice_text(to_choice(self.state, action, who)) if who >= 0 and has_secrets(self.state) else ""

    # -- asking ----------------------------------------------------------------------------------------------------------

    @property
    def colours(self) -> list[str]:
        return self.state.setting.colours

    @property
    def stage(self) -> str:
        """The kind of the decision to be made; empty when the game is over."""
        view = observe(self.state, SPECTATOR)
        return view.pending[-1].kind if view.pending and not self.over else ""

    def seat(self, viewer: str) -> int:
        return self.colours.index(viewer) if viewer in self.colours else SPECTATOR

    def view(self, viewer: str) -> AnyView:
        return observe(self.state, self.seat(viewer))

    def may_undo(self, viewer: str) -> str:
        """What a viewer may take back, as he may know it."""
        if viewer not in self.colours or self.over or not self.can_undo(self.seat(viewer)):
            return ""
        return self.wording[-1] or self.log[-1][2]

    def resigned(self, colour: str) -> bool:
        return bool(self.state.resigned >> self.colours.index(colour) & 1)

    def resigning(self, colour: str) -> int:
        """The choice that gives a seat up."""
        return actions.pack(actions.RESIGN, self.colours.index(colour))


def standing(rows: Iterable[LogRow]) -> list[LogRow]:
    """The choices that have not been taken back."""
    kept: list[LogRow] = []
    for row in rows:
        if row.kind in DECIDED:
            kept.append(row)
        elif row.kind == UNDO:
            kept.pop()
    return kept
