"""The game from a folder of static files, with nothing else to be reached: Python runs in a worker of Chromium. The pages of a
browser share it, so most of this happens in one visit."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from dungeon_twister.bots.registry import make_bot
from dungeon_twister.browser.folder import CONTENT_SECURITY, NEEDED, PARTS
from dungeon_twister.server.protocol import Welcome
from dungeon_twister.server.wire import decode
from tests.browser.conftest import chromium
from tests.browser.visitor import DESK, PHONE, Pilot, Visitor
from tests.server.live import Live

RECORD = Path(__file__).parents[1] / "games" / "card" / "tutorial-1-0-greedy-greedy-1.dt"
START = 120_000  # milliseconds for Python to be there, on a machine that does something else as well
MOST = 600  # choices of ours
# Asks the shared worker as another page would.
ASK = """([script, wish]) => new Promise((resolve) => {
    const worker = new SharedWorker(script, { type: "module", name: "dungeon-twister" });
    worker.port.onmessage = ({ data }) => data.kind === "answer" && resolve([data.status, data.body]);
    worker.port.postMessage({ kind: "request", id: 1, token: "", body: "", ...wish });
})"""


class Files(SimpleHTTPRequestHandler):
    """A plain file server; what it says of safety holds for the worker, too."""

    def end_headers(self) -> None:
        self.send_header("content-security-policy", CONTENT_SECURITY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


class SiteVisitor(Visitor):
    """Somebody at a page without a server. What is asked of the server elsewhere is asked of the worker."""

    def __init__(self, page: Page, script: str) -> None:
        super().__init__(page, None)  # type: ignore[arg-type]  # there is none
        self.script = script

    def ask(self, method: str, address: str, token: str = "", body: str = "") -> tuple[int, str]:
        wish = {"method": method, "address": address, "token": token, "body": body}
        status, text = self.page.evaluate(ASK, [self.script, wish])
        return int(status), str(text)

    def seen(self, colour: str = "") -> Welcome:
        token = self.tokens[colour] if colour else next(iter(self.tokens.values()))
        return decode(self.ask("GET", f"/games/{self.game}/view", token)[1], Welcome)

    def go(self, address: str) -> None:
        """To an address of the page, without loading it again."""
        self.page.evaluate("(address) => { location.hash = address; }", address)

    def python(self) -> None:
        self.page.wait_for_selector("html[data-python=ready]", timeout=START)


class Site:
    """The folder, where it is served, and a browser that reaches nothing else."""

    def __init__(self, address: str, folder: Path, browser: Browser, server: ThreadingHTTPServer) -> None:
        self.address, self.folder, self.browser, self.server = address, folder, browser, server
        self.asked: list[str] = []
        (worker,) = (folder / "assets").glob("python-*.js")
        self.script = f"{address}/assets/{worker.name}"

    def context(self, size: tuple[int, int] = DESK, touch: bool = False) -> BrowserContext:
        width, height = size
        found = self.browser.new_context(
            viewport={"width": width, "height": height},
            locale="en-GB",
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce",
            base_url=self.address,
        )
        found.set_default_timeout(START)
        found.on("request", lambda request: self.asked.append(request.url))
        return found

    def visit(self, context: BrowserContext, address: str = "/") -> SiteVisitor:
        visitor = SiteVisitor(context.new_page(), self.script)
        visitor.page.goto(address)
        return visitor


@pytest.fixture(scope="module")
def site(playing: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if any(not (PARTS / name).exists() for name in NEEDED):
        pytest.skip("the page without a server has not been built: `python3 run.py site FOLDER` builds it")
    folder = tmp_path_factory.mktemp("site") / "game"
    subprocess.run([sys.executable, "-m", "dungeon_twister", "site", str(folder)], check=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    nothing_else = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", nothing_else]
    with playing.chromium.launch(executable_path=chromium(), args=arguments) as browser:
        found = Site(f"http://127.0.0.1:{server.server_port}", folder, browser, server)
        yield found
        assert [url for url in found.asked if not url.startswith((found.address, "data:", "blob:"))] == []
    server.shutdown()


@pytest.fixture(scope="module")
def home(site: Site) -> Iterator[BrowserContext]:
    """The profile of somebody who has been here before."""
    context = site.context()
    yield context
    context.close()


@pytest.fixture
def visitor(site: Site, home: BrowserContext) -> Iterator[SiteVisitor]:
    found = site.visit(home)
    yield found
    found.check()
    found.page.close()


@pytest.fixture
def live() -> Live:
    pytest.fail("nothing here needs a server")


def set_up(visitor: Visitor, pilot: Pilot) -> None:
    while pilot.await_us().decision in ("starters", "lay", "select"):
        pilot.done = visitor.state().version
        visitor.at("fill").click()


def test_a_whole_board_game_with_a_reload_and_a_second_tab(site: Site, visitor: SiteVisitor, home: BrowserContext) -> None:
    # What can be played is there before Python is.
    expect(visitor.at("start")).to_be_visible()
    expect(visitor.at("opponent-friend")).to_have_count(0)
    visitor.at("bot-lamplighter").click()
    visitor.start()
    pilot = Pilot(visitor, {"blue": make_bot("greedy", "site")})
    set_up(visitor, pilot)
    pilot.play(3)
    before = visitor.seen()
    visitor.page.reload()
    visitor.wait("s.decision && s.settled")
    assert visitor.seen().version >= before.version
    other = site.visit(home, f"/#/play/{visitor.game}")
    other.wait("s.decision && s.settled")
    pilot.play(2)
    other.becomes(lambda: other.state().version, visitor.seen().version)
    other.check()
    other.page.close()
    assert pilot.play(MOST) < MOST
    info = visitor.seen().info
    assert info.stage == "over"
    expect(visitor.at("game-over")).to_be_visible()
    status, record = visitor.ask("GET", f"/games/{visitor.game}/record")
    assert status == 200 and record.startswith("{")


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
        pilot.done = state.version
        if len(seats) == 4:
            return
        visitor.at("fill").click()
        visitor.wait("s.curtain || (s.decision && s.version > a)", pilot.done)
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
    visitor.at("analyse").click()
    expect(visitor.at("graph")).to_be_visible(timeout=START)


def test_the_second_visit_needs_no_network(site: Site, visitor: SiteVisitor, home: BrowserContext) -> None:
    """And the short Card Game is played on a phone then."""
    visitor.python()
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    home.set_offline(True)
    try:
        again = site.visit(home)
        again.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        again.at("scenario").click()
        again.at("scenario-tutorial-1").click()
        again.at("opponent-bot").click()
        again.at("bot-lamplighter").click()
        again.start()
        pilot = Pilot(again, {"blue": make_bot("greedy", "phone")})
        set_up(again, pilot)
        assert pilot.play(MOST) < MOST
        expect(again.at("game-over")).to_be_visible()
        again.page.close()
    finally:
        home.set_offline(False)
