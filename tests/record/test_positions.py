"""Positions: written and read back to the same state; every mistake names its line."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_twister.game.record.board.drawing import draw
from dungeon_twister.game.record.position import read_position, write_position
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD
from dungeon_twister.rules.engine.board.state import board_of
from dungeon_twister.rules.engine.decisions import ACT, TRAVEL
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.geometry.text import TextError
from tests.amounts import TIMES, some
from tests.random_play import new_board, play_on, random_game

PERFT = Path(__file__).parent.parent / "perft" / "board"


@pytest.mark.parametrize("number", some(range(7), 3))
def test_a_position_is_read_back_to_the_same_state(number: int) -> None:
    state = random_game(number)
    for count, _ in enumerate(play_on(state, Random(number))):
        if count % 9 == 0 and not state.over and state.decision() in (ACT, CHOOSE_CARD):
            text = write_position(state)
            again = read_position(text)
            assert again.key() == state.key() and legal(again) == legal(state)
            assert write_position(again) == text


def test_a_position_is_written_only_between_actions() -> None:
    with pytest.raises(TextError, match="between actions, once the setup is done"):
        write_position(new_board())
    state = random_game(0)
    for _ in play_on(state, Random(0), 60):
        if state.decision() == TRAVEL:
            break
    with pytest.raises(TextError, match="between actions, and this is the middle of one"):
        write_position(state)


def test_starters_can_be_hidden_in_a_drawing() -> None:
    """SETUP-3: before SETUP-6 a drawing for everybody shows colours only."""
    state = random_game(0)
    for _ in play_on(state, Random(0), 8):
        pass
    drawn = "\n".join(draw(state, hide_starters=True))
    assert drawn.count("b?") == 4 and drawn.count("y?") == 4


POSITION = """scenario lab
turn blue ap 2
rooms R1=hall-a.0
maze
      a    b    c    d    e    f    g    h    i    j    k    l
   +----+----+----+----+----+----+----+----+----+----+----+----+
 1 | o    .    .    .    .    .  .                        . o  |
   +    +    +    +    +    +    +                        +    +
 2 | o    .   bWb#  .    .    .  .                        . o  |
   +    +    +    +    +    +    +                        +    +
 3 | :    .    .    .   yt    .  .           R2           . :  |
   +    +    +    +    +    +    +                        +    +
 4 | o    .    .    .    .    .  .                        . o  |
   +    +    +    +    +    +    +                        +    +
 5 | o    .    .    .    .    @  .                        . o  |
   +----+----+----+----+----+----+----+----+----+----+----+----+
"""


def test_a_position_drawn_by_hand() -> None:
    state = board_of(read_position(POSITION))
    assert "\n".join(draw(state)) in POSITION
    assert len(legal(state)) > 1


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("maze\n", "", "no line 'maze'"),
        ("turn blue ap 2", "", "no line 'turn"),
        ("turn blue ap 2", "turn green ap 2", "expected 'turn"),
        ("turn blue ap 2", "turn blue ap 0", "would be over"),
        ("turn blue ap 2", "turn blue", "expected 'turn"),
        ("turn blue ap 2", "turn blue ap x", "is a number"),
        ("turn blue ap 2", "position 7\nturn blue ap 2", "version 1"),
        ("turn blue ap 2", "turn blue ap 2\nturn blue ap 2", "two lines"),
        ("turn blue ap 2", "turn blue ap 2\nweather fine", "no line 'weather'"),
        ("turn blue ap 2", "turn blue ap 2\nblue vp", "expected pairs"),
        ("turn blue ap 2", "turn blue ap 2\nblue lives 3", "a player has no"),
        ("turn blue ap 2", "turn blue ap 2\nblue combat 123", "always in hand"),
        ("turn blue ap 2", "turn blue ap 2\nblue combat 077", "no hand of the cards"),
        ("turn blue ap 2", "turn blue ap 2\nblue actions 9", "no hand of the cards"),
        ("turn blue ap 2", "turn blue ap 2\nmarks bW=happy", "is no mark"),
        ("turn blue ap 2", "turn blue ap 2\nmarks bW=potion99", "is no mark"),
        ("turn blue ap 2", "turn blue ap 2\nunder R1 bT", "lies face up"),
        ("turn blue ap 2", "turn blue ap 2\nunder R7 bT", "is no place"),
        ("turn blue ap 2", "turn blue ap 2\nunder R2 bW", "in two places"),
        ("turn blue ap 2", "turn blue ap 2\nout bQ", "is no token"),
        ("turn blue ap 2", "turn blue ap 2\npool hall-a", "cannot come up"),
        ("turn blue ap 2", "turn blue ap 2\ngates b1n=open", "no portcullis at"),
        ("turn blue ap 2", "turn blue ap 2\ngates open", "is no portcullis"),
        ("turn blue ap 2", "turn blue ap 2\ncount speed 9", "expected 'count"),
        ("turn blue ap 2", "turn blue ap 2\nreached red", "no player"),
        ("turn blue ap 2", "turn blue ap 2\noptions target=99", "whole number"),
        ("turn blue ap 2", "turn blue ap 2\nblue actions -\n", ""),
        ("turn blue ap 2", "turn blue card\nblue actions -", "no action card"),
        ("scenario lab", "scenario moon", "no scenario"),
        ("R1=hall-a.0", "R1=hall-a.4", "no room on a place"),
        ("R1=hall-a.0", "R1=hall-a.0 R2=hall-a.1", "twice"),
        ("bWb#", "bWb%b#"[:4], ""),
        ("bWb#", "bWbW", "in two places"),
        ("bWb#", "bWbT", "two such tokens"),
        ("bWb#", "bWyg", "cannot be carried"),
        ("bWb#", "bW??", "is no token"),
        (" 3 | :    .    .    .   yt ", " 3 | :    .  | .    .   yt ", "the drawing shows '|'"),
        ("   +----+----+----+----+----+----+----+----+----+----+----+----+\n 1", " 1", "lines, it needs"),
    ],
)
def test_a_mistake_in_a_position(old: str, new: str, problem: str) -> None:
    assert old in POSITION
    text = POSITION.replace(old, new, 1)
    if not problem:
        read_position(text)
        return
    with pytest.raises(TextError, match=problem.replace("|", r"\|").replace("(", r"\(")):
        read_position(text)


def test_the_place_of_a_wrong_wall_is_named() -> None:
    wrong = POSITION.replace(" 3 | :    .    .    .   yt ", " 3 | :    .  | .    .   yt ")
    with pytest.raises(TextError) as error:
        read_position(wrong, "x.pos")
    assert (error.value.source, error.value.line, error.value.column) == ("x.pos", 11, 14)


@settings(max_examples=60 * TIMES, deadline=None)
@given(st.integers(0, len(POSITION)), st.integers(0, 12), st.text(max_size=8))
def test_any_text_is_a_position_or_a_text_error(at: int, cut: int, more: str) -> None:
    try:
        read_position(POSITION[:at] + more + POSITION[at + cut :])
    except TextError as error:
        assert error.problem
