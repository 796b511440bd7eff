"""``run.py site FOLDER``: the whole game as static files that any web server serves (docs/site.md).

This module prepares the parts that need other tools: it builds the page for the worker, takes Pyodide from npm, packs our
package, fetches the wheel of msgspec for Pyodide with pip, and keeps a memory snapshot of a Python that has imported both.
``dungeon-twister site`` writes the folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

from tools import environments
from tools.environments import ROOT, SetupError, build_page

PACKAGE = ROOT / "src" / "dungeon_twister"
PARTS = PACKAGE / "browser" / "parts"
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
WHEELS = ROOT / ".wheels"  # wheels that pip has fetched before
STAMP = PARTS / ".built-from"
ROUTES_OF_SERVERS = ("lobby", "moderation", "people", "push", "recovery", "shelf", "transfer")
# Parts of the package that the game in a browser does not need.
LEFT_OUT = (
    "__main__.py",
    "api.py",
    "ai/arena",
    "browser/parts",
    "browser/site_folder.py",
    "cli",
    "content/locales/de",
    "content/locales/fr",
    "game/record/drawing.py",
    "rl",
    *(
        f"server/endpoints/{name}_routes.py"
        for name in ("lobby", "moderation", "people", "push", "recovery", "shelf", "transfer")
    ),
    "server/endpoints/server_table.py",
    "server/passkeys.py",
    "server/static",
    "server/store/crud.py",
    "server/store/database_engine.py",
    "server/store/pg_notify.py",
    "server/store/key_repository.py",
    "server/store/member_table.py",
    "server/store/migrations",
    "server/store/models.py",
    "server/store/device_transfer_repository.py",
    "server/store/operator_repository.py",
    "server/store/moderation_repository.py",
    "server/store/people_repository.py",
    "server/store/people_tables.py",
    "server/store/progress_repository.py",
    "server/store/personal_data_repository.py",
    "server/store/sqlite_sql.py",
    "server/store/push_repository.py",
    "server/store/queries.py",
    "server/store/recovery_repository.py",
    "server/store/shelf_repository.py",
    "server/store/statements.py",
    "server/store/writers.py",
    "server/store/sql_store.py",
    "server/transport",
    "workshop/balance_run.py",
)


def main(arguments: list[str]) -> int:
    """Build the parts, then run the command that writes the folder."""
    if len(arguments) != 1:
        raise SetupError("run.py site needs the folder that is written, for example: run.py site game")
    environments.prepare(dev=False)
    prepare_parts()
    command = [environments.program(environments.VENV, "dungeon-twister"), "site", str(Path(arguments[0]).resolve())]
    return 0 if environments.step(command) else 1


def prepare_parts() -> None:
    """Build the parts unless they are up to date. SetupError: that is impossible."""
    built_from = hashlib.sha256(f"{build_page.digest()} {environments.digest(packed_files())}".encode()).hexdigest()
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == built_from:
        return
    environments.prepare_node()
    try:
        build_parts()
    except build_page.BuildError as error:
        raise SetupError(f"The page without a server was not built: {error}.") from None
    STAMP.write_text(built_from, encoding="utf-8")


def build_parts() -> None:
    """Build everything that `browser/site_folder.py` combines."""
    node = build_page.find_node()
    build_page.install_packages(node)
    shutil.rmtree(PARTS, ignore_errors=True)
    print("Building the page for browsers without a server ...", flush=True)
    vite = [node.program, str(build_page.WEB / "node_modules" / "vite" / "bin" / "vite.js"), "build", "--mode", "site"]
    os.environ["DUNGEON_TWISTER_WEB_OUT"] = str(PARTS / "page")
    build_page.run(vite, node, "building the page with Vite")
    shutil.copytree(PYODIDE, PARTS / "pyodide")
    print("Compiling the game for the Python of browsers ...", flush=True)
    (PARTS / "python").mkdir()
    with tempfile.TemporaryDirectory(prefix="dungeon-twister-") as folder:
        sources = Path(folder, "sources.zip")
        pack(sources)
        script = [node.program, str(ROOT / "web" / "scripts" / "bytecode.mjs")]
        out = PARTS / "python" / "dungeon_twister.zip"
        build_page.run([*script, str(sources), str(out)], node, "compiling the game")
        trim(wheel(), PARTS / "python" / "msgspec.zip")
        packages = Path(folder, "packages")
        for name in ("dungeon_twister.zip", "msgspec.zip"):
            with zipfile.ZipFile(PARTS / "python" / name) as archive:
                archive.extractall(packages)
        script = [node.program, str(ROOT / "web" / "scripts" / "memory.mjs")]
        build_page.run([*script, str(packages), str(PARTS / "python")], node, "keeping the memory of Python")


def packed_files() -> list[Path]:
    """Return the modules and the content that the game in a browser uses."""

    def is_used(path: Path) -> bool:
        name = path.relative_to(PACKAGE).as_posix()
        left_out = any(name == part or name.startswith(f"{part}/") for part in LEFT_OUT)
        return path.is_file() and not left_out and "__pycache__" not in path.parts and path.suffix not in (".so", ".pyd")

    return [path for path in sorted(PACKAGE.rglob("*")) if is_used(path)]


def pack(target: Path) -> None:
    """Write the archive of the package."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in packed_files():
            archive.write(path, path.relative_to(PACKAGE.parent).as_posix())


def wheel() -> Path:
    """Return the wheel of msgspec for Pyodide in the pinned version; fetch it once."""
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    platform = f"pyemscripten_{info['abi_version']}_wasm32"
    major, minor, *_ = info["python"].split(".")
    pinned = re.search(r"^msgspec==\S+", environments.CONSTRAINTS.read_text(encoding="utf-8"), re.MULTILINE)
    wanted = pinned[0] if pinned else "msgspec"
    pattern = f"{wanted.replace('==', '-')}*-cp{major}{minor}-*{platform}.whl"
    found = sorted(WHEELS.glob(pattern))
    if not found:
        print("Fetching msgspec for the Python of browsers (once) ...", flush=True)
        options = ["--no-deps", "--only-binary=:all:", "--platform", platform, "--python-version", f"{major}.{minor}"]
        pip = [environments.program(environments.VENV, "python"), "-m", "pip", "download", "--quiet", "--dest", str(WHEELS)]
        done, output = environments.quiet([*pip, *options, "--implementation", "cp", "--abi", f"cp{major}{minor}", wanted])
        found = sorted(WHEELS.glob(pattern))
        if not done or not found:
            print(output, file=sys.stderr)
            raise SetupError(f"There is no {wanted} for {platform} to be had (see above; a package index must be reachable).")
    return found[-1]


def trim(source: Path, target: Path) -> None:
    """Copy a wheel without the files that only developers and installers need."""
    with zipfile.ZipFile(source) as given, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(given.namelist()):
            if not name.endswith((".pyi", "py.typed", "RECORD", "WHEEL")):
                archive.writestr(zipfile.ZipInfo(name), given.read(name), zipfile.ZIP_DEFLATED)
