"""Runs bots when it is their turn, with at most one task per game."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.session import AtRandom, BotFailure, answered
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.server.bot_rng import bot_rng
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.commands.commands import LONGEST_GAME
from dungeon_twister.server.games.commands.draft import GameDraft
from dungeon_twister.server.games.sessions.active_game import BOT, ActiveGame
from dungeon_twister.server.games.sessions.event_log_game import EventLogGame
from dungeon_twister.server.games.sessions.game_cache import GameCache
from dungeon_twister.server.store import PLAYING, StoreError
from dungeon_twister.server.wire import encode
from dungeon_twister.server.workers import BotBackend, BotError, BotRequest

UNDER_WAY: Final = ("step", "take", "drop", "swap", "give", "stop")  # the parts of a walk follow faster
QUICKER: Final = 0.4
logger = logging.getLogger(__name__)


class BotRunner:
    """Asks bots for choices and commits them. `write` commits a draft; False means that the game
    had changed."""

    def __init__(
        self,
        cache: GameCache,
        bot_backend: BotBackend,
        watched: Callable[[str], bool],
        write: Callable[[ActiveGame, GameDraft], Awaitable[bool]],
        pace: float,
    ) -> None:
        self._cache = cache
        self._bot_backend = bot_backend
        self._watched = watched
        self._write = write
        self._pace = pace
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._thinking: dict[str, int] = {}  # game -> the version for which a bot is asked
        self._hurried: dict[str, int] = {}  # game -> the turn in which bots must choose at once
        self._resting: set[str] = set()  # games without viewers, where bots wait until one returns
        self.choices = 0
        self.failures = 0
        self.seconds = 0.0  # total thinking time of bots

    def attend(self, id: str) -> None:
        """Start the task of a game unless it runs."""
        running = self._tasks.get(id)
        if not self._cache.router.is_local(id):
            return
        if running is None or running.done():  # a finished task may have checked just before a change
            task = asyncio.create_task(self._play(id), name=f"bots of {id}")
            self._tasks[id] = task
            task.add_done_callback(lambda _: self._forget(id, task))

    def reconsider(self, id: str) -> None:
        """Stop a bot whose game has changed, such as by a resignation.

        It rests while nobody watches and is asked again when somebody does. Only the browser uses
        this: on a server games go on.
        """
        active, version = self._cache.held(id), self._thinking.get(id, -1)
        watched = self._watched(id)
        if version >= 0 and not (watched and active and active.version == version and active.row.stage == PLAYING):
            self._stop(id)
        if watched:
            self._resting.discard(id)
            self.attend(id)
        else:
            self._resting.add(id)

    def hurry(self, id: str) -> None:
        """Let bots choose quickly, without replies of the others, until the turn ends. Only the browser uses this."""
        active = self._cache.held(id)
        if active is None or id not in self._thinking:
            return
        self._hurried[id] = active.game.state.turn
        self._stop(id)
        self.attend(id)

    def _stop(self, id: str) -> None:
        self._thinking.pop(id)
        self._tasks.pop(id).cancel()

    def _forget(self, id: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(id) is task:
            del self._tasks[id]

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, id: str) -> None:
        try:
            while await self._one_choice(id):
                pass
        except StoreError:
            logger.warning("a bot's choice could not be stored; it is asked again later")
        except ProtocolError as error:  # the game was deleted, or cannot be written at the moment
            logger.warning("a bot's choice is not made: %s", error.reason.code)
        except Exception:
            logger.exception("a bot could not be looked after")

    async def _one_choice(self, id: str) -> bool:
        """Let a bot decide once; return whether there is more to do."""
        if id in self._resting:
            return False
        active = await self._cache.get(id)
        game, colour = active.game, next((colour for colour in active.game.waiting if colour in active.bots), "")
        if active.row.stage != PLAYING or not colour or active.version >= LONGEST_GAME:
            return False
        if not self._cache.router.is_local(id):  # another process asks it from now on
            return False
        version, began = active.version, asyncio.get_running_loop().time()
        answer = await self._ask(active, game, colour)
        if self._watched(id) and self._pace and not game.together:  # nobody watches a sealed choice
            pause = self._pace * (QUICKER if isinstance(answer, Choice) and answer.do in UNDER_WAY else 1.0)
            await asyncio.sleep(max(0.0, began + pause - asyncio.get_running_loop().time()))
        async with self._cache.locked(id) as active:
            if active.version != version or active.row.stage != PLAYING or colour not in active.game.waiting:
                return True  # a resignation, or another process was quicker
            draft = GameDraft(active)
            instead = AtRandom(bot_rng(game.game.seed, version, "instead"), partial(self._failed, active, colour))
            if colour in draft.game.together:
                state = draft.game.envelope(colour).state
                draft.seal(colour, answered(state, legal(state), answer, instead))
            else:
                draft.game.decide(draft.game.answered(answer, instead))
            draft.settle()
            await self._write(active, draft)
            self.choices += 1
        return True

    async def _ask(self, active: ActiveGame, game: EventLogGame, colour: str) -> Choice | BotError:
        request = BotRequest(
            active.bots[colour],
            f"{active.id} {colour}",
            f"{bot_rng(game.game.seed, 0, colour).getrandbits(128):x}",  # for its own random source, if it starts anew
            game.version,
            encode(game.view(game.seat(colour))),
            active.row.address or active.id,
            any(seat.who != BOT and not game.has_resigned(seat.colour) for seat in active.seats),
            hurried=self._hurried.get(active.id) == game.state.turn,
        )
        began = time.perf_counter()
        self._thinking[active.id] = game.version
        try:
            return await self._bot_backend.choose(request)
        except BotError as error:
            return error
        finally:
            if self._tasks.get(active.id) is asyncio.current_task():  # else it was stopped, and another task may be running
                self._thinking.pop(active.id, None)
            self.seconds += time.perf_counter() - began

    def _failed(self, active: ActiveGame, colour: str, failure: BotFailure) -> None:
        logger.error("the bot %s failed in game %s: %s", active.bots[colour], active.id, failure.sentence)
        self.failures += 1
