"""The seal: what the server has committed itself to is shown during the game, and checked by the browser itself afterwards."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Route, expect

from dungeon_twister.cli.main import main
from tests.browser.visitor import PHONE, Visitor, Visitors

SEALS = "dungeon-twister.seals"


def checked(visitor: Visitor, verdict: str) -> str:
    """Press the button that checks; the sentences of what was found."""
    visitor.button("table.seal.check").click()
    expect(visitor.at("seal-verdict")).to_contain_text(visitor.text(f"table.seal.{verdict}"))
    return visitor.at("seal").inner_text()


def test_two_people_and_the_seal(visitors: Visitors, tmp_path: Path) -> None:
    """Both see the same fingerprint; at the end both check every draw; an answer that was tampered with is found."""
    host, guest = visitors.new(name="Ann"), visitors.new(PHONE, touch=True, language="de", name="Ben")
    host.page.goto("/")
    host.at("scenario").click()
    host.at("scenario-simplified").click()
    host.at("opponent-friend").click()
    host.at("start").click()
    host.page.wait_for_url("**/play/*")
    guest.page.goto(f"/join/{host.at('code').inner_text()}")
    guest.at("join").tap()
    guest.page.wait_for_url("**/play/*")
    host.wait("s.version > 0")
    host.button("play.menu").click()
    host.page.get_by_role("dialog").get_by_role("button", name=host.text("play.seal")).click()
    shown = host.at("commitment").inner_text()
    assert shown == host.seen().info.commitment
    expect(host.at("seal")).to_contain_text(host.text("table.seal.later"))
    host.accessible()
    host.button("play.good").click()
    token = host.page.evaluate("Object.values(JSON.parse(localStorage['dungeon-twister.seats']))[0][0].token")
    host.live.call("POST", f"/games/{host.game}/commands", {"type": "resign", "id": "r", "seat": "blue"}, token)
    for visitor in (host, guest):
        visitor.at("game-over").get_by_role("button", name=visitor.text("play.seal")).click()
        found = checked(visitor, "whole")
        for key in ("same", "secret", "mine", "seed"):
            assert visitor.text(f"table.seal.{key}") in found
        assert visitor.text("table.seal.late") not in found and visitor.at("commitment").inner_text() == shown
    host.page.get_by_text(host.text("table.seal.elsewhere"), exact=True).click()
    with host.page.expect_download() as download:
        host.at("seal-record").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    command = host.at("seal-command").inner_text().split()
    assert command[:3] == ["dungeon-twister", "verify", file.name]
    assert main(["verify", str(file), *command[3:]]) == 0 and main(["verify", str(file), "--commitment", "0" * 64]) == 1
    watcher = visitors.new(name="Cid")
    watcher.page.goto(f"/play/{host.game}")
    watcher.at("game-over").get_by_role("button", name=watcher.text("play.seal")).click()
    assert watcher.text("table.seal.unseen") in checked(watcher, "unproven")
    watcher.accessible()

    def tampered(route: Route) -> None:
        proof = route.fetch().json()
        proof["draws"][0]["drawn"] = next(one for one in proof["draws"][0]["labels"] if one != proof["draws"][0]["drawn"])
        route.fulfill(body=json.dumps(proof), content_type="application/json")

    host.page.route("**/proof", tampered)
    assert host.text("table.seal.draws-wrong.one") in checked(host, "broken")
    host.page.unroute("**/proof")
    host.page.evaluate(
        "localStorage['dungeon-twister.seals'] = localStorage['dungeon-twister.seals'].replace(/[0-9a-f]{64}/, '0'.repeat(64))"
    )
    host.page.reload()
    host.at("game-over").get_by_role("button", name=host.text("play.seal")).click()
    assert host.text("table.seal.same-wrong") in checked(host, "broken")


def test_a_broken_promise_is_shown_before_the_first_move(visitor: Visitor) -> None:
    """A server that promises one commitment and uses another."""

    def another(route: Route) -> None:
        promised = route.fetch().json()
        route.fulfill(body=json.dumps({**promised, "commitment": "0" * 64}), content_type="application/json")

    visitor.page.route("**/api/seals", another)
    visitor.page.goto("/")
    visitor.at("start").click()
    visitor.page.wait_for_url("**/play/*")
    expect(visitor.at("seal-warning")).to_have_text(re.compile(re.escape(visitor.text("table.seal.swapped"))))
    assert visitor.at("commitment").inner_text() == "0" * 64
    visitor.accessible()


def test_a_known_seed_is_said(visitor: Visitor) -> None:
    """In the menu and on the panel at the end; and a browser without Web Crypto says what to do instead."""
    tokens = visitor.sit_down("base", "known", seats={"blue": "you", "yellow": "bot:random"})
    visitor.wait("s.decision")
    visitor.button("play.menu").click()
    expect(visitor.page.get_by_role("dialog")).to_contain_text(visitor.text("play.seal.known"))
    visitor.live.call("POST", f"/games/{visitor.game}/commands", {"type": "resign", "id": "r", "seat": "blue"}, tokens["blue"])
    visitor.before("Object.defineProperty(crypto, 'subtle', {value: undefined})")
    visitor.page.reload()
    expect(visitor.at("game-over")).to_contain_text(visitor.text("play.seal.known"))
    visitor.at("game-over").get_by_role("button", name=visitor.text("play.seal")).click()
    expect(visitor.at("seal")).to_contain_text(visitor.text("table.seal.no-crypto"))
    assert visitor.button("table.seal.check").count() == 0
