"""What ``pyproject.toml`` cannot say: the engine compiled to C by mypyc, and the page for the browser. Both only on request:

* ``DUNGEON_TWISTER_COMPILE=1`` compiles the modules that ``pyproject.toml`` lists. Otherwise the package is pure Python, which
  behaves the same.
* ``DUNGEON_TWISTER_WEB=1`` builds the page (``web/build_page.py``, needs Node.js). Otherwise the page of an earlier build is
  included, if there is one.

A requested build that fails ends the installation.
"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_py import build_py

COMPILE = os.environ.get("DUNGEON_TWISTER_COMPILE") == "1"
WEB = os.environ.get("DUNGEON_TWISTER_WEB") == "1"
METADATA_COMMANDS = {"dist_info", "egg_info", "sdist"}  # they need no extensions, and may run before mypy is installed
PACKAGE = Path("src", "dungeon_twister")


def project() -> dict[str, Any]:
    """Return what pyproject.toml says."""
    return tomllib.loads(Path("pyproject.toml").read_text("utf-8"))


def compiled_modules() -> dict[str, list[str]]:
    """Return the modules to compile, by the package in which they stand."""
    ours = project()["tool"]["dungeon-twister"]
    packages: dict[str, list[str]] = {}
    for path in sorted({path for pattern in ours["compiled"] for path in PACKAGE.glob(pattern)}):
        if path.name not in ours["left-python"]:
            packages.setdefault("_".join(path.parent.parts[1:]), []).append(str(path))
    return packages


def extensions() -> list[Any]:
    """Return the extensions to build: one shared library for each package, so that packages are compiled in parallel."""
    if not COMPILE or not METADATA_COMMANDS.isdisjoint(sys.argv):
        return []
    from mypyc.build import mypycify

    packages = compiled_modules()
    found = mypycify(
        [path for paths in packages.values() for path in paths],
        separate=[(paths, name) for name, paths in packages.items()],
        opt_level="1",  # compiled in half the time of "2", and 3 to 5 % slower: bench/README.md
        debug_level="0",
    )
    if os.name != "nt":  # calls within a library are direct: bench/README.md
        for extension in found:
            extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]
    return found


def requirements() -> list[str]:
    """Return what the package needs at run time. Rules, records, views, drawings, bots, search and matches need the standard
    library only, and compiled ones what mypyc needs."""
    needs: list[str] = project()["project"]["optional-dependencies"]["compiled"]
    return needs if COMPILE else []


class BuildPackage(build_py):
    """Builds the page before the files of the package are collected."""

    def run(self) -> None:
        """Build the page if that is requested, then go on as usual."""
        if WEB:
            subprocess.run([sys.executable, str(Path("web", "build_page.py"))], check=True)
        super().run()


setup(
    install_requires=requirements(),
    ext_modules=extensions(),
    cmdclass={"build_py": BuildPackage},
    options={"build_ext": {"parallel": str(os.cpu_count() or 1)}},
)
