"""The catalogues keep to the glossary: its words are used, what it avoids is not.

`python tests/test_glossary.py` writes the tables of docs/rules/card-game.md anew after a change of the glossary.
"""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
CONTENT = ROOT / "src" / "dungeon_twister" / "content"
RULES = ROOT / "docs" / "rules" / "card-game.md"
LANGUAGES = ("en", "fr", "de")
TITLES = {
    "characters": "Characters",
    "objects": "Objects",
    "abilities": "Abilities",
    "maze": "The maze",
    "terms": "Game terms",
}
ENDINGS = r"\w{0,3}"  # what a word may end with when it is bent
FIGURES = re.compile(r"^(?:Movement|Mouvement|Bewegung) \d, \w+ \d\. ")


@cache
def glossary() -> dict[str, Any]:
    return tomllib.loads((CONTENT / "glossary.toml").read_text("utf-8"))


@cache
def texts(language: str) -> dict[str, str]:
    """Every text of a language by its whole key."""
    files = sorted((CONTENT / "locales" / language).glob("*.json"))
    return {f"{path.stem}.{key}": text for path in files for key, text in json.loads(path.read_text("utf-8")).items()}


def terms(*groups: str) -> list[tuple[str, dict[str, str]]]:
    return [(key, words) for group in groups for key, words in glossary()[group].items()]


# -- words -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_pieces_have_their_names(language: str) -> None:
    names = {key: words[language] for key, words in terms("characters", "objects")}
    assert {key: texts(language)[f"game.piece.{key}"] for key in names} == names


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_is_used(language: str) -> None:
    """Bent as it may be: a long word may lose its last letter, and every word gain an ending."""
    everything = "\n".join(texts(language).values()).casefold()
    unused = []
    for key, words in terms("abilities", "maze", "terms"):
        stems = [word if len(word) < 5 else word[:-1] for word in words[language].casefold().split()]
        if not re.search(r"\b" + rf"{ENDINGS}\s+".join(map(re.escape, stems)) + ENDINGS, everything):
            unused.append(f"{key}: {words[language]}")
    assert not unused, f"no text says {unused}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_says_what_the_glossary_avoids(language: str) -> None:
    wrong = []
    for rule in glossary()["avoid"]:
        keys = tuple(rule.get("keys", [""]))
        for word in rule.get(language, []):
            end = "" if word.endswith("*") else r"(?!\w)"
            pattern = re.compile(rf"(?<!\w){re.escape(word.rstrip('*'))}{end}", re.IGNORECASE)
            asked = [key for key in texts(language) if key.startswith(keys) and key not in rule.get("except", [])]
            said = {key: re.sub(r"\{[^}]*\}", "", texts(language)[key]) for key in asked}
            wrong += [f"{key}: {word!r} (say {rule['term']})" for key in asked if pattern.search(said[key])]
    assert not wrong, "\n".join(wrong)


def test_the_glossary_avoids_nothing_in_vain() -> None:
    """Every word avoided is of a term that exists, and every exception of a text that exists and needs it."""
    known = {key for key, _ in terms("characters", "objects", "abilities", "maze", "terms")}
    for rule in glossary()["avoid"]:
        assert rule["term"] in known
        for key in rule.get("except", []):
            said = {language: texts(language)[key].casefold() for language in LANGUAGES}
            found = [one for one in LANGUAGES for word in rule.get(one, []) if word.rstrip("*").casefold() in said[one]]
            assert found, f"{key} needs no exception"


# -- abilities ---------------------------------------------------------------------------------------------------------


def abilities_of_the_card_game() -> dict[str, list[str]]:
    """By character, from the table of CHR-1: English names without what stands in brackets or after a comma."""
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| \d \| \d \| ([^|]+) \|", RULES.read_text("utf-8"), re.MULTILINE)
    return {name.replace("_", "-"): [re.sub(r" \(.*|,.*", "", one).strip() for one in cell.split(";")] for name, cell in rows}


@pytest.mark.parametrize("language", LANGUAGES)
def test_abilities_are_led_by_their_printed_names(language: str) -> None:
    of_english = {words["en"]: words[language] for _, words in terms("abilities")}
    table = abilities_of_the_card_game()
    assert len(table) == 25
    for name, abilities in table.items():
        lead = "**" + ", ".join(of_english[ability] for ability in abilities) + ".** "
        assert texts(language)[f"game.ability.card.{name}"].startswith(lead)
        assert FIGURES.sub("", texts(language)[f"rules.card.{name}"]).startswith(lead)


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_leads_are_bold(language: str) -> None:
    bold = [key for key, text in texts(language).items() if "**" in text]
    assert all(re.fullmatch(r"(game\.ability|rules)\.(board|card)\.[a-z-]+", key) for key in bold)
    assert all(texts(language)[key].count("**") == 2 for key in bold)


# -- the document ------------------------------------------------------------------------------------------------------


def tables() -> str:
    """The glossary as the tables of the document."""
    lines = []
    for group, title in TITLES.items():
        lines += [f"**{title}**", "", "| key | English | French | German |", "|---|---|---|---|"]
        lines += [f"| `{key}` | {words['en']} | {words['fr']} | {words['de']} |" for key, words in terms(group)]
        lines.append("")
    return "\n".join(lines)


def document() -> tuple[str, str, str]:
    """The rules before the tables, the tables, and what follows."""
    before, begin, rest = RULES.read_text("utf-8").partition("<!-- glossary -->\n")
    middle, end, after = rest.partition("<!-- end of the glossary -->")
    assert begin and end
    return before + begin, middle, end + after


def test_the_document_has_the_same_words() -> None:
    assert document()[1].strip() == tables().strip(), "run: python tests/test_glossary.py"


if __name__ == "__main__":
    before, _, after = document()
    RULES.write_text(f"{before}\n{tables()}\n{after}", "utf-8")
