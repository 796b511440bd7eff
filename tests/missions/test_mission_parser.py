"""Files of missions that do not add up: each is refused with one sentence that names file, line and fault."""

from __future__ import annotations

import pytest

from dungeon_twister.learning.missions import MissionError, parse_mission

GOOD = """\
# Two out.
number = 1
act = 1
game = "board"
bot = "lamplighter"
seed = "try"
goal = ["leave 2", "turns 6"]
stars = ["turns 4", "keep bT"]
start = '''
scenario lab
turn blue ap 1
rooms R1=hall-a.0 R2=hall-b.0
maze
      a    b    c    d    e    f    g    h    i    j    k    l
   +----+----+----+----+----+----+----+----+----+----+----+----+
 1 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 2 | o    .    .    .    .    .    .    .    .    .   bH    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 3 | :    .   bT    .    .    .    .    .    .    .   yT    :  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 4 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 5 | o    .    .    .    .    @    @    .    .    .    .    o  |
   +----+----+----+----+----+----+----+----+----+----+----+----+
'''
"""


def test_a_mission_has_the_fields_of_its_file() -> None:
    mission = parse_mission("try-it", GOOD)
    assert (mission.name, mission.number, mission.act, mission.game, mission.scenario) == ("try-it", 1, 1, "board", "lab")
    assert (mission.player, mission.players, mission.bot, mission.most_stars) == ("blue", 2, "lamplighter", 3)
    assert [str(one) for one in mission.goal + mission.stars] == ["leave 2", "turns 6", "turns 4", "keep bT"]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("act = 1", "act = 4", "line 3: act should be a whole number from 1 to 3"),
        ("number = 1", "number = 0", "line 2: number should be a whole number from 1 to 99"),
        ("number = 1", "number = 1\nstory = 3", "line 3: 'story' is none of"),
        ('game = "board"', 'game = "card"', "line 9: its position is not of the game 'card'"),
        ('bot = "lamplighter"', 'bot = "greedy"', "line 5: bot should be one of lamplighter,"),
        ('seed = "try"', "", "line 1: seed should be a text"),
        ('seed = "try"', 'seed = "try"\nplayer = "red"', "line 7: player should be one of blue, yellow"),
        ('"turns 6"', '"turns"', "line 7: in 'turns' one word should follow turns"),
        ('"turns 6"', '"turns 0"', "line 7: in 'turns 0' a number from 1 to 60 should follow turns"),
        ('"turns 6"', '"win 2"', "line 7: in 'win 2' nothing follows win"),
        ('"turns 6"', '"dance"', "line 7: 'dance' is no condition: it begins with one of win,"),
        ('"turns 6"', '"leave 3"', "line 7: goal has leave twice"),
        ('["leave 2", "turns 6"]', '["turns 6"]', "line 7: the goal has only limits"),
        ('"keep bT"', '"keep bX"', "line 8: 'bX' in 'keep bX' is no character of this position"),
        ('"keep bT"', '"keep b$"', "line 8: 'b$' in 'keep b$' is no character of this position"),
        ('["turns 4", "keep bT"]', "[]", "line 8: stars should have from 1 to 2 conditions"),
        ("turn blue ap 1", "turn blue ap x", "line 11"),
        (" 3 | :    .   bT", " 3 | :    .   bQ", "line 20"),
        ("number = 1", "number =", "it is no TOML"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(before: str, after: str, said: str) -> None:
    assert before in GOOD
    with pytest.raises(MissionError) as refused:
        parse_mission("try-it", GOOD.replace(before, after, 1))
    assert str(refused.value).startswith("try-it.toml") and said in str(refused.value)


def test_a_name_is_of_small_letters() -> None:
    with pytest.raises(MissionError, match="is no name of a mission"):
        parse_mission("Try", GOOD)
