"""Every page: what axe says of it in both themes, the three languages, and ways that lead nowhere."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import FilePayload, expect

from dungeon_twister.presentation.i18n import LANGUAGES
from tests.amounts import some
from tests.browser.positions import decides
from tests.browser.visitor import CONTRAST, DESK, LOCALES, PHONE, Visitor, Visitors

BOT = {"blue": "you", "yellow": "bot:random"}
FOUR = {"blue": "you", "red": "bot:random", "yellow": "bot:random", "green": "bot:random"}
PAGES = ("/", "/games", "/join", "/learn", "/rules", "/about", "/replay", "/nowhere")
SIMPLIFIED = LOCALES.parent / "scenarios" / "simplified.toml"
# A text that has no words in the catalogue is shown as its key.
KEY = re.compile(r"\b(?:game|home|maze|parts|play|refusals|replay|rules)\.[a-z][\w.-]+")

FITS = "document.documentElement.scrollWidth <= innerWidth"

# Everything a page says, to eyes and to ears.
SPOKEN = """() => {
    const names = ["aria-label", "title", "aria-description"];
    const labels = [...document.querySelectorAll(names.map((name) => `[${name}]`).join())];
    const said = labels.flatMap((one) => names.map((name) => one.getAttribute(name)));
    return [document.body.innerText, document.title, ...said].join(" ");
}"""


def wordless(visitor: Visitor) -> list[str]:
    """Keys shown in place of words, in texts and in what is read aloud."""
    answer = visitor.page.evaluate(SPOKEN)
    return KEY.findall(answer)


def at_size(visitor: Visitor, size: tuple[int, int]) -> None:
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})


def open_page(visitor: Visitor, address: str) -> None:
    visitor.page.goto(address)
    visitor.page.locator("main h1").first.wait_for()
    visitor.page.locator("[aria-busy=true]").wait_for(state="detached")


def test_a_game_is_accessible(visitors: Visitors) -> None:
    """In the dark theme, and in the light one as soon as that is chosen."""
    visitor = visitors.new(theme="dark")
    for scenario, seats in {"base": BOT, "standard": BOT, "four-players": FOUR}.items():
        visitor.sit_down(scenario, "axe", decides("act"), seats=seats)
        visitor.ready("act")
        in_both_themes(visitor)
    for key in ("o", "?"):
        visitor.page.keyboard.press(key)
        visitor.page.get_by_role("dialog").wait_for()
        in_both_themes(visitor)
        visitor.escape()


def in_both_themes(visitor: Visitor) -> None:
    visitor.accessible()
    for theme in ("light", "dark"):
        visitor.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
        if theme == "light":
            visitor.accessible(CONTRAST)


def test_a_game_is_begun_on_a_phone(visitors: Visitors) -> None:
    visitor = visitors.new(PHONE, touch=True)
    open_page(visitor, "/")
    visitor.accessible()
    visitor.at("start").tap()
    visitor.wait("s.decision === 'starters'")
    visitor.until(lambda: visitor.page.evaluate(FITS))


@pytest.mark.parametrize(("language", "theme"), some([("de", "dark"), ("fr", "light")]))  # the others look at English
def test_pages_in_other_languages_and_themes(visitors: Visitors, language: str, theme: Literal["dark", "light"]) -> None:
    """Nobody has set anything: the page follows the system. The browser's language is spoken from the first page to the last,
    in both games, axe has nothing against a page in either theme, and none is too wide for a phone."""
    visitor = visitors.new(language=language, system=theme)
    for address in PAGES:
        open_page(visitor, address)
        assert visitor.page.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme]") == [
            language,
            theme,
        ]
        visitor.accessible(CONTRAST if theme == "light" else "")
        assert wordless(visitor) == [], address
        at_size(visitor, PHONE)
        visitor.until(lambda: visitor.page.evaluate(FITS))
        at_size(visitor, DESK)
    for scenario in ("base", "standard"):
        visitor.sit_down(scenario, "words", decides("act"), seats=BOT)
        visitor.ready("act")
        expect(visitor.at("heading")).to_have_text(visitor.text("play.your-turn"))
        for key in ("o", "l", "?"):
            visitor.page.keyboard.press(key)
            visitor.page.get_by_role("dialog").wait_for()
            assert wordless(visitor) == [], key
            visitor.escape()


def test_every_other_language_is_looked_at() -> None:
    assert set(LANGUAGES) == {"en", "de", "fr"}


def test_the_language_is_switched_on_the_spot(visitor: Visitor) -> None:
    open_page(visitor, "/")
    for code in ("de", "fr", "en"):
        visitor.page.get_by_role("button", name=re.compile(rf"^{code.upper()} ")).first.click()
        expect(visitor.page.locator("html")).to_have_attribute("lang", code)
        visitor.language = code
        expect(visitor.at("start")).to_have_text(visitor.text("home.new.start"))
    visitor.page.reload()
    expect(visitor.page.locator("html")).to_have_attribute("lang", "en")


def test_ways_that_lead_nowhere(visitor: Visitor) -> None:
    visitor.expected += ["404", "WebSocket"]
    visitor.page.goto("/play/nothing")
    expect(visitor.page.get_by_role("heading", name=visitor.text("play.no-game"))).to_be_visible()
    visitor.page.get_by_role("link", name=visitor.text("play.home")).click()
    visitor.page.get_by_role("textbox").fill("ABCDEF")
    visitor.page.get_by_role("button", name=visitor.text("home.join.go")).first.click()
    expect(visitor.page.get_by_role("alert")).to_have_text(visitor.text("home.join.unknown"))
    visitor.page.goto("/replay/nothing")
    expect(visitor.page.get_by_role("alert")).to_be_visible()


def test_every_page_leads_to_puzzles_and_the_free_board(visitors: Visitors) -> None:
    """In French, which has the longest words: the pages stand in one row or in the menu, and nothing is too wide."""
    visitor = visitors.new(language="fr")
    visitor.page.goto("/about")
    menu = visitor.button("home.nav.menu")
    visitor.page.get_by_role("link", name=visitor.text("home.nav.about")).first.wait_for()
    pages = visitor.page.locator("#pages")
    for size in (DESK, (1110, 800), (1024, 768), (844, 390), PHONE):
        at_size(visitor, size)
        if menu.is_visible() and menu.get_attribute("aria-expanded") != "true":
            menu.click()
        for words, address in (("home.nav.puzzles", "/puzzles"), ("home.nav.board", "/board")):
            expect(pages.get_by_role("link", name=visitor.text(words), exact=True)).to_have_attribute("href", address)
            expect(pages.get_by_role("link", name=visitor.text(words), exact=True)).to_be_in_viewport()
        assert visitor.page.evaluate(FITS), size
        row = pages.get_by_role("link").evaluate_all("all => new Set(all.map((one) => one.getBoundingClientRect().top)).size")
        assert menu.is_visible() or row == 1, "the pages stand in one row"


def test_watching(visitors: Visitors) -> None:
    """Somebody without a seat sees the game and can do nothing in it."""
    player = visitors.new()
    player.sit_down("base", "watched", decides("act"), seats=BOT)
    player.ready("act")
    watcher = visitors.new()
    watcher.page.goto(f"/play/{player.game}")
    watcher.wait("s.version >= 0")
    assert watcher.state().decision == ""
    assert watcher.at("end-turn").count() == 0
    pieces = "[...document.querySelectorAll('[data-piece]')].map((one) => one.dataset.piece)"
    shown = watcher.until(lambda: watcher.page.evaluate(pieces))
    assert any("?" in token or "#" in token for token in shown)  # lids and hidden tokens stay shut


def test_own_games_are_found_again(visitors: Visitors) -> None:
    visitor = visitors.new()
    visitor.sit_down("standard", "kept", seats=BOT)
    game = visitor.game
    visitor.page.goto("/")
    visitor.at("continue").first.click()
    visitor.page.wait_for_url(f"**/play/{game}")
    open_page(visitor, "/games")
    visitor.button("home.games.delete").click()
    visitor.button("home.yes").click()
    expect(visitor.at("continue")).to_have_count(0)
    visitor.until(lambda: visitor.live.call("GET", f"/games/{game}").json().get("stage", "gone") in ("gone", "given-up"))


def test_finished_games_are_not_gone_on_with(visitor: Visitor) -> None:
    tokens = visitor.sit_down("standard", "over", seats=BOT)
    game, (colour, token) = visitor.game, next(iter(tokens.items()))
    visitor.page.goto("/")
    heading = visitor.page.get_by_role("heading", name=visitor.text("home.continue"), exact=True)
    expect(heading).to_be_visible()
    wish = {"type": "resign", "id": "enough", "seat": colour}
    assert visitor.live.call("POST", f"/games/{game}/commands", wish, token).status_code == 200
    visitor.page.reload()
    visitor.page.wait_for_load_state("networkidle")
    expect(visitor.at("path-card").locator("visible=true")).to_be_visible()
    expect(heading).to_have_count(0)


def test_a_scenario_of_ones_own(visitors: Visitors) -> None:
    """A file that cannot be played is refused where the eyes are, at the end of the scrolled list; a good one is played."""
    visitor = visitors.new(PHONE, touch=True)
    visitor.expected += ["422"]
    text = SIMPLIFIED.read_text("utf-8").replace('title = "', 'title = "My ')
    visitor.page.goto("/")
    visitor.at("scenario").click()
    chooser = visitor.at("own-scenario")
    chooser.locator("..").scroll_into_view_if_needed()
    chooser.set_input_files(toml(text.replace('["base"]', '["nowhere"]')))
    alert = visitor.page.get_by_role("alert")
    expect(alert).to_contain_text("nowhere")
    expect(alert).to_be_in_viewport(ratio=0.99)  # scrolled to whole pixels
    chooser.set_input_files(toml(text))
    expect(visitor.at("scenario")).to_contain_text("My ")
    visitor.start()
    visitor.wait("s.decision === 'starters'")


def toml(text: str) -> FilePayload:
    return {"name": "mine.toml", "mimeType": "application/toml", "buffer": text.encode()}
