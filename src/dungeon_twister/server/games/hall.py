"""All the games of a server: who sits where, what was decided, and who is to hear of it. One hall per process.

Write, then tell: what a command does is worked out, written with its answer in one transaction, only then shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from dungeon_twister.presentation.guide.shapes import Reason
from dungeon_twister.server.addresses import AddressHasher
from dungeon_twister.server.cluster import GameRouter
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import clocks
from dungeon_twister.server.games.advice_threads import AdviceThreads
from dungeon_twister.server.games.analyses import Analyses
from dungeon_twister.server.games.audience import Audience, Deliver, Gone, Subscription
from dungeon_twister.server.games.bots import Attendant
from dungeon_twister.server.games.chatting import Chat
from dungeon_twister.server.games.claims import Claims
from dungeon_twister.server.games.commands import LONGEST_ID, RefusedError, carry_out
from dungeon_twister.server.games.draft import Draft, written
from dungeon_twister.server.games.errands import Errands
from dungeon_twister.server.games.excusing import excuse_all
from dungeon_twister.server.games.farewell import Farewell
from dungeon_twister.server.games.guide import Guide
from dungeon_twister.server.games.helping import Helper
from dungeon_twister.server.games.hosted import PERSON, Hosted
from dungeon_twister.server.games.live import ONLOOKER
from dungeon_twister.server.games.lobby import Lobby
from dungeon_twister.server.games.memory import TRIES, Memory, storage_trouble
from dungeon_twister.server.games.moving import Moving
from dungeon_twister.server.games.neighbours import Neighbours
from dungeon_twister.server.games.order import Order
from dungeon_twister.server.games.pairing import Pairing
from dungeon_twister.server.games.past import Past
from dungeon_twister.server.games.people import People
from dungeon_twister.server.games.plans import Planner
from dungeon_twister.server.games.pushing import Pusher
from dungeon_twister.server.games.reception import Reception
from dungeon_twister.server.games.recovery import Recovery
from dungeon_twister.server.games.removals import Removals
from dungeon_twister.server.games.seats import log_rows
from dungeon_twister.server.games.standing_in import Absences
from dungeon_twister.server.games.sweep import Sweep
from dungeon_twister.server.games.table import HeadOfTable
from dungeon_twister.server.games.who import NOBODY, Who
from dungeon_twister.server.protocol import (
    Advised,
    Again,
    Answer,
    Ask,
    AskHistory,
    Changed,
    ChatLine,
    ClaimSeat,
    Command,
    Created,
    GameInfo,
    History,
    Join,
    NewGame,
    News,
    OwnGame,
    Promised,
    Said,
    Say,
    Update,
    Welcome,
)
from dungeon_twister.server.store import PLAYING, AnswerRow, EventLoopLag, GameRow, Health, Retention, RetentionPolicy, changes
from dungeon_twister.server.workers import Analysts, Readers, Thinker

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store

__all__ = ["SPECTATOR", "Hall", "ProtocolError", "Subscription"]

SPECTATOR: Final = ONLOOKER
CLAIM_AFTER: Final = 600.0  # seconds after which somebody may say that the seat of a player who is away is his


class Hall:
    """Every method may raise ProtocolError (`.reason: Reason`, `.status: int` for HTTP). Codes: unknown-game 404, unknown-code
    404, wrong-token 403, no-seat 409 (none is free, or the colour is taken), bad-game 422 (scenario, options, clock, seats),
    seed-with-others 422, bad-contribution 422, not-over 409, game-over 409, given-up 410, others-play 409, not-the-maker 403,
    own-seat 409, seat-has-moved 409, silent-allies 409, unknown-replay 404, bad-record 422, unknown-frame 404, storage 503."""

    def __init__(
        self,
        store: Store,
        think: Thinker,
        now: Callable[[], float] = time.time,
        pace: float = 0.35,
        most_games: int = 600,
        readers: Readers | None = None,
        analysts: Analysts | None = None,
        retention: RetentionPolicy | None = None,
        steady: Callable[[], float] = time.monotonic,
        router: GameRouter | None = None,
        claim_after: float = CLAIM_AFTER,
    ) -> None:
        self._store = store
        self.thinker = think
        self._readers = readers or Readers()
        self._analysts = analysts or Analysts()
        self._now = now
        self.router = router or GameRouter()
        self.router.register(self)
        self._audience = Audience(self._moved, self._watched)
        self._memory = Memory(store, self._audience.watches, self._caught_up, most_games, self.router)
        self._attendant = Attendant(self._memory, think, self._audience.watches, self._write, pace)
        self.people = People(store, self._memory, now)
        self._neighbours = Neighbours(
            store, self._memory, self._audience, self.router, self._tell_presence, self._begin, self.people
        )
        self.moving = Moving(store, self.people, now, self._neighbours.seats_changed)
        self._retention = Retention(store, retention or RetentionPolicy(), self._memory.forget)
        self._excuse = partial(excuse_all, store, self._memory, self._tell_anew)
        self._sweep = Sweep(store, now, self._expire, self._attendant.attend, self._tidy, self._excuse, steady, self.router)
        self.recovery = Recovery(store, self.people, now)
        self._addresses = AddressHasher()
        self._reception = Reception(store, self._memory, self.people, self._addresses, now)
        self.past = Past(store, self.people, self._reception, self._audience.online)
        self.farewell = Farewell(self, self._memory, self.people)
        self.removals = Removals(store, self._memory, self._audience, self.people, self._tell_news)
        self.lobby = Lobby(store, self._audience.watchers, now)
        self._errands = Errands()
        self.pairing = Pairing(self, self._errands)
        self._head = HeadOfTable(self._memory, now)
        self._advice = AdviceThreads()
        self._guide = Guide(store, self._memory, self._readers, self._retention, self._advice, self._addresses, now)
        self.order = Order(store, self._memory, self._addresses, now)
        self.helper = Helper(self._memory, self._analysts)
        self.analyses = Analyses(store, self._analysts, self._guide.finished, self._retention.check_room)
        self._health = Health(store)
        self._lag = EventLoopLag()
        self._chat = Chat(self._memory, self._audience, now)
        self._planner = Planner(self._memory, self._errands, self._advice, self._write, now)
        self._absences = Absences(now)
        self._claim_after = claim_after
        self._claims = Claims(self._memory, now, self._deserted, self.recovery.has_way_back)
        self.pusher = Pusher(store, self._errands, self._audience.online, now)
        self._open = False

    async def open(self, begin: bool = True) -> None:
        """Open the store, which brings its tables up to date."""
        await self._store.open()
        self._addresses.load(await self._store.address_keys(self._now()))
        await self.thinker.open()
        await self._readers.open()
        await self._analysts.open()
        await self._store.listen(self._neighbours.heard)
        if begin:
            await self.begin()

    async def begin(self) -> None:
        """From now on games may be at home here, clocks run on and bots whose turn it is are asked again."""
        self._open = True
        await self.router.open()
        if not self.router.peer_count:  # the games have gone on meanwhile otherwise
            await self._excuse(self._now())
        self._sweep.open()
        self._lag.open()
        await self._ask_bots()

    async def close(self) -> None:
        """What is being written gets written; nobody is told anything more."""
        self._open = False
        await self.router.close()
        await self._sweep.close()
        await self.lobby.close()
        await self._lag.close()
        await self._attendant.close()
        await self._errands.close()
        self._advice.close()
        await self.helper.close()
        await self.analyses.close()
        await self.thinker.close()
        await self._readers.close()
        await self._analysts.close()
        await self._store.close()

    # -- games and seats -------------------------------------------------------------------------------------------------

    async def create(self, wish: NewGame, address: str, who: Who = NOBODY) -> Created:
        """A new game, with the keys of the seats that are the creator's own."""
        self._retention.check_room()
        await self.lobby.check_room(wish.room)
        if wish.position:
            wish = await self._guide.placed(wish, address)
        elif wish.declared:
            await self._guide.check(wish.declared, dict(wish.options), address)
        hosted, held = await self._errands.finish(self._reception.create(wish, address, who))
        self._begin(hosted)
        return Created(self._info(hosted), held, hosted.counts(held, wish.contribution))

    async def read_scenario(self, declared: str, address: str) -> bytes:
        """What can be chosen in a scenario that somebody brings along, as JSON of a `ScenarioCard`."""
        return await self._guide.check(declared, {}, address)

    async def scene(self, id: str, address: str) -> bytes:
        """How the maze of a game or of a record is drawn, as JSON of a `Scene`."""
        return await self._guide.scene(id, address)

    async def made_from(self, id: str, address: str) -> bool:
        """Was a game made from this address?"""
        return await self._reception.made_from(id, address)

    async def seal(self) -> Promised:
        """Make a commitment to the secret of a game that is about to be made (docs/fairness.md)."""
        return await self._reception.seal()

    async def join(self, id: str, wish: Join, who: Who = NOBODY) -> Created:
        """Take a free seat."""
        hosted, held = await self._errands.finish(self._reception.join(id, wish, who))
        self._seated(hosted)
        return Created(self._info(hosted), held, hosted.counts(held, wish.contribution))

    async def delete(self, id: str, token: str) -> None:
        """Throw a game away that nobody else plays in, or that one has made and that has not begun."""
        self._tell_news(await self._errands.finish(self._head.give_up(id, await self.key(id, token))))

    async def publish(self, id: str, token: str, listed: bool, paired: bool = False) -> GameInfo:
        """Its maker lets everybody find a game, or only whoever has the link. `paired`: its players are strangers, whose first
        moves are awaited."""
        hosted = await self._errands.finish(self._head.publish(id, await self.key(id, token), listed, paired))
        self._sweep.set(hosted.row.first_move_by)
        self._tell_news(hosted)
        return self._info(hosted)

    async def seat(self, id: str, colour: str, token: str, who: str) -> GameInfo:
        """Its maker frees a seat whose player never moved, or puts a bot on a free one."""
        hosted = await self._errands.finish(self._head.seat(id, colour, await self.key(id, token), who))
        self._seated(hosted)
        return self._info(hosted)

    async def claim(self, id: str, who: Who, wish: ClaimSeat) -> GameInfo:
        """Ask the players for a seat that is one's own, without its key."""
        hosted = await self._errands.finish(self._claims.ask(id, who, wish))
        self._tell_news(hosted)
        return self._info(hosted)

    async def withdraw_claim(self, id: str, who: Who) -> GameInfo:
        """Do not ask for it any more."""
        hosted = await self._errands.finish(self._claims.withdraw(id, who))
        self._tell_news(hosted)
        return self._info(hosted)

    def _deserted(self, hosted: Hosted) -> list[str]:
        """The colours whose players have been away long enough for somebody to say that the seat is his."""
        wait = max(self._claim_after, clocks.DAY) if hosted.row.clock.startswith(clocks.DAYS) else self._claim_after
        here, now = self._audience.online(hosted.id), self._now()
        people = [seat.colour for seat in hosted.seats if seat.who == PERSON and seat.colour not in here]
        return [colour for colour in people if now - self._absences.since(hosted, colour) >= wait]

    async def rematch(self, id: str, token: str, wish: Again | None = None) -> Created:
        """The same game again with rotated colours, or one's seats in the one that somebody else has asked for."""
        self._retention.check_room()
        wish = wish or Again()
        old, hosted, held = await self._errands.finish(self._reception.rematch(id, token, wish))
        self._tell_news(old)
        self._seated(hosted)
        return Created(self._info(hosted), held, hosted.counts(held, wish.contribution))

    async def info(self, id: str) -> GameInfo:
        return self._info(await self._memory.get(id))

    async def by_code(self, code: str) -> GameInfo:
        return await self._reception.by_code(code, self._audience.online)

    async def open_games(self) -> list[GameInfo]:
        """The listed games with free seats, the newest first."""
        return await self._reception.open_games(self._audience.online)

    async def own(self, tokens: Sequence[str], who: Who = NOBODY) -> list[OwnGame]:
        """The games of these tokens, and of a person, the latest change first."""
        return await self._reception.own(tokens, who, self._audience.online)

    async def key(self, id: str, token: str) -> str:
        """What the database keeps of a token."""
        return await self._reception.key(id, token)

    async def seat_of(self, id: str, token: str) -> str:
        """The colour whose key this is."""
        return (await self._reception.seat_of(id, token)).colour

    # -- looking on. `viewers`: colours held, or [] / ["spectator"] for whoever only looks on ------------------------------

    async def welcome(self, id: str, viewers: Sequence[str]) -> Welcome:
        """Everything as it stands now."""
        return self._welcome(await self._memory.get(id), viewers)

    async def updates(self, id: str, viewers: Sequence[str], since: int) -> list[Update] | Welcome:
        """Everything after a version, one Update for each viewer; none where nothing happened, a Welcome where that is too long
        ago."""
        hosted = await self._memory.get(id)
        if since > hosted.version and self._store.shared:
            hosted.behind = True
            hosted = await self._memory.get(id)
        if since == hosted.version and not hosted.game.together:  # what is chosen together does not change the version
            return []
        if since == hosted.version or not hosted.remembers(since):
            return await self.welcome(id, viewers)
        return [hosted.update(viewer, since, self._now()) for viewer in viewers or [SPECTATOR]]

    def welcome_now(self, id: str, viewers: Sequence[str]) -> Welcome | None:
        """Everything as it stands, for somebody who is being told something; None: the game is not in memory."""
        hosted = self._memory.held(id)
        return self._welcome(hosted, viewers) if hosted is not None else None

    def changed(self, id: str, update: Update) -> Changed | None:
        """An Update that has just been delivered, as a difference to what its viewer saw before; None: send it whole."""
        hosted = self._memory.held(id)
        return hosted.changed(update) if hosted is not None else None

    def reconsider(self, id: str) -> None:
        """Somebody has come, gone or done something: a bot need not think on about what is past."""
        self._attendant.reconsider(id)

    def hurry(self, id: str) -> None:
        """Nobody wants to wait for the bot that thinks there."""
        self._attendant.hurry(id)

    def subscribe(
        self, id: str, viewers: Sequence[str], deliver: Deliver, keys: Mapping[str, str] | None = None, gone: Gone | None = None
    ) -> Subscription:
        """From now on every Update (one per viewer), News and Said, in order, after they are durable. `deliver` is called on
        the event loop and must not block. To miss nothing, subscribe first, then ask for welcome() or updates(), and drop
        delivered Updates whose version is not above that one. `keys`: colour -> hash of the token it was shown for; when the
        seat has another one (its player was sent away) `gone` is called and nothing more is delivered."""
        return self._audience.join(id, viewers, deliver, keys or {}, gone)

    # -- playing ---------------------------------------------------------------------------------------------------------

    async def command(self, id: str, seat: str, command: Command, sheltered: bool = False) -> Answer:
        """`seat` is the colour the token proved. A refused command raises nothing: the Answer carries the reason (`stale` when
        the version named is not the current one). The same id again gets the same Answer and does nothing; of refusals this
        process remembers the latest only, others are worked out again. `sheltered`: the caller is not cancelled before it is
        done."""
        if not 1 <= len(command.id) <= LONGEST_ID or not command.id.isprintable():
            return Answer(command.id[:LONGEST_ID], 0, Reason("unreadable", sentence="A command needs a short id."))
        work = self._command(id, seat, command)
        return await (self._errands.shelter(work) if sheltered else self._errands.finish(work))

    async def _command(self, id: str, seat: str, command: Command) -> Answer:
        for _ in range(TRIES):
            async with self._memory.at_work(id) as hosted:
                if not hosted.has_done(seat, command.id) and getattr(command, "version", 0) > hosted.version:
                    await self._memory.catch_up(hosted)  # the client knows more than this process
                known = hosted.known(seat, command.id)
                if known is not None:
                    return known
                answer = await self._carry_out(hosted, seat, command)
            if answer is not None:
                return answer
        raise storage_trouble()

    async def _carry_out(self, hosted: Hosted, seat: str, command: Command) -> Answer | None:
        """The answer; None if another process was quicker and everything must be looked at again."""
        try:
            absent = partial(self._absences.long, hosted, self._audience.online)
            draft = carry_out(hosted, seat, command, self._now(), absent, partial(self._deserted, hosted))
        except RefusedError as refused:
            answer = Answer(command.id, hosted.version, refused.reason)
            hosted.remember_refusal(seat, answer)
            return answer
        answer = Answer(command.id, draft.game.version)
        return answer if await self._write(hosted, draft, seat, answer) else None

    async def _write(self, hosted: Hosted, draft: Draft, seat: str = "", answer: Answer | None = None) -> bool:
        """Make a draft durable, then show it. False: the game was not where it was thought to be and was looked at anew."""
        now, before, shown, aside = self._now(), hosted.row, hosted.shown(), hosted.aside
        after = written(hosted, draft, now)
        rows = log_rows(hosted.id, draft.game, answer.id if answer else "", now)
        stored = AnswerRow(hosted.id, seat, answer.id, answer.version, now) if answer is not None else None
        pairs = [(old, new) for old, new in zip(hosted.seats, draft.seats, strict=True) if old != new]
        if not await self._memory.write(hosted, changes.advance(before, after, rows, stored, pairs)):
            return False
        hosted.seats = draft.seats
        hosted.advance(after, draft.game, rows)
        if answer is not None:
            hosted.remember(seat, answer)
            hosted.acted[seat] = now
        self._show(hosted, before.version, shown != hosted.shown())
        if after.version == before.version and hosted.aside.sealed != aside.sealed:
            self._tell_sealed(hosted, before, aside.sealed)
        elif after.version == before.version and after.timing != before.timing:
            self._tell_anew(hosted)
        self._audience.tell_plans(hosted, aside.plans)
        return True

    def _tell_sealed(self, hosted: Hosted, before: GameRow, sealed: Mapping[str, list[str]]) -> None:
        """Tell everybody that somebody has chosen, or has taken it back; of a part of a choice only the chooser hears."""
        if hosted.row.waiting != before.waiting:
            self._audience.tell_choosing(hosted, self._now())
            return
        for colour in hosted.game.together:
            if hosted.aside.sealed.get(colour) != sealed.get(colour):
                self._audience.tell_choosing(hosted, self._now(), colour)

    async def _expire(self, id: str) -> None:
        """Somebody's time may be over."""
        async with self._memory.at_work(id) as hosted:
            if await self._head.call_off(hosted):
                self._tell_news(hosted)
                return
            late, due = clocks.first_to_end(hosted.timing), clocks.deadline(hosted.timing)
            if hosted.row.stage != PLAYING or late is None or due is None or due > self._now():
                hosted.behind = hosted.behind or self._store.shared
                return
            draft = Draft(hosted)
            draft.time_out(late.who, late.kind in clocks.FATAL)
            draft.settle()
            await self._write(hosted, draft)

    async def _tidy(self, now: float) -> None:
        """What is done once an hour."""
        self._addresses.load(await self._store.address_keys(now))
        await self._retention.tidy(now)

    async def check_clocks(self) -> None:
        """Act on every deadline that has passed. It happens by itself, too, when the time comes."""
        await self._sweep.look()

    async def say(self, id: str, seat: str, say: Say) -> ChatLine:
        """A line of chat; the same id again says nothing more."""
        return await self._errands.finish(self._chat.say(id, seat, say))

    async def advise(self, id: str, seat: str, ask: Ask) -> Advised:
        """The guide's advice for a seat that decides, or why a choice is refused."""
        return await self._guide.advise(id, seat, ask)

    async def history(self, id: str, viewer: str, ask: AskHistory | None = None, address: str = "") -> History:
        """What happened as a viewer may know it. `address`, here and below: who pays for what has to be worked out."""
        return await self._guide.history(id, viewer or SPECTATOR, ask or AskHistory(""), address)

    # -- afterwards ------------------------------------------------------------------------------------------------------

    async def record(self, id: str, address: str = "") -> str:
        """The record of a finished game."""
        return await self._guide.record(id, address)

    async def replay(self, id: str, viewer: str, address: str = "") -> bytes:
        """A finished game, or a record that was handed in, as a viewer (a colour, spectator, all) may read it: the JSON of a
        Replay, packed with gzip. It may be long, so it is not handled here any further."""
        return await self._guide.replay(id, viewer, address)

    async def proof(self, id: str, address: str = "") -> bytes:
        """JSON of all that chance decided in such a game (`Proof`)."""
        return await self._guide.proof(id, address)

    async def frame(self, id: str, number: int, viewer: str, address: str = "") -> bytes:
        """How such a game stood after so many choices: the JSON of a Frame."""
        return await self._guide.frame(id, number, viewer, address)

    async def beginning(self, id: str, number: int, address: str = "") -> bytes:
        """How a free board comes to that moment: the JSON of a StudyBegin."""
        return await self._guide.beginning(id, number, address)

    async def keep_record(self, text: bytes, address: str = "", who: Who = NOBODY) -> str:
        """Keep a record that is handed in, and say under which id."""
        return await self._guide.keep_record(text, address, who.person)

    async def unfinished(self, address: str) -> int:
        """How many games made from an address are neither finished nor given up."""
        return await self._store.unfinished(self._addresses.all(address))

    async def bot_games(self, address: str) -> int:
        """How many of them only bots play."""
        return await self._store.bot_games(self._addresses.all(address))

    @property
    def busy(self) -> bool:
        """Is something being carried out for somebody?"""
        return self._errands.busy

    def forget_all(self) -> None:
        """What is in memory is read again when it is asked for: the store has been changed by somebody else."""
        for id in self._memory.ids():
            self._memory.forget(id)

    # -- for health and metrics --------------------------------------------------------------------------------------------

    def share_budgets(self, spend: Callable[[str, str, int], None]) -> Callable[[str, str, int], None]:
        """`spend` is called with what addresses use at other processes; what they use here is told by what is returned."""
        self._neighbours.spend = spend
        return lambda kind, name, count: self._errands.run(self._neighbours.tell_spent(kind, name, count))

    async def healthy(self) -> bool:
        """Can something be written and read?"""
        return await self._health.fine()

    def figures(self) -> dict[str, float]:
        """Gauges and counters by name."""
        return {
            "games_in_memory": len(self._memory),
            "members": 1 + self.router.peer_count,
            "members_out_of_reach": self.router.unreachable_count,
            "subscribers": len(self._audience),
            "commits": self._store.written.commits,
            "changes": self._store.written.changes,
            "commit_seconds": self._store.written.seconds,
            "bot_choices": self._attendant.choices,
            "bot_failures": self._attendant.failures,
            "bot_seconds": self._attendant.seconds,
            "bot_waiting_seconds": self.thinker.waited,
            "bot_queue": self.thinker.queue,
            "reading_seconds": self._readers.seconds,
            "analysis_seconds": self._analysts.seconds,
            "loop_lag_seconds": self._lag.worst,
            "disk_free_bytes": self._retention.free_bytes() or 0,
            "bots_compiled": self.thinker.compiled,
        }

    # -- telling -----------------------------------------------------------------------------------------------------------

    def _info(self, hosted: Hosted) -> GameInfo:
        online = self._audience.online(hosted.id)
        return self._absences.added(hosted, hosted.info(self._now(), online, self._audience.watchers(hosted.id)), online)

    def _welcome(self, hosted: Hosted, viewers: Sequence[str]) -> Welcome:
        sights = [hosted.sight(viewer) for viewer in viewers or [SPECTATOR]]
        clock = clocks.shown(hosted.timing, self._now())
        plans = {colour: plan for colour, plan in hosted.aside.plans.items() if colour in viewers}
        return Welcome(self._info(hosted), hosted.version, sights, clock, hosted.chat, plans)

    def _tell_updates(self, hosted: Hosted, since: int) -> None:
        """What happened after a version; everything anew where that is more than is remembered."""
        if hosted.remembers(since):
            self._audience.tell_updates(hosted, since, self._now())
        else:
            self._tell_anew(hosted)

    def _tell_anew(self, hosted: Hosted) -> None:
        """Everything as it stands."""
        self._audience.tell_each(hosted.id, partial(self._welcome, hosted))

    def _show(self, hosted: Hosted, since: int, news: bool) -> None:
        """What has been written is told."""
        if hosted.version > since:
            self._tell_updates(hosted, since)
        if news:
            self._tell_news(hosted)
        self._begin(hosted)

    def _begin(self, hosted: Hosted) -> None:
        """Whatever is to happen by itself now: a clock, a bot."""
        self._sweep.set(hosted.row.deadline)
        if hosted.row.stage == PLAYING and any(colour in hosted.bots for colour in hosted.game.waiting):
            self._attendant.attend(hosted.id)
        self._planner.attend(hosted)
        self.pusher.attend(hosted)

    def _seated(self, hosted: Hosted) -> None:
        """Somebody has sat down; with the last one the game has begun, and chance may have drawn."""
        self._begin(hosted)
        if hosted.version:
            self._tell_updates(hosted, 0)
        self._tell_news(hosted)

    def _tell_news(self, hosted: Hosted) -> None:
        self._audience.dismiss(hosted)
        self._audience.tell(hosted.id, News(self._info(hosted)))

    def _caught_up(self, hosted: Hosted, since: int, said: list[ChatLine]) -> None:
        """The game had gone on elsewhere; whoever wrote there looks after its bots."""
        self._audience.dismiss(hosted)
        if hosted.version > since:
            self._tell_updates(hosted, since)
        for line in said:
            self._audience.tell(hosted.id, Said(line))
        self._tell_news(hosted)

    def _moved(self, game: str) -> None:
        """Somebody has come or gone."""
        hosted = self._memory.held(game)
        if hosted is not None:
            self._absences.note(hosted, self._audience.online(game))
        if self._open:
            self._errands.run(self._neighbours.tell_presence(game))

    def _watched(self, game: str) -> None:
        """A spectator has come or gone."""
        if self._open:
            self._errands.run(self._tell_watching(game))

    async def _tell_watching(self, game: str) -> None:
        with suppress(ProtocolError):
            self._tell_news(await self._memory.get(game))

    def _tell_presence(self, hosted: Hosted) -> None:
        self._absences.note(hosted, self._audience.online(hosted.id))
        self._tell_news(hosted)

    async def moved(self, come: set[str], gone: set[str], again: bool) -> None:
        """Processes have come and gone: the clocks and bots of games that are at home here now are looked after."""
        await self._neighbours.moved(come, gone, again)
        if gone or again:
            self._sweep.wake()
            await self._ask_bots()

    async def _ask_bots(self) -> None:
        for id in await self._store.waiting_for_bots(self._now()):
            self._attendant.attend(id)
