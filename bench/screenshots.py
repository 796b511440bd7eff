"""Pictures of the page for the README and for looking at: `python -m bench.screenshots [--out docs/shots] [--all]`.

Starts a server of its own, brings seeded games to good moments by request, and takes pictures of them in Chromium. Without
`--all` only those the documents show are taken, under the names they have there; with it each is taken at every size that
suits it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import sync_playwright
from tests.browser.conftest import QUICK
from tests.browser.positions import Moment, decides
from tests.browser.profiles import Profiles
from tests.browser.test_workshop import draw
from tests.browser.visitor import Visitor, Visitors, greeting
from tests.server.live import Live
from tools.checks import find_browser

from dungeon_twister.rules.engine.scenarios import builtin_text
from dungeon_twister.workshop.share_link import pack

SIZES: Final = {"desk": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
RECORD: Final = Path(__file__).parents[1] / "tests" / "games" / "board" / "base-0-greedy-greedy-0.dt"
ARGUMENTS: Final = ("--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb")
TWO: Final = {"blue": "you", "yellow": "bot:greedy"}
FOUR: Final = {"blue": "you", "red": "bot:greedy", "yellow": "bot:greedy", "green": "bot:random"}
# Walls, a pit and a portcullis of a room, drawn from point to point in squares.
ROOM: Final = (
    ("wall", (1, 1), (1, 4)),
    ("wall", (2, 2), (5, 2)),
    ("wall", (3, 3), (3, 5)),
    ("pit", (1.5, 0.5), (2.5, 0.5)),
    ("gate", (3.5, 2)),
    ("wall", (4, 4), (5, 4)),
    ("wall", (4, 4), (4, 5)),
)
QUALITY: Final = 82  # of a JPEG: no picture is larger than 300 kB


class Shot(NamedTuple):
    """A picture: what the visitor does before it is taken, at which sizes, and what the documents call it (size=name)."""

    name: str
    prepare: Callable[[Visitor], None]
    sizes: tuple[str, ...] = ("desk", "tablet", "phone")
    shown: str = ""
    theme: str = "dark"


def midgame(turn: int) -> Moment:
    """Blue acts in a turn not before this one, with points left to spend."""
    return lambda view, who: decides("act")(view, who) and view.turn >= turn and view.ap >= 3


def sit(visitor: Visitor, scenario: str, seed: str, until: Moment | None, seats: dict[str, str]) -> None:
    visitor.sit_down(scenario, seed, until, bot="greedy", name="Ada", seats=seats)
    visitor.wait("s.decision || s.combat")


def home(visitor: Visitor) -> None:
    visitor.page.goto("/")
    visitor.at("start").wait_for()


def setup(visitor: Visitor) -> None:
    sit(visitor, "base", "picture", None, TWO)
    for _ in range(3):
        before = visitor.state().version
        place = visitor.marks("place")[0]
        visitor.click(visitor.marked(place))
        visitor.wait("s.version > a && s.decision", before)
        visitor.page.wait_for_timeout(400)  # a phone centres on the places that are left


def choose_busiest(visitor: Visitor) -> None:
    """The character that can do most is chosen, so that the picture shows ways and deeds."""
    view = visitor.view()
    counts: dict[str, int] = {}
    for choice in view.choices:
        if choice.token and visitor.token(choice.token).count():
            counts[choice.token] = counts.get(choice.token, 0) + 1
    if counts:
        visitor.click(visitor.token(max(counts, key=lambda token: counts[token])))
    visitor.page.wait_for_timeout(400)


def board(visitor: Visitor) -> None:
    sit(visitor, "base", "picture", midgame(9), TWO)
    choose_busiest(visitor)


def card(visitor: Visitor) -> None:
    sit(visitor, "standard", "picture", midgame(7), TWO)
    choose_busiest(visitor)


def four(visitor: Visitor) -> None:
    sit(visitor, "four-players", "picture", midgame(13), FOUR)
    choose_busiest(visitor)


def combat(visitor: Visitor) -> None:
    sit(visitor, "base", "fight", decides("combat"), TWO)


def revealed(visitor: Visitor) -> None:
    combat(visitor)
    visitor.at("combat").get_by_role("radio").last.click()
    visitor.at("lay-card").click()
    visitor.wait("s.combat === 'shown'")
    visitor.at("combat-close").wait_for()


def replay(visitor: Visitor) -> None:
    visitor.page.goto("/replay")
    visitor.page.locator("input[type=file]").set_input_files(RECORD)
    visitor.at("play").wait_for()
    for _ in range(9):
        visitor.button("replay.turn-on").click()
    visitor.page.wait_for_timeout(400)


def room_editor(visitor: Visitor) -> None:
    """A pair of rooms, one of them half drawn."""
    visitor.page.goto("/workshop")
    visitor.at("new-rooms-board").click()
    canvas = visitor.at("canvas").first
    for tool, *points in ROOM:
        draw(visitor, canvas, tool, *points)
    visitor.page.wait_for_timeout(1500)


def scenario_editor(visitor: Visitor) -> None:
    visitor.page.goto("/workshop")
    visitor.at("copy-scenario").click()
    visitor.at("from-elevator").click()
    visitor.at("fine").wait_for()
    visitor.at("place").first.click()


def shared(visitor: Visitor) -> None:
    """A short scenario behind its link."""
    text = builtin_text("simplified").replace("target = 5", "turns = 12").replace("Simplified game", "A short evening")
    visitor.page.goto(f"/scenario#{pack(text)}")


def balance(visitor: Visitor) -> None:
    shared(visitor)
    visitor.at("open-balance").click()
    visitor.page.get_by_text("20", exact=True).click()
    visitor.at("balance-start").click()
    visitor.page.get_by_test_id("balance-stop").wait_for()
    visitor.at("balance-start").wait_for(timeout=200_000)


def published(visitor: Visitor) -> None:
    shared(visitor)
    visitor.at("open-share").click()
    visitor.at("publish").click()
    visitor.at("shelf-link").wait_for()


def printed(visitor: Visitor) -> None:
    shared(visitor)
    visitor.at("open-print").click()
    visitor.page.get_by_test_id("print-sheets").get_by_role("img").first.wait_for()


SHOTS: Final = (
    Shot("home", home, shown="desk=home"),
    Shot("setup", setup),
    Shot("board", board, shown="desk=board-game phone=phone"),
    Shot("board-light", board, ("desk",), theme="light"),
    Shot("card", card, shown="desk=card-game"),
    Shot("four", four, ("desk", "tablet"), shown="desk=four-players"),
    Shot("combat", combat, shown="desk=combat"),
    Shot("combat-shown", revealed, ("desk", "phone")),
    Shot("replay", replay, ("desk", "phone")),
    Shot("rooms", room_editor, shown="tablet=make-rooms"),
    Shot("scenario", scenario_editor, shown="tablet=make-scenario"),
    Shot("balance", balance, shown="tablet=make-balance"),
    Shot("share", published, shown="tablet=make-share"),
    Shot("print", printed, shown="tablet=make-print"),
)


@contextmanager
def server(folder: Path) -> Iterator[Live]:
    words = ["serve", "--no-browser", "--port", "0", "--database", f"sqlite:///{folder / 'games.db'}"]
    command = [sys.executable, "-m", "dungeon_twister", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **QUICK})
    try:
        yield Live(greeting(process))
    finally:
        process.terminate()
        process.wait(20)


def take(visitors: Visitors, shot: Shot, size: str, file: Path) -> None:
    visitor = visitors.new(SIZES[size], touch=size == "phone", theme=shot.theme)
    shot.prepare(visitor)
    visitor.page.evaluate("document.fonts.ready")
    visitor.page.mouse.move(1, 1)
    visitor.page.wait_for_timeout(500)
    visitor.page.screenshot(path=file, type="jpeg", quality=QUALITY)
    visitor.page.context.close()
    visitor.check()


def wanted(every: bool, only: list[str]) -> Iterator[tuple[Shot, str, str]]:
    """The pictures to take, their sizes, and the names of their files."""
    for shot in SHOTS:
        if only and shot.name not in only:
            continue
        if every or only:
            yield from ((shot, size, f"{shot.name}-{size}") for size in shot.sizes)
        else:
            for word in shot.shown.split():
                size, _, name = word.partition("=")
                yield shot, size, name


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.screenshots", description="Pictures of the page.")
    parser.add_argument("--out", type=Path, default=Path("docs/shots"), help="the folder they are written to")
    parser.add_argument("--all", action="store_true", help="every picture at every size, not only those the documents show")
    parser.add_argument("--only", default="", help="names of pictures with commas between them")
    args = parser.parse_args(words)
    args.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as live, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(ARGUMENTS))
        visitors = Visitors(Profiles(browser), live)
        for shot, size, name in wanted(args.all, args.only.split(",") if args.only else []):
            file = args.out / f"{name}.jpg"
            take(visitors, shot, size, file)
            print(f"{file} ({file.stat().st_size // 1000} kB)")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
