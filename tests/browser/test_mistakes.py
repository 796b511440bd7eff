"""From an analysed game to its mistakes: they are collected, one is played again as in the game, then solved; the list, a hint,
the plan step by step. The analysis itself is prepared, because a whole one takes long."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from playwright.sync_api import Route, expect

from dungeon_twister.ai.analysis import to_json
from dungeon_twister.game.record.json_codec import to_json as shape_json
from dungeon_twister.game.record.notation import to_choice
from dungeon_twister.learning.mistakes import MistakeRun
from tests.browser.visitor import Visitor
from tests.mistakes.analysed import GAMES, KNOWN, analysed, found

MISSED = KNOWN[1]


def opened(visitor: Visitor) -> str:
    """Open the analysis of the game and return its id."""
    record = GAMES.joinpath(f"{MISSED.game}.dt").read_bytes()
    id: str = visitor.live.http.post("/api/replays", content=record).json()["id"]
    analysis = to_json(replace(analysed(MISSED)[1], complete=True))
    mistake, text = found(MISSED)
    text = text.replace('"some-game"', json.dumps(id))
    row = {"name": f"{id}.{mistake.at}", "kind": mistake.kind, "turn": mistake.turn, "at": mistake.at, "loss": mistake.loss}

    def answer(route: Route) -> None:
        body = json.dumps([{**row, "text": text}]) if "/mistakes" in route.request.url else analysis
        route.fulfill(status=200, content_type="application/json", body=body)

    visitor.page.route(re.compile(rf"/api/replays/{id}/(analysis|mistakes)"), answer)
    visitor.page.goto(f"/replay/{id}?analysis")
    return id


class Player:
    """Plays the turn with the list of all choices; `run` is the same mistake, to know what a line means."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.run = visitor, MistakeRun(found(MISSED).mistake)

    def choose(self, line: str) -> None:
        visitor, run = self.visitor, self.run
        choice = to_choice(run.state, run.game_session.resolve_choice(line, run.learner), run.learner)
        visitor.wait("s.decision && s.settled && s.advised")
        before = visitor.state().version
        if not visitor.at("all-choices").is_visible():
            visitor.open_list()
        visitor.page.locator(f"[data-choice={json.dumps(shape_json(choice))}]").press("Enter")
        run.play(line)
        visitor.wait("s.version > a", before)

    def status(self, status: str) -> None:
        self.visitor.becomes(lambda: self.visitor.at("coach").get_attribute("data-status"), status)


def test_a_mistake_is_collected_played_again_and_solved(visitor: Visitor) -> None:
    id = opened(visitor)
    visitor.at(f"learn-{MISSED.player}").click()
    visitor.page.wait_for_url(re.compile(rf"/mistakes/{id}\.{MISSED.at}$"))
    expect(visitor.at("mistake-goal")).to_have_text(visitor.text("mistakes.goal.missed-win"))
    expect(visitor.at("mistake-played")).to_be_visible()
    visitor.accessible()
    player = Player(visitor)
    for line in found(MISSED).mistake.played:
        player.choose(line)
    if player.run.status == "open":
        player.choose("pass")
    player.status("failed")
    expect(visitor.at("mistake-answer")).to_contain_text(visitor.text("mistakes.answer.missed-win"))
    expect(visitor.at("mistake-reply")).to_be_visible()
    visitor.page.keyboard.press("Escape")  # the list
    visitor.accessible()
    visitor.at("mistake-again").click()
    player = Player(visitor)
    for line in found(MISSED).mistake.best:
        player.choose(line)
    done = visitor.at("mistake-done")
    expect(done).to_contain_text(visitor.text("mistakes.answer.solved"))
    visitor.accessible()
    visitor.page.get_by_role("link", name=visitor.text("mistakes.all")).last.click()
    # It failed first: it comes back another day.
    expect(visitor.at("mistake")).to_contain_text(visitor.text("mistakes.is-solved"))
    turn = found(MISSED).mistake.turn
    expect(visitor.at("mistake")).to_contain_text(visitor.text("mistakes.of.missed-win", turn=turn))
    visitor.accessible()
    visitor.at("mistakes-clear").click()
    visitor.accessible()
    visitor.page.get_by_role("button", name=visitor.text("mistakes.clear.keep")).click()
    visitor.at("mistake-remove").click()
    expect(visitor.at("no-mistakes")).to_be_visible()
    visitor.page.reload()
    expect(visitor.at("no-mistakes")).to_be_visible()


def test_the_best_plan_step_by_step(visitor: Visitor) -> None:
    opened(visitor)
    visitor.at(f"learn-{MISSED.player}").click()
    visitor.at("mistake-help").click()
    expect(visitor.at("mistake-hint")).to_contain_text(visitor.text("analysis.nudge.win"))
    done = visitor.at("mistake-done")
    while not done.is_visible():
        visitor.wait("s.settled")
        visitor.page.keyboard.press("s")
        visitor.page.wait_for_timeout(100)
    expect(done).to_contain_text(visitor.text("analysis.reason.wins"))
