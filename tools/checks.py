"""The checks of the project: all or the quick ones, which of them run in parallel, and their summary."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tools import alone, compiling, environments
from tools.environments import OUTPUT, VENV, SetupError, build_page, program, step

# The rule tests, which are the quick form.
RULE_TESTS = ("tests/test_cases.py", "tests/test_scenarios.py", "tests/test_game.py", "tests/geometry")
# The tests that measure the coverage of the rules. Measuring makes tests several times slower, so long games run without it.
MEASURED_TESTS = (*RULE_TESTS, "tests/test_states.py", "tests/test_own_scenarios.py")
# The quick form of the tests: the rule cases of all games without coverage, and the words of every language.
QUICK_TESTS = (*RULE_TESTS, "tests/test_clauses.py", "tests/test_locales.py", "tests/test_words.py", "tests/record")
BROWSER_TESTS = "tests/browser"
BROWSERS_AT_ONCE = "2"  # each with its own server; more would slow each other down on a small machine
# The first one draws pages without a window, which is enough for tests and a fifth faster.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER_PACKAGES = BROWSERS[:2]  # not every system has the first one
POSTGRESQL = Path("/usr/lib/postgresql")
EXPECT_COMPILED = "DUNGEON_TWISTER_EXPECT_COMPILED"  # read by tests/test_recorded_games.py
LONG = "DUNGEON_TWISTER_LONG"  # read by tests/amounts.py
LONG_TIMES = "10"
MOST_BY_CHANCE = 10  # if more tests fail, a busy machine is not the reason
FROM_SOURCES = "both_ways or sources"  # marks of tests that run from the sources where all others run compiled
COMPILED_TESTS = "not sources"


class SkippedError(Exception):
    """A check cannot run on this machine; the message says why."""


@dataclass(frozen=True)
class Check:
    """A named check that returns whether it passed. `again` runs its failed tests once more, after all other checks; it returns
    a note for the summary, or an empty text if they failed again."""

    name: str
    run: Callable[[], bool]
    again: Callable[[], str] | None = None


class Result(NamedTuple):
    """The result of a check, its duration, and a note for the summary."""

    name: str
    ending: str
    seconds: float
    note: str = ""


@dataclass(frozen=True)
class Wishes:
    """The arguments of ``test`` and ``check``."""

    quick: bool = False
    long: bool = False
    install: bool = False
    pytest: tuple[str, ...] = ()  # arguments for pytest, which replace our selection of tests


# ------------------------------------------------------------ what a machine has


def find_browser() -> str | None:
    """Return a Chromium or Chrome of this machine."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


def find_postgresql() -> str | None:
    """Return a PostgreSQL of this machine."""
    return str(POSTGRESQL) if POSTGRESQL.exists() else shutil.which("initdb")


def prepare_test_programs(*, may_install: bool) -> None:
    """Install a browser and PostgreSQL for the tests if the flag allows it; otherwise those tests are skipped."""
    for why, find, packages in (
        ("There is no Chromium for the tests in the browser", find_browser, BROWSER_PACKAGES),
        ("There is no PostgreSQL for the tests of the server", find_postgresql, ("postgresql",)),
    ):
        if find():
            continue
        if not (may_install and environments.could_install_packages()):
            print(f"{why}, which are skipped: {environments.how_to_install(packages[-1])}.", flush=True)
            continue
        for package in packages:
            environments.install_system_packages(why, package)
            if find():
                break


# ----------------------------------------------------------------- the checks


def tools_checks(python: str) -> list[Check]:
    """Return the checks of lint, types and layers."""
    return [
        Check("ruff check", lambda: step([python, "-m", "ruff", "check", "."])),
        Check("ruff format --check", lambda: step([python, "-m", "ruff", "format", "--check", "."])),
        Check("lint-imports", lambda: step([program(VENV, "lint-imports")])),
        Check("setting up the laboratory", prepare_laboratory),  # its types are needed now, its tests run later
        Check("mypy --strict", lambda: step([python, "-m", "mypy", "--strict"])),
    ]


def prepare_laboratory() -> bool:
    """Install optional packages while other checks run."""
    environments.prepare_laboratory(tell)
    return True


def page_checks() -> list[Check]:
    """Return the checks of the client: types, lint, unit tests."""
    scripts = (("svelte-check", "check"), ("eslint", "lint"), ("vitest", "test"))
    return [Check(name, partial(check_page, script)) for name, script in scripts]


def check_page(script: str) -> bool:
    """Run a check of the client with the Node.js that builds it."""
    environments.prepare_node()
    return step([program(VENV, "python"), str(build_page.WEB / "build_page.py"), script])


def pytest_of(python: str, *arguments: str, **extra: str) -> bool:
    """Run tests on all cores."""
    return step([python, "-m", "pytest", "-n", "auto", "--dist", "worksteal", *arguments], **extra)


@dataclass
class TimedTests:
    """Tests with clocks, processes and browsers, which may fail on a busy machine. Failed ones run again once, one at a time
    and alone. Those that pass then are named in the summary."""

    kind: str
    arguments: tuple[str, ...]
    side_by_side: str = "auto"
    extra: dict[str, str] = field(default_factory=dict)
    python: str = field(default_factory=lambda: program(VENV, "python"))
    cache: tempfile.TemporaryDirectory[str] | None = None  # where pytest records failed tests

    def run(self) -> bool:
        """Run all of them on several cores."""
        self.cache = tempfile.TemporaryDirectory(prefix="dungeon-twister-failed-")
        return self._pytest("-n", self.side_by_side, "--dist", "worksteal")

    def failed(self) -> list[str]:
        """Return the tests that failed in the previous run."""
        file = Path(self.cache.name if self.cache else "", "v", "cache", "lastfailed")
        return sorted(json.loads(file.read_text("utf-8"))) if file.exists() else []

    def again(self) -> str:
        """Run the failed tests once more, alone."""
        names = self.failed()
        if not 0 < len(names) <= MOST_BY_CHANCE or not self._pytest("--last-failed", "--last-failed-no-failures", "none"):
            return ""
        tests = "test" if len(names) == 1 else "tests"
        return f"{len(names)} {self.kind} {tests} failed in the full run and passed alone: {', '.join(names)}"

    def _pytest(self, *how: str) -> bool:
        assert self.cache is not None
        command = [self.python, "-m", "pytest", "-o", f"cache_dir={self.cache.name}", *how, *self.arguments]
        return step(command, **self.extra, **engine())

    def check(self, name: str) -> Check:
        return Check(name, self.run, self.again)


def rules_with_coverage(python: str) -> Check:
    """Return the check of the rule cases, which must cover nearly every line and branch of the rules."""
    arguments = ("--cov", "--cov-report=term-missing:skip-covered", *MEASURED_TESTS)
    return Check("pytest, the rules, with coverage", lambda: pytest_of(python, *arguments))


def engine() -> dict[str, str]:
    """Return the environment of tests: the compiled engine, if it has been built."""
    built = compiling.folder()
    return {environments.COMPILED: str(built), EXPECT_COMPILED: "1"} if built.exists() else {}


def from_the_sources(python: str) -> Check:
    """Return the check of all other tests that must also pass with the uncompiled engine."""

    def run() -> bool:
        if not engine():
            raise SkippedError("everything runs from the sources, as nothing is compiled")
        return pytest_of(python, "-m", FROM_SOURCES, *marked_files())

    return Check("pytest, from the sources", run)


def marked_files() -> list[str]:
    """Return the files with such tests, except those that have their own check. Collecting all files would take longer."""
    found = [path.relative_to(environments.ROOT).as_posix() for path in (environments.ROOT / "tests").rglob("test_*.py")]
    marks = FROM_SOURCES.split(" or ")
    return sorted(
        path
        for path in found
        if not path.startswith((*MEASURED_TESTS, BROWSER_TESTS))
        and any(f"mark.{mark}" in (environments.ROOT / path).read_text("utf-8") for mark in marks)
    )


def apart() -> list[str]:
    """Return the arguments that leave out tests with their own check."""
    return [f"--ignore={path}" for path in (*MEASURED_TESTS, BROWSER_TESTS)]


def everything_else(python: str, *, long: bool) -> Check:
    """Return the check of all other tests: with the compiled engine if there is one, otherwise from the sources."""

    def run() -> bool:
        tests.arguments = ("-m", COMPILED_TESTS, "tests", f"--ignore={BROWSER_TESTS}") if engine() else ("tests", *apart())
        return tests.run()

    workers = str((os.cpu_count() or 1) + 1)  # one more than cores, because some tests wait for clocks and processes
    tests = TimedTests("other", (), workers, extra={LONG: LONG_TIMES} if long else {}, python=python)
    name = "pytest, everything else, the long form" if long else "pytest, everything else"
    return Check(name, run, tests.again)


def browser_tests() -> Check:
    """Return the check in a real browser."""
    tests = TimedTests("browser", (BROWSER_TESTS,), BROWSERS_AT_ONCE)
    return Check("pytest, in the browser", lambda: check_browser(tests), tests.again)


def check_browser(tests: TimedTests) -> bool:
    """Play in a real browser, if there is one and the page is built."""
    need_browser()
    need_page()
    return tests.run()


def build_pages() -> bool:
    """Build the page and the parts for playing without a server, for the browser tests."""
    need_browser()
    environments.prepare_page()
    need_page()
    try:
        alone.prepare_parts()
    except SetupError as error:
        tell(f"{error} Its tests are skipped.")
    return True


def need_page() -> None:
    if not build_page.is_current():
        raise SkippedError("the page could not be built, so it is not tested in a browser")


def need_browser() -> None:
    if not find_browser():
        how = environments.how_to_install("chromium")
        raise SkippedError(f"there is no Chromium and no Chrome, so the page is not tested in a browser; {how}")


# Its arguments: names of files that stay Python, separated by commas, then the patterns of modules. It fails unless all other
# modules of these patterns are compiled.
ASSERT_COMPILED = """
import importlib, pathlib, sys
import dungeon_twister
home = pathlib.Path(dungeon_twister.__file__).parent
names = [
    ".".join(path.relative_to(home.parent).with_suffix("").parts)
    for pattern in sys.argv[2:]
    for path in sorted(home.glob(pattern))
    if path.name not in sys.argv[1].split(",")
]
files = {name: str(importlib.import_module(name).__file__) for name in names}
plain = [name for name, file in files.items() if not file.endswith((".so", ".pyd"))]
if plain or not names:
    sys.exit("not compiled: " + (", ".join(plain) or "nothing to compile was found"))
print(f"{len(names)} modules are compiled.")
"""


def check_compiling() -> bool:
    """Compile the engine. Check that every expected module is compiled, and play a game."""
    missing = compiling.missing()
    if missing:
        raise SkippedError(f"{missing}, so the compiled engine is not tested")
    built = compiling.folder()
    if not compiling.make(built, tell):
        return False
    python, ours = program(VENV, "python"), environments.project()["tool"]["dungeon-twister"]
    expected = [",".join(ours["left-python"]), *ours["compiled"]]
    every = step([python, "-P", "-c", ASSERT_COMPILED, *expected], **{environments.COMPILED: str(built)})
    smoke = str(environments.ROOT / "tools" / "smoke.py")
    return every and step([python, "-P", smoke, "--compiled"], **{environments.COMPILED: str(built)})


def checks_of(wishes: Wishes) -> tuple[list[list[list[Check]]], list[Check]]:
    """Return the stages and the checks after them. The lines of a stage run in parallel, the checks of a line one after
    another."""
    python = program(VENV, "python")
    if wishes.quick:
        tests = wishes.pytest or QUICK_TESTS
        name = "pytest " + " ".join(wishes.pytest) if wishes.pytest else "pytest, the rules"
        return [[tools_checks(python), page_checks()]], [Check(name, lambda: pytest_of(python, *tests))]
    first = [
        [Check("compiling", check_compiling)],
        [*tools_checks(python), rules_with_coverage(python)],  # the rules use no clock, so parallel checks do no harm
        page_checks(),
    ]
    # The page lies among the files that are compiled and copied in the first stage.
    second = [[from_the_sources(python)], [Check("building the page", build_pages)]]
    return [first, second], [everything_else(python, long=wishes.long), browser_tests()]


# -------------------------------------------------------------------- running


def run_check(check: Check) -> Result:
    """Run one check and print its result."""
    print(headed(check), flush=True)
    result = outcome(check)
    print(summed_up(result), flush=True)
    return result


def run_again(check: Check, result: Result) -> Result:
    """Run the failed part of a check once more, if it supports that."""
    if result.ending != "FAILED" or check.again is None:
        return result
    print(f"\n=== {check.name}: what failed once more, alone ===", flush=True)
    begun = time.monotonic()
    note = check.again()
    ending = "passed" if note else "FAILED"
    print(note or "It fails alone, too, or was never run.", flush=True)
    return Result(result.name, ending, result.seconds + time.monotonic() - begun, note)


def headed(check: Check) -> str:
    return f"\n=== {check.name} ==="


def summed_up(result: Result) -> str:
    return f"--- {result.name}: {result.ending} in {result.seconds:.1f} s"


def outcome(check: Check) -> Result:
    """Run one check and return its result."""
    begun = time.monotonic()
    try:
        ending = "passed" if check.run() else "FAILED"
    except SkippedError as reason:
        ending = "skipped"
        tell(f"Skipped: {reason}.")
    except SetupError as error:
        ending = "FAILED"
        tell(str(error))
    return Result(check.name, ending, time.monotonic() - begun)


def tell(text: str) -> None:
    """Print a text to the output of this thread's check."""
    file = getattr(OUTPUT, "file", None)
    if file is None:
        print(text, flush=True)
    else:
        file.write(f"{text}\n".encode())
        file.flush()


class Line(threading.Thread):
    """A thread that runs checks one after another. The output of each is shown in one piece when it has ended."""

    SHOWING = threading.Lock()

    def __init__(self, checks: list[Check]) -> None:
        super().__init__(daemon=True)
        self.checks = checks
        self.results: list[Result] = []
        self.start()

    def run(self) -> None:
        for check in self.checks:
            with tempfile.TemporaryFile() as file:
                OUTPUT.file = file
                result = outcome(check)
                file.seek(0)
                written = file.read().decode(errors="replace").rstrip()
            with self.SHOWING:
                print(f"{headed(check)}\n{written}\n{summed_up(result)}", flush=True)
            self.results.append(result)

    def wait(self) -> list[Result]:
        self.join()
        return self.results


def run_checks(wishes: Wishes) -> int:
    """Run the checks and print a summary; return 0 if none failed."""
    started = time.monotonic()
    environments.prepare(dev=True, may_install=wishes.install)
    if not wishes.quick:
        prepare_test_programs(may_install=wishes.install)
    stages, last = checks_of(wishes)
    results: list[Result] = []
    for stage in stages:
        lines = [Line(checks) for checks in stage]
        results += [result for line in lines for result in line.wait()]
    ended = [run_check(check) for check in last]
    results += [run_again(check, result) for check, result in zip(last, ended, strict=True)]

    print("\n=== Summary ===")
    for name, ending, seconds, note in results:
        print(f"{ending:8} {seconds:7.1f} s  {name}" + (f"\n         {note}" if note else ""))
    failed = sum(result.ending == "FAILED" for result in results)
    total = time.monotonic() - started
    print(f"{failed} of {len(results)} checks failed" if failed else "All checks passed", f"in {total:.1f} s.")
    return 1 if failed else 0


def run_pytest(wishes: Wishes) -> int:
    """Run pytest with the given arguments."""
    environments.prepare(dev=True, may_install=wishes.install)
    environments.prepare_laboratory()
    if any("browser" in argument for argument in wishes.pytest):
        environments.prepare_page()
    extra = {LONG: LONG_TIMES} if wishes.long else {}
    return 0 if step([program(VENV, "python"), "-m", "pytest", *wishes.pytest], **extra) else 1


def wishes_of(command: str, arguments: list[str]) -> Wishes:
    """Parse the arguments of ``test`` or ``check``: our flags, and the rest for pytest."""
    ours = {environments.INSTALL_FLAG, "--long"}
    passed_on = tuple(argument for argument in arguments if argument not in ours)
    wishes = Wishes(command == "check", "--long" in arguments, environments.INSTALL_FLAG in arguments, passed_on)
    if wishes.quick and wishes.long:
        raise SetupError("`run.py check` is the quick form; the long one is `run.py test --long`.")
    return wishes


def main(command: str, arguments: list[str]) -> int:
    """Run ``run.py test`` or ``run.py check`` with these arguments."""
    wishes = wishes_of(command, arguments)
    sys.stdout.flush()
    return run_checks(wishes) if wishes.quick or not wishes.pytest else run_pytest(wishes)
