"""The run of a lesson: what is answered, taking back, and that all of it follows from the list of what was done."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from dungeon_twister.ai.bots.resolve import resolve_bot
from dungeon_twister.game.record.notation import choice_text, write
from dungeon_twister.game.views import observe
from dungeon_twister.learning.lessons import Lesson, LessonError, LessonRun, Ring, TapQuestion, load_lesson, load_lessons
from dungeon_twister.learning.lessons.conditions import read_condition
from dungeon_twister.learning.lessons.lesson_checks import follow
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.geometry.text import TextError
from tests.amounts import TIMES

SCRIPTED = [lesson for lesson in load_lessons() if not lesson.guided]


def begun(name: str, *lines: str) -> LessonRun:
    run = LessonRun(load_lesson(name))
    for line in lines:
        assert follow(run, line) == ""
    return run


def at_step(name: str, step: str) -> LessonRun:
    """A lesson after the solutions of all steps before that one."""
    run = LessonRun(load_lesson(name))
    while run.step.name != step:
        assert follow(run, run.show_me()) == ""
    return run


def test_the_coach_says_what_there_is() -> None:
    coach = begun("walk-and-look").coach()
    assert (coach.lesson, coach.step, coach.steps) == ("walk-and-look", 0, 4)
    assert coach.text == "lessons.walk-and-look.walk"
    assert coach.values == {}
    assert coach.rings == [Ring("token", "bH"), Ring("square", "a4")]
    assert [tick.done for tick in coach.ticks] == [False] * 4
    assert coach.heard is None and coach.question is None and not coach.finished
    assert coach.remember == "lessons.walk-and-look.remember" and "board.move" in coach.cards


def test_events_are_counted() -> None:
    lesson = load_lesson("walk-and-look")
    counts = replace(lesson.steps[0], until=(read_condition("event stepped token=bH x3"),))
    run = LessonRun(replace(lesson, steps=(counts, *lesson.steps[1:])))
    assert run.coach().values == {"done": 0, "wanted": 3}
    run.play("bH move")
    run.play("a2")
    assert run.coach().values == {"done": 1, "wanted": 3}


def test_steps_are_done() -> None:
    run = begun("walk-and-look", "bH move", "a2", "a3", "a4", "stop")
    assert run.at == 1 and [tick.done for tick in run.coach().ticks] == [True, False, False, False]
    assert Ring("room", "R1") in run.coach().rings and Ring("choice", "* reveal R1") in run.coach().rings


def test_what_is_not_open_is_taken_back() -> None:
    run = begun("walk-and-look")
    before = run.state.hash64()
    assert run.play("bT move") == []
    assert run.heard is not None
    assert (run.heard.kind, run.heard.text) == ("not-yet", "lessons.walk-and-look.walk.troll-later")
    assert run.heard.stays and not run.heard.again
    assert run.state.hash64() == before and run.deeds == ["try bT move"]
    run.play("pass")
    assert run.heard.text == "lessons.not-yet" and run.state.hash64() == before


def test_a_refusal_is_the_real_one() -> None:
    run = begun("walk-and-look")
    before = run.state.hash64()
    assert run.play("bH reveal R2") == []
    assert run.heard is not None and run.heard.text == "refusals.nothing-to-reveal" and run.heard.clause == "REVEAL-1"
    assert run.state.hash64() == before
    assert not run.try_refused("bH move")  # nobody refuses that
    with pytest.raises(TextError):
        run.play("bH dances")
    assert run.deeds == ["try bH reveal R2"]


def test_a_refusal_may_be_what_is_waited_for() -> None:
    run = begun("action-cards")
    assert run.try_refused("card 5")
    assert run.at == 1 and run.heard is not None and run.heard.text == "lessons.action-cards.try-five.why"


def test_a_lost_step_is_offered_again() -> None:
    run = at_step("get-out", "leave")
    for line in ("k5", "drop", "l5"):
        run.play(line)
    assert run.heard is not None and run.heard.again and run.heard.text == "lessons.get-out.leave.without"
    assert run.state.vp[0] == 2 and run.at == 1
    run.restart()
    assert run.heard is None and run.at == 1 and run.state.vp[0] == 0
    for line in ("k5", "l5"):
        run.play(line)
    assert run.finished


def test_the_other_side_and_chance_follow_the_script() -> None:
    run = at_step("fight", "card")
    run.play("combat 1")
    assert any(event.kind == "combat-shown" and event.player == "yellow" and event.card == 1 for event in run.history[-1])
    run = at_step("walk-and-look", "place")
    room = run.view.rooms[0]
    assert (room.name, room.quarters) == ("1D", 0)


def test_a_question_is_answered_by_the_engine() -> None:
    run = begun("all-of-them")
    assert run.coach().question == TapQuestion("token", 4)
    before = run.state.hash64()
    run.play("bW attack yC")  # not while something is asked
    assert run.state.hash64() == before and run.heard is not None and run.heard.kind == "not-yet"
    assert not run.tap(["bW", "yC", "bG", "yG", "bH"])
    assert run.heard.kind == "wrong-tap" and run.heard.text.endswith("behind-the-wall")
    assert not run.tap(["bC"])
    assert run.tap(["yG", "bW", "yC", "bG"]) and run.at == 1 and run.coach().question is None
    assert not run.tap(["bW"])  # nothing is asked now


def test_a_wrong_tap_without_an_answer_of_its_own() -> None:
    run = begun("zones-and-facing")
    assert run.coach().question == TapQuestion("zone", 4)
    assert not run.tap(["blue-1.T"])
    assert run.heard is not None and run.heard.text == "lessons.wrong-tap"


def test_undo_takes_back_everything() -> None:
    """Even what was revealed, and beyond the beginning of a step."""
    run = at_step("walk-and-look", "walk-in")
    states = []
    while run.deeds:
        states.append(run.state.hash64())
        assert run.undo()
    assert run.at == 0 and run.state.hash64() == begun("walk-and-look").state.hash64()
    assert len(set(states)) == len(states) and not run.undo()


def test_again_begins_the_step_or_the_lesson() -> None:
    run = at_step("pits-and-portcullises", "bridge")
    start = run.state.hash64()
    run.play("bH move")
    run.play("c1")
    run.restart()
    assert run.step.name == "bridge" and run.state.hash64() == start
    run.restart(whole=True)
    assert run.at == 0 and run.deeds == []


def test_the_way_is_found_from_anywhere() -> None:
    """Off the recorded solution the solver shows the way."""
    run = begun("walk-and-look", "bH move", "a2", "a1")
    assert run.show_me() == "a2"
    run = begun("get-out", "bG move", "i5", "j5", "i5")
    assert run.show_me() == "j5"
    run = at_step("get-out", "leave")
    for line in ("k5", "drop", "l5"):
        run.play(line)
    assert run.show_me() == ""  # no way from here


@pytest.mark.parametrize("lesson", SCRIPTED, ids=lambda lesson: lesson.name)
def test_random_players_spoil_nothing(lesson: Lesson) -> None:
    """Whatever is done, the run can be made again from what was done, and nobody else's decision is asked for."""
    rng = Random(lesson.name)
    run = LessonRun(lesson)
    for _ in range(20 * TIMES):
        if run.finished:
            break
        assert run.state.over or run.state.decider() == run.learner
        chance = rng.random()
        if chance < 0.1:
            run.undo()
        elif chance < 0.15:
            run.restart()
        elif chance < 0.5 and (line := run.show_me()):
            follow(run, line)
        elif run.step.question:
            run.tap(rng.sample(run.state.setting.names, 2))
        elif choices := legal(run.state):
            run.play(write(run.state, rng.choice(choices)))
    same = LessonRun(lesson, run.deeds)
    assert same.deeds == run.deeds and same.state.hash64() == run.state.hash64()
    assert (same.at, same.view) == (run.at, run.view)
    assert same.coach().ticks == run.coach().ticks and same.coach().values == run.coach().values


def test_deeds_that_do_not_fit_are_refused() -> None:
    for deeds in (["play bH fly"], ["play bT reveal R9"], ["play pass"], ["sing"], ["tap bW"]):
        with pytest.raises(LessonError, match="cannot be done again"):
            LessonRun(load_lesson("walk-and-look"), deeds)


# -- guided games -----------------------------------------------------------------------------------------------------------


def test_hints_fade() -> None:
    """Each is given in a few turns only, and in the right situation."""
    run = LessonRun(load_lesson("first-game"))
    player = resolve_bot("lamplighter").make("1")
    given: dict[str, set[int]] = {}
    while not run.finished and not run.state.over:
        coach = run.coach()
        if coach.hint:
            given.setdefault(coach.hint, set()).add(run.state.turn)
            assert coach.hint.startswith(coach.text + ".")
        run.play(player.choose(run.view))
    assert given["lessons.first-game.starters.fast"] == {0}
    assert 1 <= len(given["lessons.first-game.opening.card"]) <= 2
    assert len(given["lessons.first-game.alone.aim"]) == 1


def test_a_guided_game_is_made_again_without_asking_the_bot() -> None:
    run = LessonRun(load_lesson("tutorial-1"))
    player = resolve_bot("lamplighter").make("1")
    for _ in range(25):
        run.play(player.choose(run.view))
    assert any(deed.startswith("bot ") for deed in run.deeds)
    same = LessonRun(load_lesson("tutorial-1"), run.deeds, bots=False)
    assert same.deeds == run.deeds and same.state.hash64() == run.state.hash64()
    assert same.coach() == run.coach()


def test_a_host_asks_the_bot_elsewhere() -> None:
    run = LessonRun(load_lesson("tutorial-1"), bots=False)
    players = [resolve_bot("lamplighter").make(seed) for seed in "ab"]
    for _ in range(60):
        if run.waits_for_bot:
            assert run.play("pass") == [] and run.show_me() == ""
            run.reply(players[1].choose(observe(run.state, run.state.decider())))
        else:
            run.play(players[0].choose(run.view))
    assert run.at >= 1 and run.state.turn >= 1


def test_undo_against_a_bot() -> None:
    run = LessonRun(load_lesson("tutorial-1"))
    player = resolve_bot("lamplighter").make("1")
    for _ in range(30):
        run.play(player.choose(run.view))
    made = sum(deed.startswith("play ") for deed in run.deeds)
    assert run.undo()
    assert sum(deed.startswith("play ") for deed in run.deeds) == made - 1
    assert run.state.decider() == run.learner


def test_somebody_else_may_advise() -> None:
    lesson = load_lesson("tutorial-1")
    assert LessonRun(lesson).show_me() in LessonRun(lesson).game_session.game.legal()
    run = LessonRun(lesson, advise=lambda view: view.choices[-1])
    assert run.show_me() == choice_text(run.view.choices[-1])
