"""Missions over the wire: the list, choices of both sides, what stays hidden, the end, taking back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dungeon_twister.learning.missions import OPENS, load_missions, load_solutions
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.study.exercise_worker import ExerciseWorker, Job
from dungeon_twister.server.study_protocol import StudyAgain, StudyDeed, StudyLook, StudyPlay, StudyUndo, StudyWhy
from tests.server.live import Live, serving

Json = dict[str, Any]
FIRST = load_missions()[0]


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder: Path = tmp_path_factory.mktemp("missions")
    with serving(folder, unlimited(Settings(pace=0, study_workers=0, reading_workers=0))) as server:
        yield server


def do(deeds: list[str], deed: StudyDeed, name: str = FIRST.name) -> Json:
    reply = ExerciseWorker().answer(Job("missions", name, deeds, deed))
    assert not reply.code, reply.sentence
    found: Json = json.loads(reply.body)
    return found


def test_the_list(live: Live) -> None:
    answer = live.call("GET", "/study/missions")
    shown = answer.json()
    assert shown["opens"] == list(OPENS.values())
    assert [card["name"] for card in shown["missions"]] == [mission.name for mission in load_missions()]
    assert shown["missions"][0] == {
        "name": FIRST.name,
        "number": 1,
        "act": 1,
        "game": FIRST.game,
        "scenario": FIRST.scenario,
        "players": 2,
        "bot": FIRST.bot,
        "stars": 3,
    }
    again = live.http.get("/api/study/missions", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


def test_a_mission_over_the_wire(live: Live) -> None:
    path = f"/study/missions/{FIRST.name}"
    shown = live.call("POST", path, {}).json()
    assert shown["deeds"] == [] and shown["sight"]["viewer"] == FIRST.player and shown["advice"]["decision"] == "card"
    assert shown["mission"]["status"] == "open" and [one["kind"] for one in shown["mission"]["goal"]] == ["leave", "turns"]
    assert [seat.get("bot", "") for seat in shown["info"]["seats"]] == ["", FIRST.bot]
    played = live.call("POST", path, {"do": {"type": "play", "choices": ["card 2", "pass"]}}).json()
    assert played["waits"] and played["deeds"] == ["play card 2", "play pass"]
    waited = live.call("POST", path, {"deeds": played["deeds"], "do": {"type": "wait"}}).json()
    assert waited["deeds"][2].startswith("sealed ") and waited["moments"], "what a bot does is not to be read"
    back = live.call("POST", path, {"deeds": waited["deeds"], "do": {"type": "undo"}}).json()
    assert back["reason"]["code"] == "nothing-to-undo"


def test_an_unknown_mission_is_not_found(live: Live) -> None:
    assert live.call("POST", "/study/missions/nowhere", {}).status_code == 404


def test_deeds_of_another_mission_are_refused() -> None:
    reply = ExerciseWorker().answer(Job("missions", FIRST.name, ["play dance"], StudyLook()))
    assert reply.code == "bad-deeds"


def test_the_end_and_another_try() -> None:
    deeds = load_solutions(FIRST)[0]
    won = do(deeds, StudyLook())
    assert won["mission"]["status"] == "won" and won["mission"]["won"] >= 1 and "waits" not in won
    assert {one["state"] for one in won["mission"]["goal"]} == {"done"}
    assert do(deeds, StudyPlay(["pass"]))["reason"]["code"] == "not-now"
    assert do(deeds, StudyWhy("pass"))["reason"]["code"] == "not-now"
    again = do(deeds, StudyAgain(whole=True))
    assert again["deeds"] == [] and again["fresh"] and again["mission"]["status"] == "open"


def test_choices_are_refused_and_taken_back() -> None:
    wrong = do([], StudyPlay(["card 2", "dance"]))
    assert wrong["deeds"] == ["play card 2"] and wrong["reason"]["code"] == "unreadable"
    refused = do(wrong["deeds"], StudyPlay(["card 3"]))
    assert refused["deeds"] == wrong["deeds"] and refused["reason"]["clause"]
    assert wrong["sight"]["undo"] == "card 2" and do(wrong["deeds"], StudyUndo())["deeds"] == []
