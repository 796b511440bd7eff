"""Balance runs: the same games from the same seed, a report that grows and can be continued, and what the verdict says."""

from __future__ import annotations

import pytest

from dungeon_twister import TextError
from dungeon_twister.ai.win_rates import wilson
from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue
from dungeon_twister.rules.engine.options import OptionError
from dungeon_twister.rules.engine.scenarios import builtin_text
from dungeon_twister.workshop.balance import BalanceTest
from dungeon_twister.workshop.balance_game import COMBATS, ENDLESS, EXITS, FAULT, SOURCES, TREASURES, GameFacts
from dungeon_twister.workshop.balance_report import BalanceReport, Verdict
from dungeon_twister.workshop.balance_run import run_balance

ENGLISH = MessageCatalogue("en")
QUICK = BalanceTest("simplified", bot="random", seed="7")


def played(test: BalanceTest, games: int, jobs: int = 1) -> BalanceReport:
    report = test.report(games)
    for _ in run_balance(test, report, jobs):
        pass
    return report


@pytest.fixture(scope="module")
def three() -> BalanceReport:
    return played(QUICK, 3)


def test_the_same_seed_gives_the_same_games(three: BalanceReport) -> None:
    assert played(QUICK, 3, jobs=2) == three
    assert played(BalanceTest("simplified", bot="random", seed="8"), 1).played[0] != three.played[0]


def test_a_run_can_be_stopped_and_continued(three: BalanceReport) -> None:
    report = QUICK.report(3)
    playing = run_balance(QUICK, report)
    assert next(playing) is report and len(report.played) == 1
    playing.close()
    assert [len(more.played) for more in run_balance(QUICK, report)] == [2, 3]
    assert report == three


def test_a_game_can_be_played_choice_by_choice(three: BalanceReport) -> None:
    game = QUICK.game(0)
    steps = 0
    while game.step():
        steps += 1
    assert steps > 50 and game.facts() == three.played[0] and not game.step()


@pytest.mark.parametrize("scenario", ["simplified", "tutorial-3", "pyramid-3"])
def test_points_and_places_add_up(scenario: str) -> None:
    """EXIT-6, EXIT-7, MP-12, VP-1, VP-2, PYR-16: points of leaving, of Treasures and of combat are all points."""
    game = BalanceTest(scenario, bot="random").game(1)
    while game.step():
        pass
    facts, state = game.facts(), game.session.state
    assert [sum(facts.points[colour].values()) for colour in state.setting.colours] == state.vp
    assert all(points >= 0 for colour in facts.points.values() for points in colour.values())
    assert facts.entered <= facts.revealed <= {room.name for room in state.setting.scenario.rooms}
    assert facts.places and facts.places <= set(game.place_names()) and len(facts.places) >= len(facts.entered)
    assert facts.end in ("target", "stall", "nobody", "out-of-reach") and facts.turns == state.turn


def test_own_scenarios_and_options() -> None:
    text = builtin_text("simplified").replace("target = 5", "target = 1")
    report = played(BalanceTest(text, {"stallLimit": "2"}, "random"), 1)
    assert report.played[0].end in ("target", "stall") and report.places == ["1,0", "6,0", "11,0", "1,5", "6,5", "11,5"]


def test_a_failing_bot_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        name = "broken"

        def choose(self, view: object) -> object:
            raise RuntimeError

    game = QUICK.game(0)
    for seat in game.session.seats:
        object.__setattr__(seat, "bot", Broken())
    assert not game.step() and game.facts().end == FAULT and game.facts().winners == []


def test_a_game_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dungeon_twister.workshop.balance_game.MOST_CHOICES", 5)
    game = QUICK.game(0)
    while game.step():
        pass
    assert game.choices == 5 and game.facts().end == ENDLESS


@pytest.mark.parametrize(
    ("test", "games", "error"),
    [
        (QUICK, 0, ValueError),
        (QUICK, 100_001, ValueError),
        (BalanceTest("nowhere"), 1, TextError),
        (BalanceTest("base", bot="nobody"), 1, ValueError),
        (BalanceTest("base", {"target": "none"}), 1, OptionError),
    ],
)
def test_what_cannot_be_played_is_refused_before_any_game(test: BalanceTest, games: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        test.report(games)


# -- the report ---------------------------------------------------------------------------------------------------------


def facts(number: int, winner: str, end: str = "target", turns: int = 20, points: dict[str, int] | None = None) -> GameFacts:
    made = {"blue": dict.fromkeys(SOURCES, 0) | (points or {}), "yellow": dict.fromkeys(SOURCES, 0)}
    return GameFacts(number, [winner] if winner else [], end, turns, made, {"1D"}, {"1D"}, {"1,0"})


def report_of(games: list[GameFacts]) -> BalanceReport:
    return BalanceReport(["blue", "yellow"], ["blue", "yellow"], ["1,0"], "stoker", "1", len(games), games)


def codes(games: list[GameFacts]) -> list[str]:
    return [one.code for one in report_of(games).verdict()]


def test_shares_leave_out_draws_and_faults() -> None:
    games = [facts(n, "yellow") for n in range(30)] + [facts(n, "blue") for n in range(10)]
    games += [facts(50, ""), facts(51, "", FAULT)]
    report = report_of(games)
    assert report.wins == {"blue": 10, "yellow": 30} and report.draws == 1 and len(report.counted) == 41
    assert report.shares["yellow"] == (0.75, *wilson(30, 40))
    verdict = report.verdict()
    assert verdict[0] == Verdict("favoured", {"player": "yellow", "share": 75, "low": 60, "high": 86, "seat": 2})
    assert verdict[0].sentence(ENGLISH) == "Yellow wins 75% (60 to 86): seat 2 is favoured."
    assert [one.code for one in verdict[1:]] == ["behind", "faults", "no-points"]


SOME = {EXITS: 2, TREASURES: 1, COMBATS: 2}


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ([facts(n, "blue") for n in range(19)], ["too-few"]),
        ([facts(n, "blue" if n % 2 else "yellow", points=SOME) for n in range(20)], ["undecided"]),
        ([facts(n, "blue" if n % 2 else "yellow", points=SOME) for n in range(200)], ["fair"]),
        ([facts(n, "blue" if n % 2 else "yellow", "stall", points=SOME) for n in range(20)], ["undecided", "stalls"]),
        ([facts(n, "blue" if n % 2 else "yellow", ENDLESS, points=SOME) for n in range(20)], ["undecided", "stalls"]),
        ([facts(n, ("blue", "yellow", "")[n % 3], points=SOME) for n in range(21)], ["undecided", "draws"]),
        ([facts(n, ("blue", "yellow")[n % 2], turns=100, points=SOME) for n in range(20)], ["undecided", "long"]),
        ([facts(n, ("blue", "yellow")[n % 2], turns=4, points=SOME) for n in range(20)], ["undecided", "short"]),
        ([facts(n, ("blue", "yellow")[n % 2], points={COMBATS: 3}) for n in range(20)], ["undecided", "only-combats"]),
        ([facts(n, ("blue", "yellow")[n % 2], points={EXITS: 30, COMBATS: 1}) for n in range(20)], ["undecided", "only-exits"]),
        ([facts(n, "", points=SOME) for n in range(20)], ["undecided", "draws"]),
    ],
)
def test_the_verdict(games: list[GameFacts], expected: list[str]) -> None:
    assert codes(games) == expected


def test_rooms_and_places_that_nobody_enters() -> None:
    games = [facts(n, ("blue", "yellow")[n % 2], points=SOME) for n in range(20)]
    for game in games:
        game.entered, game.places = set(), set()
    verdict = report_of(games).verdict()
    assert [one.code for one in verdict] == ["undecided", "place-empty", "room-empty"]
    assert verdict[1].sentence(ENGLISH) == "Nobody enters the room at 1,0."


def test_teams_share_a_win() -> None:
    report = BalanceTest("teams", bot="random").report(10)
    assert report.fair_share == 0.5 and len(report.seats) == 4 and len(set(report.teams)) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_remark_has_a_sentence(language: str) -> None:
    catalogue = MessageCatalogue(language)
    games = [facts(n, "yellow", "stall", turns=200) for n in range(40)] + [facts(50, "", FAULT)]
    report = report_of(games)
    for one in report.verdict():
        assert "{" not in one.sentence(catalogue)
    output = report.as_json(catalogue)
    assert output["games"] == 41 and output["turns"] == {"shortest": 200, "median": 200, "longest": 200}
    assert report_of([]).as_json(catalogue)["turns"] == {}
