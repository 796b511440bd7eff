"""``python -m bench.site [--write]``: the figures of docs/data/site.md, as its table: sizes, what starting costs,
visits, choices a second and the turns of bots. Needs what `run.py site` builds, Node.js and Chromium; `--write` puts the table
into docs/data/site.md. ``python -m bench.site --picture`` takes the picture of that site for docs/site.md instead.

Choices and turns are measured in Pyodide, run by Node.js, whose engine is Chromium's, and in CPython with the same code, in
seconds of the processor: a busy machine changes them less than those of a clock on the wall. Visits are seconds of the clock,
in Chromium with a profile that keeps what it has compiled, as a visitor's does: the median of five visitors, and the range.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import BrowserContext, Page, sync_playwright
from tools.checks import find_browser

from dungeon_twister.browser.site_folder import write_folder

HERE: Final = Path(__file__).parent
PAGE: Final = HERE.parent / "docs" / "data" / "site.md"
PICTURE: Final = HERE.parent / "docs" / "shots" / "site.jpg"
QUALITY: Final = 82
TABLE: Final = re.compile(r"(?<=<!-- figures: python -m bench.site --write -->\n).*?(?=<!-- end of figures -->)", re.DOTALL)
PATIENCE: Final = 180_000  # milliseconds
PARTS: Final = {
    "pyodide": "Pyodide",
    "python": "the game and msgspec, and the memory of Python",
    "": "the page, its icons and answers",
}
VISITORS: Final = 5
# The moment at which a game can be put together, noted in the page itself.
SEEN: Final = """new MutationObserver((_, observer) => {
  if (!document.querySelector("[data-testid=start]")) return;
  performance.mark("usable");
  observer.disconnect();
}).observe(document, { childList: true, subtree: true })"""
SERVED: Final = re.compile(r"http://[\d.:]+/")
UNBUFFERED: Final = {**os.environ, "PYTHONUNBUFFERED": "1"}
GAMES: Final = {"base": "board game", "standard": "Card Game"}


def sizes(folder: Path) -> dict[str, tuple[float, float]]:
    """Megabytes as they lie there, and as a host sends them: compressed where that helps."""
    found = dict.fromkeys(PARTS, (0.0, 0.0))
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            part = path.relative_to(folder).parts[0]
            body = path.read_bytes()
            lies, sent = found[part if part in found else ""]
            sent += min(len(body), len(gzip.compress(body, 6))) / 1e6
            found[part if part in found else ""] = lies + len(body) / 1e6, sent
    return found


def visit(page: Page, address: str) -> tuple[float, float]:
    """Seconds until a game can be put together, and until one against a bot is on the table and asks for something, by the
    clock of the page, which begins when it is gone to."""
    page.add_init_script(SEEN)
    page.goto(address)
    page.get_by_test_id("bot-lamplighter").click()
    page.get_by_test_id("start").click()
    page.get_by_test_id("fill").wait_for()
    usable, playable = page.evaluate("[performance.getEntriesByName('usable')[0].startTime, performance.now()]")
    return usable / 1000, playable / 1000


@contextmanager
def chromium() -> Iterator[BrowserContext]:
    """A browser with a new profile, which keeps what a visitor's keeps."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, sync_playwright() as playing:
        context = playing.chromium.launch_persistent_context(
            profile,
            executable_path=shutil.which("chromium") or find_browser(),
            args=["--no-sandbox"],
            viewport={"width": 1200, "height": 750},
            color_scheme="dark",
            locale="en-GB",
        )
        context.set_default_timeout(PATIENCE)
        yield context
        context.close()


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address at which the folder is served."""
    command = [sys.executable, "-m", "http.server", "0", "--bind", "127.0.0.1", "-d", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=UNBUFFERED) as server:
        try:
            address = SERVED.search(server.stdout.readline() if server.stdout else "")
            assert address, "the folder is not served"
            yield address[0]
        finally:
            server.kill()


@contextmanager
def browsing(folder: Path) -> Iterator[tuple[BrowserContext, str]]:
    """A new browser, and the address at which the folder is served."""
    with serving(folder) as address, chromium() as context:
        yield context, address


def visits(folder: Path) -> list[tuple[float, float]]:
    """The first and the second, which has everything from the service worker."""
    with browsing(folder) as (context, address):
        page = context.new_page()
        first = visit(page, address)
        page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        page.close()  # the worker ends with its last page
        time.sleep(2)
        return [first, visit(context.new_page(), address)]


def spread(found: list[float]) -> str:
    return f"{statistics.median(found):.1f} s ({min(found):.1f} - {max(found):.1f})"


def picture(folder: Path) -> None:
    """The first visit while Python is loaded."""
    with browsing(folder) as (context, address):
        page = context.new_page()
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(address)
        page.get_by_test_id("start").wait_for()
        page.locator("progress").wait_for()
        page.screenshot(path=PICTURE, type="jpeg", quality=QUALITY)


def run(command: list[str]) -> dict[str, Any]:
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def rows(folder: Path) -> list[tuple[str, str, str]]:
    """The table of results: in the browser and in CPython."""
    measured, seen = sizes(folder), zip(*(visits(folder) for _ in range(VISITORS)), strict=True)
    inside = run(["node", str(HERE / "site.mjs")])
    outside = run([sys.executable, str(HERE / "site_play.py")])
    lies, sent = (sum(sizes) for sizes in zip(*measured.values(), strict=True))
    found = [("size of the folder, and compressed as a host sends it", f"{lies:.1f} MB, {sent:.1f} MB", "")]
    found += [(f"— {PARTS[part]}", f"{own:.1f} MB, {packed:.1f} MB", "") for part, (own, packed) in measured.items()]
    for which, times in zip(("first", "second"), seen, strict=True):
        for what, seconds in zip(("page usable", "bot game on the table"), zip(*times, strict=True), strict=True):
            found.append((f"{which} visit: {what}", spread(list(seconds)), ""))
    start = inside["start"]
    found.append(
        (
            "starting without the memory: Pyodide, unpacking, importing",
            " + ".join(f"{start[key]:.1f}" for key in start) + " s of the processor",
            "",
        )
    )
    for scenario, title in GAMES.items():
        found.append((f"choices/s, {title}", f"{inside['choices'][scenario]:,}", f"{outside['choices'][scenario]:,}"))
    for level, times in inside["turns"].items():
        found.append((f"turn of {level}: mean, longest", in_seconds(times), in_seconds(outside["turns"][level])))
    return found


def in_seconds(times: list[float]) -> str:
    return ", ".join(f"{seconds:.2f} s" for seconds in times)


def table(folder: Path) -> str:
    load = os.getloadavg()[0]
    lines = [f"| {what} | {browser} | {other} |" for what, browser, other in rows(folder)]
    head = f"Measured on {os.cpu_count()} cores; the load of the machine was {load:.1f} when it began."
    return "\n".join(["", head, "", "| | browser | CPython |", "|---|---|---|", *lines, "", ""])


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "game")
        write_folder(folder)
        if "--picture" in sys.argv[1:]:
            picture(folder)
            return
        found = table(folder)
    print(found)
    if "--write" in sys.argv[1:]:
        text, count = TABLE.subn(lambda _: found, PAGE.read_text("utf-8"))
        if count != 1:
            raise SystemExit(f"{PAGE} has no place for the table")
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
