"""The game from a folder of static files, with nothing else to be reached: Python runs in a worker of Chromium. To start it
takes seconds, so almost all of this happens in one visit: the tests follow each other on one page, and the second visit is the
last."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from dungeon_twister.ai.bots.registry import make_bot
from dungeon_twister.game.record.files import load, states
from dungeon_twister.game.record.position import has_position, write_position
from dungeon_twister.game.views import observe
from tests.amounts import LONG, in_the_long_form, some
from tests.browser.fights import NO_WATCHDOG, can_attack, fight_by_mouse
from tests.browser.static_site import START, Site, SiteVisitor
from tests.browser.test_covering import IMPATIENT
from tests.browser.visitor import PHONE, SEATS, Pilot, Visitor
from tests.server.live import Live

GAMES = Path(__file__).parents[1] / "games"
RECORD = GAMES / "card" / "tutorial-1-0-greedy-greedy-1.dt"
NEARLY_OVER = GAMES / "board" / "base-0-greedy-greedy-1.dt"
FIGHTS = [GAMES / "board" / "base-0-greedy-greedy-1.dt", GAMES / "card" / "standard-3-greedy-greedy-0.dt"]
BEFORE_THE_END = 8  # choices
LESSONS = "dungeon-twister.lessons"
COMPUTE_WORKER = "**/assets/compute-worker-*.js"  # the script of the worker in which bots think
MOST = 600  # choices of ours
SOME = 12
NOTHING_KEPT = "delete Navigator.prototype.serviceWorker"  # it would fetch every file as soon as Python is there


@pytest.fixture(scope="module")
def home(site: Site) -> Iterator[BrowserContext]:
    """The profile of somebody who has been here before."""
    context = site.context()
    yield context
    context.close()


@pytest.fixture(scope="module")
def first(site: Site, home: BrowserContext) -> SiteVisitor:
    """His first visit."""
    return site.visit(home)


@pytest.fixture
def visitor(first: SiteVisitor) -> Iterator[SiteVisitor]:
    first.go("/")
    yield first
    first.check()


@pytest.fixture
def live() -> Live:
    pytest.fail("nothing here needs a server")


def set_up(visitor: Visitor, pilot: Pilot) -> None:
    while pilot.await_us().decision in ("starters", "lay", "select"):
        pilot.done = visitor.state().shows
        visitor.at("fill").click()


def near_the_end() -> tuple[str, str]:
    """A position of the last turn of a recorded game, and the colour that is about to win."""
    record, _ = load(NEARLY_OVER.read_text("utf-8"))
    past = [state.copy() for state, _ in states(record)]
    state = next(state for state in reversed(past[:-BEFORE_THE_END]) if has_position(state))
    return write_position(state), state.setting.colours[state.decider()]


def test_a_board_game_with_a_reload_and_a_second_tab(site: Site, visitor: SiteVisitor, home: BrowserContext) -> None:
    home.route(COMPUTE_WORKER, lambda _: None)  # bots cannot think yet: their worker waits for its script
    # What can be played is there before Python is.
    expect(visitor.at("start")).to_be_visible()
    expect(visitor.at("opponent-friend")).to_have_count(0)
    visitor.at("bot-lamplighter").click()
    visitor.start()
    pilot = Pilot(visitor, {"blue": make_bot("greedy", "site")})
    pilot.done = pilot.await_us().shows
    visitor.at("fill").click()
    # The bot thinks, and nothing comes of it: it can be stopped, and plays all the same.
    expect(visitor.at("hurry")).to_contain_text(visitor.text("site.hurry.text", player=visitor.text("game.bot.lamplighter")))
    home.unroute(COMPUTE_WORKER)
    visitor.at("hurry").get_by_role("button").click()
    set_up(visitor, pilot)
    expect(visitor.at("hurry")).to_have_count(0)
    pilot.play(1)
    before = visitor.seen()
    other = site.visit(home, f"/#/play/{visitor.game}")
    other.wait("s.decision && s.settled")
    visitor.page.reload()
    visitor.wait("s.decision && s.settled")
    assert visitor.seen().version >= before.version
    pilot.play(2)
    other.becomes(lambda: other.state().version, visitor.seen().version)
    other.check()
    other.page.close()


def test_a_board_game_to_its_end(visitor: SiteVisitor) -> None:
    """From a position of its last turn, so that it does not take long."""
    visitor.python()
    position, colour = near_the_end()
    other = "yellow" if colour == "blue" else "blue"
    wish = {"scenario": "", "position": position, "seats": {colour: "you", other: "bot:lamplighter"}}
    visitor.go(f"/play/{visitor.make(wish)}")
    pilot = Pilot(visitor, {colour: make_bot("greedy", "end")})
    assert pilot.play(MOST) < MOST
    assert visitor.seen().info.stage == "over"
    expect(visitor.at("game-over")).to_be_visible()
    status, record = visitor.ask("GET", f"/games/{visitor.game}/record")
    assert status == 200 and record.startswith("{")


def before_a_fight(record: Path) -> tuple[str, str]:
    """The first position of a recorded game in which somebody can attack and go on afterwards, and the colour."""
    game, _ = load(record.read_text("utf-8"))
    state = next(state for state, _ in states(game) if has_position(state) and can_attack(observe(state, state.decider())))
    return write_position(state), state.setting.colours[state.decider()]


@pytest.mark.parametrize("record", some(FIGHTS), ids=lambda path: path.parent.name)
def test_after_a_fight_by_mouse_the_turn_goes_on(site: Site, home: BrowserContext, record: Path) -> None:
    """The maze gets the focus back when the scene of the combat is closed, and everything can be chosen."""
    visitor = site.visit(home, before=f"({NO_WATCHDOG})()")
    visitor.python()
    position, colour = before_a_fight(record)
    other = "yellow" if colour == "blue" else "blue"
    wish = {"scenario": "", "position": position, "seats": {colour: "you", other: "bot:lamplighter"}}
    visitor.go(f"/play/{visitor.make(wish)}")
    fight_by_mouse(visitor)
    visitor.check()
    visitor.page.close()


def test_impatience_does_not_stop_the_choice_of_teams(visitor: SiteVisitor) -> None:
    """The rest is asked for again and again while the bot chooses; the page goes on to the starters."""
    visitor.python()
    visitor.go(f"/play/{visitor.make({'scenario': 'standard', 'seats': {'blue': 'you', 'yellow': 'bot:lamplighter'}})}")
    visitor.at("team").wait_for()
    while visitor.view().pending[-1].kind == "select":
        visitor.page.evaluate(IMPATIENT)
    visitor.ready("starters")
    expect(visitor.at("team")).to_have_count(0)


def test_nobody_waits_for_a_bot_that_thinks(visitor: SiteVisitor) -> None:
    """Two of the strongest play; a lesson is answered meanwhile, and when nobody looks on they stop."""
    visitor.python()
    wish = {"scenario": "base", "seats": {"blue": "bot:archmage", "yellow": "bot:archmage"}}
    game = visitor.make(wish)

    def version() -> int:
        return int(json.loads(visitor.ask("GET", f"/games/{game}")[1])["version"])

    visitor.go(f"/play/{game}")
    assert [worker for worker in visitor.page.workers if "/compute-worker-" in worker.url]
    visitor.until(version, lambda seen: seen > 2)
    look = json.dumps({"deeds": [], "do": {"type": "look"}})
    began = time.monotonic()
    assert visitor.ask("POST", "/study/lessons/walk-and-look", body=look)[0] == 200
    assert time.monotonic() - began < 5
    visitor.go("/about")
    expect(visitor.at("heading")).to_have_count(0)
    visitor.page.wait_for_timeout(1000)  # a choice that was made already is still shown and written
    before = version()
    visitor.page.wait_for_timeout(1500)
    assert version() == before


def test_everything_as_one_file(visitor: SiteVisitor, tmp_path: Path) -> None:
    """Saved with a click, thrown away, and brought back with another; lessons, puzzles and settings come along."""
    visitor.python()
    progress = json.dumps({"done": ["walk-and-look"], "begun": {}})
    visitor.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [LESSONS, progress])
    game = visitor.make({"scenario": "base", "seats": {"blue": "you", "yellow": "you"}})
    visitor.go("/games")
    with visitor.page.expect_download() as saving:
        visitor.at("luggage-save").click()
    packed = tmp_path / saving.value.suggested_filename
    saving.value.save_as(packed)
    kept = json.loads(packed.read_text("utf-8"))
    seat = kept["page"][SEATS][game][0]
    assert visitor.ask("DELETE", f"/games/{game}", seat["token"])[0] == 200
    visitor.page.evaluate("(keys) => keys.forEach((key) => localStorage.removeItem(key))", [SEATS, LESSONS])
    (tmp_path / "other.json").write_text('{"format": "something else"}', encoding="utf-8")
    visitor.at("luggage-load").set_input_files(tmp_path / "other.json")
    expect(visitor.page.get_by_role("alert")).to_have_text(visitor.text("site.keep.bad"))
    visitor.at("luggage-load").set_input_files(packed)
    expect(visitor.page.get_by_text(visitor.text("site.keep.done"))).to_be_visible()
    assert visitor.ask("GET", f"/games/{game}/view", seat["token"])[0] == 200
    assert visitor.page.evaluate("(key) => JSON.parse(localStorage.getItem(key))", LESSONS) == json.loads(progress)


def test_four_at_one_screen(visitor: SiteVisitor) -> None:
    visitor.at("scenario").click()
    visitor.at("scenario-four-players").click()
    visitor.at("opponent-screen").click()
    visitor.start()
    pilot = Pilot(visitor, {colour: make_bot("random", colour) for colour in ("blue", "red", "yellow", "green")})
    seats = set()
    for _ in range(30):
        state = pilot.await_us()
        seats.add(pilot.current(state)[1])
        pilot.done = state.shows
        if len(seats) == 4:
            return
        visitor.at("fill").click()
        visitor.wait("s.curtain || (s.decision && s.shows !== a)", pilot.done)
    assert len(seats) == 4


def test_a_lesson_a_puzzle_a_board_and_an_analysis(visitor: SiteVisitor) -> None:
    visitor.go("/learn/walk-and-look")
    expect(visitor.at("coach")).to_be_visible()
    visitor.go("/puzzles/1")
    expect(visitor.at("puzzle-goal")).to_be_visible()
    visitor.wait("s.decision && s.settled && s.advised")
    status, kept = visitor.ask("POST", "/replays", body=RECORD.read_text("utf-8"))
    assert status == 200
    visitor.go(f"/replay/{json.loads(kept)['id']}?analysis")
    visitor.page.get_by_role("radio", name=visitor.text("analysis.page.statistics")).click()
    expect(visitor.at("statistics").get_by_role("table")).to_be_visible()
    visitor.page.get_by_role("radio", name=visitor.text("analysis.page.analysis")).click()
    expect(visitor.at("graph")).to_be_visible(timeout=START)


@in_the_long_form
def test_python_goes_on_from_its_memory_or_begins_from_the_start(site: Site) -> None:
    """Nothing is imported once more where the memory is there; without it the archives are fetched, and nobody notices."""
    archive, memory = "/python/dungeon_twister.zip", "/python/memory.bin"
    for missing, fetched in ((set[str](), False), ({memory}, True)):
        site.files.missing = missing
        context = site.context()
        site.files.asked.clear()
        site.visit(context, before=NOTHING_KEPT).python()
        assert memory in site.files.asked
        assert (archive in site.files.asked) == fetched
        context.close()
    site.files.missing = set()


def test_a_browser_that_cannot_run_it_says_so(site: Site) -> None:
    """Without modules, which it could not read, and without WebAssembly."""
    context = site.context()
    context.route(
        "**/assets/index-*.js", lambda route: route.fulfill(body="this is ) no script", content_type="text/javascript")
    )
    old = site.visit(context, before="delete window.WebAssembly")
    expect(old.page.locator("#old")).to_be_visible()
    context.unroute("**/assets/index-*.js")
    old.page.reload()
    expect(old.at("unable")).to_have_text(old.text("site.failed.unable"))
    expect(old.page.locator("#old")).to_be_hidden()
    context.close()


def test_the_second_visit_needs_no_network(site: Site, visitor: SiteVisitor, home: BrowserContext) -> None:
    """And the short Card Game is played on a phone then, in the long form to its end. The games are there, and what the browser
    has cleared away of its small storage is back."""
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    visitor.python()
    visitor.at("opponent-bot").click()
    visitor.start()
    held = visitor.page.evaluate(f"localStorage.getItem('{SEATS}')")
    game = visitor.game
    before = json.loads(visitor.ask("GET", f"/games/{game}")[1])
    visitor.page.evaluate("localStorage.clear()")
    visitor.page.close()  # Python ends with its last page
    home.set_offline(True)
    again = site.visit(home)
    again.at("start").wait_for()
    assert again.page.evaluate(f"localStorage.getItem('{SEATS}')") == held
    after = json.loads(again.ask("GET", f"/games/{game}")[1])
    assert after["id"] == game and after["version"] >= before["version"]  # the bot may have chosen meanwhile
    again.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    again.at("scenario").click()
    again.at("scenario-tutorial-1").click()
    again.at("opponent-bot").click()
    again.at("bot-lamplighter").click()
    again.start()
    pilot = Pilot(again, {"blue": make_bot("greedy", "phone")})
    set_up(again, pilot)
    if LONG:
        assert pilot.play(MOST) < MOST
        expect(again.at("game-over")).to_be_visible()
    else:
        assert pilot.play(SOME) == SOME
    home.set_offline(False)
    a_new_version_is_offered(site, again)


def a_new_version_is_offered(site: Site, visitor: SiteVisitor) -> None:
    """What is kept is of one piece: the page stays as it is until the player wants the new one."""
    worker = site.folder / "sw.js"
    new = re.sub(r'const VERSION = "', r"\g<0>new", worker.read_text("utf-8"), count=1)
    worker.write_text(re.sub(r'"assets/index-[\w-]+\.js(?=")', r"\g<0>?", new), encoding="utf-8")
    visitor.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => undefined)")
    offer = visitor.at("update")
    expect(offer).to_be_visible()
    visitor.page.keyboard.press("Escape")  # a drawer lies over the offer
    with visitor.page.expect_navigation():
        offer.get_by_role("button", name=visitor.text("site.update.take")).click()
    visitor.page.wait_for_selector("html[data-python]")
    assert any(name.startswith("dungeon-twister-new") for name in visitor.page.evaluate("caches.keys()"))
