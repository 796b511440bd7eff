"""The terminal in its languages: a turn, help, a refusal, saving, replays; and how the language is chosen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dungeon_twister.presentation.i18n import LANGUAGES
from tests.amounts import some
from tests.cli.conftest import Run

# What a player meets in a few lines of a game, by language.
MET = {
    "en": [
        "Basic Set", "blue: Choose who starts, and on which dot; nobody sees them yet.", "You place your Warrior on a2.",
        "Place your starters on the dots of your starting line. (MAP-3)", "Rope (&): Its bearer can cross a pit",
        "There is no choice 99;", "The game is not saved;",
    ],
    "fr": [
        "Boîte de base", "bleu\u00a0: Choisissez qui commence", "Vous placez votre Guerrier en a2.",
        "Placez vos personnages de départ sur les points de votre ligne de départ. (MAP-3)",
        "Corde (&)\u00a0: Son porteur peut franchir", "Il n’y a pas de choix 99\u00a0;",
        "La partie n’est pas enregistrée\u00a0;",
    ],
    "de": [
        "Basisspiel", "blau: Wähle, wer startet", "Du platzierst deinen Krieger auf a2.",
        "Stelle deine Startfiguren auf die Punkte deiner Startzone. (MAP-3)", "Seil (&): Der Träger kann eine Grube überqueren",
        "Eine Wahl 99 gibt es nicht;", "Das Spiel ist nicht gespeichert;",
    ],
}  # fmt: skip
ENGLISH = re.compile(r"\b(the|your|you|and|with|is|left|type|turn of|wins)\b", re.IGNORECASE)
TYPED = ["start W a1", "start W a2", "help rope", "99", "help", "hello", "fill", "fill", "log 40", "undo", "look R1", "reach Q"]


def words_of(out: str) -> str:
    """What is said, without commands, options and file names, which have no language."""
    return "\n".join(re.sub(r"dungeon-twister \S.*|--\S+|\b[a-z]+=\S+|W to c4|Na to \S+", "", line) for line in out.split("\n"))


@pytest.mark.parametrize("language", MET)
@pytest.mark.parametrize("scenario", some(["base", "wrong-door", "standard", "pyramid", "teams"]))
def test_play_begins_in_every_language(run: Run, language: str, scenario: str) -> None:
    argv = ("play", "--scenario", scenario, "--bot", "random", "--seed", "2", "--language", language)
    result = run(*argv, typed=[*TYPED, "1", "1", "1", "1", "1", "1", "1", "1", "stop", "pass"])
    assert result.code == 0 and "{" not in result.out and "Traceback" not in result.out
    if scenario == "base":
        assert [words for words in MET[language] if words not in result.out] == []
    if language != "en":
        said = ENGLISH.findall(words_of(result.out))
        assert not said, [line for line in words_of(result.out).split("\n") if ENGLISH.search(line)][:5]


@pytest.mark.parametrize("language", MET)
def test_replay_and_show_in_every_language(run: Run, finished: Path, unfinished: Path, language: str) -> None:
    argv = ("--language", language)
    listed = run("replay", str(finished), *argv).out
    ends = {"en": "The game is over", "fr": "La partie est finie", "de": "Das Spiel ist aus"}
    assert ends[language] in listed.strip().split("\n")[-1]
    shown = run("replay", str(finished), "--at", "60", *argv).out + run("show", str(finished), *argv).out
    assert {"en": " VP)", "fr": "\u00a0PV)", "de": " SP)"}[language] in shown
    if language != "en":
        assert not ENGLISH.search(words_of(re.sub(r"^ *\d+  \w+ +.*?  ", "", listed + shown, flags=re.MULTILINE)))
    refused = run("replay", str(unfinished), *argv)
    assert refused.code == 2 and "play --resume" in refused.err
    assert ("is not over" in refused.err) == (language == "en")


def test_language_of_the_system(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    argv = ("play", "--bot", "random", "--seed", "2")
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "Boîte de base" in run(*argv).out
    monkeypatch.setenv("DUNGEON_TWISTER_LANGUAGE", "de")
    assert "Basisspiel" in run(*argv).out
    assert "Basic Set" in run(*argv, "--language", "en").out
    monkeypatch.setenv("DUNGEON_TWISTER_LANGUAGE", "klingon")
    refused = run(*argv)
    assert (refused.code, refused.out) == (2, "") and ", ".join(LANGUAGES) in refused.err
