"""Rewards and the bound of a game's length, which need nothing but the standard library."""

from __future__ import annotations

import pytest

from dungeon_twister.engine.game import new_setting
from dungeon_twister.rl.codec import CodeError
from dungeon_twister.rl.explicit import Explicit
from dungeon_twister.rl.playing import Playing, longest, shares

pytestmark = pytest.mark.compiled


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
    playing = Playing(new_setting("tutorial-1"), 20)
    while not playing.over():
        playing.random_step()
    assert (playing.made, playing.cut, playing.decider(), playing.codes) == (20, True, -1, [])
    assert playing.rewards() == [0.0, 0.0]
    assert longest(new_setting("base")) == 20_000
    assert longest(new_setting("four-players")) == 40_000


def test_a_choice_that_is_none_changes_nothing() -> None:
    playing = Playing(new_setting("tutorial-1"))
    before = playing.state.hash64()
    wrong = next(code for code in range(playing.codec.size) if code not in playing.codes)
    with pytest.raises(CodeError):
        playing.step(wrong)
    assert playing.state.hash64() == before


def test_the_same_seed_makes_the_same_game() -> None:
    one, other = Playing(new_setting("tutorial-1")), Playing(new_setting("tutorial-1"))
    for playing in (one, other):
        playing.begin(7)
        for _ in range(60):
            playing.step(playing.codes[0])
    assert one.state == other.state


def test_each_seat_remembers_what_it_was_told() -> None:
    """Asked at every moment or only at the end, and from a copy: the same history; of others' hidden choices no word."""
    line, late = Explicit(new_setting("tutorial-1")), Explicit(new_setting("tutorial-1"))
    for number in range(24):
        told = [line.told_to(seat)[:] for seat in range(2)]
        code = line.codes[number % len(line.codes)]
        line.apply(code)
        late.apply(code)
        for seat in range(2):
            assert line.told_to(seat)[: len(told[seat])] == told[seat]
    assert [late.told_to(seat) for seat in range(2)] == [line.told_to(seat) for seat in range(2)]
    assert [line.copy().told_to(seat) for seat in range(2)] == [line.told_to(seat) for seat in range(2)]
    assert line.told_to(0) != line.told_to(1)
    assert not any(words.startswith("starter-set token=y") and "?" not in words for words in line.told_to(0))
