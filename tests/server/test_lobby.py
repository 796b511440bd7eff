"""The lobby: challenges and games to watch, pairing, rooms of clubs, and rate limits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dungeon_twister.game.record.files import Record, load
from dungeon_twister.game.record.proof import verdict, verify
from tests.server.live import Client, Live, Message
from tests.server.test_people import ANN, BEN, call, code_of, game_of, public, somebody


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    with public(tmp_path) as server:
        yield server


def visit(live: Live, key: str = "", room: str = "") -> Client:
    """Somebody in the lobby."""
    client = Client(f"ws://{live.address}/api/lobby/socket")
    client.send({"type": "hello", "key": key, "room": room})
    return client


def until(client: Client, wanted: Any) -> Message:
    """The next state of the lobby that is what is wanted."""
    while True:
        news = client.until("lobby")
        if wanted(news):
            return news


def challenge(live: Live, key: str = "", address: str = ANN, **wish: Any) -> str:
    wish = {"scenario": "base", "seats": {"blue": "you"}, "listed": True, **wish}
    made = call(live, "POST", "/games", wish, key, address)
    assert made.status_code == 201, made.text
    game: str = made.json()["info"]["id"]
    return game


def test_changes_of_the_lobby_are_sent(live: Live) -> None:
    ann = somebody(live)
    with visit(live) as client:
        with visit(live):
            until(client, lambda news: news["here"] == 2)
        assert until(client, lambda news: news["here"] == 1)["challenges"] == []
        game = challenge(live, ann, name="Ann", clock="days:3", level="new")
        news = until(client, lambda news: news["challenges"])
        one = news["challenges"][0]
        answer = {name: one[name] for name in ("id", "game", "scenario", "clock", "players", "free", "by", "level")}
        assert answer == {
            "id": game,
            "game": "board",
            "scenario": "base",
            "clock": "days:3",
            "players": 2,
            "free": 1,
            "by": "Ann",
            "level": "new",
        }
        call(live, "POST", f"/games/{game}/join", {"name": "Ben"}, address=BEN)
        news = until(client, lambda news: news["games"])
        assert not news["challenges"] and news["games"][0]["names"] == ["Ann", "Ben"]
        with live.connect(game) as watcher:
            watcher.until("welcome")
            until(client, lambda news: news["games"] and news["games"][0].get("watchers") == 1)
        until(client, lambda news: news["games"] and not news["games"][0].get("watchers"))
        cancelled = challenge(live, ann)
        until(client, lambda news: news["challenges"])
        assert call(live, "DELETE", f"/games/{cancelled}", key=f"{ann}~blue").status_code == 204
        until(client, lambda news: not news["challenges"])
    assert code_of(call(live, "POST", "/games", {"scenario": "base", "level": "god"})) == (422, "bad-game")


def test_two_who_want_the_same_are_paired_at_once(live: Live) -> None:
    ann, ben, cid = somebody(live), somebody(live, "Ben"), somebody(live, "Cid")
    with visit(live, ann) as a, visit(live, ann) as again, visit(live, ben) as b, visit(live, cid) as c:
        a.send({"type": "seek", "scenario": "base", "clock": "rules"})
        assert a.until("seeking")["scenario"] == "base"
        again.send({"type": "seek", "scenario": "base", "clock": "rules"})  # not with himself
        c.send({"type": "seek", "scenario": "base", "clock": "off"})  # another clock
        news = until(c, lambda news: sum(one["count"] for one in news["wanted"]) == 3)
        assert {(one["clock"], one["count"]) for one in news["wanted"]} == {("rules", 2), ("off", 1)}
        b.send({"type": "seek", "scenario": "base", "clock": "rules"})
        first, second = a.until("paired")["created"], b.until("paired")["created"]
        assert first["info"]["id"] == second["info"]["id"] and second["info"]["stage"] == "playing"
        assert {first["seats"][0]["token"].partition("~")[0], second["seats"][0]["token"].partition("~")[0]} == {ann, ben}
        assert {seat["name"] for seat in second["info"]["seats"]} == {"Ann", "Ben"}
        c.send({"type": "seek-no-more"})
        assert c.until("seeking")["scenario"] == ""
        again.socket.close()  # his wish goes with the socket
        assert until(c, lambda news: not news["wanted"])["games"][0]["clock"] == "rules"


MINE, YOURS = "a1" * 32, "0f" * 32
SEEK = {"type": "seek", "scenario": "base", "answers": True}


def contribute(client: Client, given: str, commitment: str = "") -> str:
    """Answer a match; the commitment it showed."""
    shown: str = client.until("matched")["commitment"]
    client.send({"type": "contribute", "commitment": commitment or shown, "contribution": given})
    return shown


def resigned(live: Live, made: Message) -> Record:
    """The record of a game that one player has resigned."""
    game, seat = made["info"]["id"], made["seats"][0]
    call(live, "POST", f"/games/{game}/commands", {"type": "resign", "id": "r", "seat": seat["colour"]}, seat["token"])
    return load(call(live, "GET", f"/games/{game}/record").text)[0]


def test_both_see_the_commitment_before_they_contribute(live: Live) -> None:
    """No game is made before both have answered, and it has what they were shown and what they gave."""
    ann, ben = somebody(live), somebody(live, "Ben")
    with visit(live, ann) as a, visit(live, ben) as b, visit(live) as watcher:
        for client in (a, b):
            client.send(SEEK)
        shown = contribute(a, MINE)
        b_shown = b.until("matched")["commitment"]
        assert shown == b_shown and len(shown) == 64
        a.send({"type": "ping", "id": "still"})
        assert a.until("pong") and until(watcher, lambda news: not news["wanted"])["games"] == []
        b.send({"type": "contribute", "commitment": b_shown, "contribution": YOURS})
        first, second = a.until("paired")["created"], b.until("paired")["created"]
        assert first["info"]["commitment"] == second["info"]["commitment"] == shown
        assert first["contributed"] and second["contributed"]
        record = resigned(live, first)
        given = {first["seats"][0]["colour"]: MINE, second["seats"][0]["colour"]: YOURS}
        assert record.end is not None and record.end.contributions == given
        assert verdict(verify(record, shown, [MINE])) is verdict(verify(record, shown, [YOURS])) is True


def test_who_does_not_answer_a_match_seeks_no_more(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one waits again, with another commitment; and so does he if the other leaves."""
    monkeypatch.setattr("dungeon_twister.server.games.lobby.pairing.CONTRIBUTE_SECONDS", 2.0)
    ann, ben, cid, dan = (somebody(live, name) for name in ("Ann", "Ben", "Cid", "Dan"))
    with visit(live, ann) as a, visit(live, ben) as b, visit(live, cid) as c:
        a.send(SEEK)
        b.send(SEEK)
        first = contribute(a, MINE)
        assert b.until("trouble")["reason"]["code"] == "no-answer" and b.until("seeking")["scenario"] == ""
        b.send({"type": "contribute", "commitment": first, "contribution": YOURS})
        assert b.until("trouble")["reason"]["code"] == "not-matched"
        until(c, lambda news: [one["count"] for one in news["wanted"]] == [1])
        with visit(live, dan) as d:
            d.send(SEEK)
            second = a.until("matched")["commitment"]
            assert second != first
        c.send(SEEK)
        third = contribute(a, MINE)
        assert third not in (first, second) and contribute(c, YOURS) == third
        assert a.until("paired")["created"]["info"]["commitment"] == third


def test_what_is_no_answer_to_a_match_is_refused(live: Live) -> None:
    with visit(live, somebody(live)) as a, visit(live, somebody(live, "Ben")) as b:
        a.send({"type": "contribute", "commitment": "0" * 64, "contribution": MINE})
        assert a.until("trouble")["reason"]["code"] == "not-matched"
        a.send(SEEK)
        b.send({"type": "seek", "scenario": "base", "contribution": YOURS})  # a client that does not know of matches
        shown = contribute(a, MINE, "0" * 64)
        assert a.until("trouble")["reason"]["code"] == "not-matched"
        a.send({"type": "contribute", "commitment": shown, "contribution": "1"})
        assert a.until("trouble")["reason"]["code"] == "bad-contribution"
        a.send({"type": "contribute", "commitment": shown})
        first, second = a.until("paired")["created"], b.until("paired")["created"]
        assert not first["contributed"] and second["contributed"] and second["info"]["commitment"] == shown


def test_nobody_is_paired_with_whom_he_has_blocked(live: Live) -> None:
    ann, ben = somebody(live), somebody(live, "Ben")
    game, blue, _ = game_of(live, ann, ben)
    assert call(live, "POST", f"/games/{game}/blocks", {"colour": "yellow"}, blue, BEN).status_code == 204
    with visit(live, ann) as a, visit(live, ben) as b, visit(live, somebody(live, "Cid")) as c:
        for count, one in enumerate((a, b), 1):
            one.send({"type": "seek", "scenario": "standard"})
            news = until(c, lambda news, count=count: [one["count"] for one in news["wanted"]] == [count])
        assert news["wanted"][0]["names"] == ["Ann", "Ben"] and not news["people"]
        c.send({"type": "seek", "scenario": "standard"})
        assert a.until("paired") and c.until("paired")


def test_a_room_has_its_own_list(live: Live) -> None:
    room = call(live, "POST", "/rooms", {"name": "Club"}).json()
    code = room["code"]
    assert call(live, "GET", f"/rooms/{code.lower()}").json() == room
    game = challenge(live, room=code)
    outside = challenge(live)
    with visit(live, somebody(live, "Cid"), room=code) as inside, visit(live) as everybody:
        news = until(inside, lambda news: news["challenges"] and news["people"])
        assert [one["id"] for one in news["challenges"]] == [game] and news["people"] == ["Cid"]
        assert [one["id"] for one in until(everybody, lambda news: news["challenges"])["challenges"]] == [outside]
    assert [one["id"] for one in call(live, "GET", "/games?open=true").json()] == [outside]
    assert code not in call(live, "GET", f"/games/{game}").text  # who is invited by a link does not learn of the room
    assert code_of(call(live, "POST", "/games", {"scenario": "base", "room": "ABCDEFGH"})) == (404, "unknown-room")
    with visit(live, room="ABCDEFGH") as client:
        assert client.until("trouble")["reason"]["code"] == "unknown-room"


REFUSED: tuple[tuple[Message, str], ...] = (
    ({"type": "seek", "scenario": "nowhere"}, "bad-game"),
    ({"type": "seek", "scenario": "base", "clock": "soon"}, "bad-game"),
    ({"type": "seek", "scenario": "base\n"}, "bad-game"),
    ({"type": "seek", "scenario": "base", "contribution": "1"}, "bad-contribution"),
    ({"type": "hello"}, "no-hello"),
    ({"type": "what"}, "unreadable"),
)


def test_what_cannot_be_is_answered_with_a_sentence(live: Live) -> None:
    for message, code in REFUSED:
        with visit(live, somebody(live)) as client:
            client.send(message)
            assert client.until("trouble")["reason"]["code"] == code, message
            client.send({"type": "ping", "id": "still"})
            assert client.until("pong")["id"] == "still"


def test_who_is_nobody_or_signed_out_is_not_paired(live: Live) -> None:
    with visit(live) as client:
        client.send({"type": "seek", "scenario": "base"})
        assert client.until("trouble")["reason"]["code"] == "needs-person"
    with visit(live, "made-up") as client:
        assert client.until("trouble")["reason"]["code"] == "signed-out"
    ann = somebody(live)
    with visit(live, ann) as client:
        client.until("lobby")
        device = call(live, "GET", "/people/me", key=ann).json()["devices"][0]["id"]
        call(live, "DELETE", f"/people/me/devices/{device}", key=ann)
        assert client.until("trouble")["reason"]["code"] == "signed-out"


def test_floods_do_not_hold_up_others(tmp_path: Path) -> None:
    """One address fills neither the list nor the queue, and gets a reason; somebody else's challenge is seen and paired."""
    with public(tmp_path, games_per_hour=30, seeks_per_hour=8) as live:
        answers = [
            call(live, "POST", "/games", {"scenario": "base", "seats": {"blue": "you"}, "listed": True}) for _ in range(32)
        ]
        assert code_of(answers[-1]) == (429, "too-many-games")
        other = challenge(live, address=BEN)
        with visit(live, somebody(live)) as flood, visit(live) as client:
            news = until(client, lambda news: news["challenges"])
            assert len(news["challenges"]) == 4 and other in [one["id"] for one in news["challenges"]]
            for _ in range(9):
                flood.send({"type": "seek", "scenario": "base"})
            assert flood.until("trouble")["reason"]["code"] == "too-many-seeks"
            with visit(live) as fresh:
                until(fresh, lambda news: not news["wanted"])
