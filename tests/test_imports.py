"""Imports of the package: between packages they run downwards, and no module imports itself by a detour.

Every import counts: those for types only, those inside functions, and modules that are loaded by name.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import dungeon_twister

PACKAGE = Path(dungeon_twister.__file__).parent
ROOT = Path(__file__).parent.parent


def modules(package: Path) -> dict[str, Path]:
    """Return the files of a package by the names of their modules."""
    found = {}
    for path in package.rglob("*.py"):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def names_imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            if getattr(node.func, "id", getattr(node.func, "attr", "")) == "import_module":
                yield str(node.args[0].value)


@cache
def graph(package: Path) -> dict[str, set[str]]:
    """Return the modules that each module of a package imports."""
    files = modules(package)
    found: dict[str, set[str]] = {}
    for module, path in files.items():
        found[module] = set()
        for name in names_imported(ast.parse(path.read_text("utf-8"))):
            while name and name not in files:
                name = name.rpartition(".")[0]
            if name not in ("", module):
                found[module].add(name)
    return found


def cycle(imports: dict[str, set[str]]) -> list[str]:
    """Return the modules of a cycle, or none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_there_is_no_import_cycle() -> None:
    found = graph(PACKAGE)
    assert len(found) > 500 and cycle(found) == []


def test_rooms_import_downwards() -> None:
    """In the order of the contract in pyproject.toml, which holds every room."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one["id"] == "layers")
    floor = {room.strip(): number for number, layer in enumerate(layers) for room in layer.split("|")}
    rooms = {f"dungeon_twister.{path.parent.name}" for path in PACKAGE.glob("*/__init__.py")}
    assert rooms <= set(floor), "every room has its place"

    def room(module: str) -> str:
        return ".".join(module.split(".")[:2])

    upwards = [
        f"{module} imports {name}"
        for module, names in graph(PACKAGE).items()
        for name in names
        if room(module) in floor and room(name) in floor and room(module) != room(name)
        if floor[room(module)] >= floor[room(name)]
    ]
    assert upwards == []


def test_hidden_imports_would_be_found(tmp_path: Path) -> None:
    """One for a type, one inside a function and one by name."""
    package = tmp_path / "program"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "a.py").write_text("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from program.b import B\n")
    (package / "b.py").write_text("def f():\n    from program import c\n")
    (package / "c.py").write_text("from importlib import import_module\nimport_module('program.a')\n")
    assert set(cycle(graph(package))) == {"program.a", "program.b", "program.c"}
