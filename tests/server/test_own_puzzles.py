"""Positions and puzzles of players over the wire: what is said of a text, the search and its limits, solving."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dungeon_twister.learning.puzzles import load_puzzle, puzzle_line
from dungeon_twister.learning.puzzles.own_puzzle import LONGEST_PUZZLE
from dungeon_twister.rules.engine.scenarios import builtin_text
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.queries.game_queries import LONGEST_POSITION
from dungeon_twister.server.games.queries.puzzle_checks import PuzzleChecks
from dungeon_twister.server.limits import TooMuchError
from dungeon_twister.server.study.exercise_worker import ExerciseWorker, Job
from dungeon_twister.server.study_protocol import StudyBegin, StudyDeed, StudyHint, StudyLook, StudyPlay, StudyShow
from dungeon_twister.server.wire import decode
from dungeon_twister.server.workers import AnalysisPool, workshop_check
from dungeon_twister.server.workers.puzzle_check import verdict
from dungeon_twister.server.workers.workshop_check import checked
from dungeon_twister.server.workshop_protocol import PuzzleVerdict, PuzzleWish, WorkshopText
from tests.server.game_services import open_service
from tests.server.live import serving

PUZZLE = load_puzzle(23)  # to win, one solution
TEXT = puzzle_line(PUZZLE)
Json = dict[str, Any]


def do(deeds: list[str], deed: StudyDeed) -> Json:
    reply = ExerciseWorker().answer(Job("own-puzzles", "mine", deeds, deed))
    assert not reply.code, reply.sentence
    found: Json = json.loads(reply.body)
    return found


# -- what is said of a text ------------------------------------------------------------------------------------------------


def test_a_position_has_a_drawing_and_the_tables_of_its_scenario() -> None:
    found = checked(WorkshopText(PUZZLE.position, "position"))
    assert not found.findings and found.game == "card" and found.picture is not None and found.picture.walls
    assert found.tables is not None and found.tables["game"] == "card" and found.puzzle is None


def test_a_puzzle_loses_its_number() -> None:
    found = checked(WorkshopText(TEXT, "puzzle"))
    assert found.puzzle is not None and found.puzzle.number == 0 and found.puzzle.solution == PUZZLE.solution


@pytest.mark.parametrize(
    "text", ["position 1\nscenario none\n", "position 1", "{}", "[" * 5000, TEXT.replace('"points":2', '"points":1')]
)
def test_what_is_wrong_is_a_finding(text: str) -> None:
    kind = "position" if text.startswith("position") else "puzzle"
    (finding,) = checked(msgspec.convert({"text": text, "kind": kind}, WorkshopText)).findings
    assert finding.code == "refused" and 5 < len(str(finding.values["problem"])) < 600


def test_a_position_that_is_slow_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop_check, "SLOWEST_POSITION", -1.0)
    (finding,) = checked(WorkshopText(PUZZLE.position, "position")).findings
    assert "too long" in str(finding.values["problem"])


# -- the search -------------------------------------------------------------------------------------------------------------


def test_solutions_are_choices() -> None:
    found = verdict(PuzzleWish(PUZZLE.position, "win"))
    assert found.puzzle is not None and not found.problem and len(found.solutions) == 1
    assert msgspec.to_builtins(found.solutions[0][0])["do"] == "turn"
    assert json.loads(found.text)["solution"] == list(PUZZLE.solution)


def test_a_search_that_takes_too_long_has_an_answer() -> None:
    found = verdict(PuzzleWish(load_puzzle(1).position, "win", points=5), seconds=0.2)
    assert (found.problem, found.puzzle, found.text, found.solutions) == ("undecided", None, "", [])


@pytest.mark.parametrize(
    "bad",
    [{"goal": "fame"}, {"goal": "win", "points": 13}, {"goal": "win", "token": "x" * 41}, {"goal": "win", "seconds": 900}],
)
def test_bad_wishes_are_not_read(bad: Json) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"position": PUZZLE.position, **bad}, PuzzleWish)


async def test_bad_positions_get_a_sentence(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        for bad, words in (
            ("base", "position"),
            (PUZZLE.position + "#" * LONGEST_POSITION, "24,000 characters"),
            (PUZZLE.position.replace("scenario standard", "scenario none"), "none"),
        ):
            with pytest.raises(ProtocolError, match=words):
                await games.puzzle_checks.check(PuzzleWish(bad, "win"), "address")
        with pytest.raises(ProtocolError, match="turn COLOUR ap N"):
            await games.puzzle_checks.check(PuzzleWish(PUZZLE.position, "win", player="purple"), "address")


async def test_an_address_has_a_budget_beside_that_of_hints(tmp_path: Path) -> None:
    pool = AnalysisPool(rate=1e-6, seconds=1e-6)
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        checks, wish = PuzzleChecks(pool, games.queries), PuzzleWish(PUZZLE.position, "win", points=1)
        assert decode(await checks.check(wish, "address"), PuzzleVerdict).problem == "unsolvable"
        with pytest.raises(TooMuchError):
            await checks.check(wish, "address")
        decode(await checks.check(wish, "other"), PuzzleVerdict)
        assert pool._budgets.of("address").solvent()
    await pool.close()


def test_over_http(tmp_path: Path) -> None:
    with serving(tmp_path, unlimited(Settings(pace=0, study_workers=0, reading_workers=0, analysis_workers=0))) as live:
        wish = {"position": PUZZLE.position, "goal": "win"}
        found = live.call("POST", "/workshop/puzzle", wish).json()
        assert found["puzzle"]["solutions"] == 1
        assert live.call("POST", "/workshop/puzzle", {**wish, "goal": "fame"}).status_code == 400
        assert live.call("POST", "/workshop/puzzle", {**wish, "position": "x" * 200_000}).status_code == 413
        assert live.call("POST", "/workshop/puzzle", {**wish, "position": "x" * 30_000}).status_code == 422
        for kind, most in (("position", LONGEST_POSITION), ("puzzle", LONGEST_PUZZLE)):
            long = live.call("POST", "/workshop/check", {"text": "x" * (most + 1), "kind": kind}).json()
            assert long["findings"][0]["code"] == "too-large" and long["findings"][0]["values"]["most"] == most
        shown = live.call("POST", "/study/own-puzzles/mine", {"deeds": [found["text"]]}).json()
        assert shown["puzzle"]["status"] == "open" and shown["deeds"] == [found["text"]]
        for deeds, status in (([], 404), (["{}"], 400), ([TEXT, "play nonsense"], 400), ([" " * LONGEST_PUZZLE + TEXT], 400)):
            answer = live.call("POST", "/study/own-puzzles/mine", {"deeds": deeds})
            assert answer.status_code == status and answer.json()["reason"]["sentence"]


# -- solving ------------------------------------------------------------------------------------------------------------------


def test_a_puzzle_of_a_player_is_solved_like_one_of_the_game() -> None:
    shown = do([TEXT], StudyLook())
    assert shown["board"]["scene"]["seats"] and shown["puzzle"]["number"] == 0 and shown["puzzle"]["shows"]
    assert do([TEXT], StudyHint(1))["puzzle"]["hint"]["theme"] == PUZZLE.themes[0]
    solved = do([TEXT], StudyPlay(list(PUZZLE.solution)))
    assert solved["puzzle"]["status"] == "solved" and solved["deeds"][0] == TEXT and "board" not in solved
    step = do([TEXT], StudyShow())
    assert do(step["deeds"], StudyShow())["puzzle"]["status"] == "solved"


def test_a_puzzle_in_a_scenario_of_ones_own() -> None:
    """The scene is that of the text, not of a name; a free board begins there, too."""
    known = load_puzzle(4)
    lines = builtin_text("base").replace("Basic Set", "My cellar").splitlines()
    own = known.position.replace("scenario base\n", "".join(f"> {line}\n" for line in lines))
    found = verdict(PuzzleWish(own, "leave", known.token))
    assert found.puzzle is not None and found.puzzle.solution == known.solution and "> title" in found.puzzle.position
    assert do([found.text], StudyLook())["board"]["scene"]["title"] == "My cellar"
    begun = ExerciseWorker().answer(Job("board", "b", [], StudyBegin(position=own)))
    assert "> title" in json.loads(begun.body)["board"]["position"]
    tables = checked(WorkshopText(own, "position")).tables
    assert tables is not None and tables["title"] == "My cellar" and len(tables["pool"]) == 4
