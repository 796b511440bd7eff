"""What `run.py` makes of its arguments; that it sets up and checks everything is seen by running it."""

from __future__ import annotations

import pytest
import run


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


@pytest.mark.parametrize("command", ["test", "check"])
def test_the_checks_take_no_arguments(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([command, "--fast"]) == 1
    assert "takes no further arguments" in capsys.readouterr().err


def test_a_machine_without_a_browser_skips_its_tests_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "BROWSERS", ("no-such-browser",))
    assert run.run_check("in the browser", run.check_browser)[0] == "skipped"
    assert "Skipped: there is no Chromium" in capsys.readouterr().out
