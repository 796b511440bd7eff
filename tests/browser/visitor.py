"""Somebody in front of a browser, and what the tests know of the pages: where things are, never how they are made."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import msgspec
import pytest
from playwright.sync_api import ConsoleMessage, Error, FloatRect, Locator, Page, TimeoutError, expect

import dungeon_twister
from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.record.json_codec import to_json
from dungeon_twister.game.session.bot import Bot
from dungeon_twister.game.views import CardView, View
from dungeon_twister.server.protocol import GameInfo
from dungeon_twister.server.socket_protocol import Welcome
from dungeon_twister.server.wire import decode
from tests.browser.positions import Moment, TooLateError, advance
from tests.browser.profiles import PATIENCE, Kind, Profiles
from tests.server.live import Live

LOCALES: Final = Path(dungeon_twister.__file__).parent / "content" / "locales"
AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LINE: Final = re.compile(r"Dungeon Twister is at http://([^/]+)/ ")
DESK: Final = (1440, 900)
PHONE: Final = (390, 844)
SIDEWAYS: Final = (844, 390)
ZOOMED: Final = (640, 400)  # a desk of 1280 x 800 at 200 %
SEATS: Final = "dungeon-twister.seats"
SETTINGS: Final = "dungeon-twister.settings"
OFFERED: Final = "dungeon-twister.safety-offered"
PAUSE: Final = 0.02  # seconds between two looks at something that is waited for
BAD: Final = ("serious", "critical")

# What the page waits for: the version it shows, the decision that is ours, and what lies over the table.
STATE: Final = """() => {
    const at = (mark) => document.querySelector(`[data-testid=${mark}]`);
    const heading = at("heading");
    return {
        version: heading ? Number(heading.dataset.version) : -1,
        shows: heading ? Number(heading.dataset.shows) : -1,
        decision: heading?.dataset.decision ?? "",
        over: !!at("game-over"),
        curtain: !!at("curtain"),
        combat: at("combat")?.dataset.stage ?? "",
        selected: heading?.dataset.selected ?? "",
        mode: heading?.dataset.mode ?? "",
        settled: heading?.dataset.settled === "true",
        advised: heading?.dataset.advised === "true",
        announced: at("announced")?.textContent ?? "",
        expected: at("expected")?.textContent ?? "",
    };
}"""

# What axe says against a page.
FAULTS: Final = (
    """async (only) => (await axe.run(document, { resultTypes: ["violations"], ...(only && { runOnly: only }) })).violations"""
)
BLOCKED: Final = "Service Worker registration blocked by Playwright"  # which says so itself
CONTRAST: Final = "color-contrast"  # the rule of axe that a theme may break
# Waits until something is where it was some milliseconds before; false if it was drawn anew meanwhile.
STILL: Final = """async (thing, rest) => {
    const place = () => { const { x, y, width, height } = thing.getBoundingClientRect(); return [x, y, width, height].join(); };
    for (let before = ""; thing.isConnected && before !== place(); ) {
        before = place();
        await new Promise((resolve) => setTimeout(resolve, rest));
    }
    return thing.isConnected;
}"""
# Gives the next game that the page asks for a seed. Not by a route of Playwright's: when that is taken away, what the page is
# just loading may never arrive.
SEEDED: Final = """(seed) => {
    const before = window.fetch;
    window.fetch = (path, wish) => {
        if (path === "/api/seals") return Promise.resolve(new Response("{}")); // a game with a seed has no commitment
        if (path !== "/api/games" || wish?.method !== "POST") return before(path, wish);
        window.fetch = before;
        return before(path, { ...wish, body: JSON.stringify({ ...JSON.parse(wish.body), seed }) });
    };
}"""
# Keeps something in the browser's memory the first time that a page is opened: what the page makes of it later stays.
KEEP: Final = """([key, book]) => {
    const mark = `kept ${key} ${book}`;
    if (sessionStorage.getItem(mark)) return;
    sessionStorage.setItem(mark, "1");
    localStorage.setItem(key, book);
}"""
REST: Final = 80  # milliseconds in which nothing moves
FIRST_REST: Final = 300  # the same on a page that has just been opened, whose panels come one after the other

Seen = TypeVar("Seen")


def greeting(process: subprocess.Popen[str]) -> str:
    """Where a server that was just started says it is."""
    assert process.stdout is not None
    line = process.stdout.readline()
    found = LINE.match(line)
    assert found is not None, f"the server said {line!r}"
    return found[1]


@cache
def words(language: str, namespace: str) -> dict[str, str]:
    """A catalogue of the page."""
    found: dict[str, str] = json.loads((LOCALES / language / f"{namespace}.json").read_text("utf-8"))
    return found


def text(key: str, language: str = "en", **values: object) -> str:
    """A text of the page as `t` gives it: the namespace comes first."""
    namespace, _, rest = key.partition(".")
    return re.sub(r"\{([\w-]+)\}", lambda found: str(values.get(found[1], found[0])), words(language, namespace)[rest])


class State(msgspec.Struct, frozen=True):
    """How a page of a game stands."""

    version: int
    shows: int  # grows with everything that is shown, also where the version stays the same
    decision: str
    over: bool
    curtain: bool
    combat: str
    selected: str  # the chosen character or token
    mode: str
    settled: bool  # all that has happened is shown
    advised: bool  # the server has said what can be done now, and it is drawn
    announced: str  # what a screen reader announces
    expected: str  # what the sentence on the screen says is expected, where it stands by itself


class Visitors:
    """Makes visitors."""

    def __init__(self, profiles: Profiles, live: Live) -> None:
        self.profiles = profiles
        self.live = live
        self.all: list[Visitor] = []

    def new(
        self,
        size: tuple[int, int] = DESK,
        touch: bool = False,
        language: str = "en",
        address: str = "",
        system: Literal["dark", "light"] = "dark",
        workers: Literal["allow", "block"] = "block",
        fresh: bool = False,
        **settings: object,
    ) -> Visitor:
        """A profile that knows nothing. `settings` are the page's own, as somebody set them before; `address`: another way to
        the server; `system`: the theme of the machine; `workers`: may the page have a service worker? It would keep its files
        for every visitor anew (test_app.py looks at that). `fresh`: nobody has offered him a way back yet, which would lie over
        the table."""
        profile = self.profiles.lend(Kind(address or self.live.address, language, touch, system, workers), size)
        kept = json.dumps(json.dumps({"haste": 0, **settings}))  # tests click quicker than people
        profile.before(f"localStorage.getItem('{SETTINGS}') ?? localStorage.setItem('{SETTINGS}', {kept})")
        if not fresh:
            profile.before(f"localStorage.setItem('{OFFERED}', 'true')")
        visitor = Visitor(profile.page, self.live, language)
        visitor.before = profile.before
        self.all.append(visitor)
        return visitor


class Visitor:
    """One page and its owner."""

    def __init__(self, page: Page, live: Live, language: str = "en") -> None:
        self.page = page
        self.live = live
        self.language = language
        self.just_opened = True  # nothing has been clicked on the page of a game yet
        self.complaints: list[str] = []
        self.expected: list[str] = []  # parts of complaints that belong to the test
        self.before: Callable[[str], object] = page.add_init_script  # what every page runs before anything of its own
        page.on("console", self._hear)
        page.on("pageerror", self._fail)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and BLOCKED not in message.text:
            self.complaints.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

    def _fail(self, error: Error) -> None:
        self.complaints.append(f"error: {error}")

    def leave(self) -> None:
        """Hear nothing more of the page, which will be somebody else's."""
        self.page.remove_listener("console", self._hear)
        self.page.remove_listener("pageerror", self._fail)

    def check(self) -> None:
        """No error, no warning, no refusal of the content policy, no text whose key has no words."""
        left = [line for line in self.complaints if not any(part in line for part in self.expected)]
        assert left == []

    def text(self, key: str, **values: object) -> str:
        return text(key, self.language, **values)

    # -- finding things ------------------------------------------------------------------------------------------------

    def at(self, mark: str) -> Locator:
        """What the page marks for tests."""
        return self.page.get_by_test_id(mark)

    def button(self, key: str, **values: object) -> Locator:
        return self.page.get_by_role("button", name=self.text(key, **values), exact=True)

    def state(self) -> State:
        return msgspec.convert(self.page.evaluate(STATE), State)

    def wait(self, condition: str, argument: object = None) -> None:
        """Until a condition about the state is true, as JavaScript of `s` and `a`."""
        try:
            self.page.wait_for_function(f"(a) => {{ const s = ({STATE})(); return {condition}; }}", arg=argument, polling=20)
        except TimeoutError as error:
            error.add_note(f"waited for {condition} of {argument}, but the page says {self.state()} at {self.page.url}")
            raise

    def ready(self, decision: str) -> None:
        """Until a decision is ours, everything before it has been shown, and what can be chosen is marked; a combat has a scene
        of its own, which is fetched when the first one comes."""
        self.wait("s.decision === a && s.settled && s.advised && (a !== 'combat' || s.combat)", decision)

    def until(self, look: Callable[[], Seen], wanted: Callable[[Seen], object] = bool) -> Seen:
        """Look again and again until it is what is wanted: for all that a page draws a moment later. What was seen last."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not wanted(seen := look()):
            assert time.monotonic() < deadline, f"this does not become what is wanted: {seen}"
            self.page.wait_for_timeout(PAUSE * 1000)
        return seen

    def becomes(self, look: Callable[[], object], value: object) -> None:
        """Look again and again until a certain value is seen."""
        self.until(look, lambda seen: seen == value)

    def accessible(self, only: str = "") -> None:
        """axe finds nothing serious; `only`: by this rule, where the others were looked at in the other theme."""
        if not AXE.exists():
            pytest.skip("axe-core is not there: run `npm ci` in web/")
        if self.page.evaluate("typeof axe === 'undefined'"):
            self.page.evaluate(AXE.read_text("utf-8"))
        found: list[dict[str, Any]] = self.page.evaluate(FAULTS, [only] if only else None)
        reply = [
            f"{fault['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
            for fault in found
            if fault["impact"] in BAD
            for node in fault["nodes"]
        ]
        assert reply == []

    def open_list(self) -> None:
        """The plain list of everything that can be chosen: by its key, on a phone from the menu."""
        if self.page.evaluate("navigator.maxTouchPoints > 0"):
            self.button("play.menu").tap()
            self.page.get_by_role("dialog").get_by_role("button", name=self.text("play.all-choices")).tap()
        else:
            self.page.keyboard.press("o")

    def close_all(self) -> None:
        """Back to the bare table: cards looked at, panels shut."""
        if self.state().combat == "shown":
            self.close_combat()
        if self.page.get_by_role("dialog").count():
            self.escape()

    def close_combat(self) -> None:
        """Close the result of a combat as soon as that is possible."""
        button = self.at("combat-close")
        expect(button).to_be_enabled()
        button.press("Enter")
        self.wait("s.combat !== 'shown'")

    def escape(self) -> None:
        """Close the panel that is open; the keys are the table's again when this returns."""
        self.page.keyboard.press("Escape")
        self.page.get_by_role("dialog").wait_for(state="detached")

    # -- games ---------------------------------------------------------------------------------------------------------

    def start(self, seed: str = "") -> str:
        """Press the button that begins the game put together on the home page; the id of the game. A game with other people
        takes no seed."""
        if seed:
            self.page.evaluate(SEEDED, seed)
        self.at("start").click()
        self.page.wait_for_url("**/play/*")
        return self.game

    def sit_down(
        self, scenario: str, seed: str, until: Moment | None = None, hold: str = "", bot: str = "random", **wish: Any
    ) -> dict[str, str]:
        """A game made by request, its seats (`hold`: one of them) kept in this browser as if it had been made on the home page;
        `until`: brought to a moment first, by a `bot` on our seats. The tokens of all our seats."""
        for attempt in range(5):  # chance and bots play their own game: the next seed, if the moment does not come in this one
            game, tokens = self.live.make(scenario, seed=f"{seed} {attempt}", **wish)
            try:
                if until:
                    advance(self.live, game, tokens, until, bot)
                break
            except TooLateError:
                if attempt == 4:
                    raise
        self.hold(game, {colour: token for colour, token in tokens.items() if hold in ("", colour)})
        return tokens

    def hold(self, game: str, tokens: dict[str, str]) -> None:
        """Keep seats of a game in this browser, and go there."""
        held = [{"colour": colour, "token": token, "name": ""} for colour, token in tokens.items()]
        self.keep(SEATS, {game: held})
        self.page.goto(f"/play/{game}")
        self.just_opened = True

    def keep(self, key: str, book: object) -> None:
        """Put something into this browser's memory before the next page is opened, once."""
        self.before(f"({KEEP})({json.dumps([key, json.dumps(book)])})")

    @property
    def game(self) -> str:
        """The game of the address."""
        return self.page.url.rpartition("/")[2].partition("?")[0]

    @property
    def tokens(self) -> dict[str, str]:
        """The seats held in this browser."""
        held = self.page.evaluate("(key) => JSON.parse(localStorage.getItem(key) ?? '{}')", SEATS)[self.game]
        return {seat["colour"]: seat["token"] for seat in held}

    def seen(self, colour: str = "") -> Welcome:
        """What the server would show a seat now."""
        token = self.tokens[colour] if colour else next(iter(self.tokens.values()))
        answer = self.live.call("GET", f"/games/{self.game}/view", token=token)
        return decode(answer.content, Welcome)

    def view(self, colour: str = "") -> View | CardView:
        return self.seen(colour).sights[0].view

    def settle(self, before: GameInfo) -> None:
        """Until the server has a newer version, or waits for somebody else."""
        deadline = time.monotonic() + PATIENCE / 1000
        while (now := self.seen().info).version <= before.version and now.decider == before.decider:
            assert time.monotonic() < deadline, f"nothing comes after version {before.version}"
            time.sleep(PAUSE)

    def settle_turn(self, turn: int) -> None:
        """Until the turn is over."""
        deadline = time.monotonic() + PATIENCE / 1000
        while self.view().turn <= turn:
            assert time.monotonic() < deadline, f"turn {turn} does not end"
            time.sleep(PAUSE)

    # -- the maze ------------------------------------------------------------------------------------------------------

    def token(self, name: str) -> Locator:
        return self.page.locator(f'.stage [data-piece="{name}"]')

    def marks(self, *kinds: str) -> list[str]:
        """Places with one of these marks."""
        script = """(kinds) => [...document.querySelectorAll(".stage [data-mark]")]
            .filter((mark) => kinds.includes(mark.dataset.mark)).map((mark) => mark.dataset.place)"""
        found: list[str] = self.page.evaluate(script, list(kinds))
        return found

    def click(self, thing: Locator) -> None:
        """A click (a tap with a finger) in the middle of something drawn, as soon as it stands still: a page lays itself out
        anew when its panels come, and the maze comes nearer to the selected character."""
        box = self.resting(thing)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if self.page.evaluate("navigator.maxTouchPoints > 0"):
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def resting(self, thing: Locator) -> FloatRect:
        """Where something is when it has come to rest."""
        rest, self.just_opened = FIRST_REST if self.just_opened else REST, False
        self.until(lambda: thing.first.evaluate(STILL, rest))
        box = thing.first.bounding_box()
        assert box is not None
        return box

    def marked(self, place: str) -> Locator:
        return self.page.locator(f'.stage [data-mark][data-place="{place}"]')


class Pilot:
    """Plays through the page's own controls what a bot would choose. `turns` of the loop are choices of ours."""

    def __init__(self, visitor: Visitor, bots: dict[str, Bot]) -> None:
        self.visitor = visitor
        self.bots = bots
        self.done = -1  # what was shown when we last did something
        self.kept = (-1, "")  # turn and kind of the last decision, if the character selected then may stay so

    def play(self, most: int, until: str = "") -> int:
        """Play until the end, or a decision of a kind is ours, or so many choices are made; how many were."""
        for number in range(most):
            state = self.await_us()
            if state.over or (until and until == state.decision):
                return number
            self.decide(state)
        return most

    def await_us(self) -> State:
        """Wait until there is something to do; look at cards and raise curtains on the way."""
        visitor = self.visitor
        while True:
            ours = "s.decision && s.settled && s.advised && s.shows !== a"
            visitor.wait(f"s.over || s.curtain || s.combat === 'shown' || ({ours})", self.done)
            state = visitor.state()
            if state.curtain:
                visitor.at("curtain-open").click()
            elif state.combat == "shown":
                visitor.close_combat()
            else:
                return state

    def decide(self, state: State) -> None:
        view, colour = self.current(state)
        self.look_at(state, view)
        choice = self.bots[colour].choose(view)
        self.done = state.shows
        self.act(choice)

    def look_at(self, state: State, view: View | CardView) -> None:
        """Nothing is chosen that cannot act, a new turn begins with nobody, and the page says what is expected."""
        assert state.announced and state.expected in ("", state.announced), state
        traveller = view.journey.token if view.journey else ""
        able = {choice.token for choice in view.choices}
        if state.decision == "travel":
            assert state.selected == traveller and state.mode in ("", "move")
        elif state.decision == "act":
            assert state.selected in (able if self.kept == (view.turn, "act") else {""}) | {""}, state
        else:
            assert state.selected in able | {""}, state
        self.kept = view.turn, "act" if state.decision in ("act", "travel") else ""

    def act(self, choice: Choice) -> None:
        """Make a choice where the page offers it."""
        visitor = self.visitor
        if choice.do == "combat" and choice.second < 0:
            self.lay(choice.value)
        elif choice.do == "card" and not visitor.at("all-choices").is_visible():
            visitor.at(f"action-card-{choice.value}").click()
        else:
            self.choose(to_json(choice))

    def current(self, state: State) -> tuple[View | CardView, str]:
        """What the server shows the seat that decides. The page must not be behind it."""
        for colour in self.bots:
            seen = self.visitor.seen(colour)
            view = seen.sights[0].view
            if view.pending and view.pending[-1].who == colour:
                assert seen.version == state.version and view.pending[-1].kind == state.decision
                return view, colour
        raise AssertionError(f"the page waits for {state.decision!r}, but none of our seats decides")

    def choose(self, key: str) -> None:
        """A line of the plain list of everything that can be chosen."""
        visitor = self.visitor
        if not visitor.at("all-choices").is_visible():
            visitor.open_list()
        visitor.page.locator(f"[data-choice={json.dumps(key)}]").click()

    def lay(self, value: int) -> None:
        """A card in the combat over the maze."""
        visitor = self.visitor
        card = visitor.text("parts.card-number", value=value)
        visitor.at("combat").get_by_role("radio", name=re.compile(rf"^{re.escape(card)}(,|$)")).first.click()
        visitor.at("lay-card").click()
