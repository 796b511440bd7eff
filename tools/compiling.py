"""Compiles the engine to C, in the background while the game already runs, or at once.

``setup.py`` builds into a temporary folder, which is tested and then renamed to the one where `dungeon_twister.compiled` looks:
``.compiled/KEY`` is always whole. One builder works at a time. Builds of other sources are removed, except the latest.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from tools import environments
from tools.environments import BUILD_INPUTS, ROOT, VENV, WINDOWS, SetupError, clean_environment, program

HOME: Final = ROOT / ".compiled"
LOG: Final = HOME / "failed-build.log"
FLAG: Final = "--no-compile"
BACKGROUND: Final = "--background"
NICE: Final = 15
FAILED: Final = "The engine could not be compiled, so the game goes on in Python (same behaviour, slower)"
BUILDING: Final = "building-"  # prefix of the folders of unfinished builds
KEPT: Final = 2  # the current build and the one before: an earlier server may still use it


def missing() -> str | None:
    """Return what keeps this machine from compiling C extensions, or None."""
    if not WINDOWS:
        configured = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
        if not shutil.which(shlex.split(configured)[0]):
            return "no C compiler was found"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "the C headers of Python were not found (on Debian or Ubuntu: python3-dev)"
    return None


def folder() -> Path:
    """Return the folder of the engine built from these sources by the Python of ``.venv``; it may not exist yet."""
    code = "from dungeon_twister import compiled; print(compiled.build_folder())"
    fine, output = environments.quiet([program(VENV, "python"), "-c", code], clean_environment(PYTHONPATH=str(ROOT / "src")))
    if not fine:
        raise SetupError(f"the Python of .venv does not start: {last_line(output)}")
    return Path(output.strip())


def build(target: Path) -> None:
    """Compile a copy of the sources and rename the result to `target`; SetupError if that is impossible."""
    lacking = missing()
    if lacking:
        raise SetupError(lacking)
    with tempfile.TemporaryDirectory(prefix=BUILDING, dir=HOME) as name:
        work = Path(name)
        copy_inputs(work)
        made = compile_in(work)
        env = clean_environment(PYTHONPATH=str(work / "src"), **{environments.COMPILED: str(made)})
        fine, output = environments.quiet([program(VENV, "python"), str(ROOT / "tools" / "smoke.py"), "--compiled"], env)
        if not fine:
            raise SetupError(f"what was built does not start: {last_line(output)}")
        made.rename(target)


def copy_inputs(work: Path) -> None:
    """Copy what a build needs, so that it neither meets later changes nor leaves anything among the sources."""
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so", "*.pyd", "static")
    for name in BUILD_INPUTS:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, work / name, ignore=ignored)
        elif source.exists():
            shutil.copy2(source, work / name)


def compile_in(work: Path) -> Path:
    """Run setup.py in a folder with the build inputs; return the folder of the extensions."""
    python, made = program(VENV, "python"), work / "made"
    if not environments.quiet([python, "-c", "import mypyc, setuptools"])[0]:
        install_needs()
    command = [python, "setup.py", "-q", "build_ext", "--build-lib", str(made), "--build-temp", str(work / "objects")]
    fine, output = environments.quiet(command, clean_environment(DUNGEON_TWISTER_COMPILE="1"), work)
    if not fine:
        LOG.write_text(output, encoding="utf-8")
        raise SetupError(f"the build failed, and {LOG.relative_to(ROOT)} says why")
    return made


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
    unfinished = [path for path in found if path.name.startswith(BUILDING)]
    others = sorted((path for path in found if path not in unfinished), key=lambda path: -path.stat().st_mtime)
    for path in [*unfinished, *others[KEPT - 1 :]]:
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
            began = time.monotonic()
            remove_old(target)
            build(target)
    except (SetupError, OSError) as error:
        tell(f"{FAILED}: {error}.")
        return False
    tell(f"The engine is compiled ({time.monotonic() - began:.0f} s): the bots are quicker from now on.")
    return True


def begin() -> None:
    """Start a builder in the background if there is something to build. Ctrl-C in the terminal ends it together with the game;
    otherwise it completes its work."""
    try:
        HOME.mkdir(exist_ok=True)  # a game looks for builds only if this folder exists
        target = folder()
        if target.exists():
            return
        lacking = missing()
        if lacking:
            print(f"The game runs in Python; {lacking}, so the engine is not compiled.", flush=True)
            return
        command = [program(VENV, "python"), "-m", "tools.compiling", BACKGROUND, str(target)]
        subprocess.Popen(command, cwd=ROOT, env=clean_environment(), stdin=subprocess.DEVNULL)
        print(f"The engine is being compiled in the background, for quicker bots ({FLAG} switches that off).", flush=True)
    except (SetupError, OSError) as error:
        print(f"{FAILED}: {error}.", flush=True)


def main(arguments: list[str]) -> int:
    """Build in the foreground, or in the background with low priority."""
    background = arguments[:1] == [BACKGROUND]
    if background and not WINDOWS:
        os.nice(NICE)
    try:
        target = Path(arguments[1]) if background else folder()
        return 0 if make(target, lambda sentence: print(sentence, flush=True), wait=not background) else 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
