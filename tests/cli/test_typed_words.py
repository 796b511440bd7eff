"""Words that are typed in the language spoken, and the reasons why a line cannot be read, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dungeon_twister.cli.help_texts import Help
from dungeon_twister.cli.input_words import english_word, localize, normalize, to_english
from dungeon_twister.cli.parse_errors import BARE, parse_error_text
from dungeon_twister.cli.texts import catalogue, piece_keys, set_language, t
from dungeon_twister.game.record.board.notation import GRAMMAR as BOARD
from dungeon_twister.game.record.card.notation import GRAMMAR as CARD
from dungeon_twister.game.record.files import save
from dungeon_twister.game.record.unreadable import PROBLEMS, unreadable
from dungeon_twister.presentation.i18n import LANGUAGES
from dungeon_twister.rules.engine.decisions import CHANCE
from tests.cli.conftest import Run, played

GRAMMARS = {"board": BOARD, "card": CARD}
CHANCE_ONLY = {"pair", "placer", "starter", "room", "door", "picker", "drawn", "timeout", "step"}  # nobody types these
WITHOUT_COMMAND = ("number", "choice", "inner", "whole-move", "steps")
PLACE = re.compile(r"\{(\w+)(?:!r)?\}")


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    set_language(request.param)
    yield request.param
    set_language("en")


def typed_words() -> dict[str, list[str]]:
    """The words that can be typed for each English word, in the language spoken."""
    current = catalogue()
    keys = [key for key in current.keys("terminal") if key.startswith("word.")]
    return {key.removeprefix("word."): current.t(f"terminal.{key}").split() for key in keys}


# -- the words ----------------------------------------------------------------------------------------------------------


def test_every_word_means_one_thing(language: str) -> None:
    """No word stands for two English ones, is an English word for something else, or is the sign of a piece."""
    meanings = [(normalize(word), name) for name, typed in typed_words().items() for word in typed]
    assert len({word for word, _ in meanings}) == len(set(meanings)) == len(meanings)
    assert [word for word, name in meanings if word in typed_words() and word != name] == []
    signs = {sign.lower() for game in GRAMMARS for sign in piece_keys(game)}
    assert [word for word, name in meanings if word in signs and word != name] == []


@pytest.mark.parametrize("game", GRAMMARS)
def test_every_choice_has_its_word(language: str, game: str) -> None:
    grammar = GRAMMARS[game]
    verbs = set(grammar.kind_of_verb) - CHANCE_ONLY
    assert verbs <= set(typed_words())
    for verb in verbs:
        assert to_english(localize(grammar.pattern(verb))) == grammar.pattern(verb)


def test_typed_words_without_accents_and_capitals() -> None:
    set_language("de")
    assert {english_word(word) for word in ("rückgängig", "RÜCKGÄNGIG", "ruckgangig", "rueckgaengig", "undo")} == {"undo"}
    set_language("fr")
    assert to_english("W révéler R2") == to_english("W REVELER R2") == "W reveal R2"
    assert to_english("W briser o") == "W break w" and to_english("o") == "o"


@pytest.mark.parametrize("game", GRAMMARS)
def test_the_list_of_commands_can_be_typed(language: str, game: str) -> None:
    """Every line that `help` shows is a command, or a choice that can be read."""
    known = {"help", "undo", "save", "resign", "draw", "board", "log", "reach", "look", "fill", "quit"}
    for key in catalogue().keys("terminal"):
        name = key.removeprefix(f"command.{game}.").removesuffix(".typed")
        if not key.startswith(f"command.{game}.") or not key.endswith(".typed"):
            continue
        for line in t(f"terminal.{key}").split(", "):
            if name not in WITHOUT_COMMAND:
                assert english_word(line.split()[0]) in known, line
            elif name == "choice":
                assert GRAMMARS[game].choice(to_english(line).split())


def test_help_takes_the_words_of_the_language() -> None:
    for tongue, word in (("fr", "sauter"), ("fr", "déposer"), ("de", "springen"), ("de", "ablegen"), ("en", "rotate")):
        set_language(tongue)
        assert Help("board").explain(word)


# -- the reasons --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", sorted(set(PROBLEMS) - set(BARE)))
def test_every_parse_error_has_a_text_in_every_language(language: str, code: str) -> None:
    """With all that the English sentence of the library names, in words of the language."""
    values: dict[str, str | int] = {name: f"<{name}>" for name in PLACE.findall(PROBLEMS[code])}
    said = parse_error_text(unreadable(code, **values), "line")
    assert said.endswith(".") and "{" not in said and said[0] == said[0].upper()
    named = set(values) - ({"line"} if code == "ambiguous" else set())
    assert [name for name in named if f"<{name}>" not in said] == []


@pytest.mark.parametrize(
    ("tongue", "typed", "reason"),
    [
        ("en", "mvoe", "“mvoe” is not a choice: type a number, a choice as shown, or help. Did you mean move?"),
        (
            "fr",
            "W atacquer",
            "n’est pas un choix : tapez un numéro, un choix comme affiché, ou aide. Vouliez-vous dire attaquer ?",
        ),
        ("de", "rukgängig", "Meintest du rückgängig?"),
        ("en", "start W z9", "The square z9 is outside the maze."),
        ("fr", "départ W z9", "La case z9 est hors du labyrinthe."),
        ("de", "aufstellen W z9", "Das Feld z9 liegt außerhalb des Labyrinths."),
        ("en", "start W c9", "The square c9 lies under a face-down room."),
        ("fr", "start W c9", "La case c9 est sous une salle face cachée."),
        ("de", "start W c9", "Das Feld c9 liegt unter einer verdeckten Halle."),
        ("en", "W c9", "No character can act now: first decide what is asked."),
        ("fr", "W c9", "Personne n’agit maintenant : décidez d’abord ce qui est demandé."),
        ("de", "W nach c9", "Jetzt ist keine Figur dran: Entscheide zuerst, was gefragt ist."),
        ("fr", "départ W", "« départ » se tape ainsi : départ bW c4."),
        ("de", "W drehen R2 linksherum herum", "Nach „W drehen R2 links“ kann nichts mehr kommen; „herum“ ist zu viel."),
        ("fr", "W révéler R99", "« R99 » n’est pas l’emplacement d’une salle ; il y a R1 à R8."),
        ("de", "carte x", "ist keine Wahl"),
        ("de", "karte x", "„x“ ist keine Zahl; „karte“ gibt man so ein: karte 3."),
        ("fr", "annuler", "Rien à annuler : quelqu’un a appris ou décidé quelque chose depuis (ACT-8a)."),
    ],
)
def test_parse_error_names_the_reason(run: Run, tongue: str, typed: str, reason: str) -> None:
    out = run("play", "--bot", "random", "--seed", "2", "--language", tongue, typed=[typed]).out
    assert reason in out.replace("\u00a0", " ").replace("\n", " ")


# -- a game by words ----------------------------------------------------------------------------------------------------


def a_turn(tmp_path: Path) -> Path:
    """A game in which blue acts, saved."""
    seed = 0
    while True:
        game = played(f"words {seed}", 40)
        seed += 1
        while not game.over and (game.decider != "blue" or "pass" not in game.legal()):
            game.play(game.legal()[0])
            if game.state.decider() == CHANCE:
                break
        if not game.over and game.decider == "blue" and any(line.endswith(" move") for line in game.legal()):
            save(game, tmp_path / "turn.dt", {"blue": "person", "yellow": "random"})
            return tmp_path / "turn.dt"


BY_WORDS = {
    "en": ("move", "stop", "undo", "end", "reach", "log", "help"),
    "fr": ("déplacer", "arrêter", "annuler", "passer", "portée", "journal", "aide"),
    "de": ("bewegen", "halt", "rückgängig", "fertig", "reichweite", "verlauf", "hilfe"),
}
ENGLISH_WORDS = re.compile(r"\d (move|reveal|turn|attack|pass|stop|jump|take|drop)\b")


@pytest.mark.parametrize("tongue", BY_WORDS)
def test_a_turn_typed_in_every_language(run: Run, tmp_path: Path, tongue: str) -> None:
    """The menu shows the words of the language, and they do what it says."""
    file = a_turn(tmp_path)
    shown = run("play", "--resume", str(file), "--language", tongue).out
    move, stop, undo, end, reach, log, help_ = BY_WORDS[tongue]
    actor = re.search(rf"b([A-Z]) [^\n]*?\d+ {move}", shown)
    assert actor
    typed = [help_, f"{reach} {actor[1]}", f"{actor[1]} {move}", undo, f"{log} 3", f"{actor[1]} {move}", stop, undo, end]
    result = run("play", "--resume", str(file), "--language", tongue, typed=typed)
    assert result.code == 0
    set_language(tongue)
    for key in ("no-choice-of-this", "not-among-choices"):
        assert t(f"terminal.error.{key}") not in result.out
    assert t("terminal.error.no-choice", typed="").partition(":")[2] not in result.out
    if tongue != "en":
        assert not ENGLISH_WORDS.search(shown)


@pytest.mark.parametrize(("tongue", "command"), [("en", "save"), ("fr", "enregistrer"), ("de", "speichern")])
def test_file_names_are_not_translated(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tongue: str, command: str
) -> None:
    """`save FILE` saves to that file, also if its name is a word of the language."""
    monkeypatch.chdir(tmp_path)
    run("play", "--bot", "random", "--seed", "2", "--language", tongue, typed=[f"{command} aide hilfe quitter"])
    assert [path.name for path in tmp_path.iterdir()] == ["aide hilfe quitter"]
    run("play", "--bot", "random", "--seed", "2", "--language", tongue, typed=["quit", f"{command} passer fertig"])
    assert (tmp_path / "passer fertig").is_file()


def test_a_puzzle_in_words_of_the_language(run: Run) -> None:
    out = run("puzzles", "17", "--language", "de", typed=["tipp", "lösung", "ende"]).out
    assert "tipp: Hilfe" in out and "Die Lösung: " in out
    assert not ENGLISH_WORDS.search(re.sub(r".*Die Lösung: ", "1 ", out))
