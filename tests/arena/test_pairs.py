"""Pairs: who meets whom on which side, the same rooms in all games of a pair, what a turn costs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dungeon_twister.ai.arena import pairs
from dungeon_twister.ai.arena.pairs import Clocked, Encounter, PairTask, PlayedPair, encounters, play_pair, points_of, sides_of
from dungeon_twister.ai.bots.random_bot import RandomBot
from dungeon_twister.ai.bots.resolve import BotLike
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import CardView, View


class Counting(RandomBot):
    """Says that it looks at ten positions for each decision."""

    name = "counting"
    nodes = 0

    def choose(self, view: View | CardView) -> Choice:
        self.nodes += 10
        return super().choose(view)


class Failing(RandomBot):
    name = "failing"

    def choose(self, view: View | CardView) -> Choice:
        raise RuntimeError("out of ideas")


class Unmade(RandomBot):
    name = "unmade"

    def __init__(self, seed: str) -> None:
        raise RuntimeError("no model found")


def task(
    one: BotLike = "random", other: BotLike = "random", number: int = 0, scenario: str = "base", **options: str
) -> PairTask:
    return PairTask(Encounter("one", "other", number), (one, other), "s", scenario, options)


def without_costs(pair: PlayedPair) -> PlayedPair:
    return replace(pair, games=[replace(game, costs={}) for game in pair.games], peak_mb=0.0)


def test_who_meets_whom() -> None:
    """The first pair of all before the second of any."""
    assert encounters(["a", "b", "c"], 2, 2) == [
        *(Encounter("a", "b", 0), Encounter("a", "c", 0), Encounter("b", "c", 0)),
        *(Encounter("a", "b", 1), Encounter("a", "c", 1), Encounter("b", "c", 1)),
    ]
    assert encounters(["a", "b", "c"], 2, 1, gauntlet=True) == [Encounter("a", "b", 0), Encounter("a", "c", 0)]
    assert encounters(["a", "b"], 3, 1) == [Encounter("a", "b", 0), Encounter("b", "a", 0)]
    assert encounters(["a", "b"], 3, 1, gauntlet=True) == [Encounter("a", "b", 0)]


@pytest.mark.parametrize(
    ("scenario", "seats"),
    [
        ("base", [{"blue": "one", "yellow": "other"}, {"blue": "other", "yellow": "one"}]),
        ("tutorial-1", [{"blue": "one", "yellow": "other"}, {"blue": "other", "yellow": "one"}]),
        (
            "three-players",
            [
                {"blue": "one", "red": "other", "yellow": "other"},
                {"blue": "other", "red": "one", "yellow": "other"},
                {"blue": "other", "red": "other", "yellow": "one"},
            ],
        ),
        (
            "teams",
            [
                {"red": "one", "green": "one", "yellow": "other", "blue": "other"},
                {"red": "other", "green": "other", "yellow": "one", "blue": "one"},
            ],
        ),
    ],
)
def test_the_first_bot_sits_on_every_side(scenario: str, seats: list[dict[str, str]]) -> None:
    options = {} if scenario == "tutorial-1" else {"stallLimit": "1"}
    pair = play_pair(PairTask(Encounter("one", "other", 0), ("random", "random"), "s", scenario, options))
    assert sides_of(scenario, {}) == len(seats)
    assert [game.seats for game in pair.games] == seats
    assert all(game.fault is None for game in pair.games)


def test_both_games_of_a_pair_meet_the_same_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    games: list[RecordedGame] = []

    def remembered(*args: Any) -> RecordedGame:
        games.append(RecordedGame.new(*args))
        return games[-1]

    monkeypatch.setattr(pairs, "RecordedGame", type("Games", (), {"new": staticmethod(remembered)}))
    for number in (0, 1):
        play_pair(task(number=number, stallLimit="5"))
    rooms = [_rooms(game) for game in games]
    assert len(rooms[0]) > 1 and len(rooms[2]) > 1
    for one, other in ((0, 1), (2, 3)):
        both = rooms[one].keys() & rooms[other].keys()
        assert both and all(rooms[one][tile] == rooms[other][tile] for tile in both)
    assert any(rooms[0][tile] != rooms[2][tile] for tile in rooms[0].keys() & rooms[2].keys())
    assert [text for _, _, text in games[0].log] != [text for _, _, text in games[1].log]


def _rooms(game: RecordedGame) -> dict[int, str]:
    """Which room turned up on each tile, and how it lay."""
    found: dict[int, str] = {}
    for number, (_, _, text) in enumerate(game.log):
        if text.startswith("room "):
            found[game.state_at(number).stack[-1]] = text
    return found


def test_a_pair_is_reproducible_and_pairs_differ() -> None:
    one = play_pair(task(stallLimit="1"))
    assert without_costs(one) == without_costs(play_pair(task(stallLimit="1")))
    assert without_costs(one).games != without_costs(play_pair(task(number=1, stallLimit="1"))).games


def test_equal_bots_do_not_play_copies_of_a_game() -> None:
    """Neither the two bots nor the two games have a seed in common."""
    seeds: list[str] = []

    class Seeded(RandomBot):
        def __init__(self, seed: str) -> None:
            seeds.append(seed)
            super().__init__(seed)

    play_pair(task(Seeded, Seeded, scenario="three-players", stallLimit="1"))
    assert len(set(seeds)) == len(seeds) == 9


def test_the_points_of_a_game() -> None:
    alone = {"blue": "blue", "red": "red", "yellow": "yellow"}
    assert points_of(["red"], alone, "red") == 1
    assert points_of(["red"], alone, "blue") == 0
    assert points_of(["blue", "red"], alone, "red") == 0.5
    assert points_of([], alone, "red") == pytest.approx(1 / 3)
    teams = {"red": "north", "green": "north", "yellow": "south", "blue": "south"}
    assert points_of(["red", "green"], teams, "north") == 1
    assert points_of(list(teams), teams, "north") == 0.5


@pytest.mark.parametrize(("bot", "words"), [(Failing, "out of ideas"), (Unmade, "no model found")])
def test_a_fault_loses_the_game(bot: type[RandomBot], words: str) -> None:
    for pair, name, score in ((play_pair(task(bot)), "one", 0.0), (play_pair(task("random", bot)), "other", 1.0)):
        assert pair.score == score
        for game in pair.games:
            assert game.fault is not None and game.fault.bot == name and words in game.fault.sentence
            assert game.winners == []


def test_what_a_turn_costs() -> None:
    pair = play_pair(task(Counting, stallLimit="3"))
    for game in pair.games:
        cost = game.costs["one"]
        assert len(cost.turns) == len(cost.nodes) > 0
        assert abs(len(cost.turns) - game.turns / 2) <= 1  # its own turns
        assert all(nodes % 10 == 0 and nodes > 0 for nodes in cost.nodes)
        assert all(seconds > 0 for seconds in cost.turns) and cost.setup > 0
        assert game.costs["other"].nodes == []
    assert pair.peak_mb > 5 or pair.peak_mb == 0


def test_setup_and_answers_are_no_turns() -> None:
    clocked = Clocked(Counting("s"), "one")

    class Moment:
        choices = (Choice("pass"),)

        def __init__(self, turn: int, active: str) -> None:
            self.turn, self.active, self.viewer = turn, active, "blue"

    for moment in (Moment(0, "blue"), Moment(1, "blue"), Moment(1, "blue"), Moment(2, "yellow"), Moment(3, "blue")):
        clocked.choose(moment)  # type: ignore[arg-type]
    assert clocked.nodes == [20, 10]
    assert len(clocked.seconds) == 2 and clocked.setup > 0 and clocked.answer > 0
