"""Moderation: reports with the chat, blocked players cannot join, bans refuse requests and sockets."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from dungeon_twister.cli.main import main
from dungeon_twister.server.config import Settings, changed, unlimited
from dungeon_twister.server.transport import bans
from tests.server.live import Live, serving

ANN, BEN, CID = "203.0.113.5", "203.0.113.77", "198.51.100.9"


@contextmanager
def public(folder: Path, **changes: Any) -> Iterator[Live]:
    """A server that trusts the proxy's header about where requests come from."""
    settings = unlimited(Settings(pace=0, proxies="127.0.0.1"))
    with serving(folder, changed(settings, **changes)) as live:
        yield live


def call(live: Live, address: str, method: str, path: str, body: object = None, token: str = "") -> httpx.Response:
    headers = {"x-forwarded-for": address, **({"authorization": f"Bearer {token}"} if token else {})}
    return live.http.request(method, f"/api{path}", json=body, headers=headers)


def two(live: Live) -> tuple[str, str, str]:
    """A game of Ann and Ben, who come from different places: its id and their keys."""
    made = call(live, ANN, "POST", "/games", {"scenario": "base", "seats": {"blue": "you"}, "name": "Ann"}).json()
    game: str = made["info"]["id"]
    joined = call(live, BEN, "POST", f"/games/{game}/join", {"name": "Ben"}).json()
    return game, made["seats"][0]["token"], joined["seats"][0]["token"]


def reason(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["reason"]["code"]


def test_a_report_tells_what_was_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "games.db")
    with public(tmp_path) as live:
        game, ann, ben = two(live)
        for number, text in enumerate(("hello", "something rude", "and more"), 1):
            say = {"type": "say", "id": f"s{number}", "seat": "yellow", "text": text}
            assert call(live, BEN, "POST", f"/games/{game}/commands", say, ben).status_code == 200
        report = {"colour": "yellow", "line": 2, "why": "He is rude.\u202e"}
        for _ in range(2):  # a double click
            assert call(live, ANN, "POST", f"/games/{game}/reports", report, ann).status_code == 204
        wrong = [
            ({"colour": "blue"}, ann, (404, "no-such-player")),
            ({"colour": "red"}, ann, (404, "no-such-player")),
            ({"colour": "yellow", "line": 9}, ann, (404, "no-such-line")),
            ({"colour": "blue", "line": 2}, ben, (404, "no-such-line")),
            ({"colour": "yellow"}, "", (401, "wrong-token")),
            ({"colour": "yellow"}, "another", (403, "wrong-token")),
        ]
        for body, token, expected in wrong:
            assert reason(call(live, ANN, "POST", f"/games/{game}/reports", body, token)) == expected
        # While the server runs:
        assert main(["reports", "--database", database]) == 0
        out = capsys.readouterr().out
        assert f"Ben (yellow) in game {game}. He is rude." in out and out.endswith("1 report.\n")
    assert main(["reports", "show", "1", "--database", database]) == 0
    out = capsys.readouterr().out
    assert "  Ben: hello\n  Ben: something rude\n" in out and "and more" not in out and "Reported by blue" in out
    assert main(["reports", "close", "1", "--database", database]) == 0
    assert main(["reports", "close", "1", "--database", database]) == 2
    assert main(["reports", "show", "7", "--database", database]) == 2
    capsys.readouterr()
    assert main(["reports", "--database", database, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
    assert main(["reports", "--all", "--database", database, "--json"]) == 0
    (kept,) = json.loads(capsys.readouterr().out)
    assert kept["closed"] and kept["line"] == 2 and BEN not in json.dumps(kept)
    assert main(["reports", "--all", "--database", database, "--language", "de"]) == 0
    assert "1 Meldung." in capsys.readouterr().out


def test_reports_have_a_limit(tmp_path: Path) -> None:
    with public(tmp_path, reports_per_hour=2) as live:
        game, ann, _ = two(live)
        answers = [call(live, ANN, "POST", f"/games/{game}/reports", {"colour": "yellow"}, ann) for _ in range(3)]
        assert [answer.status_code for answer in answers[:2]] == [204, 204] and reason(answers[2]) == (429, "too-many-reports")


def test_a_blocked_player_does_not_join_again(tmp_path: Path) -> None:
    """Not the games of the one who blocked, in whichever seat; others' games, and until it is taken back."""
    with public(tmp_path) as live:
        game, ann, _ = two(live)
        assert call(live, ANN, "POST", f"/games/{game}/blocks", {"colour": "yellow"}, ann).status_code == 204
        assert call(live, ANN, "POST", f"/games/{game}/blocks", {"colour": "yellow"}, ann).status_code == 204
        wish = {"scenario": "base", "seats": {"blue": "you"}}
        another = call(live, ANN, "POST", "/games", wish).json()["info"]["id"]
        refused = call(live, BEN, "POST", f"/games/{another}/join", {"name": "Someone else"})
        assert reason(refused) == (403, "blocked")
        assert call(live, CID, "POST", f"/games/{another}/join", {}).status_code == 201
        elsewhere = call(live, CID, "POST", "/games", wish).json()["info"]["id"]
        assert call(live, BEN, "POST", f"/games/{elsewhere}/join", {}).status_code == 201
        assert call(live, ANN, "DELETE", "/blocks").status_code == 204
        third = call(live, ANN, "POST", "/games", wish).json()["info"]["id"]
        assert call(live, BEN, "POST", f"/games/{third}/join", {}).status_code == 201
        # People of one house have the same address.
        made = call(live, ANN, "POST", "/games", wish).json()
        own = made["info"]["id"]
        assert call(live, ANN, "POST", f"/games/{own}/join", {}).status_code == 201
        same = call(live, ANN, "POST", f"/games/{own}/blocks", {"colour": "yellow"}, made["seats"][0]["token"])
        assert reason(same) == (409, "cannot-block")


def test_bans_at_the_door(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bans.Bans.__init__, "__defaults__", (0.05,))  # looked up again soon
    database = ["--database", str(tmp_path / "games.db")]
    with public(tmp_path) as live:
        game, _, ben = two(live)
        with live.connect(game, hello=False) as line:  # of this machine, which is not banned
            line.send({"type": "hello", "seats": []})
            line.until("welcome")
            assert main(["ban", "add", "203.0.113.64/26", "--why", "flood", *database]) == 0
            assert capsys.readouterr().out == "203.0.113.64/26 is banned for good. flood\n"
            assert main(["ban", "add", "2001:db8:7::1/48", "--until", "2999-01-01", *database]) == 0
            until = time.monotonic() + 20
            banned = (BEN, "2001:db8:7:1::5")
            while time.monotonic() < until and {call(live, who, "GET", f"/games/{game}").status_code for who in banned} != {
                403
            }:
                time.sleep(0.05)
            assert reason(call(live, BEN, "GET", f"/games/{game}", token=ben)) == (403, "banned")
            assert reason(call(live, banned[1], "GET", f"/games/{game}")) == (403, "banned")
            assert reason(call(live, "::ffff:203.0.113.70", "GET", f"/games/{game}")) == (403, "banned")
            assert call(live, ANN, "GET", f"/games/{game}").status_code == 200
            page = live.http.get("/", headers={"x-forwarded-for": BEN})
            assert page.status_code == 403 and page.text.startswith("This server does not let your network in.")
            with pytest.raises(Exception, match="403"):
                banned_socket(live, game)
            line.send({"type": "ping", "id": "p"})
            assert line.until("pong")
        assert "dungeon_twister_banned_refused" in live.http.get("/metrics").text
        capsys.readouterr()
        assert main(["ban", "list", "--json", *database]) == 0
        assert [one["network"] for one in json.loads(capsys.readouterr().out)] == ["203.0.113.64/26", "2001:db8:7::/48"]
        assert main(["ban", "remove", "203.0.113.64/26", *database]) == 0
        until = time.monotonic() + 20
        while call(live, BEN, "GET", f"/games/{game}").status_code != 200 and time.monotonic() < until:
            time.sleep(0.05)
        assert call(live, BEN, "GET", f"/games/{game}").status_code == 200


def banned_socket(live: Live, game: str) -> None:
    headers = {"x-forwarded-for": BEN}
    with connect(f"ws://{live.address}/api/games/{game}/socket", additional_headers=headers):
        pass


BAD = [
    (["add", "somewhere"], "Somewhere is not an address or a range of addresses such as 203.0.113.0/24."),
    (["add", "0.0.0.0/0"], "0.0.0.0/0 is too wide: name at least /8, or /16 of IPv6."),
    (["add", "203.0.113.7", "--until", "soon"], "Soon is not a date such as 2031-05-01."),
    (["add", "203.0.113.7", "--until", "2001-01-01"], "2001-01-01 is already over."),
    (["remove", "203.0.113.7"], "203.0.113.7/32 is not banned."),
]


def test_bans_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(tmp_path):
        pass
    for words, problem in BAD:
        assert main(["ban", *words, "--database", str(tmp_path / "games.db")]) == 2
        assert capsys.readouterr().err == f"{problem}\n"
    assert main(["ban", "list", "--database", str(tmp_path / "none.db")]) == 2
    assert capsys.readouterr().err == f"There is no database {tmp_path / 'none.db'}.\n"
