"""Builds the source distribution and a wheel, installs each in a clean environment, plays with it, and prints times and sizes.

    python3 tools/wheels.py [--pure] [--out FOLDER]

The results stay in FOLDER (default: dist). The wheel is compiled unless `--pure` is given; the source distribution is installed
as pure Python. The running environment needs `build` or pip, a package index for build requirements, and a C compiler for the
compiled wheel. .github/workflows/release.yml does the same on every kind of machine.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SMOKE = ROOT / "tools" / "smoke.py"
# Sources on PYTHONPATH would be imported instead of the installed package.
SURROUNDINGS = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def run(command: list[str], **extra: str) -> float:
    """Run a command and return the seconds it took."""
    began = time.perf_counter()
    subprocess.run(command, cwd=ROOT, env={**SURROUNDINGS, **extra}, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def asked(command: list[str], folder: str) -> str:
    """Return the output of a command."""
    return subprocess.run(command, cwd=folder, env=SURROUNDINGS, check=True, stdout=subprocess.PIPE, text=True).stdout


def built(out: Path, pure: bool) -> list[tuple[Path, float]]:
    """Build the source distribution and the wheel; return each with its seconds."""
    made: list[tuple[Path, float]] = []
    compile_it = "0" if pure else "1"
    for kind, command in (
        ("*.tar.gz", [sys.executable, "setup.py", "-q", "sdist", "--dist-dir", str(out)]),
        ("*.whl", [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(out), str(ROOT)]),
    ):
        before = set(out.glob(kind))
        seconds = run(command, DUNGEON_TWISTER_COMPILE="0" if kind == "*.tar.gz" else compile_it, DUNGEON_TWISTER_WEB="0")
        newest = max(set(out.glob(kind)) - before or before, key=lambda path: path.stat().st_mtime)
        made.append((newest, seconds))
    return made


def installed(package: Path, compiled: bool) -> str:
    """Install a package alone in a fresh environment and play; return times and sizes in words."""
    with tempfile.TemporaryDirectory(prefix="dungeon-twister-") as folder:
        environment = Path(folder, "venv")
        venv.create(environment, with_pip=True)
        python = str(next(environment.glob("[bS][ic][nr]*/python*")))
        before = _size(environment)
        seconds = run(
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(package)],
            DUNGEON_TWISTER_COMPILE="0",
            DUNGEON_TWISTER_WEB="0",
        )
        listed = asked([python, "-m", "pip", "list", "--format=freeze"], folder)
        names = {line.partition("==")[0] for line in listed.split()} - {"pip", "setuptools", "wheel"}
        grown = (_size(environment) - before) / 1e6
        answer = asked([python, str(SMOKE), *(["--compiled"] if compiled else [])], folder)
        count = f"{len(names)} package ({', '.join(sorted(names))})"
        return f"installed in {seconds:.1f} s, {grown:.1f} MB, {count}; {answer.strip()}"


def _size(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Build the package, install it in clean environments, and try it.")
    parser.add_argument("--pure", action="store_true", help="a wheel of pure Python instead of a compiled one")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where the packages go (default: dist)")
    args = parser.parse_args(arguments)
    args.out.mkdir(parents=True, exist_ok=True)
    for package, seconds in built(args.out.resolve(), args.pure):
        compiled = package.suffix == ".whl" and not args.pure
        print(f"{package.name}: {package.stat().st_size / 1e6:.1f} MB, built in {seconds:.0f} s")
        print(f"  {installed(package, compiled)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
