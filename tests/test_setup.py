"""What setup.py makes of a small package: it is compiled in few pieces, or file by file where the compiler refuses those."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools import compiling, environments

# Two modules have the same last name, some are hot and one is not.
MODULES = {
    "engine/state.py": ["def name() -> str:", "    return 'engine'"],
    "engine/board/state.py": [
        "from dungeon_twister.engine.state import name",
        "def whole() -> str:",
        "    return name() + ' board'",
    ],
    "record/notation.py": [
        "from dungeon_twister.engine.board.state import whole",
        "def told() -> str:",
        "    return whole() + '!'",
        "def picked(row: list[int], at: int) -> int:",
        "    return row[at]",
    ],
}
ASKED = """
import dungeon_twister.record.notation as notation
from dungeon_twister.engine import state
from dungeon_twister.engine.board import state as board
print(notation.told(), board.whole(), state.name(), state.__name__, board.__name__)
print(*(module.__file__.endswith(".py") for module in (notation, state, board)))
print(*(notation.picked([5, 6, 7], at) for at in (0, 2, -1, -3)))
for at in (3, -4, 1 << 70):
    try:
        notation.picked([5, 6, 7], at)
    except (IndexError, OverflowError) as error:
        print(type(error).__name__)
"""
# A compiler that refuses every file but those of mypyc.
FUSSY = """#!/bin/sh
case "$*" in *leads_*|*hot_*|*rest_*) echo "too much" >&2; exit 1;; esac
exec {compiler} "$@"
"""
PIECES = "compiling each file by itself"


@pytest.mark.skipif(environments.WINDOWS, reason="the compiler there gets the files as mypyc makes them")
@pytest.mark.skipif(compiling.missing() is not None, reason="nothing to compile with")
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
    env["PYTHONPATH"] = str(tmp_path / "src")
    asked = subprocess.run([sys.executable, "-c", ASKED], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert asked.stdout.split("\n")[:6] == [
        "engine board! engine board engine dungeon_twister.engine.state dungeon_twister.engine.board.state",
        "False False False",
        "5 7 7 5",
        *("IndexError", "IndexError", "OverflowError"),
    ], asked.stderr
