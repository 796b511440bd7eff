"""Hints and threats over the server: of the seat's view and nothing else, not against people who have not agreed, within
limits, and a process that is lost or kept busy harms nobody."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from random import Random

import pytest

from dungeon_twister.ai.analysis import hint, threats
from dungeon_twister.server.analysis_protocol import HintWish
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.game_service import GameService
from dungeon_twister.server.games.queries.hint_service import HintService
from dungeon_twister.server.limits import TooMuchError
from dungeon_twister.server.protocol import Join, NewGame
from dungeon_twister.server.socket_protocol import Resign
from dungeon_twister.server.store.sql_store import Store
from dungeon_twister.server.wire import encode
from dungeon_twister.server.workers.analysis_pool import AnalysisPool
from dungeon_twister.server.workers.analysis_worker import NODES, AnalysisWorker, FindHint, FindThreats, Job
from dungeon_twister.server.workers.bot_pool import InProcessBots
from dungeon_twister.server.workers.pools import MOST_WAITING
from dungeon_twister.server.workers.processes import Reply
from tests.server.game_services import Player, open_service, play_on, player, set_starters, two_people, with_tables
from tests.server.live import serving

ALONE = {"blue": "you", "yellow": "bot:random"}
SCREEN = {"blue": "you", "yellow": "you"}


async def in_a_turn(games: GameService, wish: NewGame, steps: int = 60) -> tuple[list[Player], int]:
    """A game at one screen after some choices at random, and its version."""
    made = await games.create(wish, "a")
    players = [Player(games, made.info.id, seat.colour, seat.token) for seat in made.seats]
    await play_on(players, steps, Random(3))
    return players, (await players[0].look()).version


@pytest.mark.parametrize(("scenario", "options"), [("base", {}), ("base", {"memory": "strict"}), ("standard", {})])
async def test_a_hint_is_that_of_the_seats_view(tmp_path: Path, scenario: str, options: dict[str, str]) -> None:
    """What the server answers follows from the bytes that the seat was sent; the other seat's eyes would see something else."""
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        players, version = await in_a_turn(games, NewGame(scenario, options, seats=SCREEN, seed="7"))
        decider = (await players[0].look()).info.decider
        one = next(one for one in players if one.seat == decider)
        view = (await one.look()).sights[0].view
        expected = hint(view, 3, nodes=NODES)
        answers = [await games.hints.hint(one.id, decider, HintWish(version, grade), "a") for grade in (1, 2, 3)]
        assert answers[2].version == version and answers[2].hint == expected
        assert (answers[0].hint.nudge, answers[0].hint.piece, answers[0].hint.plan) == (expected.nudge, "", None)
        assert (answers[1].hint.piece, answers[1].hint.plan) == (expected.piece, None)
        for each in players:
            found = await games.hints.threats(each.id, each.seat, version, "a")
            assert found.threats == threats((await each.look()).sights[0].view)


async def test_only_the_deciding_player_gets_a_hint_and_only_of_now(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        players, version = await in_a_turn(games, NewGame("base", seats=SCREEN, seed="7"))
        decider = (await players[0].look()).info.decider
        other = next(one.seat for one in players if one.seat != decider)
        for seat, at, grade, code in (
            (other, version, 1, "not-your-turn"),
            (decider, version - 1, 1, "stale"),
            (decider, version, 4, "unreadable"),
        ):
            with pytest.raises(ProtocolError) as refused:
                await games.hints.hint(players[0].id, seat, HintWish(at, grade), "a")
            assert refused.value.reason.code == code


async def test_against_people_there_are_no_hints(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        ann, ben = await two_people(games)
        seen = await ann.look()
        assert not seen.info.hints
        for one in (ann, ben):
            with pytest.raises(ProtocolError) as refused:
                await games.hints.threats(one.id, one.seat, seen.version, "a")
            assert (refused.value.reason.code, refused.value.status) == ("no-hints", 403)
        with pytest.raises(ProtocolError) as refused:
            await games.hints.hint(ann.id, seen.info.decider, HintWish(seen.version), "a")
        assert refused.value.reason.code == "no-hints"


async def test_people_may_agree_to_hints(url: str) -> None:
    """Whether hints are allowed is public before anybody joins, and in the rematch too."""
    async with open_service(url) as games:
        made = await games.create(NewGame("base", seats={"blue": "you"}, hints=True), "a")
        assert (await games.info(made.info.id)).hints
        await games.join(made.info.id, Join("Ben"))
    async with open_service(url) as games:
        seen = await games.welcome(made.info.id, ["blue"])
        assert seen.info.hints
        answer = await games.hints.hint(made.info.id, seen.info.decider, HintWish(seen.version), "a")
        assert answer.hint.nudge.kind == "setup"


async def test_before_and_after_the_game_there_are_none(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        made = await games.create(NewGame("base", seats={"blue": "you"}, hints=True), "a")
        over = await games.create(NewGame("base", seats=SCREEN), "a")
        await games.command(over.info.id, "blue", Resign("1", "blue"))
        for id, code in ((made.info.id, "not-started"), (over.info.id, "game-over")):
            version = (await games.info(id)).version
            with pytest.raises(ProtocolError) as refused:
                await games.hints.threats(id, "blue", version, "a")
            assert refused.value.reason.code == code


class Counting(AnalysisWorker):
    """Counts the jobs."""

    done = 0

    def answer(self, job: Job) -> Reply:
        Counting.done += 1
        return super().answer(job)


def counting(analysis_pool: AnalysisPool) -> AnalysisPool:
    Counting.done = 0
    analysis_pool._worker = Counting
    return analysis_pool


async def test_the_same_is_worked_out_once_and_what_was_left_behind_never(tmp_path: Path) -> None:
    analysis_pool = counting(AnalysisPool())
    games = GameService(
        Store(with_tables(f"sqlite:///{tmp_path}/games.db")), InProcessBots(), pace=0.0, analysis_pool=analysis_pool
    )
    await games.open()
    try:
        ann = player(games, await games.create(NewGame("base", seats=SCREEN, seed="7"), "a"))
        await set_starters(ann, Player(games, ann.id, "yellow"))
        ann = Player(games, ann.id, (await games.info(ann.id)).decider)
        version = (await ann.look()).version
        wish = HintWish(version)
        together = await asyncio.gather(*(games.hints.hint(ann.id, ann.seat, wish, "a") for _ in range(3)))
        await games.hints.hint(ann.id, ann.seat, HintWish(version, 3), "a")
        assert Counting.done == 1 and len({encode(one) for one in together}) == 1
        # somebody else keeps the only worker busy; meanwhile the position changes
        await analysis_pool._lane._line.enter("somebody")
        late = asyncio.create_task(games.hints.threats(ann.id, ann.seat, version, "a"))
        await asyncio.sleep(0.01)
        assert (await ann.do((await ann.choices())[0])).reason is None
        analysis_pool._lane._line.leave()
        with pytest.raises(ProtocolError) as refused:
            await late
        assert refused.value.reason.code == "stale" and Counting.done == 1
    finally:
        await games.close()


async def test_a_newer_question_of_a_seat_takes_the_place_of_the_older_one(tmp_path: Path) -> None:
    analysis_pool = counting(AnalysisPool())
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        helper = HintService(games._cache, analysis_pool, games.learner_progress.note_hint)
        ann = player(games, await games.create(NewGame("base", seats=SCREEN, seed="7"), "a"))
        await analysis_pool._lane._line.enter("somebody")
        old = asyncio.create_task(helper.hint(ann.id, "blue", HintWish((await ann.look()).version), "a"))
        await asyncio.sleep(0.01)
        await ann.do((await ann.choices())[0])
        new = asyncio.create_task(helper.hint(ann.id, "blue", HintWish((await ann.look()).version), "a"))
        with pytest.raises(ProtocolError) as refused:
            await old
        assert refused.value.reason.code == "stale" and not new.done()
        analysis_pool._lane._line.leave()
        assert (await new).hint.nudge.kind and Counting.done == 1
        await analysis_pool.close()


async def test_a_flood_of_one_costs_another_nothing(tmp_path: Path) -> None:
    """However much one address asks for, another waits for one job at most; and what was asked for has a budget."""
    analysis_pool = counting(AnalysisPool(rate=0.0001, seconds=1e-6))
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        ann = player(games, await games.create(NewGame("base", seats=SCREEN, seed="7"), "a"))
        view = encode((await ann.look()).sights[0].view)
    await analysis_pool._lane._line.enter("somebody")
    flood = [asyncio.create_task(analysis_pool.do(FindThreats(view), "one")) for _ in range(MOST_WAITING + 3)]
    await asyncio.sleep(0)
    other = asyncio.create_task(analysis_pool.do(FindThreats(view), "two"))
    await asyncio.sleep(0)
    analysis_pool._lane._line.leave()
    await other
    assert Counting.done <= 2
    reply = await asyncio.gather(*flood, return_exceptions=True)
    assert sum(isinstance(one, TooMuchError) for one in reply) == 3
    await analysis_pool.do(FindHint(view), "three")
    with pytest.raises(TooMuchError) as refused:
        await analysis_pool.do(FindHint(view), "three")
    assert refused.value.reason.code == "too-much-analysing" and refused.value.wait > 1
    await analysis_pool.do(FindThreats(view), "four")
    await analysis_pool.close()


async def test_a_process_that_is_lost_or_hangs_harms_nobody(tmp_path: Path) -> None:
    analysis_pool = AnalysisPool(1)
    await analysis_pool.open()
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        ann = player(games, await games.create(NewGame("base", seats=SCREEN, seed="7"), "a"))
        view = encode((await ann.look()).sights[0].view)
    try:
        first = await analysis_pool.do(FindHint(view), "a")
        os.kill(analysis_pool._lane.workers[0].pid, signal.SIGKILL)
        assert await analysis_pool.do(FindHint(view), "a") == first
        os.kill(analysis_pool._lane.workers[0].pid, signal.SIGSTOP)
        analysis_pool._patience = 0.2
        with pytest.raises(ProtocolError) as refused:
            await analysis_pool.do(FindHint(view), "a")
        assert refused.value.reason.code == "not-analysed"
        analysis_pool._patience = 20
        assert await analysis_pool.do(FindHint(view), "a") == first
    finally:
        await analysis_pool.close()


def test_over_http_it_needs_the_key_of_a_seat(tmp_path: Path) -> None:
    with serving(tmp_path) as live:
        id, keys = live.make(seats=ALONE, seed="5")
        version = live.call("GET", f"/games/{id}").json()["version"]
        asked = live.call("POST", f"/games/{id}/hint", {"version": version, "grade": 2}, keys["blue"])
        assert asked.status_code == 200 and asked.json()["hint"]["nudge"] == {"kind": "setup"}
        assert live.call("GET", f"/games/{id}/threats?version={version}", token=keys["blue"]).json()["threats"] == {}
        assert live.call("POST", f"/games/{id}/hint", {"version": version}).status_code == 401
        assert live.call("GET", f"/games/{id}/threats?version={version}", token="x").status_code == 403
        assert (
            live.call("POST", f"/games/{id}/hint", {"version": version + 1}, keys["blue"]).json()["reason"]["code"] == "stale"
        )
