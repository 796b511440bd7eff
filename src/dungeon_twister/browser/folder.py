"""The folder of static files with which the whole game is played in a browser, without a server (docs/site.md).

`PARTS` has what is built with other tools (`python3 run.py site` does): `page`, the client; `pyodide`, Python for browsers;
`python`, our package and what it needs as archives, and the memory of a Python that has imported them. Everything else is
written here.
"""

from __future__ import annotations

import json
import shutil
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Final

from dungeon_twister.browser.answers import fixed_answers

PARTS: Final = Path(__file__).parent / "parts"
NEEDED: Final = ("page/index.html", "page/sw.js", "pyodide/pyodide.asm.wasm", "python/memory.bin", "python/files.bin")
MARK: Final = "python.json"  # a folder with this in it was written here
PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
MEMORY: Final = ("python/memory.bin", "python/files.bin")  # written by web/scripts/memory.mjs
# Scripts are files of the folder; WebAssembly may be compiled, and nothing that is a text is ever run.
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
    """Write the folder, in the place of one that was written before; the number of its bytes."""
    missing = [name for name in NEEDED if not (parts / name).exists()]
    if missing:
        raise FolderError(
            "the page for browsers without a server has not been built here: "
            "`python3 run.py site FOLDER` in the folder of the project builds it"
        )
    if target.exists() and any(target.iterdir()):
        if not (target / MARK).exists():
            raise FolderError(f"{target} is not empty, and it is no folder of the game")
        shutil.rmtree(target)
    shutil.copytree(parts / "page", target, dirs_exist_ok=True)
    _write_python(target, parts)
    (target / "answers").mkdir()
    for name, body in fixed_answers().items():
        (target / "answers" / name).write_bytes(body)
    (target / ".nojekyll").touch()  # one free host leaves out files whose names begin with a line, unless this is there
    _write_head(target / "index.html")
    _write_list(target)
    return sum(path.stat().st_size for path in target.rglob("*") if path.is_file())


def _write_python(target: Path, parts: Path) -> None:
    (target / "pyodide").mkdir()
    for name in PYODIDE:
        shutil.copyfile(parts / "pyodide" / name, target / "pyodide" / name)
    lock = json.loads((parts / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    lock["packages"] = {}  # none of them is ever asked for
    (target / "pyodide" / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    shutil.copytree(parts / "python", target / "python")
    archives = [f"python/{path.name}" for path in sorted((target / "python").glob("*.zip"))]
    ours = [*MEMORY, *archives]
    fetched = [*ours, *(f"pyodide/{name}" for name in PYODIDE if not name.endswith(".mjs"))]  # scripts are imported
    listed = {
        "memory": MEMORY,
        "archives": archives,
        "hashes": {name: integrity(target / name) for name in ours},
        "sizes": {name: (target / name).stat().st_size for name in fetched},
    }
    (target / MARK).write_text(json.dumps(listed), encoding="utf-8")


def _write_head(index: Path) -> None:
    """What only this page says of itself."""
    head = f'<meta http-equiv="Content-Security-Policy" content="{CONTENT_SECURITY}" />\n'
    text = index.read_text(encoding="utf-8")
    mark = '<meta charset="utf-8" />\n'
    if mark not in text:
        raise FolderError("the built page has no head that is known here")
    index.write_text(text.replace(mark, f"{mark}    {head}", 1), encoding="utf-8")


def _write_list(target: Path) -> None:
    """What the service worker keeps for visits without a network: every file with its hash."""
    worker = target / "sw.js"
    names = sorted(path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file())
    files = {name: integrity(target / name) for name in names if name not in ("sw.js", ".nojekyll")}
    version = sha256(json.dumps(files).encode()).hexdigest()[:16]
    head = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(files, indent=0)};\n"
    worker.write_text(head + worker.read_text(encoding="utf-8"), encoding="utf-8")


def integrity(path: Path) -> str:
    """The hash of a file as browsers check it."""
    return f"sha256-{b64encode(sha256(path.read_bytes()).digest()).decode()}"
