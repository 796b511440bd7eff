"""The routes: what each answers, and every way in which it refuses. The server is real, on the loopback."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest

from dungeon_twister.ai.bots.levels import LEVELS
from dungeon_twister.presentation.guide.guide_shapes import Scene
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.rules.engine.scenarios import load_scenario
from dungeon_twister.server.analysis_protocol import Replay
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.endpoints.catalogue_routes import the_scene
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.game_service import GameService
from dungeon_twister.server.logs import start_logging
from dungeon_twister.server.protocol import GameInfo
from dungeon_twister.server.secret_tokens import new_token
from dungeon_twister.server.socket_protocol import Welcome
from dungeon_twister.server.transport.pages import NOT_BUILT, Pages
from dungeon_twister.server.wire import decode
from tests.server.live import Live, serving

TWO = {"blue": "you", "yellow": "you"}


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with serving(tmp_path_factory.mktemp("http")) as server:
        yield server


def code(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal, which is a whole sentence too."""
    reason = answer.json()["reason"]
    assert reason["sentence"][:1].isupper() and reason["sentence"].rstrip(")").endswith((".", "!", "?")), reason
    assert "Traceback" not in answer.text
    return answer.status_code, reason["code"]


# -- what never changes --------------------------------------------------------------------------------------------------


def test_the_catalogue(live: Live) -> None:
    answer = live.call("GET", "/catalogue")
    found = answer.json()
    assert {"base", "pyramid", "standard", "tutorial-1"} <= {card["name"] for card in found["scenarios"]}
    assert {"random", "greedy", "archmage"} < set(found["bots"]) and found["version"]
    assert [card["name"] for card in found["opponents"]] == [level.name for level in LEVELS]
    assert all(card["rating"] == level.rating for card, level in zip(found["opponents"], LEVELS, strict=True))
    assert answer.headers["cache-control"] == "no-cache"
    again = live.http.get("/api/catalogue", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_scenes(live: Live) -> None:
    for card in live.call("GET", "/catalogue").json()["scenarios"]:
        answer = live.call("GET", f"/scene?scenario={card['name']}")
        scene = decode(answer.content, Scene)
        assert [seat.colour for seat in scene.seats] == load_scenario(card["name"]).colours
    changed = live.call("GET", "/scene?scenario=base&option=target=8")
    assert changed.json()["target"] == 8
    assert code(live.call("GET", "/scene?scenario=nowhere")) == (422, "bad-game")
    assert code(live.call("GET", "/scene?scenario=base&option=target=many")) == (422, "bad-game")
    assert code(live.call("GET", "/scene?scenario=base&option=target")) == (422, "bad-game")
    assert code(live.call("GET", "/scene")) == (400, "unreadable")


def test_the_schemas(live: Live) -> None:
    assert {"Do", "Welcome", "Choice"} <= live.call("GET", "/protocol.json").json()["$defs"].keys()
    paths = live.call("GET", "/schema/openapi.json").json()["paths"]
    assert "/api/games/{game_id}/commands" in paths and "/metrics" not in paths


# -- making, finding, joining --------------------------------------------------------------------------------------------


def test_a_game_is_made_found_and_joined(live: Live) -> None:
    answer = live.call("POST", "/games", {"scenario": "base", "seats": {"blue": "you"}, "name": "Ada", "listed": True})
    assert answer.status_code == 201 and answer.headers["cache-control"] == "no-store"
    made = answer.json()
    info = msgspec.convert(made["info"], GameInfo)
    assert [seat["colour"] for seat in made["seats"]] == ["blue"] and info.stage == "open"
    assert info.id in [game["id"] for game in live.call("GET", "/games?open=1").json()]
    assert live.call("GET", f"/codes/{info.code}").json()["id"] == info.id
    joined = live.call("POST", f"/games/{info.id}/join", {"name": "Bo"}).json()
    assert joined["seats"][0]["colour"] == "yellow" and joined["info"]["stage"] == "playing"
    assert code(live.call("POST", f"/games/{info.id}/join", {"name": "Cy"})) == (409, "no-seat")
    assert info.id not in [game["id"] for game in live.call("GET", "/games?open=1").json()]
    mine = live.call("POST", "/mine", {"tokens": [made["seats"][0]["token"], "nonsense"]}).json()
    assert [(game["info"]["id"], game["colours"]) for game in mine] == [(info.id, ["blue"])]


def test_games_that_cannot_be_made(live: Live) -> None:
    for wish in (
        {"scenario": "nowhere"},
        {"scenario": "base", "options": {"target": "many"}},
        {"scenario": "base", "clock": "sand"},
        {"scenario": "base", "seats": {"purple": "you"}},
        {"scenario": "base", "seats": {"blue": "bot:nobody"}},
    ):
        assert code(live.call("POST", "/games", wish)) == (422, "bad-game"), wish


def test_bodies_that_cannot_be_read(live: Live) -> None:
    for body in (b"", b"{", b"[]", b"nonsense", b'{"scenario":5}', b'{"scenario":"base","more":1}', b"\xff\xfe", b"[" * 5000):
        answer = live.http.post("/api/games", content=body, headers={"content-type": "application/json"})
        assert code(answer) == (400, "unreadable"), body
    for path, size in (("/api/games/none/join", 20_000), ("/api/games", 100_000)):  # a game may come with its scenario
        large = live.http.post(path, content=b'{"scenario":"' + b"x" * size + b'"}')
        assert code(large) == (413, "too-large")


def test_addresses_that_lead_nowhere(live: Live) -> None:
    for method, path in (
        ("GET", "/games/none"),
        ("GET", "/games/none/view"),
        ("GET", "/games/none/events?since=3"),
        ("GET", "/games/none/record"),
        ("POST", "/games/none/join"),
    ):
        assert code(live.call(method, path, {} if method == "POST" else None)) == (404, "unknown-game"), path
    assert code(live.call("GET", "/codes/ZZZZZZ")) == (404, "unknown-code")
    assert code(live.call("GET", "/replays/none")) == (404, "unknown-replay")
    assert code(live.call("GET", "/replays/none/3")) == (404, "unknown-replay")
    assert code(live.call("GET", "/nothing")) == (404, "unknown-address")
    assert code(live.call("PUT", "/games")) == (405, "wrong-method")


# -- playing by HTTP alone -----------------------------------------------------------------------------------------------


def play(live: Live, game: str, tokens: dict[str, str], most: int, rng: Random) -> Welcome:
    """Random choices through the routes only."""
    for number in range(most):
        info = live.call("GET", f"/games/{game}").json()
        if info["stage"] != "playing":
            break
        token = tokens[info["decider"]]
        seen = live.call("GET", f"/games/{game}/view", token=token).json()
        choice = rng.choice(seen["sights"][0]["view"]["choices"])
        wish = {
            "type": "do",
            "id": f"n{number}-{rng.getrandbits(64)}",
            "seat": info["decider"],
            "version": seen["version"],
            "choices": [choice],
        }
        answer = live.call("POST", f"/games/{game}/commands", wish, token)
        assert answer.status_code == 200 and "reason" not in answer.json(), answer.text
        assert answer.json()["version"] >= seen["version"]
    return decode(live.call("GET", f"/games/{game}/view").content, Welcome)


def test_playing_by_requests(live: Live) -> None:
    game, tokens = live.make(seats=TWO, seed="requests")
    seen = play(live, game, tokens, 30, Random(1))
    assert seen.version >= 30 and [sight.viewer for sight in seen.sights] == ["spectator"]
    events = live.call("GET", f"/games/{game}/events?since={seen.version - 3}", token=tokens["blue"]).json()
    assert [update["sight"]["viewer"] for update in events["updates"]] == ["blue"]
    assert events["updates"][-1]["version"] == seen.version and events["updates"][-1]["events"]
    assert live.call("GET", f"/games/{game}/events?since={seen.version}").json() == {"updates": []}
    assert live.call("GET", f"/games/{game}/events?since=999999").json()["type"] == "welcome"
    assert code(live.call("GET", f"/games/{game}/events?since=never")) == (400, "unreadable")


def test_the_other_commands_by_requests(live: Live) -> None:
    game, tokens = live.make(seats=TWO, seed="others")
    version = live.call("GET", f"/games/{game}").json()["version"]

    def send(seat: str, kind: str, **fields: object) -> dict[str, object]:
        body = {"type": kind, "id": kind, "seat": seat, **fields}
        found: dict[str, object] = live.call("POST", f"/games/{game}/commands", body, tokens[seat]).json()
        return found

    assert send("blue", "ask")["type"] == "advice"
    assert send("blue", "history")["type"] == "history"
    assert send("blue", "say", text="Hello") == {"type": "answer", "id": "say", "version": version}
    assert send("blue", "fill", version=version)["type"] == "answer"
    assert send("yellow", "draw", answer="offer")["type"] == "answer"
    assert send("blue", "draw", answer="decline", id="draw2")["type"] == "answer"
    chat = live.call("GET", f"/games/{game}/view").json()["chat"]
    assert [(line["seat"], line["text"]) for line in chat] == [("blue", "Hello")]


def test_commands_are_refused(live: Live) -> None:
    game, tokens = live.make(seats=TWO)
    other, others = live.make(seats=TWO)
    do = {"type": "do", "id": "1", "seat": "blue", "version": 0, "choices": ["pass"]}
    path = f"/games/{game}/commands"
    assert code(live.call("POST", path, do)) == (401, "wrong-token")
    assert code(live.call("POST", path, do, "nonsense")) == (403, "wrong-token")
    assert code(live.call("POST", path, do, others["blue"])) == (403, "wrong-token")
    assert code(live.call("POST", path, do, tokens["yellow"])) == (403, "not-your-seat")
    for wrong in ({**do, "type": "dance"}, {**do, "more": 1}, {"type": "do"}, {**do, "version": "x"}, {**do, "choices": [7]}):
        assert code(live.call("POST", path, wrong, tokens["blue"])) == (400, "unreadable"), wrong
    refused = live.call("POST", path, {**do, "version": 999}, tokens["blue"]).json()
    assert refused["reason"]["code"] == "stale"
    long = {"type": "say", "id": "2", "seat": "blue", "text": "x" * 501}
    assert code(live.call("POST", path, long, tokens["blue"])) == (422, "chat-too-long")
    assert code(live.call("POST", path, {**long, "text": "  "}, tokens["blue"])) == (422, "chat-empty")
    assert other != game


def test_games_are_deleted_by_those_who_play(live: Live) -> None:
    game, tokens = live.make(seats=TWO)
    assert code(live.call("DELETE", f"/games/{game}")) == (401, "wrong-token")
    assert code(live.call("DELETE", f"/games/{game}", token="nonsense")) == (403, "wrong-token")
    assert live.call("DELETE", f"/games/{game}", token=tokens["blue"]).status_code == 204
    gone = live.call("GET", f"/games/{game}")
    assert gone.status_code in (404, 410) or gone.json()["stage"] == "given-up"


# -- afterwards ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished(live: Live) -> tuple[str, dict[str, str]]:
    """A game that blue has given up after some choices."""
    game, tokens = live.make(seats=TWO, seed="finished")
    assert code(live.call("GET", f"/games/{game}/record")) == (409, "not-over")
    assert code(live.call("GET", f"/replays/{game}")) == (409, "not-over")
    assert code(live.call("POST", f"/games/{game}/rematch", token=tokens["blue"])) == (409, "not-over")
    play(live, game, tokens, 12, Random(2))
    resign = {"type": "resign", "id": "r", "seat": "blue"}
    assert "reason" not in live.call("POST", f"/games/{game}/commands", resign, tokens["blue"]).json()
    return game, tokens


def test_records_and_replays(live: Live, finished: tuple[str, dict[str, str]]) -> None:
    game, _ = finished
    record = live.call("GET", f"/games/{game}/record")
    assert record.headers["content-type"].startswith("text/plain")
    kept = live.http.post("/api/replays", content=record.content, headers={"content-type": "text/plain"})
    assert kept.status_code == 201, kept.text
    for replay_id in (game, kept.json()["id"]):
        for viewer in ("blue", "spectator", "all"):
            replay = decode(live.call("GET", f"/replays/{replay_id}?viewer={viewer}").content, Replay)
            assert replay.viewer == viewer and replay.winners == ["yellow"] and len(replay.entries) >= 12
            frame = live.call("GET", f"/replays/{replay_id}/{len(replay.entries)}?viewer={viewer}").json()
            assert frame["number"] == len(replay.entries) and frame["view"]["game"] == "board"
        assert code(live.call("GET", f"/replays/{replay_id}/99999"))[0] == 404
        assert code(live.call("GET", f"/replays/{replay_id}?viewer=purple"))[0] in (404, 422)


def test_records_that_are_refused(live: Live) -> None:
    for text in (b"", b"nonsense", b"\xff\xfe", b"[Game board]\n" * 100):
        answer = live.http.post("/api/replays", content=text, headers={"content-type": "text/plain"})
        assert code(answer) == (422, "bad-record"), text
    answer = live.http.post("/api/replays", content=b"x" * (512 << 10) + b"x")
    assert code(answer) == (413, "too-large")


def test_a_rematch(live: Live, finished: tuple[str, dict[str, str]]) -> None:
    game, tokens = finished
    made = live.call("POST", f"/games/{game}/rematch", token=tokens["blue"])
    assert made.status_code == 201, made.text
    again = made.json()["info"]["id"]
    assert live.call("GET", f"/games/{game}").json()["rematch"] == again


# -- around the answers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["base", "pyramid", "standard"])
def test_a_scene_is_worked_out_once(scenario: str) -> None:
    """Whatever option is varied that changes nothing in it: the attack was a new `timer` with every request."""
    clock = "9/9/9" if scenario == "standard" else "9/9/9/9"
    for option in ({"timer": clock}, {"memory": "strict"}, {"stallLimit": "7"}):
        if option != {"stallLimit": "7"} or scenario != "standard":
            assert the_scene(scenario, option) is the_scene(scenario, {})
            assert scene_of(new_setting(scenario, option)) == scene_of(new_setting(scenario, {}))
    with pytest.raises(ProtocolError):
        the_scene(scenario, {"timer": "soon"})


def test_a_body_that_is_no_text(live: Live) -> None:
    for body in (b'{"scenario": "\xff\xfe"}', b"\xff\xfe", b'{"scenario": "base", "name": "\xc3("}'):
        answer = live.http.post("/api/games", content=body, headers={"content-type": "application/json"})
        assert code(answer) == (400, "unreadable"), body


def test_as_many_tokens_as_promised(live: Live) -> None:
    _, tokens = live.make(seats={"blue": "you"})
    many = [*tokens.values(), *(new_token() for _ in range(499))]
    assert len(live.call("POST", "/mine", {"tokens": many}).json()) == 1
    assert code(live.call("POST", "/mine", {"tokens": [*many, "x"]})) == (422, "too-many")


def test_a_history_without_a_seat_is_a_spectators(live: Live) -> None:
    """The holder of the key gets a hint, as far as asked."""
    game, tokens = live.make(seats={"blue": "you", "yellow": "you"})
    play(live, game, tokens, 4, Random(1))
    for seat, viewer in (("", "spectator"), ("blue", "blue")):
        asked = {"type": "history", "id": "h", "seat": seat}
        assert live.call("POST", f"/games/{game}/commands", asked, tokens["blue"]).json()["viewer"] == viewer


def test_hsts_over_tls_only(tmp_path: Path, live: Live) -> None:
    assert "strict-transport-security" not in live.http.get("/").headers
    with serving(tmp_path, Settings(proxies="127.0.0.1")) as behind:
        assert "strict-transport-security" not in behind.http.get("/").headers
        reply = behind.http.get("/", headers={"x-forwarded-proto": "https"}).headers
        assert reply["strict-transport-security"].startswith("max-age=")


def test_health_and_metrics(live: Live) -> None:
    assert live.http.get("/health").json()["healthy"] is True
    text = live.http.get("/metrics").text
    for name in ("commands_total", "refusals_total", "command_seconds_bucket", "sockets", "games_in_memory", "bot_seconds"):
        assert f"dungeon_twister_{name}" in text


def test_large_answers_are_compressed(live: Live) -> None:
    with live.http.stream("GET", "/api/scene?scenario=base", headers={"accept-encoding": "gzip"}) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip" and b'"rooms"' in gzip.decompress(raw)


def test_security_headers(live: Live) -> None:
    for path in ("/", "/api/catalogue", "/api/games/none", "/health"):
        headers = live.http.get(path).headers
        assert "script-src 'self';" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_other_pages_may_not_play(live: Live) -> None:
    wish = {"scenario": "base"}
    assert code(live.http.post("/api/games", json=wish, headers={"origin": "http://evil.example"})) == (403, "wrong-origin")
    assert code(live.http.get("/api/catalogue", headers={"host": "evil.example"})) == (403, "wrong-host")
    own = live.http.post("/api/games", json=wish, headers={"origin": f"http://{live.address}"})
    assert own.status_code == 201


# -- limits --------------------------------------------------------------------------------------------------------------


def test_limits_of_an_address(tmp_path: Path) -> None:
    settings = Settings(pace=0, request_rate=0.01, request_burst=85, games_per_hour=2)
    with serving(tmp_path, settings) as live:
        assert [live.call("POST", "/games", {"scenario": "base"}).status_code for _ in range(3)] == [201, 201, 429]
        assert [live.call("GET", "/games").status_code for _ in range(6)] == [200] * 5 + [429]
        answer = live.call("GET", "/games")
        assert code(answer) == (429, "too-fast") and int(answer.headers["retry-after"]) > 10
        assert live.http.get("/health").status_code == 429  # every route has its price


def test_unfinished_games_of_an_address(tmp_path: Path) -> None:
    settings = Settings(pace=0, unfinished_games=2)
    with serving(tmp_path, settings) as live:
        _, tokens = live.make(seats=TWO)
        game, tokens = live.make(seats=TWO)
        assert code(live.call("POST", "/games", {"scenario": "base"})) == (429, "too-many-unfinished")
        live.call("DELETE", f"/games/{game}", token=tokens["blue"])
        live.make()


# -- the page ------------------------------------------------------------------------------------------------------------


def test_the_built_page(tmp_path: Path) -> None:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>page</title>", "utf-8")
    (folder / "assets" / "index-abc.js").write_text("'script';" * 500, "utf-8")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    pages = Pages(folder)
    with serving(tmp_path, pages=pages) as live:
        for path in ("/", "/game/abc", "/learn"):
            page = live.http.get(path)
            assert "<title>page" in page.text and page.headers["content-type"] == "text/html; charset=utf-8"
            assert page.headers["cache-control"] == "no-cache"
            assert live.http.get(path, headers={"if-none-match": page.headers["etag"]}).status_code == 304
        assert live.http.head("/").status_code == 200
        script = live.http.get("/assets/index-abc.js")
        assert "immutable" in script.headers["cache-control"] and script.headers["content-encoding"] == "gzip"
        assert code(live.http.get("/assets/index-old.js")) == (404, "unknown-address")
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt", "/..%5csecret.txt"):
            assert "secret" not in live.http.get(path).text
        (folder / "index.html").write_text("<!doctype html><title>newer</title>", "utf-8")
        pages.read()
        assert "newer" in live.http.get("/").text


def test_a_page_that_is_not_built(tmp_path: Path) -> None:
    with serving(tmp_path, unlimited(Settings()), Pages(tmp_path / "nothing")) as live:
        page = live.http.get("/")
        assert page.status_code == 503 and page.content == NOT_BUILT and b"npm run build" in page.content
        assert json.loads(live.http.get("/api/games").content) == []


# -- what nobody expected ------------------------------------------------------------------------------------------------


async def broken(*_: object) -> None:
    raise RuntimeError("inner secrets")


def test_an_unexpected_error(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client hears that nothing was lost; the log has the rest under the id of the request."""
    monkeypatch.setattr(GameService, "open_games", broken)
    stream = StringIO()
    start_logging("error", stream)
    answer = live.call("GET", "/games")
    assert code(answer) == (500, "jammed")
    assert answer.json() == {
        "reason": {"code": "jammed", "sentence": "Something went wrong. Nothing was lost: please try again."}
    }
    start_logging("warning")
    logged = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["kind"] for line in logged if line.get("request") == answer.headers["x-request-id"]] == ["RuntimeError"]


def test_an_unexpected_error_of_a_command(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    game, tokens = live.make(seats=TWO)
    with live.connect(game, tokens["blue"]) as client:
        client.until("welcome")
        monkeypatch.setattr(GameService, "command", broken)
        answer = client.do("blue", 0, "pass")
        assert answer["reason"]["code"] == "jammed" and "inner secrets" not in str(answer)
        monkeypatch.undo()
        assert client.ask("history", "blue")["type"] == "history"
