"""The recorded games come to the same ends in the Python of browsers as in CPython: a few of them, or all
(`run.py test --long`)."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from dungeon_twister.browser.site_folder import PARTS
from dungeon_twister.game.record.files import end_matches, load, replay
from tests.amounts import LONG

GAMES = Path(__file__).parents[1] / "games"
EVERY = 1 if LONG else 60


def test_games_end_in_pyodide_as_in_cpython() -> None:
    archives = sorted((PARTS / "python").glob("*.zip"))
    node = shutil.which("node")
    if not archives or node is None:
        pytest.skip("the page without a server has not been built (`python3 run.py site FOLDER`), or there is no Node.js")
    paths = sorted(GAMES.rglob("*.dt"))[::EVERY]
    assert len({path.parent for path in paths}) > 2
    command = [node, str(Path(__file__).with_name("replay.mjs")), *map(str, archives)]
    listed = "\n".join(map(str, paths))
    done = subprocess.run(command, input=listed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    for path in paths:
        record, _ = load(path.read_text("utf-8"))
        final = replay(record)
        assert end_matches(record, final)
        assert found[str(path)] == f"{final.hash64():x}", path
