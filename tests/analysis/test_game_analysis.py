"""Whole games: deterministic, resumable, stoppable, on one process or several; combats, sums, the graph."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dungeon_twister import process_support
from dungeon_twister.ai.analysis.analysis_shapes import GameAnalysis
from dungeon_twister.ai.analysis.game_analysis import accuracy_of, analyse_game, from_json, mark_of, to_json
from dungeon_twister.ai.analysis.game_summary import summarize_game
from dungeon_twister.ai.analysis.win_graph import picture
from dungeon_twister.game.record.files import Record, load, record_of
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.rules.geometry.text import TextError

GAMES = Path(__file__).parent.parent / "games"
NODES = 100


def recorded(name: str) -> Record:
    return load(next(GAMES.rglob(name)).read_text(encoding="utf-8"))[0]


def shortest(folder: str, pattern: str) -> Record:
    """A short recorded game of a kind."""
    path = min(GAMES.joinpath(folder).glob(pattern), key=lambda path: (path.stat().st_size, path.name))
    return load(path.read_text(encoding="utf-8"))[0]


RECORD = recorded("base-0-greedy-greedy-0.dt")


@pytest.fixture(scope="module")
def whole() -> GameAnalysis:
    return analyse_game(RECORD, nodes=NODES)


def test_a_game_turn_by_turn(whole: GameAnalysis) -> None:
    assert whole.complete and [turn.number for turn in whole.turns] == list(range(1, 23))
    assert {turn.player for turn in whole.turns} == {"blue", "yellow"} and whole.winners == ["yellow"]
    for turn in whole.turns:
        assert sum(turn.shares.values()) == pytest.approx(1, abs=0.001)
        assert turn.loss == pytest.approx(sum(one.loss for one in turn.decisions), abs=0.001)
        assert turn.mark == mark_of(turn.loss)
        for one in turn.decisions:
            assert one.best is not None and one.best.value >= one.played_value
    played = [text for turn in whole.turns for one in turn.decisions for text in one.played]
    assert len(played) > 200 and all(text in RECORD.choices for text in played)


def test_the_same_analysis_on_two_processes(whole: GameAnalysis) -> None:
    assert analyse_game(RECORD, nodes=NODES, jobs=2) == whole


def test_where_processes_are_not_allowed_the_turns_are_analysed_one_by_one(
    whole: GameAnalysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(**_: object) -> None:
        raise PermissionError("no semaphores here")

    monkeypatch.setattr(process_support, "ProcessPoolExecutor", forbidden)
    begun = analyse_game(RECORD, nodes=NODES, jobs=2, progress=lambda done, _: done < 2)
    assert begun.turns == whole.turns[:2]


def test_it_can_be_stopped_and_gone_on_with(whole: GameAnalysis) -> None:
    reports: list[tuple[int, int]] = []

    def until_five(done: int, total: int) -> bool:
        reports.append((done, total))
        return done < 5

    part = analyse_game(RECORD, nodes=NODES, progress=until_five)
    assert not part.complete and len(part.turns) == 5 and reports[-1] == (5, 22)
    again = analyse_game(RECORD, nodes=NODES, known=from_json(to_json(part)))
    assert again == whole


def test_json_there_and_back(whole: GameAnalysis) -> None:
    assert from_json(to_json(whole)) == whole
    with pytest.raises(TextError, match="format 99"):
        from_json(to_json(replace(whole, format=99)))
    with pytest.raises(TextError, match="no analysis"):
        from_json("{}")


def test_what_is_known_must_be_of_this_game(whole: GameAnalysis) -> None:
    with pytest.raises(TextError, match="another record"):
        analyse_game(RECORD, nodes=NODES + 1, known=whole)


def test_combats_have_odds_and_luck(whole: GameAnalysis) -> None:
    assert len(whole.fights) == 10
    first = whole.fights[0]
    assert (first.attackers, first.defenders, first.winner) == (["bH"], ["yG"], "blue")
    assert first.odds == [0.7161, 0.1111, 0.1728] and first.luck == 0.7161
    assert replace(first, winner="yellow").luck == 0.1728 and replace(first, odds=[]).luck == 1.0


def test_sums_of_each_side(whole: GameAnalysis) -> None:
    blue, yellow = whole.sides["blue"], whole.sides["yellow"]
    assert (blue.points[-1], yellow.points[-1]) == (4, 5) and len(blue.points) == 22
    assert (blue.turns, blue.action_points, blue.steps, blue.reveals, blue.fights, blue.fights_won) == (11, 39, 91, 3, 10, 6)
    assert blue.fights_expected == pytest.approx(5.66, abs=0.01)
    assert blue.accuracy is not None and 0 < blue.accuracy <= 100


def test_rotations_are_counted() -> None:
    summary = summarize_game(recorded("base-1-greedy-greedy-0.dt"))
    turned = sum(text.split()[1:2] == ["turn"] for text in recorded("base-1-greedy-greedy-0.dt").choices)
    assert sum(count["rotations"] for count in summary.counts) == turned


@pytest.mark.parametrize(
    ("folder", "pattern"), [("card", "standard*greedy*"), ("scenarios", "hoard*"), ("scenarios", "teams*")]
)
def test_the_other_games_too(folder: str, pattern: str) -> None:
    """The Card Game, several players, teams; the first turns are enough."""
    found = analyse_game(shortest(folder, pattern), nodes=NODES, progress=lambda done, _: done < 6)
    assert len(found.turns) == 6 and all(one.best for turn in found.turns for one in turn.decisions)
    assert from_json(to_json(found)) == found


def test_marks_and_accuracy() -> None:
    assert [mark_of(loss) for loss in (0.0, 0.04, 0.05, 0.1, 0.2, 1.0)] == [
        "", "", "inaccuracy", "mistake", "blunder", "blunder",
    ]  # fmt: skip
    assert accuracy_of([]) is None and accuracy_of([0.0, 0.0]) == 100
    assert accuracy_of([0.0, 0.2]) == pytest.approx(68.4)


def test_a_game_that_is_not_over_is_refused() -> None:
    with pytest.raises(TextError, match="not over"):
        analyse_game(record_of(RecordedGame.new("base", seed="1")))


def test_the_graph(whole: GameAnalysis) -> None:
    drawn = picture(whole, "Shares & turns", {"blue": "Anna <3", "yellow": "Bob"})
    root = ElementTree.fromstring(drawn)
    lines = [one for one in root.iter() if one.tag.endswith("polyline")]
    assert len(lines) == 2 and all(len(line.attrib["points"].split()) == 23 for line in lines)
    assert "Anna &lt;3" in drawn and "prefers-color-scheme" in drawn
