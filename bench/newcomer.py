"""A newcomer's way from Home to the first win against the second level: `python -m bench.newcomer ADDRESS FOLDER`.

A stranger with an empty browser follows the card "Your next step" and nothing else. Lessons and puzzles are solved by their
solutions, games and missions by the choices of a bot that sees what the player may see; all of them are clicked on the page,
and the server counts the results. Each step prints one line with its seconds and leaves numbered pictures in the folder.
Chance is not seeded, so a game may be lost; then the card stays, and the game is played again.

`--steps N` ends after so many steps. `--phone`, `--language` and `--light` make another newcomer.
"""

from __future__ import annotations

import argparse
import re
import time
from pathlib import Path
from typing import Final

from playwright.sync_api import Locator, expect, sync_playwright
from tests.browser import test_lessons, test_missions, test_puzzles
from tests.browser.profiles import PATIENCE, Profiles
from tests.browser.visitor import PHONE, Pilot, Visitor, Visitors
from tests.server.live import Live
from tools.checks import find_browser

from dungeon_twister.ai.bots.levels import LEVELS
from dungeon_twister.ai.bots.registry import make_bot
from dungeon_twister.learning.lessons import load_lesson
from dungeon_twister.learning.missions import load_missions
from dungeon_twister.learning.puzzles import load_puzzle

DESK: Final = (1280, 800)
STRENGTH: Final = "clockmaker"  # who chooses for the newcomer
WINS: Final = 3  # in a row, after which a stronger level is suggested
MOST: Final = 600  # choices in a game
LONGEST: Final = 40  # steps
MIDDLE: Final = 30  # choices after which a picture is taken
FIRST_GAME: Final = "simplified"
WAYS: Final = {"learn": "lesson", "play": "games", "puzzles": "puzzles", "missions": "missions"}


class Newcomer:
    """Somebody who follows the card."""

    def __init__(self, visitor: Visitor, folder: Path, seed: str) -> None:
        self.visitor, self.folder, self.seed = visitor, folder, seed
        self.pictures = self.steps = 0
        self.wanted = 1  # puzzles of the step
        level = visitor.text(f"game.bot.{LEVELS[1].name}")
        self.goal = visitor.text("progress.step.beat.board", level=level)

    def picture(self, name: str) -> None:
        """Keep what is on the screen."""
        self.pictures += 1
        self.visitor.page.evaluate("document.fonts.ready")
        self.visitor.page.wait_for_timeout(400)
        self.visitor.page.screenshot(path=self.folder / f"{self.pictures:02}-{name}.png")

    def card(self) -> Locator:
        """Go Home, where the next step is."""
        self.visitor.page.goto("/")
        card = self.visitor.at("path-card").locator("visible=true")
        self.visitor.at("start").wait_for()
        card.wait_for()
        self.visitor.page.wait_for_load_state("networkidle")
        return card

    def step(self) -> bool:
        """Do what the card says; whether it was the last step of this walk."""
        card, begun, page = self.card(), time.monotonic(), self.visitor.page
        self.steps += 1
        title = card.get_by_role("heading").inner_text()
        self.picture("home")
        self.wanted = int((re.findall(r"\d+", title) or "1")[0])
        card.locator(".btn.primary").click()
        page.wait_for_url(re.compile("|".join(WAYS)))
        way, _, name = page.url.partition(self.visitor.live.address)[2].lstrip("/").partition("/")
        result: str = getattr(self, WAYS[way])(name)
        print(f"{title}: {result}, {time.monotonic() - begun:.0f} s", flush=True)
        return title == self.goal and result == "won"

    def lesson(self, name: str) -> str:
        self.visitor.at("coach").wait_for()
        self.visitor.wait("s.settled")
        self.picture(f"lesson-{name}")
        test_lessons.Learner(self.visitor, load_lesson(name), visit=False).finish()
        self.picture(f"lesson-{name}-done")
        return "done"

    def games(self, game: str) -> str:
        """The game of the step. A first one is played again and again, until a stronger level is suggested."""
        visitor, results = self.visitor, [self.game()]
        again = visitor.at("game-over").get_by_role("button", name=visitor.text("play.rematch"))
        while visitor.seen().info.scenario == FIRST_GAME and results[-WINS:] != ["won"] * WINS and len(results) < LONGEST:
            again.click()
            visitor.wait("!s.over")
            results.append(self.game())
        return ", ".join(results)

    def game(self) -> str:
        visitor = self.visitor
        (colour,) = visitor.tokens
        visitor.wait("s.settled")
        pilot = Pilot(visitor, {colour: make_bot(STRENGTH, f"{self.seed} {visitor.game}")})
        self.picture("game-begins")
        while (state := pilot.await_us()).decision in ("starters", "lay"):
            pilot.done = state.shows
            visitor.at("fill").click()
        self.picture("game-set-up")
        pilot.play(MIDDLE)
        visitor.close_all()
        self.picture("game-middle")
        pilot.play(MOST)
        visitor.at("game-over").wait_for()
        visitor.page.wait_for_load_state("networkidle")
        self.picture("game-over")
        return "won" if visitor.seen().info.winners == [colour] else "not won"

    def puzzles(self, _: str) -> str:
        """From the list to a puzzle at one's level, and on from one to the next, as many as the step wants."""
        visitor, number = self.visitor, 0
        visitor.page.wait_for_load_state("networkidle")
        self.picture("puzzles")
        visitor.at("puzzle-level-next").click()
        for number in range(1, self.wanted + 1):
            visitor.page.wait_for_url(re.compile(r"/puzzles/\d+$"))
            solver = test_puzzles.Solver(visitor, load_puzzle(int(visitor.game)), visit=False)
            visitor.ready("act")
            self.picture(f"puzzle-{number}")
            for line in solver.puzzle.solution:
                solver.choose(line)
            visitor.at("puzzle-done").wait_for()
            self.picture(f"puzzle-{number}-done")
            if number < self.wanted:
                visitor.button("puzzles.next").last.click()
                visitor.page.wait_for_url(re.compile(rf"/puzzles/(?!{solver.puzzle.number}$)"))
        return f"{number} solved"

    def missions(self, _: str) -> str:
        """The first mission."""
        visitor, mission = self.visitor, load_missions()[0]
        self.picture("missions")
        visitor.at(f"mission-{mission.name}").click()
        visitor.at("mission-told").wait_for()
        self.picture("mission-told")
        visitor.button("missions.begin").click()
        test_missions.Learner(visitor, mission).rest_of_it(STRENGTH)
        self.picture("mission-done")
        return f"{visitor.at('mission-done').get_attribute('data-stars')} stars"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", default="newcomer")
    parser.add_argument("--steps", type=int, default=LONGEST)
    parser.add_argument("--language", default="en")
    parser.add_argument("--phone", action="store_true")
    parser.add_argument("--light", action="store_true")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    live = Live(args.address.removeprefix("http://").rstrip("/"))
    with sync_playwright() as playing:
        expect.set_options(timeout=PATIENCE)
        browser = playing.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"])
        visitor = Visitors(Profiles(browser), live).new(
            PHONE if args.phone else DESK,
            touch=args.phone,
            language=args.language,
            system="light" if args.light else "dark",
            fresh=True,
        )
        newcomer = Newcomer(visitor, args.folder, args.seed)
        try:
            while newcomer.steps < args.steps and not newcomer.step():
                pass
        except Exception:
            newcomer.picture("trouble")
            raise
        newcomer.card()
        newcomer.picture("home")
        newcomer.visitor.page.goto("/progress")
        newcomer.visitor.page.wait_for_load_state("networkidle")
        newcomer.picture("progress")
        newcomer.visitor.check()
        browser.close()


if __name__ == "__main__":
    main()
