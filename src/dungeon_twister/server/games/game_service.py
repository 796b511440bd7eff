"""The game service of a process: creates games, applies commands, and notifies subscribers.

A command is written with its answer in one transaction before anything is sent.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.address_hashes import AddressHasher
from dungeon_twister.server.cluster import GameRouter
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.background.advice_threads import AdviceThreads
from dungeon_twister.server.games.background.background_tasks import BackgroundTasks
from dungeon_twister.server.games.background.bot_runner import BotRunner
from dungeon_twister.server.games.background.clock_grace import grant_clock_grace
from dungeon_twister.server.games.background.deadlines import DeadlineSweeper
from dungeon_twister.server.games.background.plan_runner import PlanRunner
from dungeon_twister.server.games.caller import NOBODY, Caller
from dungeon_twister.server.games.commands.bot_takeover import Absences
from dungeon_twister.server.games.commands.commands import LONGEST_ID, RefusedError, carry_out
from dungeon_twister.server.games.commands.draft import GameDraft, written
from dungeon_twister.server.games.commands.seat_claims import SeatClaims
from dungeon_twister.server.games.lobby.game_creation import GameCreation
from dungeon_twister.server.games.lobby.host_controls import HostControls
from dungeon_twister.server.games.lobby.lobby import Lobby
from dungeon_twister.server.games.lobby.pairing import Pairing
from dungeon_twister.server.games.notifications.audience import Audience, Deliver, Gone, Subscription
from dungeon_twister.server.games.notifications.chat import Chat
from dungeon_twister.server.games.notifications.peers import Peers
from dungeon_twister.server.games.notifications.push_notifications import PushNotifier
from dungeon_twister.server.games.notifications.removals import Removals
from dungeon_twister.server.games.people.account_deletion import AccountDeletion
from dungeon_twister.server.games.people.device_transfer import DeviceTransfer
from dungeon_twister.server.games.people.moderation import Moderation
from dungeon_twister.server.games.people.people import People
from dungeon_twister.server.games.people.recovery import AccountRecovery
from dungeon_twister.server.games.queries.analyses import Analyses
from dungeon_twister.server.games.queries.balance_runs import BalanceRuns
from dungeon_twister.server.games.queries.evaluations import Evaluations
from dungeon_twister.server.games.queries.game_queries import GameQueries
from dungeon_twister.server.games.queries.hint_service import HintService
from dungeon_twister.server.games.queries.learner_progress import LearnerProgress
from dungeon_twister.server.games.queries.player_history import PlayerHistory
from dungeon_twister.server.games.queries.public_shelf import PublicShelf, ShelfPolicy
from dungeon_twister.server.games.queries.puzzle_checks import PuzzleChecks
from dungeon_twister.server.games.sessions import clocks
from dungeon_twister.server.games.sessions.active_game import PERSON, ActiveGame
from dungeon_twister.server.games.sessions.event_log_game import ONLOOKER
from dungeon_twister.server.games.sessions.game_cache import TRIES, GameCache, storage_trouble
from dungeon_twister.server.games.sessions.seats import log_rows
from dungeon_twister.server.protocol import Again, ClaimSeat, Created, GameInfo, Join, NewGame, OwnGame
from dungeon_twister.server.socket_protocol import (
    Changed,
    ChatLine,
    Command,
    CommandAnswer,
    News,
    Said,
    Say,
    Update,
    Welcome,
)
from dungeon_twister.server.store import PLAYING, AnswerRow, EventLoopLag, GameRow, Health, Retention, RetentionPolicy, changes
from dungeon_twister.server.workers import AnalysisPool, BotBackend, ReplayPool

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store

__all__ = ["SPECTATOR", "GameService", "ProtocolError", "Subscription"]

SPECTATOR: Final = ONLOOKER
CLAIM_AFTER: Final = 600.0  # seconds after which the seat of a player who is away may be claimed


class GameService:
    """All games of a process.

    Every method may raise ProtocolError (`.reason: Reason`, `.status: int` for HTTP). Codes:
    unknown-game 404, unknown-code 404, wrong-token 403, no-seat 409 (none is free, or the colour is
    taken), bad-game 422 (scenario, options, clock, seats), seed-with-others 422, bad-contribution
    422, not-over 409, game-over 409, given-up 410, others-play 409, not-the-maker 403, own-seat
    409, seat-has-moved 409, silent-allies 409, unknown-replay 404, bad-record 422, unknown-frame
    404, storage 503.
    """

    def __init__(
        self,
        store: Store,
        bot_backend: BotBackend,
        now: Callable[[], float] = time.time,
        pace: float = 0.35,
        most_games: int = 600,
        replay_pool: ReplayPool | None = None,
        analysis_pool: AnalysisPool | None = None,
        retention: RetentionPolicy | None = None,
        steady: Callable[[], float] = time.monotonic,
        router: GameRouter | None = None,
        claim_after: float = CLAIM_AFTER,
        shelf: ShelfPolicy | None = None,
    ) -> None:
        self._store = store
        self.bot_backend = bot_backend
        self._replay_pool = replay_pool or ReplayPool()
        self._analysis_pool = analysis_pool or AnalysisPool()
        self._now = now
        self.router = router or GameRouter()
        self.router.register(self)
        self._audience = Audience(self._moved, self._watched)
        self._cache = GameCache(store, self._audience.watches, self._caught_up, most_games, self.router)
        self.bot_runner = BotRunner(self._cache, bot_backend, self._audience.watches, self._write, pace)
        self.people = People(store, self._cache, now)
        self._peers = Peers(store, self._cache, self._audience, self.router, self._send_presence, self._begin, self.people)
        self.transfer = DeviceTransfer(store, self.people, now, self._peers.seats_changed)
        self._retention = Retention(store, retention or RetentionPolicy(), self._cache.forget)
        self._grant_grace = partial(grant_clock_grace, store, self._cache, self._send_welcome)
        self._sweeper = DeadlineSweeper(
            store, now, self._expire, self.bot_runner.attend, self._tidy, self._grant_grace, steady, self.router
        )
        self.recovery = AccountRecovery(store, self.people, now)
        self._addresses = AddressHasher()
        self.creation = GameCreation(store, self._cache, self.people, self._addresses, now)
        self.player_history = PlayerHistory(store, self.people, self.creation, self._audience.online)
        self.account_deletion = AccountDeletion(self, self._cache, self.people)
        self.removals = Removals(store, self._cache, self._audience, self.people, self._send_news)
        self.lobby = Lobby(store, self._audience.watchers, now)
        self._tasks = BackgroundTasks()
        self.pairing = Pairing(self, self._tasks)
        self._host_controls = HostControls(self._cache, now)
        self._advice = AdviceThreads()
        self.queries = GameQueries(store, self._cache, self._replay_pool, self._retention, self._advice, self._addresses, now)
        self.shelf = PublicShelf(store, self.queries, self._retention, self._addresses, now, shelf) if shelf else None
        self.moderation = Moderation(store, self._cache, self._addresses, now)
        self.learner_progress = LearnerProgress(store, now, self.queries.facts)
        self.hints = HintService(self._cache, self._analysis_pool, self.learner_progress.note_hint)
        self.evaluations = Evaluations(self._analysis_pool)
        self.balance_runs = BalanceRuns(self._analysis_pool, self.queries)
        self.puzzle_checks = PuzzleChecks(self._analysis_pool, self.queries)
        self.analyses = Analyses(store, self._analysis_pool, self.queries.finished, self._retention.check_room)
        self.health = Health(store)
        self._lag = EventLoopLag()
        self._chat = Chat(self._cache, self._audience, now)
        self._plan_runner = PlanRunner(self._cache, self._tasks, self._advice, self._write, now)
        self._absences = Absences(now)
        self._claim_after = claim_after
        self._claims = SeatClaims(self._cache, now, self._deserted, self.recovery.has_way_back)
        self.notifier = PushNotifier(store, self._tasks, self._audience.online, now)
        self._open = False

    async def open(self, begin: bool = True) -> None:
        """Open the store, which migrates its tables."""
        await self._store.open()
        self._addresses.load(await self._store.address_keys(self._now()))
        await self.bot_backend.open()
        await self._replay_pool.open()
        await self._analysis_pool.open()
        await self._store.listen(self._peers.receive)
        if begin:
            await self.begin()

    async def begin(self) -> None:
        """Join the cluster, start the clocks and ask the bots whose turn it is."""
        self._open = True
        await self.router.open()
        if not self.router.peer_count:  # otherwise another process has served the games meanwhile
            await self._grant_grace(self._now())
        self._sweeper.open()
        self._lag.open()
        await self._ask_bots()

    async def close(self) -> None:
        """Finish pending writes. Nothing more is sent."""
        self._open = False
        await self.router.close()
        await self._sweeper.close()
        await self.lobby.close()
        await self._lag.close()
        await self.bot_runner.close()
        await self._tasks.close()
        self._advice.close()
        await self.hints.close()
        await self.evaluations.close()
        await self.analyses.close()
        await self.bot_backend.close()
        await self._replay_pool.close()
        await self._analysis_pool.close()
        await self._store.close()

    # -- games and seats -------------------------------------------------------------------------------------------------

    async def create(self, wish: NewGame, address: str, who: Caller = NOBODY) -> Created:
        """Create a game; return it with the keys of the creator's seats."""
        self._retention.check_room()
        await self.lobby.check_room(wish.room)
        if wish.position:
            wish = await self.queries.placed(wish, address)
        elif wish.declared:
            await self.queries.check(wish.declared, dict(wish.options), address)
        active, held = await self._tasks.finish(self.creation.create(wish, address, who))
        self._begin(active)
        return Created(self._info(active), held, active.counts(held, wish.contribution))

    async def join(self, id: str, wish: Join, who: Caller = NOBODY) -> Created:
        """Take a free seat."""
        active, held = await self._tasks.finish(self.creation.join(id, wish, who))
        self._seated(active)
        return Created(self._info(active), held, active.counts(held, wish.contribution))

    async def delete(self, id: str, token: str) -> None:
        """Delete a game that one plays alone, or that one has created and that has not begun."""
        self._send_news(await self._tasks.finish(self._host_controls.give_up(id, await self.creation.key(id, token))))

    async def publish(self, id: str, token: str, listed: bool, paired: bool = False) -> GameInfo:
        """Let everybody find a game, or only people with its link; for its maker. `paired`: first
        moves are due soon, because the players are strangers."""
        active = await self._tasks.finish(self._host_controls.publish(id, await self.creation.key(id, token), listed, paired))
        self._sweeper.set(active.row.first_move_by)
        self._send_news(active)
        return self._info(active)

    async def seat(self, id: str, colour: str, token: str, who: str) -> GameInfo:
        """Free a seat whose player never moved, or put a bot on a free one; for the maker of the
        game."""
        active = await self._tasks.finish(self._host_controls.seat(id, colour, await self.creation.key(id, token), who))
        self._seated(active)
        return self._info(active)

    async def claim(self, id: str, who: Caller, wish: ClaimSeat) -> GameInfo:
        """Claim one's seat without its key."""
        active = await self._tasks.finish(self._claims.ask(id, who, wish))
        self._send_news(active)
        return self._info(active)

    async def withdraw_claim(self, id: str, who: Caller) -> GameInfo:
        """Withdraw a claim."""
        active = await self._tasks.finish(self._claims.withdraw(id, who))
        self._send_news(active)
        return self._info(active)

    def _deserted(self, active: ActiveGame) -> list[str]:
        """Return the colours whose players have been away long enough for a claim."""
        wait = max(self._claim_after, clocks.DAY) if active.row.clock.startswith(clocks.DAYS) else self._claim_after
        here, now = self._audience.online(active.id), self._now()
        people = [seat.colour for seat in active.seats if seat.who == PERSON and seat.colour not in here]
        return [colour for colour in people if now - self._absences.since(active, colour) >= wait]

    async def rematch(self, id: str, token: str, wish: Again | None = None) -> Created:
        """Create a rematch with rotated colours, or take one's seats in the one that exists."""
        self._retention.check_room()
        wish = wish or Again()
        old, active, held = await self._tasks.finish(self.creation.rematch(id, token, wish))
        self._send_news(old)
        self._seated(active)
        return Created(self._info(active), held, active.counts(held, wish.contribution))

    async def info(self, id: str) -> GameInfo:
        return self._info(await self._cache.get(id))

    async def by_code(self, code: str) -> GameInfo:
        return await self.creation.by_code(code, self._audience.online)

    async def open_games(self) -> list[GameInfo]:
        """Return the listed games with free seats, the newest first."""
        return await self.creation.open_games(self._audience.online)

    async def own(self, tokens: Sequence[str], who: Caller = NOBODY) -> list[OwnGame]:
        """Return the games of these tokens and of a person, the latest change first."""
        return await self.creation.own(tokens, who, self._audience.online)

    async def seat_of(self, id: str, token: str) -> str:
        """Return the colour of a token."""
        return (await self.creation.seat_of(id, token)).colour

    # -- watching. `viewers`: colours held, or [] / ["spectator"] for spectators ---------------------------------------

    async def welcome(self, id: str, viewers: Sequence[str]) -> Welcome:
        """Return the whole state for viewers."""
        return self._welcome(await self._cache.get(id), viewers)

    async def updates(self, id: str, viewers: Sequence[str], since: int) -> list[Update] | Welcome:
        """Return one Update per viewer after a version. Return nothing if nothing happened, and a
        Welcome if the version is too old."""
        active = await self._cache.get(id)
        if since > active.version and self._store.shared:
            active.behind = True
            active = await self._cache.get(id)
        if since == active.version and not active.game.together:  # simultaneous choices do not change the version
            return []
        if since == active.version or not active.remembers(since):
            return await self.welcome(id, viewers)
        return [active.update(viewer, since, self._now()) for viewer in viewers or [SPECTATOR]]

    def welcome_now(self, id: str, viewers: Sequence[str]) -> Welcome | None:
        """Return the whole state while a message is delivered; None: the game is not in memory."""
        active = self._cache.held(id)
        return self._welcome(active, viewers) if active is not None else None

    def changed(self, id: str, update: Update) -> Changed | None:
        """Return a delivered Update as a difference from the viewer's previous view; None: send it
        whole."""
        active = self._cache.held(id)
        return active.changed(update) if active is not None else None

    def subscribe(
        self, id: str, viewers: Sequence[str], deliver: Deliver, keys: Mapping[str, str] | None = None, gone: Gone | None = None
    ) -> Subscription:
        """Deliver every Update (one per viewer), News and Said from now on, in order, after they
        are durable.

        `deliver` is called on the event loop and must not block. To miss nothing, subscribe first,
        then call welcome() or updates(), and drop Updates up to that version. `keys`: colour ->
        hash of the token that was shown for it. When the seat gets another token, `gone` is called
        and the subscription ends.
        """
        return self._audience.join(id, viewers, deliver, keys or {}, gone)

    # -- playing ---------------------------------------------------------------------------------------------------------

    async def command(self, id: str, seat: str, command: Command, sheltered: bool = False) -> CommandAnswer:
        """Apply a command of a seat, the colour that the token proved.

        A refused command raises nothing: its Answer has the reason (`stale` if the version is not
        the current one). A repeated id gets the same Answer and changes nothing. Of refusals only
        the latest are remembered, and only in this process. `sheltered`: the caller is not
        cancelled before it is done.
        """
        if not 1 <= len(command.id) <= LONGEST_ID or not command.id.isprintable():
            return CommandAnswer(command.id[:LONGEST_ID], 0, Reason("unreadable", sentence="A command needs a short id."))
        work = self._command(id, seat, command)
        return await (self._tasks.shelter(work) if sheltered else self._tasks.finish(work))

    async def _command(self, id: str, seat: str, command: Command) -> CommandAnswer:
        for _ in range(TRIES):
            async with self._cache.locked(id) as active:
                if not active.has_done(seat, command.id) and getattr(command, "version", 0) > active.version:
                    await self._cache.catch_up(active)  # the client has a newer version than this process
                known = active.known(seat, command.id)
                if known is not None:
                    return known
                answer = await self._carry_out(active, seat, command)
            if answer is not None:
                return answer
        raise storage_trouble()

    async def _carry_out(self, active: ActiveGame, seat: str, command: Command) -> CommandAnswer | None:
        """Return the answer; None if another process has written first and everything must be
        checked again."""
        try:
            absent = partial(self._absences.long, active, self._audience.online)
            draft = carry_out(active, seat, command, self._now(), absent, partial(self._deserted, active))
        except RefusedError as refused:
            answer = CommandAnswer(command.id, active.version, refused.reason)
            active.remember_refusal(seat, answer)
            return answer
        answer = CommandAnswer(command.id, draft.game.version)
        return answer if await self._write(active, draft, seat, answer) else None

    async def _write(self, active: ActiveGame, draft: GameDraft, seat: str = "", answer: CommandAnswer | None = None) -> bool:
        """Commit a draft, then send it. False: the game had changed and was read again."""
        now, before, shown, pending = self._now(), active.row, active.shown(), active.pending
        after = written(active, draft, now)
        rows = log_rows(active.id, draft.game, answer.id if answer else "", now)
        stored = AnswerRow(active.id, seat, answer.id, answer.version, now) if answer is not None else None
        pairs = [(old, new) for old, new in zip(active.seats, draft.seats, strict=True) if old != new]
        if not await self._cache.write(active, changes.advance(before, after, rows, stored, pairs)):
            return False
        active.seats = draft.seats
        active.advance(after, draft.game, rows)
        if answer is not None:
            active.remember(seat, answer)
            active.acted[seat] = now
        self._show(active, before.version, shown != active.shown())
        if after.version == before.version and active.pending.sealed != pending.sealed:
            self._send_sealed(active, before, pending.sealed)
        elif after.version == before.version and after.timing != before.timing:
            self._send_welcome(active)
        self._audience.send_plans(active, pending.plans)
        return True

    def _send_sealed(self, active: ActiveGame, before: GameRow, sealed: Mapping[str, list[str]]) -> None:
        """Send everybody that a player has chosen or taken it back; send a partial choice to its player only."""
        if active.row.waiting != before.waiting:
            self._audience.send_choosing(active, self._now())
            return
        for colour in active.game.together:
            if active.pending.sealed.get(colour) != sealed.get(colour):
                self._audience.send_choosing(active, self._now(), colour)

    async def _expire(self, id: str) -> None:
        """Handle a deadline of a game."""
        async with self._cache.locked(id) as active:
            if await self._host_controls.call_off(active):
                self._send_news(active)
                return
            late, due = clocks.first_to_end(active.timing), clocks.deadline(active.timing)
            if active.row.stage != PLAYING or late is None or due is None or due > self._now():
                active.behind = active.behind or self._store.shared
                return
            draft = GameDraft(active)
            draft.time_out(late.who, late.kind in clocks.FATAL)
            draft.settle()
            await self._write(active, draft)

    async def _tidy(self, now: float) -> None:
        """Do the hourly cleanup."""
        self._addresses.load(await self._store.address_keys(now))
        await self._retention.tidy(now)

    async def check_clocks(self) -> None:
        """Act on every deadline that has passed. The sweeper does this by itself when the time
        comes."""
        await self._sweeper.look()

    async def say(self, id: str, seat: str, say: Say) -> ChatLine:
        """Add a chat line. A repeated id adds nothing."""
        return await self._tasks.finish(self._chat.say(id, seat, say))

    async def unfinished(self, address: str) -> int:
        """Return the number of unfinished games created from an address."""
        return await self._store.unfinished(self._addresses.all(address))

    async def bot_games(self, address: str) -> int:
        """Return the number of unfinished games of an address that only bots play."""
        return await self._store.bot_games(self._addresses.all(address))

    @property
    def busy(self) -> bool:
        """Whether work for a caller is running."""
        return self._tasks.busy

    def forget_all(self) -> None:
        """Drop all games from memory, because the store was changed elsewhere."""
        for id in self._cache.ids():
            self._cache.forget(id)

    # -- for health and metrics --------------------------------------------------------------------------------------------

    def share_budgets(self, spend: Callable[[str, str, int], None]) -> Callable[[str, str, int], None]:
        """Share hourly budgets with other processes.

        `spend` is called with what addresses use there; the returned function reports what they use
        here.
        """
        self._peers.spend = spend
        return lambda kind, name, count: self._tasks.run(self._peers.send_spent(kind, name, count))

    def figures(self) -> dict[str, float]:
        """Return gauges and counters by name."""
        return {
            "games_in_memory": len(self._cache),
            "members": 1 + self.router.peer_count,
            "members_out_of_reach": self.router.unreachable_count,
            "subscribers": len(self._audience),
            "commits": self._store.written.commits,
            "changes": self._store.written.changes,
            "commit_seconds": self._store.written.seconds,
            "bot_choices": self.bot_runner.choices,
            "bot_failures": self.bot_runner.failures,
            "bot_seconds": self.bot_runner.seconds,
            "bot_waiting_seconds": self.bot_backend.waited,
            "bot_queue": self.bot_backend.queue,
            "reading_seconds": self._replay_pool.seconds,
            "analysis_seconds": self._analysis_pool.seconds,
            "loop_lag_seconds": self._lag.worst,
            "disk_free_bytes": self._retention.free_bytes() or 0,
            "bots_compiled": self.bot_backend.compiled,
        }

    # -- sending -----------------------------------------------------------------------------------------------------------

    def _info(self, active: ActiveGame) -> GameInfo:
        online = self._audience.online(active.id)
        return self._absences.added(active, active.info(self._now(), online, self._audience.watchers(active.id)), online)

    def _welcome(self, active: ActiveGame, viewers: Sequence[str]) -> Welcome:
        sights = [active.sight(viewer) for viewer in viewers or [SPECTATOR]]
        clock = clocks.shown(active.timing, self._now())
        plans = {colour: plan for colour, plan in active.pending.plans.items() if colour in viewers}
        return Welcome(self._info(active), active.version, sights, clock, active.chat, plans)

    def _send_updates(self, active: ActiveGame, since: int) -> None:
        """Send what happened after a version, or the whole state if that version is too old."""
        if active.remembers(since):
            self._audience.send_updates(active, since, self._now())
        else:
            self._send_welcome(active)

    def _send_welcome(self, active: ActiveGame) -> None:
        """Send the whole state."""
        self._audience.send_each(active.id, partial(self._welcome, active))

    def _show(self, active: ActiveGame, since: int, news: bool) -> None:
        """Send what has been written."""
        if active.version > since:
            self._send_updates(active, since)
        if news:
            self._send_news(active)
        self._begin(active)

    def _begin(self, active: ActiveGame) -> None:
        """Start the follow-up work: clocks, bots, plans, push messages."""
        self._sweeper.set(active.row.deadline)
        if active.row.stage == PLAYING and any(colour in active.bots for colour in active.game.waiting):
            self.bot_runner.attend(active.id)
        self._plan_runner.attend(active)
        self.notifier.attend(active)

    def _seated(self, active: ActiveGame) -> None:
        """Handle a taken seat. With the last one the game begins, and chance may draw."""
        self._begin(active)
        if active.version:
            self._send_updates(active, 0)
        self._send_news(active)

    def _send_news(self, active: ActiveGame) -> None:
        self._audience.dismiss(active)
        self._audience.send(active.id, News(self._info(active)))

    def _caught_up(self, active: ActiveGame, since: int, said: list[ChatLine]) -> None:
        """Handle changes by another process, which also looks after the bots."""
        self._audience.dismiss(active)
        if active.version > since:
            self._send_updates(active, since)
        for line in said:
            self._audience.send(active.id, Said(line))
        self._send_news(active)

    def _moved(self, game: str) -> None:
        """Handle a player who came online or went offline."""
        active = self._cache.held(game)
        if active is not None:
            self._absences.note(active, self._audience.online(game))
        if self._open:
            self._tasks.run(self._peers.send_presence(game))

    def _watched(self, game: str) -> None:
        """Handle a spectator who came or left."""
        if self._open:
            self._tasks.run(self._send_watching(game))

    async def _send_watching(self, game: str) -> None:
        with suppress(ProtocolError):
            self._send_news(await self._cache.get(game))

    def _send_presence(self, active: ActiveGame) -> None:
        self._absences.note(active, self._audience.online(active.id))
        self._send_news(active)

    async def moved(self, come: set[str], gone: set[str], again: bool) -> None:
        """Handle processes that joined or left: look after clocks and bots of the games that are
        local now."""
        await self._peers.moved(come, gone, again)
        if gone or again:
            self._sweeper.wake()
            await self._ask_bots()

    async def _ask_bots(self) -> None:
        for id in await self._store.waiting_for_bots(self._now()):
            self.bot_runner.attend(id)
