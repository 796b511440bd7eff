"""The engine compiled to C, where somebody has built it beside the sources.

`run.py` names a folder in the environment variable ``DUNGEON_TWISTER_COMPILED``. As soon as it is there, processes that start
take the modules it has from it and everything else from the sources. It appears in one piece when a build is complete; what is
in it behaves as the sources do and is quicker. This module is imported before any other of the package.

The command `dungeon-twister` looks for such a folder itself where the variable is not set (`use_built`): a build notes of which
sources it was made, and only one of exactly these sources is used. An empty variable means: none.
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
LIBRARY: Final = "dungeon_twister__mypyc"  # all of the code; the modules beside it only lead there
KERNEL: Final = "dungeon_twister.rules.engine.game"
PACKAGE: Final = Path(__file__).parent
BUILDS: Final = PACKAGE.parents[1] / ".compiled"  # where run.py builds, beside the sources
STAMP: Final = "made-from.txt"  # in a build: the digest of the sources


class CompiledFinder:
    """Finds the modules that were compiled. It extends nothing: `importlib.abc` alone would load thirty modules."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Where a module is, if it is one of ours and compiled."""
        if not name.startswith("dungeon_twister"):
            return None
        file = _found(self.folder.joinpath(*name.split(".")))
        return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, file)) if file else None


def _found(stem: Path) -> str:
    """The module that begins like this and that this Python can load; empty: there is none."""
    return next((file for suffix in EXTENSION_SUFFIXES if Path(file := f"{stem}{suffix}").exists()), "")


def ready() -> bool:
    """Would a process that starts now have the compiled engine?"""
    folder = os.environ.get(VARIABLE, "")
    return running() or (bool(folder) and bool(_found(Path(folder, LIBRARY))))


def running() -> bool:
    """Has this process the compiled engine?"""
    kernel = sys.modules.get(KERNEL)
    return kernel is not None and str(kernel.__file__).endswith(tuple(EXTENSION_SUFFIXES))


def give_up() -> None:
    """Processes that start from now on have the sources: what was built does not start here."""
    os.environ.pop(VARIABLE, None)


def engine(is_compiled: bool) -> str:
    """The word for it."""
    return "compiled" if is_compiled else "interpreted"


def digest(package: Path, built: Path) -> str:
    """Return the hash of all sources of the folders that a build has modules of."""
    from hashlib import sha256

    total = sha256()
    root = built / "dungeon_twister"
    for folder in sorted(path.relative_to(root) for path in root.rglob("*") if path.is_dir()):
        for file in sorted((package / folder).glob("*.py")):
            total.update(f"{file.relative_to(package).as_posix()}\0".encode() + file.read_bytes() + b"\0")
    return total.hexdigest()


def stamp(package: Path, built: Path) -> None:
    """Note of which sources a build was made."""
    (built / STAMP).write_text(digest(package, built), encoding="ascii")


def use_built(builds: Path = BUILDS) -> None:
    """Take the engine that was built from exactly these sources, unless the environment says which one, or none. Processes that
    are started from now on do the same."""
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
