"""Mistakes over the wire: found in an analysed game, kept, played again, judged, with hints and the plan; hostile texts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dungeon_twister.ai.analysis import to_json
from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.learning.mistakes import MistakeRun
from dungeon_twister.learning.progress.entries import LONGEST_TEXT
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.study.exercise_worker import ExerciseWorker, Job
from dungeon_twister.server.study_protocol import StudyAgain, StudyDeed, StudyHint, StudyLook, StudyPlay, StudyShow, StudyUndo
from dungeon_twister.server.workers import AnalysisWorker, FindMistakes
from tests.mistakes.analysed import GAMES, KNOWN, analysed, found
from tests.server.live import Live, serving

Json = dict[str, Any]
MISSED = KNOWN[1]
TEXT = found(MISSED).text
CARD = (GAMES / "card" / "tutorial-1-0-greedy-greedy-1.dt").read_text("utf-8")


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder: Path = tmp_path_factory.mktemp("mistakes")
    with serving(folder, unlimited(Settings(pace=0, study_workers=0, reading_workers=0))) as server:
        yield server


class Learner:
    """Somebody who plays a mistake again: keeps the deeds and hands them in."""

    def __init__(self) -> None:
        self.deeds = [TEXT]
        self.studied: Json = {}

    def do(self, deed: StudyDeed) -> Json:
        reply = ExerciseWorker().answer(Job("mistakes", "some-game.258", self.deeds, deed))
        assert not reply.code, reply.sentence
        self.studied = json.loads(reply.body)
        self.deeds = self.studied["deeds"]
        mistake: Json = self.studied["mistake"]
        return mistake


def test_what_is_shown_first() -> None:
    learner = Learner()
    shown = learner.do(StudyLook())
    assert learner.deeds == [TEXT] and learner.studied["sight"]["viewer"] == "blue"
    assert learner.studied["advice"]["decision"] == "card"
    assert (shown["kind"], shown["game"], shown["at"], shown["player"]) == ("missed-win", "some-game", 258, "blue")
    assert shown["status"] == "open" and shown["shows"] and shown["played"] and shown["loss"] > 0.1
    # The solution is not told beforehand.
    assert not {"reason", "reply", "hint"} & set(shown)


def test_what_was_played_fails_and_is_answered() -> None:
    learner = Learner()
    choices: list[Choice | str] = [*found(MISSED).mistake.played]
    shown = learner.do(StudyPlay(choices))
    if shown["status"] == "open":
        shown = learner.do(StudyPlay(["pass"]))
    assert shown["status"] == "failed" and shown["missed_win"] and shown["given"] == pytest.approx(shown["loss"], abs=0.001)
    assert shown["reply"]["choices"] and "reason" not in shown
    learner.do(StudyPlay(["pass"]))
    assert learner.studied["reason"]["code"] == "not-now"
    learner.do(StudyHint(1))
    assert learner.studied["reason"]["code"] == "not-now"
    shown = learner.do(StudyUndo(1))
    assert shown["status"] == "open" and "reply" not in shown
    assert learner.do(StudyAgain(True))["shows"] and learner.deeds == [TEXT]


def test_hints_and_the_plan_step_by_step() -> None:
    learner = Learner()
    assert learner.do(StudyHint(1))["hint"]["nudge"]["kind"] == "win" and not learner.studied["mistake"]["hint"].get("piece")
    assert learner.do(StudyHint(2))["hint"]["piece"]
    assert learner.do(StudyHint(3))["hint"]["plan"]["choices"]
    shown, steps = learner.do(StudyShow()), 1
    while shown["status"] == "open":
        shown, steps = learner.do(StudyShow()), steps + 1
        assert steps < 40
    assert shown["status"] == "solved" and shown["reason"]["kind"] == "wins" and not shown["given"]
    learner.do(StudyShow())
    assert learner.studied["reason"]["code"] == "no-way"


@pytest.mark.parametrize(
    ("deeds", "status"),
    [
        ([], 404),
        (["x"], 400),
        (["{}"], 400),
        (["x" * (LONGEST_TEXT + 1)], 400),
        ([TEXT.replace("scenario base", "scenario none")], 400),
        ([TEXT.replace('"best":["', '"best":["nonsense","')], 400),
        ([TEXT, "play nonsense"], 400),
        ([TEXT, TEXT], 400),
    ],
    ids=range(8),
)
def test_hostile_deeds(live: Live, deeds: list[str], status: int) -> None:
    answer = live.call("POST", "/study/mistakes/some.1", {"deeds": deeds})
    assert answer.status_code == status and answer.json()["reason"]["sentence"]


def test_a_name_that_cannot_be_one(live: Live) -> None:
    answer = live.call("POST", "/study/mistakes/a%20b", {"deeds": [TEXT]})
    assert (answer.status_code, answer.json()["reason"]["code"]) == (404, "unknown-exercise")


def test_a_turn_over_the_wire(live: Live) -> None:
    shown = live.call("POST", "/study/mistakes/some.1", {"deeds": [TEXT]}).json()
    assert shown["mistake"]["status"] == "open" and shown["deeds"] == [TEXT]
    best = found(MISSED).mistake.best
    shown = live.call("POST", "/study/mistakes/some.1", {"deeds": [TEXT], "do": {"type": "play", "choices": best}}).json()
    assert shown["mistake"]["status"] == "solved"


def test_mistakes_are_found_by_the_analysis_process() -> None:
    record = GAMES.joinpath(f"{MISSED.game}.dt").read_text("utf-8")
    job = FindMistakes("some-game", record, to_json(analysed(MISSED)[1]).encode(), MISSED.player)
    reply = AnalysisWorker().answer(job)
    assert not reply.code, reply.sentence
    (one,) = json.loads(reply.body)
    assert (one["name"], one["at"], one["kind"], one["text"]) == ("some-game.258", 258, "missed-win", TEXT)
    MistakeRun(found(MISSED).mistake)


def test_an_unfinished_analysis_has_no_mistakes_yet(live: Live) -> None:
    id = live.http.post("/api/replays", content=CARD.encode()).json()["id"]
    answer = live.call("GET", f"/replays/{id}/mistakes?player=blue")
    assert (answer.status_code, answer.json()["reason"]["code"]) == (409, "not-analysed")
