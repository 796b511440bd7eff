"""The packages of the server export a few names, and other packages use only those."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import dungeon_twister

PACKAGE = Path(dungeon_twister.__file__).parent
SERVER = "dungeon_twister.server."
ROOMS = ("games", "cluster", "store", "study", "transport", "workers")


@cache
def imports() -> list[tuple[Path, str, str, list[str]]]:
    """Every import from a room of the server: the file, the room, the module within it (empty: its face), the names."""
    found = []
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if SERVER in text else ():
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(SERVER):
                room, _, module = str(node.module).removeprefix(SERVER).partition(".")
                if room in ROOMS:
                    found.append((path, room, module, [alias.name for alias in node.names]))
    return found


def test_only_a_room_itself_looks_behind_its_face() -> None:
    behind = [f"{path}: {room}.{module}" for path, room, module, _ in imports() if module and room not in path.parts]
    assert behind == []


def test_within_a_room_nobody_takes_the_long_way_through_its_face() -> None:
    """That would be a circle. (`changes` is a module of the store, and not a name of its face.)"""
    for path, room, module, taken in imports():
        if not module and room in path.parts:
            assert all((PACKAGE / "server" / room / f"{name}.py").exists() for name in taken), path


def test_every_room_says_what_it_is_for() -> None:
    for room in ROOMS:
        assert ast.get_docstring(ast.parse((PACKAGE / "server" / room / "__init__.py").read_text("utf-8")))
