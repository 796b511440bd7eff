"""Files of lessons that do not add up: each is refused with one sentence that names file, step and fault."""

from __future__ import annotations

from importlib.resources import files
from random import Random

import pytest

from dungeon_twister.learning.lessons import LessonError, check_lesson, lesson_names, parse_lesson

GOOD = """
number = 1
game = "board"
minutes = 2
cards = ["board.move"]
other = ["card *", "pass"]
start = '''
scenario lab
turn blue ap 1
rooms R1=hall-a.0 R2=hall-b.0
maze
      a    b    c    d    e    f    g    h    i    j    k    l
   +----+----+----+----+----+----+----+----+----+----+----+----+
 1 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 2 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 3 | :    .   bT    .    .    .    .    .    .    .   yT    :  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 4 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 5 | o    .    .    .    .    @    @    .    .    .    .    o  |
   +----+----+----+----+----+----+----+----+----+----+----+----+
'''

[[step]]
name = "go"
until = ["bT at d3"]
ring = ["bT", "d3"]
open = ["bT move", "step *", "stop"]
solution = ["bT move", "d3"]

[[step.answer]]
name = "lost"
then = ["event turn-ended player=blue", "not bT at d3"]
again = true

[[step.wrong]]
tries = ["bT move", "c2", "stop"]
gets = "lost"
"""


def faults(text: str) -> list[str]:
    """What the check finds, but for the texts that this lesson does not have."""
    return [fault for fault in check_lesson(parse_lesson("try", text)).faults if "is missing in" not in fault]


def test_a_small_lesson_is_right() -> None:
    assert faults(GOOD) == []


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("number = 1", "number = 0", "number should be a whole number from 1 to 99"),
        ("number = 1", "number = true", "number should be a whole number"),
        ('game = "board"', 'game = "chess"', "game should be one of board, card, not 'chess'"),
        ('game = "board"', 'game = "card"', "there is no card of the rules 'board.move'"),
        ("minutes = 2", "", "minutes should be a whole number"),
        ("minutes = 2", "hours = 2", "'hours' is none of"),
        ('["board.move"]', '["board.dance"]', "there is no card of the rules 'board.dance'"),
        ('["board.move"]', "[1]", "cards should be a list of texts"),
        ('"pass"]', '"... pass"]', "only the last word can be ..."),
        ("number = 1", 'number = 1\nscenario = "base"', "either with a position (start) or with a scenario"),
        ("number = 1", 'number = 1\nbot = "nobody"', "there is no bot 'nobody'"),
        ("number = 1", 'number = 1\nplayer = "green"', "nobody of blue, yellow is 'green'"),
        ("turn blue ap 1", "turn blue ap x", "its position is wrong"),
        ("scenario lab", "scenario card-lab", "its position is wrong"),
        ("number = 1", "number = ", "it is no TOML"),
    ],
)
def test_a_wrong_lesson_is_refused(before: str, after: str, said: str) -> None:
    assert before in GOOD
    with pytest.raises(LessonError) as error:
        parse_lesson("try", GOOD.replace(before, after, 1))
    assert str(error.value).startswith("try.toml: ") and said in str(error.value)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('until = ["bT at d3"]', "", "a step has either conditions it waits for (until) or a question"),
        ('until = ["bT at d3"]', 'until = ["bT dances"]\nquestion = "things bT"', "a step has either"),
        ('until = ["bT at d3"]', 'until = ["bQ at d3"]', "'bQ at d3' is no fact of this game"),
        ('until = ["bT at d3"]', 'until = ["event danced"]', "'event danced' names no event"),
        ('until = ["bT at d3"]', 'until = ["event stepped leg=2"]', "'leg=2' compares nothing of an event"),
        ('until = ["bT at d3"]', 'until = ["event stepped token<=x"]', "compares no numbers"),
        ('until = ["bT at d3"]', 'until = ["least blue vp many"]', "should end with a number"),
        ('until = ["bT at d3"]', 'until = ["refused"]', "should name one code of a refusal"),
        ('until = ["bT at d3"]', "until = [3]", "3 is no condition"),
        ('until = ["bT at d3"]', "until = [[]]", "a list of conditions is empty"),
        ('until = ["bT at d3"]', 'until = "ap 0"', "until should be a list of conditions"),
        ('until = ["bT at d3"]', 'question = "who"', "'who' is no question"),
        ('solution = ["bT move", "d3"]', "", "it has no solution"),
        ('ring = ["bT", "d3"]', 'rings = ["bT"]', "'rings' is none of"),
        ('name = "lost"', 'name = "Lost!"', "'Lost!' is no name"),
        ('name = "lost"', 'name = "tick"', "the name 'tick' is taken"),
        ('name = "lost"', 'name = "lost"\nstays = true', "takes a choice back, so the step need not be offered again"),
        ('name = "lost"', 'name = "lost"\nrefusal = "no-way-at-all"', "which does not exist"),
        ('then = ["event turn-ended player=blue", "not bT at d3"]', "", "says to nothing what it says"),
        ("again = true", 'again = "yes"', "again should be true or false"),
        ('gets = "lost"', 'gets = "found"', "which is neither an answer nor a refusal"),
        ('gets = "lost"', "", "gets should be a text"),
        ('tries = ["bT move", "c2", "stop"]', "tries = []", "a wrong try has no lines"),
        ("[[step.wrong]]", '[[step.hint]]\nname = "hm"\nwhen = ["ap 1"]\n[[step.wrong]]', "hints are for guided games"),
    ],
)
def test_a_wrong_step_is_refused(before: str, after: str, said: str) -> None:
    assert before in GOOD
    with pytest.raises(LessonError) as error:
        parse_lesson("try", GOOD.replace(before, after, 1))
    assert str(error.value).startswith("try.toml, step go: ") and said in str(error.value)


def test_two_steps_of_one_name_are_refused() -> None:
    step = GOOD[GOOD.index("[[step]]") :]
    with pytest.raises(LessonError, match="step go: its name is taken"):
        parse_lesson("try", GOOD + step)
    with pytest.raises(LessonError, match="is no name of a lesson"):
        parse_lesson("My Lesson", GOOD)
    with pytest.raises(LessonError, match="a lesson has at least one step"):
        parse_lesson("try", GOOD[: GOOD.index("[[step]]")])


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('solution = ["bT move", "d3"]', 'solution = ["bT move"]', "its solution does not reach its end"),
        ('solution = ["bT move", "d3"]', 'solution = ["bT move", "d3", "stop"]', "its solution goes on after its end"),
        ('solution = ["bT move", "d3"]', 'solution = ["pass"]', "which is answered with lessons.not-yet"),
        ('solution = ["bT move", "d3"]', 'solution = ["bT sings"]', "which cannot be read"),
        ('solution = ["bT move", "d3"]', 'solution = ["try bT move"]', "which is not refused"),
        ('tries = ["bT move", "c2", "stop"]', 'tries = ["pass"]', "is answered with lessons.not-yet, not with lost"),
        ('tries = ["bT move", "c2", "stop"]', 'tries = ["bT move", "j9"]', "cannot be read"),
        ('until = ["bT at d3"]', 'until = ["bT at c3"]', "it is done before it has begun"),
        ('until = ["bT at d3"]', 'until = ["bT at j3"]', "there is no way to its end"),
        ("again = true", "", "it cannot be finished, and no answer says so"),
        ('gets = "lost"', 'gets = "not-yet"', "no wrong try shows the answer 'lost'"),
        ('other = ["card *", "pass"]', "", "nobody says what the other side does"),
    ],
)
def test_the_check_finds_what_is_wrong(before: str, after: str, said: str) -> None:
    assert before in GOOD
    found = faults(GOOD.replace(before, after, 1))
    assert any(said in fault for fault in found), found
    assert all(fault.startswith("Lesson try, ") and fault.endswith(".") for fault in found)


@pytest.mark.parametrize("name", lesson_names())
def test_broken_files_are_refused_with_a_sentence(name: str) -> None:
    """Letters and lines go missing: either it is still a lesson, or a LessonError says in one line what is wrong."""
    text = files("dungeon_twister.content").joinpath("lessons", f"{name}.toml").read_text("utf-8")
    rng = Random(name)
    refused = 0
    for _ in range(25):
        broken = text
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(broken))
            broken = broken[:at] + rng.choice(["", "]", '"', "x", "\n", "9", " "]) + broken[at + rng.randint(1, 12) :]
        try:
            parse_lesson(name, broken)
        except LessonError as error:
            refused += 1
            assert str(error).startswith(f"{name}.toml") and "\n" not in str(error)
    assert refused > 5
