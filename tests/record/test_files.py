"""Game records: a finished game replays to its hash, a game in progress is sealed and goes on, damage is a sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_twister import TextError
from dungeon_twister.game.record.files import dump, load, record_of, replay, resume, save, states
from dungeon_twister.game.record.position import has_position
from dungeon_twister.game.record.proof import verdict, verify
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.rules.engine.digest import digest
from tests.amounts import TIMES

OPTIONS = {"target": "6", "endRule": "immediate"}


def play(game: RecordedGame, rng: Random, most: int = 10**6) -> RecordedGame:
    while not game.over and most:
        game.play(rng.choice(game.legal()))
        most -= 1
    return game


FINISHED = play(RecordedGame.new(options=OPTIONS, seed="finished"), Random(1))
TEXT = dump(record_of(FINISHED, {"blue": "Ann", "yellow": "random"}))
SEALED = dump(record_of(play(RecordedGame.new(seed="open"), Random(2), 120)), "open")


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
    game = play(RecordedGame.new(seed="going on"), Random(3), 150)
    save(game, tmp_path / "game.dt")
    text = (tmp_path / "game.dt").read_text("utf-8")
    assert "lay" not in text and "going on" not in text and text.count("\n") == 1
    again = resume(*load(text))
    assert again.state.key() == game.state.key() and again.log == game.log
    assert play(again, Random(9)).log == play(game, Random(9)).log
    assert [path.name for path in tmp_path.iterdir()] == ["game.dt"]


@pytest.mark.parametrize("scenario", ["base", "three-players", "standard"])
def test_a_game_that_began_from_a_position_has_its_record(scenario: str) -> None:
    """The record tells the position, which is sealed as long as the game goes on, for it shows what is hidden."""
    game, rng = RecordedGame.new(scenario, seed="before"), Random(4)
    while game.state.turn < 4 or not has_position(game.state):
        game.play(rng.choice(game.legal()))
    position = game.position()
    game = play(RecordedGame.from_position(position, "after"), rng, 30)
    sealed = dump(record_of(game), "after")
    assert "maze" not in sealed
    again = resume(*load(sealed))
    assert again.origin == position and again.state.key() == game.state.key() and again.log == game.log
    record, _ = load(dump(record_of(play(again, rng))))
    assert record.header.position == position and replay(record).key() == again.state.key()
    assert verdict(verify(record)) is None
    for wrong in (replace(record.header, position="position 1"), replace(record.header, options={"target": "3"})):
        with pytest.raises(TextError):
            replay(replace(record, header=wrong))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"record":2', '"record":3', "format 3.*a later version of the program wrote it.*reads formats 1 to 2"),
        ('"record":2', '"record":0', "format 0"),
        ('"record":2', '"record":1', "the record says"),  # the hash is that of its format
        ('"rules":"1"', '"rules":"0"', "rules 0"),
        ('{"record', "record", "this is not a Dungeon Twister record"),
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


def test_a_record_of_the_first_format_keeps_its_hash() -> None:
    """It is checked by the description of its own format, and written again as it was read."""
    text = TEXT.replace('"record":2', '"record":1').replace(digest(FINISHED.state), digest(FINISHED.state, 1))
    record, _ = load(text)
    assert replay(record).key() == FINISHED.state.key() and verdict(verify(record)) is None
    assert dump(record) == text


def test_a_game_saved_in_the_first_format_goes_on_in_the_newest() -> None:
    record, seed = load(SEALED.replace('"record":2', '"record":1'))
    game = play(resume(record, seed), Random(5))
    again, _ = load(dump(record_of(game)))
    assert again.header.record == 2 and replay(again).key() == game.state.key()


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


@settings(max_examples=50 * TIMES, deadline=None)
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
