"""What the setup is learnt from: games written down, and the table that is made of them."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from dungeon_twister.ai.search.opening_book import read_opening_book

TRAINING = Path(__file__).parents[2] / "training"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, TRAINING / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def row(number: int, rng: Random) -> dict[str, object]:
    """A game that is mostly won by the player who starts with the Thief; if both do, or neither, by any player."""
    starters, hidden = [], []
    for _ in range(2):
        team = rng.sample("CGWZMATH", 4)
        rest = [sign for sign in "CGWZMATH#!&*%$" if sign not in team]
        starters.append(team)
        hidden.append({sign: rng.randrange(8) for sign in rest})
    lead = ("H" in starters[0]) - ("H" in starters[1])
    first = rng.random() < 0.5 + 0.35 * lead
    return {"number": number, "starters": starters, "hidden": hidden, "won": [0 if first else 1]}


def test_the_table_tells_who_wins() -> None:
    fit = script("setup_fit")
    rng = Random(5)
    names = fit.Names("base")
    games = [names.game(row(number, rng)) for number in range(300)]
    weights = fit.fitted(games, names.count, 10.0)
    table = read_opening_book(fit.table_text(names, weights, 3.0, "for a test"))
    assert max(table.starter, key=lambda sign: table.starter[sign]) == "H"
    assert table.starter["H"] > 5.0
    assert table.chance == 3.0


def test_linear_equations_are_solved() -> None:
    assert script("setup_fit").solved([[4.0, 1.0], [1.0, 3.0]], [1.0, 2.0]) == pytest.approx([1 / 11, 7 / 11])


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps({"number": 3}) + "\n" + '{"number": 4, "sta', "utf-8")
    setup = script("setup")
    assert setup.numbers_in(path) == {3}
    assert path.read_text("utf-8") == json.dumps({"number": 3}) + "\n"
    assert setup.numbers_in(tmp_path / "none.jsonl") == set()
