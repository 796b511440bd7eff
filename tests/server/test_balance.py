"""Balance runs of pages: slices, games that go on, limits, and what a client may not send."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from dungeon_twister.rules.engine.scenarios import builtin_text
from dungeon_twister.server.analysis_protocol import Balanced, BalanceWish, TriedGame
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.queries import balance_runs
from dungeon_twister.server.games.queries.balance_runs import BalanceRuns
from dungeon_twister.server.games.queries.game_queries import LONGEST_DECLARED
from dungeon_twister.server.limits import TooMuchError
from dungeon_twister.server.wire import decode
from dungeon_twister.server.workers import AnalysisPool, AnalysisWorker, PlayBalance, replay_worker
from dungeon_twister.server.workers import balance_slices as slices
from dungeon_twister.server.workers.balance_slices import BalanceSlices
from dungeon_twister.workshop.balance import BalanceTest
from dungeon_twister.workshop.balance_run import run_balance
from tests.server.game_services import open_service
from tests.server.live import serving

QUICK = builtin_text("simplified").replace('game = "board"', 'game = "board"\nstall = 2')


@pytest.fixture
def quick_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """The quickest bot in all seats."""
    monkeypatch.setattr(BalanceTest.__init__, "__defaults__", (None, "random", "1"))


@pytest.mark.usefixtures("quick_bot")
def test_slices_play_the_games_of_the_command() -> None:
    test = BalanceTest(QUICK)
    report = test.report(3)
    for _ in run_balance(test, report):
        pass
    playing, played = BalanceSlices(), list[TriedGame]()
    while len(played) < 3:
        played += playing.play(BalanceWish(QUICK, 3, played), seconds=0.02).played
    last = playing.play(BalanceWish(QUICK, 3, played))
    assert last.played == [] and msgspec.to_builtins(last.report) == msgspec.to_builtins(
        msgspec.convert(report.as_data(), type(last.report))
    )
    assert [game.number for game in played] == [0, 1, 2] and len(playing._unfinished) == 0


@pytest.mark.usefixtures("quick_bot")
def test_unfinished_games_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "UNFINISHED", 2)
    playing = BalanceSlices()
    for seed in "abcd":
        assert playing.play(BalanceWish(QUICK, 1, seed=seed), seconds=0.0).played == []
    assert len(playing._unfinished) <= 2


def tried(**changes: Any) -> dict[str, Any]:
    points = {"exits": 1, "treasures": 0, "combats": 0}
    usual = {"number": 0, "winners": ["blue"], "end": "target", "turns": 9, "points": {"blue": points, "yellow": points}}
    return {**usual, "revealed": [], "entered": [], "places": [], **changes}


@pytest.mark.parametrize(
    "changes",
    [
        {"number": 5},
        {"winners": ["red"]},
        {"points": {"blue": {"exits": 1, "treasures": 0, "combats": 0}}},
        {"points": {"blue": {"exits": 1}, "yellow": {"exits": 1}}},
    ],
)
def test_games_of_another_scenario_are_refused(changes: dict[str, Any]) -> None:
    wish = BalanceWish(QUICK, 2, [msgspec.convert(tried(**changes), TriedGame)])
    reply = AnalysisWorker().answer(PlayBalance(wish))
    assert reply.code == "not-analysed" and "not the games of this scenario" in reply.sentence


@pytest.mark.parametrize(
    "bad",
    [
        {"asked": 0},
        {"asked": 201},
        {"asked": 1, "more": 1},
        {"asked": 1, "seed": "x" * 81},
        {"asked": 1, "played": [tried()] * 201},
        {"asked": 1, "played": [tried(end="x" * 81)]},
        {"asked": 1, "played": [tried(places=["x"] * 65)]},
        {"asked": 1, "played": [tried(turns=10**9)]},
    ],
)
def test_bad_wishes_are_not_read(bad: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"declared": QUICK, **bad}, BalanceWish)


async def test_bad_scenarios_get_a_sentence(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        for bad, words in (
            ("base", "not the text"),
            (QUICK + "#" * LONGEST_DECLARED, "12,000 characters"),
            (QUICK.replace("target = 5", "target = -1"), "target is a whole number"),
        ):
            with pytest.raises(ProtocolError, match=words):
                await games.balance_runs.go_on(BalanceWish(bad, 1), "address")


async def test_games_that_a_client_claims_do_not_replace_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots get only what was laid out in time; the check of a scenario is remembered, within bounds."""
    monkeypatch.setattr(slices, "SLICE", 0.0)
    monkeypatch.setattr(balance_runs, "CHECKED", 1)
    claimed = [msgspec.convert(tried(), TriedGame)]
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        runs, asked = games.balance_runs, list[str]()
        check = games.queries.check

        async def counted(declared: str, options: dict[str, str], address: str) -> bytes:
            asked.append(declared)
            return await check(declared, options, address)

        monkeypatch.setattr(games.queries, "check", counted)
        with monkeypatch.context() as slow:
            slow.setattr(replay_worker, "SLOWEST_LAYOUT", -1.0)
            for _ in range(2):
                with pytest.raises(ProtocolError, match="too long to lay out"):
                    await runs.go_on(BalanceWish(QUICK, 2, claimed), "address")
        for text in (QUICK, QUICK, QUICK + "#", QUICK):
            decode(await runs.go_on(BalanceWish(text, 2, claimed), "address"), Balanced)
        assert asked == [QUICK, QUICK, QUICK, QUICK + "#", QUICK]


async def test_an_address_has_a_budget_beside_that_of_hints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that has used it up waits; hints of the same address and runs of others go on."""
    monkeypatch.setattr(slices, "SLICE", 0.0)
    pool = AnalysisPool(rate=1e-6, seconds=1e-6)
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        runs = BalanceRuns(pool, games.queries)
        decode(await runs.go_on(BalanceWish(QUICK, 1), "address"), Balanced)
        with pytest.raises(TooMuchError):
            await runs.go_on(BalanceWish(QUICK, 1), "address")
        decode(await runs.go_on(BalanceWish(QUICK, 1), "other"), Balanced)
        assert pool._budgets.of("address").solvent()
    await pool.close()


async def test_it_is_done_in_the_process_of_low_priority(tmp_path: Path) -> None:
    """Hints do not wait for it: they have another process, which a balance run never starts."""
    pool = AnalysisPool(1)
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        await BalanceRuns(pool, games.queries).go_on(BalanceWish(QUICK, 1), "address")
        assert pool._lane.workers[0].pid == 0 and pool._background.workers[0].pid != 0
    await pool.close()


def test_over_http(tmp_path: Path) -> None:
    with serving(tmp_path) as live:
        answer = live.http.post("/api/workshop/balance", json={"declared": QUICK, "asked": 1})
        assert answer.status_code == 200
        found = decode(answer.content, Balanced)
        assert [seat.colour for seat in found.report.seats] == ["blue", "yellow"]
        assert live.http.post("/api/workshop/balance", json={"declared": QUICK, "asked": 300}).status_code == 400
        assert live.http.post("/api/workshop/balance", json={"declared": "x" * 400_000, "asked": 1}).status_code == 413
