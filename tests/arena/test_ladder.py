"""Ladders: the same results on one process or two, files that go on and go together, workers that die."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dungeon_twister.ai.arena import workers
from dungeon_twister.ai.arena.ladder import Ladder, LadderProgress, Outcome, run_ladder
from dungeon_twister.ai.arena.pairs import PlayedPair
from dungeon_twister.ai.arena.rating_chart import rating_chart
from dungeon_twister.ai.arena.results import LadderError, Results, merged, read_results
from dungeon_twister.ai.arena.sprt import ACCEPTED, Hypotheses
from dungeon_twister.ai.arena.standings import SprtMonitor, rating_text, spread_of, standings
from dungeon_twister.ai.arena.workers import TaskFailure
from dungeon_twister.ai.bots.random_bot import RandomBot
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import CardView, View

QUICK = {"stallLimit": "1"}


class Losing(RandomBot):
    """Gives up at once: a game that is soon over, with a winner."""

    name = "losing"

    def choose(self, view: View | CardView) -> Choice:
        raise RuntimeError("gives up")


class Killed(RandomBot):
    name = "killed"

    def choose(self, view: View | CardView) -> Choice:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class Leaving(RandomBot):
    name = "leaving"

    def choose(self, view: View | CardView) -> Choice:
        raise SystemExit(3)


def five(seed: str) -> int:
    return 5


LOSING, KILLED, LEAVING = (f"{__name__}:{name}" for name in ("Losing", "Killed", "Leaving"))


def quick(*bots: str, pairs: int = 3, **more: Any) -> Ladder:
    return Ladder(bots or ("random", "random"), pairs, "s", options=QUICK, **more)


def plain(results: Results) -> list[PlayedPair]:
    """Without what depends on the machine, in one order."""
    pairs = [replace(one, peak_mb=0.0, games=[replace(game, costs={}) for game in one.games]) for one in results.pairs]
    return sorted(pairs, key=lambda pair: (pair.number, pair.first, pair.second))


def stopping_after(count: int) -> Any:
    def on_outcome(progress: LadderProgress, outcome: Outcome) -> None:
        if progress.played == count:
            raise KeyboardInterrupt

    return on_outcome


# -- playing ------------------------------------------------------------------------------------------------------------


def test_one_process_or_two_give_the_same_results() -> None:
    ladder = quick("random", "random", LOSING)
    one, two = run_ladder(ladder), run_ladder(ladder, jobs=2)
    assert one.complete and two.complete and len(one.results.pairs) == 9
    assert plain(one.results) == plain(two.results)


def test_the_same_command_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    run_ladder(quick(), whole)
    stopped = run_ladder(quick(), parts, on_outcome=stopping_after(1))
    assert stopped.interrupted and not stopped.complete and stopped.played == 1
    assert run_ladder(quick(), parts).complete
    assert read_results(parts).header == read_results(whole).header
    one, other = (read_results(path) for path in (whole, parts))
    assert [pair.encounter for pair in one.pairs] == [pair.encounter for pair in other.pairs]
    assert plain(one) == plain(other)
    before = parts.read_bytes()
    assert run_ladder(quick(), parts).complete and parts.read_bytes() == before
    assert run_ladder(quick(pairs=4), parts).played == 4  # more pairs of the same
    assert parts.read_bytes().startswith(before)


def test_an_interrupt_ends_the_workers(tmp_path: Path) -> None:
    progress = run_ladder(quick(pairs=6), tmp_path / "l.jsonl", jobs=2, on_outcome=stopping_after(2))
    assert progress.interrupted and progress.played == 2
    assert len(read_results(tmp_path / "l.jsonl").pairs) == 2


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_a_worker_that_is_killed_costs_its_pair_only() -> None:
    outcomes: list[Outcome] = []
    progress = run_ladder(
        quick("random", "random", KILLED, pairs=1), jobs=2, on_outcome=lambda _, outcome: outcomes.append(outcome)
    )
    troubles = [outcome for outcome in outcomes if isinstance(outcome, TaskFailure)]
    assert progress.played == 1 and not progress.complete
    assert sorted(trouble.again for trouble in troubles) == [False, False, True, True]
    assert all(trouble.sentence == "the process that played it has died: it was ended by signal 9" for trouble in troubles)
    assert len(progress.failed) == 2


def test_a_bot_that_leaves_the_program_costs_its_pair_only() -> None:
    for jobs in (1, 2):
        progress = run_ladder(quick("random", LEAVING, pairs=2), jobs=jobs)
        assert [trouble.sentence for trouble in progress.failed] == ["SystemExit: 3"] * 2


def test_where_no_process_can_be_started_the_pairs_are_played_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden() -> None:
        raise PermissionError("no processes here")

    monkeypatch.setattr(workers, "_Worker", forbidden)
    assert run_ladder(quick(), jobs=2).complete


@pytest.mark.parametrize(
    ("ladder", "jobs", "problem"),
    [
        (Ladder(["random"], 1), 1, "at least two bots"),
        (Ladder(["random", "nobody"], 1), 1, "there is no bot 'nobody'"),
        (Ladder(["greedy", "random:width=1"], 1), 1, "has no parameter 'width'"),
        (Ladder(["random", "random"], 0), 1, "from 1 to 1000000 pairs, not 0"),
        (Ladder(["random", "random"], 1), 0, "by 1 to 256 processes, not 0"),
        (Ladder(["random", "random", "random"], 1, bounds=(0, 5)), 1, "between two bots, not 3"),
        (Ladder(["random", lambda seed: RandomBot(seed)], 1), 2, "on several processes a bot is a name"),
        (Ladder(["random", f"{__name__}:five"], 1), 1, "makes 5, which has no method choose"),
    ],
)
def test_wrong_ladders_are_refused_with_a_sentence(ladder: Ladder, jobs: int, problem: str) -> None:
    with pytest.raises(LadderError, match=problem):
        run_ladder(ladder, jobs=jobs)


# -- Ray ----------------------------------------------------------------------------------------------------------------


def test_on_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster that plays at once, and whose second task fails."""
    calls: list[Any] = []

    def get(one: Any) -> Any:
        if one.number == 2:
            raise RuntimeError("the worker died")
        return one.played

    class Future:
        def __init__(self, played: Outcome) -> None:
            self.number, self.played = len(calls), played

    def start(function: Any, task: Any) -> Future:
        calls.append(task)
        return Future(function(task))

    fake = SimpleNamespace(
        init=lambda **given: None,
        remote=lambda **_: lambda function: SimpleNamespace(remote=lambda task: start(function, task)),
        cluster_resources=lambda: {"CPU": 1.0},
        wait=lambda running, num_returns: (running[:1], running[1:]),
        get=get,
        cancel=lambda one, force: None,
        shutdown=lambda: None,
    )
    monkeypatch.setitem(sys.modules, "ray", fake)
    monkeypatch.setattr("dungeon_twister.ai.arena.workers.has_ray", lambda: True)
    progress = run_ladder(quick(pairs=4), ray="auto")
    assert progress.played == 3 and len(calls) == 4
    assert [trouble.sentence for trouble in progress.failed] == ["Ray could not play it: RuntimeError"]


# -- files --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def played(tmp_path: Path) -> Path:
    path = tmp_path / "played.jsonl"
    run_ladder(quick("random", LOSING), path)
    return path


def test_a_torn_last_line_is_left_out_and_played_again(played: Path) -> None:
    whole = read_results(played)
    data = played.read_bytes()
    for cut in (1, 30):
        played.write_bytes(data[:-cut])
        torn = read_results(played)
        assert torn.torn and torn.pairs == whole.pairs[:-1]
        run_ladder(quick("random", LOSING), played)
        assert plain(read_results(played)) == plain(whole) and not read_results(played).torn


def test_a_different_header_is_refused(played: Path) -> None:
    before = played.read_bytes()
    bots, other = ["random", LOSING], {"stallLimit": "2"}
    for ladder, words in (
        (Ladder(bots, 3, "t", options=QUICK), "different seed"),
        (Ladder(bots, 3, "s", options=other), "different options"),
        (Ladder(bots, 3, "s", "simplified", QUICK), "different scenario"),
        (Ladder([*bots, "random"], 3, "s", options=QUICK), "different bots"),
    ):
        with pytest.raises(LadderError, match=words):
            run_ladder(ladder, played)
    assert played.read_bytes() == before


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "is no file of a ladder"),
        (bytes(range(256)) * 8000, "is no file of a ladder"),
        (b"[" * 2_000_000, "is no file of a ladder"),
        (b'{"game":"board"}\n', "is no file of a ladder"),
        (b'{"ladder":1,"version":"1","scenario":"base","seed":"1","bots":[]}\n', "names no two different bots"),
        (
            b'{"ladder":9,"version":"1","scenario":"base","seed":"1","bots":[{"name":"a","bot":"a"},{"name":"b","bot":"b"}]}\n',
            "has format 9",
        ),
    ],
)
def test_what_is_no_ladder_file(tmp_path: Path, data: bytes, problem: str) -> None:
    path = tmp_path / "junk"
    path.write_bytes(data)
    with pytest.raises(LadderError, match=problem):
        read_results(path)


def test_a_damaged_line_in_the_middle_is_refused(played: Path) -> None:
    lines = played.read_bytes().splitlines(keepends=True)
    played.write_bytes(b"".join([lines[0], lines[1][:50] + b"\n", *lines[2:]]))
    with pytest.raises(LadderError, match="line 2: the line is damaged"):
        read_results(played)
    played.write_bytes(b"".join([lines[0], lines[1].replace(b'"points":1.0', b'"points":7.0'), *lines[2:]]))
    with pytest.raises(LadderError, match="line 2: the line is damaged"):
        read_results(played)
    played.write_bytes(b"".join([lines[0].replace(b'"losing"', b'"winning"'), *lines[1:]]))
    with pytest.raises(LadderError, match="has games of losing, which is not among its bots"):
        read_results(played)


@pytest.mark.skipif(os.name == "nt", reason="files are not locked there")
def test_two_ladders_do_not_write_to_one_file(played: Path) -> None:
    def meanwhile(progress: LadderProgress, outcome: Outcome) -> None:
        with pytest.raises(LadderError, match="is being written by another ladder"):
            run_ladder(quick("random", LOSING, pairs=9), played)
        raise KeyboardInterrupt

    assert run_ladder(quick("random", LOSING, pairs=4), played, on_outcome=meanwhile).interrupted


def test_files_go_together(played: Path, tmp_path: Path) -> None:
    """A pair that stands in two files counts once, one with another seed is another one."""
    other, third, strange = (tmp_path / name for name in ("other", "third", "strange"))
    run_ladder(Ladder(["random", LOSING], 2, "t", options=QUICK), other)
    run_ladder(Ladder(["random", LEAVING], 1, "s", options=QUICK), third)
    run_ladder(Ladder(["random", LOSING], 1, "s", "simplified", QUICK), strange)
    files = [(path.name, read_results(path)) for path in (played, other, third)]
    together = merged([*files, files[0]])
    assert len(together.pairs) == 5
    assert [entry.name for entry in together.header.bots] == ["random", "losing", "leaving"]
    assert plain(merged(files[:1])) == plain(files[0][1])
    with pytest.raises(LadderError, match="strange has another scenario or other options than played"):
        merged([files[0], ("strange", read_results(strange))])


# -- what it adds up to -------------------------------------------------------------------------------------------------


def test_standings(played: Path) -> None:
    found = standings(read_results(played))
    best, last = found.bots
    assert (best.name, last.name, found.anchor, found.games) == ("random", "losing", "random", 6)
    assert (best.faults, last.faults, len(found.faults)) == (0, 6, 6)
    assert "losing failed. The bot raised RuntimeError: gives up" in found.faults[0]
    (meeting,) = found.meetings
    assert (meeting.wins, meeting.draws, meeting.losses, meeting.counts) == (6, 0, 0, [0, 0, 0, 0, 3])
    assert meeting.score == 1.0 and meeting.high == 1.0 and meeting.elo.high == float("inf")
    assert rating_text(best.rating) == ("1000", "the anchor")
    assert rating_text(last.rating)[1].startswith("at most ")


def test_it_does_not_matter_who_is_named_first(tmp_path: Path) -> None:
    one, other = (standings(run_ladder(quick(*bots)).results).meetings[0] for bots in (("random", LOSING), (LOSING, "random")))
    assert (one.wins, one.losses) == (other.losses, other.wins) == (6, 0)


def test_a_test_stops_when_it_is_decided() -> None:
    progress = run_ladder(quick("random", LOSING, pairs=300, bounds=(0, 300)))
    assert progress.complete and progress.decided and progress.verdict is not None
    assert progress.verdict.decision == ACCEPTED and progress.verdict.pairs == progress.played < 20


def test_a_test_waits_for_the_pair_that_is_missing() -> None:
    pairs = run_ladder(quick("random", LOSING)).results.pairs
    monitor = SprtMonitor(Hypotheses("random", "losing", 0, 10), 2)
    for pair, seen in ((pairs[2], 0), (pairs[0], 1), (pairs[1], 3)):
        monitor.add(pair)
        assert monitor.verdict.pairs == seen


def test_spreads() -> None:
    spread = spread_of([float(number) for number in range(1, 201)])
    assert spread is not None and (spread.median, spread.most, spread.largest) == (100, 198, 200)
    assert spread_of([]) is None


def test_the_picture(played: Path) -> None:
    drawn = rating_chart(standings(read_results(played)))
    assert drawn.startswith("<svg ") and drawn.endswith("</svg>\n")
    assert ">losing<" in drawn and "at most" in drawn and drawn.count("<circle") == 2
