"""Choices of the Card Game: three faces that convert without loss; hidden names; every text is a choice or a TextError."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_twister.game.record.card.notation import GRAMMAR
from dungeon_twister.game.record.card.token_names import read_place, read_spot, read_token, spot_name, token_name
from dungeon_twister.game.record.json_codec import from_json, to_json
from dungeon_twister.game.record.notation import Choice, choice_text, from_choice, read, to_choice, write
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError
from dungeon_twister.rules.visibility import ALL_KNOWING
from tests.amounts import TIMES
from tests.card.play import OPTIONS, card_position, random_game
from tests.random_play import play_on

POSITION = """turn blue ap 3
rooms R1=blue-1.0 R2=green-2.1 R4=blue-2.3
under R3 bGm yro
at blue-1.T bNa+bro bPa+bCl~+bke yCl~+ysw yke
at blue-1.S bTk bSa+bsp bWi+bin
at N0T bTh+bk2
at N bsw
at S1G yNa+yar
"""


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_faces_of_a_choice(number: int) -> None:
    """All choices of random games; those shown to the decider lead back to the same integer too."""
    state = random_game(number)
    for count, _ in enumerate(play_on(state, Random(number), 500)):
        if count % 7 == 0:
            for action in legal(state):
                choice = to_choice(state, action)
                assert read(state, write(state, action)) == action
                assert choice_text(choice) == write(state, action)
                assert from_choice(state, from_json(to_json(choice), Choice)) == action
                shown = to_choice(state, action, state.decider()) if state.decider() >= 0 else choice
                assert from_choice(state, shown) == read(state, choice_text(shown)) == action


PACKED = [
    ("blue-1.T", actions.pack(actions.STEP, 0, 0)),
    ("green-2.S", actions.pack(actions.STEP, 0, 5)),
    ("N0T", actions.pack(actions.STEP, 0, 24)),
    ("S1G", actions.pack(actions.STEP, 0, 39)),
    ("take bke", actions.pack(actions.TAKE, 27)),
    ("drop bke", actions.pack(actions.DROP, 27)),
    ("give bke bNa", actions.pack(card_actions.GIVE, 27, 13)),
    ("swap bke yke", actions.pack(actions.SWAP, 27, 65)),
    ("rob yCl", actions.pack(card_actions.ROB, 41)),
    ("rob yCl bke", actions.pack(card_actions.ROB, 41, 28)),
    ("stop", actions.STOP),
    ("bNa move", actions.pack(actions.MOVE, 13)),
    ("bNa reveal R3", actions.pack(actions.REVEAL, 13, 2)),
    ("bNa turn R4 cw", actions.pack(actions.ROTATE, 13, 3 * 4 + 1)),
    ("bNa turn R4 ccw", actions.pack(actions.ROTATE, 13, 3 * 4 + 3)),
    ("bNa jump blue-1.G", actions.pack(actions.JUMP, 13, 3)),
    ("bNa jump blue-1.G 4", actions.pack(actions.JUMP, 13, 3 | 4 << 8)),
    ("bNa attack yCl", actions.pack(actions.ATTACK, 13, 41)),
    ("bSa attack yCl free", actions.pack(actions.ATTACK, 16, 41 | 256)),
    ("bSa spear yCl", actions.pack(card_actions.SPEAR, 16, 41)),
    ("bSa spear yCl free", actions.pack(card_actions.SPEAR, 16, 41 | 256)),
    ("bCr shoot yCl", actions.pack(card_actions.SHOOT, 5, 41)),
    ("bCl bow yCl", actions.pack(card_actions.BOW, 3, 41)),
    ("bTh gate R2", actions.pack(actions.TOGGLE, 19, 1)),
    ("bWa break R2", actions.pack(actions.BREAK, 22, 1)),
    ("bCl heal yNa", actions.pack(actions.HEAL, 3, 51)),
    ("bTr regenerate", actions.pack(actions.REGENERATE, 20)),
    ("bPi steal yNa", actions.pack(card_actions.STEAL, 15, 51)),
    ("bPi steal yNa yke", actions.pack(card_actions.STEAL, 15, 51 | 66 << 8)),
    ("bTk lift yke blue-1.G", actions.pack(card_actions.LIFT, 17, 65 | 3 << 8)),
    ("bTk lift yke S yNa", actions.pack(card_actions.LIFT, 17, 65 | 32 << 8 | 52 << 16)),
    ("bGm walls", actions.pack(card_actions.BREAK_WALLS, 11)),
    ("bWw wall", actions.pack(actions.WALK_WALL, 21)),
    ("bWi fire yNa", actions.pack(actions.FIRE, 24, 51)),
    ("bWi invert R4", actions.pack(card_actions.INVERT, 24, 3)),
    ("pass", actions.PASS),
    ("pick bNa", actions.pack(card_actions.PICK, 13)),
    ("out bNa", actions.pack(actions.LEAVE_OUT, 13)),
    ("start bNa 1", actions.pack(actions.START, 13, 1)),
    ("lay bNa R3", actions.pack(actions.LAY, 13, 2)),
    ("face bNa C", actions.pack(card_actions.FACE, 13, 2)),
    ("place bNa blue-2.C", actions.pack(actions.PLACE, 13, 14)),
    ("rage 2", actions.pack(card_actions.RAGE, 2)),
    ("name 0", actions.pack(card_actions.NAME, 0)),
    ("combat 5", actions.pack(actions.COMBAT, 5)),
    ("combat 5 0", actions.pack(actions.COMBAT, 5, 1)),
    ("pair green", actions.pack(actions.DRAW_PAIR, 1)),
    ("picker yellow", actions.pack(card_actions.DRAW_PICKER, 1)),
    ("placer blue", actions.pack(actions.DRAW_PLACER, 0)),
    ("starter yellow", actions.pack(actions.DRAW_STARTER, 1)),
    ("room green-1 r3", actions.pack(actions.DRAW_ROOM, 3, 2)),
    ("drawn yke", actions.pack(card_actions.DRAW_OBJECT, 65)),
    ("resign yellow", actions.pack(actions.RESIGN, 1)),
    ("draw", actions.AGREE_DRAW),
    ("timeout", actions.TIMEOUT),
]


@pytest.mark.parametrize(("text", "action"), PACKED)
def test_the_integer_of_a_text(text: str, action: int) -> None:
    state = card_position(POSITION)
    assert read(state, text) == action
    assert write(state, action) == text == choice_text(to_choice(state, action))


def test_every_kind_has_an_example() -> None:
    assert {actions.kind_of(action) for _, action in PACKED} == set(GRAMMAR.table)


def test_rooms_are_named_by_where_they_lie_now() -> None:
    """INV-1: after an inversion R1 is whatever lies there; zones keep the name of their room."""
    state = card_position(POSITION)
    state.maze = state.maze.swapped(0, 1)
    assert write(state, actions.pack(card_actions.INVERT, 24, 0)) == "bWi invert R2"
    assert read(state, "bWi invert R1") == actions.pack(card_actions.INVERT, 24, 1)
    assert read(state, "blue-1.T") == actions.pack(actions.STEP, 0, 0)


def test_places() -> None:
    """STA-1, LNK-1: zones, stations, and a starting zone as one place."""
    state = card_position(POSITION)
    for place in [*range(8), *range(12, 16), *range(24, 40)]:
        assert read_place(state, state.maze.name(place)) == place
    assert [read_spot(state, side) for side in "NS"] == [24, 32] and spot_name(state, 35) == "S"
    for wrong in ("", "T", "blue-1", "blue-1.X", "blue-1.", "moon.T", "red-1.T", "N2T", "E0T", "N0t", "2.T"):
        with pytest.raises(TextError):
            read_place(state, wrong)
    with pytest.raises(TextError, match="one place here"):
        read_spot(state, "N0T")


def test_a_colour_may_be_left_out() -> None:
    state = card_position(POSITION)
    assert read(state, "Na move") == read(state, "bNa move")
    assert read(state, "Na attack Cl") == read(state, "bNa attack yCl")
    with pytest.raises(AmbiguousActionError, match=r"bTk lift bke blue-1\.S, bTk lift yke blue-1\.S"):
        read(card_position("turn blue ap 3\nrooms R1=blue-1.0\nat blue-1.T bTk bke yke"), "Tk lift ke blue-1.S")
    with pytest.raises(TextError, match="needs its colour letter"):
        read(state, "Na attack Gh")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "nothing was typed"),
        ("jump bNa", "'jump' is written 'bNa jump blue-1.T'"),
        ("bNa jump", "'jump' is written 'bNa jump blue-1.T'"),
        ("bNa jump blue-1.G 9", "from 0 to 6"),
        ("bNa jump blue-1.G x", "is no number"),
        ("bNa move c4", "unexpected '"),
        ("bNa attack yCl freely", "unexpected 'freely'"),
        ("bNa attack W", "is no token"),
        ("bW move", "is no token"),
        ("bNa attack y?7", "no wounded character"),
        ("bNa turn R9 cw", "R1 to R6"),
        ("bNa turn R1 left", "cw or ccw"),
        ("bNa reveal S", "is no place of a room"),
        ("c4", "is no place"),
        ("red-1.T", "does not lie face up"),
        ("bTk lift yke N0T", "one place here"),
        ("give bke", "'give' is written 'give bNa yCl'"),
        ("start bNa 2", "there is no column"),
        ("face bNa X", "there is no letter"),
        ("rage 3", "from 1 to 2"),
        ("name 7", "from 0 to 6"),
        ("combat 5 9", "from 0 to 6"),
        ("room moon r1", "there is no room"),
        ("room blue-1 r7", "an orientation"),
        ("resign red", "there is no player"),
        ("pair gold", "there is no pair"),
        ("card 3", "cannot read"),
        ("bNa drink", "cannot read"),
    ],
)
def test_what_cannot_be_read_is_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(TextError, match=sentence):
        read(card_position(POSITION), text)


def test_verbs_of_the_other_game() -> None:
    state = card_position(POSITION)
    with pytest.raises(TextError, match="nothing one can do"):
        from_choice(state, Choice("drink", token="bNa"))
    with pytest.raises(TextError, match="is no choice"):
        to_choice(state, board_actions.CARD)


SECRET = "options secretObjects=yes\n" + POSITION.replace("yCl~+ysw", "yCl~+ysw yTr~")


def test_hidden_names() -> None:
    """OPT-10: an enemy's wounded differ by the number of the wound, what he carries has no name; records name everything."""
    state = card_position(SECRET)
    cleric, troll, friend = (read_token(state, name) for name in ("yCl", "yTr", "bCl"))
    sword, lying = read_token(state, "ysw"), read_token(state, "yke")
    assert [token_name(state, token, 0) for token in (cleric, troll, friend)] == ["y?2", "y?3", "bCl"]
    assert [token_name(state, token, 1) for token in (cleric, troll, friend)] == ["yCl", "yTr", "b?1"]
    assert [token_name(state, token, -1) for token in (cleric, friend, sword, lying)] == ["y?2", "b?1", "?", "yke"]
    assert [token_name(state, token, 0) for token in (sword, lying)] == ["?", "yke"]
    assert token_name(state, sword, 1) == "ysw"
    assert [token_name(state, token, ALL_KNOWING) for token in (cleric, sword)] == ["yCl", "ysw"]
    assert [read_token(state, name) for name in ("b?1", "y?2", "y?3")] == [friend, cleric, troll]
    attack = actions.pack(actions.ATTACK, read_token(state, "bNa"), cleric)
    assert write(state, attack) == "bNa attack yCl"
    assert choice_text(to_choice(state, attack, 0)) == "bNa attack y?2"
    assert read(state, "bNa attack y?2") == read(state, "bNa attack yCl") == attack


def test_nobody_finds_out_by_naming() -> None:
    """OPT-10: a player who types a name gets the same answer whether the enemy lies wounded there or is absent."""
    state = card_position(SECRET)
    for hidden, absent in (("bNa attack yCl", "bNa attack yGh"), ("bNa attack Cl", "bNa attack Gh"), ("take ysw", "take yfi")):
        problems = []
        for text in (hidden, absent):
            with pytest.raises(TextError) as error:
                read(state, text, 0)
            problems.append(error.value.problem.replace("yCl", "yGh").replace("'Cl'", "'Gh'").replace("ysw", "yfi"))
        assert problems[0] == problems[1]
    for right in ("bNa attack y?2", "Pa move", "bCl heal yNa", "bTk lift yke blue-1.T", "drop bke"):
        assert read(state, right, 0) == read(state, right)
    assert read(state, "bNa attack yCl", 1) == read(state, "bNa attack yCl")


def test_nothing_is_hidden_without_secret_objects() -> None:
    state = card_position(POSITION)
    assert [token_name(state, read_token(state, name), 0) for name in ("yCl", "ysw")] == ["yCl", "ysw"]


VOCABULARY = """bNa yCl bke yke y?1 y?9 Na ke move jump wall walls turn reveal attack spear shoot bow break gate heal fire
invert lift steal take drop give swap rob stop pass combat rage name place start face lay out pick pair picker placer starter
room drawn resign draw timeout R1 R99 cw ccw blue-1.T N0T N S T free 3 0 r1 blue-1 blue x -1"""
WORDS = st.sampled_from(VOCABULARY.split())


@settings(max_examples=100 * TIMES, deadline=None)
@given(st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=6).map(" ".join)))
def test_any_text_is_a_choice_or_a_text_error(text: str) -> None:
    state = card_position(SECRET)
    try:
        action = read(state, text)
    except TextError:
        return
    assert read(state, write(state, action)) == action
