"""One game in memory: its committed state, and the views that were sent of it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from dungeon_twister.game.record.chance import TICKETS
from dungeon_twister.game.record.commit_reveal import commitment
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import BOT as BOT
from dungeon_twister.game.session import NOBODY, SessionSeat, ViewerEvents
from dungeon_twister.game.session import PERSON as PERSON
from dungeon_twister.game.views import EventView
from dungeon_twister.presentation.guide.guide_shapes import Advice
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.server.differences import Shown, change
from dungeon_twister.server.games.sessions import clocks, pending_requests
from dungeon_twister.server.games.sessions.event_log_game import EventLogGame
from dungeon_twister.server.games.sessions.silent_allies import silent
from dungeon_twister.server.protocol import AnyView, GameInfo, HeldSeat, SeatClaim, SeatInfo
from dungeon_twister.server.socket_protocol import Changed, ChatLine, Choosing, CommandAnswer, Sight, Update
from dungeon_twister.server.store import MOST_ANSWERS, MOST_CHAT, PLAYING, AnswerRow, ChatRow, GameRow, LogRow, SeatRow

KEPT_VERSIONS: Final = 100  # clients that have missed more get the whole state
MOST_REFUSALS: Final = 128
FREE: Final = NOBODY


class LoggedStep(NamedTuple):
    """The events of one log entry. Most events are shared between games, so this takes little
    memory."""

    version: int
    events: ViewerEvents


class ActiveGame:
    """A game with its row, seats, clock, chat and pending requests. It changes only after the
    database has."""

    def __init__(self, row: GameRow, seats: Sequence[SeatRow], game: EventLogGame, log: Sequence[LogRow] = ()) -> None:
        self.row = row
        self.seats = list(seats)
        self.game = game
        game.sit_down(sitting(seats))
        self.timing = clocks.unpacked(row.timing)
        self.pending = pending_requests.unpacked(row.aside)
        game.sealed = dict(self.pending.sealed)
        self._steps: deque[LoggedStep] = deque(maxlen=KEPT_VERSIONS)
        self._answers: dict[tuple[str, str], int] = {}  # seat, id of a command that was carried out -> version
        self.advice: dict[str, tuple[AnyView, Advice]] = {}  # seat -> its view, the advice
        self.refusals: OrderedDict[tuple[str, str], CommandAnswer] = OrderedDict()
        self.chat: list[ChatLine] = []
        self.said: dict[tuple[str, str], ChatLine] = {}
        self.acted: dict[str, float] = {}  # colour -> time of its last decision
        self.times: dict[int, float] = {}  # of entries, if the end of a turn matters
        self._note_times(log)
        self.lock = asyncio.Lock()
        self.users = 0  # number of pending operations, which keep the game in memory
        self.behind = False  # the database may have newer entries
        self.ahead = False  # the game has unwritten changes, or writing them failed: nobody may see it
        self._sights: dict[str, Sight] = {}
        self._shown: dict[str, Shown] = {}  # viewer -> the view from which the next difference is computed
        self._changed: dict[str, Changed] = {}  # viewer -> the difference that led to this version

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def version(self) -> int:
        return self.game.version

    @property
    def bots(self) -> dict[str, str]:
        """The bots by colour."""
        return {seat.colour: seat.bot for seat in self.seats if seat.who == BOT}

    def seat(self, colour: str) -> SeatRow | None:
        return next((seat for seat in self.seats if seat.colour == colour), None)

    # -- updating ------------------------------------------------------------------------------------------------------------

    def advance(self, row: GameRow, game: EventLogGame, log: Sequence[LogRow]) -> None:
        """Take in committed entries. They are those that the game has collected; `log` has them as
        rows."""
        self._note_times(log)
        self._steps += [LoggedStep(entry.version, _shared(entry.events)) for entry in game.entries]
        game.entries = []
        self.game, self.ahead = game, False
        self.change(row)

    def _note_times(self, log: Sequence[LogRow]) -> None:
        self.acted.update((row.who, row.at) for row in log if row.command_id)
        if self.game.meetings is not None:
            self.times.update((row.version, row.at) for row in log)

    def change(self, row: GameRow) -> None:
        sealed = self.pending.sealed
        if row.aside != self.row.aside:
            self.pending = pending_requests.unpacked(row.aside)
        if row.version == self.row.version:
            self._forget_shown(row.waiting != self.row.waiting, sealed)
        self.row = row
        self.game.sealed = dict(self.pending.sealed)
        self.timing = clocks.unpacked(row.timing)
        self._sights = {}
        self._changed = {}

    def _forget_shown(self, everybody: bool, sealed: Mapping[str, list[str]]) -> None:
        """Drop cached views of this version, of everybody or of those with sealed choices."""
        for viewer in list(self._shown):
            if everybody or sealed.get(viewer) != self.pending.sealed.get(viewer):
                del self._shown[viewer]

    def remember(self, seat: str, answer: CommandAnswer) -> None:
        self._answers[seat, answer.id] = answer.version
        while len(self._answers) > MOST_ANSWERS:
            del self._answers[next(iter(self._answers))]

    def has_done(self, seat: str, command_id: str) -> bool:
        """Return whether a command was carried out."""
        return (seat, command_id) in self._answers

    def known(self, seat: str, command_id: str) -> CommandAnswer | None:
        """Return the stored answer of a repeated command. A repeated refusal stays longer in the cache."""
        key = (seat, command_id)
        if key in self.refusals:
            self.refusals.move_to_end(key)
        version = self._answers.get(key)
        return self.refusals.get(key) if version is None else CommandAnswer(command_id, version)

    def remember_refusal(self, seat: str, answer: CommandAnswer) -> None:
        """Keep a refusal for a while, in this process only. It changes nothing, and a flood of
        refusals must not push out real answers."""
        self.refusals[seat, answer.id] = answer
        while len(self.refusals) > MOST_REFUSALS:
            self.refusals.popitem(last=False)

    def recall(self, rows: Sequence[AnswerRow]) -> None:
        """Take in answers from the database."""
        for row in rows:
            self.remember(row.seat, CommandAnswer(row.command_id, row.version))
            self.acted[row.seat] = max(row.at, self.acted.get(row.seat, 0.0))

    def add_line(self, row: ChatRow) -> ChatLine:
        """Take in a committed chat line."""
        line = ChatLine(row.number, row.seat, row.name, row.text, row.at)
        self.chat = [*self.chat, line][-MOST_CHAT:]
        self.said[row.seat, row.command_id] = line
        while len(self.said) > MOST_CHAT:
            self.said.pop(next(iter(self.said)))
        return line

    # -- sending -----------------------------------------------------------------------------------------------------------

    def silent(self) -> dict[str, float]:
        """Colour -> until when the player may chat; colours that are missing always may (TEAM-18)."""
        return silent(self.game.state, self.game.meetings, self.bots, self.times) if self.row.stage == PLAYING else {}

    def shown(self) -> tuple[object, ...]:
        """The public state that is sent to everybody when it changes, except views and presence."""
        keys = [seat.token_hash for seat in self.seats]
        resigned = [self.game.has_resigned(colour) for colour in self.game.colours]
        return self.row.stage, self.row.offers, self.silent(), self.pending.wish, self.pending.claim, self.bots, keys, resigned

    def info(self, now: float, online: Collection[str] = (), watching: int = 0) -> GameInfo:
        talk = {colour: max(0.0, until - now) for colour, until in self.silent().items()}
        info = game_info(self.row, self.seats, online)
        claim = self._claim(now)
        return msgspec.structs.replace(info, talk=talk, wish=self.pending.wish, claim=claim, watching=watching)

    def _claim(self, now: float) -> SeatClaim | None:
        """Return the public part of a claim to a seat unless it has expired."""
        claim = self.pending.claim
        return SeatClaim(claim.colour, claim.name, claim.until, claim.agreed) if claim and claim.until > now else None

    def counts(self, held: Sequence[HeldSeat], contribution: str) -> bool:
        """Return whether a contribution is part of the seed, or will be when the game begins."""
        given = self.row.contributions or {seat.colour: seat.contribution for seat in self.seats}
        sealed = bool(self.row.secret and contribution)
        return sealed and all(given.get(seat.colour) == contribution for seat in held)

    def sight(self, viewer: str) -> Sight:
        """Return the current view of a viewer."""
        if viewer not in self._sights:
            seat = self.game.seat(viewer)
            self._sights[viewer] = Sight(viewer, self.game.view(seat), self.game.undoable(seat))
        return self._sights[viewer]

    def update(self, viewer: str, since: int, now: float) -> Update:
        """Return everything after a version that is still remembered."""
        events = self._events_after(since, self.game.seat(viewer))
        return Update(self.version, self.sight(viewer), events, clocks.shown(self.timing, now), since)

    def choosing(self, viewer: str, now: float) -> Choosing:
        """Return the state of simultaneous choices for a viewer. The next difference starts from
        it."""
        game, sight = self.game, self.sight(viewer)
        self._shown[viewer] = Shown(self.version, sight.view)
        events = game.envelope(viewer).events if viewer in game.together else []
        return Choosing(self.version, sight, game.waiting, events, clocks.shown(self.timing, now))

    def _events_after(self, since: int, seat: int) -> list[EventView]:
        """Return the events after a version that a viewer may know."""
        steps: list[LoggedStep] = []
        for step in reversed(self._steps):  # the last one is requested nearly always
            if step.version <= since:
                break
            steps.append(step)
        return [event for step in reversed(steps) for event in step.events.get(seat, ())]

    def changed(self, update: Update) -> Changed | None:
        """Return an update as a difference, computed once for all who see it; None if the view
        before is not known any more."""
        viewer = update.sight.viewer
        if update.version != self.version:
            return None
        if viewer not in self._changed:
            shown = self._shown.get(viewer)
            if shown is None or shown.version != update.since:
                if shown is None or shown.version != self.version:
                    self._shown[viewer] = Shown(self.version, update.sight.view)
                return None
            self._changed[viewer] = change(shown, update)
        found = self._changed[viewer]
        return found if found.since == update.since else None

    def forget_steps(self) -> None:
        """Drop the remembered events. Clients that missed some get the whole state."""
        self._steps.clear()

    def remembers(self, since: int) -> bool:
        """Return whether all versions after this one are in memory."""
        return 0 <= since <= self.version and since >= self.version - len(self._steps)


def _shared(by_viewer: ViewerEvents) -> ViewerEvents:
    """Return the same list for all viewers with equal events, and leave out viewers without any."""
    shared: ViewerEvents = {}
    for viewer, events in by_viewer.items():
        if events:
            shared[viewer] = next((others for others in shared.values() if others == events), events)
    return shared


async def rebuild(row: GameRow, seats: Sequence[SeatRow], log: Sequence[LogRow]) -> ActiveGame:
    """Build a game from the database."""
    game = await EventLogGame.rebuilt(
        RecordedGame.waiting(row.played, row.options, row.position), row.seed, sitting(seats), log
    )
    return ActiveGame(row, seats, game, log)


def made_it(seat: SeatRow) -> bool:
    """Return whether the maker of the game sits there."""
    return seat.who == PERSON and seat.holder == seat.game


def sitting(seats: Sequence[SeatRow]) -> list[SessionSeat]:
    """Return the players by seat, with the names for the record."""
    return [SessionSeat(seat.who, seat.bot if seat.who == BOT else seat.name) for seat in seats]


def teams(setting: Setting) -> dict[str, str]:
    """Return the teams by colour, if there are any."""
    return {colour: team for colour, team in zip(setting.colours, setting.teams, strict=False) if team}


def has_to_decide(info: GameInfo, colours: Collection[str]) -> bool:
    """Return whether one of these colours has to decide."""
    return info.stage == PLAYING and not set(info.waiting or [info.decider]).isdisjoint(colours)


def game_info(row: GameRow, seats: Sequence[SeatRow], online: Collection[str] = ()) -> GameInfo:
    """Return the public information on a game from its rows alone."""
    setting = new_setting(row.played, row.options)
    team = teams(setting)
    return GameInfo(
        id=row.id,
        code=row.code,
        game=setting.scenario.game,
        scenario=row.scenario,
        title=setting.scenario.title,
        options=row.options,
        clock=row.clock,
        stage=row.stage,
        version=row.version,
        turn=row.turn,
        decider=row.decider,
        seats=[
            SeatInfo(
                colour=seat.colour,
                who=seat.who,
                name=seat.name,
                bot=seat.bot,
                online=seat.colour in online,
                team=team.get(seat.colour, ""),
                maker=made_it(seat),
            )
            for seat in seats
        ],
        scores=row.scores,
        target=setting.target,
        winners=row.winners,
        created=row.created,
        changed=row.changed,
        draw_offers=row.offers,
        rematch=row.rematch,
        from_position=bool(row.position),
        listed=row.listed,
        level=row.level,
        hints=row.hints,
        reason=row.reason,
        chance="old" if row.chance != TICKETS else "sealed" if row.secret else "known",
        commitment=commitment(row.secret) if row.secret else "",
        waiting=row.waiting.split(),
    )
