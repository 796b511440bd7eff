"""Every step of every lesson, gone through in several ways: as its solution says, from any position that somebody can come to
with "Show me", and with whole commands as the page sends them."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.learning.lessons import Lesson, load_lessons
from dungeon_twister.learning.lessons.solver import Explorer, Key, StepPosition, finishable
from dungeon_twister.server.study.lesson_exercise import LessonExercise
from tests.amounts import LONG, TIMES

SCRIPTED: Final = [lesson for lesson in load_lessons() if not lesson.guided]
PLACES: Final = 40 if LONG else 12  # positions of a step that are tried
PRESSES: Final = 20  # of "Show me", for one step
MOST_DEEDS: Final = 300


def named(lesson: Lesson) -> str:
    return lesson.name


def begun(name: str, *choices: str) -> LessonExercise:
    """An exercise in which these choices were made, each a command of its own."""
    exercise = LessonExercise(name, [])
    for choice in choices:
        assert exercise.play([choice]) is None
    return exercise


def shown_to(exercise: LessonExercise, step: int) -> None:
    """Press "Show me" until that step begins."""
    for _ in range(PRESSES):
        if exercise.run.at >= step:
            return
        assert exercise.show() is None, (exercise.name, exercise.deeds)
    raise AssertionError(f"{exercise.name}: step {exercise.run.step.name} does not end after {exercise.deeds}")


def lines_to(places: dict[Key, StepPosition], key: Key) -> list[str]:
    lines: list[str] = []
    while (before := places[key].before) is not None:
        lines.append(places[key].line)
        key = before
    return lines[::-1]


@pytest.mark.parametrize("lesson", SCRIPTED, ids=named)
def test_show_me_finishes_every_step_from_wherever_it_can_be_finished(lesson: Lesson) -> None:
    """Moves under way, moves that went astray and (in the long form) wasted points are among these positions. From all others
    the step is begun again, if "Show me" says that there is no way on."""
    rng, exercise = Random(lesson.name), LessonExercise(lesson.name, [])
    for at, step in enumerate(lesson.steps):
        start = list(exercise.deeds)
        if not step.question:
            places = Explorer(lesson, step, exercise.seat).all_places(exercise.run.state, {}, detours=LONG)
            live = finishable(places)
            open_ones = [key for key, place in places.items() if not place.done]
            for key in rng.sample(open_ones, min(PLACES, len(open_ones))):
                other = LessonExercise(lesson.name, start)
                for line in lines_to(places, key):
                    if line.startswith("try "):
                        other.why(line.removeprefix("try "))
                    else:
                        other.run.play(line)
                if key not in live and other.show() is not None:
                    other.again(False)
                shown_to(other, at + 1)
        shown_to(exercise, at + 1)
    assert exercise.run.finished
    assert exercise.show() is None  # once more, while the page still shows the end


def commands(exercise: LessonExercise) -> list[list[Choice]]:
    """What the page would send now: walks as a whole, with what is picked up; deeds, after a stop of somebody on the way."""
    advice, view = exercise.advice, exercise.view
    stops = [Choice("stop")] if any(choice.do == "stop" for choice in view.choices) else []
    found: list[list[Choice]] = [[choice] for choice in view.choices]
    for character in [*advice.characters, *advice.stopped]:
        mine = view.journey is not None and view.journey.token == character.token
        before = [] if mine or character not in advice.stopped else stops
        found += [[*before, *stop.choices] for stop in character.stops]
        found += [[*stops, option.choice] for deed in character.deeds for option in deed.options]
    return found


@pytest.mark.parametrize("way", range(TIMES))
@pytest.mark.parametrize("lesson", SCRIPTED, ids=named)
def test_a_lesson_is_finished_by_whatever_clicks(lesson: Lesson, way: int) -> None:
    """Somebody clicks about, takes back, begins steps again and is shown something in between: each step still ends."""
    rng, exercise = Random(f"{lesson.name} {way}"), LessonExercise(lesson.name, [])
    at, clicks = -1, 0
    while not exercise.run.finished and len(exercise.deeds) < MOST_DEEDS:
        if exercise.run.at != at:
            at, clicks = exercise.run.at, rng.randrange(12)
        clicks -= 1
        chance = rng.random()
        if clicks < 0 or chance < 0.15:
            if exercise.show() is not None:
                exercise.again(False)
        elif chance < 0.25:
            exercise.undo(1)
        elif chance < 0.3:
            exercise.again(False)
        elif exercise.run.step.question:
            exercise.tap(rng.sample(exercise.run.state.setting.names, 2))
        elif some := commands(exercise):
            exercise.play(rng.choice(some))
    assert exercise.run.finished
    assert LessonExercise(lesson.name, exercise.deeds).view == exercise.view


# -- single cases ------------------------------------------------------------------------------------------------------------


def test_who_carries_the_treasure_has_picked_it_up() -> None:
    """A click on the exit is answered, and a click on the Goblin itself then ends the move on the Treasure."""
    exercise = LessonExercise("get-out", [])
    exercise.play(["bG move", "i5", "j5", "k5"])
    assert exercise.coach.heard is not None and exercise.coach.heard.text.endswith("walks-past")
    exercise.play(["stop"])
    assert exercise.run.at == 1 and exercise.coach.heard is None
    exercise.play(["bG move", "k5", "l5"])
    assert exercise.run.finished


def test_a_deed_that_waits_for_a_stop_is_not_lost() -> None:
    """The stop finishes the step, and what was pressed happens in the next one."""
    exercise = begun("walk-and-look")
    for line in ("bH move", "a2", "a3", "a4"):
        exercise.run.play(line)
    assert exercise.run.at == 0
    assert exercise.play(["stop", "bH reveal R1"]) is None
    assert exercise.run.step.name == "place"


def test_a_walk_does_not_run_on_into_the_next_step() -> None:
    exercise = LessonExercise("get-out", [])
    exercise.play(["bG move", "i5", "j5", "take b$", "k5", "l5"])
    assert exercise.run.at == 1 and exercise.deeds[-1] == "play take b$"


def test_undo_takes_back_a_stop_that_nobody_has_chosen_with_its_walk() -> None:
    exercise = LessonExercise("walk-and-look", [])
    exercise.play(["bH move", "a2", "a3", "a4"])
    assert exercise.deeds[-1] == "play stop" and exercise.run.at == 1
    exercise.undo(1)
    assert exercise.run.at == 0 and exercise.deeds[-1:] == ["play a3"]


@pytest.mark.parametrize(("square", "after"), [("e2", "d2"), ("e4", "d4")])
def test_the_goblin_may_lie_anywhere_beside_the_cleric(square: str, after: str) -> None:
    """In two moves the Warrior carries it round the gear."""
    exercise = LessonExercise("wounded-and-healed", [])
    exercise.play(["bW move", "c3", "take bG", "d3"])
    exercise.play(["stop"])
    assert exercise.coach.heard is not None and exercise.coach.heard.again
    exercise.play(["bW move", after, square, "drop", after])
    exercise.play(["bC heal bG"])
    assert exercise.run.step.name == "rise"


def test_spent_points_are_given_back_for_the_next_step() -> None:
    """Two moves to where one would do leave no point for the Troll: the next step that needs it is set up anew."""
    exercise = LessonExercise("all-of-them", ["tap bG bW yC yG"])
    exercise.play(["bW move", "c3", "stop"])
    exercise.play(["bW move", "d3"])
    assert exercise.run.step.name == "attack"
    assert exercise.coach.heard is not None and exercise.coach.heard.text == "lessons.set-up"
    assert exercise.view.ap == 1 and exercise.show() is None and exercise.run.step.name == "card"


def test_show_me_waits_while_a_bot_decides() -> None:
    exercise = LessonExercise("tutorial-1", [])
    for _ in range(PRESSES):
        if exercise.run.waits_for_bot:
            break
        assert exercise.show() is None
    deeds = list(exercise.deeds)
    assert exercise.run.waits_for_bot and exercise.show() is None and exercise.deeds == deeds
