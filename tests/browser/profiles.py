"""Browser profiles for visitors. Most of the work of opening a page is a new process of the browser, an empty cache and scripts
to be read and compiled. So a profile that a test is done with serves the next one, with its tab: all that pages have kept in it
is thrown away."""

from __future__ import annotations

from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Error

PATIENCE = 60_000  # milliseconds until a page that does not come is a fault; a busy machine is slow
NOWHERE = "/api/health"  # an address of the server that is no page


class Kind(NamedTuple):
    """What a profile cannot change later."""

    address: str
    language: str
    touch: bool
    system: Literal["dark", "light"]  # the theme of the machine
    workers: Literal["allow", "block"]  # may pages have a service worker?


class Profile:
    """A profile with one tab."""

    def __init__(self, browser: Browser, kind: Kind) -> None:
        self.kind = kind
        self.context = browser.new_context(
            locale={"en": "en-GB"}.get(kind.language, kind.language),
            has_touch=kind.touch,
            is_mobile=kind.touch,
            reduced_motion="reduce",
            color_scheme=kind.system,
            base_url=f"http://{kind.address}",
            service_workers=kind.workers,
        )
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self._tools = self.context.new_cdp_session(self.page)
        self._tools.send("Page.enable")
        self._scripts: list[str] = []

    def before(self, script: str) -> None:
        """What every document runs before anything of its own, until the profile is given back; what Playwright adds could not
        be taken away again."""
        added = self._tools.send("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        self._scripts.append(added["identifier"])

    def forget(self) -> None:
        """As if nobody had ever been here."""
        for script in self._scripts:
            self._tools.send("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
        self._scripts.clear()
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.goto(NOWHERE)  # nothing of the page runs any more and could write something
        self.page.evaluate("sessionStorage.clear()")
        self.page.mouse.move(0, 0)
        self.context.clear_cookies()
        self.context.clear_permissions()
        self._tools.send("Storage.clearDataForOrigin", {"origin": f"http://{self.kind.address}", "storageTypes": "all"})
        self._tools.send("Page.resetNavigationHistory")


class Profiles:
    """Lends profiles to the visitors of one test after the other."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: dict[Kind, list[Profile]] = {}
        self._lent: list[Profile] = []

    def lend(self, kind: Kind, size: tuple[int, int]) -> Profile:
        """One that nobody has, and that knows nothing."""
        free = self._free.get(kind)
        profile = free.pop() if free else Profile(self.browser, kind)
        self._lent.append(profile)
        profile.page.set_viewport_size({"width": size[0], "height": size[1]})
        return profile

    def give_back(self, address: str) -> None:
        """All that are lent. Kept are those that can be like new and whose address will be asked for again: this one."""
        for profile in self._lent:
            try:
                if profile.kind.address == address and profile.kind.workers == "block":
                    profile.forget()
                    self._free.setdefault(profile.kind, []).append(profile)
                    continue
            except Error:  # what the test did to it cannot be undone
                pass
            profile.context.close()
        self._lent.clear()
