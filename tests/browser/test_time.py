"""Time between two browsers: clocks that run out, moves taken back, plans that fit and plans that are dropped."""

from __future__ import annotations

import asyncio
import json
import re
import time
from pathlib import Path
from secrets import token_hex
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.profiles import Profiles
from tests.browser.visitor import Visitor, Visitors
from tests.server.game_services import Time, make_service
from tests.server.live import Live, serving

DAY = 86_400.0


class Table:
    """A game of people, moved on by request."""

    def __init__(self, live: Live, scenario: str = "base", names: tuple[str, ...] = ("Ann", "Ben"), **wish: Any) -> None:
        self.live = live
        self.game, self.tokens = live.make(scenario, seats={"blue": "you"}, name=names[0], **wish)
        self.join(*names[1:])

    def join(self, *names: str) -> None:
        for name in names:
            joined = self.live.call("POST", f"/games/{self.game}/join", {"name": name}).json()
            self.tokens |= {seat["colour"]: seat["token"] for seat in joined["seats"]}

    def look(self, seat: str = "blue") -> dict[str, Any]:
        seen: dict[str, Any] = self.live.call("GET", f"/games/{self.game}/view", token=self.tokens[seat]).json()
        return seen

    @property
    def decider(self) -> str:
        return str(self.look()["info"]["decider"])

    def tell(self, kind: str, seat: str, **fields: Any) -> None:
        body = {"type": kind, "id": token_hex(8), "seat": seat, **fields}
        answer = self.live.call("POST", f"/games/{self.game}/commands", body, self.tokens[seat]).json()
        assert "reason" not in answer, answer

    def set_up(self) -> None:
        while not (seen := self.look())["sights"][0]["view"]["turn"]:
            self.tell("fill", seen["info"]["decider"], version=seen["version"])

    def end_turn(self) -> None:
        """The deciding player plays a card and does nothing."""
        seat, turn = self.decider, self.look()["sights"][0]["view"]["turn"]
        while (seen := self.look(seat))["sights"][0]["view"]["turn"] == turn:
            choices = seen["sights"][0]["view"]["choices"]
            wanted = next((choice for choice in choices if choice["do"] == "pass"), choices[0])
            self.tell("do", seat, version=seen["version"], choices=[wanted])

    def visited(self, visitors: Visitors, seat: str) -> Visitor:
        visitor = visitors.new()
        visitor.hold(self.game, {seat: self.tokens[seat]})
        visitor.at("heading").wait_for(state="attached")
        return visitor


def menu(visitor: Visitor, key: str, **values: object) -> None:
    """Choose something from the menu of the table."""
    visitor.page.get_by_role("button", name=visitor.text("play.menu")).first.click()
    item = re.compile("^" + re.escape(visitor.text(key, **values)))
    visitor.page.get_by_role("dialog").get_by_role("button", name=item).click()


def banner(visitor: Visitor, key: str, **values: object) -> Locator:
    return visitor.page.get_by_role("status").filter(has_text=visitor.text(key, **values))


def test_banks_run_out(visitors: Visitors) -> None:
    """Everybody's seconds are visible; a player without any has lost on time."""
    seen = Table(visitors.live, clock="bank:600+1").visited(visitors, "blue")
    expect(seen.page.get_by_role("timer")).to_have_count(2)
    tables = [Table(visitors.live, names=("Ann",), clock=clock) for clock in ("bank:5+1", "delay:5/1")]
    watched = [visitors.new() for _ in tables]
    for table, visitor in zip(tables, watched, strict=True):
        visitor.hold(table.game, table.tokens)
        visitor.at("code").wait_for()  # the clocks run as soon as everybody is there
    for table, visitor in zip(tables, watched, strict=True):
        table.join("Ben")
        visitor.at("game-over").wait_for()
        info = table.look()["info"]
        assert info["reason"] == "time"
        title = visitor.at("game-over").get_by_role("heading")
        won = visitor.text("play.you-won") if info["winners"] == ["blue"] else visitor.text("play.winners.one", names="Ben")
        expect(title).to_have_text(won)


def test_days_run_out(profiles: Profiles, live: Live, tmp_path: Path) -> None:
    """The table shows how many are left; a player who lets them pass has lost on time. Of a server whose clock is ours."""
    clock = Time()
    clock.now = time.time()
    games = make_service(clock, f"sqlite:///{tmp_path / 'days.db'}")
    with serving(tmp_path, games=games) as own:
        visitors = Visitors(profiles, own)
        table = Table(own, clock="days:3")
        table.set_up()
        late = table.decider
        visitor = table.visited(visitors, late)
        # of three days some seconds have passed
        expect(visitor.page.get_by_role("timer").first).to_contain_text(visitor.text("parts.days.other", count=2))
        clock.now += 4 * DAY
        assert own.loop is not None
        asyncio.run_coroutine_threadsafe(games.check_clocks(), own.loop).result(60)
        visitor.at("game-over").wait_for()
        info = table.look()["info"]
        assert info["reason"] == "time" and late not in info["winners"]
        visitor.check()
        visitor.leave()
        profiles.give_back("")


def test_the_time_of_the_rules_runs_out(visitors: Visitors) -> None:
    table = Table(visitors.live, options={"timer": "2/1/2/2"})
    table.set_up()
    visitor = table.visited(visitors, "blue")
    turn = table.look()["sights"][0]["view"]["turn"]
    visitor.until(lambda: table.look()["sights"][0]["view"]["turn"] > turn)
    visitor.page.get_by_role("timer").first.wait_for()


def test_take_backs_and_plans(visitors: Visitors) -> None:
    """Asked, refused, asked in another turn and agreed to; a plan that fits and one that does not."""
    table = Table(visitors.live)
    table.set_up()
    first = table.decider
    other = "yellow" if first == "blue" else "blue"
    names = {"blue": "Ann", "yellow": "Ben"}
    table.end_turn()
    one, two = table.visited(visitors, first), table.visited(visitors, other)

    menu(one, "time.take-back")
    one.button("time.take-back-turn").click()
    banner(one, "time.asked").wait_for()
    banner(two, "time.asks-back-turn", player=names[first]).wait_for()
    two.accessible()
    two.button("time.refuse").click()
    one.page.get_by_text(one.text("time.refused")).wait_for()

    table.end_turn()
    table.end_turn()
    turn = table.look()["sights"][0]["view"]["turn"]
    menu(one, "time.take-back")
    one.button("time.take-back-turn").click()
    two.button("time.agree").click()
    one.becomes(lambda: table.decider, first)
    one.page.get_by_text(one.text("time.granted")).wait_for()
    assert table.look()["sights"][0]["view"]["turn"] == turn - 1
    one.ready("card")

    menu(two, "time.plan")
    strip = two.at("plan")
    strip.get_by_role("button", name=re.compile("^Card")).first.click()
    expect(strip.locator("li")).to_have_count(1)
    two.at("plan-end").click()
    expect(strip.locator("li")).to_have_count(2)
    two.accessible()
    table.end_turn()  # the other's turn comes and goes by itself
    two.becomes(lambda: (table.decider, table.look()["sights"][0]["view"]["turn"]), (first, turn + 1))
    expect(strip).to_have_count(0)

    menu(two, "time.plan")
    two.at("plan-end").click()  # without a card no turn can end
    expect(strip.locator("li")).to_have_count(1)
    table.end_turn()
    banner(two, "time.dropped").wait_for()
    two.button("play.good").click()
    expect(banner(two, "time.dropped")).to_have_count(0)
    two.ready("card")


def test_vacation_is_shown_to_the_others(visitors: Visitors) -> None:
    table = Table(visitors.live, clock="days:3")
    table.set_up()
    seat = table.decider
    one = table.visited(visitors, seat)
    two = table.visited(visitors, "yellow" if seat == "blue" else "blue")
    menu(one, "time.vacation")
    one.button("time.vacation-days.other", count=7).click()
    two.page.get_by_text(re.compile("is on vacation until")).wait_for()
    one.button("time.back").click()
    expect(two.page.get_by_text(re.compile("is on vacation until"))).to_have_count(0)


# Stands in for the push service: what a browser would give after asking it.
SERVED = """([endpoint, p256dh, auth]) => {
    PushManager.prototype.subscribe = async () => ({ toJSON: () => ({ endpoint, keys: { p256dh, auth } }) });
    // Some headless versions of Chromium report "denied" here, even after the permission was granted.
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
}"""


def test_a_browser_subscribes_to_push_messages(visitors: Visitors) -> None:
    """Asked for from the menu by a person with a key, kept by the server, sent again with the page, and taken back."""
    from tests.server.test_push import AUTH, ENDPOINT, THEIRS

    table = Table(visitors.live)
    key = visitors.live.call("POST", "/people", {"name": "Ann", "device": "here"}).json()["key"]
    visitors.live.call("POST", "/people/me/seats", {"tokens": [table.tokens["blue"]]}, key)
    table.tokens["blue"] = f"{key}~blue"
    table.set_up()
    visitor = visitors.new(workers="allow")
    visitor.page.context.grant_permissions(["notifications"])
    visitor.before(f"({SERVED})({json.dumps([ENDPOINT, THEIRS, AUTH])})")
    visitor.hold(table.game, {"blue": table.tokens["blue"]})
    visitor.at("heading").wait_for(state="attached")
    menu(visitor, "time.push")
    visitor.page.get_by_text(visitor.text("time.push-on")).wait_for()
    with visitor.page.expect_response(re.compile(rf"/api/games/{table.game}/push$")) as renewed:
        visitor.page.reload()
    assert renewed.value.request.method == "POST" and renewed.value.status == 204
    menu(visitor, "time.push-stop")
    visitor.page.get_by_text(visitor.text("time.push-off")).wait_for()


def test_a_bot_plays_on_for_a_player_who_has_left(visitors: Visitors) -> None:
    """Of three one resigns; another asks for a bot, the third agrees, and the bot has the seat."""
    table = Table(visitors.live, "three-players", ("Ann", "Ben", "Eve"))
    table.set_up()
    gone, asking, agreeing = table.tokens
    table.tell("resign", gone)
    one, two = table.visited(visitors, asking), table.visited(visitors, agreeing)
    menu(one, "time.stand-in", player="Ann")
    one.accessible()
    one.page.get_by_role("dialog").get_by_role("button", name="Stoker").click()
    banner(one, "time.asked").wait_for()
    two.button("time.agree").click()
    one.page.get_by_text(one.text("time.granted")).wait_for()
    assert {seat["colour"]: seat["who"] for seat in table.look(asking)["info"]["seats"]}[gone] == "bot"
