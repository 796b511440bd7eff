"""The time that bots of other people's searches get for a turn, so that a match with them is one at equal time."""

from __future__ import annotations

import pytest
from bench.allowance import Allowance


def spent(allowance: Allowance, turn: int, decisions: int) -> float:
    total = 0.0
    for _ in range(decisions):
        share = allowance.share(turn)
        allowance.take(share)
        total += share
    return total


def test_a_turn_of_nine_decisions_gets_all_its_time() -> None:
    assert spent(Allowance(2.0), turn=1, decisions=8) < 2.0 <= spent(Allowance(2.0), turn=1, decisions=9)


def test_no_decision_of_a_long_turn_goes_without() -> None:
    allowance = Allowance(1.6)
    spent(allowance, turn=1, decisions=40)
    assert allowance.share(1) == pytest.approx(0.1)


def test_every_turn_has_its_time_anew() -> None:
    allowance = Allowance(1.6)
    first = allowance.share(1)
    spent(allowance, turn=1, decisions=40)
    assert allowance.share(2) == first == pytest.approx(0.4)
