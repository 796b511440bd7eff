"""How the code is laid out, as far as it can be read off it: nobody asks what class a state has to tell the games apart."""

from __future__ import annotations

import ast
from pathlib import Path

import dungeon_twister

PACKAGE = Path(dungeon_twister.__file__).parent
OF_ONE_GAME = {
    f"{game}{thing}" for game in ("Board", "Card") for thing in ("State", "Setting", "Scenario", "Options", "View")
} | {"View"}


def asked_classes(call: ast.Call) -> set[str]:
    """The classes an `isinstance` asks for."""
    return {node.id for node in ast.walk(call.args[1]) if isinstance(node, ast.Name)}


def switches(path: Path) -> list[str]:
    """Where a module asks of which game something is. `assert isinstance(...)` narrows a type and decides nothing."""
    text = path.read_text("utf-8")
    if "isinstance(" not in text:
        return []
    tree = ast.parse(text)
    asserted = {id(inner) for node in ast.walk(tree) if isinstance(node, ast.Assert) for inner in ast.walk(node.test)}
    return [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance"
        if id(node) not in asserted and asked_classes(node) & OF_ONE_GAME
    ]


def test_games_are_selected_by_tables() -> None:
    """`ByEdition` is the switch, one at the door of each layer, and the rules of a setting (`Setting.rules`)."""
    assert [place for path in sorted(PACKAGE.rglob("*.py")) for place in switches(path)] == []
