"""Lessons on the page: gone through, one by keyboard alone and one with a finger; guided games to their end; what
the coach answers; texts that fit; and what is kept of it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import count
from random import Random

import pytest
from playwright.sync_api import expect

from dungeon_twister.ai.bots.resolve import resolve_bot
from dungeon_twister.game.record.json_codec import to_json
from dungeon_twister.game.record.notation import to_choice
from dungeon_twister.learning.lessons import Lesson, LessonRun, load_lesson, load_lessons
from dungeon_twister.server.study.lesson_exercise import LessonExercise
from tests.amounts import LONG, some
from tests.browser.visitor import DESK, PHONE, SIDEWAYS, Visitor, Visitors, text, words

# Tapping and trying is the page's own business. A lesson that consists of choices from the list shows nothing here that the
# others do not (its lines are followed in tests/lessons), and waits for the long form.
SCRIPTED = [
    lesson
    for lesson in load_lessons()
    if not lesson.guided and (LONG or any(line.startswith(("tap ", "try ")) for step in lesson.steps for line in step.solution))
]
TABLET = (1024, 768)
ARROWS = ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown")
PROGRESS = "dungeon-twister.lessons"
QUICK = "greedy"  # a bot that does not look ahead
DONE = "document.querySelector('[data-testid=lesson-done]')"

# Every text of a kind in the coach's panel, one after the other: which of them are cut off or widen the page?
TOO_LONG = """([mark, texts]) => texts.filter((text) => {
    const place = document.querySelector(`[data-testid=${mark}]`);
    place.textContent = text;
    const panel = place.closest("[data-testid=coach]");
    const box = panel.getBoundingClientRect();
    const most = box.width < innerWidth ? innerHeight : innerHeight * 0.4;
    const wide = [place, ...panel.querySelectorAll(".btn")].some((one) => one.scrollWidth > one.clientWidth + 1);
    const scrolls = place.parentElement.scrollHeight > place.parentElement.clientHeight + 1;
    return wide || scrolls || box.height > most || document.documentElement.scrollWidth > innerWidth;
})"""

# Buttons of the coach whose words do not fit into them, or that leave the screen.
CUT_OFF = """() => [...document.querySelectorAll("[data-testid=coach] .btn")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth)
    .map((one) => one.textContent)"""


class Learner:
    """Goes through a lesson with the page's own controls; `exercise` is the same lesson, to know what a line means."""

    def __init__(self, visitor: Visitor, lesson: Lesson, visit: bool = True) -> None:
        self.visitor = visitor
        self.exercise = LessonExercise(lesson.name, [])
        if visit:
            visitor.page.goto(f"/learn/{lesson.name}")
        visitor.at("coach").wait_for()

    @property
    def run(self) -> LessonRun:
        return self.exercise.run

    def at_step(self) -> int:
        return int(self.visitor.at("coach").get_attribute("data-step") or -1)

    def follow(self, line: str) -> None:
        """Do a line of the solution, and wait until the page shows what came of it."""
        visitor, (kind, _, rest) = self.visitor, line.partition(" ")
        visitor.wait("s.settled && (s.combat !== 'shown')")
        before = visitor.state().version
        if kind == "tap":
            self.tap(rest.split())
            self.exercise.tap(rest.split())
        elif kind == "try":
            self.attempt(rest)
            self.exercise.why(rest)
        else:
            self.choose(line)
            assert self.exercise.play([line]) is None
        if kind not in ("tap", "try"):
            visitor.wait("s.version > a || s.combat === 'shown'", before)
        if visitor.state().combat == "shown":
            visitor.close_combat()
        visitor.until(self.at_step, lambda step: step == self.run.at)

    def choose(self, line: str) -> None:
        visitor, run = self.visitor, self.run
        choice = to_choice(run.state, run.game_session.resolve_choice(line, run.learner), run.learner)
        visitor.wait("s.decision && s.settled && s.advised")
        if choice.do == "combat":
            visitor.ready("combat")  # the scene hears the keys
            visitor.page.keyboard.press(str(choice.value))
            visitor.page.keyboard.press("Enter")
            return
        if not visitor.at("all-choices").is_visible():
            visitor.open_list()
        visitor.page.locator(f"[data-choice={json.dumps(to_json(choice))}]").press("Enter")

    def attempt(self, line: str) -> None:
        """What is to be refused: a card, or an attack."""
        visitor = self.visitor
        visitor.close_all()
        if line.startswith("card "):
            visitor.page.keyboard.press(line[5:])
            return
        token, _, target = line.split()
        visitor.click(visitor.token(token))
        visitor.wait("s.selected === a && s.advised", token)
        visitor.click(visitor.token(target))

    def tap(self, things: list[str]) -> None:
        visitor = self.visitor
        visitor.close_all()
        for thing in things:
            place = visitor.page.locator(f'.stage [data-piece="{thing}"]')
            if place.count():
                visitor.click(place)
            else:
                self.focus_on(thing)
                visitor.page.keyboard.press("Enter")
        visitor.at("coach-answer").press("Enter")

    def focus_on(self, place: str) -> None:
        """Walk with the arrow keys until the maze's focus is there; the way is found by trying, new ways first."""
        visitor, rng, tried = self.visitor, Random(place), dict[str, list[str]]()
        maze = visitor.page.locator(".stage [role=application]")
        maze.focus()
        for _ in range(400):
            here = maze.get_attribute("aria-activedescendant") or ""
            if here.endswith(f"-focus-{place}"):
                return
            left = tried.setdefault(here, list(ARROWS))
            visitor.page.keyboard.press(left.pop() if left else rng.choice(ARROWS))
        raise AssertionError(f"the focus does not get to {place}")

    def finish(self) -> None:
        while not self.run.finished:
            self.follow(self.run.show_me())
        expect(self.visitor.at("lesson-done")).to_be_visible()


@pytest.mark.parametrize("lesson", some(SCRIPTED, 4), ids=lambda lesson: lesson.name)
def test_a_lesson_is_gone_through(visitor: Visitor, lesson: Lesson) -> None:
    learner = Learner(visitor, lesson)
    expect(visitor.at("coach-text")).to_have_text(
        text(f"lessons.{lesson.name}.{lesson.steps[0].name}", done=0, wanted=0), use_inner_text=True
    )
    learner.finish()


def test_the_list_knows_what_is_done_and_goes_on(visitor: Visitor) -> None:
    """The path on Home begins with the lessons; one is begun, left, gone on with and finished; the list shows it."""
    visitor.page.goto("/")
    visitor.at("path-card").locator("visible=true").get_by_role("link", name=visitor.text("progress.go")).click()
    visitor.page.wait_for_url("**/learn/walk-and-look")
    expect(visitor.at("coach-text")).to_have_text(visitor.text("lessons.walk-and-look.walk"))
    visitor.ready("act")
    visitor.accessible()
    visitor.page.keyboard.press("s")
    visitor.until(lambda: visitor.at("coach").get_attribute("data-step"), lambda step: step == "1")
    visitor.page.get_by_role("link", name=visitor.text("learn.leave")).click()
    tile = visitor.at("lesson-walk-and-look")
    expect(tile).to_contain_text(visitor.text("learn.go-on"))
    visitor.accessible()
    tile.click()
    expect(visitor.at("coach-text")).to_have_text(visitor.text("lessons.walk-and-look.reveal"))
    while not visitor.at("lesson-done").is_visible():
        visitor.wait("s.settled")
        visitor.page.keyboard.press("s")
        visitor.page.wait_for_timeout(100)
    expect(visitor.at("coach-said")).to_contain_text(visitor.text("lessons.walk-and-look.remember"))
    expect(visitor.at("lesson-done")).to_contain_text(visitor.text("lessons.walk-and-look.remember"))
    visitor.accessible()
    # The rules open next to the table; then the next lesson.
    visitor.at("lesson-done").get_by_role("button", name=visitor.text("rules.title.move"), exact=True).click()
    expect(visitor.page.get_by_role("dialog")).to_contain_text(visitor.text("rules.title.move"))
    visitor.page.goto("/learn")
    expect(tile).to_contain_text(visitor.text("learn.repeat"))
    expect(visitor.page.get_by_text(visitor.text("learn.list.progress", done=1, all=len(load_lessons())))).to_be_visible()
    expect(visitor.at("lesson-get-out")).to_contain_text(visitor.text("learn.first"))


def test_the_path_is_skipped_hidden_and_shown_again(visitor: Visitor) -> None:
    visitor.page.goto("/")
    card = visitor.at("path-card").locator("visible=true")
    expect(card).to_contain_text(visitor.text("lessons.walk-and-look.title"))
    visitor.accessible()
    card.get_by_role("button", name=visitor.text("progress.path.skip")).click()
    expect(card).to_contain_text(visitor.text("lessons.get-out.title"))
    card.get_by_role("button", name=visitor.text("progress.path.hide")).click()
    expect(card).to_have_count(0)
    visitor.page.reload()
    expect(visitor.at("start")).to_be_visible()
    expect(card).to_have_count(0)
    visitor.page.goto("/progress")
    expect(visitor.page.get_by_role("listitem").first).to_contain_text(visitor.text("progress.path.state.skipped"))
    visitor.accessible()
    visitor.page.get_by_role("button", name=visitor.text("progress.path.show")).click()
    visitor.page.goto("/")
    expect(card).to_contain_text(visitor.text("lessons.get-out.title"))


@pytest.mark.parametrize("language", some(["de", "fr", "en"], 3))
def test_the_ways_on_stand_in_a_row_on_a_phone(visitors: Visitors, language: str) -> None:
    visitor = visitors.new(PHONE, touch=True, language=language)
    visitor.page.goto("/")
    card = visitor.at("path-card").locator("visible=true")
    card.wait_for()
    tops = "(row) => [...row.children].map((one) => Math.round(one.getBoundingClientRect().top))"
    visitor.until(lambda: len(set(card.locator(".row").evaluate(tops))) == 1)


def test_after_a_lesson_the_path_goes_on(visitor: Visitor) -> None:
    """The second lesson and the third are skipped, so a game follows the first."""
    visitor.page.goto("/")
    card = visitor.at("path-card").locator("visible=true")
    for lesson in ("walk-and-look", "get-out", "turn-the-maze"):
        expect(card).to_contain_text(visitor.text(f"lessons.{lesson}.title"))
        card.get_by_role("button", name=visitor.text("progress.path.skip")).click()
    expect(card.get_by_role("button", name=visitor.text("progress.go.play"))).to_be_visible()
    visitor.page.goto("/learn/walk-and-look")
    be_shown(visitor, len(load_lesson("walk-and-look").steps) * 3)
    game = visitor.text("progress.step.game", scenario=visitor.text("game.scenario.simplified"))
    visitor.page.get_by_role("dialog").get_by_role("button", name=visitor.text("progress.path.on", step=game)).click()
    visitor.page.wait_for_url("**/play/*")


def test_by_keyboard_alone(visitor: Visitor) -> None:
    """The lesson about fights, with keys only; each step is announced."""
    visitor.page.goto("/learn/fight")
    press, lesson = visitor.page.keyboard.press, load_lesson("fight")

    def said(step: str) -> None:
        expect(visitor.at("coach-said")).to_contain_text(visitor.text(f"lessons.fight.{step}"))

    def choose_warrior() -> None:
        visitor.ready("act")
        while visitor.state().selected != "bW":
            press("Tab")

    said("attack")
    choose_warrior()
    press("a")
    said("card")
    visitor.wait("s.combat === 'choose'")
    press("0")
    press("Enter")  # taken back, with an answer
    expect(visitor.at("coach-heard")).to_have_text(visitor.text("lessons.fight.card.might-tie"))
    press("1")
    press("Enter")
    visitor.wait("s.combat === 'shown'")
    expect(visitor.at("combat-close")).to_be_enabled()
    press("Escape")
    said("once-more")
    choose_warrior()
    press("a")  # the button is refused, and that is what the step waits for
    said("end-turn")
    expect(visitor.at("coach-heard")).to_have_text(visitor.text("lessons.fight.once-more.why"))
    press("e")
    visitor.page.get_by_role("dialog").get_by_role("button", name=visitor.text("play.end-anyway")).press("Enter")
    said("finish")
    visitor.ready("card")
    press("2")
    choose_warrior()
    press("a")
    visitor.wait("s.combat === 'choose'")
    press("0")
    press("Enter")
    visitor.wait("s.combat === 'shown'")
    expect(visitor.at("combat-close")).to_be_enabled()
    press("Escape")
    expect(visitor.at("lesson-done")).to_contain_text(visitor.text("lessons.fight.remember"))
    assert len(lesson.steps) == 5


def test_with_a_finger(visitors: Visitors) -> None:
    """The first lesson on a phone: what is ringed is tapped."""
    visitor = visitors.new(PHONE, touch=True)
    visitor.page.goto("/learn/walk-and-look")

    def rings() -> set[str]:
        return set(visitor.marks("ring"))

    def walk(place: str) -> None:
        """The first tap shows the way, the button of the sheet goes it."""
        visitor.click(visitor.marked(place))
        visitor.page.locator(".action.wide").tap()

    visitor.ready("act")
    visitor.until(rings, lambda seen: seen == {"bH", "a4"})
    visitor.click(visitor.token("bT"))
    visitor.wait("s.selected === 'bT' && s.advised")
    walk("a3")
    expect(visitor.at("coach-heard")).to_have_text(visitor.text("lessons.walk-and-look.walk.troll-later"))
    visitor.click(visitor.token("bH"))
    visitor.wait("s.selected === 'bH' && s.advised")
    walk("a4")
    expect(visitor.at("coach-text")).to_have_text(visitor.text("lessons.walk-and-look.reveal"))
    visitor.ready("act")
    assert visitor.state().selected == "bH"  # the last actor is still selected, and the button of the action is ringed
    expect(visitor.page.locator(".action.ringed")).to_have_count(1)
    visitor.page.locator(".action.ringed").tap()
    visitor.button("play.do-it").tap()
    for token, place in (("bG", "b2"), ("y!", "e1")):
        visitor.wait("s.decision === 'place' && s.selected === a && s.advised", token)
        visitor.click(visitor.marked(place))
    expect(visitor.at("coach-text")).to_have_text(visitor.text("lessons.walk-and-look.walk-in"))
    visitor.at("coach-undo").tap()
    expect(visitor.at("coach-text")).to_have_text(visitor.text("lessons.walk-and-look.place"))


def be_shown(visitor: Visitor, times: int, button: bool = False) -> None:
    """Let the coach make so many choices, or as many as are left; cards that are laid are looked at."""
    for _ in range(times):
        visitor.wait(f"({DONE}) || s.combat === 'shown' || (s.decision && s.settled && s.advised)")
        if visitor.state().combat == "shown":
            visitor.close_combat()
            visitor.wait("s.combat !== 'shown'")
            continue
        if visitor.at("lesson-done").is_visible():
            return
        before = visitor.state().version
        if button:
            visitor.at("coach-show").tap()
        else:
            visitor.page.keyboard.press("s")
        visitor.wait(f"({DONE}) || s.version > a || s.combat === 'shown'", before)


def before_the_last_turn(lesson: Lesson) -> list[str]:
    """What was done before the turn in which the player wins, in a game of two quick bots."""
    for number in count():
        run, turn, begun = LessonRun(replace(lesson, bot=QUICK)), 0, 0
        player = resolve_bot(QUICK).make(str(number))
        while not run.finished:
            if run.state.turn != turn:
                turn, begun = run.state.turn, len(run.deeds)
            run.play(player.choose(run.view))
        if run.state.winners == 1 << run.learner:
            return run.deeds[:begun]
    raise AssertionError


def play_to_the_end(visitor: Visitor, lesson: Lesson, first: int, button: bool = False) -> None:
    """A guided game: its beginning; a page that is loaded again goes on from there; then the last turn of another such game, in
    which the player wins if he does what the coach shows."""
    visitor.page.goto(f"/learn/{lesson.name}")
    first_step = lesson.steps[0]
    hint = visitor.text(f"lessons.{lesson.name}.{first_step.name}.{first_step.hints[0].name}")
    expect(visitor.at("coach").get_by_text(hint)).to_be_visible()
    be_shown(visitor, first, button)
    visitor.wait("s.decision && s.settled && s.advised")
    step = visitor.at("coach").get_attribute("data-step")
    visitor.page.reload()
    visitor.wait("s.decision && s.settled && s.advised")
    assert visitor.at("coach").get_attribute("data-step") == step
    visitor.keep(PROGRESS, {"done": [], "begun": {lesson.name: before_the_last_turn(lesson)}})
    visitor.page.reload()
    expect(visitor.at("coach-text")).to_have_text(visitor.text(f"lessons.{lesson.name}.{lesson.steps[-1].name}"))
    be_shown(visitor, 100, button)
    expect(visitor.at("lesson-done")).to_contain_text(visitor.text(f"lessons.{lesson.name}.remember"))
    assert json.loads(visitor.page.evaluate("(key) => localStorage[key]", PROGRESS)) == {"done": [lesson.name], "begun": {}}


def test_the_guided_first_game(visitor: Visitor) -> None:
    play_to_the_end(visitor, load_lesson("first-game"), 6)
    visitor.accessible()


def test_a_tutorial_of_the_card_game_on_a_phone(visitors: Visitors) -> None:
    visitor = visitors.new(PHONE, touch=True)
    play_to_the_end(visitor, load_lesson("tutorial-1"), 8, button=True)
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", some(["de", "fr", "en"], 3))
def test_every_text_fits(visitors: Visitors, language: str) -> None:
    """Every text of every step and every answer, in the coach's panel: nothing is cut off, nothing makes the page wider, and a
    bar above the maze leaves most of the screen to it."""
    visitor = visitors.new(language=language)
    visitor.page.goto("/learn/walk-and-look")
    visitor.ready("act")
    texts = words(language, "lessons")
    steps = [
        re.sub(r"\{\w+\}", "3", one) for key, one in texts.items() if not key.endswith((".title", ".aim", ".tick", ".remember"))
    ]
    assert len(steps) > 100
    for width, height in (DESK, TABLET, SIDEWAYS, PHONE):
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.resting(visitor.at("coach"))
        assert visitor.page.evaluate(TOO_LONG, ["coach-text", steps]) == [], (width, height)
    visitor.page.goto("/learn/turn-the-maze")  # a question has one more button
    visitor.at("coach-answer").wait_for()
    assert visitor.page.evaluate(CUT_OFF) == []


def test_a_question_takes_answers_and_nothing_else(visitor: Visitor) -> None:
    """One answer: the last tap counts. Nobody is chosen, nothing can be ended, and the prompt is that of the question."""
    learner = Learner(visitor, load_lesson("turn-the-maze"))
    visitor.click(visitor.token("bW"))
    visitor.until(lambda: visitor.state().expected, lambda prompt: prompt == visitor.text("learn.tap.square.one"))
    assert not visitor.state().selected and not visitor.state().decision and not visitor.marks("reach")
    expect(visitor.at("end-turn")).to_have_count(0)
    learner.tap(["c5", "e1"])
    expect(visitor.at("coach-text")).to_have_text(visitor.text("lessons.turn-the-maze.own-room"))
    visitor.ready("act")


def test_show_me_at_any_moment(visitor: Visitor) -> None:
    """Pressed again and again, also over the cards of a combat: nothing happens unseen, and a way on is never denied. The end
    leads to the next lesson, and the table rests."""
    visitor.page.goto("/learn/fight")
    visitor.ready("act")

    def kept() -> str:
        return str(visitor.page.evaluate("(key) => localStorage[key]", PROGRESS))

    def pressed() -> bool:
        shown = visitor.state().combat == "shown"
        done = kept()
        visitor.page.keyboard.press("s")
        assert visitor.page.get_by_text(visitor.text("learn.no-way")).count() == 0
        assert not shown or kept() == done  # it closes the cards, and nothing else
        return visitor.at("lesson-done").is_visible()

    visitor.until(pressed)
    visitor.page.keyboard.press("Escape")
    expect(visitor.at("coach-next")).to_have_text(visitor.text("learn.next-one"))
    assert not visitor.state().decision and visitor.at("end-turn").count() == 0
    visitor.at("coach-next").click()
    visitor.page.wait_for_url(re.compile("/learn/(?!fight)"))
