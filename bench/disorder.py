"""Two clients whose messages are lost, doubled, delayed and reordered: `python bench/disorder.py [--commands 10000]`.

Each client knows only what gets through to it. Whatever happens on the way, an accepted command is done once, both clients
come to see the same versions of the game alike, and in the end both agree with the log.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from dungeon_twister.game.views import CardView, View
from dungeon_twister.server.games.game_service import GameService
from dungeon_twister.server.protocol import Created, Join, NewGame
from dungeon_twister.server.socket_protocol import Choosing, Command, CommandAnswer, Do, DrawOffer, Fill, Undo, Update, Welcome
from dungeon_twister.server.store.sql_store import Store
from dungeon_twister.server.workers.bot_pool import InProcessBots

LOSES, DOUBLES, DELAYS = 0.15, 0.2, 0.3  # parts of the messages, each way
SETUPS = ("base", "standard")
SECRET = ("leave-out", "starters", "select", "face", "combat")  # decisions that several make at the same time


@dataclass
class Client:
    """A client behind a bad line. It believes an update only if it has seen what went before, and asks anew otherwise."""

    seat: str
    version: int = -1
    view: View | CardView | None = None
    seen: dict[int, View | CardView] = field(default_factory=dict)
    answers: dict[str, CommandAnswer] = field(default_factory=dict)
    lost: bool = True

    def welcome(self, message: Welcome) -> None:
        if message.version >= self.version:
            self._show(message.version, message.sights[0].view)
        self.lost = False

    def hear(self, message: Update | Welcome | Choosing) -> None:
        if isinstance(message, Welcome):
            self.welcome(message)
        elif isinstance(message, Choosing):
            if message.version == self.version:
                self._show(message.version, message.sight.view)
        elif message.since == self.version:
            self._show(message.version, message.sight.view)
        elif message.version > self.version:
            self.lost = True

    def _show(self, version: int, view: View | CardView) -> None:
        if view.pending and view.pending[-1].kind not in SECRET:  # while several choose, each sees what he has chosen
            assert self.seen.setdefault(version, view) == view, f"version {version} looks different to {self.seat}"
        self.version, self.view = version, view


class Line:
    """What goes over it may be lost, doubled, or come late and out of order."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._waiting: list[object] = []

    def put(self, message: object) -> None:
        if self._rng.random() >= LOSES:
            self._waiting += [message] * (2 if self._rng.random() < DOUBLES else 1)

    def take(self) -> list[object]:
        """What arrives now."""
        if self._rng.random() < DELAYS:
            self._rng.shuffle(self._waiting)
        count = self._rng.randint(0, len(self._waiting))
        arrived, self._waiting = self._waiting[:count], self._waiting[count:]
        return arrived


class Play:
    """One game, two clients, two lines each."""

    def __init__(self, games: GameService, made: Created, rng: random.Random, tally: Counter[str]) -> None:
        self.games, self.id, self.rng, self.tally = games, made.info.id, rng, tally
        self.clients = [Client(seat.colour) for seat in made.info.seats]
        self.up = [Line(rng) for _ in self.clients]
        self.down = [Line(rng) for _ in self.clients]
        self.sent: dict[str, list[Command]] = {client.seat: [] for client in self.clients}
        self.accepted: dict[str, int] = {}
        self.subscriptions = [
            games.subscribe(self.id, [client.seat], line.put) for client, line in zip(self.clients, self.down, strict=True)
        ]
        self.over = False

    async def step(self) -> int:
        """Each client sends something, the lines deliver something; gives how many commands reached the hall."""
        reached = 0
        for number, client in enumerate(self.clients):
            if client.lost and self.rng.random() < 0.5:
                client.welcome(await self.games.welcome(self.id, [client.seat]))
            command = self._command(client)
            self.sent[client.seat] = [*self.sent[client.seat][-20:], command]
            self.up[number].put(command)
            arrived = self.up[number].take()
            reached += len(arrived)
            for answer in await asyncio.gather(*(self._reach(client.seat, one) for one in arrived)):
                self.down[number].put(answer)
            for message in self.down[number].take():
                self._deliver(client, message)
        self.over = (await self.games.info(self.id)).stage == "over"
        return reached

    def _command(self, client: Client) -> Command:
        """Mostly what the client thinks it may do; else something old, early, or out of turn."""
        rng, seat, id = self.rng, client.seat, f"{self.rng.getrandbits(64):x}"
        if self.sent[seat] and rng.random() < 0.2:
            return rng.choice(self.sent[seat])
        version = client.version if rng.random() < 0.85 else client.version + rng.randint(-3, 3)
        kind = rng.random()
        if kind < 0.08:
            return Undo(id, seat, version, rng.randint(1, 3))
        if kind < 0.1:
            return Fill(id, seat, version)
        if kind < 0.12:
            return DrawOffer(id, seat, rng.choice(("offer", "decline")) if seat == self.clients[0].seat else "decline")
        choices = client.view.choices if client.view is not None else []
        return Do(id, seat, version, [rng.choice(choices) if choices else "pass"])

    async def _reach(self, seat: str, command: object) -> CommandAnswer:
        assert isinstance(command, Do | Undo | Fill | DrawOffer)
        answer = await self.games.command(self.id, seat, command)
        self.tally[answer.reason.code if answer.reason else "done"] += 1
        if answer.reason is None:
            assert self.accepted.setdefault(command.id, answer.version) == answer.version
        return answer

    def _deliver(self, client: Client, message: object) -> None:
        if isinstance(message, CommandAnswer):
            before = client.answers.setdefault(message.id, message)
            assert before == message, f"two answers to {message.id}: {before} and {message}"
            client.lost = client.lost or (message.reason is not None and message.reason.code == "stale")
        elif isinstance(message, Update | Welcome | Choosing):
            client.hear(message)

    async def agree(self, again: GameService, store: Store) -> None:
        """In the end both see what a hall sees that knows the log only, and each accepted command is in the log once."""
        for client in self.clients:
            client.welcome(await self.games.welcome(self.id, [client.seat]))
            fresh = await again.welcome(self.id, [client.seat])
            assert (client.version, client.view) == (fresh.version, fresh.sights[0].view)
        rows = await store.log(self.id)
        assert [row.version for row in rows] == list(range(1, len(rows) + 1))
        last = {row.command_id: row.version for row in rows if row.command_id}
        assert {id: version for id, version in self.accepted.items() if id in last} == last
        for row in rows:
            assert row.who == "chance" or row.command_id in self.accepted


async def disorder(commands: int, folder: Path, seed: int = 0) -> Counter[str]:
    """So many commands reach the hall; gives what became of them."""
    rng, tally = random.Random(seed), Counter[str]()
    url = f"sqlite:///{folder / 'games.db'}"
    games = GameService(Store(url), InProcessBots(), pace=0.0)
    await games.open()
    plays: list[Play] = []
    try:
        reached = 0
        while reached < commands:
            scenario = SETUPS[len(plays) % len(SETUPS)]
            made = await games.create(NewGame(scenario, seats={"blue": "you"}), "")
            await games.join(made.info.id, Join("Ben"))
            play = Play(games, made, rng, tally)
            plays.append(play)
            part = commands // 4 + 1
            while part > 0 and reached < commands and not play.over:
                now = await play.step()
                reached, part = reached + now, part - now
        store = Store(url)
        again = GameService(store, InProcessBots(), pace=0.0)
        await again.open()
        try:
            for play in plays:
                await play.agree(again, store)
        finally:
            await again.close()
    finally:
        await games.close()
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally = asyncio.run(disorder(args.commands, Path(folder), args.seed))
    print(f"{sum(tally.values())} commands (seed {args.seed}), the clients agree: {dict(tally.most_common())}")


if __name__ == "__main__":
    main()
