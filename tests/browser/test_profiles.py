"""The profiles that tests get one after the other are like new."""

from __future__ import annotations

from tests.browser.profiles import NOWHERE, Kind, Profiles
from tests.browser.visitor import DESK, Visitors

WRITE = """async () => {
    localStorage.setItem("mine", "1");
    sessionStorage.setItem("mine", "1");
    document.cookie = "mine=1";
    await caches.open("mine");
    await new Promise((done) => { indexedDB.open("mine").onsuccess = ({ target }) => done(target.result.close()); });
}"""
READ = """async () => [
    ...Object.keys(localStorage), ...Object.keys(sessionStorage), document.cookie, ...await caches.keys(),
    ...(await indexedDB.databases()).map((one) => one.name),
].filter(Boolean)"""


def test_nothing_is_left_of_the_visitor_before(visitors: Visitors) -> None:
    profiles = Profiles(visitors.profiles.browser)
    address = visitors.live.address
    kind = Kind(address, "en", False, "dark", "block")
    before = profiles.lend(kind, DESK)
    before.before("sessionStorage.setItem('script', '1')")
    before.page.goto(NOWHERE)
    before.page.evaluate(WRITE)
    assert len(before.page.evaluate(READ)) == 6
    profiles.give_back(address)
    again = profiles.lend(kind, DESK)
    assert again is before
    again.page.goto(NOWHERE)
    assert again.page.evaluate(READ) == []
    again.context.close()
