"""People without accounts: a key in a browser, a code for another device, the games one has played, export and deletion."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from dungeon_twister.server.config import Settings, changed, unlimited
from tests.server.live import Live, serving

ANN, BEN = "203.0.113.5", "198.51.100.9"


@contextmanager
def public(folder: Path, **changes: Any) -> Iterator[Live]:
    """A server that trusts the proxy's header about where requests come from."""
    with serving(folder, changed(unlimited(Settings(pace=0, proxies="127.0.0.1")), **changes)) as live:
        yield live


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with public(tmp_path_factory.mktemp("people")) as server:
        yield server


def call(live: Live, method: str, path: str, body: object = None, key: str = "", address: str = ANN) -> httpx.Response:
    headers = {"x-forwarded-for": address, **({"authorization": f"Bearer {key}"} if key else {})}
    return live.http.request(method, f"/api{path}", json=body, headers=headers)


def somebody(live: Live, name: str = "Ann", device: str = "Firefox") -> str:
    """The key of somebody new."""
    made = call(live, "POST", "/people", {"name": name, "device": device})
    assert made.status_code == 201 and made.json()["name"] == name
    key: str = made.json()["key"]
    return key


def game_of(live: Live, ann: str, ben: str = "", **wish: Any) -> tuple[str, str, str]:
    """A game of two: its id and what opens their seats."""
    made = call(live, "POST", "/games", {"scenario": "base", "seats": {"blue": "you"}, "name": "Ann", **wish}, ann).json()
    game: str = made["info"]["id"]
    joined = call(live, "POST", f"/games/{game}/join", {"name": "Ben"}, ben, BEN).json()
    return game, made["seats"][0]["token"], joined["seats"][0]["token"]


def over(live: Live, game: str, seat: str, token: str) -> None:
    """Resign for this seat."""
    assert call(live, "POST", f"/games/{game}/commands", {"type": "resign", "id": "r", "seat": seat}, token).status_code == 200


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["reason"]["code"]


def test_seats_are_opened_by_the_key_of_their_player(live: Live) -> None:
    """And by nothing else: not by somebody else's key, nor by the plain key, nor by the key for another colour."""
    ann, ben = somebody(live), somebody(live, "Ben")
    game, blue, yellow = game_of(live, ann, ben)
    assert (blue, yellow) == (f"{ann}~blue", f"{ben}~yellow")
    view = f"/games/{game}/view"
    assert call(live, "GET", view, key=blue).json()["sights"][0]["viewer"] == "blue"
    for wrong in (f"{ben}~blue", f"{ann}~yellow", f"{ann}~green", ann):
        assert code_of(call(live, "GET", view, key=wrong)) == (403, "wrong-token")
    assert code_of(call(live, "GET", view, key="made-up~blue")) == (401, "signed-out")
    with live.connect(game, yellow) as client:
        assert client.until("welcome")["sights"][0]["viewer"] == "yellow"
    reply = json.dumps(call(live, "GET", view).json())
    assert ann not in reply and ben not in reply


def test_old_tokens_work_and_can_be_taken_over(live: Live) -> None:
    game, blue, yellow = game_of(live, "", "")
    ann = somebody(live)
    assert call(live, "POST", "/people/me/seats", {"tokens": [blue, "made-up"]}, ann).json() == {"seats": 1}
    assert call(live, "POST", "/people/me/seats", {"tokens": [blue]}, somebody(live)).json() == {"seats": 0}
    for key in (blue, f"{ann}~blue"):
        assert call(live, "GET", f"/games/{game}/view", key=key).status_code == 200
    own = call(live, "POST", "/mine", {"tokens": [blue]}, ann).json()
    assert [(one["info"]["id"], one["colours"]) for one in own] == [(game, ["blue"])]
    over(live, game, "yellow", yellow)
    again = call(live, "POST", f"/games/{game}/rematch", {}, f"{ann}~blue").json()
    assert again["seats"] == [{"colour": "yellow", "token": f"{ann}~yellow"}]


def typed(live: Live, code: str, before: str = "", device: str = "Phone") -> dict[str, Any]:
    """What is shown where a code is typed."""
    answer = call(live, "POST", "/people/moves/begin", {"code": code, "device": device}, before, BEN)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def confirm(live: Live, ticket: str, before: str = "", bring: bool = False) -> str:
    """Want a move on the other device; its state."""
    state: str = call(live, "POST", "/people/moves/confirm", {"ticket": ticket, "bring": bring}, before, BEN).json()["state"]
    return state


def move(live: Live, to: str, before: str = "", bring: bool = False) -> str:
    """A key of its own for another device of a person; `before`: the key that this device had."""
    code = call(live, "POST", "/people/me/code", key=to).json()["code"]
    ticket: str = typed(live, code, before)["ticket"]
    assert confirm(live, ticket, before, bring) == "waiting"
    assert call(live, "POST", "/people/me/move", {"allow": True}, to).status_code == 204
    assert confirm(live, ticket, before, bring) == "done"
    return ticket


def games(live: Live, key: str) -> set[str]:
    return {one["info"]["id"] for one in call(live, "POST", "/mine", {"tokens": []}, key).json()}


def test_a_code_moves_somebody_to_another_device_once(live: Live) -> None:
    ann = somebody(live)
    game, blue, _ = game_of(live, ann)
    made = call(live, "POST", "/people/me/code", key=ann).json()
    assert len(made["code"]) == 8 and made["seconds"] == 600
    second = call(live, "POST", "/people/me/code", key=ann).json()["code"]
    begin = "/people/moves/begin"
    assert code_of(call(live, "POST", begin, {"code": made["code"]})) == (404, "wrong-code")  # the latest counts
    offer = typed(live, f" {second[:4].lower()}-{second[4:]} ")
    assert (offer["name"], offer["device"], offer["games"]) == ("Ann", "Firefox", 0) and offer["seconds"] > 590
    assert code_of(call(live, "POST", begin, {"code": second})) == (404, "wrong-code")
    phone: str = offer["ticket"]
    assert code_of(call(live, "GET", "/people/me", key=phone)) == (401, "signed-out")  # not yet
    assert code_of(call(live, "POST", "/mine", {"tokens": []}, phone)) == (401, "signed-out")

    pending = call(live, "GET", "/people/me/move", key=ann).json()
    assert (pending["state"], pending["device"], pending["check"]) == ("typed", "Phone", offer["check"])
    assert code_of(call(live, "POST", "/people/me/move", {"allow": True}, ann)) == (409, "no-move")  # not confirmed there
    assert confirm(live, phone) == "waiting" and confirm(live, phone) == "waiting"
    assert call(live, "GET", "/people/me/move", key=ann).json()["state"] == "confirmed"
    assert code_of(call(live, "GET", "/people/me", key=phone)) == (401, "signed-out")
    assert call(live, "POST", "/people/me/move", {"allow": True}, ann).status_code == 204
    assert confirm(live, phone) == "done" and confirm(live, phone) == "done"
    assert code_of(call(live, "POST", "/people/me/move", {"allow": True}, ann)) == (409, "no-move")
    assert games(live, phone) == {game}
    assert call(live, "GET", f"/games/{game}/view", key=f"{phone}~blue").status_code == 200
    devices = call(live, "GET", "/people/me", key=ann).json()["devices"]
    assert [(one["label"], one["this"]) for one in devices] == [("Firefox", True), ("Phone", False)]

    with live.connect(game, f"{phone}~blue") as client:  # signed out while it plays
        client.until("welcome")
        assert call(live, "DELETE", f"/people/me/devices/{devices[1]['id']}", key=ann).status_code == 204
        assert client.until("trouble")["reason"]["code"] == "signed-out"
    assert code_of(call(live, "GET", f"/games/{game}/view", key=f"{phone}~blue")) == (401, "signed-out")
    assert code_of(call(live, "GET", "/people/me", key=phone)) == (401, "signed-out")
    assert call(live, "GET", f"/games/{game}/view", key=blue).status_code == 200
    assert code_of(call(live, "DELETE", f"/people/me/devices/{devices[1]['id']}", key=ann)) == (404, "unknown-device")


def test_either_side_can_refuse_a_move(live: Live) -> None:
    """And only the device that made the code is asked."""
    ann, ben = somebody(live), somebody(live, "Ben")
    laptop = move(live, ann)
    code = call(live, "POST", "/people/me/code", key=ann).json()["code"]
    assert code_of(call(live, "POST", "/people/moves/begin", {"code": code}, laptop)) == (409, "already-you")
    ticket = typed(live, code, ben)["ticket"]
    assert confirm(live, ticket, ben) == "waiting"
    assert call(live, "GET", "/people/me/move", key=laptop).json()["state"] == "none"
    for key in (laptop, ben):
        assert code_of(call(live, "POST", "/people/me/move", {"allow": True}, key)) == (409, "no-move")
    assert call(live, "POST", "/people/me/move", {"allow": False}, ann).status_code == 204
    assert confirm(live, ticket, ben) == "refused"
    assert code_of(call(live, "POST", "/people/me/move", {"allow": True}, ann)) == (409, "no-move")

    code = call(live, "POST", "/people/me/code", key=ann).json()["code"]
    ticket = typed(live, code, ben)["ticket"]
    assert call(live, "POST", "/people/moves/cancel", {"ticket": ticket}).status_code == 204
    assert code_of(call(live, "POST", "/people/moves/confirm", {"ticket": ticket})) == (404, "no-move")
    assert code_of(call(live, "POST", "/people/me/move", {"allow": True}, ann)) == (409, "no-move")
    assert len(call(live, "GET", "/people/me", key=ann).json()["devices"]) == 2
    assert call(live, "GET", "/people/me", key=ben).json()["name"] == "Ben"


def test_games_of_the_other_device_stay_behind(live: Live) -> None:
    """The code of a stranger gives him nothing: the person stays who he was, with his games and his key."""
    victim, mallory = somebody(live, "Vic"), somebody(live, "Mallory")
    game, blue, _ = game_of(live, victim)
    with live.connect(game, blue) as client:
        client.until("welcome")
        key = move(live, mallory, victim)
        assert call(live, "GET", f"/games/{game}/view", key=blue).status_code == 200
        client.send({"type": "ping", "id": "p"})
        client.until("pong")
    assert code_of(call(live, "GET", f"/games/{game}/view", key=f"{mallory}~blue")) == (403, "wrong-token")
    assert games(live, key) == set() and games(live, victim) == {game}


def test_games_come_along_if_one_says_so_until_it_is_undone(live: Live) -> None:
    """The old key undoes it, even when the new one was signed out; so does the other side."""
    ann, before = somebody(live), somebody(live, "Anonymous")
    old, token, _ = game_of(live, "", "")
    assert call(live, "POST", "/people/me/seats", {"tokens": [token]}, before).json() == {"seats": 1}
    game, blue, _ = game_of(live, before)
    mine, *_ = game_of(live, ann)
    code = call(live, "POST", "/people/me/code", key=ann).json()["code"]
    assert typed(live, code, before)["games"] == 2
    with live.connect(game, blue) as client:
        client.until("welcome")
        phone = move(live, ann, before, bring=True)
        assert client.until("trouble")["reason"]["code"] == "seat-moved"
    for key in (ann, phone):
        assert games(live, key) == {old, game, mine}
        assert call(live, "GET", f"/games/{game}/view", key=f"{key}~blue").status_code == 200
    assert call(live, "GET", f"/games/{old}/view", key=token).status_code == 200
    assert code_of(call(live, "GET", f"/games/{game}/view", key=blue)) == (403, "wrong-token")

    me = call(live, "GET", "/people/me", key=ann).json()
    assert [(one["device"], one["other"], one["came"], one["games"]) for one in me["moves"]] == [
        ("Phone", "Anonymous", True, 2)
    ]
    device = next(one["id"] for one in me["devices"] if not one["this"])
    assert call(live, "DELETE", f"/people/me/devices/{device}", key=ann).status_code == 204
    theirs = call(live, "GET", "/people/me", key=before).json()["moves"]
    assert [(one["other"], one["came"]) for one in theirs] == [("Ann", False)]
    assert code_of(call(live, "DELETE", f"/people/me/moves/{theirs[0]['id']}", key=somebody(live))) == (404, "no-move")
    with live.connect(game, f"{ann}~blue") as client:
        client.until("welcome")
        assert call(live, "DELETE", f"/people/me/moves/{theirs[0]['id']}", key=before).status_code == 204
        assert client.until("trouble")["reason"]["code"] == "seat-moved"
    assert games(live, ann) == {mine} and games(live, before) == {old, game}
    assert call(live, "GET", f"/games/{game}/view", key=blue).status_code == 200
    assert call(live, "GET", f"/games/{old}/view", key=token).status_code == 200
    assert code_of(call(live, "DELETE", f"/people/me/moves/{theirs[0]['id']}", key=before)) == (404, "no-move")


def test_what_was_brought_along_goes_back_before_somebody_is_forgotten(live: Live) -> None:
    """Otherwise the person whose code one has typed could make one's games nobody's."""
    mallory, victim = somebody(live, "Mallory"), somebody(live, "Vic")
    game, blue, _ = game_of(live, victim)
    key = move(live, mallory, victim, bring=True)
    assert call(live, "DELETE", "/people/me", key=mallory).status_code == 204
    assert code_of(call(live, "GET", "/people/me", key=key)) == (401, "signed-out")
    assert games(live, victim) == {game} and call(live, "GET", f"/games/{game}/view", key=blue).status_code == 200
    assert call(live, "GET", f"/games/{game}").json()["stage"] == "playing"


def test_somebody_with_more_devices_leaves_his_games_there(live: Live) -> None:
    ann, ben = somebody(live), somebody(live, "Ben")
    game, *_ = game_of(live, ben)
    tablet = move(live, ben)
    code = call(live, "POST", "/people/me/code", key=ann).json()["code"]
    assert typed(live, code, tablet)["games"] == 0
    move(live, ann, tablet, bring=True)
    assert games(live, ben) == games(live, tablet) == {game}


def test_both_devices_get_the_same_seat_of_a_rematch(live: Live) -> None:
    ann = somebody(live)
    game, blue, yellow = game_of(live, ann)
    phone = move(live, ann)
    over(live, game, "blue", blue)
    first = call(live, "POST", f"/games/{game}/rematch", {}, yellow, BEN).json()
    for key in (ann, phone):
        again = call(live, "POST", f"/games/{game}/rematch", {}, f"{key}~blue").json()
        assert again["info"]["id"] == first["info"]["id"] and again["seats"] == [{"colour": "yellow", "token": f"{key}~yellow"}]
    assert call(live, "GET", f"/games/{first['info']['id']}/view", key=f"{phone}~yellow").status_code == 200


def test_the_games_one_has_played(live: Live) -> None:
    ann, ben = somebody(live), somebody(live, "Ben")
    ids = []
    for number in range(23):
        game, blue, yellow = game_of(live, ann, ben, **({"scenario": "standard"} if number == 5 else {}))
        ids.append(game)
        if number != 22:
            token, seat = (blue, "blue") if number % 2 else (yellow, "yellow")
            over(live, game, seat, token)
    page = call(live, "GET", "/people/me/games", key=ann).json()
    assert [one["info"]["id"] for one in page["games"]] == ids[:2:-1]
    rest = call(live, "GET", f"/people/me/games?after={page['next']}", key=ann).json()
    assert [one["info"]["id"] for one in rest["games"]] == ids[2::-1] and not rest["next"]

    def ask(words: str, key: str = ann) -> list[str]:
        found = call(live, "GET", f"/people/me/games?{words}", key=key).json()["games"]
        return [one["info"]["id"] for one in found]

    assert ask("result=won") == [ids[n] for n in range(20, -1, -2)]
    assert ask("result=won", ben) == ask("result=lost")
    assert ask("result=running") == [ids[22]] and ask("result=drawn") == []
    assert ask("game=card") == [ids[5]]
    assert len(ask("other=bE")) == 20 and ask("other=cid") == []
    for wrong in ("result=maybe", "game=chess", "after=x_y"):
        assert call(live, "GET", f"/people/me/games?{wrong}", key=ann).status_code == 400
    assert code_of(call(live, "GET", "/people/me/games")) == (401, "needs-person")


def test_all_that_is_kept_can_be_fetched_and_forgotten(live: Live) -> None:
    ann, ben = somebody(live), somebody(live, "Ben")
    done, blue, yellow = game_of(live, ann, ben)
    for seat, token in (("blue", blue), ("yellow", yellow)):
        line = {"type": "say", "id": seat, "seat": seat, "text": f"I am {seat}"}
        assert call(live, "POST", f"/games/{done}/commands", line, token).status_code == 200
    over(live, done, "yellow", yellow)
    running, *_ = game_of(live, ann, ben)
    waiting = call(live, "POST", "/games", {"scenario": "base", "seats": {"blue": "you"}, "listed": True}, ann).json()["info"]
    answer = call(live, "GET", "/people/me/export", key=ann)
    assert "attachment" in answer.headers["content-disposition"] and ann not in answer.text
    file = answer.json()
    assert (file["name"], [one["text"] for one in file["said"]]) == ("Ann", ["I am blue"])
    assert {one["id"] for one in file["games"]} == {done, running, waiting["id"]}
    assert next(one for one in file["games"] if one["id"] == done)["others"] == {"yellow": "Ben"}
    assert call(live, "GET", "/people/me", key=ann).json()["unfinished"] == 2

    with live.connect(done) as client:  # somebody looks on: what is in memory forgets as well
        client.until("welcome")
        assert call(live, "DELETE", "/people/me", key=ann).status_code == 204
    assert code_of(call(live, "GET", "/people/me", key=ann)) == (401, "signed-out")
    seen = call(live, "GET", f"/games/{done}/view").json()
    assert [seat.get("name", "") for seat in seen["info"]["seats"]] == ["", "Ben"]
    assert [(line["name"], line["text"]) for line in seen["chat"]] == [("", "I am blue"), ("Ben", "I am yellow")]
    assert (seen["info"]["stage"], seen["info"]["winners"]) == ("over", ["blue"])
    left = call(live, "GET", f"/games/{running}").json()
    assert (left["stage"], left["winners"], left["seats"][0].get("name")) == ("over", ["yellow"], None)
    assert call(live, "GET", f"/games/{waiting['id']}").json()["stage"] == "given-up"
    assert call(live, "GET", "/people/me/games", key=ben).json()["games"][0]["result"] == "won"
    assert "Ann" not in call(live, "GET", f"/games/{done}/record").text


def test_names_can_be_changed_and_are_tidied(live: Live) -> None:
    ann = somebody(live)
    assert call(live, "POST", "/people/me", {"name": "  An\u200bna\n "}, ann).json()["name"] == "Anna"
    assert call(live, "GET", "/people/me", key=ann).json()["name"] == "Anna"


def test_somebody_can_be_kept_out_by_who_he_is(live: Live) -> None:
    """From one address, too, where there are persons; and everybody is let in again."""
    ann, ben = somebody(live), somebody(live, "Ben")
    game, blue, _ = game_of(live, ann, ben)
    assert call(live, "POST", f"/games/{game}/blocks", {"colour": "yellow"}, blue, BEN).status_code == 204
    made = call(live, "POST", "/games", {"scenario": "base", "seats": {"blue": "you"}}, ann, "192.0.2.1").json()["info"]
    assert code_of(call(live, "POST", f"/games/{made['id']}/join", {}, ben, "192.0.2.2")) == (403, "blocked")
    assert call(live, "DELETE", "/blocks", key=ann, address="192.0.2.1").status_code == 204
    assert call(live, "POST", f"/games/{made['id']}/join", {}, ben, "192.0.2.2").status_code == 201


def test_floods_are_answered_with_a_sentence_and_hold_up_nobody(tmp_path: Path) -> None:
    with public(tmp_path, people_per_hour=3, codes_per_hour=4, rooms_per_hour=2, exports_per_hour=1) as live:
        ann = somebody(live)
        asked: dict[str, Callable[[], httpx.Response]] = {
            "too-many-people": lambda: call(live, "POST", "/people", {}),
            "too-many-codes": lambda: call(live, "POST", "/people/moves/begin", {"code": "ABCDEFGH"}),
            "too-many-rooms": lambda: call(live, "POST", "/rooms", {"name": "Club"}),
            "too-many-exports": lambda: call(live, "GET", "/people/me/export", key=ann),
        }
        for code, ask in asked.items():
            answers = [ask() for _ in range(6)]
            assert code_of(answers[-1]) == (429, code)
            assert answers[-1].json()["reason"]["sentence"] and int(answers[-1].headers["retry-after"]) > 1
        for path in ("/people", "/rooms"):
            assert call(live, "POST", path, {}, address=BEN).status_code == 201
        assert code_of(call(live, "POST", "/people/moves/begin", {"code": "ABCDEFGH"}, address=BEN)) == (404, "wrong-code")


def test_keys_are_in_no_log_and_not_in_the_database(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with public(tmp_path) as live:
        ann = somebody(live)
        game_of(live, ann)
        code = call(live, "POST", "/people/me/code", key=ann).json()["code"]
        recovery = call(live, "POST", "/people/me/recovery-code", key=ann).json()["code"]
        ticket = typed(live, code)["ticket"]
        call(live, "GET", "/people/me", key=ann)
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for secret in (ann, code, ticket, recovery, recovery.replace("-", "")):
        assert secret.encode() not in kept and secret not in caplog.text
    assert b"Firefox" in kept
