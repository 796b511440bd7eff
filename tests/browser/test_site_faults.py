"""The page without a server where something is wrong with the host or the visit: it never hangs without a word."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Playwright, expect
from tools.checks import find_browser

from tests.amounts import some
from tests.browser.static_site import START, Files, Site, SiteVisitor, serving
from tests.browser.visitor import PHONE, SIDEWAYS
from tests.server.live import Live

WASM = "pyodide/pyodide.asm.wasm"
SOON = 30_000  # milliseconds within which a page must say what is wrong
PAGES = (
    "",
    "games",
    "learn",
    "puzzles",
    "board",
    "replay",
    "rules",
    "rules/strategy",
    "you",
    "about",
    "lobby",
    "join",
    "nowhere",
)
# Is this element what a click in its middle meets?
FREE = """(element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
# The contrast of a colour with the pixels of a picture, for all but the worst hundredth of them.
CONTRAST = """async ([picture, colour]) => {
    const light = (rgb) => [0.2126, 0.7152, 0.0722].reduce((sum, part, at) => {
        const value = rgb[at] / 255;
        return sum + part * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    }, 0);
    const image = new Image();
    image.src = picture;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    const own = light(colour.match(/\\d+/g).map(Number));
    const found = [];
    for (let at = 0; at < data.length; at += 4) {
        const other = light(data.slice(at, at + 3));
        found.push((Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05));
    }
    return found.sort((one, two) => one - two)[Math.floor(found.length / 100)];
}"""


@pytest.fixture
def live() -> Live:
    pytest.fail("nothing here needs a server")


@contextmanager
def visiting(site: Site, fault: str, address: str = "/", theme: str = "dark") -> Iterator[tuple[SiteVisitor, type[Files]]]:
    """Somebody whose host has a fault."""
    with serving(site.folder, fault) as (host, files):
        light = theme == "light"
        context = site.browser.new_context(locale="en-GB", reduced_motion="reduce", color_scheme="light" if light else "dark")
        visitor = SiteVisitor(context.new_page(), site.script)
        visitor.page.goto(f"{host}{address}")
        try:
            yield visitor, files
        finally:
            context.close()


def again(visitor: SiteVisitor) -> Locator:
    return visitor.page.get_by_role("button", name=visitor.text("site.again"))


def test_webassembly_of_another_type_is_compiled(site: Site) -> None:
    with visiting(site, "type") as (visitor, _):
        visitor.python()


@pytest.mark.parametrize("fault", some(["missing", "broken", "blocked"]))
def test_a_fault_of_the_host_is_named_and_tried_again(site: Site, fault: str) -> None:
    with visiting(site, fault) as (visitor, files):
        trouble = visitor.at(fault)
        expect(trouble).to_contain_text(visitor.text(f"site.failed.{fault}", file=WASM), timeout=SOON)
        expect(visitor.at("start")).to_have_count(0)
        if fault == "blocked":  # a browser may keep the policy with the script of the worker
            again(visitor).click()
            expect(trouble).to_be_visible(timeout=SOON)
            return
        files.fault = ""
        again(visitor).click()
        visitor.python()
        expect(trouble).to_have_count(0)


def test_a_fault_is_named_on_every_page_that_waits(site: Site) -> None:
    with visiting(site, "missing", "/#/puzzles/1") as (visitor, _):
        for address in ("/puzzles/1", "/puzzles", "/play/nothing"):
            visitor.go(address)
            expect(visitor.at("missing")).to_be_visible(timeout=SOON)


def test_progress_covers_nothing_and_a_start_that_stands_still_is_named(site: Site) -> None:
    with visiting(site, "stalled", "/about") as (visitor, files):
        visitor.page.clock.install()
        visitor.page.goto(visitor.page.url.replace("/about", "/"))
        winding = visitor.at("winding")
        for width, height in ((1440, 900), (1280, 800), (1024, 768), SIDEWAYS, PHONE):
            visitor.page.set_viewport_size({"width": width, "height": height})
            expect(winding).to_have_count(1)
            for thing in (visitor.at("start"), visitor.page.get_by_role("link", name=visitor.text("progress.go"))):
                thing.locator("visible=true").scroll_into_view_if_needed()
                assert thing.locator("visible=true").evaluate(FREE), (width, height)
        visitor.go("/puzzles")
        expect(winding).to_be_visible()
        visitor.page.clock.fast_forward(SOON)
        expect(visitor.at("stalled")).to_contain_text(visitor.text("site.failed.stalled"))
        expect(again(visitor)).to_be_visible()
        files.held.set()  # it goes on
        visitor.python()
        expect(visitor.at("stalled")).to_have_count(0)


@pytest.mark.parametrize("theme", some(["dark", "light"]))
def test_the_claim_can_be_read_before_the_picture(site: Site, theme: str) -> None:
    with visiting(site, "stalled", theme=theme) as (visitor, _):
        claim = visitor.page.locator(".claim p")
        for width, height in ((1440, 900), (1280, 800), (1024, 768), SIDEWAYS, PHONE):
            visitor.page.set_viewport_size({"width": width, "height": height})
            expect(visitor.page.locator(".behind svg")).to_be_visible()
            claim.scroll_into_view_if_needed()
            colour = claim.evaluate("(element) => getComputedStyle(element).color")
            picture = claim.screenshot(style=".claim p { color: transparent !important; text-shadow: none !important; }")
            seen = visitor.page.evaluate(CONTRAST, [f"data:image/png;base64,{b64encode(picture).decode()}", colour])
            assert seen >= 4.5, (width, height, seen)


def links_of(page: Page) -> set[str]:
    """The addresses of all links, once there are no more of them than a moment before."""
    before, found = set[str](), set[str]()
    while not found or found != before:
        page.wait_for_timeout(300)
        before, found = found, set(page.eval_on_selector_all("a[href]", "(links) => links.map((link) => link.href)"))
    return found


def test_every_link_leads_to_a_page_without_the_router(site: Site) -> None:
    """Below another folder, so that an address of the host's root would be noticed."""
    with serving(site.folder.parent) as (host, _):
        context = site.browser.new_context(locale="en-GB")
        root = f"{host}/{site.folder.name}/"
        visitor = SiteVisitor(context.new_page(), site.script)
        page = visitor.page
        page.goto(root)
        visitor.python()
        found: set[str] = set()
        for name in PAGES:
            visitor.go(f"/{name}")
            found |= links_of(page)
        ours = {link for link in found if link.startswith(host)}
        assert len(ours) > 50
        assert [link for link in ours if not link.startswith((f"{root}#/", f"{root}licences.txt"))] == []
        assert [link for link in found - ours if not link.startswith("https://")] == []
        lost = visitor.text("home.lost.title")
        some = {(link.count("/"), link.split("/#/")[-1].split("/")[0].split("?")[0]): link for link in sorted(ours)}
        for link in some.values():  # one of each kind is opened as if it were copied
            page.goto("about:blank")
            response = page.goto(link)
            assert response is not None and response.ok, link
            if "#" in link:
                page.wait_for_selector("main")
                assert (lost in page.inner_text("main")) == ("nowhere" in link), link
        another_tab(context, page, root)
        context.close()


def another_tab(context: BrowserContext, page: Page, root: str) -> None:
    page.goto("about:blank")
    page.goto(root)
    link = page.get_by_role("navigation").get_by_role("link", name="Puzzles")
    other = context.new_page()  # a click with Control crashes Chromium's headless shell
    other.goto(urljoin(page.url, link.get_attribute("href")))
    other.wait_for_selector("main h1")
    assert other.url == f"{root}#/puzzles"
    expect(other.get_by_role("heading", name="Puzzles", level=1)).to_be_visible()


def test_what_needs_a_server_is_not_offered(site: Site) -> None:
    context = site.context()
    visitor = site.visit(context, "/#/games")
    expect(visitor.at("luggage-save")).to_be_visible()
    expect(visitor.page.get_by_text(visitor.text("home.open"), exact=True)).to_have_count(0)
    for address in ("/join", "/join/ABCDEF"):
        visitor.go(address)
        expect(visitor.at("needs-server")).to_be_visible()
        expect(visitor.page.get_by_text(visitor.text("home.join"), exact=True)).to_have_count(0)
    context.close()


def test_a_page_that_is_opened_as_a_file_says_so(site: Site) -> None:
    context = site.browser.new_context()
    page = context.new_page()
    page.goto((site.folder / "index.html").as_uri())
    expect(page.get_by_text("python3 -m http.server")).to_have_count(3)  # once in each language
    context.close()


def test_the_first_visit_fetches_each_file_once(site: Site, playing: Playwright, tmp_path: Path) -> None:
    """Also from a host that sends neither the time nor a tag of its files."""
    with serving(site.folder, "bare") as (host, files):
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        context = playing.chromium.launch_persistent_context(tmp_path, executable_path=find_browser(), args=arguments)
        page = context.pages[0]
        page.goto(host)
        page.wait_for_selector("html[data-python=ready]", timeout=START)
        page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        context.close()
    asked = Counter(files.asked)
    assert asked[f"/{WASM}"] == 1 and asked["/python/dungeon_twister.zip"] == 1  # what Python needs, and what is only kept
    # Every drawing asks for the icons anew where it must not keep them.
    assert [path for path, times in asked.items() if times > 1 and not path.endswith(".svg")] == []
