"""Messages of the browser: encrypted as the standard says, sent only to public hosts, once for each turn, and forgotten when
the push service says so. Only the push service itself is stood in for."""

from __future__ import annotations

import asyncio
import json
import socket
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from dungeon_twister.server import posting, webpush
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.hall import Hall
from dungeon_twister.server.games.pushing import MOST_DEVICES, PAUSE
from dungeon_twister.server.protocol import Subscribe
from dungeon_twister.server.tokens import hashed
from dungeon_twister.server.transport.push import KEY_FILE, offer_push
from tests.server.halls import Player, Time, hall_on, two_people
from tests.server.live import serving

pytest.importorskip("cryptography")
from cryptography.hazmat.primitives.asymmetric import ec

# RFC 8291, appendix A.
OURS = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
THEIRS = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SECRET = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
    "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
ENDPOINT = "https://push.example.org/send/abc"


def test_a_message_is_encrypted_as_the_standard_says() -> None:
    private = ec.derive_private_key(int.from_bytes(webpush.bytes_of(OURS)), ec.SECP256R1())
    made = webpush.encrypted(
        b"When I grow up, I want to be a watermelon",
        webpush.bytes_of(THEIRS),
        webpush.bytes_of(AUTH),
        private,
        webpush.bytes_of(SALT),
    )
    assert webpush.text_of(made) == SECRET


def test_the_servers_key_is_kept_from_others(tmp_path: Path) -> None:
    file = tmp_path / "games.db.push-key"
    made = webpush.Signer.kept_in(file, "mailto:ada@example.org")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert webpush.Signer.kept_in(file, "").public == made.public
    head, claims, signature = made.headers(ENDPOINT, 1000.0)["Authorization"].split("t=")[1].split(", k=")[0].split(".")
    assert json.loads(webpush.bytes_of(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(webpush.bytes_of(claims))["aud"] == "https://push.example.org"
    assert len(webpush.bytes_of(signature)) == 64


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example.org/x",
        "https://push.example.org:8443/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://2130706433/x",
        "https://0x7f.1/x",
        "https://localhost/x",
        "https://printer.local/x",
        "https://user@push.example.org/x",
        "https://push.example.org/" + "x" * 1000,
        "https://push.example.org/a b",
        "file:///etc/passwd",
        "",
    ],
)
def test_only_names_on_the_public_net_are_endpoints(address: str) -> None:
    assert not webpush.is_endpoint(address)


@pytest.mark.parametrize(
    "found", [["127.0.0.1"], ["10.1.2.3"], ["169.254.169.254"], ["::1"], ["93.184.216.34", "192.168.0.1"], []]
)
def test_a_host_of_our_own_house_is_never_reached(found: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (one, 443)) for one in found])
    monkeypatch.setattr(socket, "create_connection", lambda *_: pytest.fail("it was reached"))
    with pytest.raises(webpush.PushError):
        posting.post(ENDPOINT, {}, b"")


@contextmanager
def push_service(status: int) -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """Stands in for the push service of a browser."""
    heard: list[tuple[str, bytes]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append((self.headers["Authorization"], self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", heard
    finally:
        server.shutdown()
        server.server_close()


def post_to(address: str, headers: dict[str, str], body: bytes) -> int:
    try:
        with urlopen(Request(address, body, headers)) as answer:
            return int(answer.status)
    except OSError as error:
        return int(getattr(error, "code", 0))


async def absent_ben(hall: Hall) -> tuple[Player, Player]:
    """Ben has closed his page and wants to be told."""
    ann, ben = await two_people(hall)
    ben.subscription.close()
    await hall.pusher.subscribe(ben.id, ben.token, Subscribe(ENDPOINT, THEIRS, AUTH, "fr"))
    return ann, ben


async def play_until_bens_turn(hall: Hall, ann: Player) -> None:
    while (await hall.info(ann.id)).decider == ann.seat:
        assert (await ann.do((await ann.choices())[0])).reason is None
    await asyncio.sleep(0.3)


@pytest.mark.parametrize(("status", "left"), [(201, 1), (500, 1), (404, 0), (410, 0)])
def test_somebody_who_is_away_is_told_once(tmp_path: Path, status: int, left: int) -> None:
    async def check() -> None:
        now = Time()
        with push_service(status) as (address, heard):
            async with hall_on(f"sqlite:///{tmp_path / 'games.db'}", now) as hall:
                offer_push(Settings(), hall)
                assert (tmp_path / f"games.db{KEY_FILE}").exists()
                hall.pusher.post = lambda _, headers, body: post_to(address, headers, body)
                ann, ben = await absent_ben(hall)
                await play_until_bens_turn(hall, ann)
                assert len(heard) == 1 and heard[0][0].startswith("vapid t=")
                assert ann.id.encode() not in heard[0][1]  # only the browser can read it
                assert len(await hall._store.pushes.of(hashed(ben.token))) == left
                now.now += PAUSE
                hall.pusher.attend(await hall._memory.get(ann.id))  # the same turn
                await asyncio.sleep(0.1)
                assert len(heard) == 1

    asyncio.run(check())


def test_whoever_is_there_is_not_told(tmp_path: Path) -> None:
    async def check() -> None:
        async with hall_on(f"sqlite:///{tmp_path / 'games.db'}") as hall:
            offer_push(Settings(), hall)
            hall.pusher.post = lambda *_: pytest.fail("nobody is away")
            ann, ben = await two_people(hall)
            await hall.pusher.subscribe(ben.id, ben.token, Subscribe(ENDPOINT, THEIRS, AUTH))
            await play_until_bens_turn(hall, ann)
            for number in range(2 * MOST_DEVICES):
                await hall.pusher.subscribe(ben.id, ben.token, Subscribe(f"{ENDPOINT}{number}", THEIRS, AUTH))
            assert len(await hall._store.pushes.of(hashed(ben.token))) == MOST_DEVICES

    asyncio.run(check())


def test_without_a_key_nothing_is_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with hall_on(f"sqlite:///{tmp_path / 'games.db'}") as hall:
            monkeypatch.setattr(webpush, "available", lambda: False)
            offer_push(Settings(), hall)
            ann, _ = await two_people(hall)
            assert hall.pusher.key == ""
            with pytest.raises(ProtocolError, match="sends no messages"):
                await hall.pusher.subscribe(ann.id, ann.token, Subscribe(ENDPOINT, THEIRS, AUTH))

    asyncio.run(check())


def test_the_routes(tmp_path: Path) -> None:
    wish = {"endpoint": ENDPOINT, "p256dh": THEIRS, "auth": AUTH, "language": "de"}
    with serving(tmp_path, unlimited(Settings(pace=0))) as live:
        assert len(webpush.bytes_of(live.call("GET", "/push").json()["key"])) == 65
        game, tokens = live.make("base", seats={"blue": "you"})
        token = tokens["blue"]
        assert live.call("POST", f"/games/{game}/push", wish).status_code == 401
        assert live.call("POST", f"/games/{game}/push", wish, "wrong").status_code == 403
        assert live.call("POST", f"/games/{game}/push", {**wish, "auth": "x"}, token).status_code == 422
        assert live.call("POST", f"/games/{game}/push", {**wish, "endpoint": "https://10.0.0.1/"}, token).status_code == 422
        assert live.call("POST", f"/games/{game}/push", wish, token).status_code == 204
        assert live.call("DELETE", f"/games/{game}/push", token=token).status_code == 204
