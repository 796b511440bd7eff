"""Rewards and the bound of a game's length, which need nothing but the standard library."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy

import pytest

from dungeon_twister.rl.chance_nodes import CHANCE, OVER, ChanceNodeGame
from dungeon_twister.rl.codec import CodeError
from dungeon_twister.rl.episode import Episode, longest, shares
from dungeon_twister.rl.information_state import InformationState
from dungeon_twister.rules.engine.game import new_setting

pytestmark = pytest.mark.both_ways


@pytest.mark.parametrize(
    ("players", "winners", "paid"),
    [
        (2, 0b01, [1.0, -1.0]),
        (2, 0b11, [0.0, 0.0]),
        (2, 0, [0.0, 0.0]),
        (3, 0b100, [-0.5, -0.5, 1.0]),
        (4, 0b0011, [1 / 3, 1 / 3, -1 / 3, -1 / 3]),
    ],
)
def test_what_is_won_is_shared_and_sums_to_nothing(players: int, winners: int, paid: list[float]) -> None:
    assert shares(players, winners) == pytest.approx(paid)
    assert sum(shares(players, winners)) == pytest.approx(0)


def test_a_game_is_cut_at_its_bound() -> None:
    episode = Episode(new_setting("tutorial-1"), 20)
    while not episode.is_over():
        episode.random_step()
    assert (episode.made, episode.cut, episode.decider(), episode.codes) == (20, True, -1, [])
    assert episode.rewards() == [0.0, 0.0]
    assert longest(new_setting("base")) == 20_000
    assert longest(new_setting("four-players")) == 40_000


def test_a_choice_that_is_none_changes_nothing() -> None:
    episode = Episode(new_setting("tutorial-1"))
    before = episode.state.hash64()
    wrong = next(code for code in range(episode.codec.size) if code not in episode.codes)
    with pytest.raises(CodeError):
        episode.step(wrong)
    assert episode.state.hash64() == before


def test_the_same_seed_makes_the_same_game() -> None:
    one, other = Episode(new_setting("tutorial-1")), Episode(new_setting("tutorial-1"))
    for episode in (one, other):
        episode.begin(7)
        for _ in range(60):
            episode.step(episode.codes[0])
    assert one.state == other.state


@pytest.mark.parametrize("copied", [copy, deepcopy, lambda episode: pickle.loads(pickle.dumps(episode))])
@pytest.mark.parametrize("scenario", ["tutorial-1", "simplified"])
def test_a_copy_goes_on_as_the_game_would(copied: Callable[[Episode], Episode], scenario: str) -> None:
    """With the same draws of chance, by itself, and seen alike; also one that was cut."""
    one = Episode(new_setting(scenario), 50)
    one.begin(7)
    for _ in range(20):
        one.random_step()
    before, other = one.state.hash64(), copied(one)
    assert (other.made, other.limit, other.codes) == (one.made, one.limit, one.codes)
    assert [other.observation(seat) for seat in range(2)] == [one.observation(seat) for seat in range(2)]
    while not other.is_over():
        other.random_step()
    assert one.state.hash64() == before
    while not one.is_over():
        one.random_step()
    assert (one.state, one.made, one.cut) == (other.state, other.made, other.cut)
    assert copied(one).is_over()


def test_each_seat_remembers_what_it_was_told() -> None:
    """Asked at every moment or only at the end, and from a copy: the same history; of others' hidden choices no word."""
    setting = new_setting("tutorial-1")
    line, information, late = ChanceNodeGame(setting), InformationState(setting), InformationState(setting)
    for number in range(24):
        before = [information.to(seat, line)[:] for seat in range(2)]
        line.apply(line.codes[number % len(line.codes)])
        for seat in range(2):
            assert information.to(seat, line)[: len(before[seat])] == before[seat]
    whole = [information.to(seat, line) for seat in range(2)]
    assert [late.to(seat, line) for seat in range(2)] == whole
    there, copied = line.copy(), deepcopy(information)
    assert [copied.to(seat, there) for seat in range(2)] == whole
    there.apply(there.codes[0])
    assert copied.to(0, there) != information.to(0, line)
    assert whole[0] != whole[1]
    assert not any(words.startswith("starter-set token=y") and "?" not in words for words in whole[0])


def test_chance_is_a_player_and_the_end_is_told() -> None:
    line, before = ChanceNodeGame(new_setting("tutorial-1"), 30), 0
    players = set()
    while line.player != OVER:
        players.add(line.player)
        assert line.sorted_codes == sorted(line.codes)
        with pytest.raises(CodeError):
            line.apply(-1)
        assert len(line.made) == before
        line.apply(line.sorted_codes[-1])
        before += 1
    assert (players, before, line.codes, line.returns()) == ({CHANCE, 0, 1}, 30, [], [0.0, 0.0])
