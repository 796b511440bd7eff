"""The engine compiled to C for whoever plays: ``.compiled/KEY``, built while the game runs already.

KEY stands for everything the result depends on: sources, Python, platform, settings of the build. A build happens in a folder
of its own and is renamed when it is complete and has been tried, so what is under a KEY is whole. One builder works at a time.
What was built for other sources is removed, but for the latest.

``python -m tools.compiling --watched TARGET`` is the builder in the background: it works with low priority and ends, with all
that it has started, when its standard input does; that is held by the server it builds for.
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
ROOM: Final = 400_000_000  # bytes that a build needs for a while
BUILDING: Final = "building-"  # the names of folders of builds under way begin with this
KEPT: Final = 2  # what is used now, and what was used before: a server that was started earlier may still use it

# Run with what was built: every module that should be compiled is, and can be imported. Then it notes of which sources it is.
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
    """What keeps this machine from compiling C extensions, or None."""
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
    """What a build depends on, in short."""
    total = hashlib.sha256(f"{sys.version} {platform.platform()} {os.environ.get('CC', '')}".encode())
    settings = [ROOT / "setup.py", ROOT / "quick_ways.h", environments.CONSTRAINTS, VENV / "pyvenv.cfg"]
    total.update(repr(environments.project()["tool"]["dungeon-twister"]).encode())
    for path in [*settings, *sources()]:
        if path.exists():
            total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:20]


def folder() -> Path:
    """Where the engine of these sources is, or will be."""
    return HOME / key()


# ---------------------------------------------------------------- building


def build(target: Path) -> None:
    """Compile into a folder. SetupError says in a sentence why that does not work."""
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
    """Copy what a build reads, and compile it: the extensions end up in `made`, and nothing else does."""
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
    """Mypy, which makes C of Python."""
    command = environments.installer(VENV)
    needs = [*environments.build_needs(), *environments.compiling_needs()]
    if command is None or not environments.quiet([*command, "-c", str(environments.CONSTRAINTS), *needs])[0]:
        raise SetupError("mypy, which makes C of Python, could not be installed")


def last_line(output: str) -> str:
    """What a command said in the end."""
    lines = [line for line in output.splitlines() if line.strip()]
    return lines[-1].strip() if lines else "it said nothing"


def remove_old(target: Path) -> None:
    """What nobody uses any more: other sources' engines but the latest, and what builds that were ended have left."""
    found = [path for path in HOME.iterdir() if path.is_dir() and path != target]
    builds = [path for path in found if path.name.startswith(BUILDING)]
    others = sorted((path for path in found if path not in builds), key=lambda path: -path.stat().st_mtime)
    for path in [*builds, *others[KEPT - 1 :]]:
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def alone(*, wait: bool) -> Iterator[bool]:
    """Only one builder works at a time: is it this one? `wait`: until it is. The lock ends with the process, in any way."""
    HOME.mkdir(exist_ok=True)
    with (HOME / "lock").open("a") as file:
        try:
            lock(file, wait=wait)
        except OSError:
            yield False
        else:
            yield True


def lock(file: IO[str], *, wait: bool) -> None:
    """Nobody else may have this lock meanwhile. OSError: somebody has it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def make(target: Path, tell: Callable[[str], None], *, wait: bool = True) -> bool:
    """The engine of these sources, built if it is not there; what came of it in one sentence. True: it is there. `wait`: for
    somebody else who builds, if there is one."""
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
    """Start a builder beside the game, if there is something to build. It ends when this process does, or what this one becomes
    by `execve`."""
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
        start_new_session=not WINDOWS,  # a key pressed in the terminal is the server's business
    )
    assert builder.stdin is not None
    os.set_inheritable(builder.stdin.fileno(), True)
    return builder


def end_with(held: int) -> None:
    """End this process and all that it has started when whoever holds the other end of a pipe is gone. It is read by its
    number: Python cannot end while a thread waits for a file that has a buffer."""

    def watch() -> None:
        while os.read(held, 1):
            pass
        if WINDOWS:
            os._exit(1)
        os.killpg(os.getpgrp(), signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


def main(arguments: list[str]) -> int:
    """Build: in the foreground, or watched by whoever holds the standard input."""
    watched = arguments[:1] == [WATCHED]
    target = Path(arguments[1]) if watched else folder()
    if watched:
        if not WINDOWS:
            os.nice(NICE)
        end_with(sys.stdin.fileno())
    return 0 if make(target, lambda sentence: print(sentence, flush=True), wait=not watched) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
