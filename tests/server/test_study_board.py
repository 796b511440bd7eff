"""The free board: both sides, everything open, from any position; nothing of it is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.record.position import has_position, read_position, write_position
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.study.board_exercise import BoardExercise
from dungeon_twister.server.study.exercise_worker import MOST_DEEDS, ExerciseWorker, Job
from dungeon_twister.server.study_protocol import (
    StudyAgain,
    StudyBegin,
    StudyChance,
    StudyDeed,
    StudyFill,
    StudyLook,
    StudyPlay,
    StudyUndo,
    StudyWhy,
)
from tests.amounts import TIMES
from tests.record.test_editing import BOARD as POSITION
from tests.server.live import Live, serving

Json = dict[str, Any]
GAMES = Path(__file__).parent.parent / "games"


class Student:
    """Somebody at a board: keeps the deeds and hands them in again."""

    def __init__(self, begin: StudyDeed, worker: ExerciseWorker | None = None) -> None:
        self.worker = worker or ExerciseWorker()
        self.deeds: list[str] = []
        self.studied = self.do(begin)

    def do(self, deed: StudyDeed) -> Json:
        reply = self.worker.answer(Job("board", "mine", self.deeds, deed))
        assert not reply.code, reply.sentence
        self.studied = json.loads(reply.body)
        self.deeds = self.studied["deeds"]
        return self.studied

    def play(self, *choices: str) -> Json:
        return self.do(StudyPlay(list(choices)))

    @property
    def view(self) -> Json:
        found: Json = self.studied["sight"]["view"]
        return found

    @property
    def position(self) -> str:
        found: str = self.studied["board"].get("position", "")
        return found


def refused(deeds: list[str], deed: StudyDeed) -> str:
    reply = ExerciseWorker().answer(Job("board", "mine", deeds, deed))
    assert reply.code == "bad-deeds" and not reply.body
    return reply.sentence


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder: Path = tmp_path_factory.mktemp("board")
    with serving(folder, unlimited(Settings(pace=0, study_workers=0, reading_workers=0))) as server:
        yield server


# -- beginnings -------------------------------------------------------------------------------------------------------------


def test_a_position_is_a_beginning() -> None:
    student = Student(StudyBegin(position=POSITION, seed="s"))
    assert student.deeds == [f"from position\n{POSITION}", "seed s"]
    assert read_position(student.position) == read_position(POSITION)
    assert student.studied["sight"]["viewer"] == student.view["viewer"] == "blue"
    assert student.studied["fresh"] and student.studied["board"]["scene"]["scenario"] == "lab"
    assert [option["choice"]["do"] for option in student.studied["advice"]["others"]] == ["pass"]


@pytest.mark.parametrize("scenario", ["base", "race", "card-lab", "tutorial-2"])
def test_a_scenario_is_set_up_at_random(scenario: str) -> None:
    student = Student(StudyBegin(scenario=scenario, seed="s"))
    assert f"scenario {scenario}" in student.position and len(student.deeds) == 2
    assert student.position == Student(StudyBegin(scenario=scenario, seed="s")).position
    assert student.position != Student(StudyBegin(scenario=scenario, seed="t")).position


def test_a_setup_is_played_for_both_sides_or_filled() -> None:
    student = Student(StudyBegin(scenario="base", options={"target": "6"}, how="setup", seed="s"))
    assert student.deeds[0] == "from scenario base target=6" and not student.position
    colours = set()
    for _ in range(4):
        colours.add(student.studied["sight"]["viewer"])
        student.do(StudyPlay([Choice(**student.view["choices"][0])]))
    assert student.do(StudyFill())["board"]["position"] and student.view["options"] == {"target": "6"}
    assert student.do(StudyFill())["reason"]["code"] == "not-now"
    assert "scenario base" in student.position


def test_a_scenario_of_ones_own() -> None:
    declared = (Path(__file__).parent.parent.parent / "src/dungeon_twister/content/scenarios/base.toml").read_text("utf-8")
    student = Student(StudyBegin(scenario=declared, how="setup"))
    assert student.studied["board"]["scene"] and student.view["declared"] == declared
    assert student.do(StudyFill())["board"]["position"].count("\n> ") > 5
    again = Student(StudyBegin(position=student.position))
    assert again.position == student.position


@pytest.mark.parametrize(
    ("begin", "sentence"),
    [
        (StudyBegin(position="position 2"), "Position, line 1: this is not a position of version 1."),
        (StudyBegin(position=POSITION.replace("ap 2", "ap two")), "Position, line 3: ap is a number, not 'two'."),
        (StudyBegin(position=POSITION.replace("bWb&", "bWbW")), "Position, line 13, column 15: the token bW is in two places."),
        (StudyBegin(position="scenario nowhere"), "Position: there is no scenario 'nowhere'"),
        (StudyBegin(scenario="nowhere"), "There is no scenario 'nowhere'"),
        (StudyBegin(scenario="base", options={"target": "many"}), "Target is a whole number"),
        (StudyBegin(scenario="base", how="magic"), "A board begins with a setup, at random or empty, not with 'magic'."),
        (StudyBegin(position=POSITION, lines=["bW move", "fly"]), "Choice 2 (fly)"),
        (StudyBegin(position="x" * (BoardExercise.longest + 1)), "A position of at most 24,000 signs is taken"),
        (StudyBegin(position=POSITION, lines=["pass"] * MOST_DEEDS), "A position of at most"),
    ],
)
def test_bad_beginnings_get_their_sentence(begin: StudyBegin, sentence: str) -> None:
    assert sentence in refused([], begin)


@pytest.mark.parametrize("deeds", [["dance"], ["from"], ["from scenario"], [f"from position\n{POSITION}", "seed s", "castle"]])
def test_bad_deeds_get_their_sentence(deeds: list[str]) -> None:
    assert refused(deeds, StudyLook()).endswith((".", "…"))


def test_names_are_bounded() -> None:
    assert ExerciseWorker().answer(Job("board", "a b", [], StudyLook())).code == "unknown-exercise"


# -- playing ----------------------------------------------------------------------------------------------------------------


def test_everything_is_open_and_both_sides_are_played() -> None:
    """Hands, what lies face down, and the combat card that was chosen already are shown; each side chooses in its turn."""
    student = Student(StudyBegin(scenario="base", seed="s"))
    hidden = [name for room in student.view["rooms"] for name in room["under"]]
    assert {name[0] for name in hidden} == {"b", "y"} and not any("?" in name for name in hidden)
    first = student.studied["sight"]["viewer"]
    student.play("card 2", "pass")
    assert student.studied["sight"]["viewer"] != first and student.view["turn"] == 2


def test_a_combat_is_chosen_card_by_card() -> None:
    drawing = POSITION.replace("bWb&  @   ", "bWb& yT @ ").replace("yt ", " . ")
    student = Student(StudyBegin(position=drawing, seed="s"))
    assert not student.play("bW attack yT").get("reason")
    viewers = []
    while student.view["combat"]:
        viewers.append(student.studied["sight"]["viewer"])
        student.play("combat 3")
        if student.view["combat"]:
            assert list(student.view["combat"]["cards"].values()) == [3]
    assert sorted(viewers) == ["blue", "yellow"]


def test_refusals_are_those_of_the_game() -> None:
    student = Student(StudyBegin(position=POSITION))
    before = student.deeds
    assert student.play("bH attack yT")["reason"]["clause"]
    assert student.play("castle")["reason"]["code"] == "unreadable"
    assert student.do(StudyWhy("bH attack yT"))["reason"]["clause"]
    assert student.deeds == before


def test_choices_are_taken_back_whatever_came_of_them() -> None:
    student = Student(StudyBegin(position=POSITION, seed="s"))
    begun, asked = student.deeds, student.view
    student.play("bW move", "c2", "stop")
    student.play("pass")
    assert student.studied["sight"]["undo"] == "pass"
    assert student.do(StudyUndo(2))["fresh"] and student.deeds[-2:] == ["bW move", "c2"]
    assert student.do(StudyUndo(60))["deeds"] == begun and student.view == asked
    assert student.do(StudyUndo())["reason"]["code"] == "nothing-to-undo"
    student.play("pass")
    assert student.do(StudyAgain(True))["deeds"] == begun


def test_a_draw_can_be_repeated_or_chosen() -> None:
    student = Student(StudyBegin(scenario="base", seed="s"))
    card = student.play("card 2")
    reveal = next(choice for choice in student.view["choices"] if choice["do"] == "reveal")
    assert student.do(StudyChance())["reason"]["code"] == "not-now"
    board = student.do(StudyPlay([Choice(**reveal)]))["board"]
    drawn, draws = board["drawn"], board["draws"]
    assert drawn in draws and len(draws) == 4 * 8 and drawn["do"] == "room"
    student.deeds = card["deeds"]
    assert student.do(StudyPlay([Choice(**reveal)]))["board"]["drawn"] == drawn  # variations meet the same rooms
    assert student.do(StudyChance())["board"]["drawn"] != drawn and student.studied["fresh"]
    wanted = next(one for one in draws if one != drawn)
    assert student.do(StudyChance(Choice(**wanted)))["board"]["drawn"] == wanted
    assert student.do(StudyChance("room 9Z r9"))["reason"]["code"] == "unreadable"
    assert student.do(StudyChance("pass"))["reason"]
    assert student.studied["board"]["drawn"] == wanted


@pytest.mark.parametrize("scenario", ["base", "card-lab", "wrong-door-3"])
def test_made_again_from_its_deeds_it_is_the_same(scenario: str) -> None:
    """A game played at random by both sides: a process without state gives the same answer at every moment."""
    rng = Random(scenario)
    student = Student(StudyBegin(scenario=scenario, seed="s"))
    for number in range(40 * TIMES):
        if student.view["over"]:
            break
        student.do(StudyPlay([Choice(**rng.choice(student.view["choices"]))]))
        assert not student.studied.get("reason")
        if number % 5 == 0:
            other = Student(StudyLook())
            other.deeds = student.deeds
            other.do(StudyLook())
            assert other.studied["sight"] == student.studied["sight"] and other.studied["advice"] == student.studied["advice"]
            assert other.studied["board"].get("position") == student.studied["board"].get("position")


# -- from a record ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["board", "card"])
def test_any_moment_of_a_finished_game_is_a_beginning(live: Live, game: str) -> None:
    record = next(iter(sorted((GAMES / game).glob("*.dt")))).read_bytes()
    id = live.http.post("/api/replays", content=record).json()["id"]
    last = len(live.call("GET", f"/replays/{id}").json()["entries"])
    for number in [0, 3, last // 3, last // 2, last // 2 + 1, last // 2 + 2, last]:
        begin = live.call("GET", f"/replays/{id}/{number}/board").json()
        assert begin["type"] == "begin"
        message = live.call("POST", "/study/board/mine", {"do": begin}).json()
        view, shown = message["sight"]["view"], number
        while (frame := live.call("GET", f"/replays/{id}/{shown}").json()["view"])["pending"][-1:] and frame["pending"][-1][
            "who"
        ] == "chance":
            shown += 1  # what chance had to decide is decided
        assert {**view, "viewer": "all", "choices": []} == {**frame, "choices": []}
    assert live.call("GET", f"/replays/{id}/{last + 1}/board").status_code == 404


def test_positions_are_those_of_the_library() -> None:
    game = RecordedGame.new(seed="an example")
    rng = Random(1)
    while not has_position(game.state):
        game.play(rng.choice(game.legal()))
    assert Student(StudyBegin(position=write_position(game.state))).position == write_position(game.state)
