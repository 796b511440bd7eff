"""Game records: a finished game replays to its hash, a game in progress is sealed and goes on, damage is a sentence."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_twister import Game, TextError
from dungeon_twister.record.files import dump, load, record_of, replay, resume, save, states

OPTIONS = {"target": "6", "endRule": "immediate"}


def play(game: Game, rng: Random, most: int = 10**6) -> Game:
    while not game.over and most:
        game.play(rng.choice(game.legal()))
        most -= 1
    return game


FINISHED = play(Game.new(options=OPTIONS, seed="finished"), Random(1))
TEXT = dump(record_of(FINISHED, {"blue": "Ann", "yellow": "random"}))
SEALED = dump(record_of(play(Game.new(seed="open"), Random(2), 120)), "open")


def test_a_finished_game_replays_to_its_hash() -> None:
    record, seed = load(TEXT)
    assert seed == "finished" and record.header.players["blue"] == "Ann"
    final = replay(record)
    assert final.key() == FINISHED.state.key()
    assert record.end is not None and record.end.winners == FINISHED.winners and record.end.vp == FINISHED.scores
    steps = list(states(record))
    assert len(steps) == len(record.choices) + 1 and steps[-1][1] == ""


def test_a_game_in_progress_is_sealed_and_goes_on(tmp_path: Path) -> None:
    """INFO-1: nobody reads the other's tokens by opening the file."""
    game = play(Game.new(seed="going on"), Random(3), 150)
    save(game, tmp_path / "game.dt")
    text = (tmp_path / "game.dt").read_text("utf-8")
    assert "lay" not in text and "going on" not in text and text.count("\n") == 1
    again = resume(*load(text))
    assert again.state.key() == game.state.key() and again.log == game.log
    assert play(again, Random(9)).log == play(game, Random(9)).log
    assert [path.name for path in tmp_path.iterdir()] == ["game.dt"]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"record":1', '"record":2', "format 2"),
        ('"rules":"1"', '"rules":"0"', "rules 0"),
        ('{"record', "record", "not a line of a game record"),
        ('"scenario":"base"', '"scenario":"moon"', "no scenario"),
        ('"target":"6"', '"target":"77"', "whole number"),
        ('"card 2"', '"card 5"', "cannot be replayed"),
        ('"card 2"', '"abra"', "cannot be replayed"),
        ('"card 2"', "2", "not a line of a game record"),
        ('"hash":"', '"hash":"0', "the record says"),
    ],
)
def test_a_damaged_record(old: str, new: str, problem: str) -> None:
    assert old in TEXT
    with pytest.raises(TextError, match=problem):
        replay(load(TEXT.replace(old, new, 1))[0])


def test_damaged_seals() -> None:
    with pytest.raises(TextError, match="empty"):
        load("\n\n")
    with pytest.raises(TextError, match="ends after its header"):
        load(TEXT.split("\n")[0])
    with pytest.raises(TextError, match="damaged"):
        load(SEALED.replace('"sealed":"', '"sealed":"AAAA'))
    record, _ = load(SEALED)
    with pytest.raises(TextError, match="begun with"):
        resume(record, "another seed")
    record.choices[20] = "pass"
    with pytest.raises(TextError, match=r"choice 21|as the seed says"):
        resume(record, "open")


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([TEXT, SEALED]), st.integers(0, 3000), st.integers(0, 20), st.text(max_size=6))
def test_any_text_is_a_record_or_a_text_error(text: str, at: int, cut: int, more: str) -> None:
    try:
        record, seed = load(text[:at] + more + text[at + cut :])
        if record.end is None:
            resume(record, seed)
        else:
            replay(record)
    except TextError as error:
        assert error.problem
