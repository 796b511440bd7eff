"""The catalogues of the page have words for everything the engine and the server can say, in every language.

That the languages agree with each other is checked in test_locales; that the words make sentences, in web/tests.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

import dungeon_twister
from dungeon_twister.ai.bots.registry import BOTS
from dungeon_twister.game.record.board.notation import GRAMMAR as BOARD_GRAMMAR
from dungeon_twister.game.record.card.notation import GRAMMAR as CARD_GRAMMAR
from dungeon_twister.presentation.guide.scenario_cards import scenario_cards
from dungeon_twister.rules.engine.all_editions import DECISIONS, EVENTS
from dungeon_twister.rules.engine.board import refusals as board_refusals
from dungeon_twister.rules.engine.card import refusals as card_refusals
from dungeon_twister.rules.engine.editions import RULES
from dungeon_twister.rules.engine.shared.ending import ENDINGS

PACKAGE = Path(dungeon_twister.__file__).parent
LANGUAGES = ("en", "fr", "de")
CHANCE_DECIDES = ("room", "pairs", "placer", "starter", "picker", "object", "door")
# Written together with what comes before or after, or not at all (web/src/lib/sentences.ts).
NOT_TOLD = ("turn-ended", "stopped", "action-began", "stepped")
# Kinds of which only variants have a sentence.
VARIANTS = {
    "gate-set": ("gate-set-open", "gate-set-closed", "gate-set-broken"),
    "joined": ("joined-attack", "joined-defence", "joined-no"),
    "raged": ("raged-1", "raged-2"),
}
SECRET = ("left-out", "picked", "starter-set", "laid")
GROUPED = ("attacked", "shot", "speared")
AS_PUBLISHED = ("base", "simplified")  # scenarios of which nothing is this project's own
END_REASONS = (*ENDINGS[1:], "time")  # the last is the server's: the days are over


@cache
def words(language: str, namespace: str) -> dict[str, str]:
    path = PACKAGE / "content" / "locales" / language / f"{namespace}.json"
    catalogue: dict[str, str] = json.loads(path.read_text("utf-8"))
    return catalogue


def missing(language: str, namespace: str, keys: list[str]) -> list[str]:
    assert keys
    return [key for key in keys if key not in words(language, namespace)]


def event_keys() -> list[str]:
    keys: list[str] = ["undone", "taken-back", "walk.move", "walk.jump", "walk.wall"]
    for kind in EVENTS.values():
        if kind not in NOT_TOLD:
            keys += VARIANTS.get(kind, (kind,))
            keys += [f"{kind}.hidden"] if kind in SECRET else [f"{kind}.group"] if kind in GROUPED else []
    return [f"event.{key}" for key in keys]


def server_codes() -> set[str]:
    """Every code that the server or the guide puts into a Reason."""
    sources = [
        path.read_text("utf-8") for folder in ("server", "presentation/guide") for path in (PACKAGE / folder).rglob("*.py")
    ]
    return {code for text in sources for code in re.findall(r'(?:Reason|ProtocolError|TooMuchError)\(\s*"([a-z-]+)"', text)}


@pytest.mark.parametrize("language", LANGUAGES)
class TestEverythingHasWords:
    def test_refusals_of_both_games(self, language: str) -> None:
        tables = (board_refusals.REFUSALS, card_refusals.REFUSALS)
        codes = sorted({refusal.code for table in tables for refusal in table.values()})
        assert len(codes) > 120
        assert missing(language, "refusals", codes) == []

    def test_refusals_of_the_server(self, language: str) -> None:
        assert {"stale", "wrong-token", "unreadable"} <= server_codes()
        assert missing(language, "refusals", sorted(server_codes())) == []

    def test_events(self, language: str) -> None:
        assert missing(language, "game", event_keys()) == []

    def test_decisions(self, language: str) -> None:
        keys = [f"decision.{kind}" for kind in DECISIONS.values()]
        keys += [f"waiting.{kind}" for kind in DECISIONS.values() if kind not in CHANCE_DECIDES]
        assert missing(language, "game", keys) == []

    def test_verbs(self, language: str) -> None:
        """Every verb has a choice; those of a person have a short label too."""
        known = words(language, "game")
        verbs = {*BOARD_GRAMMAR.kind_of_verb, *CARD_GRAMMAR.kind_of_verb}
        assert [verb for verb in verbs if not any(re.fullmatch(rf"choice\.{verb}(\..+)?", key) for key in known)] == []
        chance = {"pair", "placer", "starter", "picker", "room", "drawn", "door"}
        assert missing(language, "game", [f"deed.{verb}" for verb in sorted(verbs - chance)]) == []

    @pytest.mark.parametrize("game", ["board", "card"])
    def test_pieces(self, language: str, game: str) -> None:
        keys = [piece.name.replace("_", "-") for piece in RULES.named(game).pieces()]
        forms = ("", ".kind", ".after", ".object")
        assert missing(language, "game", [f"piece.{key}{form}" for key in keys for form in forms]) == []
        assert missing(language, "game", [f"ability.{game}.{key}" for key in keys]) == []
        assert missing(language, "rules", [f"{game}.{key}" for key in keys]) == []

    def test_scenarios_and_switches(self, language: str) -> None:
        cards = scenario_cards()
        assert missing(language, "game", [f"scenario.{card.name}" for card in cards]) == []
        keys = [f"scenario.{card.name}.text" for card in cards]
        keys += [f"scenario.{card.name}.own" for card in cards if card.name not in AS_PUBLISHED]
        for switch in {switch.name: switch for card in cards for switch in card.switches}.values():
            keys += [f"option.{switch.name}", f"option.{switch.name}.text"]
            if switch.name not in ("handicap", "apexRoom"):  # those values are put together (web/src/lib/names.ts)
                keys += [f"option.{switch.name}.{value}" for value in switch.values if "/" not in value]
        assert missing(language, "setting", keys) == []
        left_out = {
            part
            for card in cards
            for switch in card.switches
            if switch.name[:7] == "leftOut"
            for v in switch.values
            for part in v.split("/")
        }
        assert left_out and missing(language, "game", [f"piece.{name}" for name in sorted(left_out)]) == []
        levels = sorted(
            {level for card in cards for switch in card.switches for pair in switch.costs for level in pair.split("/")}
        )
        assert missing(language, "setting", [f"level.{level}" for level in levels]) == []

    def test_bots_and_endings(self, language: str) -> None:
        assert missing(language, "game", [f"bot.{name}" for name in BOTS]) == []
        assert missing(language, "setting", [f"bot.{name}.text" for name in BOTS]) == []
        assert missing(language, "game", [f"end.{reason}" for reason in END_REASONS]) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nouns_have_the_cases_that_patterns_need(language: str) -> None:
    """Each kind of noun has its articles for every case, with the viewer's own as well (web/src/lib/names.ts)."""
    game = words(language, "game")
    kinds = {text for key, text in game.items() if key.startswith("piece.") and key.endswith(".kind")}
    patterns = [
        f"{whose}.{kind}.{case}" for whose in ("the", "your") for kind in kinds for case in ("subject", "object", "to", "of")
    ]
    assert missing(language, "game", patterns) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_fit_their_buttons(language: str) -> None:
    """Sixteen characters on one line, ninety for an ability besides its name."""
    game = {key: re.sub(r"^\*\*.*\*\* ", "", text) for key, text in words(language, "game").items()}
    assert [text for key, text in game.items() if key.startswith("deed.") and len(text) > 16] == []
    assert [text for key, text in game.items() if key.startswith("hint.") and len(text) > 22] == []
    assert [text for key, text in game.items() if key.startswith("ability.") and len(text) > 90] == []
