"""People without accounts, in browsers: two are paired in the lobby, one moves to another device, takes his data along and is
forgotten."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.visitor import PHONE, SEATS, Visitor, Visitors


def seek(visitor: Visitor) -> None:
    visitor.page.goto("/lobby")
    visitor.at("seek").click()


def test_two_browsers_are_paired_in_the_lobby(visitors: Visitors) -> None:
    """The first has no name yet and is asked for one; both come into the same game."""
    ann, ben = visitors.new(), visitors.new(name="Ben")
    ann.page.goto("/lobby")
    ann.accessible()
    ann.at("seek").click()
    ann.page.get_by_role("alert").get_by_text(ann.text("refusals.needs-person")).wait_for()
    ann.at("lobby-name").fill("Ann")
    ann.at("seek").click()
    ann.at("looking").wait_for()
    ann.at("stop").click()
    ann.at("seek").click()
    ann.at("looking").wait_for()
    # The search goes on while she looks around.
    ann.page.get_by_role("link", name=ann.text("home.nav.rules")).first.click()
    ann.at("search-plate").wait_for()
    ann.accessible()

    ben.page.goto("/lobby")
    expect(ben.at("wanted")).to_contain_text(ben.text("lobby.seeker", names="Ann"))
    ben.at("wanted").get_by_role("button").click()
    for visitor in (ann, ben):
        visitor.page.wait_for_url("**/play/*")
    assert ann.game == ben.game
    assert {seat.name for seat in ann.seen().info.seats} == {"Ann", "Ben"}
    for visitor in (ann, ben):
        visitor.wait("s.settled")

    third = visitors.new(language="fr")
    third.page.goto("/lobby")
    row = third.at("watchable").locator(f"[data-game='{ann.game}']")
    row.get_by_role("link").click()
    third.wait("s.version >= 0")
    ben.page.goto("/lobby")
    watched = ben.at("watchable").locator(f"[data-game='{ann.game}']")
    expect(watched).to_contain_text(ben.text("lobby.watchers.one", count=1))


def test_a_challenge_in_the_room_of_a_club(visitors: Visitors) -> None:
    ann, ben = visitors.new(name="Ann"), visitors.new(name="Ben")
    ann.page.goto("/lobby")
    ann.at("room-name").fill("Chess cellar")
    ann.at("room-make").click()
    ann.page.get_by_role("heading", name="Chess cellar").wait_for()
    link = ann.page.url
    ann.at("room-link").wait_for()
    ann.at("open-challenge").click()
    ann.page.wait_for_url("**/play/*")
    ann.at("code").wait_for()
    game = ann.game
    ben.page.goto("/lobby")
    ben.page.get_by_text(ben.text("lobby.no-games")).or_(ben.at("watchable")).wait_for()
    expect(ben.page.locator(f"[data-game='{game}']")).to_have_count(0)
    ben.page.goto(link)
    ben.page.locator(f"[data-game='{game}']").get_by_role("link").wait_for()
    ann.page.goto(link)
    ann.page.locator(f"[data-game='{game}']").get_by_role("button", name=ann.text("lobby.cancel")).click()
    expect(ben.page.locator(f"[data-game='{game}']")).to_have_count(0)


def test_moving_to_another_device_export_and_deletion(visitors: Visitors, tmp_path: Path) -> None:
    ann = visitors.new(name="Ann")
    ann.page.goto("/")
    game = ann.start("people")
    ann.wait("s.settled")
    key = next(iter(ann.tokens.values())).partition("~")[0]
    ann.page.goto("/you")
    ann.at("past").locator(f"[data-game='{game}']").wait_for()
    ann.accessible()
    ann.at("make-code").click()
    code = ann.at("move-code").inner_text()

    phone = visitors.new(PHONE, touch=True)
    phone.page.goto("/you")
    phone.page.get_by_text(phone.text("people.none-yet")).wait_for()
    phone.at("typed-code").fill(code.lower())
    phone.at("use-code").click()
    expect(phone.at("move-offer")).to_contain_text("Ann")
    phone.accessible()
    phone.at("confirm-move").click()
    ann.at("allow-move").wait_for()
    ann.accessible()
    check = phone.at("move-offer").locator("b.num").inner_text()
    expect(ann.at("allow-move").locator("b.num")).to_have_text(check)
    ann.at("allow-yes").click()
    phone.page.get_by_text(phone.text("people.moved", name="Ann")).wait_for()
    row = phone.at("past").locator(f"[data-game='{game}']")
    row.get_by_role("link").click()  # and plays there
    phone.wait("s.decision !== ''")
    held = phone.page.evaluate("(key) => JSON.parse(localStorage.getItem(key))", SEATS)[game]
    assert key not in json.dumps(held)

    with ann.page.expect_download() as download:
        ann.at("export").click()
    download.value.save_as(tmp_path / "me.json")
    file = json.loads((tmp_path / "me.json").read_text("utf-8"))
    assert file["name"] == "Ann" and [one["id"] for one in file["games"]] == [game] and key not in json.dumps(file)

    ann.page.reload()
    ann.page.get_by_role("button", name=ann.text("people.sign-out")).last.click()
    phone.page.get_by_text(phone.text("refusals.signed-out")).first.wait_for()
    ann.at("forget").click()
    expect(ann.at("forget-box")).to_contain_text(ann.text("people.delete-running.one", count=1))
    ann.at("forget-yes").click()
    ann.page.get_by_text(ann.text("people.forgotten")).wait_for()
    ann.page.get_by_text(ann.text("people.none-yet")).wait_for()
    assert ann.page.evaluate("() => JSON.stringify(localStorage)").find(key) < 0
    assert visitors.live.call("GET", f"/games/{game}").json()["stage"] == "given-up"


def test_games_come_along_and_the_move_is_undone(visitors: Visitors) -> None:
    """Somebody who has played here types the code of another person, brings his games along, and undoes it."""
    ann, ben = visitors.new(name="Ann"), visitors.new(name="Ben")
    for visitor in (ann, ben):
        visitor.page.goto("/")
        visitor.start("people")
        visitor.wait("s.settled")
    game, key = ben.game, next(iter(ben.tokens.values())).partition("~")[0]
    ann.page.goto("/you")
    ann.at("make-code").click()
    code = ann.at("move-code").inner_text()
    ben.page.goto("/you")
    ben.at("typed-code").fill(code)
    ben.at("use-code").click()
    ben.at("bring").check()
    ben.at("confirm-move").click()
    ann.at("allow-yes").click()
    ben.page.get_by_text(ben.text("people.moved", name="Ann")).wait_for()
    expect(ben.at("past").locator("[data-game]")).to_have_count(2)
    expect(ben.at("go-back")).to_have_count(1)
    ben.accessible()
    ben.at("undo-move").click()
    ben.page.get_by_text(ben.text("people.undone")).wait_for()
    expect(ben.at("past").locator("[data-game]")).to_have_count(1)
    ben.at("past").locator(f"[data-game='{game}']").wait_for()
    assert ben.page.evaluate("() => JSON.parse(localStorage.getItem('dungeon-twister.me')).key") == key
    ben.page.goto(f"/play/{game}")
    ben.wait("s.decision !== ''")
    ben.expected += ["401"]
