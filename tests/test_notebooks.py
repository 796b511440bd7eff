"""The notebooks run from the first cell to the last, as plain code: no Jupyter is needed for that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
NEEDS = {  # what comes with an extra, or not at all where it is missing
    "1-play-and-draw": ("dungeon_twister.presentation.svg",),
    "2-write-a-bot": (),
    "3-train-an-agent": ("dungeon_twister.rl", "gymnasium", "sb3_contrib"),
}


def test_every_notebook_is_run() -> None:
    assert [path.stem for path in NOTEBOOKS] == list(NEEDS)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_a_notebook_runs(path: Path) -> None:
    for package in NEEDS[path.stem]:
        pytest.importorskip(package, reason="it comes with an extra")
    room: dict[str, Any] = {"__name__": "notebook"}
    for number, cell in enumerate(json.loads(path.read_text("utf-8"))["cells"], 1):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{path.name}, cell {number}", "exec"), room)
    if path.stem == "2-write-a-bot":
        assert room["match"].wins["trier"] > 3, "the text says that it wins most of the six games"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_a_notebook_is_kept_without_its_output(path: Path) -> None:
    notebook = json.loads(path.read_text("utf-8"))
    assert notebook["nbformat"] == 4
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in notebook["cells"] if "outputs" in cell)
