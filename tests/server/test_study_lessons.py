"""The study: lessons over the wire. Nothing is kept there, everything follows from the deeds that come with a request."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.views import observe
from dungeon_twister.learning.lessons import Lesson, LessonRun, load_lesson, load_lessons
from dungeon_twister.learning.lessons.lesson_checks import follow
from dungeon_twister.server.config import Settings, changed, unlimited
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.limits import TooMuchError
from dungeon_twister.server.study.exercise import opened, sealed
from dungeon_twister.server.study.exercise_worker import KEPT, MOST_DEEDS, ExerciseWorker, Job
from dungeon_twister.server.study.study_service import StudyService
from dungeon_twister.server.study_protocol import (
    StudyAgain,
    StudyDeed,
    Studying,
    StudyLook,
    StudyPlay,
    StudyShow,
    StudyTap,
    StudyUndo,
    StudyWait,
    StudyWhy,
)
from dungeon_twister.server.wire import encode
from dungeon_twister.server.workers.bot_pool import InProcessBots
from tests.amounts import TIMES
from tests.server.live import Live, serving

SCRIPTED = [lesson for lesson in load_lessons() if not lesson.guided]
Json = dict[str, Any]


class Learner:
    """Somebody who studies: keeps the deeds and hands them in again."""

    def __init__(self, name: str, worker: ExerciseWorker | None = None) -> None:
        self.name, self.worker = name, worker or ExerciseWorker()
        self.deeds: list[str] = []
        self.studied = self.do(StudyLook())

    def do(self, deed: StudyDeed) -> Json:
        reply = self.worker.answer(Job("lessons", self.name, self.deeds, deed))
        assert not reply.code, reply.sentence
        self.studied = json.loads(reply.body)
        self.deeds = self.studied["deeds"]
        return self.studied

    def play(self, *choices: str) -> Json:
        return self.do(StudyPlay(list(choices)))


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder: Path = tmp_path_factory.mktemp("study")
    with serving(folder, unlimited(Settings(pace=0, study_workers=0, reading_workers=0))) as server:
        yield server


# -- the transport ---------------------------------------------------------------------------------------------------------


def test_the_list_of_lessons(live: Live) -> None:
    cards = live.call("GET", "/study/lessons").json()
    assert [card["name"] for card in cards] == [lesson.name for lesson in load_lessons()]
    assert cards[0] | {"name": "walk-and-look", "game": "board", "minutes": 2, "guided": False, "steps": 4} == cards[0]


def test_an_exercise_over_the_wire(live: Live) -> None:
    begun = live.call("POST", "/study/lessons/walk-and-look", {}).json()
    assert begun["deeds"] == [] and begun["sight"]["viewer"] == "blue" and begun["advice"]["decision"] == "act"
    assert begun["info"]["scenario"] == "lab" and begun["info"]["title"] == "" and begun["info"]["stage"] == "playing"
    body = {"deeds": [], "do": {"type": "play", "choices": [{"do": "move", "token": "bH"}, "a2"]}}
    gone_on = live.call("POST", "/study/lessons/walk-and-look", body).json()
    assert gone_on["deeds"] == ["play bH move", "play a2"] and gone_on["sight"]["undo"] == "a2"
    assert [event["kind"] for event in gone_on["moments"][0]["events"]][-1] == "stepped"
    assert gone_on["moments"][0]["sight"] == gone_on["sight"]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("lessons/none", {}, 404),
        ("riddles/1", {}, 404),
        ("lessons/fight", {"deeds": ["play castle"]}, 400),
        ("lessons/fight", {"deeds": ["dance"]}, 400),
        ("lessons/fight", {"deeds": ["sealed 00"]}, 400),
        ("lessons/fight", {"deeds": ["sealed zz"]}, 400),
        ("lessons/fight", {"deeds": ["x"] * (MOST_DEEDS + 1)}, 400),
        ("lessons/fight", {"deeds": ["x" * 500]}, 400),
        ("lessons/fight", {"deeds": ["x" * 500] * 900}, 413),
        ("lessons/fight", {"do": {"type": "play", "choices": ["pass"] * 100}}, 400),
        ("lessons/fight", {"do": {"type": "tap", "things": ["bW yC"]}}, 400),
        ("lessons/fight", {"do": {"type": "undo", "steps": 0}}, 400),
        ("lessons/fight", {"do": {"type": "castle"}}, 400),
        ("lessons/fight", {"steps": []}, 400),
        ("lessons/fight", [], 400),
    ],
)
def test_what_is_wrong_is_a_sentence(live: Live, path: str, body: object, status: int) -> None:
    answer = live.call("POST", f"/study/{path}", body)
    assert answer.status_code == status
    assert answer.json()["reason"]["sentence"].endswith((".", "…"))


def test_requests_are_counted(tmp_path: Path) -> None:
    settings = changed(unlimited(Settings(study_workers=0, reading_workers=0)), question_rate=0.01, question_burst=2)
    with serving(tmp_path, settings) as server:
        statuses = [server.call("POST", "/study/lessons/fight", {}).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


async def test_work_is_paid_for() -> None:
    study = StudyService(InProcessBots(), rate=0.001, seconds=0.001)
    await study.open()
    await study.do("lessons", "fight", Studying(), "a")
    with pytest.raises(TooMuchError):
        await study.do("lessons", "fight", Studying(), "a")
    await study.do("lessons", "fight", Studying(), "b")
    await study.close()


async def test_a_process_does_it() -> None:
    study = StudyService(InProcessBots(), 1)
    await study.open()
    shown = json.loads(await study.do("lessons", "fight", Studying([], StudyShow()), "a"))
    assert shown["deeds"] == ["play bW attack yC"]
    with pytest.raises(ProtocolError):
        await study.do("lessons", "fight", Studying(["play castle"]), "a")
    await study.close()


# -- going on ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lesson", SCRIPTED, ids=lambda lesson: lesson.name)
def test_a_lesson_is_gone_through_and_follows_from_its_deeds(lesson: Lesson) -> None:
    learner = Learner(lesson.name)
    while not learner.studied["coach"]["finished"]:
        assert "reason" not in learner.do(StudyShow())
        again = Learner(lesson.name)
        again.deeds = learner.deeds
        made = again.do(StudyLook())
        assert {**made["coach"], "heard": None} == {**learner.studied["coach"], "heard": None}
        assert made["sight"] == learner.studied["sight"]
    assert all(tick["done"] for tick in learner.studied["coach"]["ticks"])


@pytest.mark.parametrize("lesson", SCRIPTED, ids=lambda lesson: lesson.name)
def test_only_what_the_learner_may_know_is_sent(lesson: Lesson) -> None:
    """The view is what the gate shows the learner, byte for byte."""
    learner, run = Learner(lesson.name), LessonRun(lesson, bots=False)
    while not run.finished:
        for deed in learner.do(StudyShow())["deeds"][len(run.deeds) :]:
            assert follow(run, deed.removeprefix("play ")) == ""
        assert msgspec.json.decode(encode(observe(run.state, run.learner))) == learner.studied["sight"]["view"]


def test_exercises_of_lately_are_kept() -> None:
    worker = ExerciseWorker()
    learner = Learner("fight", worker)
    kept = next(iter(worker._kept.values()))
    learner.do(StudyShow())
    assert list(worker._kept.values()) == [kept] and next(iter(worker._kept))[2] == ("play bW attack yC",)
    for number in range(KEPT + 5):
        worker.answer(Job("lessons", "fight", [], StudyPlay([f"combat {number}"])))
    assert len(worker._kept) <= KEPT


def test_a_walk_that_only_has_to_stop_is_over() -> None:
    """On the page one walks to where the coach wants somebody, and that is it."""
    learner = Learner("walk-and-look")
    shown = learner.play("bH move", "a2", "a3", "a4")
    assert shown["deeds"][-1] == "play stop" and shown["coach"]["step"] == 1
    assert Learner("walk-and-look").play("bH move", "a2")["deeds"][-1] == "play a2"


def test_what_is_not_open_is_answered() -> None:
    learner = Learner("walk-and-look")
    shown = learner.play("bT move", "a4")
    assert shown["deeds"] == ["try bT move"] and "moments" not in shown and "reason" not in shown
    assert shown["coach"]["heard"]["text"] == "lessons.walk-and-look.walk.troll-later"


def test_a_refusal_is_answered_by_the_coach_or_with_a_reason() -> None:
    learner = Learner("fight")
    learner.do(StudyShow())
    shown = learner.play("combat 5")
    assert shown["reason"]["code"] == "combat-card-not-in-hand" and shown["reason"]["clause"]
    assert shown["coach"]["heard"]["text"] == "refusals.combat-card-not-in-hand"
    shown = Learner("fight").do(StudyWhy("bW attack yG"))
    assert shown["coach"]["heard"]["text"] == "lessons.fight.attack.contact" and shown["reason"]["code"] == "no-contact"
    assert "reason" not in Learner("fight").do(StudyWhy("bW attack yC"))


def test_a_step_that_waits_for_a_refusal_hears_of_a_button_too() -> None:
    learner = Learner("fight")
    while learner.studied["coach"]["step"] < 2:
        learner.do(StudyShow())
    shown = learner.do(StudyWhy(Choice("attack", token="bW")))
    assert (
        shown["coach"]["step"] == 3 and shown["deeds"][-1] == "try bW attack yC" and shown["reason"]["code"] == "hurt-this-turn"
    )


def test_a_way_that_is_barred_is_asked_about_with_its_end() -> None:
    learner = Learner("walk-and-look")
    while learner.studied["coach"]["step"] < 3:
        learner.do(StudyShow())
    shown = learner.do(StudyWhy(Choice("move", token="bT", square="b5")))
    assert shown["coach"]["heard"]["text"] == "lessons.walk-and-look.walk-in.wall"


def test_undo_and_again() -> None:
    learner = Learner("walk-and-look")
    learner.play("bH move", "a2")
    shown = learner.do(StudyUndo(2))
    assert shown["deeds"] == [] and shown["fresh"] and "moments" not in shown
    assert learner.do(StudyUndo())["reason"]["code"] == "nothing-to-undo"
    learner.do(StudyShow())
    learner.do(StudyShow())
    assert learner.studied["coach"]["step"] == 2
    learner.play("place bG b2")
    assert learner.do(StudyAgain())["coach"]["step"] == 2 and "place" not in learner.deeds[-1]
    assert learner.do(StudyAgain(whole=True))["deeds"] == []


def test_a_position_that_is_set_up_anew_comes_after_what_happened() -> None:
    """The last deed of a step is seen before the next step's position replaces it."""
    learner = next(Learner(lesson.name) for lesson in SCRIPTED if any(step.start for step in lesson.steps))
    before = learner.studied
    while not learner.do(StudyShow()).get("fresh"):
        before = learner.studied
    shown = learner.studied
    assert shown["moments"][0]["events"] and shown["moments"][0]["sight"]["view"] != shown["sight"]["view"]
    assert shown["moments"][0]["sight"]["view"] != before["sight"]["view"]


def test_questions() -> None:
    learner = Learner("zones-and-facing")
    assert learner.studied["coach"]["question"] == {"kind": "zone", "count": 4}
    assert learner.do(StudyTap(["blue-1.T"]))["coach"]["heard"]["kind"] == "wrong-tap"
    assert learner.do(StudyTap([f"blue-1.{zone}" for zone in "TSCG"]))["coach"]["step"] == 1


# -- bots --------------------------------------------------------------------------------------------------------------------


async def test_a_guided_game_is_played_against_its_bot() -> None:
    """The bot's choices are sealed: tokens that it has hidden are nowhere in the answer."""
    study = StudyService(InProcessBots())
    await study.open()
    shown: Json = json.loads(await study.do("lessons", "first-game", Studying(), "a"))
    for _ in range(60 * TIMES):
        if shown["coach"]["finished"]:
            break
        deed = StudyWait() if shown.get("waits") else StudyShow()
        shown = json.loads(await study.do("lessons", "first-game", Studying(shown["deeds"], deed), "a"))
        assert "reason" not in shown
        plain = [deed for deed in shown["deeds"] if not deed.startswith("sealed ")]
        assert all(deed.startswith("play ") for deed in plain)
        run = LessonRun(load_lesson("first-game"), opened(shown["deeds"], "first-game"), bots=False)
        assert msgspec.json.decode(encode(observe(run.state, run.learner))) == shown["sight"]["view"]
    assert any(deed.startswith("sealed ") for deed in shown["deeds"])
    nothing = json.loads(await study.do("lessons", "fight", Studying([], StudyWait()), "a"))
    assert nothing["deeds"] == []
    await study.close()


def test_sealed_deeds() -> None:
    deeds = ["play pass", "bot lay yG R1", "bot lay yG R1"]
    shown = sealed(deeds, "first-game")
    assert shown[0] == "play pass" and shown[1] != shown[2] and "yG" not in "".join(shown[1:])
    assert opened(shown, "first-game") == deeds
    with pytest.raises(ValueError):
        opened(shown, "tutorial-1")


# -- anything at all -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20 * TIMES))
def test_whatever_is_handed_in_costs_a_sentence_at_most(seed: int) -> None:
    rng, worker = Random(seed), ExerciseWorker()
    lesson = rng.choice(load_lessons())
    lines = [line for step in lesson.steps for line in step.solution] or ["pass", "card 2", "stop"]
    deeds: list[str] = []
    for _ in range(30):
        words = rng.choice(lines).split() + rng.choice(["", "bW move", "R1 é", "stop pass"]).split()
        rng.shuffle(words)
        line = rng.choice([rng.choice(lines), " ".join(words)])
        wishes: list[StudyDeed] = [StudyPlay([line]), StudyWhy(line), StudyTap(words[:3]), StudyUndo()]
        deed = rng.choice([*wishes, StudyAgain(), StudyWait(), StudyLook()])
        given = [*deeds, rng.choice(["play ", "try ", "tap ", "bot ", ""]) + line] if rng.random() < 0.3 else deeds
        reply = worker.answer(Job("lessons", lesson.name, given, deed))
        if reply.code:
            assert reply.code == "bad-deeds" and reply.sentence.endswith((".", "…"))
        elif not isinstance(deed, StudyWait):
            deeds = json.loads(reply.body)["deeds"]
