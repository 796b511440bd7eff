"""Writes the folder of static files with which the whole game is played in a browser, without a server (docs/site.md).

`PARTS` holds the output of other tools (`python3 run.py site`): `page`, the client; `pyodide`, Python for browsers; `python`,
our package and its dependencies as archives, and a memory snapshot of a Python that has imported them. This module writes
everything else.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Final

from dungeon_twister.browser.fixed_answers import fixed_answers

PARTS: Final = Path(__file__).parent / "parts"
NEEDED: Final = ("page/index.html", "page/sw.js", "pyodide/pyodide.asm.wasm", "python/memory.bin", "python/files.bin")
MARK: Final = "python.json"  # a folder with this file was written by this module
PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
UNLISTED: Final = ("sw.js", ".nojekyll")  # written here, but not cached by the service worker
LIST: Final = re.compile(r"^const FILES = (\{.*?\});$", re.DOTALL | re.MULTILINE)
MEMORY: Final = ("python/memory.bin", "python/files.bin")  # written by web/scripts/memory.mjs
# Scripts are files of the folder. WebAssembly may be compiled; text is never evaluated.
CONTENT_SECURITY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "media-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
)


class FolderError(Exception):
    """The folder cannot be written; the message says why and what helps."""


def write_folder(target: Path, parts: Path = PARTS) -> int:
    """Write the folder and return its size in bytes. Only files that were written here before are
    replaced or deleted. If another file is in the way, nothing changes."""
    missing = [name for name in NEEDED if not (parts / name).exists()]
    if missing:
        raise FolderError(
            "the page for browsers without a server has not been built here: "
            "`python3 run.py site FOLDER` in the folder of the project builds it"
        )
    former = _former_files(target)
    with tempfile.TemporaryDirectory(prefix="dungeon-twister-") as place:
        made = Path(place, "game")
        _make(made, parts)
        names = _files_of(made)
        _refuse_foreign(target, names - former)
        for name in former - names:
            (target / name).unlink(missing_ok=True)
        for name in sorted(names, key=lambda name: name not in ("sw.js", MARK)):  # the list first: a run may be interrupted
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(made / name, target / name)
        _remove_empty(target, former - names)
    return sum((target / name).stat().st_size for name in names)


def _make(target: Path, parts: Path) -> None:
    shutil.copytree(parts / "page", target)
    _write_python(target, parts)
    (target / "answers").mkdir()
    for name, body in fixed_answers().items():
        (target / "answers" / name).write_bytes(body)
    (target / ".nojekyll").touch()  # without this file, one free host leaves out names that begin with an underscore
    _write_head(target / "index.html")
    _write_list(target)


def _files_of(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def _former_files(target: Path) -> set[str]:
    """Return the files that an earlier call wrote into the folder, as its service worker lists
    them."""
    if target.exists() and not target.is_dir():
        raise FolderError(f"{target} is not a folder")
    if not target.exists() or not any(target.iterdir()):
        return set()
    if not (target / MARK).exists():
        raise FolderError(f"{target} is not empty, and it is no folder of the game")
    try:
        found = LIST.search((target / "sw.js").read_text(encoding="utf-8"))
        listed = {*json.loads(found[1]), *UNLISTED} if found else set()
    except (OSError, ValueError):
        listed = set()
    if not listed:
        raise FolderError(f"{target} has no list of the files of the game in sw.js: empty the folder or name another one")
    inside = target.resolve()
    return {name for name in listed if (inside / name).resolve().is_relative_to(inside)}


def _refuse_foreign(target: Path, new: set[str]) -> None:
    """Refuse to overwrite files that were not written here."""
    for name in sorted(new):
        for path in (target / name, *(target / name).parents[: name.count("/")]):
            if path.is_symlink() or path.is_file() or (path == target / name and path.exists()):
                raise FolderError(f"{path} was not written by this command and would be overwritten: move it away first")


def _remove_empty(target: Path, names: set[str]) -> None:
    """Remove folders that held only files of these names."""
    folders = {target / parent for name in names for parent in Path(name).parents if parent != Path()}
    for folder in sorted(folders, key=lambda path: len(path.parts), reverse=True):
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


def _write_python(target: Path, parts: Path) -> None:
    (target / "pyodide").mkdir()
    for name in PYODIDE:
        shutil.copyfile(parts / "pyodide" / name, target / "pyodide" / name)
    lock = json.loads((parts / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    lock["packages"] = {}  # none of them is ever requested
    (target / "pyodide" / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    shutil.copytree(parts / "python", target / "python")
    archives = [f"python/{path.name}" for path in sorted((target / "python").glob("*.zip"))]
    ours = [*MEMORY, *archives]
    fetched = [*ours, *(f"pyodide/{name}" for name in PYODIDE if not name.endswith(".mjs"))]  # scripts are imported
    listed = {
        "memory": MEMORY,
        "archives": archives,
        "hashes": {name: integrity(target / name) for name in fetched},
        "sizes": {name: (target / name).stat().st_size for name in fetched},
    }
    (target / MARK).write_text(json.dumps(listed), encoding="utf-8")


def _write_head(index: Path) -> None:
    """Write the parts of the page's head that only this site has."""
    head = f'<meta http-equiv="Content-Security-Policy" content="{CONTENT_SECURITY}" />\n'
    text = index.read_text(encoding="utf-8")
    mark = '<meta charset="utf-8" />\n'
    if mark not in text:
        raise FolderError("the built page has no head that is known here")
    index.write_text(text.replace(mark, f"{mark}    {head}", 1), encoding="utf-8")


def _write_list(target: Path) -> None:
    """Write the list of all files with their hashes, which the service worker keeps for offline
    visits."""
    worker = target / "sw.js"
    files = {name: integrity(target / name) for name in sorted(_files_of(target)) if name not in UNLISTED}
    version = sha256(json.dumps(files).encode()).hexdigest()[:16]
    head = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(files, indent=0)};\n"
    worker.write_text(head + worker.read_text(encoding="utf-8"), encoding="utf-8")


def integrity(path: Path) -> str:
    """Return the hash of a file as browsers check it."""
    return f"sha256-{b64encode(sha256(path.read_bytes()).digest()).decode()}"
