"""Texts of one language, and which language somebody reads."""

from __future__ import annotations

import pytest

from dungeon_twister.presentation.i18n import LANGUAGES, LanguageError, MessageCatalogue, language_for


@pytest.mark.parametrize(
    ("environment", "wanted", "language"),
    [
        ({}, "", "en"),
        ({"LANG": "fr_FR.UTF-8"}, "", "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "de_AT"}, "", "de"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, "", "en"),
        ({"LANG": "", "LC_ALL": "", "LC_MESSAGES": "de"}, "", "de"),
        ({"LANG": "it_IT"}, "", "en"),
        ({"LANG": "de_DE", "DUNGEON_TWISTER_LANGUAGE": "fr"}, "", "fr"),
        ({"LANG": "de_DE", "DUNGEON_TWISTER_LANGUAGE": "fr"}, "en", "en"),
    ],
)
def test_which_language(environment: dict[str, str], wanted: str, language: str) -> None:
    assert language_for(environment, wanted) == language


def test_a_language_that_is_not_there() -> None:
    with pytest.raises(LanguageError, match="no language 'xx'"):
        language_for({"DUNGEON_TWISTER_LANGUAGE": "xx"})


def test_texts() -> None:
    assert MessageCatalogue("fr").tn("play.tokens-left", 0) == "encore 0\u00a0jeton"
    assert MessageCatalogue("de").tn("play.tokens-left", 0) == "noch 0 Plättchen"
    assert MessageCatalogue("en").tn("play.steps-left", 2) == "2 steps left"
    assert MessageCatalogue("de").refusal("not-on-gear").startswith("Nur auf einem Rotations-Mechanismus")
    assert MessageCatalogue("de").refusal("never-heard-of", "No.") == "No."
    assert {MessageCatalogue(language).t("home.brand") for language in LANGUAGES} == {"Dungeon Twister"}
