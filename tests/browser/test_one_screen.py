"""Several seats at one screen: the curtain between them, and nothing of the others behind it."""

from __future__ import annotations

import re

from dungeon_twister.ai.bots.registry import make_bot
from dungeon_twister.game.record.json_codec import to_json
from tests.browser.visitor import Pilot, Visitor

ME = {"blue": "you", "yellow": "you"}
# Somebody must come to the screen, cards are to be looked at, or a viewer decides anew.
NEXT = "s.over || s.curtain || s.combat === 'shown' || (s.decision && s.shows !== a)"


def drawn(visitor: Visitor) -> list[str]:
    """The tokens drawn anywhere on the page."""
    script = "() => [...document.querySelectorAll('[data-piece], [data-token]')].map((e) => e.dataset.piece ?? e.dataset.token)"
    found: list[str] = visitor.page.evaluate(script)
    return found


def test_the_curtain_hides_everything(visitor: Visitor) -> None:
    visitor.page.goto("/")
    visitor.at("opponent-screen").click()
    visitor.start("one screen")
    pilot = Pilot(visitor, {colour: make_bot("random", colour) for colour in ME})
    seats: list[str] = []
    for _ in range(40):
        visitor.wait(NEXT, -1)
        if visitor.state().curtain:
            hidden_behind(visitor)
            visitor.page.reload()  # looking behind it by loading again does not help
            visitor.at("curtain").wait_for()
            pilot.done = -1
            hidden_behind(visitor)
            visitor.at("curtain-open").click()
            visitor.wait("s.decision")
            seats.append(visitor.seen().info.decider)
            only_own(visitor, seats[-1])
            if len(seats) > 4:
                break
        state = pilot.await_us()
        if state.decision in ("starters", "lay"):
            pilot.done = state.shows
            visitor.at("fill").click()
            visitor.wait(NEXT, pilot.done)
        else:
            pilot.decide(state)
            visitor.wait(NEXT, pilot.done)
    assert set(seats) == set(ME) and len(seats) > 4


def hidden_behind(visitor: Visitor) -> None:
    """Neither tokens nor cards nor a log are in the page, not even where nobody sees them."""
    assert drawn(visitor) == []
    assert visitor.page.locator("svg[role=application], [data-testid=heading], .hand-panel, .playing-card").count() == 0


def only_own(visitor: Visitor, colour: str) -> None:
    """Every token that is drawn is one this seat may know."""
    known = to_json(visitor.view(colour))
    other = "y" if colour == "blue" else "b"
    faces = {re.split("[#@]", token)[0] for token in drawn(visitor) if token.startswith(other) and "?" not in token}
    assert [face for face in faces if f'"{face}"' not in known] == []
