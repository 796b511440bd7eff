"""Coming back without a device: recovery codes and passkeys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from dungeon_twister.server import passkeys
from dungeon_twister.server.errors import ProtocolError
from tests.server.authenticator import Authenticator, decoded, encoded
from tests.server.live import Live
from tests.server.test_people import call, code_of, game_of, games, public, somebody


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with public(tmp_path_factory.mktemp("recovery")) as server:
        yield server


def origin_of(live: Live) -> str:
    return f"http://localhost:{live.address.rpartition(':')[2]}"


def ask(live: Live, path: str, body: object = None, key: str = "", origin: str | None = None) -> httpx.Response:
    """A request as a page at http://localhost makes it."""
    headers = {"origin": origin_of(live) if origin is None else origin, "host": origin_of(live).removeprefix("http://")}
    if not headers["origin"]:
        del headers["origin"]
    if key:
        headers["authorization"] = f"Bearer {key}"
    return live.http.post(f"/api{path}", json=body, headers=headers)


def passkey_of(live: Live, key: str) -> Authenticator:
    """A passkey that a person has made."""
    authenticator = Authenticator(origin_of(live))
    options = ask(live, "/people/me/passkeys/options", key=key).json()["options"]
    made = ask(live, "/people/me/passkeys", {"credential": authenticator.create(options), "device": "Firefox"}, key)
    assert made.status_code == 201, made.text
    return authenticator


def sign_in(live: Live, authenticator: Authenticator, **changes: Any) -> httpx.Response:
    options = ask(live, "/people/passkeys/options").json()["options"]
    credential = authenticator.get(options)
    credential["response"].update(changes)
    return ask(live, "/people/passkeys", {"credential": credential, "device": "New"})


# -- codes ---------------------------------------------------------------------------------------------------------------


def test_a_recovery_code_brings_somebody_back_until_it_is_renewed(live: Live) -> None:
    ann = somebody(live)
    game, *_ = game_of(live, ann)
    assert call(live, "GET", "/people/me", key=ann).json()["recovery_code"] == 0
    code: str = call(live, "POST", "/people/me/recovery-code", key=ann).json()["code"]
    assert [len(group) for group in code.split("-")] == [4] * 5
    assert call(live, "GET", "/people/me", key=ann).json()["recovery_code"] > 0
    for typed in (code, f" {code.lower().replace('-', ' ')} "):  # it stays good
        back = call(live, "POST", "/people/recovery-code", {"code": typed, "device": "New"}).json()
        assert back["name"] == "Ann" and games(live, back["key"]) == {game}
        assert call(live, "GET", f"/games/{game}/view", key=f"{back['key']}~blue").status_code == 200
    second = call(live, "POST", "/people/me/recovery-code", key=ann).json()["code"]
    for wrong in (code, second[:-1], f"{second}A", "", "A" * 20):
        answer = call(live, "POST", "/people/recovery-code", {"code": wrong})
        assert code_of(answer) == (404, "wrong-recovery-code"), wrong
    assert call(live, "POST", "/people/recovery-code", {"code": second}).status_code == 201


def test_somebody_who_has_lost_many_browsers_gets_in_all_the_same(live: Live) -> None:
    """The device that was not seen for longest makes room."""
    ann = somebody(live)
    code = call(live, "POST", "/people/me/recovery-code", key=ann).json()["code"]
    keys = [ann] + [call(live, "POST", "/people/recovery-code", {"code": code}).json()["key"] for _ in range(20)]
    assert code_of(call(live, "GET", "/people/me", key=ann)) == (401, "signed-out")
    assert len(call(live, "GET", "/people/me", key=keys[-1]).json()["devices"]) == 20


def test_codes_are_not_guessed(tmp_path: Path) -> None:
    with public(tmp_path, codes_per_hour=4) as live:
        answers = [call(live, "POST", "/people/recovery-code", {"code": "B" * 20}) for _ in range(6)]
        assert [answer.status_code for answer in answers] == [404] * 4 + [429] * 2


# -- passkeys --------------------------------------------------------------------------------------------------------------


def test_a_passkey_brings_somebody_back(live: Live) -> None:
    ann = somebody(live)
    game, *_ = game_of(live, ann)
    authenticator = passkey_of(live, ann)
    (kept,) = call(live, "GET", "/people/me", key=ann).json()["passkeys"]
    assert kept["label"] == "Firefox"
    for _ in range(2):
        back = sign_in(live, authenticator)
        assert back.status_code == 201 and back.json()["name"] == "Ann"
        assert games(live, back.json()["key"]) == {game}
    options = ask(live, "/people/me/passkeys/options", key=ann).json()["options"]
    assert [one["id"] for one in options["excludeCredentials"]] == [encoded(authenticator.id)]
    assert options["authenticatorSelection"]["residentKey"] == "required" and options["rp"]["id"] == "localhost"
    again = ask(live, "/people/me/passkeys", {"credential": authenticator.create(options)}, ann)
    assert code_of(again) == (409, "known-passkey")

    ben = somebody(live, "Ben")
    assert code_of(call(live, "DELETE", f"/people/me/passkeys/{kept['id']}", key=ben)) == (404, "unknown-passkey")
    assert call(live, "DELETE", f"/people/me/passkeys/{kept['id']}", key=ann).status_code == 204
    assert code_of(sign_in(live, authenticator)) == (404, "unknown-passkey")


def test_a_passkey_must_prove_itself(live: Live) -> None:
    """A wrong signature, another page, a challenge of somebody else or of another purpose: nobody gets in, nothing changes."""
    ann, ben = somebody(live), somebody(live, "Ben")
    authenticator, other = passkey_of(live, ann), Authenticator(origin_of(live))
    other.id = authenticator.id
    assert code_of(sign_in(live, other)) == (403, "wrong-passkey")
    assert code_of(sign_in(live, authenticator, signature=encoded(b"0" * 70))) == (403, "wrong-passkey")
    assert code_of(sign_in(live, authenticator, clientDataJSON="e30")) == (403, "wrong-passkey")
    assert code_of(sign_in(live, authenticator, authenticatorData="")) == (403, "wrong-passkey")
    for wrong in ({}, {"id": 3}, {"id": encoded(authenticator.id)}, {"id": encoded(authenticator.id), "response": []}):
        assert code_of(ask(live, "/people/passkeys", {"credential": wrong})) == (403, "wrong-passkey")
    stranger = Authenticator("http://evil.example")
    stranger.key, stranger.id = authenticator.key, authenticator.id
    assert code_of(sign_in(live, stranger)) == (403, "wrong-passkey")

    creation = ask(live, "/people/me/passkeys/options", key=ann).json()["options"]
    sign_ins = ask(live, "/people/passkeys/options").json()["options"]
    mixed = authenticator.get({**sign_ins, "challenge": creation["challenge"]})
    assert code_of(ask(live, "/people/passkeys", {"credential": mixed})) == (403, "wrong-passkey")
    made = Authenticator(origin_of(live)).create(creation)  # for Ann, handed in by Ben
    assert code_of(ask(live, "/people/me/passkeys", {"credential": made}, ben)) == (403, "wrong-passkey")
    assert len(call(live, "GET", "/people/me", key=ann).json()["devices"]) == 1
    assert sign_in(live, authenticator).status_code == 201


def test_a_counter_that_goes_back_is_refused(live: Live) -> None:
    """Somebody has copied the passkey."""
    authenticator = passkey_of(live, somebody(live))
    assert sign_in(live, authenticator).status_code == 201
    authenticator.count = 0
    assert code_of(sign_in(live, authenticator)) == (403, "wrong-passkey")


def test_passkeys_need_a_page_with_a_name(live: Live) -> None:
    ann = somebody(live)
    answer = live.http.post("/api/people/passkeys/options", headers={"origin": f"http://{live.address}"})
    assert code_of(answer) == (409, "no-passkeys")
    assert code_of(ask(live, "/people/me/passkeys/options", key=ann, origin="")) == (409, "no-passkeys")
    assert ask(live, "/people/passkeys/options", origin="http://evil.example").status_code == 403


def test_a_challenge_is_good_for_five_minutes() -> None:
    site, key = passkeys.Site("http://localhost", "localhost"), b"k" * 32
    authenticator = Authenticator(site.origin)
    options = passkeys.creation_options(site, "ann", "Ann", [], passkeys.new_challenge(key, "ann", 1000.0))
    made = authenticator.create(options)
    assert passkeys.checked_creation(made, site, key, "ann", 1299.0).credential == encoded(authenticator.id)
    for purpose, now, secret in (("ann", 1302.0, key), ("ben", 1001.0, key), ("ann", 1001.0, b"x" * 32)):
        with pytest.raises(ProtocolError):
            passkeys.checked_creation(made, site, secret, purpose, now)
    assert decoded(options["user"]["id"]) == b"ann"
