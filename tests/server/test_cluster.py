"""Several processes on one PostgreSQL database: every game is at home in one of them, people may come to any, and if a home is
killed another one takes over."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random
from secrets import token_hex

import pytest
from websockets.exceptions import ConnectionClosed

from dungeon_twister.cli.doctor_command import members_of
from dungeon_twister.server.cluster import home_of
from dungeon_twister.server.cluster.cluster_router import SETTLING
from tests.server.live import Client, Live, Message
from tests.server.test_serve import Running, started
from tests.server.test_transport_floods import MEGABYTE, PING, flood, frame, watching

NONE = ("REQUEST_RATE", "PACE", "READING_WORKERS", "ANALYSIS_WORKERS", "STUDY_WORKERS", "HANDOVER_SECONDS")
FEW = ("MESSAGE_RATE", "MESSAGE_BURST")
QUICK = {f"DUNGEON_TWISTER_{name}": value for names, value in ((NONE, "0"), (FEW, "1000")) for name in names}
MOST_SECONDS = 60.0  # until everybody goes on after a home was killed: five by design, more on a busy machine
MANY = 2000

needs_processes = pytest.mark.skipif(sys.platform == "win32", reason="there the tests start no PostgreSQL")


def test_only_the_games_of_a_newcomer_move() -> None:
    members = tuple(f"member {number}" for number in range(4))
    newcomer = "member 4"
    games = [token_hex(8) for _ in range(MANY)]
    before = {game: home_of(game, members) for game in games}
    after = {game: home_of(game, (*members, newcomer)) for game in games}
    moved = [game for game in games if before[game] != after[game]]
    assert all(after[game] == newcomer for game in moved)
    assert 0.8 * MANY / 5 < len(moved) < 1.2 * MANY / 5
    assert all(0.8 * MANY / 4 < count < 1.2 * MANY / 4 for count in Counter(before.values()).values())
    assert before == {game: home_of(game, members[::-1]) for game in games}  # in whatever order they are known


class Seat:
    """A player at some process, who comes back to any when he loses it."""

    def __init__(self, game: str, colour: str, token: str) -> None:
        self.game, self.colour, self.token = game, colour, token
        self.client: Client | None = None
        self.version = -1
        self.view: Message = {}
        self.answered: dict[str, int] = {}  # command -> version

    def take(self, message: Message) -> None:
        kind = message["type"]
        if kind in ("welcome", "update"):
            sight = message["sight"] if kind == "update" else message["sights"][0]
            assert message["version"] >= self.version, "what was shown is lost"
            self.version, self.view = message["version"], sight["view"]
        elif kind == "answer" and "reason" not in message:
            self.answered[message["id"]] = message["version"]

    def hear(self, seconds: float = 10) -> None:
        assert self.client is not None
        self.take(self.client.receive(seconds))

    def come(self, server: Running) -> None:
        self.client = server.live.connect(self.game, self.token)
        while self.version < 0:
            self.hear()

    def come_back(self, servers: list[Running], until: float) -> None:
        """To whichever server is there, as often as needed."""
        while time.monotonic() < until:
            for server in servers:
                try:
                    client = server.live.connect(self.game, self.token)
                    welcome = client.until("welcome")
                except (OSError, ConnectionClosed, TimeoutError):
                    continue
                self.client = client
                self.take(welcome)
                return
            time.sleep(0.1)
        raise AssertionError("nobody serves the game any more")

    def do(self, rng: Random) -> str:
        assert self.client is not None
        number = f"{self.colour}-{self.version}-{rng.random()}"
        choice = rng.choice(self.view["choices"])
        self.client.send({"type": "do", "id": number, "seat": self.colour, "version": self.version, "choices": [choice]})
        return number


def play(seats: list[Seat], rng: Random, actions: int) -> None:
    """Each player chooses at one process; all receive the choice at theirs."""
    for _ in range(actions):
        deciding = next(seat for seat in seats if seat.view["choices"])
        number = deciding.do(rng)
        while number not in deciding.answered:
            deciding.hear()
        for seat in seats:
            while seat.version < deciding.answered[number]:
                seat.hear()


def figure(server: Running, name: str) -> float:
    """One of the numbers in the metrics."""
    lines = server.live.http.get("/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"dungeon_twister_{name} "))


def know_each_other(servers: list[Running]) -> None:
    until = time.monotonic() + MOST_SECONDS
    while any(figure(server, "members") != len(servers) for server in servers):
        assert time.monotonic() < until, "they do not find each other"
        time.sleep(0.05)


def online(server: Running, game: str) -> set[str]:
    return {seat["colour"] for seat in server.live.call("GET", f"/games/{game}").json()["seats"] if seat.get("online")}


def go_on(seat: Seat, rng: Random, servers: list[Running], choices: int) -> None:
    """Some choices, each after whatever bots decide before it; sent somewhere else one comes back."""
    until = time.monotonic() + MOST_SECONDS
    while choices:
        try:
            while not seat.view["choices"]:
                seat.hear()
            number = seat.do(rng)
            while number not in seat.answered or seat.version < seat.answered[number]:
                seat.hear()
            choices -= 1
        except ConnectionClosed:
            seat.come_back(servers, until)


def see_the_same(servers: list[Running], seat: Seat) -> None:
    """By requests to each, and in the list that each makes of the database."""
    for server in servers:
        answer = server.live.call("GET", f"/games/{seat.game}/view", token=seat.token).json()
        assert (answer["sights"][0]["view"], answer["version"]) == (seat.view, seat.version)
        assert online(server, seat.game) == {"blue", "yellow"}
        listed = server.live.call("POST", "/mine", {"tokens": [seat.token]}).json()[0]["info"]
        assert all(each.get("online") for each in listed["seats"])


def killed_under_play(home: Running, others: list[Running], rng: Random) -> float:
    """Two people play a game at two processes that are not its home, which is killed. Seconds until both can go on."""
    game, tokens = home.live.make(seats={"blue": "you", "yellow": "you"})
    blue, yellow = (Seat(game, colour, tokens[colour]) for colour in ("blue", "yellow"))
    blue.come(others[0])
    yellow.come(others[1])
    play([blue, yellow], rng, 20)
    see_the_same([home, *others], blue)
    deciding, other = (blue, yellow) if blue.view["choices"] else (yellow, blue)
    deciding.do(rng)  # perhaps it is done, perhaps not
    home.process.kill()
    killed = time.monotonic()
    deciding.come_back(others, killed + MOST_SECONDS)
    assert deciding.version >= max([*blue.answered.values(), *yellow.answered.values()])
    assert all(online(server, game) == {deciding.colour} for server in others)  # the other one has not come back yet
    other.come_back(others, killed + MOST_SECONDS)
    seconds = time.monotonic() - killed
    play([deciding, other], rng, 10)
    see_the_same(others, blue)
    return seconds


def sign_out_elsewhere(here: Live, there: Live) -> None:
    """A device that is signed out at one process loses its sockets at both, whichever is the home of the game."""
    ann: str = here.call("POST", "/people", {"name": "Ann"}).json()["key"]
    game = here.call("POST", "/games", {"scenario": "base", "seats": {"blue": "you"}}, ann).json()["info"]["id"]
    code = here.call("POST", "/people/me/recovery-code", token=ann).json()["code"]
    for server in (here, there):
        phone: str = server.call("POST", "/people/recovery-code", {"code": code}).json()["key"]
        devices = server.call("GET", "/people/me", token=phone).json()["devices"]
        this = next(device["id"] for device in devices if device["this"])
        with here.connect(game, f"{phone}~blue") as one, there.connect(game, f"{phone}~blue") as other:
            for client in (one, other):
                client.until("welcome")
            assert server.call("DELETE", f"/people/me/devices/{this}", token=ann).status_code == 204
            for client in (one, other):
                assert client.until("trouble")["reason"]["code"] == "signed-out"


def flood_both(game: str, servers: list[Live]) -> None:
    """Frames are counted at the home of a game and at the process that passes its sockets on."""
    for live in servers:
        with watching(live, game) as wire:
            assert b"too-fast" in flood(wire, frame(PING) * 1000, MEGABYTE)


@needs_processes
def test_cluster(tmp_path: Path, postgres_url: str) -> None:
    """Only its home holds a game, wherever clients connect.

    Games that are played move to a new process, with their bots. When a home is killed, no answered command is lost, play goes
    on within seconds, and a player who has not come back is not online. Two that are left share devices and limits.
    """
    rng = Random("homes")
    words = ("--port", "0", "--database", postgres_url)
    with ExitStack() as stack:

        def start(_: int = 0) -> Running:
            return stack.enter_context(started(tmp_path, *words, **QUICK))

        with ThreadPoolExecutor(2) as both:
            servers = list(both.map(start, range(2)))
        know_each_other(servers)
        time.sleep(SETTLING + 1.5)
        made = [servers[0].live.make("simplified", seats={"blue": "you", "yellow": "bot:random"}) for _ in range(6)]
        bots = [Seat(game, "blue", tokens["blue"]) for game, tokens in made]
        for seat in bots:
            seat.come(servers[1])
            go_on(seat, rng, servers, 3)
        assert [figure(server, "games_in_memory") for server in servers] == [6, 0]
        forged = {"x-dungeon-member": "made up", "x-dungeon-client": "203.0.113.9"}
        for server in servers:
            assert server.live.http.get(f"/api/games/{bots[0].game}", headers=forged).status_code == 421
        assert servers[1].live.call("GET", "/games/nothing").json()["reason"]["code"] == "unknown-game"
        assert servers[1].live.call("POST", f"/games/{bots[0].game}/join", "x" * 2_000_000).status_code == 413
        assert [figure(server, "games_in_memory") for server in servers] == [6, 0]

        servers.append(start())
        know_each_other(servers)
        for seat in bots:
            go_on(seat, rng, servers, 3)
        time.sleep(SETTLING + 1.5)
        assert sum(figure(server, "games_in_memory") for server in servers) == 6

        assert killed_under_play(servers[0], servers[1:], rng) < MOST_SECONDS
        for seat in bots:
            go_on(seat, rng, servers[1:], 3)
        left = [server.live for server in servers[1:]]
        sign_out_elsewhere(*left)
        flood_both(bots[0].game, left)


@needs_processes
def test_a_process_that_ends_hands_its_games_over(tmp_path: Path, postgres_url: str) -> None:
    """A new process takes no games while it waits for the place of one that ends; then it gets all games of that one, and no
    others move. Meanwhile somebody who comes with an address that is another server's does not join, and what an address may
    do in an hour holds for all processes."""
    words = ("--port", "0", "--database", postgres_url)
    limits = {**QUICK, "DUNGEON_TWISTER_ROOMS_PER_HOUR": "3"}
    with ExitStack() as stack:

        def start(wait: int) -> Running:
            settings = {**limits, "DUNGEON_TWISTER_HANDOVER_SECONDS": str(wait)}
            return stack.enter_context(started(tmp_path, *words, **settings))

        with ThreadPoolExecutor(2) as both:
            old, other = both.map(start, (0, 0))
        know_each_other([old, other])
        time.sleep(SETTLING + 1.5)
        claims = {**os.environ, **limits, "DUNGEON_TWISTER_MEMBER_ADDRESS": f"http://{old.live.address}"}
        command = [sys.executable, "-m", "dungeon_twister", "serve", "--no-browser", *words]
        claimant = subprocess.Popen(command, env=claims, text=True, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
        made = [home.live.make(seats={"blue": "you", "yellow": "you"}) for home in (old, other) for _ in range(3)]
        assert [figure(server, "games_in_memory") for server in (old, other)] == [3, 3]
        new = start(600)
        know_each_other([old, other, new])
        assert [figure(server, "games_in_memory") for server in (old, other, new)] == [3, 3, 0]
        assert new.live.http.get("/health").json()["members"] == {"joined": True, "others": 2, "out_of_reach": 0}
        assert [problem for _, problem in asyncio.run(members_of(postgres_url))] == ["", "", ""]

        bots, _ = new.live.make("simplified", seats={"blue": "bot:random", "yellow": "bot:random"})  # at home elsewhere
        until = time.monotonic() + MOST_SECONDS
        while new.live.call("GET", f"/games/{bots}").json()["version"] < 5:
            assert time.monotonic() < until, "nobody asks the bots"
            time.sleep(0.05)

        rooms = [server.live.call("POST", "/rooms", {"name": "club"}).status_code for server in (old, other, new)]
        assert rooms == [201, 201, 201]
        while (
            other.live.call("POST", "/rooms", {"name": "club"}).status_code != 429
        ):  # until the other process has reported them all
            assert time.monotonic() < until

        _, answer = claimant.communicate(timeout=60)
        assert claimant.returncode == 2 and f"http://{old.live.address}" in answer
        old.process.send_signal(signal.SIGTERM)
        for game, tokens in made:
            seat = Seat(game, "blue", tokens["blue"])
            seat.come_back([other], time.monotonic() + MOST_SECONDS)
        assert sorted(figure(server, "games_in_memory") for server in (other, new)) == [3, 4]
        assert old.process.wait(60) == 0
