"""The engine over the server: free boards and finished games only, within limits, and what nobody wants is not computed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from dungeon_twister.ai.analysis.evaluation import evaluate
from dungeon_twister.game.record.position import read_position
from dungeon_twister.server.analysis_protocol import Evaluation
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.endpoints.route import FAILURES
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.queries.evaluations import LONG, Evaluations
from dungeon_twister.server.limits import TooMuchError
from dungeon_twister.server.study import STUDY_BYTES
from dungeon_twister.server.study_protocol import StudyBegin
from dungeon_twister.server.wire import decode, encode
from dungeon_twister.server.workers.analysis_pool import AnalysisPool
from dungeon_twister.server.workers.analysis_worker import AnalysisWorker, Evaluate, Job
from dungeon_twister.server.workers.processes import Lane, Reply
from tests.record.test_editing import BOARD as POSITION
from tests.server.live import Live, serving

GAMES = Path(__file__).parents[1] / "games"
RECORD = (GAMES / "card" / "tutorial-1-0-greedy-greedy-1.dt").read_text("utf-8")
BEGIN = encode(StudyBegin(position=POSITION))
ELSEWHERE = encode(StudyBegin(position=POSITION, lines=["pass"]))
BOARD = "/study/board/mine/evaluation"


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder: Path = tmp_path_factory.mktemp("engine")
    settings = Settings(pace=0, study_workers=0, reading_workers=0, analysis_workers=0)
    with serving(folder, unlimited(settings)) as server:
        yield server


def on_board(live: Live, deeds: list[str], depth: int = 1, address: str = BOARD) -> dict[str, Any]:
    answer = live.call("POST", address, {"deeds": deeds, "depth": depth})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


# -- free boards --------------------------------------------------------------------------------------------------------


def test_a_board_is_evaluated_as_its_position(live: Live) -> None:
    expected = evaluate(read_position(POSITION), 1)
    found = on_board(live, [f"from position\n{POSITION}", "seed s"])
    assert decode(json.dumps(found), Evaluation) == expected
    assert found["analysis"]["plans"] and found["kind"] == "turn"
    outlook = on_board(live, [f"from position\n{POSITION}", "seed s"], 0)
    assert "analysis" not in outlook and outlook["threats"] is not None


def test_a_process_is_started_when_a_board_or_a_replay_is_opened(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[str] = []
    monkeypatch.setattr(AnalysisPool, "wake", lambda pool: woken.append("yes"))
    live.call("POST", "/study/lessons/fight", {"do": {"type": "look"}})
    assert not woken
    live.call("POST", "/study/board/mine", {"deeds": [f"from position\n{POSITION}"], "do": {"type": "look"}})
    assert len(woken) == 1
    record = live.http.post("/api/replays", content=RECORD).json()["id"]
    assert live.call("GET", f"/replays/{record}").status_code == 200
    assert len(woken) == 2


def test_a_moment_in_the_middle_of_an_action_is_evaluated(live: Live) -> None:
    """No position can be written there: the choices since the last one are sent along."""
    studied = live.call("POST", "/study/board/mine", {"do": {"type": "begin", "scenario": "base", "seed": "s"}}).json()
    deeds = studied["deeds"]
    for _ in range(3):
        deeds = live.call("POST", "/study/board/mine", {"deeds": deeds, "do": {"type": "fill"}}).json()["deeds"]
    choices = live.call("POST", "/study/board/mine", {"deeds": deeds, "do": {"type": "look"}}).json()["sight"]["view"][
        "choices"
    ]
    card = next(choice for choice in choices if choice["do"] == "card")
    after = live.call("POST", "/study/board/mine", {"deeds": deeds, "do": {"type": "play", "choices": [card]}}).json()
    moves = [choice for choice in after["sight"]["view"]["choices"] if choice["do"] == "move"]
    on_the_way = live.call(
        "POST", "/study/board/mine", {"deeds": after["deeds"], "do": {"type": "play", "choices": [moves[0]]}}
    ).json()
    assert not on_the_way["board"].get("position")
    assert on_board(live, on_the_way["deeds"])["analysis"]["plans"]


def test_the_setup_has_no_plans(live: Live) -> None:
    found = on_board(live, ["from scenario base", "seed s"])
    assert found["kind"] == "setup" and not found["analysis"].get("plans")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"deeds": ["from position\nnonsense", "seed s"]}, 400, "bad-deeds"),
        ({"deeds": ["from scenario base", "seed s", "pass"]}, 400, "bad-deeds"),
        ({"deeds": ["from scenario base", "seed s", "x" * 300]}, 400, "bad-deeds"),
        ({"deeds": [f"from position\n{POSITION}", "seed s"], "depth": 6}, 422, "unreadable"),
        ({"deeds": [f"from position\n{POSITION}", "seed s"], "depth": -1}, 422, "unreadable"),
        ({"deeds": ["x" * STUDY_BYTES]}, 413, FAILURES[413][0]),
        ({"depth": 1}, 400, "unreadable"),
    ],
)
def test_bad_requests_are_refused(live: Live, body: dict[str, Any], status: int, code: str) -> None:
    answer = live.call("POST", BOARD, body)
    assert (answer.status_code, answer.json()["reason"]["code"]) == (status, code)


@pytest.mark.parametrize("exercise", ["puzzles/1", "lessons/get-out"])
def test_other_exercises_have_no_engine(live: Live, exercise: str) -> None:
    deeds = live.call("POST", f"/study/{exercise}", {"do": {"type": "look"}}).json()["deeds"]
    answer = live.call("POST", f"/study/{exercise}/evaluation", {"deeds": deeds})
    assert (answer.status_code, answer.json()["reason"]["code"]) == (403, "no-engine")


# -- games ------------------------------------------------------------------------------------------------------------------


def test_a_moment_of_a_finished_game_is_evaluated(live: Live) -> None:
    id = live.http.post("/api/replays", content=RECORD).json()["id"]
    last = live.call("GET", f"/replays/{id}").json()["entries"][-1]["number"]
    found = live.call("GET", f"/replays/{id}/{last}/evaluation").json()
    assert found["kind"] == "over" and max(found["analysis"]["shares"].values()) == 1
    kinds = {live.call("GET", f"/replays/{id}/{number}/evaluation?depth=0").json()["kind"] for number in (0, last // 2)}
    assert "setup" in kinds
    beyond = live.call("GET", f"/replays/{id}/{last + 1}/evaluation")
    assert (beyond.status_code, beyond.json()["reason"]["code"]) == (404, "unknown-frame")


@pytest.mark.parametrize("seats", [{"blue": "you", "yellow": "friend"}, {"blue": "you", "yellow": "bot:random"}])
def test_a_running_game_is_refused(live: Live, seats: dict[str, str]) -> None:
    """The server refuses, with the key of a seat as well, and allows it when the game is over."""
    game, tokens = live.make("base", seats=seats, hints=True)
    for token in ("", tokens["blue"]):
        answer = live.call("GET", f"/replays/{game}/0/evaluation", token=token)
        assert (answer.status_code, answer.json()["reason"]["code"]) == (409, "not-over")


def test_a_game_that_is_over_is_evaluated(live: Live) -> None:
    game, tokens = live.make("base", seats={"blue": "you", "yellow": "you"})
    resign = {"type": "resign", "id": "1", "seat": "blue"}
    assert live.call("POST", f"/games/{game}/commands", resign, tokens["blue"]).status_code == 200
    assert live.call("GET", f"/replays/{game}/0/evaluation").json()["kind"] == "setup"


# -- limits -------------------------------------------------------------------------------------------------------------


class Counting(AnalysisWorker):
    done: list[Job]

    def answer(self, job: Job) -> Reply:
        Counting.done.append(job)
        return super().answer(job)


@asynccontextmanager
async def engine(**limits: Any) -> AsyncIterator[tuple[Evaluations, AnalysisPool]]:
    Counting.done = []
    pool = AnalysisPool(**limits)
    pool._worker = Counting
    evaluations = Evaluations(pool)
    try:
        yield evaluations, pool
    finally:
        await evaluations.close()
        await pool.close()


async def test_equal_requests_share_one_computation() -> None:
    async with engine() as (evaluations, _):
        bodies = await asyncio.gather(*(evaluations.evaluate(BEGIN, 1, f"client {n}", "a") for n in range(3)))
        bodies.append(await evaluations.evaluate(BEGIN, 1, "later", "b"))
        assert len(Counting.done) == 1 and len(set(bodies)) == 1


async def test_a_new_request_replaces_the_one_that_waits() -> None:
    """Somebody else keeps the only worker busy; meanwhile the client has gone to another position."""
    async with engine() as (evaluations, pool):
        await pool._lane._line.enter("somebody")
        old = asyncio.create_task(evaluations.evaluate(BEGIN, 2, "client", "a"))
        other = asyncio.create_task(evaluations.evaluate(BEGIN, 3, "another", "a"))
        await asyncio.sleep(0.01)
        new = asyncio.create_task(evaluations.evaluate(ELSEWHERE, 1, "client", "a"))
        await asyncio.sleep(0.01)
        pool._lane._line.leave()
        await asyncio.gather(new, other)
        with pytest.raises(ProtocolError) as refused:
            await old
        assert refused.value.reason.code == "stale"
        assert {(job.begin, job.depth) for job in Counting.done if isinstance(job, Evaluate)} == {(ELSEWHERE, 1), (BEGIN, 3)}


class Stopping(AnalysisPool):
    """A pool that ends the work of a cancelled job, as the second worker of a browser does."""

    stoppable = True
    stopped = 0

    async def _answer(self, job: Job, lane: Lane) -> Reply:
        if isinstance(job, Evaluate) and job.depth < LONG:
            return await super()._answer(job, lane)
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            self.stopped += 1
            raise
        raise AssertionError("nobody has stopped it")


@pytest.mark.parametrize("pool_class", [AnalysisPool, Stopping])
async def test_a_long_evaluation_is_stopped_where_the_pool_can(pool_class: type[AnalysisPool]) -> None:
    """A short one is not: to start a worker anew would take longer."""
    pool = pool_class()
    evaluations = Evaluations(pool)
    try:
        long = asyncio.create_task(evaluations.evaluate(BEGIN, LONG, "client", "a"))
        await asyncio.sleep(0.01)
        await evaluations.evaluate(ELSEWHERE, 1, "client", "a")
        if isinstance(pool, Stopping):
            with pytest.raises(ProtocolError) as refused:
                await long
            assert (refused.value.reason.code, pool.stopped) == ("stale", 1)
        else:
            assert decode(await long, Evaluation).depth == LONG
    finally:
        await evaluations.close()
        await pool.close()


async def test_an_address_has_a_budget_and_others_are_served() -> None:
    async with engine(rate=1e-6, seconds=1e-6) as (evaluations, _):  # any evaluation takes longer
        await evaluations.evaluate(BEGIN, 1, "client", "a")
        with pytest.raises(TooMuchError) as refused:
            await evaluations.evaluate(ELSEWHERE, 1, "client", "a")
        assert refused.value.reason.code == "too-much-analysing" and refused.value.wait > 0
        await evaluations.evaluate(ELSEWHERE, 1, "client", "b")


async def test_a_flood_of_one_address_is_refused_and_does_not_delay_others() -> None:
    """Of a hundred requests few may wait, and another address comes before all but the first of them."""
    async with engine() as (evaluations, pool):
        await pool._lane._line.enter("somebody")
        positions = [encode(StudyBegin(position=POSITION, seed=str(number))) for number in range(100)]
        flood = [asyncio.create_task(evaluations.evaluate(one, 1, str(n), "a")) for n, one in enumerate(positions)]
        await asyncio.sleep(0.01)
        mine = asyncio.create_task(evaluations.evaluate(BEGIN, 1, "me", "b"))
        await asyncio.sleep(0.01)
        pool._lane._line.leave()
        await mine
        assert len(Counting.done) <= 3
        refused = [one for one in await asyncio.gather(*flood, return_exceptions=True) if isinstance(one, ProtocolError)]
        assert len(refused) >= 80 and {one.reason.code for one in refused} == {"too-fast"}


async def test_deep_evaluations_are_done_in_the_background() -> None:
    """With processes they have their own, of low priority: hints do not wait for them."""
    async with engine(workers=1) as (evaluations, pool):
        await pool._lane._line.enter("somebody")
        body = await evaluations.evaluate(BEGIN, 2, "client", "a")
        assert decode(body, Evaluation).depth == 2
        pool._lane._line.leave()
