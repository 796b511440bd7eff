"""Without the extras the command still starts, and says in one sentence which one is missing."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import dungeon_twister
from dungeon_twister.cli.extras import MODULES, missing_extra_text

ROOT = Path(__file__).parent.parent.parent
PACKAGE = Path(dungeon_twister.__file__).parent


def without_extras(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a Python that has the standard library only."""
    source = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); from dungeon_twister.cli.main import main; "
    command = [sys.executable, "-S", "-E", "-c", f"{source}sys.exit(main({list(arguments)!r}))"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("command", "extra"), [("bots", "cli"), ("play", "cli"), ("serve", "server")])
def test_a_command_says_which_extra_it_needs(command: str, extra: str) -> None:
    done = without_extras(command)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and f"pip install 'dungeon-twister[{extra}]'" in done.stderr


def test_commands_without_extra_work() -> None:
    assert without_extras("--version").stdout == f"dungeon-twister {dungeon_twister.__version__}\n"
    assert without_extras("--help").returncode == 0


def test_other_missing_modules_name_no_extra() -> None:
    assert missing_extra_text("play", "my_bots") == "" and missing_extra_text("play", None) == ""
    assert "[cli,dataset]" in missing_extra_text("dataset", "rich") and "[dataset]" in missing_extra_text("dataset", "pyarrow")


def test_every_package_that_is_imported_is_known_and_declared() -> None:
    """Of the server and the terminal; below them nothing is imported (`lint-imports`)."""
    imported: set[str] = set()
    for folder in ("cli", "server"):
        for path in (PACKAGE / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Import):
                    imported |= {alias.name.partition(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and not node.level:
                    imported.add((node.module or "").partition(".")[0])
    foreign = imported - sys.stdlib_module_names - {"dungeon_twister"}
    known = {name for names in MODULES.values() for name in names}
    assert foreign <= known, f"cli/extras.py does not know {sorted(foreign - known)}"
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert set(MODULES) <= set(extras)
