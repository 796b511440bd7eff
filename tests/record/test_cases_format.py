"""Rule case files: every mistake in one is a sentence with its line, and a case that is wrong says so."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_twister.game.record.cases import parse_cases, run_case
from dungeon_twister.rules.geometry.text import TextError
from tests.amounts import TIMES

HEAD = "case A title\nclauses TURN-4\nnew base\nrun\n"


def outcome(orders: str) -> list[str]:
    (case,) = parse_cases(HEAD + orders, "x.case")
    return run_case(case)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no line 'case TITLE'"),
        ("hello\ncase A\nclauses B-1\nnew base\nrun\n", "line 1: expected 'case TITLE'"),
        ("case A\nrun\n", "expected 'clauses"),
        ("case A\nclauses TURN-4\nnew base\n", "no line 'run'"),
        ("case A\nclauses TURN-4\nsame\nrun\n", "no case above"),
        ("case A\nclauses TURN-4\nnew base target=1\nrun\n", "whole number"),
        ("case A\nclauses TURN-4\nnew moon\nrun\n", "no scenario"),
        ("case A\nclauses TURN-4\nnew base\nrun\ndance\n", "line 5: expected one of"),
        ("case A\nclauses TURN-4\nturn blue card\nrun\n", "no line 'maze'"),
    ],
)
def test_a_mistake_in_a_case_file(text: str, problem: str) -> None:
    with pytest.raises(TextError, match=problem):
        parse_cases(text, "x.case")


@pytest.mark.parametrize(
    "wrong",
    [
        "> card 2",
        "> nonsense",
        "legal card 2",
        "illegal start bW a2",
        "refused start bW a2 : not-now",
        "refused card 2 : card-too-high",
        "unreadable start bW a2",
        "only start bW a2",
        "choices 5",
        "expect blue vp 1",
        "expect blue lives 3",
        "expect bW at a2",
        "expect bQ at a2",
        "expect ap 3",
        "expect ap",
        "expect turn yellow",
        "expect over blue",
        "expect decision card blue",
        "expect room R1 1D r0",
        "expect room x",
        "expect gate",
        "expect gate a1e open",
        "expect fighters bW",
        "expect steps 1",
    ],
)
def test_a_case_that_is_not_so_fails_with_its_line(wrong: str) -> None:
    (failure,) = outcome(wrong)
    assert failure.startswith("x.case, line 5: ")


def test_what_is_so_holds() -> None:
    assert (
        outcome("# a remark\n> start bW a2 | start T a4\nexpect bW at a2 | bW carries nothing | bG supply\nexpect over no")
        == []
    )
    assert (
        outcome("expect room R1 face-down\nexpect decision starters blue\nchoices 32\nunreadable bX move\nillegal pass") == []
    )


def test_the_same_position_serves_two_cases() -> None:
    first, second = parse_cases(HEAD + "> start bW a2\n\ncase B\nclauses TURN-4\nsame\nrun\nchoices 32\nrun\nchoices 32\n")
    assert run_case(first) == run_case(second) == [] and len(second.runs) == 2


@settings(max_examples=40 * TIMES, deadline=None)
@given(
    st.lists(
        st.sampled_from(["> ", "expect ", "legal ", "only ", "refused ", "bW", "at", "a2", "|", "vp", "room", "\n", "x", ":"])
    )
)
def test_any_order_is_obeyed_or_refused_with_a_sentence(words: list[str]) -> None:
    try:
        outcome(" ".join(words))
    except TextError as error:
        assert error.problem
