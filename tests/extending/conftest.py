"""A copy of the package that a test may extend, and Python that runs with it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dungeon_twister

PACKAGE = Path(dungeon_twister.__file__).parent
LANGUAGES = ("en", "fr", "de")


class Copy:
    """The package in a folder of its own. What a test changes is counted: the documentation says how many files it takes."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        self.package = folder / "dungeon_twister"
        left_out = shutil.ignore_patterns("static", "*.so", "*.pyd")
        shutil.copytree(PACKAGE, self.package, ignore=left_out)
        self.changed: set[str] = set()

    def write(self, path: str, text: str) -> None:
        self.changed.add(path)
        (self.package / path).parent.mkdir(parents=True, exist_ok=True)
        (self.package / path).write_text(text, "utf-8")

    def append(self, path: str, text: str) -> None:
        self.write(path, (self.package / path).read_text("utf-8") + text)

    def put_after(self, path: str, line: str, text: str) -> None:
        """Insert lines behind the line that begins so."""
        lines = (self.package / path).read_text("utf-8").split("\n")
        at = next(number for number, found in enumerate(lines) if found.strip().startswith(line))
        self.write(path, "\n".join([*lines[: at + 1], text, *lines[at + 1 :]]))

    def add_words(self, namespace: str, words: dict[str, str]) -> None:
        """The same words in every language."""
        for language in LANGUAGES:
            path = f"content/locales/{language}/{namespace}.json"
            found = json.loads((self.package / path).read_text("utf-8"))
            self.write(path, json.dumps({**found, **words}, ensure_ascii=False))

    def run(self, *arguments: str, typed: str = "", **variables: str) -> str:
        """Python with the copy; what it prints."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("DUNGEON_TWISTER", "PYTHON"))}
        env = {**kept, "PYTHONPATH": str(self.root), "DUNGEON_TWISTER_DEBUG": "1", "PYTHONDONTWRITEBYTECODE": "1", **variables}
        done = subprocess.run(
            [sys.executable, *arguments], cwd=self.root, env=env, input=typed, capture_output=True, text=True, encoding="utf-8"
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        return done.stdout

    def command(self, *arguments: str, typed: str = "") -> str:
        """The command `dungeon-twister` of the copy."""
        return self.run("-m", "dungeon_twister", *arguments, typed=typed)


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)
