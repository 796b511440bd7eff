"""The socket of a game: hello, commands, repeats, what is stale, coming back, watching, and what is refused."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from dungeon_twister.server.config import Settings, unlimited
from tests.server.live import Client, Live, Message, serving

TWO = {"blue": "you", "yellow": "you"}
CLOSED_WITHIN = 5.0


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with serving(tmp_path_factory.mktemp("socket")) as server:
        yield server


@pytest.fixture
def game(live: Live) -> tuple[str, dict[str, str]]:
    made = live.make(seats=TWO, seed="socket")
    live.set_starters(*made)
    return made


def choices_of(message: Message, seat: str) -> list[object]:
    """What a seat may choose, by a Welcome or an Update."""
    sights = message["sights"] if "sights" in message else [message["sight"]]
    found: list[object] = next(sight["view"].get("choices", []) for sight in sights if sight["viewer"] == seat)
    return found


def closing(client: Client) -> tuple[str, int]:
    """The last error message and the code with which the server closes."""
    trouble = ""
    try:
        while True:
            message = client.receive(CLOSED_WITHIN)
            if message["type"] == "trouble":
                trouble = message["reason"]["code"]
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return trouble, closed.rcvd.code


def play_some(client: Client, count: int, rng: Random, welcome: Message) -> int:
    """Random choices of a client that holds both seats; returns the version then."""
    version, sights = welcome["version"], {sight["viewer"]: sight["view"] for sight in welcome["sights"]}
    for _ in range(count):
        seat = next(colour for colour, view in sights.items() if view.get("choices"))
        client.count += 1
        number = f"play{client.count}"
        choice = rng.choice(sights[seat]["choices"])
        client.send({"type": "do", "id": number, "seat": seat, "version": version, "choices": [choice]})
        answered = ""
        while not answered:
            message = client.receive()
            if message["type"] == "update":
                sights[message["sight"]["viewer"]] = message["sight"]["view"]
            elif message["type"] == "welcome":
                sights = {sight["viewer"]: sight["view"] for sight in message["sights"]}
            answered = number if message.get("id") == number else ""
        assert "reason" not in message, message
        version = message["version"]
    return int(version)


# -- hello ---------------------------------------------------------------------------------------------------------------


def test_hello_is_answered_by_everything(live: Live, game: tuple[str, dict[str, str]]) -> None:
    with live.connect(game[0], *game[1].values()) as both, live.connect(game[0]) as watching:
        welcome = both.until("welcome")
        assert [sight["viewer"] for sight in welcome["sights"]] == ["blue", "yellow"]
        assert choices_of(welcome, "blue") or choices_of(welcome, "yellow")
        assert [sight["viewer"] for sight in watching.until("welcome")["sights"]] == ["spectator"]


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        ({"type": "hello", "seats": ["nonsense"]}, ("wrong-token", 4403)),
        ({"type": "ping"}, ("no-hello", 4400)),
        ({"type": "hello", "seats": ["x"] * 9}, ("no-hello", 4400)),
        ("nonsense", ("no-hello", 4400)),
    ],
)
def test_a_wrong_beginning(live: Live, game: tuple[str, dict[str, str]], first: object, expected: tuple[str, int]) -> None:
    with live.connect(game[0], hello=False) as client:
        client.send(first)
        assert closing(client) == expected


def test_an_unknown_game(live: Live) -> None:
    with live.connect("none") as client:
        assert closing(client) == ("unknown-game", 4404)


def test_the_token_of_another_game(live: Live, game: tuple[str, dict[str, str]]) -> None:
    _, others = live.make(seats=TWO)
    with live.connect(game[0], others["blue"]) as client:
        assert closing(client) == ("wrong-token", 4403)


def test_sockets_of_other_pages_and_elsewhere(live: Live, game: tuple[str, dict[str, str]]) -> None:
    for path, origin in ((f"/api/games/{game[0]}/socket", "http://evil.example"), ("/api/nothing", None)):
        with pytest.raises(InvalidStatus) as refused, connect(f"ws://{live.address}{path}", origin=origin):  # type: ignore[arg-type]
            pass
        assert refused.value.response.status_code == 403


# -- commands ------------------------------------------------------------------------------------------------------------


def test_everybody_hears_of_a_choice(live: Live, game: tuple[str, dict[str, str]]) -> None:
    with (
        live.connect(game[0], *game[1].values()) as both,
        live.connect(game[0], game[1]["yellow"]) as one,
        live.connect(game[0]) as watching,
    ):
        welcome = both.until("welcome")
        one.until("welcome")
        watching.until("welcome")
        seat = "blue" if choices_of(welcome, "blue") else "yellow"
        answer = both.do(seat, welcome["version"], choices_of(welcome, seat)[0])
        assert "reason" not in answer and answer["version"] > welcome["version"]
        own = [message for message in map(parsed, both.received) if message["type"] == "update"]
        assert [update["sight"]["viewer"] for update in own] == ["blue", "yellow"]
        assert {update["version"] for update in own} == {answer["version"]}
        assert one.until("update")["sight"]["viewer"] == "yellow"
        assert watching.until("update")["sight"]["viewer"] == "spectator"


def parsed(text: bytes) -> Message:
    message: Message = json.loads(text)
    return message


def test_a_repeat_does_nothing_twice(live: Live, game: tuple[str, dict[str, str]]) -> None:
    with live.connect(game[0], *game[1].values()) as both:
        welcome = both.until("welcome")
        seat = "blue" if choices_of(welcome, "blue") else "yellow"
        wish = {"version": welcome["version"], "choices": [choices_of(welcome, seat)[0]], "id": "once"}
        first = both.ask("do", seat, **wish)
        again = both.ask("do", seat, **wish)
        assert again == first
        assert live.call("GET", f"/games/{game[0]}").json()["version"] == first["version"]
    with live.connect(game[0], *game[1].values()) as later:
        later.until("welcome")
        assert later.ask("do", seat, **wish) == first


def test_a_choice_of_a_client_that_leaves_at_once_counts(live: Live, game: tuple[str, dict[str, str]]) -> None:
    id, tokens = game
    with live.connect(id, *tokens.values()) as client:
        welcome = client.until("welcome")
        version, sights = welcome["version"], welcome["sights"]
        seat, choice = next((one["viewer"], one["view"]["choices"][0]) for one in sights if one["view"].get("choices"))
        client.send({"type": "do", "id": "last", "seat": seat, "version": version, "choices": [choice]})
    with live.connect(id, *tokens.values()) as client:
        now = client.until("welcome")["version"]
        assert (now if now > version else client.until("update")["version"]) > version


def test_what_is_stale_gets_a_fresh_start(live: Live, game: tuple[str, dict[str, str]]) -> None:
    with live.connect(game[0], *game[1].values()) as both:
        welcome = both.until("welcome")
        version = play_some(both, 3, Random(1), welcome)
        seat = "blue"
        answer = both.do(seat, welcome["version"], "pass")
        assert answer["reason"]["code"] == "stale" and answer["reason"]["sentence"]
        fresh = both.until("welcome")
        assert fresh["version"] == version and len(fresh["sights"]) == 2


def test_refusals_are_sentences(live: Live, game: tuple[str, dict[str, str]]) -> None:
    with live.connect(game[0], game[1]["blue"], game[1]["yellow"]) as both:
        version = both.until("welcome")["version"]
        info = live.call("GET", f"/games/{game[0]}").json()
        other = "yellow" if info["decider"] == "blue" else "blue"
        for seat, choice in ((info["decider"], "nonsense"), (info["decider"], {"do": "dance"}), (other, "pass")):
            answer = both.do(seat, version, choice)
            assert answer["reason"]["code"] and answer["reason"]["sentence"].rstrip(")").endswith(".")
        assert both.do("red", version, "pass")["reason"]["code"] == "not-your-seat"
        assert both.ask("ask", "red")["reason"]["code"] == "not-your-seat"
    with live.connect(game[0]) as watching:
        watching.until("welcome")
        assert watching.do("blue", version, "pass")["reason"]["code"] == "not-your-seat"
        assert watching.ask("say", "blue", text="hi")["reason"]["code"] == "not-your-seat"
        assert watching.ask("history", "")["viewer"] == "spectator"


def test_an_unreadable_message_is_answered_with_a_reason(live: Live, game: tuple[str, dict[str, str]]) -> None:
    with live.connect(game[0], game[1]["blue"]) as client:
        client.until("welcome")
        wrong: list[object] = [
            "{",
            "[]",
            "null",
            {"type": "dance"},
            {"type": "do", "id": "1"},
            {"type": "ping", "more": 1},
            {"type": "do", "id": "1", "seat": "blue", "version": 1e99, "choices": []},
            "[" * 5000,
            '{"type":"ping","id":"\ud800"}'.encode("utf-8", "surrogatepass").decode("utf-8", "replace") + "x",
        ]
        for message in wrong:
            client.send(message)
            assert client.until("trouble")["reason"]["code"] == "unreadable", message
        client.socket.send(b"\x00\x01binary")
        assert client.until("trouble")["reason"]["code"] == "unreadable"
        client.send({"type": "hello"})
        assert client.until("trouble")["reason"]["code"] == "no-hello"
        client.send({"type": "ping", "id": "alive"})
        assert abs(client.until("pong", id="alive")["now"] - time.time()) < 60


# -- coming back ---------------------------------------------------------------------------------------------------------


def test_coming_back_tells_what_was_missed(live: Live, game: tuple[str, dict[str, str]]) -> None:
    with live.connect(game[0], *game[1].values()) as both:
        welcome = both.until("welcome")
        version = play_some(both, 10, Random(2), welcome)
        both.ask("say", "blue", text="Hello")
    with live.connect(game[0], game[1]["yellow"], since=version - 4) as back:
        update = back.until("update")
        assert update["version"] == version and update["events"] and update["sight"]["viewer"] == "yellow"
        assert back.until("said")["line"]["text"] == "Hello"
        assert back.until("info")["info"]["version"] == version
    with live.connect(game[0], game[1]["yellow"], since=version) as back:
        back.until("info")
        assert not any(b'"update"' in text[:20] for text in back.received)
    for strange in (10**6, 0 if version > 100 else 10**9):
        with live.connect(game[0], game[1]["yellow"], since=strange) as back:
            assert back.receive()["type"] == "welcome"


def test_what_is_too_long_ago_gets_everything(live: Live, game: tuple[str, dict[str, str]]) -> None:
    with live.connect(game[0], *game[1].values()) as both:
        version = play_some(both, 115, Random(3), both.until("welcome"))
    with live.connect(game[0], game[1]["yellow"], since=1) as back:
        assert back.receive()["version"] == version and back.received[0].startswith(b'{"type":"welcome"')


def test_presence_and_chat(live: Live, game: tuple[str, dict[str, str]]) -> None:
    def online(message: Message) -> list[bool]:
        return [seat.get("online", False) for seat in message["info"]["seats"]]

    with live.connect(game[0], game[1]["blue"]) as blue:
        blue.until("welcome")
        with live.connect(game[0], game[1]["yellow"]) as yellow:
            yellow.until("welcome")
            while online(blue.until("info")) != [True, True]:
                pass
            assert "reason" not in yellow.ask("say", "yellow", text="Hello there")
            assert blue.until("said")["line"]["text"] == "Hello there"
            assert yellow.ask("say", "yellow", text="x" * 501)["reason"]["code"] == "chat-too-long"
        while online(blue.until("info")) != [True, False]:
            pass


def test_spectators_are_counted(live: Live, game: tuple[str, dict[str, str]]) -> None:
    """Players learn how many look on, as soon as one comes or goes; a second device of a player is none."""
    with live.connect(game[0], game[1]["blue"]) as blue:
        assert "watching" not in blue.until("welcome")["info"]
        with live.connect(game[0]) as first, live.connect(game[0], game[1]["blue"]):
            assert first.until("welcome")["info"]["watching"] == 1
            while blue.until("info")["info"].get("watching") != 1:
                pass
            with live.connect(game[0]) as second:
                assert second.until("welcome")["info"]["watching"] == 2
                while blue.until("info")["info"].get("watching") != 2:
                    pass
        while blue.until("info")["info"].get("watching"):
            pass


# -- limits --------------------------------------------------------------------------------------------------------------


def test_limits_of_a_socket(tmp_path: Path) -> None:
    settings = Settings(pace=0, message_rate=0.001, message_burst=10, chat_rate=0.001, chat_burst=2, hello_seconds=1.5)
    with serving(tmp_path, settings) as live:
        game, tokens = live.make(seats=TWO)
        with live.connect(game, hello=False) as silent:
            assert closing(silent) == ("no-hello", 4400)
        with live.connect(game, tokens["blue"]) as client:
            client.until("welcome")
            lines = [client.ask("say", "blue", text="hi").get("reason", {}).get("code") for _ in range(3)]
            assert lines == [None, None, "too-fast"]
            codes = [client.ask("ask", "blue").get("reason", {}).get("code", "") for _ in range(8)]
            assert codes[:7] == [""] * 7 and codes[7] == "too-fast"
            with suppress(ConnectionClosed):  # it may be over before all are sent
                for _ in range(110):
                    client.send({"type": "ping"})
            assert closing(client) == ("too-fast", 1008)
        with live.connect(game, tokens["blue"]) as client:
            client.until("welcome")
            client.send({"type": "ping", "id": "x" * 17_000})
            assert closing(client) == ("too-large", 1009)
        with live.connect(game, tokens["blue"]) as client:
            client.until("welcome")
            client.send({"type": "ping", "id": "x" * 70_000})
            assert closing(client)[1] == 1009


def test_opening_sockets_counts_as_asking(tmp_path: Path) -> None:
    with serving(tmp_path, Settings(pace=0, request_rate=0.01, request_burst=22)) as live:
        game, _ = live.make()
        for _ in range(2):
            with live.connect(game) as client:
                client.until("welcome")
        with live.connect(game, hello=False) as client, pytest.raises(ConnectionClosed) as closed:
            client.receive()
        assert closed.value.rcvd is not None and (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "too-fast")


def test_too_many_sockets(tmp_path: Path) -> None:
    with serving(tmp_path, Settings(pace=0, sockets_per_address=2)) as live:
        game, _ = live.make()
        with live.connect(game) as one, live.connect(game) as two:
            one.until("welcome")
            two.until("welcome")
            with live.connect(game, hello=False) as three:
                assert closing(three) == ("", 1008)
        until = time.monotonic() + CLOSED_WITHIN
        while "dungeon_twister_sockets 0.0" not in live.http.get("/metrics").text:
            assert time.monotonic() < until
        with live.connect(game) as again:
            again.until("welcome")


def test_a_client_that_does_not_read_is_dropped(tmp_path: Path) -> None:
    """It must cost the server neither memory nor the other clients any time."""
    settings = msgspec.structs.replace(unlimited(Settings(pace=0)), queue_messages=16)
    with serving(tmp_path, settings, buffer=8192) as live:
        game, tokens = live.make(seats=TWO, seed="slow")
        host, port = live.address.split(":")
        with socket.socket() as small:
            small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            small.connect((host, int(port)))
            live.connect(game, *tokens.values(), sock=small)  # it never reads a message
            with live.connect(game, *tokens.values()) as quick:
                play_some(quick, 60, Random(5), quick.until("welcome"))
            assert 'dungeon_twister_sockets_dropped_total{why="too-slow"} 1.0' in live.http.get("/metrics").text
