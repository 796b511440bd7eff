"""The served page as an app: it can be installed, starts without a network and says so, keeps nothing of a game, and offers a
new version instead of taking it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from dungeon_twister.server.transport.pages import Pages
from tests.browser.conftest import STATIC
from tests.browser.profiles import PATIENCE
from tests.browser.visitor import DESK, text
from tests.server.live import Live, serving

KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
    return found;
}"""
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
LOOK_AGAIN = "navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => undefined)"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page that may be changed."""
    if not (STATIC / "sw.js").exists():
        pytest.skip("the browser client has not been built: run `npm ci && npm run build` in web/")
    return shutil.copytree(STATIC, tmp_path_factory.mktemp("page") / "static")


@pytest.fixture(scope="module")
def pages(folder: Path) -> Pages:
    return Pages(folder)


@pytest.fixture(scope="module")
def live(pages: Pages, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with serving(tmp_path_factory.mktemp("app"), pages=pages) as found:
        yield found


@pytest.fixture(scope="module")
def context(browser: Browser, live: Live) -> Iterator[BrowserContext]:
    """A profile that lets pages have service workers."""
    address = f"http://{live.address}"
    size = ViewportSize(width=DESK[0], height=DESK[1])
    found = browser.new_context(viewport=size, locale="en-GB", reduced_motion="reduce", base_url=address)
    found.set_default_timeout(PATIENCE)
    yield found
    found.close()


def arrive(context: BrowserContext, address: str = "/") -> Page:
    page = context.new_page()
    page.goto(address)
    page.wait_for_function(CONTROLLED)  # by a worker that keeps all of it
    return page


def test_it_can_be_installed(context: BrowserContext) -> None:
    page = arrive(context)
    tools = context.new_cdp_session(page)
    manifest = tools.send("Page.getAppManifest")
    assert manifest["errors"] == [] and manifest["url"].endswith("/manifest.webmanifest")
    errors = [error["errorId"] for error in tools.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert errors in ([], ["in-incognito"])  # as every profile of these tests is


def test_it_starts_without_a_network_and_says_so(context: BrowserContext) -> None:
    page = arrive(context)
    kept = page.evaluate(KEPT)
    assert "/index.html" in kept and not [path for path in kept if path.startswith("/api")]
    context.set_offline(True)
    for address in ("/", "/games", "/play/aaaaaaaa"):
        page.goto(address)
        expect(page.get_by_test_id("offline")).to_contain_text(text("site.offline"))
    page.get_by_role("link", name=text("site.offline.rules")).click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto("/")
    context.set_offline(False)  # it goes on by itself
    expect(page.get_by_test_id("start")).to_be_visible()
    expect(page.get_by_test_id("offline")).to_have_count(0)


def test_a_new_version_is_offered(context: BrowserContext, folder: Path, pages: Pages) -> None:
    """The page stands as it was until somebody wants the new one. What stands behind /api is never the worker's business."""
    page = arrive(context)
    answered: list[str] = []
    context.on("response", lambda response: answered.append(response.url) if response.from_service_worker else None)
    old = (folder / "sw.js").read_text("utf-8")
    new = re.sub(r'const VERSION = "', r"\g<0>new", old, count=1)
    (folder / "sw.js").write_text(
        re.sub(r'"assets/index-[\w-]+\.js(?=")', r"\g<0>?", new), encoding="utf-8"
    )  # of another script
    pages.read()
    page.evaluate(LOOK_AGAIN)
    offer = page.get_by_test_id("update")
    expect(offer).to_be_visible()
    other = arrive(context)
    expect(other.get_by_test_id("update")).to_be_visible()
    offer.get_by_role("button", name=text("site.update.later")).click()
    expect(offer).to_have_count(0)
    with other.expect_navigation():
        other.get_by_role("button", name=text("site.update.take")).click()
    expect(other.get_by_test_id("start")).to_be_visible()
    kept = other.evaluate("caches.keys()")
    assert len(kept) == 1 and kept[0].startswith("dungeon-twister-new")
    assert answered and not [url for url in answered if "/api/" in url]
