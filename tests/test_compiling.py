"""The compiled engine of a clone: built in one step by one builder, found by commands, unused after a change of the sources."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from pathlib import Path

import pytest
import run
from tools import compiling, environments
from tools.environments import SetupError

from dungeon_twister import compiled


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for builds, on a machine that can compile; a build takes no time, and what it makes is taken for good."""
    monkeypatch.setattr(compiling, "HOME", tmp_path / "compiled")
    monkeypatch.setattr(compiling, "missing", lambda: None)
    monkeypatch.setattr(compiling, "copy_inputs", lambda _: None)
    monkeypatch.setattr(compiling, "compile_in", fake)
    monkeypatch.setattr(environments, "quiet", lambda *_: (True, ""))
    return tmp_path / "compiled"


def fake(work: Path) -> Path:
    """What a build does, without compiling."""
    assert not (compiling.HOME / "a").exists(), "it is there before it is complete"
    (work / "made").mkdir()
    (work / "made" / "engine").touch()
    (work / "objects").mkdir()
    return work / "made"


def made(home: Path, name: str = "a") -> tuple[bool, str]:
    """Return whether the build exists afterwards, and the sentence that was printed."""
    sentences: list[str] = []
    done = compiling.make(home / name, sentences.append, wait=False)
    assert len(sentences) == 1
    return done, sentences[0]


# ------------------------------------------------------------- building


def test_what_is_built_appears_in_one_piece_and_is_built_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done, sentence = made(home)
    assert done and "is compiled" in sentence
    assert sorted(path.name for path in home.iterdir()) == ["a", "lock"]
    assert [path.name for path in (home / "a").iterdir()] == ["engine"]
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
    monkeypatch.setattr(compiling, "compile_in", raising(error))
    done, sentence = made(home)
    assert not done and "the game goes on in Python" in sentence and (error.args[-1] in sentence) and "\n" not in sentence
    assert [path.name for path in home.iterdir()] == ["lock"]


def test_the_output_of_a_failed_compiler_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "failed-build.log"
    monkeypatch.setattr(compiling, "ROOT", tmp_path)
    monkeypatch.setattr(compiling, "LOG", log)
    monkeypatch.setattr(environments, "quiet", lambda command, *_: ("setup.py" not in command, "out of memory\n"))
    with pytest.raises(SetupError, match="the build failed, and failed-build"):
        compiling.compile_in(tmp_path)
    assert log.read_text() == "out of memory\n"


def test_what_does_not_start_is_thrown_away(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environments, "quiet", lambda *_: (False, "Traceback\nImportError: file too short\n"))
    done, sentence = made(home)
    assert not done and "does not start: ImportError: file too short" in sentence and not (home / "a").exists()


def test_a_machine_without_a_compiler_builds_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "missing", lambda: "no C compiler was found")
    assert "no C compiler was found" in made(home)[1]


def test_a_build_without_the_library_that_it_loads_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after the environment was made anew."""
    module = tmp_path.joinpath(*compiled.KERNEL.split("."))
    module.parent.mkdir(parents=True)
    module.with_name(module.name + EXTENSION_SUFFIXES[0]).touch()
    assert compiled.is_built(tmp_path)
    monkeypatch.setattr(compiled, "RUNTIME", ("no_such_library",))
    assert not compiled.is_built(tmp_path)


def test_one_builder_at_a_time(home: Path) -> None:
    with compiling.alone(wait=True) as first:
        assert first and made(home) == (False, "The engine is being compiled already.")
    assert made(home)[0]


# ------------------------------------------------------- in the background


def test_a_builder_starts_in_the_background_if_there_is_something_to_build(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(compiling, "folder", lambda: home / "a")
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: commands.append(command[1:]))
    compiling.begin()
    assert commands.pop() == ["-m", "tools.compiling", compiling.BACKGROUND, str(home / "a")]
    assert "in the background" in capsys.readouterr().out
    (home / "a").mkdir()
    compiling.begin()
    assert capsys.readouterr().out == ""
    (home / "a").rmdir()
    monkeypatch.setattr(compiling, "missing", lambda: "no C compiler was found")
    compiling.begin()
    assert capsys.readouterr().out == "The game runs in Python; no C compiler was found, so the engine is not compiled.\n"
    assert commands == []


@pytest.mark.parametrize("error", [SetupError("no Python"), OSError(30, "Read-only file system")])
def test_a_game_starts_where_nothing_can_be_built(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    monkeypatch.setattr(compiling, "folder", raising(error))
    compiling.begin()
    out = capsys.readouterr().out
    assert out.startswith(compiling.FAILED) and error.args[-1] in out and out.count("\n") == 1


@pytest.mark.skipif(environments.WINDOWS, reason="run.py becomes the game elsewhere only")
@pytest.mark.parametrize(
    ("typed", "used", "built"),
    [
        (["serve", "--port", "1"], True, True),
        (["serve", "--no-compile", "--port", "1"], False, False),
        (["play"], True, False),
    ],
)
def test_a_command_may_use_the_engine_and_serve_builds_it(
    typed: list[str], used: bool, built: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[bool] = []
    became: list[tuple[list[str], dict[str, str]]] = []
    for name in ("prepare", "prepare_page"):
        monkeypatch.setattr(environments, name, lambda **_: None)
    monkeypatch.setattr(compiling, "begin", lambda: begun.append(True))
    monkeypatch.setattr(os, "execve", lambda _, command, env: became.append((command, env)))
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0))
    assert run.main(typed) == 0
    (command, env), *_ = became
    assert command[1:] == [word for word in typed if word != "--no-compile"]
    assert env.get(compiled.VARIABLE) == (None if used else "") and bool(begun) == built


# ----------------------------------------------------------- in the game

KERNEL = Path(*compiled.KERNEL.split("."))


def put_engine(folder: Path) -> Path:
    """Make files that look like a build; return the kernel's."""
    file = folder / KERNEL.with_suffix(EXTENSION_SUFFIXES[0])
    file.parent.mkdir(parents=True)
    file.touch()
    return file


def test_modules_are_found_in_a_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert environments.COMPILED == compiled.VARIABLE
    monkeypatch.setattr(compiled, "running", lambda: False)
    monkeypatch.setenv(compiled.VARIABLE, str(tmp_path))
    assert not compiled.ready()  # there is nothing yet
    file = put_engine(tmp_path)
    assert compiled.ready()
    finder = compiled.CompiledFinder(tmp_path)
    found = finder.find_spec(compiled.KERNEL)
    assert found is not None and found.origin == str(file) and isinstance(found.loader, ExtensionFileLoader)
    assert finder.find_spec("dungeon_twister.rules") is None, "a folder of a build is no package"
    assert finder.find_spec("dungeon_twister.ai.bots") is None and finder.find_spec("json") is None
    compiled.give_up()
    assert not compiled.ready()


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone of the project with one module."""
    for name in compiled.SETTINGS:
        (tmp_path / name).touch()
    module = tmp_path / "src" / KERNEL.with_suffix(".py")
    module.parent.mkdir(parents=True)
    module.write_text("x = 1\n")
    monkeypatch.setattr(compiled, "KERNEL", "not.imported")
    monkeypatch.setattr(compiled, "_use", lambda: None)
    return tmp_path


def test_the_key_depends_on_sources_settings_and_python(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [compiled.build_folder(clone), compiled.build_folder(clone)]
    assert keys[0] == keys[1] and keys[0].parent == clone / ".compiled"
    for path in (clone / "src" / KERNEL.with_suffix(".py"), clone / "setup.py"):
        path.write_text("x = 2\n")
        keys.append(compiled.build_folder(clone))
    (clone / "src" / KERNEL).with_name("more.py").touch()
    keys.append(compiled.build_folder(clone))
    monkeypatch.setattr(sys, "version", "4.0")
    keys.append(compiled.build_folder(clone))
    assert len(set(keys)) == 5
    (clone / "src" / "dungeon_twister" / "cli.py").touch()
    assert compiled.build_folder(clone) == keys[-1], "no compiled module depends on it"


def test_a_command_uses_the_build_of_its_sources(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable that is set is left alone, and without a folder for builds there is nothing to compute."""

    def used(**environment: str) -> str | None:
        monkeypatch.delenv(compiled.VARIABLE, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        compiled.use_build(clone)
        return os.environ.get(compiled.VARIABLE)

    assert used() is None
    (clone / ".compiled").mkdir()
    assert used() == str(compiled.build_folder(clone))
    assert used(**{compiled.VARIABLE: ""}) == ""
    assert used(**{compiled.VARIABLE: "elsewhere"}) == "elsewhere"
    (clone / "setup.py").unlink()
    assert used() is None, "the key cannot be computed"
    monkeypatch.delenv(compiled.VARIABLE, raising=False)


def test_the_builder_asks_the_python_that_will_load_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "program", lambda *_: sys.executable)
    assert compiling.folder() == compiled.build_folder()
    monkeypatch.setattr(compiling, "program", lambda *_: "no-such-python")
    with pytest.raises(SetupError):
        compiling.folder()


def test_the_command_imports_no_engine_before_it_has_looked_for_the_compiled_one() -> None:
    """And `--help` stays quick: neither the database nor the engine's rules are loaded."""
    source = (
        "import sys; import dungeon_twister.cli.main;"
        "print([name for name in sys.modules if name.startswith(('dungeon_twister.rules.engine', "
        "'dungeon_twister.presentation.guide', 'dungeon_twister.server', 'sqlalchemy', 'rich', 'litestar'))])"
    )
    result = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
