"""Messages of the browser: encrypted as the standard says, sent only to public hosts, once for each turn, and forgotten when
the push service says so. Only the push service itself is stood in for."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import ssl
import stat
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from dungeon_twister.server import webpush
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.game_service import GameService
from dungeon_twister.server.games.notifications.push_notifications import MOST_DEVICES, PAUSE
from dungeon_twister.server.protocol import Subscribe
from dungeon_twister.server.secret_tokens import hashed
from dungeon_twister.server.socket_protocol import Ask, Resign
from dungeon_twister.server.transport import push_client
from dungeon_twister.server.transport.push_setup import KEY_FILE, offer_push
from tests.server.game_services import START, Player, Time, open_service, two_people
from tests.server.live import Live, serving

# RFC 8291, appendix A.
OURS = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
THEIRS = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SECRET = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
    "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
ENDPOINT = "https://updates.push.services.mozilla.com/wpush/v2/abc"


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
    assert json.loads(webpush.bytes_of(claims))["aud"] == "https://updates.push.services.mozilla.com"
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
    "address",
    [
        "https://fcm.googleapis.com/fcm/send/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/abc",
        "https://api.push.apple.com:443/abc",
        "https://wns2-par02p.notify.windows.com/w/?token=abc",
        "https://push.example.org/named",
        "https://localhost:8443/named",
        "https://a.under.example.org/named",
    ],
)
def test_known_and_named_push_services_are_allowed(address: str) -> None:
    assert webpush.PushServices(("push.example.org", "localhost:8443", "*.under.example.org")).allow(address)


@pytest.mark.parametrize(
    "address",
    [
        "https://victim.example/login?delete=1",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilpush.apple.com.example/x",
        "https://notify.windows.com/x",
        "https://evil.example/.push.apple.com",
        "https://evil.example#.push.apple.com",
        "https://evil.example\\@web.push.apple.com/x",
        "https://web.push.apple.com@evil.example/x",
        "https://web.push.apple.com:8443/x",
        "http://web.push.apple.com/x",
        "https://push.example.org:8443/x",
        "http://push.example.org/x",
        "https://localhost/x",
    ],
)
def test_other_hosts_are_no_push_services(address: str) -> None:
    assert not webpush.PushServices(("push.example.org", "localhost:8443")).allow(address)


@pytest.mark.parametrize(
    "found", [["127.0.0.1"], ["10.1.2.3"], ["169.254.169.254"], ["::1"], ["93.184.216.34", "192.168.0.1"], []]
)
async def test_a_host_of_our_own_network_is_never_reached(found: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where the name of a known push service means it; the name is looked up once."""
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (one, 443)) for one in found])
    poster = push_client.PushClient()
    monkeypatch.setattr(poster._client, "send", lambda *_, **__: pytest.fail("it was reached"))
    with pytest.raises(webpush.PushError):
        await poster.post(ENDPOINT, {}, b"")
    await poster.close()


def test_the_checked_address_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that means another address a moment later leads nowhere else; TLS is checked for the name."""
    looked_up: list[str] = []
    asked: list[httpx.Request] = []

    def addresses(name: str, *_: object, **__: object) -> list[tuple[int, int, int, str, tuple[str, int]]]:
        looked_up.append(name)
        return [(0, 0, 0, "", ("93.184.216.34" if len(looked_up) == 1 else "127.0.0.1", 443))]

    async def send(request: httpx.Request, **_: object) -> httpx.Response:
        asked.append(request)
        return httpx.Response(201)

    async def check() -> None:
        monkeypatch.setattr(socket, "getaddrinfo", addresses)
        poster = push_client.PushClient()
        monkeypatch.setattr(poster._client, "send", send)
        assert await poster.post(ENDPOINT, {}, b"") == 201
        await poster.close()

    asyncio.run(check())
    assert len(looked_up) == 1 and asked[0].url.host == "93.184.216.34"
    assert asked[0].extensions["sni_hostname"] == asked[0].headers["host"] == "updates.push.services.mozilla.com"


# -- a push service on loopback ------------------------------------------------------------------------------------------------


def self_signed(folder: Path) -> Path:
    """A certificate for localhost, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file = folder / "localhost.pem"
    file.write_bytes(private + made.sign(key, SHA256()).public_bytes(Encoding.PEM))
    return file


class FakeService:
    """A push service for browsers. `statuses` are answered one after the other, the last one for ever."""

    def __init__(self, certificate: Path, *statuses: int, drips: bool = False) -> None:
        self.received: list[tuple[str, bytes]] = []
        self.cut_off = threading.Event()  # a dripping answer was cut off by the client
        self.under_way = self.most_under_way = 0
        service, left, lock = self, list(statuses), threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                with lock:
                    service.under_way += 1
                    service.most_under_way = max(service.most_under_way, service.under_way)
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.received.append((self.headers["Authorization"], body))
                if drips:
                    self.drip()
                else:
                    time.sleep(0.02)
                    self.send_response(left.pop(0) if len(left) > 1 else left[0])
                    self.end_headers()
                with lock:
                    service.under_way -= 1

            def drip(self) -> None:
                """One byte now and then, for at most twenty seconds."""
                try:
                    for sign in b"HTTP/1.1 201 Created\r\nX-Slow: " + b"a" * 60:
                        self.wfile.write(bytes([sign]))
                        time.sleep(0.2)
                except OSError:
                    service.cut_off.set()

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: object) -> None:
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certificate)
        self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        self.host = f"localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def endpoint(self) -> str:
        return f"https://{self.host}/send/abc"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The certificate of a fake push service, which clients made from now on trust."""
    file = self_signed(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    return file


@asynccontextmanager
async def pushing_hall(tmp_path: Path, service: FakeService, now: Time | None = None) -> AsyncIterator[GameService]:
    """A hall whose operator has named the fake push service."""
    async with open_service(f"sqlite:///{tmp_path / 'games.db'}", now) as games:
        poster = offer_push(Settings(push_hosts=(service.host,)), games)
        assert poster is not None
        yield games
        await poster.close()


async def absent_ben(games: GameService, endpoint: str) -> tuple[Player, Player]:
    """Ben has closed his page and wants push messages."""
    ann, ben = await two_people(games)
    ben.subscription.close()
    await sent(games)  # no message without a subscription
    await games.notifier.subscribe(ben.id, hashed(ben.token), Subscribe(endpoint, THEIRS, AUTH, "fr"))
    return ann, ben


async def play_until_bens_turn(games: GameService, ann: Player) -> None:
    while (await games.info(ann.id)).decider == ann.seat:
        assert (await ann.do((await ann.choices())[0])).reason is None


async def becomes(true: Callable[[], bool], seconds: float = 10.0) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


async def sent(games: GameService) -> None:
    """Wait until every message has gone."""
    await becomes(lambda: not games._tasks._running)


@pytest.mark.parametrize(("status", "left"), [(201, 1), (500, 1), (404, 0), (410, 0)])
async def test_a_player_who_is_away_gets_one_message(tmp_path: Path, certificate: Path, status: int, left: int) -> None:
    now = Time()
    with FakeService(certificate, status) as service:
        async with pushing_hall(tmp_path, service, now) as games:
            assert (tmp_path / f"games.db{KEY_FILE}").exists()
            ann, ben = await absent_ben(games, service.endpoint)
            await play_until_bens_turn(games, ann)
            await sent(games)
            assert len(service.received) == 1 and service.received[0][0].startswith("vapid t=")
            assert ann.id.encode() not in service.received[0][1]  # only the browser can read it
            assert len(await games._store.pushes.of(hashed(ben.token))) == left
            now.now += PAUSE
            games.notifier.attend(await games._cache.get(ann.id))  # the same turn
            await sent(games)
            assert len(service.received) == 1


async def test_a_player_who_has_answered_gets_a_message_of_the_next_question(tmp_path: Path, certificate: Path) -> None:
    """Two questions in one turn, of another player for example: without a second message one could lose on time."""
    now = Time()
    with FakeService(certificate, 201) as service:
        async with pushing_hall(tmp_path, service, now) as games:
            ann, ben = await absent_ben(games, service.endpoint)
            games.notifier.attend(await games._cache.get(ann.id))
            await sent(games)
            assert len(service.received) == 1
            now.now += PAUSE
            ben.subscription = games.subscribe(ben.id, [ben.seat], ben.received.append)
            assert (await ben.do((await ben.choices())[0])).reason is None
            ben.subscription.close()
            now.now += PAUSE
            games.notifier.attend(await games._cache.get(ann.id))
            games.notifier.attend(await games._cache.get(ann.id))
            await sent(games)
            assert len(service.received) == 2


async def test_a_present_player_gets_no_message(tmp_path: Path, certificate: Path) -> None:
    with FakeService(certificate, 201) as service:
        async with pushing_hall(tmp_path, service) as games:
            ann, ben = await two_people(games)
            key = hashed(ben.token)
            await games.notifier.subscribe(ben.id, key, Subscribe(service.endpoint, THEIRS, AUTH))
            await play_until_bens_turn(games, ann)
            await sent(games)
            assert not service.received
            for number in range(2 * MOST_DEVICES):
                await games.notifier.subscribe(ben.id, key, Subscribe(f"{service.endpoint}{number}", THEIRS, AUTH))
            assert len(await games._store.pushes.of(key)) == MOST_DEVICES


async def test_one_message_at_a_time_goes_to_a_host(tmp_path: Path, certificate: Path) -> None:
    with FakeService(certificate, 201) as service:
        async with pushing_hall(tmp_path, service) as games:
            ann, ben = await absent_ben(games, service.endpoint)
            for number in range(MOST_DEVICES - 1):
                wish = Subscribe(f"{service.endpoint}{number}", THEIRS, AUTH)
                await games.notifier.subscribe(ben.id, hashed(ben.token), wish)
            await play_until_bens_turn(games, ann)
            await sent(games)
            assert len(service.received) == MOST_DEVICES and service.most_under_way == 1


async def test_the_whole_exchange_has_one_deadline(certificate: Path) -> None:
    """A service that answers a byte now and then is cut off, and its connection is closed."""
    with FakeService(certificate, 201, drips=True) as service:
        poster = push_client.PushClient(webpush.PushServices((service.host,)), seconds=0.7)
        began = time.monotonic()
        with pytest.raises(webpush.PushError, match="Timeout"):
            await poster.post(service.endpoint, {}, b"text")
        assert time.monotonic() - began < 3
        assert await asyncio.to_thread(service.cut_off.wait, 5)
        await poster.close()


async def test_a_slow_push_service_delays_nobody(tmp_path: Path, certificate: Path) -> None:
    """Neither advice nor a health check nor a message to another service, though all its messages drip."""
    with FakeService(certificate, 201, drips=True) as slow, FakeService(certificate, 201) as quick:
        async with open_service(f"sqlite:///{tmp_path / 'games.db'}") as games:
            poster = offer_push(Settings(push_hosts=(slow.host, quick.host)), games)
            assert poster is not None
            tables = [await absent_ben(games, slow.endpoint) for _ in range(8)]
            last = await absent_ben(games, quick.endpoint)
            for ann, _ in [*tables, last]:
                await play_until_bens_turn(games, ann)
            await becomes(lambda: bool(slow.received and quick.received))
            assert games._tasks._running  # messages wait for the slow one
            async with asyncio.timeout(3):
                ann, ben = last
                advised = await games.queries.advise(ben.id, ben.seat, Ask("1", ben.seat))
                assert advised.advice is not None
                assert await games.health.fine()
            assert slow.most_under_way == 1 and games._tasks._running
            await games._tasks.close()
            await poster.close()


async def test_without_a_key_nothing_is_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_service(f"sqlite:///{tmp_path / 'games.db'}") as games:
        monkeypatch.setattr(games.notifier, "file", lambda _: None)
        assert offer_push(Settings(), games) is None
        ann, _ = await two_people(games)
        assert games.notifier.key == ""
        with pytest.raises(ProtocolError, match="sends no messages"):
            await games.notifier.subscribe(ann.id, hashed(ann.token), Subscribe(ENDPOINT, THEIRS, AUTH))


def test_the_routes(tmp_path: Path) -> None:
    wish = {"endpoint": ENDPOINT, "p256dh": THEIRS, "auth": AUTH, "language": "de"}
    with serving(tmp_path, unlimited(Settings(pace=0))) as live:
        assert len(webpush.bytes_of(live.call("GET", "/push").json()["key"])) == 65
        game, tokens = live.make("base", seats={"blue": "you"})
        token = tokens["blue"]
        assert live.call("POST", f"/games/{game}/push", wish).status_code == 401
        assert live.call("POST", f"/games/{game}/push", wish, "wrong").status_code == 403
        assert live.call("POST", f"/games/{game}/push", {**wish, "auth": "x"}, token).status_code == 422
        refused = live.call("POST", f"/games/{game}/push", {**wish, "endpoint": "https://victim.example/"}, token)
        assert (refused.status_code, refused.json()["reason"]["code"]) == (422, "unknown-push")
        assert live.call("POST", f"/games/{game}/push", wish, token).status_code == 204
        assert live.call("DELETE", f"/games/{game}/push", token=token).status_code == 204


# -- people with a key ---------------------------------------------------------------------------------------------------------


class Person:
    """Somebody with a key, who subscribes for a seat over the wire."""

    def __init__(self, live: Live, key: str = "") -> None:
        self.live = live
        self.key = key or str(live.call("POST", "/people", {"name": "Ada", "device": "a browser"}).json()["key"])

    def join(self, game: str) -> str:
        """Sit down; the token of the seat."""
        return str(self.live.call("POST", f"/games/{game}/join", {"name": "Ada"}, self.key).json()["seats"][0]["token"])

    def subscribe(self, game: str, token: str, endpoint: str) -> int:
        wish = {"endpoint": endpoint, "p256dh": THEIRS, "auth": AUTH, "language": "de"}
        return self.live.call("POST", f"/games/{game}/push", wish, token).status_code

    def on_another_device(self) -> Person:
        code = self.live.call("POST", "/people/me/recovery-code", token=self.key).json()["code"]
        back = self.live.call("POST", "/people/recovery-code", {"code": code, "device": "a telephone"})
        return Person(self.live, back.json()["key"])

    def devices(self) -> dict[bool, str]:
        """Their ids; True is this one."""
        known = self.live.call("GET", "/people/me", token=self.key).json()["devices"]
        return {device["this"]: device["id"] for device in known}


def endpoints(tmp_path: Path) -> list[str]:
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        return [row[0] for row in database.execute("SELECT endpoint FROM pushes ORDER BY endpoint")]


def hand_over(live: Live, game: str, seat: str, token: str) -> None:
    """Decide until it is somebody else's turn."""
    with live.connect(game, token) as client:
        seen = client.until("welcome")
        while seen["info"]["decider"] == seat:
            choice = seen["sights"][0]["view"]["choices"][0]
            assert client.do(seat, seen["version"], choice).get("reason") is None
            client.send({"type": "look"})
            seen = client.until("welcome")


def test_a_message_reaches_a_person_with_a_key(tmp_path: Path, certificate: Path) -> None:
    """The page always has a key. Both devices of a person get the message, until one is signed out and one switches it off."""
    with FakeService(certificate, 201) as service:
        settings = unlimited(Settings(pace=0, push_hosts=(service.host,)))
        with serving(tmp_path, settings) as live:
            game, tokens = live.make("base", seats={"blue": "you"})
            ada = Person(live)
            token = ada.join(game)
            phone = ada.on_another_device()
            assert "~" in token
            assert ada.subscribe(game, token, f"{service.endpoint}1") == 204
            assert phone.subscribe(game, token.replace(ada.key, phone.key), f"{service.endpoint}2") == 204
            hand_over(live, game, "blue", tokens["blue"])
            deadline = time.monotonic() + 10
            while len(service.received) < 2 and time.monotonic() < deadline:
                time.sleep(0.01)
            assert len(service.received) == 2

            assert live.call("DELETE", f"/games/{game}/push", token=token).status_code == 204
            assert endpoints(tmp_path) == [f"{service.endpoint}2"]  # of the other device
            assert live.call("DELETE", f"/people/me/devices/{ada.devices()[False]}", token=ada.key).status_code == 204
            assert endpoints(tmp_path) == []


def test_a_deleted_person_leaves_no_subscription(tmp_path: Path) -> None:
    with serving(tmp_path, unlimited(Settings(pace=0))) as live:
        game, _ = live.make("base", seats={"blue": "you"})
        ada = Person(live)
        assert ada.subscribe(game, ada.join(game), ENDPOINT) == 204
        assert endpoints(tmp_path) == [ENDPOINT]
        assert live.call("DELETE", "/people/me", token=ada.key).status_code == 204
        assert endpoints(tmp_path) == []


async def test_subscriptions_end_with_the_game(tmp_path: Path, certificate: Path) -> None:
    with FakeService(certificate, 201) as service:
        async with pushing_hall(tmp_path, service) as games:
            ann, ben = await absent_ben(games, service.endpoint)
            await games._retention.tidy(START)
            assert len(await games._store.pushes.of(hashed(ben.token))) == 1
            await games.command(ann.id, ann.seat, Resign("1", ann.seat))
            await games._retention.tidy(START)
            assert await games._store.pushes.of(hashed(ben.token)) == []
