"""How a turn ends in all its forms, who is chosen meanwhile, and what can be left without paying."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from dungeon_twister.game.views import CardView, View
from tests.amounts import some
from tests.browser.positions import Moment
from tests.browser.visitor import Visitor

BOT = {"blue": "you", "yellow": "bot:random"}
Test = Callable[[View | CardView], bool]


def when(kind: str, test: Test) -> Moment:
    """Blue decides something of a kind, and something is true of his view."""
    return lambda view, who: (
        who == "blue" and view.pending[-1].kind == kind and view.pending[-1].who == who and not view.over and test(view)
    )


def has(view: View | CardView, verb: str) -> bool:
    return any(choice.do == verb for choice in view.choices)


def last_steps(view: View | CardView) -> bool:
    """The last point is spent and steps are left."""
    return view.ap == 0 and view.journey is not None and view.journey.steps > 0 and has(view, "stop") and has(view, "step")


def loaded(view: View | CardView) -> bool:
    return isinstance(view, View) and view.ap > 0 and view.journey is not None and bool(view.journey.load) and has(view, "stop")


def can_put_down(view: View | CardView) -> bool:
    """Is there a choice to put the load down that is not the same as to stop?"""
    return has(view, "drop") and isinstance(view, View) and view.journey is not None and not view.journey.settled


def hanging(view: View | CardView) -> bool:
    """On the way where nobody may stop."""
    return view.journey is not None and view.journey.moved and has(view, "step") and not has(view, "stop")


def begun_only(view: View | CardView) -> bool:
    return view.journey is not None and view.journey.mode == "move" and not view.journey.moved


@pytest.mark.parametrize(
    ("scenario", "seed", "test"),
    some(
        [
            ("base", "mouse", last_steps),
            ("tutorial-3", "mouse", last_steps),
            ("base", "mouse", loaded),
            ("base", "mouse", begun_only),
            ("tutorial-3", "mouse", begun_only),
        ]
    ),
)
def test_end_turn_ends_the_turn(visitor: Visitor, scenario: str, seed: str, test: Test) -> None:
    """With steps left, a load in hand, a move only begun: it is asked at most whether points may be lost."""
    visitor.sit_down(scenario, seed, when("travel", test), seats=BOT)
    visitor.ready("travel")
    view = visitor.view()
    assert view.journey is not None and visitor.state().selected == view.journey.token
    expect(visitor.at("end-turn")).to_be_enabled()
    visitor.at("end-turn").click()
    if view.ap or test is begun_only:  # the point of a move that went nowhere comes back, and would be lost
        visitor.button("play.end-anyway").click()
    visitor.settle_turn(view.turn)
    expect(visitor.at("toast")).to_have_count(0)
    # The other one plays; when it is our turn again nobody is chosen.
    visitor.wait("s.over || s.combat || (s.decision && s.version >= a)", visitor.seen().version)
    state = visitor.state()
    assert state.selected == "" or state.decision == "place"


def test_over_a_pit_the_page_says_what_is_needed(visitor: Visitor) -> None:
    """PIT-5: there is no legal stop, so the turn cannot end; the reason and its rule are shown, and the way on is marked."""
    visitor.sit_down("base", "mouse", when("travel", hanging), seats=BOT)
    visitor.ready("travel")
    before = visitor.state()
    assert before.expected == before.announced and before.selected
    visitor.at("end-turn").click()
    expect(visitor.at("toast").locator("[data-clause]")).to_be_visible()
    visitor.until(lambda: visitor.marks("reach"))
    assert visitor.seen().version == before.version


@pytest.mark.parametrize("verb", ["jump", "wall"])
def test_a_target_is_chosen_before_anything_is_paid(visitor: Visitor, verb: str) -> None:
    """JUMP-1, WALL-1: pressing the button pays nothing, Esc leaves, a click on a target does both."""
    visitor.sit_down("base", "mouse", when("act", lambda view: view.ap > 1 and has(view, verb)), seats=BOT)
    visitor.ready("act")
    before = visitor.view()
    token = next(choice.token for choice in before.choices if choice.do == verb)
    visitor.click(visitor.token(token))
    visitor.wait("s.selected === a", token)
    name = re.compile(rf"^{visitor.text(f'game.deed.{verb}')}\b")
    for _ in range(2):
        visitor.page.get_by_role("button", name=name).first.click()
        visitor.wait("s.mode === a", verb)
        targets = visitor.until(lambda: visitor.marks("reach"))
        state = visitor.state()
        assert state.expected == state.announced
        visitor.page.keyboard.press("Escape")
        visitor.wait("s.mode !== a && s.selected", verb)
    assert visitor.seen().version == visitor.state().version and visitor.view() == before
    visitor.page.keyboard.press("Escape")
    visitor.wait("!s.selected")
    visitor.click(visitor.token(token))
    visitor.wait("s.selected === a", token)
    visitor.page.get_by_role("button", name=name).first.click()
    visitor.wait("s.mode === a", verb)
    version = visitor.state().version
    visitor.click(visitor.marked(targets[0]))
    visitor.wait("s.version > a", version)
    after = visitor.view()
    assert isinstance(after, View) and isinstance(before, View)
    assert next(seen.square for seen in after.tokens if seen.token == token) == targets[0]
    assert after.ap < before.ap


def test_loads_belong_to_the_traveller(visitor: Visitor) -> None:
    """While somebody is on the way another one can be looked at: it is offered neither the other's load nor its stop."""
    visitor.sit_down(
        "base", "mouse", when("travel", lambda view: loaded(view) and can_put_down(view) and view.ap > 1), seats=BOT
    )
    visitor.ready("travel")
    view = visitor.view()
    assert isinstance(view, View) and view.journey is not None
    stop = visitor.page.get_by_role("button", name=visitor.text("play.stop-here"))
    drop = visitor.page.get_by_role("button", name=re.compile(re.escape(visitor.text("game.choice.drop")), re.IGNORECASE))
    expect(stop.first).to_be_visible()
    expect(drop.first).to_be_visible()
    own = [seen.token for seen in view.tokens if seen.token[0] == "b" and seen.token != view.journey.token and not seen.wounded]
    others = [token for token in own if visitor.token(token).count()]
    for token in others:
        visitor.click(visitor.token(token))
        visitor.wait("s.selected === a || document.querySelector('[data-testid=toast]')", token)
        if visitor.state().selected == token:
            break
    else:
        raise AssertionError(f"none of {others} could act after a stop")
    expect(stop).to_have_count(0)
    expect(drop).to_have_count(0)
    state = visitor.state()
    assert state.expected == state.announced
    visitor.page.keyboard.press("Escape")
    visitor.wait("s.selected === a", view.journey.token)
    expect(drop.first).to_be_visible()
    assert visitor.seen().version == state.version
