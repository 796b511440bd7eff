"""The catalogues of words: languages that say the same things, and nothing that neither page nor terminal use."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from dungeon_twister.ai.bots.registry import BOTS
from dungeon_twister.presentation.guide.scenario_cards import scenario_cards
from dungeon_twister.presentation.i18n import LANGUAGES
from dungeon_twister.rules.engine.editions import RULES

ROOT = Path(__file__).parent.parent
LOCALES = ROOT / "src" / "dungeon_twister" / "content" / "locales"
SOURCES = ROOT / "web" / "src"
SPEAKING = ROOT / "src" / "dungeon_twister"  # its packages `presentation/i18n` and `cli` use the catalogues too
PLURALS = ("one", "other")
# A language may bend its nouns in more ways than English and count in more forms.
OF_ONE_LANGUAGE = re.compile(r"(the|your|plain)\.[a-z]+\.[a-z]+|.*\.(zero|two|few|many)")
CASES = ("subject", "object", "to", "of")

# Keys that the client puts together of more than one variable part, or finds in data; each with the reason.
DYNAMIC = {
    "refusals.": "the codes of refusals, which come from the server",
    "game.event.": "sentences are chosen by the kind of an event and what is known of it",
    "game.choice.": "a choice's label depends on which of its fields are set",
    "game.deed.": "a deed's label may depend on the way it is done",
    "game.place.": "places have several forms",
    "game.side.": "so have the sides",
    "game.bay.": "and the starting zones,",
    "game.station.": "their stations",
    "game.spot.": "and where things lie in them",
    "maze.gate.": "portcullises are named by their state",
    "game.decision.": "what is asked may depend on the game,",
    "play.putting.": "what is put down in the setup",
    "play.step.": "and the name of that step as well",
    "workshop.finding.": "findings are found by their code",
    "workshop.verdict.": "so are the remarks of a balance run",
    "share.link.": "a link is refused with a code",
    "share.print.": "sheets and what they say are named by their kind and game",
    "time.push-body": "the words of a message that the server sends to a browser",
    "terminal.command.": "commands are listed by name",
    "terminal.explained.": "choices by their notation",
    "terminal.word.": "words that can be typed, found by their English word (cli/input_words.py)",
    "terminal.decision.": "what is asked by kind and scenario",
    "lessons.": "lessons name their texts in their files; tests/lessons holds both to each other",
}

# Texts that explain signs are no prose.
SIGNS = ("terminal.help.board.", "terminal.help.card.")

PLACEHOLDER = re.compile(r"\{([A-Za-z0-9_-]+)\}")
CALL = re.compile(r"""\b(tn?)\(\s*(["'`])((?:(?!\2).)+)\2""")
TEMPLATE = re.compile(r"`([a-z]+\.[^`\s]*\$\{[^`]*)`")
FORMATTED = re.compile(r"""\bf(["'])([a-z]+\.[^\s]*?\{.*?)\1""")
INSERTED = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")


def namespaces() -> list[str]:
    return sorted(path.stem for path in (LOCALES / "en").glob("*.json"))


@cache
def catalogue(language: str, namespace: str) -> dict[str, str]:
    """One file, read so that a key given twice is an error."""

    def no_key_twice(pairs: list[tuple[str, str]]) -> dict[str, str]:
        keys = [key for key, _ in pairs]
        twice = {key for key in keys if keys.count(key) > 1}
        assert not twice, f"{language}/{namespace}.json has keys twice: {sorted(twice)}"
        return dict(pairs)

    text = (LOCALES / language / f"{namespace}.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text, object_pairs_hook=no_key_twice)
    return found


@cache
def all_keys() -> frozenset[str]:
    return frozenset(f"{namespace}.{key}" for namespace in namespaces() for key in catalogue("en", namespace))


@cache
def client() -> str:
    """The client's own sources, in one text."""
    files = sorted(path for path in SOURCES.rglob("*") if path.suffix in {".ts", ".svelte"})
    assert files, "the client has no sources"
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


@cache
def terminal() -> str:
    """The sources of what speaks in Python, in one text."""
    files = sorted(
        path
        for package in ("presentation/i18n", "ai/analysis", "workshop", "cli")
        for path in (SPEAKING / package).rglob("*.py")
    )
    return "\n".join(path.read_text("utf-8") for path in files)


def test_there_are_the_same_catalogues_in_every_language() -> None:
    for language in LANGUAGES:
        assert sorted(path.stem for path in (LOCALES / language).glob("*.json")) == namespaces()
    assert sorted(path.name for path in LOCALES.iterdir()) == sorted(LANGUAGES) and len(LANGUAGES) >= 3


@pytest.mark.parametrize("namespace", namespaces())
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_languages_have_the_same_keys_and_places(language: str, namespace: str) -> None:
    english, other = catalogue("en", namespace), catalogue(language, namespace)
    assert set(english) - set(other) == {key for key in set(english) - set(other) if OF_ONE_LANGUAGE.fullmatch(key)}
    assert set(other) - set(english) == {key for key in set(other) - set(english) if OF_ONE_LANGUAGE.fullmatch(key)}
    wrong = [
        key
        for key in set(english) & set(other)
        if set(PLACEHOLDER.findall(english[key])) != set(PLACEHOLDER.findall(other[key]))
    ]
    assert not wrong, f"{language}/{namespace}.json has other places in: {wrong}"


@pytest.mark.parametrize("namespace", namespaces())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_a_text(language: str, namespace: str) -> None:
    for key, text in catalogue(language, namespace).items():
        assert isinstance(text, str) and text.strip(), f"{language}/{namespace}.json: {key} is empty"
        assert "{}" not in text and text.count("{") == len(PLACEHOLDER.findall(text)), f"{key}: {text!r} has a broken place"


def test_every_key_that_is_named_exists() -> None:
    missing = set()
    for function, _, key in CALL.findall(client() + terminal()):
        if {"$", "{"} & set(key) or "." not in key or key.split(".")[0] not in namespaces():
            continue
        needed = {f"{key}.{form}" for form in PLURALS} if function == "tn" else {key}
        missing |= needed - all_keys()
    assert not missing, f"somebody asks for texts that do not exist: {sorted(missing)}"


def test_every_text_is_used() -> None:
    """A key is used if it stands in the sources, alone or as the stem of a plural, or if a template of theirs can make it."""
    sources = client()
    literals = set(re.findall(r"""["'`]([a-z]+\.[^"'`\s$]+)["'`]""", sources + terminal()))
    templates = {found for found in TEMPLATE.findall(sources) if found.split(".")[0] in namespaces()}
    patterns = [re.compile("[^.]+".join(map(re.escape, INSERTED.split(found)))) for found in templates]
    formatted = {found for _, found in FORMATTED.findall(terminal()) if found.split(".")[0] in namespaces()}
    patterns += [re.compile("[^.]+".join(map(re.escape, re.split(r"\{[^{}]*\}", found)))) for found in formatted]

    def used(key: str) -> bool:
        stem = key.rsplit(".", 1)[0] if key.rsplit(".", 1)[-1] in PLURALS else key
        if literals & {key, stem} or key.startswith(tuple(DYNAMIC)):
            return True
        return any(pattern.fullmatch(name) for pattern in patterns for name in (key, stem))

    unused = sorted(key for key in all_keys() if not used(key))
    assert not unused, f"nobody shows these texts: {unused}"


def composed_keys(language: str) -> set[str]:
    """The keys that data makes: what stands in the files of pieces and scenarios, and what the bots are called."""
    needed = set()
    for game in ("board", "card"):
        for piece in RULES.named(game).pieces():
            key = piece.name.replace("_", "-")
            needed |= {f"game.piece.{key}{form}" for form in ("", ".kind", ".after", ".object")}
            needed.add(f"game.ability.{game}.{key}")
            kind = catalogue(language, "game").get(f"piece.{key}.kind", "m")
            needed |= {f"game.{whose}.{kind}.{case}" for whose in ("the", "your") for case in CASES}
            needed |= {f"game.plain.{kind}.{case}" for case in CASES[:2]}
    for card in scenario_cards():
        needed |= {f"game.scenario.{card.name}", f"setting.scenario.{card.name}.text"}
        for switch in card.switches:
            needed |= {f"setting.option.{switch.name}", f"setting.option.{switch.name}.text"}
    for bot in BOTS:
        needed |= {f"game.bot.{bot}", f"setting.bot.{bot}.text"}
    return needed


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_built_from_data_exists(language: str) -> None:
    there = {f"{namespace}.{key}" for namespace in namespaces() for key in catalogue(language, namespace)}
    assert not composed_keys(language) - there


def test_dynamic_keys_exist() -> None:
    for prefix in DYNAMIC:
        assert any(key.startswith(prefix) for key in all_keys()), f"there is no text that begins with {prefix}"


# -- typography --------------------------------------------------------------------------------------------------------


def prose(language: str) -> dict[str, str]:
    """Every text by its whole key, but for those that explain signs."""
    whole = {f"{namespace}.{key}": text for namespace in namespaces() for key, text in catalogue(language, namespace).items()}
    return {key: text for key, text in whole.items() if not key.startswith(SIGNS)}


def test_french_spaces() -> None:
    """A space that does not break before : ; ! ? and inside quotation marks, none before an ellipsis or a full stop. It is
    always the same one, and it also keeps a number and what it counts on one line."""
    counted = re.compile(r"(\d|\{count\}) (points?|cartes?|personnages?|joueurs?|salles?|cases?|tours?|jetons?|jours?)\b")
    for key, text in prose("fr").items():
        assert "\u202f" not in text and not counted.search(text), f"{key}: {text}"
        assert not re.search(r"(?<![\u00a0\u202f])[;!?»]|(?<![\u00a0\u202f\d]):(?!//)", text), f"{key}: {text}"
        assert not re.search(r"«(?![\u00a0\u202f])|\s[….,]", text), f"{key}: {text}"


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_options_of_commands_have_one_name_in_every_language(language: str) -> None:
    english, other = prose("en"), prose(language)
    for key, text in english.items():
        named = [sorted(re.findall(r"--[a-z][a-z-]*", said)) for said in (text, other.get(key, ""))]
        assert named[0] == named[1], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_and_spaces(language: str) -> None:
    others = {"en": "„«»‚", "fr": "„“”‚", "de": "«»”"}.get(language, "")
    for key, text in prose(language).items():
        assert not set(text) & set(others), f"{key}: {text}"
        assert '"' not in text and not re.search(r"\w'\w", text), f"{key}: {text}"
        assert "  " not in text, f"{key}: {text}"
        if language != "fr":
            assert not re.search(r"\s[:;!?.,](?!\.)", text), f"{key}: {text}"


def test_french_names_need_no_elision() -> None:
    """Anybody's name may stand in a place: not behind "de" or "que" (d’Anna), nor an article of its own."""
    behind = re.compile(r"\b(de|que|le|la) \{(players?|names?|seat)\}", re.IGNORECASE)
    assert [key for key, text in prose("fr").items() if behind.search(text)] == []


def test_ellipsis_and_percent() -> None:
    """English sets no space before them, German one that does not break; French has that one before the percent sign only."""
    wrong = {
        "en": r"\S\s…|[\d}]\s%",
        "fr": r"\S\s…|[\d}](?!\u00a0)\s?%",
        "de": r"\w(?!\u00a0)\s…|[\d}](?!\u00a0)\s?%",
    }
    for language, pattern in wrong.items():
        assert [key for key, text in prose(language).items() if re.search(pattern, text)] == []


# Imperatives without their ending, but for those that are nouns as well (Spiel, Tipp, Plan, Halt) or may stand inside a word.
SHORT_IMPERATIVES = re.compile(
    r"\b(geh|wähl|greif|dreh|leg|setz|zeig|hol|stell|such|zähl|bring|bleib|spar|heb|mach|probier|schieß|schick|kämpf|spring)(?![-\w])"
    r"|\b(Deck|Versteck|Versuch|Spiel|Tipp) (den|die|das|es|zuerst|jede|alle|alles|deine|eine|ihn)\b|\bBeginn mit\b",
    re.IGNORECASE,
)


def test_german_imperatives_have_their_ending() -> None:
    """Lessons say "wähle" as the page does, not "wähl"."""
    assert SHORT_IMPERATIVES.search("Geh weiter.") and SHORT_IMPERATIVES.search("Versuch den Schritt noch einmal.")
    texts = {key: text for key, text in prose("de").items() if not key.startswith("terminal.word.")}
    wrong = [f"{key}: {text}" for key, text in texts.items() if SHORT_IMPERATIVES.search(text)]
    assert not wrong


# -- one word for one thing --------------------------------------------------------------------------------------------

# Rooms are rotated and revealed; a turn is a player's turn. These are the ways in which English would turn a room, or up.
TURNED_ROOMS = re.compile(
    r"\bturn(ed|ing)\b"
    r"|\bturns? (up|round|right|left|clockwise|counter|either|rooms?|its|this|them|opposite|along|\{room\})|\bturns only\b"
    r"|\bturns? (a|the|it|that) (rooms?|maze|twin|apex|other|quarter|by|round)\b"
    r"|\b(to|may|can|cannot|must|you|never) turn\b|\b(he|she|it|that|which) turns\b"
    r"|(\b(rooms?|gears?|twins?|lines?|arrows?|apex|machine|everything|mechanork|mekanork)|\{(token|who)\}) turns?\b",
    re.IGNORECASE,
)


def test_english_rotates_and_reveals_rooms() -> None:
    for said in ("Turn a room", "turns up the room", "it turns the room", "{token} turns {room} {direction}.", "can be turned"):
        assert TURNED_ROOMS.search(said), said
    for said in (
        "End your turn",
        "rests this turn",
        "the turn it was wounded",
        "Turn {turn} of {turns}",
        "48 turns the most win",
    ):
        assert not TURNED_ROOMS.search(said), said
    assert [f"{key}: {text}" for key, text in prose("en").items() if TURNED_ROOMS.search(text)] == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", r"whoever|whomever|shall|by turns"),
        ("fr", r"problèmes?|conseil (?!du livret)\w+"),
        ("de", r"Partien?|erkund\w+|Freunde? (?!oder)(?=tragen|kämpfen)"),
    ],
)
def test_words_that_are_not_used(language: str, words: str) -> None:
    pattern = re.compile(rf"\b({words})\b", re.IGNORECASE)
    assert [f"{key}: {text}" for key, text in prose(language).items() if pattern.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_that_do_opposite_things_have_different_words(language: str) -> None:
    """Undo, leave a question alone, and confirm that a game is cancelled; play a turn out, and end it."""
    texts = prose(language)
    groups = (
        ("play.undo-short", "play.not-so", "lobby.cancel-yes", "lobby.cancel-no", "board.back", "time.cancel"),
        ("setting.option.endRule.finishTurn", "play.end-turn"),
    )
    for group in groups:
        assert len({texts[key] for key in group}) == len(group), {key: texts[key] for key in group}
    assert texts["play.undo-short"] == texts["puzzles.undo"]
