"""Recorded games replay to the same state, on every version, interpreted and compiled, whatever content is added."""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path

import pytest

from dungeon_twister.game.record.chance import dice_of
from dungeon_twister.game.record.commit_reveal import commitment
from dungeon_twister.game.record.files import end_matches, load
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.rules.engine import state as state_module
from dungeon_twister.rules.engine.board.options import CHOICES as BOARD_CHOICES
from dungeon_twister.rules.engine.card.options import CHOICES as CARD_CHOICES
from dungeon_twister.rules.engine.digest import digest
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.rules.engine.shared.description import FIRST
from tests.amounts import COMPILED, some
from tests.enlarged import ask, enlarge

pytestmark = pytest.mark.both_ways
KINDS = [
    ("board", BOARD_CHOICES, {"handicap", "target", "timer", "stallLimit"}),
    ("card", CARD_CHOICES, {"handicap", "timer"}),
    ("scenarios", {}, {"apexRoom", "elevatorSeats", "allyCorners", "silentAllies"}),
]
GAMES = Path(__file__).parent / "games"
FILES = sorted(GAMES.glob("*/*.dt"))
MOMENTS = {  # of all moments of a game
    "board/base-1-random-random-0": "56a43b1791b433bb",
    "board/simplified-8-random-random-4": "06b5deb7433d4ca1",
    "card/advanced-7-random-random-0": "873ac5d52a4c8749",
    "card/standard-6-random-random-0": "f18fae289cf8a739",
    "scenarios/alliances-10-greedy-random-0": "cef63d858839b5aa",
    "scenarios/pyramid-3-4-random-random-0": "1d24668130850694",
    "scenarios/race-5-random-random-0": "12bc28090325b159",
    "scenarios/wrong-door-3-9-random-random-0": "fac692b8a54dbe36",
}


@pytest.mark.parametrize("path", some(FILES, 3 if COMPILED else 6), ids=lambda path: path.stem)
def test_recorded_game(path: Path) -> None:
    """The choices lead to the recorded hash and result, and chance decided as the seed says."""
    record, seed = load(path.read_text("utf-8"), path.name)
    assert record.end is not None
    assert commitment(seed) == record.header.seed_sha256
    game = RecordedGame(new_setting(record.header.played, record.header.options), seed, dice_of(record.header.chance, seed))
    while not game.over:
        game.play(record.choices[len(game.log)])
    assert [text for _, _, text in game.log] == record.choices
    assert end_matches(record, game.state) and game.scores == record.end.vp


@pytest.mark.parametrize(("name", "expected"), MOMENTS.items(), ids=MOMENTS)
def test_every_moment_has_the_hash_of_every_version(name: str, expected: str) -> None:
    """In both formats of the description: a game may end in the middle of a journey or a combat."""
    record, seed = load((GAMES / f"{name}.dt").read_text("utf-8"), name)
    game = RecordedGame(new_setting(record.header.played, record.header.options), seed, dice_of(record.header.chance, seed))
    found = blake2b(digest_size=8)
    while not game.over:
        game.play(record.choices[len(game.log)])
        found.update(f"{digest(game.state, FIRST)} {digest(game.state)}".encode())
    assert found.hexdigest() == expected


@pytest.mark.sources  # the copy is not compiled
@pytest.mark.parametrize("game", sorted({path.parent.name for path in FILES}))
def test_they_replay_when_content_has_been_added(game: str, tmp_path: Path) -> None:
    """A character, an object, rooms and a scenario that come later change no game that knew nothing of them: records of
    every format replay to their hash in a copy of the package that has them."""
    paths = some((str(path) for path in FILES if path.parent.name == game), 3)
    report = ask(enlarge(tmp_path), *paths)
    assert str(report["package"]).startswith(str(tmp_path))
    assert report["wrong"] == [] and report["replayed"] == len(paths)
    met = report["met"]
    assert isinstance(met, dict)
    for pieces in met.values():
        assert {"newcomer", "novelty"} <= set(pieces)


@pytest.mark.parametrize(("game", "choices", "others"), KINDS)
def test_there_are_enough_of_every_kind(game: str, choices: dict[str, list[str]], others: set[str]) -> None:
    records = [load(path.read_text("utf-8"))[0] for path in FILES if path.parent.name == game]
    assert len(records) >= (60 if game == "scenarios" else 100)
    assert {name.partition("#")[0] for record in records for name in record.header.players.values()} == {"random", "greedy"}
    newest = [load(path.read_text("utf-8"))[0] for path in FILES if path.parent.name == "newest"]
    used = {(name, value) for record in (*records, *newest) for name, value in record.header.options.items()}
    for name, values in choices.items():
        assert (name, values[1]) in used
    assert others <= {name for name, _ in used}


def test_there_are_records_of_both_formats() -> None:
    """And one that holds its scenario, with rooms of its own."""
    headers = [load(path.read_text("utf-8"))[0].header for path in FILES]
    assert {header.record for header in headers} == {1, 2}
    assert {header.chance for header in headers if header.record == 2} == {2}
    assert any("gallery-1D" in header.declared for header in headers)


def test_the_build_is_the_one_that_was_asked_for() -> None:
    """In the compiled run the engine really is compiled."""
    compiled = Path(state_module.__file__).suffix in (".so", ".pyd")
    assert compiled == (os.environ.get("DUNGEON_TWISTER_EXPECT_COMPILED") == "1")
