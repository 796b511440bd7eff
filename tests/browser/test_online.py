"""Two browsers play each other: by a code, over a reload and a broken line, with words, to the end and on to the next game."""

from __future__ import annotations

from playwright.sync_api import expect

from dungeon_twister.ai.bots.registry import make_bot
from tests.browser.line import Line, line_to
from tests.browser.visitor import Pilot, Visitor, Visitors


def take_turns(pilots: dict[str, Pilot], choices: int) -> None:
    """So many choices, each by the player who decides."""
    first = next(iter(pilots.values())).visitor
    for _ in range(choices):
        info = first.seen().info
        pilot = pilots[info.decider]
        pilot.decide(pilot.await_us())
        first.settle(info)  # before it is asked who decides next


def set_up(pilots: dict[str, Pilot]) -> None:
    """Everybody lets the machine place the tokens."""
    first = next(iter(pilots.values())).visitor
    while (info := first.seen().info).turn == 0:
        pilot = pilots[info.decider]
        state = pilot.await_us()
        if state.decision not in ("starters", "lay"):
            return
        pilot.done = state.shows
        pilot.visitor.at("fill").click()
        first.settle(info)


def same_position(one: Visitor, other: Visitor) -> None:
    """Both pages show the last version."""
    version = one.seen().version
    for visitor in (one, other):
        visitor.wait("s.version === a || s.combat === 'shown'", version)


def test_two_browsers(visitors: Visitors) -> None:
    host = visitors.new(name="Ann")
    host.page.goto("/")
    host.at("opponent-friend").click()
    game = host.start()
    code = host.at("code").inner_text()

    with line_to(visitors.live.address) as line:
        guest = visitors.new(name="Ben", address=line.address)
        guest.page.goto("/")
        guest.page.get_by_role("textbox").fill(code.lower())
        guest.page.get_by_role("button", name=guest.text("home.join.go")).first.click()
        guest.at("join").click()
        guest.page.wait_for_url(f"**/play/{game}")
        pilots = {
            "blue": Pilot(host, {"blue": make_bot("random", "1")}),
            "yellow": Pilot(guest, {"yellow": make_bot("random", "2")}),
        }
        set_up(pilots)
        take_turns(pilots, 6)
        same_position(host, guest)

        guest.page.reload()  # in the middle: the seat is kept, nothing is lost
        pilots["yellow"].done = -1
        take_turns(pilots, 3)
        same_position(host, guest)

        while_cut(host, guest, pilots, line)
        same_position(host, guest)

        talk(host, guest)
        resign(guest)
        for visitor in (host, guest):
            visitor.at("game-over").wait_for()
        expect(host.at("game-over").get_by_role("heading")).to_have_text(host.text("play.you-won"))
        rematch(host, guest, game)


def while_cut(host: Visitor, guest: Visitor, pilots: dict[str, Pilot], line: Line) -> None:
    """The line breaks when the guest decides. What is chosen meanwhile is sent as soon as the line is back."""
    while host.seen().info.decider != "yellow":
        take_turns(pilots, 1)
    pilot = pilots["yellow"]
    state = pilot.await_us()
    before = host.seen().version
    view, _ = pilot.current(state)
    guest.expected += ["ERR_", "WebSocket"]
    line.cut()
    guest.page.get_by_text(guest.text("play.reconnecting")).wait_for()
    host.page.get_by_text(host.text("play.is-away", player="Ben")).wait_for()
    pilot.done = state.shows
    pilot.act(pilot.bots["yellow"].choose(view))
    assert host.seen().version == before
    line.mend()
    guest.page.get_by_text(guest.text("play.reconnecting")).wait_for(state="detached")
    guest.wait("s.version > a", before)
    assert host.seen().version > before
    host.page.get_by_text(host.text("play.is-away", player="Ben")).wait_for(state="detached")


def talk(host: Visitor, guest: Visitor) -> None:
    for visitor in (host, guest):
        visitor.close_all()
    host.page.keyboard.press("c")
    box = host.page.get_by_role("textbox").first
    box.fill("Well met, <b>Ben</b>!")
    box.press("Enter")
    guest.page.keyboard.press("c")
    guest.page.get_by_text("Well met, <b>Ben</b>!").first.wait_for()
    for visitor in (host, guest):
        visitor.escape()


def resign(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name=visitor.text("play.menu")).first.click()
    visitor.page.get_by_role("dialog").get_by_role("button", name=visitor.text("play.resign")).click()
    visitor.page.get_by_role("dialog", name=visitor.text("play.resign-title")).get_by_role(
        "button", name=visitor.text("play.resign"), exact=True
    ).click()


def rematch(host: Visitor, guest: Visitor, game: str) -> None:
    """One asks for the next game, the other finds it and sits down with the other colour."""
    host.at("game-over").get_by_role("button", name=host.text("play.rematch")).click()
    host.page.wait_for_url(lambda url: game not in url)
    guest.at("game-over").get_by_role("button", name=guest.text("play.join-rematch")).click()
    guest.page.wait_for_url(f"**/play/{host.game}")
    for visitor in (host, guest):
        visitor.at("heading").wait_for(state="attached")
    assert list(host.tokens) == ["yellow"] and list(guest.tokens) == ["blue"]
