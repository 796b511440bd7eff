"""Events in words: the same sentences as on the page, in three languages, with bent names."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from web.tests.fixtures.make_events import digests_of

from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import EventView
from dungeon_twister.game.views.board_events import BOARD_PARTS
from dungeon_twister.game.views.card_events import CARD_PARTS
from dungeon_twister.presentation.guide.guide_shapes import Scene
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.presentation.i18n import (
    LANGUAGES,
    Chronicle,
    MessageCatalogue,
    Names,
    NamingContext,
    SignNames,
    event_sentences,
)
from dungeon_twister.rules.engine.all_editions import EVENTS

FIXTURES = Path(__file__).parents[2] / "web" / "tests" / "fixtures"


@cache
def scene(scenario: str) -> Scene:
    return scene_of(RecordedGame.new(scenario, seed="1").state.setting)


def spoken(events: list[EventView], scenario: str, viewer: str = "spectator", language: str = "en") -> list[str]:
    return event_sentences(events, SignNames(MessageCatalogue(language), NamingContext(scene(scenario), viewer)))


@pytest.mark.parametrize("game", ["board", "card"])
def test_the_page_chooses_the_same_sentences(game: str) -> None:
    """web/tests/sentences.test.ts holds the page to the same file."""
    expected = json.loads((FIXTURES / "event-sentences.json").read_text("utf-8"))[game]
    assert digests_of(game, MessageCatalogue("en")) == expected, "run: python web/tests/fixtures/make_events.py sentences"


@pytest.mark.parametrize("signs", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["board", "card"])
def test_what_really_happened_makes_whole_sentences(game: str, language: str, signs: bool) -> None:
    fixture = json.loads((FIXTURES / f"events-{game}.json").read_text("utf-8"))
    words, lines = MessageCatalogue(language), set[str]()
    for run in fixture["runs"]:
        drawn = scene(run["scenario"])
        for viewer, steps in run["events"].items():
            chronicle = Chronicle((SignNames if signs else Names)(words, NamingContext(drawn, viewer)))
            for events in steps:
                chronicle.add([EventView(**event) for event in events])
            lines |= {line.text for line in chronicle.lines}
    assert len(lines) > 200
    for line in lines:
        assert line[0].isupper() and line == line.strip(), line
        assert "{" not in line and "  " not in line and " ." not in line, line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("scenario", "parts"), [("base", BOARD_PARTS), ("standard", CARD_PARTS)])
def test_every_event_has_words(language: str, scenario: str, parts: dict[int, tuple[str, ...]]) -> None:
    """Every kind of event has a sentence, or is left out on purpose, in every language."""
    for kind in (EVENTS[number] for number in parts):
        for token in ("bW" if scenario == "base" else "bNa", "y?"):
            event = EventView(
                kind=kind, token=token, other="y$" if scenario == "base" else "yCl", square="c4" if scenario == "base" else "",
                place="R1", room="1D" if scenario == "base" else "blue-1", pair="blue", player="blue", action="move",
                state="open", side="attack" if kind == "joined" else "e", line="X1", tokens=[token, "yW"], winners=["blue"],
                number=1,
                zone="" if scenario == "base" else "N0T", letter="T", places=["R1", "R2"],
            )  # fmt: skip
            silent = kind in ("turn-ended", "stopped", "action-began")
            assert bool(spoken([event], scenario, language=language)) != silent, kind


def test_a_walk_is_one_sentence_and_leaving_replaces_it() -> None:
    events = [
        EventView("action-began", token="bW", action="jump"),
        EventView("stepped", token="bW", square="c4"),
        EventView("took", token="bW", other="y$"),
        EventView("stopped", token="bW", square="c4"),
        EventView("action-began", token="bG", action="move"),
        EventView("stepped", token="bG", square="c5"),
        EventView("stepped", token="bG", square="c6"),
        EventView("stopped", token="bG", square="c6"),
        EventView("action-began", token="bH", action="move"),
        EventView("stepped", token="bH", square="c5"),
        EventView("stepped", token="bH", square="v5"),
        EventView("left-maze", token="bH", points=1),
        EventView("scored", player="blue", points=1),
    ]
    assert spoken(events, "base", "yellow") == [
        "The blue Warrior jumps over a pit and lands on c4.",
        "The blue Warrior takes the yellow Treasure.",
        "The blue Goblin moves 2 steps to c6.",
        "The blue Thief leaves the maze: 1 VP for Blue!",
    ]


def test_who_puts_something_down_and_stays_there_has_done_nothing() -> None:
    """CARRY-2, CARRY-4: in the board game; in the Card Game it lies there for everybody."""
    walk = [EventView("action-began", token="bW", action="move"), EventView("stepped", token="bW", square="c4")]
    put, stop = EventView("dropped", token="bW", other="y$"), EventView("stopped", token="bW", square="c4")
    on = EventView("stepped", token="bW", square="c5")
    assert spoken([*walk, put, stop], "base") == ["The blue Warrior moves to c4."]
    assert "The blue Warrior puts the yellow Treasure down." in spoken([*walk, put, on, stop], "base")
    laid = [EventView("dropped", token="bNa", item="bro"), EventView("stopped", token="bNa", zone="blue-1.C")]
    assert spoken(laid, "standard") == ["The blue Naga puts the blue Rope down."]


def test_what_somebody_faces_is_said_once_when_it_is_known() -> None:
    """SET-9: nothing stays in the log of a choice whose outcome is known; what is one's own is not said twice."""
    chosen = [EventView("faced", token="bNa", letter="?"), EventView("faced", token="yCl", letter="S")]
    shown = [EventView("faced", token="bNa", letter="T")]
    assert spoken(chosen, "standard") == ["The blue Naga has chosen a zone to face.", "The yellow Cleric faces S."]
    assert spoken([*chosen, *shown], "standard") == ["The blue Naga faces T.", "The yellow Cleric faces S."]
    assert len(spoken([*chosen, *shown, chosen[1]], "standard")) == 2
    other = EventView("faced", token="yCl", letter="G")  # taken back and chosen again
    assert spoken([chosen[1], other], "standard")[1] == "The yellow Cleric faces G."


def test_a_fight_of_the_card_game() -> None:
    events = [
        EventView("action-began", token="bNa", action="jump"),
        EventView("combat-shown", player="blue", card=3, number=3),
        EventView("stepped", token="bNa", zone="blue-1.C"),
        EventView("attacked", token="bNa", other="yCl", tokens=["bNa", "bBa", "bMe", "yCl"]),
        EventView("combat-chosen", player="blue", card=5, second=3),
        EventView("combat-shown", player="blue", card=5, number=12),
        EventView("combat-shown", player="blue", card=3, number=12),
        EventView("combat-shown", player="yellow", card=1, number=3),
        EventView("wounded", token="yCl"),
        EventView("took-from", token="bNa", item="?", other="y?3"),
    ]
    assert spoken(events, "standard") == [
        "Blue pays for the jump with combat card 3.",
        "The blue Naga jumps over a pit and lands in blue-1.C.",
        "The blue Naga attacks the yellow Cleric. Also in the fight: the blue Backstabber and the blue Mechanork.",
        "Blue plays the 5 and the 3.",
        "Blue shows the 5 and the 3: 4 + 5 + 3 = 12.",
        "Yellow shows the 1: 2 + 1 = 3.",
        "Blue wins the fight.",
        "The yellow Cleric is wounded.",
        "The blue Naga takes a hidden object from the wounded yellow character (no. 3).",
    ]


def test_scenarios_of_more_players() -> None:
    assert spoken([EventView("slid", token="gM", place="R7", side="n")], "elevator") == [
        "The green Mekanork sends the Elevator to the north."
    ]
    assert spoken([EventView("door-drawn", line="X1", player="nobody")], "wrong-door") == [
        "The small line X1 belongs to nobody."
    ]
    assert spoken([EventView("game-over", winners=["red", "green"])], "teams") == ["The game is over: Red and Green win!"]


def test_german_declines_and_french_contracts() -> None:
    """The examples of web/tests/sentences.test.ts."""
    gift = [EventView("gave", token="bDa", item="bsh", other="yAs")]
    assert spoken(gift, "standard", "blue", "de") == ["Dein Dunkler Engel gibt dem gelben Assassinen den blauen Großen Schild."]
    assert spoken(gift, "standard", "blue", "fr") == ["Votre Ange sombre donne le Grand bouclier bleu à l’Assassin jaune."]
    theft = [EventView("stole", token="yPi", item="bsw", other="bTh")]
    assert spoken(theft, "standard", "yellow", "fr") == ["Votre Pickpocket vole l’Épée bleue à la Voleuse bleue."]


def test_what_the_gate_does_not_name_is_something() -> None:
    """With strict memory not even to its owner."""
    laid = [EventView("laid", token="b?", place="R2")]
    assert event_sentences(laid, SignNames(MessageCatalogue("en"), NamingContext(scene("base"), "blue"))) == [
        "Blue hides something in R2."
    ]
