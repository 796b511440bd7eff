"""Running the command inside the test process, and a keyboard that types what a function says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from dungeon_twister.cli import progress_file
from dungeon_twister.cli.main import main
from dungeon_twister.cli.texts import set_language
from dungeon_twister.game.record.files import save
from dungeon_twister.game.record.position import write_position
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.game import legal


@dataclass
class Result:
    """What a command did."""

    code: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("DUNGEON_TWISTER_DEBUG", "1")  # what should not happen is raised
    for name in ("DUNGEON_TWISTER_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    set_language("en")


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of one's results: a new one for each test."""
    monkeypatch.setattr(progress_file, "user_data_path", lambda *_, **__: tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command; `typed` is what is typed, line by line, then the input ends."""

    def run_command(*argv: str, typed: Iterable[str] = ()) -> Result:
        lines: Iterator[str] = iter(typed)

        def type_next(prompt: str = "") -> str:
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", type_next)
        capsys.readouterr()
        code = main(list(argv))
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return run_command


class Typist:
    """Types what a function makes of the text that was printed since the last line."""

    def __init__(self, capsys: pytest.CaptureFixture[str], answer: Callable[[str], str]) -> None:
        self.capsys = capsys
        self.answer = answer
        self.shown: list[str] = []

    def __call__(self, prompt: str = "") -> str:
        text = self.capsys.readouterr().out
        self.shown.append(text)
        return self.answer(text)


def labels(text: str) -> list[str]:
    """The numbers of the menu at the end of a screen."""
    lines = text.rstrip().split("\n")
    found = [i for i, line in enumerate(lines) if re.match(r"(blue|yellow|red|green): [A-Z]", line)]
    menu = "\n".join(lines[found[-1] + 1 : -1]) if found else ""
    menu = menu.split(" can end on:")[0]
    return re.findall(r"(?<![\w.])(\d+) (?=[a-zR])", menu)


def played(seed: str, choices: int, scenario: str = "base", options: dict[str, str] | None = None) -> RecordedGame:
    """A game after that many random choices, or finished."""
    game = RecordedGame.new(scenario, options, seed)
    rng = Random(seed)
    while not game.over and len(game.log) < choices:
        game.play(rng.choice(legal(game.state)))
    return game


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a finished game."""
    path = tmp_path_factory.mktemp("records") / "finished.jsonl"
    game = played("cli", 100_000)
    assert game.over
    save(game, path, {"blue": "random", "yellow": "random"})
    return path


@pytest.fixture(scope="session")
def unfinished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A saved game in progress: the starters are set, not yet shown."""
    path = tmp_path_factory.mktemp("records") / "unfinished.game"
    save(played("cli", 12), path, {"blue": "person", "yellow": "person"})
    return path


@pytest.fixture(scope="session")
def position(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A position in the middle of a game."""
    path = tmp_path_factory.mktemp("positions") / "middle.position"
    game = played("cli", 100)
    while game.state.decision() not in (ACT, CHOOSE_CARD):
        game.play(game.legal()[0])
    path.write_text(write_position(game.state), encoding="utf-8")
    return path
