"""Compiles the engine to C in the background: ``.compiled/KEY``, while the game already runs.

KEY is a hash of everything that the result depends on: sources, Python, platform, build settings. A build uses its own folder,
which is renamed when the result is complete and tested, so a folder named KEY is always whole. One builder works at a time.
Builds of other sources are removed, except the latest.

``python -m tools.compiling --watched TARGET`` is the background builder. It has low priority, and ends with all its child
processes when its standard input closes, which the server holds open.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from tools import environments
from tools.environments import BUILD_INPUTS, ROOT, VENV, WINDOWS, SetupError, clean_environment, program

HOME: Final = ROOT / ".compiled"
FLAG: Final = "--no-compile"
WATCHED: Final = "--watched"
NICE: Final = 15
ROOM: Final = 400_000_000  # bytes that a build needs temporarily
BUILDING: Final = "building-"  # prefix of the folders of unfinished builds
KEPT: Final = 2  # the current build and the one before: an earlier server may still use it

# Run with a new build: checks that every expected module is compiled and can be imported, then notes the digest of the sources.
TRY = """
import importlib, pathlib, sys
import dungeon_twister
home, built = pathlib.Path(dungeon_twister.__file__).parent, pathlib.Path(sys.argv[1])
files = sorted(path for path in (built / "dungeon_twister").rglob("*") if path.suffix in (".so", ".pyd"))
for path in files:
    name = ".".join([*path.parent.relative_to(built).parts, path.name.split(".")[0]])
    if importlib.import_module(name).__file__ != str(path):
        sys.exit(f"{name} is not the compiled one")
if not files:
    sys.exit("nothing was compiled")
from dungeon_twister import compiled
compiled.stamp(pathlib.Path(sys.argv[2]), built)
"""


# ------------------------------------------------------------ what there is


def missing() -> str | None:
    """Return what keeps this machine from compiling C extensions, or None."""
    if not WINDOWS:
        configured = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
        if not shutil.which(shlex.split(configured)[0]):
            return "no C compiler was found"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "the C headers of Python were not found (on Debian or Ubuntu: python3-dev)"
    return None


def sources() -> list[Path]:
    """Return the modules of every folder that has compiled ones."""
    patterns: list[str] = environments.project()["tool"]["dungeon-twister"]["compiled"]
    root = ROOT / "src" / "dungeon_twister"
    folders = {path.parent for pattern in patterns for path in root.glob(pattern)}
    return sorted(path for folder in folders for path in folder.glob("*.py"))


def key() -> str:
    """Return a short hash of everything that a build depends on."""
    total = hashlib.sha256(f"{sys.version} {platform.platform()} {os.environ.get('CC', '')}".encode())
    settings = [ROOT / "setup.py", ROOT / "quick_ways.h", environments.CONSTRAINTS, VENV / "pyvenv.cfg"]
    total.update(repr(environments.project()["tool"]["dungeon-twister"]).encode())
    for path in [*settings, *sources()]:
        if path.exists():
            total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:20]


def folder() -> Path:
    """Return the folder of the engine built from these sources; it may not exist yet."""
    return HOME / key()


# ---------------------------------------------------------------- building


def build(target: Path) -> None:
    """Compile into a folder; SetupError if that is impossible."""
    lacking = missing()
    if lacking:
        raise SetupError(f"{lacking}")
    HOME.mkdir(exist_ok=True)
    if shutil.disk_usage(HOME).free < ROOM:
        raise SetupError("the disk is nearly full")
    with tempfile.TemporaryDirectory(prefix=BUILDING, dir=HOME) as work:
        made = Path(work, "made")
        compile_to(Path(work), made)
        env = clean_environment(**{environments.COMPILED: str(made)})
        copied = Path(work, "src", "dungeon_twister")
        fine, output = environments.quiet([program(VENV, "python"), "-c", TRY, str(made), str(copied)], env)
        if not fine:
            raise SetupError(f"what was built does not start: {last_line(output)}")
        made.rename(target)


def compile_to(work: Path, made: Path) -> None:
    """Copy the build inputs and compile them. Only the extensions end up in `made`."""
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so", "*.pyd", "static")
    for name in BUILD_INPUTS:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, work / name, ignore=ignored)
        elif source.exists():
            shutil.copy2(source, work / name)
    python = program(VENV, "python")
    if not environments.quiet([python, "-c", "import mypyc, setuptools"])[0]:
        install_needs()
    command = [python, "setup.py", "-q", "build_ext", "--build-lib", str(made), "--build-temp", str(work / "objects")]
    env = clean_environment(DUNGEON_TWISTER_COMPILE="1", DUNGEON_TWISTER_WEB="0")
    fine, output = environments.quiet(command, env, work)
    if not fine:
        raise SetupError(f"the build failed: {last_line(output)}")


def install_needs() -> None:
    """Install mypy, whose mypyc compiles Python to C."""
    command = environments.installer(VENV)
    needs = [*environments.build_needs(), *environments.compiling_needs()]
    if command is None or not environments.quiet([*command, "-c", str(environments.CONSTRAINTS), *needs])[0]:
        raise SetupError("mypy, which makes C of Python, could not be installed")


def last_line(output: str) -> str:
    """Return the last line of a command's output."""
    lines = [line for line in output.splitlines() if line.strip()]
    return lines[-1].strip() if lines else "it said nothing"


def remove_old(target: Path) -> None:
    """Remove unfinished builds, and engines of other sources except the latest."""
    found = [path for path in HOME.iterdir() if path.is_dir() and path != target]
    builds = [path for path in found if path.name.startswith(BUILDING)]
    others = sorted((path for path in found if path not in builds), key=lambda path: -path.stat().st_mtime)
    for path in [*builds, *others[KEPT - 1 :]]:
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def alone(*, wait: bool) -> Iterator[bool]:
    """Yield whether this is the only builder. `wait`: wait until it is. The lock ends with the process in any case."""
    HOME.mkdir(exist_ok=True)
    with (HOME / "lock").open("a") as file:
        try:
            lock(file, wait=wait)
        except OSError:
            yield False
        else:
            yield True


def lock(file: IO[str], *, wait: bool) -> None:
    """Lock a file exclusively. OSError: another process holds the lock."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def make(target: Path, tell: Callable[[str], None], *, wait: bool = True) -> bool:
    """Build the engine of these sources unless it exists, and report the result in one sentence. Return whether it was built or
    existed; False if another builder runs. `wait`: wait for another builder."""
    try:
        with alone(wait=wait) as first:
            if not first:
                tell("The engine is being compiled already.")
                return False
            if target.exists():
                tell("The compiled engine is there already.")
                return True
            remove_old(target)
            began = time.monotonic()
            build(target)
            remove_old(target)
    except (SetupError, OSError) as error:
        tell(f"The engine could not be compiled, so the game goes on in Python (same behaviour, slower): {error}.")
        return False
    tell(f"The engine is compiled ({time.monotonic() - began:.0f} s): the bots are quicker from now on.")
    return True


# ---------------------------------------------------------- in the background


def begin() -> subprocess.Popen[bytes] | None:
    """Start a builder in the background if there is something to build. It ends with this process, or with the program that
    replaces this one by `execve`."""
    target = folder()
    if target.exists():
        return None
    lacking = missing()
    if lacking:
        print(f"The game runs in Python; {lacking}, so the engine is not compiled.", flush=True)
        return None
    print(f"The engine is being compiled in the background, for quicker bots ({FLAG} switches that off).", flush=True)
    builder = subprocess.Popen(
        [program(VENV, "python"), "-m", "tools.compiling", WATCHED, str(target)],
        cwd=ROOT,
        env=clean_environment(),
        stdin=subprocess.PIPE,
        start_new_session=not WINDOWS,  # Ctrl-C in the terminal is for the server only
    )
    assert builder.stdin is not None
    os.set_inheritable(builder.stdin.fileno(), True)
    return builder


def end_with(held: int) -> None:
    """End this process and its children when the other end of a pipe closes. The pipe is read by file descriptor: Python cannot
    exit while a thread waits on a buffered file."""

    def watch() -> None:
        while os.read(held, 1):
            pass
        if WINDOWS:
            os._exit(1)
        os.killpg(os.getpgrp(), signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


def main(arguments: list[str]) -> int:
    """Build in the foreground, or in the background as long as standard input stays open."""
    watched = arguments[:1] == [WATCHED]
    target = Path(arguments[1]) if watched else folder()
    if watched:
        if not WINDOWS:
            os.nice(NICE)
        end_with(sys.stdin.fileno())
    return 0 if make(target, lambda sentence: print(sentence, flush=True), wait=not watched) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
