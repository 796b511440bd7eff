"""A fight that is begun with the mouse, as most are: the enemy is clicked in the maze."""

from __future__ import annotations

from playwright.sync_api import expect

from dungeon_twister.game.views import CardView, View
from tests.browser.visitor import Visitor

# The page runs no clock by the second: its watchdog would ask for the state anew and hide that nothing can be chosen.
NO_WATCHDOG = """() => {
    const before = window.setInterval;
    window.setInterval = (run, wait, ...more) => (wait === 1000 ? 0 : before(run, wait, ...more));
}"""


def can_attack(view: View | CardView) -> bool:
    """Points are left after a fight."""
    return view.ap >= 2 and any(choice.do == "attack" for choice in view.choices)


def fight_by_mouse(visitor: Visitor) -> None:
    """Attack, choose a card and close the result; afterwards the player can go on as before."""
    visitor.ready("act")
    attack = next(choice for choice in visitor.view().choices if choice.do == "attack")
    visitor.click(visitor.token(attack.token))
    visitor.wait("s.selected")
    visitor.click(visitor.token(attack.target))
    visitor.wait("s.combat === 'choose'")
    before = visitor.state().version
    visitor.at("combat").get_by_role("radio").first.click()
    visitor.at("lay-card").click()
    visitor.wait("s.combat === 'shown'")
    close = visitor.at("combat-close")
    expect(close).to_be_enabled()
    close.click()
    visitor.wait("s.combat !== 'shown' && s.version > a && s.settled", before)
    visitor.ready(visitor.view().pending[-1].kind)
    expect(visitor.page.locator("[role=application]")).to_be_focused()
