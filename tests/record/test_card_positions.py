"""Positions of the Card Game: written and read back to the same state; mistakes are sentences with a line; the drawing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_twister.game.record.card.drawing import draw
from dungeon_twister.game.record.position import read_position, write_position
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.digest import digest
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.geometry.text import TextError
from tests.amounts import TIMES
from tests.card.play import OPTIONS, random_game
from tests.random_play import play_on


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_a_position_is_read_back_to_the_same_state(number: int) -> None:
    state = random_game(number)
    for count, _ in enumerate(play_on(state, Random(number + 50), 700)):
        if count % 9 == 0 and not state.over and state.decision() == ACT:
            again = read_position(write_position(state))
            assert isinstance(again, CardState)
            assert again.key() == state.key() and digest(again) == digest(state)
            assert (again.crowd, again.fit, again.men, again.things) == (state.crowd, state.fit, state.men, state.things)
            assert legal(again) == legal(state)


def test_a_position_is_written_only_between_actions() -> None:
    with pytest.raises(TextError, match="between actions"):
        write_position(random_game(0))


POSITION = """position 1
scenario card-lab
options secretObjects=yes
turn blue ap 3
count turn 12 quiet 3 progress yes acted blue
blue vp 1 jumps 2 combat 01233 used 456 kept 0
yellow vp 0 jumps 3 combat 012233456 used - kept 2
tiles 2 1 3 4 5 6
rooms R1=blue-1.0 R2=green-2.1 R4=blue-2.3
gates R1=open R2=broken
walls R4
pool red-1 red-2
under R3 bGm yro
at blue-1.T bNa+bro bPa+bCl~+bke yCl~ yke
at N0T bTh+bk2
at S1G yNa+ysh
at N bsw
out bGb ytr
rescued bDa
gone yCo~ ysp
removed yGb
marks bNa=spent bTh=fought yCl=hurt ysh=shown
entry bNa=blue-1.S
wounds 7 bCl=2 yCl=7 yCo=4
"""
DRAWING = """maze
N blue bsw
  T open wall: bTh+bk2                       T far
  S open wall                                S open
  C far                                      C far
  G far                                      G open wall

R1 blue-1.0 cw                             R2 green-2.1 ccw
+ + +-+-+ +  T bNa+bro bPa+bCl~+bke yCl~   +-+ + + + +
|T T T S S     yke                          G G G|S S
+ + +-+ + +                                + + +-+ + +
|T O G|S S|                                |G G S S S|
+ + + + + +                                +-+ + +x+-+
 T G G G|S                                 |C|G S|T T|
+n+-+ + + +                                + + + + + +
 C C:G O S                                  C O C O T
+ + +-+ + +                                + + + + + +
 C C C C|S                                  C C C:T T
+-+ + +-+-+                                + +-+ +-+ +

R3 face down                               R4 blue-2.3 ccw walls broken
...........  b1 y1                         + + +x+ + +
.         .                                 S S S S S
.   R3    .                                + + + + + +
.         .                                 T T G G S
...........                                + + + + + +
                                            T O O G S
                                           + + + + + +
                                            T C G G C
                                           + + + + + +
                                            T C C C C
                                           + + + + + +

R5 face down                               R6 face down
...........                                ...........
.         .                                .         .
.   R5    .                                .   R6    .
.         .                                .         .
...........                                ...........

S yellow
  T unknown                                  T unknown
  S unknown                                  S unknown
  C unknown                                  C unknown
  G unknown                                  G unknown: yNa+ysh
"""


def test_a_position_with_everything() -> None:
    state = read_position(POSITION + DRAWING)
    assert isinstance(state, CardState)
    assert draw(state) == DRAWING.split("\n")[1:-1]
    assert write_position(state) == POSITION + DRAWING
    assert len(legal(state)) > 1


def test_a_drawing_for_a_viewer_hides_what_he_may_not_know() -> None:
    """OPT-10, SET-9: names of enemies' loads and wounded; starters and their letters before they are shown."""
    state = read_position(POSITION)
    assert isinstance(state, CardState)
    assert "yCl" not in "\n".join(draw(state, 0)) and "yNa+ysh" in "\n".join(draw(state, 0))  # shown this turn (OPT-13)
    assert any(line.endswith("T bNa+bro bPa+bCl~+bke y?7~   +-+ + + + +") for line in draw(state, 0))
    assert "bNa+? bPa+?+b?2~" in "\n".join(draw(state, 1))
    beginning = random_game(1)
    for _ in play_on(beginning, Random(1), 9):
        pass
    drawn = "\n".join(draw(beginning, 0))
    assert drawn.count("  ?: y?") == 2 and drawn.count("  ?: b") == 2 and "?: b?" not in drawn


def test_what_is_left_out_means_the_usual() -> None:
    state = read_position("scenario card-lab\nturn yellow ap 2\nat S0T yNa\n")
    assert isinstance(state, CardState)
    assert (state.turn, state.quiet, state.acted, state.kept_ap, state.jumps) == (10, 0, 3, [0, 0], [3, 3])
    assert state.men == [[], [state.setting.tokens_of[1][13]]] and state.rooms_left == (1 << 16) - 1


ROOM = """room mine pair=mine turn=cw
+ + + + + +
 T T T T T
+ + + + + +
 S S S S S
+ + + + + +
 C C C C C
+ + + + + +
 G G G G G
+ + + + + +
 G G G G G
+ + + + + +
"""


def test_a_room_of_ones_own() -> None:
    rows = [line.ljust(11) if i else line for i, line in enumerate(ROOM.rstrip("\n").split("\n"))]
    text = "\n".join(["scenario card-lab", *rows, "turn blue ap 3", "rooms R1=mine.1", "at mine.T bNa"])
    state = read_position(text)
    assert len(legal(state)) > 1 and write_position(state).count("mine.T") == 1


MISTAKES = [
    ("turn blue ap 3\n", "", "no line 'turn", 1),
    ("turn blue ap 3", "turn green ap 3", "expected 'turn", 4),
    ("turn blue ap 3", "turn blue card", "expected 'turn", 4),
    ("turn blue ap 3", "turn blue ap x", "is a number", 4),
    ("turn blue ap 3", "turn blue ap 7", "more than 6", 4),
    ("turn blue ap 3", "turn blue ap 3\nturn blue ap 3", "two lines", 5),
    ("turn blue ap 3", "turn blue ap 3\nweather fine", "no line 'weather'", 5),
    ("turn blue ap 3", "turn blue ap 3\nspare bGh", "no line 'spare'", 5),
    ("position 1", "position 2", "version 1", 1),
    ("card-lab", "moon", "no scenario", 0),
    ("secretObjects=yes", "secretObjects=maybe", "is one of", 0),
    ("quiet 3", "quiet x", "is a number", 5),
    ("progress yes", "progress maybe", "expected 'count", 5),
    ("acted blue", "acted red", "expected 'count", 5),
    ("acted blue", "acted", "expected pairs", 5),
    ("vp 1", "lives 1", "a player has no", 6),
    ("vp 1", "vp 5", "would be over", 6),
    ("combat 01233", "combat 1233", "always in hand", 6),
    ("combat 01233", "combat 0777", "no hand of the cards", 6),
    ("tiles 2 1", "tiles 2 2", "each once", 8),
    ("R1=blue-1.0", "R1=blue-1.4", "no room on a place", 9),
    ("R1=blue-1.0", "R9=blue-1.0", "is no place", 9),
    ("R2=green-2.1", "R2=blue-1.1", "twice", 9),
    ("R2=green-2.1", "R1=green-2.1", "two rooms", 9),
    ("R1=open", "R1=ajar", "no portcullis", 10),
    ("R1=open", "R3=open", "lies face down", 10),
    ("R4=blue-2.3\ngates R1=open", "R4=fix-2.3\ngates R4=open", "has no portcullis", 10),
    ("walls R4", "walls R1", "is broken too", 11),
    ("pool red-1", "pool blue-1", "cannot come up", 12),
    ("under R3 bGm", "under R4 bGm", "lies face up", 13),
    ("under R3 bGm yro", "under R3 bGm yro bAs bBa bBe", "no more than 4", 13),
    ("under R3 bGm", "under R3 bNa", "in two places", 14),
    ("at blue-1.T", "at blue-9.T", "is no place", 14),
    ("at blue-1.T", "at red-1.T", "does not lie face up", 14),
    ("at blue-1.T bNa", "at blue-1.T bXx", "is no token", 14),
    ("at blue-1.T bNa+bro bPa+bCl~+bke yCl~ yke", "at blue-1.T", "expected 'at PLACE'", 14),
    ("bNa+bro", "bNa+bro+bar", "no more than 1 \\(HAN-2\\)", 14),
    ("bPa+bCl~+bke", "bPa+bCl~+bke+bar", "no more than 2 \\(HAN-2\\)", 14),
    ("bNa+bro", "bGh+bro", "no more than 0 \\(HAN-2\\)", 14),
    ("bPa+bCl~+bke", "bPa+bCl+bke", "must be wounded", 14),
    ("bPa+bCl~+bke", "bPa~+bCl~+bke", "carries no one", 14),
    ("bPa+bCl~+bke yCl~", "bPa+yCl~+bke", "only friendly", 14),
    ("bNa+bro", "bNa+bro~", "cannot be wounded", 14),
    ("bNa+bro", "bro+bNa", "carries nothing", 14),
    ("yke\nat N0T", "yke bAs bBa\nat N0T", "more than 3", 14),
    ("at N0T bTh+bk2", "at N bTh+bk2", "needs a station", 15),
    ("at N0T bTh+bk2", "at S0T bTh+bk2", "EXT-6", 15),
    ("at N bsw", "at N0S bsw", "as a whole", 17),
    ("rescued bDa", "rescued bar", "is no character", 19),
    ("bNa=spent", "bNa=happy", "is no mark", 22),
    ("bNa=spent", "bNa=shown", "is no mark", 22),
    ("entry bNa=blue-1.S", "entry bNa=moon", "is no place", 23),
    ("wounds 7", "wounds 6", "from 1 to 6", 24),
    ("bCl=2", "bCl=7", "each once", 24),
    ("bCl=2 ", "", "has no number", 24),
]


@pytest.mark.parametrize(("old", "new", "problem", "line"), MISTAKES)
def test_a_mistake_in_a_position(old: str, new: str, problem: str, line: int) -> None:
    assert old in POSITION
    with pytest.raises(TextError, match=problem) as error:
        read_position(POSITION.replace(old, new, 1), "x.pos")
    assert error.value.line == line and error.value.source == "x.pos"


def test_a_turn_without_action_points() -> None:
    """SAM-1: only a free combat is left; without one the turn would be over."""
    lines = "scenario card-lab\nturn blue ap 0\nrooms R1=blue-1.0\nat blue-1.T bSa yNa\n"
    assert len(legal(read_position(lines))) == 2
    with pytest.raises(TextError, match="the turn would be over"):
        read_position(lines.replace("bSa", "bWa"))


def test_the_place_of_a_wrong_sign_is_named() -> None:
    wrong = (POSITION + DRAWING).replace("|T O G|S S|", "|T O G S S|")
    with pytest.raises(TextError, match=r"shows ' ' where the position has '\|'") as error:
        read_position(wrong, "x.pos")
    row = wrong.split("\n").index(next(line for line in wrong.split("\n") if line.startswith("|T O G S S|")))
    assert (error.value.line, error.value.column) == (row + 1, 7)
    with pytest.raises(TextError, match="the drawing shows"):
        read_position(POSITION + DRAWING + "more\n")


@settings(max_examples=60 * TIMES, deadline=None)
@given(st.integers(0, len(POSITION)), st.integers(0, 12), st.text(max_size=8))
def test_any_text_is_a_position_or_a_text_error(at: int, cut: int, more: str) -> None:
    try:
        read_position(POSITION[:at] + more + POSITION[at + cut :])
    except TextError as error:
        assert error.problem
