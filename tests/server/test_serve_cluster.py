"""Two servers, each a process of its own, on one PostgreSQL database: they serve one game together, and one goes on alone."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from tests.server.live import Client, Live, Message
from tests.server.test_cluster import know_each_other
from tests.server.test_serve import started
from tests.server.test_transport_floods import MEGABYTE, PING, flood, frame, watching

MOST = 60
SETTINGS = {"MESSAGE_RATE": "1000", "MESSAGE_BURST": "1000", "REQUEST_RATE": "0", "HANDOVER_SECONDS": "0"}
GENEROUS = {f"DUNGEON_TWISTER_{name}": value for name, value in SETTINGS.items()}


class Seat:
    """A player who knows only the messages of his own server."""

    def __init__(self, client: Client, colour: str) -> None:
        self.client, self.colour = client, colour
        self.take(client.until("welcome"))

    def take(self, message: Message) -> None:
        sight = message["sight"] if message["type"] == "update" else message["sights"][0]
        self.version: int = message["version"]
        self.view: Message = sight["view"]

    def hear_up_to(self, version: int) -> None:
        while self.version < version:
            self.take(self.client.until("update"))


def play(seats: list[Seat], rng: Random, most: int) -> None:
    """The deciding player chooses at one server; the other player receives it from the other server."""
    for _ in range(most):
        deciding = next(seat for seat in seats if seat.view["choices"])
        deciding.client.send(
            {
                "type": "do",
                "id": f"{deciding.colour}-{deciding.version}",
                "seat": deciding.colour,
                "version": deciding.version,
                "choices": [rng.choice(deciding.view["choices"])],
            }
        )
        before = deciding.version
        deciding.hear_up_to(before + 1)
        for seat in seats:
            seat.hear_up_to(deciding.version)


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


@pytest.mark.skipif(sys.platform == "win32", reason="there the tests start no PostgreSQL")
def test_two_processes_serve_one_game(tmp_path: Path, postgres_url: str) -> None:
    words = ("--port", "0", "--database", postgres_url)
    with started(tmp_path, *words, **GENEROUS) as here, started(tmp_path, *words, **GENEROUS) as there:
        know_each_other([here, there])  # or the game may move, and its sockets are closed
        game, tokens = here.live.make(seats={"blue": "you"}, name="Ann")
        joined = there.live.call("POST", f"/games/{game}/join", {"name": "Ben"})
        assert joined.status_code == 201, joined.text
        tokens["yellow"] = joined.json()["seats"][0]["token"]
        here.live.set_starters(game, tokens)
        rng = Random("two")
        with here.live.connect(game, tokens["blue"]) as ann, there.live.connect(game, tokens["yellow"]) as ben:
            seats = [Seat(ann, "blue"), Seat(ben, "yellow")]
            play(seats, rng, MOST)
            views = [server.live.call("GET", f"/games/{game}/view", token=tokens["blue"]).json() for server in (here, there)]
            assert views[0]["sights"] == views[1]["sights"] and views[0]["version"] == views[1]["version"]
            sign_out_elsewhere(here.live, there.live)
            flood_both(game, [here.live, there.live])
            there.process.kill()  # Ben's server is gone: he finds everything at the other one
            there.process.wait()
            with here.live.connect(game, tokens["yellow"]) as again:
                back = Seat(again, "yellow")
                assert (back.version, back.view) == (seats[1].version, seats[1].view)
                play([seats[0], back], rng, 10)
