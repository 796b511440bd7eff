"""Finds the engine compiled to C, if it has been built.

In a clone, `run.py` builds it into ``.compiled/KEY``. KEY is a hash of the sources, the build settings and this Python, so no
build is used for other sources. A build appears complete, in one step; its modules behave like the sources and are faster. New
processes load the modules in it, and all others from the sources. An installed package has its compiled modules, if any, next
to the sources.

``DUNGEON_TWISTER_COMPILED`` names the folder. The command `dungeon-twister` sets it if it is unset, for itself and for the
processes that it starts. An empty value means: none. This module is imported before any other of the package.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Final

VARIABLE: Final = "DUNGEON_TWISTER_COMPILED"
KERNEL: Final = "dungeon_twister.rules.engine.game"
RUNTIME: Final = ("librt", "mypy_extensions")  # what compiled modules load
CLONE: Final = Path(__file__).parents[2]  # of an installed package: a folder without the files below
BUILDS: Final = ".compiled"
SETTINGS: Final = ("pyproject.toml", "setup.py")
ROOMS: Final = ("ai/search", "game", "rl", "rules")  # packages with compiled modules, or with constants that these contain


class CompiledFinder:
    """Finds compiled modules in a folder. It has no base class, because importing `importlib.abc` would load thirty modules."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return the spec of a compiled module of this package, or None."""
        if not name.startswith("dungeon_twister"):
            return None
        spec = PathFinder.find_spec(name, [str(self.folder.joinpath(*name.split(".")[:-1]))])
        return spec if spec is not None and spec.has_location else None


def ready() -> bool:
    """Return whether a process that starts now would have the compiled engine."""
    folder = os.environ.get(VARIABLE, "")
    return running() or (bool(folder) and is_built(Path(folder)))


def is_built(folder: Path) -> bool:
    """Return whether the folder has an engine that this Python can load."""
    stem = folder.joinpath(*KERNEL.split("."))
    built = any(stem.with_name(stem.name + suffix).exists() for suffix in EXTENSION_SUFFIXES)
    return built and all(PathFinder.find_spec(name) is not None for name in RUNTIME)


def running() -> bool:
    """Return whether this process has the compiled engine."""
    kernel = sys.modules.get(KERNEL)
    return kernel is not None and str(kernel.__file__).endswith(tuple(EXTENSION_SUFFIXES))


def give_up() -> None:
    """Let new processes use the sources, because the build does not start here."""
    os.environ.pop(VARIABLE, None)


def engine(is_compiled: bool) -> str:
    """Return the engine's name for messages."""
    return "compiled" if is_compiled else "interpreted"


def build_folder(clone: Path = CLONE) -> Path:
    """Return the folder of the engine compiled from the present sources of a clone; it may not exist yet."""
    from hashlib import sha256

    total = sha256(f"{sys.version} {EXTENSION_SUFFIXES[0]}".encode())
    rooms = [clone / "src" / "dungeon_twister" / room for room in ROOMS]
    for path in [*(clone / name for name in SETTINGS), *sorted(path for room in rooms for path in room.rglob("*.py"))]:
        total.update(path.relative_to(clone).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return clone / BUILDS / total.hexdigest()[:20]


def use_build(clone: Path = CLONE) -> None:
    """Use the build of these sources as soon as it exists, here and in processes started later."""
    if VARIABLE in os.environ or KERNEL in sys.modules or not (clone / BUILDS).is_dir():
        return
    try:
        os.environ[VARIABLE] = str(build_folder(clone))
    except OSError:  # some file cannot be read
        return
    _use()


def _use() -> None:
    folder = os.environ.get(VARIABLE, "")
    if folder and KERNEL not in sys.modules and is_built(Path(folder)):
        sys.meta_path.insert(0, CompiledFinder(Path(folder)))


_use()
