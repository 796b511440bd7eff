"""The bot `search`: it follows what a search plans, thinks anew when the plan is broken, and reads its parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from dungeon_twister.ai.arena.matches import run_game
from dungeon_twister.ai.bots import searcher
from dungeon_twister.ai.bots.resolve import resolve_bot
from dungeon_twister.ai.bots.searcher import SAFE_SPEED, SearchBot
from dungeon_twister.ai.search.adapters import adapter_for
from dungeon_twister.ai.search.profile import Profile
from dungeon_twister.compiled import running as is_compiled
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import observe
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State


class Planner:
    """Plans a random way on, as long as its player decides."""

    def __init__(self, setting: Setting, profile: Profile, weights: Mapping[str, float], rng: Random) -> None:
        self.setting, self.rng = setting, rng
        self.nodes = self.allowed = 0

    def think(self, s: State, nodes: int = 0) -> tuple[int, ...]:
        self.allowed = nodes
        path: list[int] = []
        after, me = s.copy(), s.decider()
        while len(path) < 6 and not after.over and after.decider() == me:
            path.append(self.rng.choice(legal(after)))
            apply(after, path[-1])
            self.nodes += 1
        return tuple(path)


class Lost(Planner):
    """Finds nothing."""

    def think(self, s: State, nodes: int = 0) -> tuple[int, ...]:
        return ()


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Planner]:
    made: list[Planner] = []

    def new_search(setting: Setting, profile: Profile, weights: Mapping[str, float], rng: Random) -> Planner:
        made.append(Planner(setting, profile, weights, rng))
        return made[-1]

    monkeypatch.setattr(searcher, "new_search", new_search)
    return made


@pytest.mark.parametrize("scenario", ["simplified", "standard", "three-players"])
def test_it_plays_whole_games_by_plans(searches: list[Planner], scenario: str) -> None:
    bots = ("search", "random", "random") if scenario == "three-players" else ("search", "random")
    game = run_game(bots, 0, "plans", scenario, {"memory": "strict"})
    assert game.fault is None
    assert sum(search.nodes for search in searches) > len(searches) > 20, "a plan of several choices is not thought about again"


def test_what_is_known_of_a_setting_is_shared_and_all_that_was_valued_counted(searches: list[Planner]) -> None:
    bot = SearchBot("seed")
    for options in ({"target": "7"}, {"target": "6"}, {"target": "6", "timer": "on"}):
        game = RecordedGame.new("base", options, "one")
        bot.think(observe(game.state, game.state.decider()))
    assert len({search.setting for search in searches}) == 2, "a clock makes no other game of it"
    assert bot.nodes == sum(search.nodes for search in searches) > 0
    first = adapter_for(searches[0].setting)
    assert adapter_for(searches[0].setting) is first
    assert adapter_for(searches[1].setting) is not first


def test_a_turn_has_its_positions_and_a_later_decision_what_is_left_of_them(searches: list[Planner]) -> None:
    bot = SearchBot("seed", Profile(total=20))
    view = observe(RecordedGame.new("base", {}, "one").state, 0)
    for turn in (1, 1, 1, 1, 1, 2):
        bot.think(replace(view, turn=turn))
    first, second, *_, fifth, next_turn = searches
    assert first.allowed == next_turn.allowed == 20
    assert second.allowed == 20 - first.nodes and first.nodes > 0
    assert sum(search.nodes for search in searches[:4]) >= 16 and fifth.allowed == 20 // 5, "a good look in any case"


def test_with_several_opponents_it_looks_at_fewer_positions(searches: list[Planner]) -> None:
    for scenario in ("base", "three-players", "four-players"):
        state = RecordedGame.new(scenario, {}, "one").state
        SearchBot("seed", Profile(total=60)).think(observe(state, state.decider()))
    assert [search.allowed for search in searches] == [60, 40, 30]


@pytest.mark.parametrize(("timer", "seconds"), [("on", 5), ("60/30/2/4", 2)])
def test_against_a_clock_it_looks_at_what_surely_fits(searches: list[Planner], timer: str, seconds: int) -> None:
    bot = SearchBot("seed", Profile(total=10**9))
    bot.think(observe(RecordedGame.new("base", {"timer": timer}, "one").state, 0))
    assert searches[0].allowed == seconds * SAFE_SPEED[is_compiled()]


def test_a_mind_that_finds_nothing_is_a_fault_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher, "new_search", Lost)
    game = RecordedGame.new("base", {}, "one")
    with pytest.raises(ValueError, match="the bot search has found none of"):
        SearchBot("seed").choose(observe(game.state, game.state.decider()))


def test_parameters_are_fields_of_the_profile() -> None:
    bot = resolve_bot("search:width=8,trust=0.5,opening=0.5").make("seed")
    assert isinstance(bot, SearchBot)
    assert bot.profile == Profile(width=8, trust=0.5, opening=0.5) and not bot.weights
    assert resolve_bot("search").make("seed").name == "search"


def test_so_are_the_weights_of_the_board_game() -> None:
    bot = resolve_bot("search:width=8,danger=0.5").make("seed")
    assert isinstance(bot, SearchBot)
    assert bot.weights == {"danger": 0.5} and bot.profile == Profile(width=8)
    with pytest.raises(ValueError, match="danger is a number from 0 to 2, not 7"):
        resolve_bot("search:danger=7")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"deep": "3"}, "it has no parameter 'deep' .it has actions, armor"),
        ({"width": "much"}, "width is a whole number, not 'much'"),
        ({"width": "2.5"}, "width is a whole number, not '2.5'"),
        ({"trust": "a lot"}, "trust is a number, not 'a lot'"),
        ({"opening": "perhaps"}, "opening is a number, not 'perhaps'"),
        ({"opening": "1.5"}, "opening is a number from 0 to 1, not 1.5"),
        ({"opening": "nan"}, "opening is a number from 0 up, not nan"),
        ({"noise": "inf"}, "noise is a number from 0 up, not inf"),
        ({"total": "0"}, "total is a number from 1 up, not 0"),
        ({"replies": "-1"}, "replies is a number from 0 up, not -1"),
        ({"trust": "0"}, "trust is a number above 0 and at most 1, not 0"),
    ],
)
def test_wrong_parameters_are_sentences(words: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"the bot search:.*{sentence}"):
        resolve_bot(f"search:{','.join(f'{key}={value}' for key, value in words.items())}")
