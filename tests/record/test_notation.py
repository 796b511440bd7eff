"""The three faces of a choice convert both ways without loss; every text is a choice or a TextError."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_twister.game.record.board.square_names import column_name, read_square, square_name
from dungeon_twister.game.record.json_codec import from_json, to_json
from dungeon_twister.game.record.notation import Choice, from_choice, read, to_choice, write
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.geometry.text import TextError
from tests.amounts import TIMES
from tests.random_play import new_board, play_on, random_game


@pytest.mark.parametrize("number", range(7))
def test_faces_of_a_choice(number: int) -> None:
    state = random_game(number)
    for count, _ in enumerate(play_on(state, Random(number))):
        if count % 5 == 0:
            for action in legal(state):
                choice = to_choice(state, action)
                assert read(state, write(state, action)) == action
                assert from_choice(state, from_json(to_json(choice), Choice)) == action


def test_squares() -> None:
    """MAP-1, MAP-2: a1 is x = 0, y = 0; after z come aa, ab."""
    state = new_board()
    assert [column_name(x) for x in (0, 21, 25, 26, 27, 52)] == ["a", "v", "z", "aa", "ab", "ba"]
    assert square_name(state, read_square(state, "v10")) == "v10"
    state.maze = state.maze.revealed(1, 2, 3)
    assert {square_name(state, square) for square in range(25, 50)} == {f"{c}{r}" for c in "ghijk" for r in range(1, 6)}
    for wrong in ("w1", "a11", "a0", "1a", "", "A1", "a", "b1", "a1²", "é1", "a" * 9 + "1"):
        with pytest.raises(TextError):
            read_square(state, wrong)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "nothing was typed"),
        ("jump bW", "'jump' is written 'bW jump'"),
        ("bW move c4", "unexpected '"),
        ("card", "'card' is written 'card 3'"),
        ("card three", "is no number"),
        ("card 99", "from 0 to 9"),
        ("bW turn R9 cw", "R1 to R8"),
        ("bW turn R1 left", "cw or ccw"),
        ("bW break up", "n, e, s or w"),
        ("bW fire e far", "n, e, s or w"),
        ("room 9X r1", "there is no room"),
        ("room 1D r7", "an orientation"),
        ("resign red", "there is no player"),
        ("bX move", "is no token"),
        ("pair 9", "there is no pair"),
        ("bW dance", "cannot read"),
        ("bW attack T", "needs its colour letter"),
    ],
)
def test_what_cannot_be_read_is_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(TextError, match=sentence):
        read(new_board(), text)


def test_unknown_verbs_of_a_struct() -> None:
    with pytest.raises(TextError, match="nothing one can do"):
        from_choice(new_board(), Choice("dance"))
    with pytest.raises(TextError, match="is no choice"):
        to_choice(new_board(), 31)


VOCABULARY = """bW yT move jump wall turn reveal attack break gate heal fire drink take drop swap stop pass card combat place
start lay out pair placer starter room resign draw timeout R1 R99 cw ccw e far a2 v9 c4 3 r1 1D W $ b$ blue x -1 0"""
WORDS = st.sampled_from(VOCABULARY.split())


def midgame() -> BoardState:
    state = random_game(0)
    for _ in play_on(state, Random(11), 300):
        pass
    return state


STATE = midgame()


@settings(max_examples=100 * TIMES, deadline=None)
@given(st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=5).map(" ".join)))
def test_any_text_is_a_choice_or_a_text_error(text: str) -> None:
    try:
        action = read(STATE, text)
    except TextError:
        return
    assert read(STATE, write(STATE, action)) == action
