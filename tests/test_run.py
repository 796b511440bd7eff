"""What `run.py` makes of its arguments, and what it does where something is missing; that it sets everything up is seen by
running it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import run
from tools import checks, compiling, environments
from tools.checks import Check, Line, Result, TimedTests, Wishes, wishes_of

from tests.amounts import some


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ([], ["serve"]),
        (["--no-browser"], ["serve", "--no-browser"]),
        (["--port", "8080", "--no-browser"], ["serve", "--port", "8080", "--no-browser"]),
        (["serve", "--no-browser"], ["serve", "--no-browser"]),
        (["play", "--bot", "greedy"], ["play", "--bot", "greedy"]),
        (["--help"], ["--help"]),
        (["-h"], ["-h"]),
        (["--version"], ["--version"]),
    ],
)
def test_options_without_a_command_belong_to_serve(typed: list[str], meant: list[str]) -> None:
    assert run.with_command(typed) == meant


@pytest.mark.parametrize(
    ("command", "typed", "meant"),
    [
        ("test", [], Wishes()),
        ("test", ["--install"], Wishes(install=True)),
        ("test", ["--long"], Wishes(long=True)),
        ("test", ["tests/cli", "-k", "fill"], Wishes(pytest=("tests/cli", "-k", "fill"))),
        ("test", ["tests/perft", "--long", "-x"], Wishes(long=True, pytest=("tests/perft", "-x"))),
        ("check", [], Wishes(quick=True)),
        ("check", ["tests/cli"], Wishes(quick=True, pytest=("tests/cli",))),
    ],
)
def test_what_the_checks_do_not_know_is_for_pytest(command: str, typed: list[str], meant: Wishes) -> None:
    assert wishes_of(command, typed) == meant


def test_the_quick_checks_have_no_long_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["check", "--long"]) == 1
    assert "`run.py test --long`" in capsys.readouterr().err


def test_arguments_of_pytest_run_pytest_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[list[str], dict[str, str]]] = []

    def start(command: list[str], **extra: str) -> bool:
        started.append((command[1:], extra))
        return True

    monkeypatch.setattr(environments, "prepare", lambda **_: None)
    monkeypatch.setattr(environments, "prepare_laboratory", lambda: None)
    monkeypatch.setattr(checks, "step", start)
    assert run.main(["test", "tests/cli", "-k", "fill", "--long"]) == 0
    assert started == [(["-m", "pytest", "tests/cli", "-k", "fill"], {"DUNGEON_TWISTER_LONG": checks.LONG_TIMES})]


def every_check() -> list[checks.Check]:
    stages, last = checks.checks_of(Wishes())
    return [*(check for stage in stages for line in stage for check in line), *last]


def test_python_keeps_what_it_has_made_of_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert "PYTHONDONTWRITEBYTECODE" not in environments.clean_environment()


def test_every_kind_of_check_is_in_the_full_run_and_the_quick_one_has_its_own_tests() -> None:
    names = [check.name for check in every_check()]
    kinds = (
        "ruff",
        "lint-imports",
        "mypy",
        "svelte-check",
        "eslint",
        "vitest",
        "coverage",
        "else",
        "browser",
        "compiling",
        "sources",
    )
    assert all(any(kind in name for name in names) for kind in kinds)
    assert checks.checks_of(Wishes(quick=True, pytest=("tests/cli",)))[-1][-1].name == "pytest tests/cli"


@pytest.mark.parametrize("built", [True, False])
def test_where_the_engine_is_compiled_the_tests_use_it_and_the_rules_run_both_ways(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, built: bool
) -> None:
    started: list[tuple[list[str], dict[str, str]]] = []

    def start(command: list[str], **extra: str) -> bool:
        started.append((command, extra))
        return True

    folder = tmp_path if built else tmp_path / "none"
    monkeypatch.setattr(compiling, "folder", lambda: folder)
    monkeypatch.setattr(checks, "step", start)
    monkeypatch.setattr(checks, "check_browser", lambda tests: tests.run())
    tests = [check for check in every_check() if check.name.startswith("pytest")]
    endings = {check.name: checks.run_check(check).ending for check in tests}
    assert endings["pytest, from the sources"] == ("passed" if built else "skipped")
    (covered, _), *sources, (rest, engine), (_, in_browser) = started
    assert "--cov" in covered and len(sources) == built and all(not extra for _, extra in sources)
    expected = {environments.COMPILED: str(folder), checks.EXPECT_COMPILED: "1"} if built else {}
    assert engine == in_browser == expected
    assert ("--ignore=tests/test_cases.py" in rest) is not built and (checks.COMPILED_TESTS in rest) is built


def test_a_machine_without_a_browser_skips_its_tests_with_a_sentence_that_names_the_flag(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checks, "BROWSERS", ("no-such-browser",))
    monkeypatch.setattr(environments, "could_install_packages", lambda: True)
    assert checks.run_check(checks.browser_tests()).ending == "skipped"
    out = capsys.readouterr().out
    assert "Skipped: there is no Chromium" in out and "--install" in out


@pytest.mark.parametrize(("flag", "installed"), [(False, []), (True, list(checks.BROWSER_PACKAGES))])
def test_packages_of_the_system_are_installed_with_the_flag_only(
    flag: bool, installed: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[str] = []
    monkeypatch.setattr(checks, "BROWSERS", ("no-such-browser",))
    monkeypatch.setattr(checks, "find_postgresql", lambda: "/somewhere")
    monkeypatch.setattr(environments, "could_install_packages", lambda: True)
    monkeypatch.setattr(environments, "install_system_packages", lambda why, *packages: done.extend(packages))
    checks.prepare_test_programs(may_install=flag)
    assert done == installed
    assert ("--install" in capsys.readouterr().out) != flag


@pytest.mark.parametrize("flag", [False, True])
def test_python_venv_is_installed_with_the_flag_only(flag: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(environments, "could_install_packages", lambda: True)
    monkeypatch.setattr(environments, "install_system_packages", lambda why, *packages: done.extend(packages))
    list(environments.venv_makers(environments.VENV, may_install=flag))
    assert ("python3-venv" in done) == flag


def test_checks_side_by_side_show_what_they_wrote_in_one_piece(capsys: pytest.CaptureFixture[str]) -> None:
    def saying(text: str, status: int) -> Check:
        code = f"import sys; print('{text}, one'); print('{text}, two', file=sys.stderr); sys.exit({status})"
        return Check(text, lambda: environments.step([sys.executable, "-u", "-c", code]))

    lines = [Line([saying("good", 0), saying("bad", 1)]), Line([saying("other", 0)])]
    endings = {result.name: result.ending for line in lines for result in line.wait()}
    out = capsys.readouterr().out
    assert endings == {"good": "passed", "bad": "FAILED", "other": "passed"}
    assert all(f"=== {text} ===\n{text}, one\n{text}, two\n--- {text}: " in out for text in endings)


BY_CHANCE = """
import pathlib
SEEN = pathlib.Path(__file__).with_name("seen")

def test_by_chance():
    known = SEEN.exists()
    SEEN.touch()
    assert known

def test_good():
    assert True

def test_always():
    assert {good}
"""


@pytest.mark.parametrize("good", some([True, False]))
def test_failed_tests_run_once_more_and_are_named(good: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "test_chance.py"
    file.write_text(BY_CHANCE.format(good=good), "utf-8")
    arguments = (str(file), f"--rootdir={tmp_path}", "-p", "no:schemathesis", "-p", "no:faker")
    check = TimedTests("timed", arguments, "0", python=sys.executable).check("with clocks")
    first = checks.run_check(check)
    assert first.ending == "FAILED"
    second = checks.run_again(check, first)
    assert second.ending == ("passed" if good else "FAILED")
    note = "1 timed test failed in the full run and passed alone: test_chance.py::test_by_chance"
    assert second.note == (note if good else "")
    assert (note in capsys.readouterr().out) == good


def test_many_failures_are_not_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tests = TimedTests("timed", ())
    monkeypatch.setattr(tests, "failed", lambda: [f"test_{number}" for number in range(checks.MOST_BY_CHANCE + 1)])
    assert tests.again() == "" and not checks.run_again(Check("a", lambda: False), Result("a", "FAILED", 1.0)).note
