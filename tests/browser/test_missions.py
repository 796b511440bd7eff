"""Missions on the page: one is won by mouse, with its goal and stars in sight, and the next one is offered; one is failed and
begun again by keys alone, and goes on after a reload."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Locator, expect

from dungeon_twister.ai.bots.resolve import resolve_bot
from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.record.json_codec import to_json
from dungeon_twister.game.views import CardView, View
from dungeon_twister.learning.missions import Mission, load_mission, load_missions, load_solutions
from dungeon_twister.server.study_protocol import Studied
from dungeon_twister.server.wire import decode
from tests.browser.visitor import Visitor

BEGUN = "dungeon-twister.missions"
FIRST, CARDS = load_missions()[0], load_mission("four-letters")
MOST = 200  # choices
PASS = Choice(do="pass")


class Learner:
    """Plays a mission with what its page offers."""

    def __init__(self, visitor: Visitor, mission: Mission) -> None:
        self.visitor, self.mission = visitor, mission

    @property
    def deeds(self) -> list[str]:
        """What the page keeps of an unfinished mission."""
        kept = self.visitor.page.evaluate("(key) => JSON.parse(localStorage.getItem(key) ?? '{}')", BEGUN)
        found: list[str] = kept.get(self.mission.name, [])
        return found

    @property
    def view(self) -> View | CardView:
        answer = self.visitor.live.call("POST", f"/study/missions/{self.mission.name}", {"deeds": self.deeds})
        return decode(answer.content, Studied).sight.view

    def status(self) -> str | None:
        return self.visitor.at("coach").get_attribute("data-status")

    def in_list(self, choice: Choice) -> Locator:
        """A line of the list of all choices, which is opened."""
        if not self.visitor.at("all-choices").is_visible():
            self.visitor.open_list()
        return self.visitor.page.locator(f"[data-choice={json.dumps(to_json(choice))}]")

    def ready(self) -> None:
        """Until something can be chosen, or the mission is over."""
        self.visitor.wait("document.querySelector('[data-testid=mission-done]') || (s.decision && s.settled && s.advised)")

    def rest_of_it(self, bot: str) -> None:
        """A bot chooses, and its choices are clicked."""
        visitor, player = self.visitor, resolve_bot(bot).make("learner")
        for _ in range(MOST):
            self.ready()
            if visitor.at("mission-done").is_visible():
                return
            if visitor.state().combat == "shown":
                visitor.close_combat()
                continue
            before = visitor.state().version
            self.in_list(player.choose(self.view)).click()
            visitor.wait("s.version > a", before)


def journeys(mission: Mission) -> tuple[str, list[tuple[str, str]]]:
    """The card and the walks of the first turn of the stored solution: who, and where to."""
    deeds = [deed.removeprefix("play ") for deed in load_solutions(mission)[0]]
    turn = deeds[1 : deeds.index("pass")]
    begins = [at for at, deed in enumerate(turn) if deed.endswith(" move")]
    ends = [*begins[1:], len(turn)]
    return deeds[0].removeprefix("card "), [
        (turn[at].removesuffix(" move"), turn[end - 1]) for at, end in zip(begins, ends, strict=True)
    ]


def test_a_mission_is_won_by_mouse_and_the_next_is_offered(visitor: Visitor) -> None:
    learner = Learner(visitor, FIRST)
    visitor.page.goto("/missions")
    expect(visitor.at("mission-stars")).to_have_text(visitor.text("missions.stars-of", won=0, all=36))
    visitor.accessible()
    visitor.at(f"mission-{FIRST.name}").click()
    expect(visitor.at("mission-told")).to_contain_text(visitor.text(f"missions.{FIRST.name}.story"))
    visitor.accessible()
    visitor.button("missions.begin").click()
    card, walks = journeys(FIRST)
    visitor.at(f"action-card-{card}").click()
    for token, place in walks:
        visitor.ready("act")
        if visitor.state().selected != token:
            visitor.click(visitor.token(token))
        before = visitor.state().version
        visitor.click(visitor.marked(place))
        visitor.wait("s.version > a", before)
    goal = visitor.at("mission-conditions").locator("li").first
    expect(goal).to_contain_text("1/2")
    assert goal.get_attribute("data-state") == "open" and learner.status() == "open"
    learner.rest_of_it("clockmaker")
    stars = int(visitor.at("mission-done").get_attribute("data-stars") or 0)
    assert stars and learner.status() == "won"
    visitor.accessible()
    following = load_missions()[1]
    visitor.button("missions.next", mission=visitor.text(f"missions.{following.name}.title")).click()
    visitor.page.wait_for_url(f"**/missions/{following.name}")
    expect(visitor.at("mission-told")).to_be_visible()
    visitor.page.goto("/missions")
    expect(visitor.at("mission-stars")).to_have_text(visitor.text("missions.stars-of", won=stars, all=36))


def test_a_mission_by_keys_is_left_failed_and_begun_again(visitor: Visitor) -> None:
    learner, press = Learner(visitor, CARDS), visitor.page.keyboard.press
    visitor.page.goto("/missions")
    visitor.at(f"mission-{CARDS.name}").press("Enter")
    expect(visitor.at("mission-told")).to_be_visible()
    press("Enter")
    expect(visitor.at("mission-told")).to_have_count(0)
    learner.ready()
    learner.in_list(PASS).press("Enter")
    visitor.until(lambda: learner.deeds)
    visitor.page.reload()
    expect(visitor.at("mission-told")).to_have_count(0)  # it goes on where it was left
    turns = visitor.at("mission-conditions").locator("li").first
    expect(turns).to_contain_text("2/5")
    while not visitor.at("mission-done").is_visible():
        learner.ready()
        before = visitor.state().version
        learner.in_list(PASS).press("Enter")
        visitor.wait("s.version > a || document.querySelector('[data-testid=mission-done]')", before)
        learner.ready()
    expect(visitor.at("mission-done")).to_contain_text(visitor.text("missions.failed.text"))
    assert learner.status() == "failed"
    visitor.accessible()
    visitor.button("missions.again").last.press("Enter")
    visitor.becomes(learner.status, "open")
    expect(turns).to_contain_text(re.compile(r"1/5"))
