"""A real server in a process of its own, a real Chromium, and visitors whose pages must not complain about anything."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright
from tools.checks import find_browser

import dungeon_twister
from dungeon_twister.browser.site_folder import NEEDED, PARTS
from dungeon_twister.server.bot_rng import REPEATABLE
from tests.browser.profiles import PATIENCE, Profiles
from tests.browser.static_site import Site, serving
from tests.browser.visitor import Visitor, Visitors, greeting
from tests.server.live import Live

HERE = Path(__file__).parent
# The longest come first, so that no worker is left alone with one at the end. An idle worker takes over the last tests, and
# those that share one visit (test_site, test_app) should stay with one worker.
FIRST = ("test_site.py", "test_site_faults.py", "test_app.py", "test_whole_games.py", "test_online.py")
STATIC = Path(dungeon_twister.__file__).parent / "server" / "static"
# Bots answer at once, and tests knock more often than people do.
QUICK = {
    "DUNGEON_TWISTER_LOG_LEVEL": "warning",
    "DUNGEON_TWISTER_PACE": "0",
    "DUNGEON_TWISTER_REQUEST_RATE": "0",
    "DUNGEON_TWISTER_MESSAGE_RATE": "0",
    "DUNGEON_TWISTER_GAMES_PER_HOUR": "0",
    "DUNGEON_TWISTER_UNFINISHED_GAMES": "0",
    "DUNGEON_TWISTER_SEATS_PER_HOUR": "0",
    "DUNGEON_TWISTER_PEOPLE_PER_HOUR": "0",
    "DUNGEON_TWISTER_CODES_PER_HOUR": "0",
    "DUNGEON_TWISTER_CLAIMS_PER_HOUR": "0",
    "DUNGEON_TWISTER_CLAIM_SECONDS": "0",
    "DUNGEON_TWISTER_SEEKS_PER_HOUR": "0",
    "DUNGEON_TWISTER_ROOMS_PER_HOUR": "0",
    "DUNGEON_TWISTER_EXPORTS_PER_HOUR": "0",
    "DUNGEON_TWISTER_SOCKETS_PER_ADDRESS": "0",
    "DUNGEON_TWISTER_SHELF": "1",
    "DUNGEON_TWISTER_CLUB_NETWORKS": "127.0.0.1",
    "DUNGEON_TWISTER_PUBLICATIONS_PER_DAY": "0",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Ours in another order, where they are: between them Playwright must not end and begin."""
    ours = iter(sorted((one for one in items if one.path.parent == HERE), key=lambda one: one.path.name not in FIRST))
    items[:] = [next(ours) if one.path.parent == HERE else one for one in items]


def driver_trouble() -> str:
    """Why Playwright's driver does not start here; empty when it does. It is a program of its own, which needs libraries that a
    bare system lacks."""
    try:
        command = [sys.executable, "-m", "playwright", "--version"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return "it says nothing for a minute"
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["it ends at once"])[-1]


# Of the package, not of the session: while Playwright runs, other tests of the same process could not start event loops.
@pytest.fixture(scope="package")
def playing() -> Iterator[Playwright]:
    if trouble := driver_trouble():
        pytest.skip(f"Playwright does not start on this machine: {trouble}")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playing: Playwright) -> Iterator[Browser]:
    program = find_browser()
    if program is None and not Path(playing.chromium.executable_path).exists():
        pytest.skip("there is no Chromium: neither chromium nor google-chrome in the path, nor Playwright's own")
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with playing.chromium.launch(executable_path=program, args=arguments) as chrome:
        yield chrome


@pytest.fixture(scope="package")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """`dungeon-twister serve` with a database of its own."""
    if not (STATIC / "index.html").exists():
        pytest.skip("the browser client has not been built: run `npm ci && npm run build` in web/")
    folder = tmp_path_factory.mktemp("browser")
    words = ["serve", "--no-browser", "--port", "0", "--database", f"sqlite:///{folder / 'games.db'}"]
    command = [sys.executable, "-m", "dungeon_twister", *words]
    environment = {**os.environ, **QUICK, REPEATABLE: "1"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        server = Live(greeting(process))
        yield server
        server.http.close()
    finally:
        process.terminate()
        process.wait(60)


@pytest.fixture(scope="module")
def site(playing: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The page without a server, in a browser that reaches nothing else."""
    if any(not (PARTS / name).exists() for name in NEEDED):
        pytest.skip("the page without a server has not been built: `python3 run.py site FOLDER` builds it")
    folder = tmp_path_factory.mktemp("site") / "game"
    subprocess.run([sys.executable, "-m", "dungeon_twister", "site", str(folder)], check=True)
    nothing_else = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", nothing_else]
    launched = playing.chromium.launch(executable_path=find_browser(), args=arguments)
    with serving(folder) as (address, files), launched as browser:
        found = Site(address, folder, browser, files)
        yield found
        assert [url for url in found.asked if not url.startswith((found.address, "data:", "blob:"))] == []


@pytest.fixture(scope="package")
def profiles(browser: Browser) -> Profiles:
    return Profiles(browser)


@pytest.fixture
def visitors(profiles: Profiles, live: Live) -> Iterator[Visitors]:
    """Makes visitors, each with a browser profile of its own; in the end none of their pages may have complained."""
    found = Visitors(profiles, live)
    yield found
    try:
        for visitor in found.all:
            visitor.check()
    finally:
        for visitor in found.all:
            visitor.leave()
        profiles.give_back(live.address)


@pytest.fixture
def visitor(visitors: Visitors) -> Visitor:
    """Somebody at a desk."""
    return visitors.new()
