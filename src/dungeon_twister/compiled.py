"""Loads the engine compiled to C, if a build exists.

`run.py` names a folder in the environment variable ``DUNGEON_TWISTER_COMPILED``. As soon as the folder exists, new processes
load the modules in it and take all others from the sources. It appears complete, in one step; its modules behave like the
sources and are faster. This module is imported before any other of the package.

If the variable is not set, the command `dungeon-twister` looks for a build itself (`use_built`). A build records the digest of
its sources, and only a build of exactly the present sources is used. An empty variable means: none.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

VARIABLE: Final = "DUNGEON_TWISTER_COMPILED"
LIBRARY: Final = "dungeon_twister__mypyc"  # contains all code; the other extensions only load it
KERNEL: Final = "dungeon_twister.rules.engine.game"
PACKAGE: Final = Path(__file__).parent
BUILDS: Final = PACKAGE.parents[1] / ".compiled"  # where run.py builds, next to the sources
STAMP: Final = "made-from.txt"  # in a build: the digest of the sources


class CompiledFinder:
    """Finds compiled modules. It has no base class, because importing `importlib.abc` would load thirty modules."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return the spec of a compiled module of this package, or None."""
        if not name.startswith("dungeon_twister"):
            return None
        file = _found(self.folder.joinpath(*name.split(".")))
        return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, file)) if file else None


def _found(stem: Path) -> str:
    """Return the extension file of a module that this Python can load; empty: there is none."""
    return next((file for suffix in EXTENSION_SUFFIXES if Path(file := f"{stem}{suffix}").exists()), "")


def ready() -> bool:
    """Return whether a process that starts now would have the compiled engine."""
    folder = os.environ.get(VARIABLE, "")
    return running() or (bool(folder) and bool(_found(Path(folder, LIBRARY))))


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


def digest(package: Path, built: Path) -> str:
    """Return the hash of all sources in the folders of which a build has modules."""
    from hashlib import sha256

    total = sha256()
    root = built / "dungeon_twister"
    for folder in sorted(path.relative_to(root) for path in root.rglob("*") if path.is_dir()):
        for file in sorted((package / folder).glob("*.py")):
            total.update(f"{file.relative_to(package).as_posix()}\0".encode() + file.read_bytes() + b"\0")
    return total.hexdigest()


def stamp(package: Path, built: Path) -> None:
    """Record the digest of the sources in a build."""
    (built / STAMP).write_text(digest(package, built), encoding="ascii")


def use_built(builds: Path = BUILDS) -> None:
    """Use a build of exactly these sources, here and in processes started later, unless the environment variable is set."""
    if VARIABLE in os.environ or KERNEL in sys.modules or not builds.is_dir():
        return
    for built in sorted(builds.iterdir()):
        if _found(built / LIBRARY) and _is_made_from(built):
            os.environ[VARIABLE] = str(built)
            _use()
            return


def _is_made_from(built: Path) -> bool:
    try:
        return (built / STAMP).read_text(encoding="ascii") == digest(PACKAGE, built)
    except (OSError, ValueError):
        return False


def _use() -> None:
    folder = os.environ.get(VARIABLE, "")
    if folder and ready() and KERNEL not in sys.modules:
        sys.meta_path.insert(0, CompiledFinder(Path(folder)))


_use()
