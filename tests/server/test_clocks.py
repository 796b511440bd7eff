"""Clocks as values: which can be chosen, what is shown, who is first to end, grace, vacation and banks. No service runs."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.rules.engine.actions import RESIGN, pack
from dungeon_twister.server.games.sessions.clocks import (
    BANK,
    DAY,
    DAYS,
    GRACE,
    REACTION,
    SHORTEST_GRACE,
    STOPPED,
    TURN,
    VACATION_DAYS,
    RunningClock,
    Timing,
    banks_at,
    deadline,
    first_to_end,
    next_timing,
    packed,
    readable,
    shown,
    unpacked,
    with_grace,
    with_vacation,
)
from dungeon_twister.server.games.sessions.event_log_game import EventLogGame
from dungeon_twister.server.protocol import Clock, ClockRun
from tests.server.game_services import START


def timing(kind: str, *runs: RunningClock, **more: Any) -> Timing:
    """A clock of turn 3 that runs for these players, or stands."""
    stands = Timing(kind, "blue", "3/0", 1, 0.0, 0.0, **more)
    return stands.running(runs) if runs else stands


def begun() -> EventLogGame:
    """A game in which both choose their starters."""
    game = EventLogGame(RecordedGame.waiting("base"), [])
    game.begin("7")
    return game


def in_first_turn() -> EventLogGame:
    """A game in which one player decides."""
    game, rng = begun(), Random(7)
    while not game.state.turn or len(game.waiting) != 1:
        game.decide(rng.choice(game.choices()))
    game.entries = []
    return game


@pytest.mark.parametrize("clock", ["days:1", "days:7", "days:30", "bank:5+0", "bank:36000+600", "delay:5/0", "delay:36000/600"])
def test_a_clock_at_its_bounds_can_be_chosen(clock: str) -> None:
    assert readable(clock)


@pytest.mark.parametrize(
    "clock", ["days:0", "days:31", "days:007", "days:x", "days", "weeks:2", "bank:5", "delay:36001/0", "delay:9/601"]
)
def test_a_clock_beyond_its_bounds_cannot(clock: str) -> None:
    assert not readable(clock)


def test_a_game_without_clock_or_at_its_end_has_none() -> None:
    game = begun()
    assert next_timing(None, game, "off", [], START) is None
    assert next_timing(None, game, "rules", [], START) is None  # the setup has no limit
    game.decide(pack(RESIGN, 0))
    assert next_timing(None, game, "days:2", [], START) is None


def test_a_clock_stands_while_a_bot_decides() -> None:
    game = in_first_turn()
    decider, other = game.waiting[0], next(colour for colour in game.colours if colour != game.waiting[0])
    stands = next_timing(None, game, "days:2", [decider], START)
    assert stands is not None and stands.runs == []
    assert (stands.kind, stands.who, stands.until, stands.allowed) == (STOPPED, decider, 0.0, 0.0)
    assert stands.vacation == {other: VACATION_DAYS} and stands.turn == f"1/{game.colours.index(decider)}"
    assert shown(stands, START) == Clock([], STOPPED, 0.0, 0.0, START, vacation={other: VACATION_DAYS})
    assert first_to_end(stands) is None and deadline(stands) is None
    assert with_grace(stands, START) == stands


def test_nothing_is_shown_of_a_clock_that_stands_and_keeps_nothing() -> None:
    assert shown(None, START) is None and shown(timing(STOPPED), START) is None
    assert first_to_end(None) is None and deadline(None) is None
    assert shown(timing(STOPPED, banks={"blue": 5.0}), START) == Clock([], STOPPED, 0.0, 0.0, START, banks={"blue": 5.0})


def test_the_deadline_is_that_of_the_first_to_end() -> None:
    """A choice may be under way when its time ends."""
    both = timing(
        DAYS, RunningClock("blue", DAYS, START + 200, 300.0), RunningClock("yellow", DAYS, START + 100, 400.0, free=7.0)
    )
    first = first_to_end(both)
    assert first is not None and first.who == "yellow" and deadline(both) == START + 100 + GRACE
    assert shown(both, START + 1) == Clock(
        ["blue", "yellow"], DAYS, START + 200, 300.0, START + 1, also={"yellow": ClockRun(START + 100, 400.0, 7.0)}
    )


@pytest.mark.parametrize(
    ("left", "allowed", "then", "shown_as"),
    [
        (10.0, 60.0, SHORTEST_GRACE, SHORTEST_GRACE),
        (10.0, 1000.0, SHORTEST_GRACE, 1000.0),
        (10.0, 2 * DAY, 0.2 * DAY, 2 * DAY),
        (SHORTEST_GRACE, 60.0, SHORTEST_GRACE, 60.0),
        (SHORTEST_GRACE + 1, 60.0, SHORTEST_GRACE + 1, 60.0),
        (-5000.0, 60.0, SHORTEST_GRACE, SHORTEST_GRACE),
    ],
)
def test_nobody_is_late_before_he_could_have_come_back(left: float, allowed: float, then: float, shown_as: float) -> None:
    """Two minutes, or a tenth of a longer time; what is more stays."""
    granted = with_grace(timing(TURN, RunningClock("blue", TURN, START + left, allowed)), START)
    assert (granted.until, granted.allowed) == (START + then, shown_as)


def test_a_started_day_of_vacation_is_not_given_back() -> None:
    at_home = timing(
        DAYS, RunningClock("blue", DAYS, START + DAY, 2 * DAY), vacation={"blue": 14, "yellow": 14}, away={"red": 1.0}
    )
    away = with_vacation(at_home, "blue", 5, START)
    assert (away.vacation, away.away, away.until) == ({"blue": 9, "yellow": 14}, {"blue": START + 5 * DAY}, START + 6 * DAY)
    for days, back in ((0.0, 5), (0.5, 4), (1.0, 4), (1.4, 3), (1.6, 3), (5.0, 0), (9.0, 0)):
        now = START + days * DAY
        again = with_vacation(away, "blue", 0, now)
        assert again.vacation == {"blue": 9 + back, "yellow": 14} and again.away == {}
        assert again.until == START + DAY + min(days, 5.0) * DAY


def test_the_vacation_of_another_player_moves_no_clock() -> None:
    at_home = timing(DAYS, RunningClock("blue", DAYS, START + DAY, 2 * DAY), vacation={"blue": 14, "yellow": 14})
    away = with_vacation(with_vacation(at_home, "yellow", 2, START), "blue", 1, START + DAY)
    assert away.away == {"yellow": START + 2 * DAY, "blue": START + 2 * DAY}
    assert away.until == START + 2 * DAY and away.vacation == {"blue": 13, "yellow": 12}
    assert with_vacation(timing(STOPPED), "blue", 3, START).away == {"blue": START + 3 * DAY}


def test_a_vacation_lasts_until_its_end() -> None:
    """The clock of a player who is away begins after it; one that is over is forgotten."""
    game = in_first_turn()
    who = game.waiting[0]
    before = timing(DAYS, vacation={"blue": 9, "yellow": 8}, away={who: START + DAY, "red": START})
    then = next_timing(before, game, "days:2", [], START)
    assert then is not None and then.away == {who: START + DAY} and then.vacation == {"blue": 9, "yellow": 8}
    assert (then.who, then.until, then.allowed) == (who, START + 3 * DAY, 2 * DAY)


def test_a_bank_is_used_while_its_clock_runs() -> None:
    """Not in the free seconds, not below nothing, and no other time than that of banks."""
    running = timing(BANK, RunningClock("blue", BANK, START + 75, 60.0, free=START + 15), banks={"blue": 60.0, "yellow": 9.0})
    for passed, left in ((0, 60.0), (15, 60.0), (16, 59.0), (75, 0.0), (99, 0.0)):
        assert banks_at(running, START + passed) == {"blue": left, "yellow": 9.0}
    assert banks_at(timing(TURN, RunningClock("blue", TURN, START + 75, 60.0)), START) == {}


def test_a_bank_begins_full() -> None:
    """In the setup both use theirs; what was used is gone; a bot has none."""
    game = begun()
    first = next_timing(None, game, "bank:60+10", [], START)
    assert first is not None and first.banks == {"blue": 60.0, "yellow": 60.0}
    assert [run.who for run in first.runs] == ["blue", "yellow"]
    assert (first.kind, first.until, first.allowed) == (BANK, START + 60, 60.0)
    later = next_timing(first, game, "bank:60+10", [], START + 20)
    assert later is not None and later.banks == {"blue": 40.0, "yellow": 40.0} and later.until == START + 60
    alone = next_timing(first, game, "bank:60+10", ["blue"], START)
    assert alone is not None and alone.banks == {"yellow": 60.0}


def test_a_clock_is_kept_as_a_text() -> None:
    assert packed(None) == "" and unpacked("") is None
    for one in (
        timing(STOPPED),
        timing(REACTION, RunningClock("blue", REACTION, START, 9.0, 4), left=7.5, banks={"blue": 1.0}),
    ):
        assert unpacked(packed(one)) == one
