"""The packages of the server export a few names, and other packages use only those."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import dungeon_twister

PACKAGE = Path(dungeon_twister.__file__).parent
ROOMS = ("games", "cluster", "store", "study", "transport", "workers")


def imports() -> Iterator[tuple[Path, str, str]]:
    """Every import from a room of the server: the file, the room, the module within it (empty: its face)."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dungeon_twister.server."):
                room, _, module = str(node.module)[len("dungeon_twister.server.") :].partition(".")
                if room in ROOMS:
                    yield path, room, module


def test_only_a_room_itself_looks_behind_its_face() -> None:
    behind = [f"{path}: {room}.{module}" for path, room, module in imports() if module and room not in path.parts]
    assert behind == []


def test_within_a_room_nobody_takes_the_long_way_through_its_face() -> None:
    """That would be a circle. (`changes` is a module of the store, and not a name of its face.)"""
    for path, room, module in imports():
        if not module and room in path.parts:
            names = [n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.ImportFrom)]
            taken = {a.name for n in names if n.module == f"dungeon_twister.server.{room}" for a in n.names}
            assert all((PACKAGE / "server" / room / f"{name}.py").exists() for name in taken), path


def test_every_room_says_what_it_is_for() -> None:
    for room in ROOMS:
        assert ast.get_docstring(ast.parse((PACKAGE / "server" / room / "__init__.py").read_text("utf-8")))
