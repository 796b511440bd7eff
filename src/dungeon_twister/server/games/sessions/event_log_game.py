"""A game as a log of events. Every choice and every draw of chance becomes an entry with the events that each viewer may know.

A game is rebuilt from its log alone: draws of chance are read, not repeated.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, cast

from dungeon_twister.game.record.notation import read
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import (
    BOT,
    GameSession,
    PlayedChoice,
    SessionSeat,
    ViewerEvents,
    seats_together,
    with_deciders_first,
)
from dungeon_twister.game.views import EventView, colour_of
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.events import DRANK
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import SPECTATOR
from dungeon_twister.server.games.sessions.sealed_choices import SealedChoices
from dungeon_twister.server.games.sessions.silent_allies import meetings_of
from dungeon_twister.server.protocol import AnyView
from dungeon_twister.server.store import LogRow

# Kinds of entries. Those in DECIDED are choices of the engine, in notation.
CHOICE: Final = "choice"
UNDO: Final = "undo"
TAKEN: Final = "taken-back"  # an agreed take-back; the text is the number of remaining choices
FILL: Final = "fill"
TIMEOUT: Final = "timeout"
RESIGN: Final = "resign"
TIME: Final = "time"  # resigned because the days are over or the bank is empty
DRAW: Final = "draw"
DECIDED: Final = (CHOICE, TIMEOUT, RESIGN, TIME, DRAW)
ONLOOKER: Final = "spectator"
SLICE: Final = 50  # choices replayed at once: a few milliseconds


@dataclass(frozen=True)
class LogEntry:
    """An entry of the log and its events by viewer."""

    version: int
    who: str
    kind: str
    text: str
    events: ViewerEvents
    drank: bool = False  # a Speed Potion was drunk: the clock must know (OPT-1)


class EventLogGame(GameSession):
    """A session that collects the log entries of what is played. Nothing is drawn before it begins.

    A viewer of simultaneous choices sees the viewer's own ones only.
    """

    def __init__(self, game: RecordedGame, seats: Sequence[SessionSeat]) -> None:
        super().__init__(game, seats)
        self.entries: list[LogEntry] = []
        self.version = 0
        self.versions: list[int] = []  # of the remaining choices
        self.taken_back: list[tuple[int, str]] = []  # agreed take-backs: the version of the entry, who asked
        self.meetings = meetings_of(self.state)
        self.sealed: dict[str, list[str]] = {}  # colour -> its choices while others choose too
        self._envelopes: dict[
            str, tuple[int, list[str], SealedChoices]
        ] = {}  # colour -> version, sealed choices, resulting state

    @classmethod
    async def rebuilt(
        cls, begun: RecordedGame, seed: str, seats: Sequence[SessionSeat], rows: Sequence[LogRow]
    ) -> EventLogGame:
        """Build a game from its log. Choices taken back are skipped, unless it matters when a turn
        ended first. It yields to the event loop now and then, because a long game takes a second.
        """
        game = cls(begun, seats)
        game.viewers = [] if game.meetings is None else [SPECTATOR]  # events are not needed again
        for number, row in enumerate(standing(rows) if game.meetings is None else rows, 1):
            game.version = row.version - 1
            game.follow(row)
            if number % SLICE == 0:
                await asyncio.sleep(0)
        game.version, game.entries = rows[-1].version if rows else 0, []
        game.taken_back = [(row.version, row.who) for row in rows if row.kind == TAKEN]
        game.sit_down(seats)
        game.filling = {game.seat(colour): stage for colour, stage in wishes(rows).items()}
        game.set_seed(seed)
        return game

    def clone(self) -> EventLogGame:
        other = cast("EventLogGame", super().clone())
        other.entries, other.versions = [], self.versions[:]
        other.taken_back = self.taken_back[:]
        other.meetings = self.meetings and self.meetings.copy()
        other.sealed, other._envelopes = dict(self.sealed), dict(self._envelopes)
        return other

    # -- playing ---------------------------------------------------------------------------------------------------------

    def set_seed(self, seed: str) -> None:
        """Set the seed of chance; empty: unknown as long as players may contribute to it."""
        self.game.set_seed(seed)

    def begin(self, seed: str) -> None:
        """Set the seed when all players have joined: chance may draw from now on."""
        self.set_seed(seed)
        self.draws()

    def decide(self, action: int, kind: str = CHOICE, who: str = "") -> list[PlayedChoice]:
        """Make a choice that is known to be legal, then let chance decide. `who` names the player
        if it is not the one to decide."""
        made = self.make(action)
        self._note(made, kind, who)
        return [made, *self.draws()]

    def draws(self) -> list[PlayedChoice]:
        """Let chance decide until a player is next."""
        drawn: list[PlayedChoice] = []
        while (choice := self.draw()) is not None:
            self._note(choice)
            drawn.append(choice)
        return drawn

    def follow(self, row: LogRow) -> None:
        """Apply an entry written earlier or by another process. Draws of chance have their own entries."""
        if row.kind == UNDO:
            self.undo(self.seat(row.who))
        elif row.kind == TAKEN:
            self.go_back(int(row.text), row.who)
        elif row.kind == FILL:
            self.note_fill(row.who, row.text)
        else:
            self._note(self.make(read(self.state, row.text), row.text), row.kind, row.who)

    def undo(self, seat: int) -> str:
        """Undo the last choice of a player and return its text; UndoError says why not."""
        text, colour = super().undo(seat), self.colours[seat]
        if self.meetings is not None:
            self.meetings.take_back(self.state)
        self.sealed = {}
        event = EventView(kind="undone", player=colour, number=self.versions.pop())
        self._enter(colour, UNDO, text, {viewer: [event] for viewer in self.viewers})
        return text

    def go_back(self, count: int, who: str = "") -> None:
        """Undo all choices but the first `count`, by agreement; `who` has asked for it.

        Chance draws the same again when the game gets there.
        """
        version, choices = self.versions[count], len(self.versions) - count
        super().go_back(count)
        del self.versions[count:]
        self.sealed = {}
        if self.meetings is not None:
            self.meetings.take_back(self.state, choices)
        event = EventView(kind="undone", player=who, number=version)
        self._enter(who, TAKEN, str(count), {viewer: [event] for viewer in self.viewers})
        self.taken_back.append((self.version, who))

    def note_fill(self, colour: str, stage: str) -> None:
        """Note that a player wants the rest of a setup stage done automatically."""
        self.filling[self.seat(colour)] = stage
        self._enter(colour, FILL, stage, {})

    def _note(self, made: PlayedChoice, kind: str = CHOICE, who: str = "") -> None:
        drank = any(event[0] == DRANK for event in made.events)
        self._enter(who or colour_of(self.state, made.who), kind, made.text, made.viewer_events, drank)
        self.versions.append(self.version)
        if self.meetings is not None:
            self.meetings.note(self.state, made.events, self.version)

    def _enter(self, who: str, kind: str, text: str, events: ViewerEvents, drank: bool = False) -> None:
        self.version += 1
        self.entries.append(LogEntry(self.version, who, kind, text, events, drank))

    # -- simultaneous choices ------------------------------------------------------------------------------------------------

    @property
    def together(self) -> list[str]:
        """The colours that choose at the same time, hidden from each other; empty if only one decides."""
        return [self.colours[seat] for seat in seats_together(self.state)]

    @property
    def waiting(self) -> list[str]:
        """The colours that must choose now; of simultaneous choices the missing ones."""
        together = self.together
        if not together:
            return [self.decider] if self.decider else []
        return [colour for colour in together if not self.envelope(colour).complete]

    @property
    def somebody_chose(self) -> bool:
        """Whether a person has already made a simultaneous choice. A bot does not mind choosing
        again."""
        waiting = self.waiting
        return any(self.seats[self.seat(colour)].who != BOT for colour in self.together if colour not in waiting)

    def envelope(self, colour: str) -> SealedChoices:
        """Return the sealed choices of a colour. Change them with `seal` only."""
        texts = self.sealed.get(colour, [])
        version, known, found = self._envelopes.get(colour, (-1, [], None))
        if found is None or (version, known) != (self.version, texts):
            found = SealedChoices(self.state, self.seat(colour), texts)
            self._envelopes[colour] = self.version, texts, found
        return found

    def seal(self, colour: str, texts: list[str]) -> None:
        """Set the sealed choices of a colour so far."""
        self.sealed = {other: its for other, its in self.sealed.items() if other != colour}
        if texts:
            self.sealed[colour] = texts

    def open_sealed(self) -> bool:
        """Make the sealed choices in the order of the engine, once all have chosen or the others
        have left. False: there are none, or one is missing."""
        together = self.together
        left = {colour: deque(self.envelope(colour).texts) for colour in together or [self.decider] if colour in self.sealed}
        if not left or (together and self.waiting):
            return False
        self.sealed = {}
        while any(left.values()):
            colour = self.decider
            action = read(self.state, left[colour].popleft())
            self.decide(action, TIMEOUT if action == actions.TIMEOUT else CHOICE, colour)
        return True

    def _as_seen_by(self, viewer: int) -> State:
        """Return the state for a viewer of simultaneous choices: with the viewer's own, and with
        those who have chosen asked last."""
        waiting, colour = [self.seat(one) for one in self.waiting], self._colour(viewer)
        if colour not in self.together:
            return with_deciders_first(self.state, waiting)
        own, seat = self.envelope(colour), self.seat(colour)
        return with_deciders_first(own.state, [*([] if own.complete else [seat]), *(one for one in waiting if one != seat)])

    # -- asking ----------------------------------------------------------------------------------------------------------

    @property
    def decider(self) -> str:
        return self.game.decider

    def seat(self, viewer: str) -> int:
        """Return the number of a colour's seat, or that of spectators."""
        return self.colours.index(viewer) if viewer in self.colours else SPECTATOR

    def view(self, viewer: int) -> AnyView:
        if self.together:
            return self.view_of(self._as_seen_by(viewer), viewer)
        return super().view(viewer)

    def undoable(self, viewer: int) -> str:
        """Return what a viewer may undo: the last sealed choice, or the last choice unless a person
        has chosen since."""
        colour = self._colour(viewer)
        if colour in self.together and self.envelope(colour).steps:
            return self.envelope(colour).undoable
        if self.somebody_chose:
            return ""
        return self.game.undoable(viewer)

    def _colour(self, viewer: int) -> str:
        return self.colours[viewer] if 0 <= viewer < len(self.colours) else ONLOOKER

    def has_resigned(self, colour: str) -> bool:
        return self.resigned(self.seat(colour))

    def resigning(self, colour: str) -> int:
        """Return the choice that resigns a seat."""
        return actions.pack(actions.RESIGN, self.seat(colour))


def standing(rows: Iterable[LogRow]) -> list[LogRow]:
    """Return the choices that have not been taken back."""
    kept: list[LogRow] = []
    for row in rows:
        if row.kind in DECIDED:
            kept.append(row)
        elif row.kind == UNDO:
            kept.pop()
        elif row.kind == TAKEN:
            del kept[int(row.text) :]
    return kept


def wishes(rows: Iterable[LogRow]) -> dict[str, str]:
    """Return the setup stage to be filled by seat."""
    found: dict[str, str] = {}
    for row in rows:
        if row.kind == FILL:
            found[row.who] = row.text
        elif row.kind == UNDO:
            found.pop(row.who, None)
        elif row.kind == TAKEN:
            found.clear()
    return found
