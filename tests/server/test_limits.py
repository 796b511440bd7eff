"""Buckets, addresses and settings, without a server."""

from __future__ import annotations

import pytest

from dungeon_twister.server.config import SettingError, Settings, checked_origin, from_environment, is_loopback, unlimited
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.limits import CHANGED, CHEAP, MADE, REMEMBERED, Bucket, Buckets, Limits, TooMuchError, household
from dungeon_twister.server.transport.request_guard import RequestGuard


class Hands:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_a_bucket_gives_its_burst_then_its_rate() -> None:
    hands = Hands()
    bucket = Bucket(2.0, 3, hands)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait() == pytest.approx(0.5)
    hands.time = 0.5
    assert [bucket.take(), bucket.take()] == [True, False]
    hands.time = 100
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_a_bucket_without_rate_has_no_bottom() -> None:
    assert all(Bucket(0, 1).take() for _ in range(1000))


def test_old_addresses_are_forgotten() -> None:
    buckets = Buckets(1, 1)
    for number in range(REMEMBERED + 10):
        buckets.of(str(number))
    assert len(buckets._buckets) == REMEMBERED


def test_one_household_counts_as_one() -> None:
    assert household("2001:db8::1") == household("2001:db8::ffff:2") != household("2001:db8:0:1::1")
    assert household("::ffff:10.0.0.1") == household("10.0.0.1") != household("10.0.0.2")
    assert household("no address") == "no address"


def test_games_per_hour() -> None:
    hands = Hands()
    limits = Limits(Settings(games_per_hour=2), hands)
    limits.game("10.0.0.1")
    limits.game("10.0.0.1")
    limits.game("10.0.0.2")
    with pytest.raises(TooMuchError) as refused:
        limits.game("10.0.0.1")
    assert refused.value.status == 429 and 1700 < refused.value.wait <= 1800
    hands.time = 1801
    limits.game("10.0.0.1")


def test_sockets_of_an_address() -> None:
    limits = Limits(Settings(sockets_per_address=2))
    assert [limits.enter("a"), limits.enter("a"), limits.enter("a"), limits.enter("b")] == [True, True, False, True]
    limits.leave("a")
    assert limits.enter("a")


def test_lines_of_a_player() -> None:
    hands = Hands()
    limits = Limits(Settings(chat_rate=0.5, chat_burst=2, chat_length=5), hands)
    limits.chat("game", "blue", "hi")
    limits.chat("game", "blue", "there")
    limits.chat("game", "yellow", "hi")
    for text, code in (("hi", "too-fast"), ("longer", "chat-too-long"), (" ", "chat-empty")):
        with pytest.raises(ProtocolError) as refused:
            limits.chat("game", "blue", text)
        assert refused.value.reason.code == code
    hands.time = 2
    limits.chat("game", "blue", "hi")


def test_games_of_bots_alone() -> None:
    limits = Limits(Settings(bot_games=2))
    limits.check_bot_games(1)
    with pytest.raises(TooMuchError) as refused:
        limits.check_bot_games(2)
    assert refused.value.reason.code == "too-many-bot-games"


def test_no_limits() -> None:
    limits = Limits(unlimited(Settings(games_per_hour=1, request_burst=1, sockets_per_address=1, unfinished_games=1)))
    for _ in range(100):
        limits.game("a")
        limits.request("a")
        assert limits.enter("a")
        limits.check_unfinished(10**6)


# -- settings ------------------------------------------------------------------------------------------------------------


def test_settings_come_from_the_environment() -> None:
    settings = from_environment(
        {
            "DUNGEON_TWISTER_PORT": "9000",
            "DUNGEON_TWISTER_PACE": "0.5",
            "DUNGEON_TWISTER_COMPRESS_SOCKETS": "yes",
            "DUNGEON_TWISTER_ORIGINS": "https://a.example, http://b.example:8080/",
            "OTHER": "1",
        }
    )
    assert settings == Settings(
        port=9000, pace=0.5, compress_sockets=True, origins=("https://a.example", "http://b.example:8080")
    )


@pytest.mark.parametrize(
    ("name", "value"), [("PORT", "x"), ("PACE", "fast"), ("COMPRESS_SOCKETS", "perhaps"), ("ORIGINS", "example.org")]
)
def test_bad_settings_are_named(name: str, value: str) -> None:
    with pytest.raises(SettingError, match=value):
        from_environment({f"DUNGEON_TWISTER_{name}": value})


@pytest.mark.parametrize("text", ["example.org", "ftp://a.example", "https://a.example/path", "https://", "http://a:b:c"])
def test_what_is_no_origin(text: str) -> None:
    with pytest.raises(SettingError):
        checked_origin(text)


def test_loopback() -> None:
    assert all(is_loopback(host) for host in ("localhost", "127.0.0.1", "127.1.2.3", "::1"))
    assert not any(is_loopback(host) for host in ("0.0.0.0", "::", "10.0.0.1", "example.org"))


# -- who is let in -------------------------------------------------------------------------------------------------------


def refused(settings: Settings, method: str, scheme: str = "http", path: str = "/api/games", **headers: str) -> str:
    """The code of a refusal, or nothing; a socket has no method."""
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http" if method else "websocket", "path": path, "headers": raw, "scheme": scheme}
    scope |= {"method": method} if method else {}
    found = RequestGuard(settings).refusal(scope)  # type: ignore[arg-type]
    return found.code if found else ""


def test_hosts() -> None:
    here, anywhere = Settings(), Settings(host="0.0.0.0")
    for host in ("localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST"):
        assert refused(here, "GET", host=host) == ""
    for host in ("evil.example", "evil.example:8000", "", "localhost.evil.example"):
        assert refused(here, "GET", host=host) == "wrong-host"
        assert refused(anywhere, "GET", host=host) == ""
    named = Settings(origins=("https://dungeon.example",))
    assert refused(named, "GET", host="dungeon.example") == ""


def test_dot_segments() -> None:
    for path in ("/./assets/x.js", "/../x", "/api/games/a/../../../health", "/..", "/assets/."):
        assert refused(Settings(), "GET", path=path, host="localhost") == "wrong-address"
        assert refused(Settings(), "", path=path, host="localhost") == "wrong-address"
    for path in ("/", "/.well-known/x", "/a.b", "/...", "//"):
        assert refused(Settings(), "GET", path=path, host="localhost") == ""


def test_origins() -> None:
    here = Settings(origins=("https://dungeon.example",))
    host = "localhost:8000"
    for method in ("POST", "DELETE", ""):
        assert refused(here, method, host=host) == ""  # a program
        assert refused(here, method, host=host, origin="http://localhost:8000") == ""
        assert refused(here, method, host=host, origin="https://dungeon.example") == ""
        for origin in ("http://localhost:8001", "null", "http://evil.example", "https://dungeon.example.evil.example"):
            assert refused(here, method, host=host, origin=origin) == "wrong-origin"
        assert refused(here, method, host=host, sec_fetch_site="cross-site") == "wrong-origin"
    assert refused(here, "GET", host=host, origin="http://evil.example") == ""


def test_a_page_without_tls_does_not_play_over_tls() -> None:
    """A host that is named has exactly the pages that are named; elsewhere TLS is not given up."""
    named, host = Settings(host="0.0.0.0", origins=("https://dungeon.example",)), "dungeon.example"
    for method in ("POST", ""):
        for scheme in ("http", "https"):  # a proxy need not say that it was asked by TLS
            assert refused(named, method, scheme, host=host, origin="https://dungeon.example") == ""
            assert refused(named, method, scheme, host=host, origin="http://dungeon.example") == "wrong-origin"
        unnamed = Settings(host="0.0.0.0")
        assert refused(unnamed, method, "https", host=host, origin="https://dungeon.example") == ""
        assert refused(unnamed, method, "https", host=host, origin="http://dungeon.example") == "wrong-origin"
        assert refused(unnamed, method, "wss", host=host, origin="http://dungeon.example") == "wrong-origin"
        assert refused(unnamed, method, "http", host=host, origin="http://dungeon.example") == ""


def test_wrong_codes_are_counted() -> None:
    limits = Limits(Settings(wrong_codes_per_hour=2), clock := Hands())

    def guess(right: bool, address: str = "192.0.2.1") -> None:
        with limits.guess(address):
            if not right:
                raise ProtocolError("unknown-code", "There is no game with that code.", 404)

    for _ in range(20):
        guess(right=True)
    for _ in range(2):
        with pytest.raises(ProtocolError, match="no game"):
            guess(right=False)
    with pytest.raises(TooMuchError, match="Too many codes"):
        guess(right=True)
    guess(right=True, address="192.0.2.2")
    clock.time += 1800
    guess(right=True)


def test_what_costs_more_is_allowed_less_often() -> None:
    """Requests are paid for by the milliseconds that one of their kind takes, not by their number."""
    now = [0.0]
    limits = Limits(Settings(request_rate=10, request_burst=40), lambda: now[0])
    for _ in range(2):
        limits.request("203.0.113.1", MADE)
    with pytest.raises(TooMuchError) as refused:
        limits.request("203.0.113.1", MADE)
    assert refused.value.wait == pytest.approx(2.0)
    now[0] = 1.0
    for _ in range(10):
        limits.request("203.0.113.1", CHEAP)
    with pytest.raises(TooMuchError):
        limits.request("203.0.113.1", CHEAP)
    limits.request("203.0.113.2", MADE)


def test_what_costs_more_than_there_can_be_needs_a_full_bucket() -> None:
    now = [0.0]
    bucket = Bucket(1.0, 5.0, lambda: now[0])
    assert bucket.take(20.0) and not bucket.take() and bucket.wait() == pytest.approx(16.0)
    now[0] = 19.0
    assert not bucket.take(20.0)
    now[0] = 20.0
    assert bucket.take(20.0)


def test_the_settings_name_push_services() -> None:
    found = from_environment({"DUNGEON_TWISTER_PUSH_HOSTS": "push.example.org, *.push.example.net,localhost:8443"})
    assert found.push_hosts == ("push.example.org", "*.push.example.net", "localhost:8443")
    for wrong in ("https://push.example.org", "*", "*.org", "push.example.org/x"):
        with pytest.raises(SettingError):
            from_environment({"DUNGEON_TWISTER_PUSH_HOSTS": wrong})


def test_a_club_behind_one_router_has_a_multiple_of_every_limit() -> None:
    """Others have not; an IPv6 network counts as well."""
    settings = Settings(
        club_networks=("192.0.2.7/32", "2001:db8:7::/48"), club_factor=5, people_per_hour=2, sockets_per_address=2
    )
    limits = Limits(settings, lambda: 0.0)

    def people(address: str) -> int:
        for number in range(100):
            try:
                limits.hourly("people", address)
            except TooMuchError:
                return number
        return 100

    counted = {address: people(address) for address in ("192.0.2.7", "192.0.2.8", "2001:db8:7:1::9", "2001:db8:8::9")}
    assert counted == {"192.0.2.7": 10, "192.0.2.8": 2, "2001:db8:7:1::9": 10, "2001:db8:8::9": 2}
    assert sum(limits.enter("192.0.2.7") for _ in range(30)) == 10
    assert sum(limits.enter("192.0.2.8") for _ in range(30)) == 2


def test_a_club_evening_is_not_refused() -> None:
    """Forty people arrive within a minute: each loads the page, begins as somebody new, makes or joins a game and opens two
    sockets. The defaults let them, without any setting."""
    now = [0.0]
    limits = Limits(Settings(), lambda: now[0])
    for _ in range(40):
        now[0] += 1.5
        for _ in range(30):
            limits.request("192.0.2.7", CHEAP)
        for _ in range(4):
            limits.request("192.0.2.7", CHANGED)
        limits.request("192.0.2.7", MADE)
        limits.hourly("people", "192.0.2.7")
        limits.game("192.0.2.7")
        assert limits.enter("192.0.2.7") and limits.enter("192.0.2.7")
        for _ in range(5):
            limits.question("192.0.2.7")


def test_club_networks_are_read_and_checked() -> None:
    assert from_environment({"DUNGEON_TWISTER_CLUB_NETWORKS": "192.0.2.7, 2001:db8:7::1/48"}).club_networks == (
        "192.0.2.7/32",
        "2001:db8:7::/48",
    )
    with pytest.raises(SettingError, match="A network is written as"):
        from_environment({"DUNGEON_TWISTER_CLUB_NETWORKS": "the club"})
