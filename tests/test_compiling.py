"""The compiled engine for whoever plays: built beside the game, in one piece, by one builder, and never in the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from pathlib import Path
from typing import Any

import pytest
import run
from tools import compiling, environments
from tools.environments import SetupError

from dungeon_twister import compiled

BUILT = f"{compiled.LIBRARY}{EXTENSION_SUFFIXES[0]}"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for builds, on a machine that can compile; a build takes no time, and what it makes is taken for good."""
    monkeypatch.setattr(compiling, "HOME", tmp_path / "compiled")
    monkeypatch.setattr(compiling, "missing", lambda: None)
    monkeypatch.setattr(compiling, "compile_to", fake)
    monkeypatch.setattr(environments, "quiet", lambda *_: (True, ""))
    return tmp_path / "compiled"


def fake(work: Path, made: Path) -> None:
    """What a build does, without compiling."""
    assert not (compiling.HOME / "a").exists(), "it is there before it is complete"
    made.mkdir()
    (made / BUILT).touch()
    (work / "objects").mkdir()


def made(home: Path, name: str = "a") -> tuple[bool, str]:
    """Whether it is there after all, and the sentence that was told."""
    told: list[str] = []
    done = compiling.make(home / name, told.append, wait=False)
    assert len(told) == 1
    return done, told[0]


# ------------------------------------------------------------- building


def test_what_is_built_appears_in_one_piece_and_is_built_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done, told = made(home)
    assert done and "is compiled" in told
    assert sorted(path.name for path in home.iterdir()) == ["a", "lock"] and [path.name for path in (home / "a").iterdir()] == [
        BUILT
    ]
    monkeypatch.setattr(compiling, "build", lambda _: pytest.fail("it is there"))
    assert made(home) == (True, "The compiled engine is there already.")


def test_what_was_built_for_older_sources_is_removed_but_for_the_latest(home: Path) -> None:
    for number, name in enumerate(["oldest", "older", "old", f"{compiling.BUILDING}x"]):
        (home / name).mkdir(parents=True)
        os.utime(home / name, (number, number))
    made(home)
    assert sorted(path.name for path in home.iterdir()) == ["a", "lock", "old"]


def raising(error: Exception) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize("error", [SetupError("the build failed: no such header"), OSError(28, "No space left on device")])
def test_a_build_that_fails_is_one_sentence(home: Path, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    monkeypatch.setattr(compiling, "compile_to", raising(error))
    done, told = made(home)
    assert not done and "the game goes on in Python" in told and (error.args[-1] in told) and "\n" not in told
    assert [path.name for path in home.iterdir()] == ["lock"]


def test_what_does_not_start_is_thrown_away(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environments, "quiet", lambda *_: (False, "Traceback\nImportError: file too short\n"))
    done, told = made(home)
    assert not done and "does not start: ImportError: file too short" in told and not (home / "a").exists()


def test_no_compiler_and_no_room(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "ROOM", 1 << 62)
    assert "the disk is nearly full" in made(home)[1]
    monkeypatch.setattr(compiling, "missing", lambda: "no C compiler was found")
    assert "no C compiler was found" in made(home)[1]


def test_one_builder_at_a_time(home: Path) -> None:
    with compiling.alone(wait=True) as first:
        assert first and made(home) == (False, "The engine is being compiled already.")
    assert made(home)[0]


def test_the_key_is_of_everything_a_build_depends_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = environments.ROOT / "src" / "dungeon_twister"
    names = {path.parent.relative_to(root).as_posix() for path in compiling.sources()}
    assert {"rules/engine", "rules/geometry", "ai/search"} <= names and not {"server", "ai/bots", "cli"} & names
    key = compiling.key()
    assert key == compiling.key()
    monkeypatch.setattr(sys, "version", "4.0")
    other = compiling.key()
    file = tmp_path / "more.py"
    file.write_text("x = 1\n")
    found = compiling.sources()
    monkeypatch.setattr(compiling, "sources", lambda: [*found, file])
    assert len({key, other, compiling.key()}) == 3


# ------------------------------------------------------- beside the game

WATCHED = """
import subprocess, sys, time
from tools import compiling
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(child.pid, flush=True)
compiling.end_with(sys.stdin.fileno())
time.sleep(60)
"""
# As run.py does: somebody starts the builder, and becomes the server.
BECOMING = """
import os, subprocess, sys
builder = subprocess.Popen([sys.executable, "-c", sys.argv[1]], stdin=subprocess.PIPE, start_new_session=True)
os.set_inheritable(builder.stdin.fileno(), True)
os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(60)"])
"""


def alive(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status")
    if Path("/proc/self").exists():
        return status.exists() and "\nState:\tZ" not in status.read_text()
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


@pytest.mark.skipif(environments.WINDOWS, reason="no process groups there")
def test_whoever_ends_the_game_ends_the_build() -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", BECOMING, WATCHED], cwd=environments.ROOT, stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    child = int(server.stdout.readline())
    assert alive(child)
    server.send_signal(signal.SIGKILL)
    server.wait()
    deadline = time.monotonic() + 20
    while alive(child):
        assert time.monotonic() < deadline, "the build goes on"
        time.sleep(0.02)
    server.stdout.close()


def test_a_build_that_is_done_ends_quietly_while_the_game_goes_on() -> None:
    source = "import sys, time; from tools import compiling; compiling.end_with(sys.stdin.fileno()); time.sleep(0.3)"
    builder = subprocess.Popen(
        [sys.executable, "-c", source], cwd=environments.ROOT, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert builder.stdin is not None and builder.stderr is not None
    assert (builder.wait(20), builder.stderr.read()) == (0, "")
    builder.stdin.close()
    builder.stderr.close()


def test_the_builder_begins_beside_the_game_where_there_is_something_to_build(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiling, "folder", lambda: home / "a")
    monkeypatch.setattr(compiling, "program", lambda *_: sys.executable)
    commands: list[list[str]] = []
    really = subprocess.Popen

    def start(command: list[str], **how: Any) -> subprocess.Popen[bytes]:
        commands.append(command[1:])
        return really([sys.executable, "-c", ""], **how)  # it builds nothing

    monkeypatch.setattr(subprocess, "Popen", start)
    builder = compiling.begin()
    assert builder is not None and builder.stdin is not None and os.get_inheritable(builder.stdin.fileno())
    builder.stdin.close()
    builder.wait()
    assert commands == [["-m", "tools.compiling", compiling.WATCHED, str(home / "a")]]
    assert "in the background" in capsys.readouterr().out
    (home / "a").mkdir(parents=True)
    assert compiling.begin() is None and capsys.readouterr().out == ""
    (home / "a").rmdir()
    monkeypatch.setattr(compiling, "missing", lambda: "no C compiler was found")
    assert compiling.begin() is None
    assert capsys.readouterr().out == "The game runs in Python; no C compiler was found, so the engine is not compiled.\n"


@pytest.mark.skipif(environments.WINDOWS, reason="run.py becomes the game elsewhere only")
@pytest.mark.parametrize(
    ("typed", "used", "built"),
    [
        (["serve", "--port", "1"], True, True),
        (["serve", "--no-compile", "--port", "1"], False, False),
        (["play"], True, False),
    ],
)
def test_the_game_is_told_where_the_engine_is(
    typed: list[str], used: bool, built: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[bool] = []
    became: list[tuple[list[str], dict[str, str]]] = []
    for name in ("prepare", "prepare_page"):
        monkeypatch.setattr(environments, name, lambda **_: None)
    monkeypatch.setattr(compiling, "folder", lambda: tmp_path / "a")
    monkeypatch.setattr(compiling, "begin", lambda: begun.append(True))
    monkeypatch.setattr(os, "execve", lambda _, command, env: became.append((command, env)))
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0))
    assert run.main(typed) == 0
    (command, env), *_ = became
    assert command[1:] == [word for word in typed if word != "--no-compile"]
    assert env.get(compiled.VARIABLE) == (str(tmp_path / "a") if used else "") and bool(begun) == built


# ----------------------------------------------------------- in the game


def test_modules_are_taken_from_what_was_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert environments.COMPILED == compiled.VARIABLE
    finder = compiled.CompiledFinder(tmp_path)
    module = tmp_path / "dungeon_twister" / "rules" / "engine" / f"game{EXTENSION_SUFFIXES[0]}"
    module.parent.mkdir(parents=True)
    module.touch()
    found = finder.find_spec("dungeon_twister.rules.engine.game")
    assert found is not None and found.origin == str(module) and isinstance(found.loader, ExtensionFileLoader)
    assert finder.find_spec("dungeon_twister.ai.bots") is None and finder.find_spec("json") is None
    monkeypatch.setattr(compiled, "running", lambda: False)
    monkeypatch.setenv(compiled.VARIABLE, str(tmp_path))
    assert not compiled.ready()  # there is nothing yet
    (tmp_path / BUILT).touch()
    assert compiled.ready()
    compiled.give_up()
    assert not compiled.ready()


def test_a_command_finds_the_engine_that_was_built_from_these_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of other sources is left alone, an empty variable means none, and what the environment names is not changed."""
    package, builds = tmp_path / "src" / "dungeon_twister", tmp_path / ".compiled"
    for folder in (package / "engine", builds / "mine" / "dungeon_twister" / "engine"):
        folder.mkdir(parents=True)
    (package / "engine" / "game.py").write_text("x = 1\n")
    (builds / "mine" / BUILT).touch()
    (builds / "unfinished").mkdir()
    (builds / "lock").touch()
    monkeypatch.setattr(compiled, "PACKAGE", package)
    monkeypatch.setattr(compiled, "KERNEL", "not.imported")
    monkeypatch.setattr(compiled, "_use", lambda: None)

    def found(**environment: str) -> str | None:
        monkeypatch.delenv(compiled.VARIABLE, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        compiled.use_built(builds)
        return os.environ.get(compiled.VARIABLE)

    assert found() is None, "nobody knows what it was built from"
    compiled.stamp(package, builds / "mine")
    assert found() == str(builds / "mine")
    assert found(**{compiled.VARIABLE: ""}) == ""
    assert found(**{compiled.VARIABLE: "elsewhere"}) == "elsewhere"
    (package / "engine" / "game.py").write_text("x = 2\n")
    assert found() is None, "the sources have changed"
    compiled.use_built(tmp_path / "none")
    monkeypatch.delenv(compiled.VARIABLE, raising=False)


def test_the_command_imports_no_engine_before_it_has_looked_for_the_compiled_one() -> None:
    """And `--help` stays quick: neither the database nor the engine's rules are loaded."""
    source = (
        "import sys; import dungeon_twister.cli.main;"
        "print([name for name in sys.modules if name.startswith(('dungeon_twister.rules.engine', "
        "'dungeon_twister.presentation.guide', 'dungeon_twister.server', 'sqlalchemy', 'rich', 'litestar'))])"
    )
    told = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
