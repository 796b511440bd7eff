"""Building the page for the browser: when it is done again, with which Node.js, and what is said when it is impossible."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def build_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The module of web/, working on a small client of its own."""
    spec = importlib.util.spec_from_file_location("build_page_under_test", ROOT / "web" / "build_page.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    web, package = tmp_path / "web", tmp_path / "src" / "dungeon_twister"
    static = package / "server" / "static"
    for name in ("src/App.svelte", "index.html", "package.json", "package-lock.json"):
        (web / name).parent.mkdir(parents=True, exist_ok=True)
        (web / name).write_text(name, encoding="utf-8")
    for name in module.INPUTS:
        if not (web / name).exists():
            (web / name).touch()
    (package / "content" / "locales" / "en").mkdir(parents=True)
    (package / "content" / "locales" / "en" / "home.json").write_text("{}", encoding="utf-8")
    static.mkdir(parents=True)
    changed = {
        "WEB": web,
        "SHARED": (package / "content" / "locales", package / "content" / "drawing"),
        "STATIC": static,
        "STAMP": static / ".built-from",
    }
    changed["INSTALLED"] = web / "node_modules" / ".installed-from"
    for name, value in changed.items():
        monkeypatch.setattr(module, name, value)
    return module


def built(module: ModuleType) -> None:
    (module.STATIC / "index.html").write_text("<html>", encoding="utf-8")
    module.STAMP.write_text(module.digest(), encoding="utf-8")


@pytest.mark.parametrize(
    ("version", "good"),
    [
        ("v20.19.0", True),
        ("v20.18.3", False),
        ("v21.9.0", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.1.0", True),
        ("", False),
    ],
)
def test_which_versions_of_node_are_new_enough(build_page: ModuleType, version: str, good: bool) -> None:
    assert build_page.new_enough(version) is good


def test_nothing_is_built_twice(build_page: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not build_page.is_current()
    built(build_page)
    assert build_page.is_current()
    monkeypatch.setattr(build_page, "find_node", lambda: pytest.fail("there was nothing to build"))
    assert build_page.main([]) == 0


@pytest.mark.parametrize(
    "changed", ["web/src/App.svelte", "web/package-lock.json", "src/dungeon_twister/content/locales/en/home.json"]
)
def test_a_change_of_what_it_is_made_of_builds_it_anew(build_page: ModuleType, tmp_path: Path, changed: str) -> None:
    built(build_page)
    (tmp_path / changed).write_text("something else", encoding="utf-8")
    assert not build_page.is_current()


def test_what_does_not_belong_to_the_page_changes_nothing(build_page: ModuleType, tmp_path: Path) -> None:
    built(build_page)
    (tmp_path / "web" / "tests").mkdir()
    (tmp_path / "web" / "tests" / "some.test.ts").touch()
    assert build_page.is_current()


def test_a_page_that_was_removed_is_built_anew(build_page: ModuleType) -> None:
    built(build_page)
    (build_page.STATIC / "index.html").unlink()
    assert not build_page.is_current()


def test_without_node_one_sentence_is_said(
    build_page: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build_page, "node_of_the_path", lambda: None)
    monkeypatch.setattr(build_page, "node_of_the_package", lambda: None)
    assert build_page.main([]) == 1
    said = capsys.readouterr().err
    assert said.startswith("The page for the browser was not built: there is no Node.js")
    assert said.count("\n") == 1


def test_a_failed_command_shows_what_it_said(build_page: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    node = build_page.Node(sys.executable, [sys.executable], "")
    with pytest.raises(build_page.BuildError, match=r"the test failed \(see above\)"):
        build_page.run([sys.executable, "-c", "print('no such host'); raise SystemExit(3)"], node, "the test")
    assert "no such host" in capsys.readouterr().err


def test_packages_are_fetched_once_for_a_lockfile(build_page: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    vite = build_page.WEB / "node_modules" / "vite" / "bin" / "vite.js"

    def fetch(command: list[str], node: object, what: str) -> None:
        asked.append(command)
        vite.parent.mkdir(parents=True, exist_ok=True)
        vite.touch()

    monkeypatch.setattr(build_page, "run", fetch)
    node = build_page.Node("node", ["npm"], "")
    build_page.install_packages(node)
    build_page.install_packages(node)
    assert [command[:2] for command in asked] == [["npm", "ci"]]
    (build_page.WEB / "package-lock.json").write_text("another", encoding="utf-8")
    build_page.install_packages(node)
    assert len(asked) == 2


def test_a_check_that_has_passed_is_run_again_when_something_has_changed(
    build_page: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build_page, "TESTS", build_page.WEB / "tests")
    monkeypatch.setattr(build_page, "LINT", (build_page.WEB / "eslint.config.js",))
    monkeypatch.setattr(build_page, "install_packages", lambda node: build_page.INSTALLED.parent.mkdir(exist_ok=True))
    says = tmp_path / "npm.py"
    monkeypatch.setattr(build_page, "find_node", lambda: build_page.Node(sys.executable, [sys.executable, str(says)], ""))

    def outcome(name: str) -> tuple[int, bool]:
        """Its status, and whether it was run."""
        return build_page.main([name]), "it runs" in capfd.readouterr().out

    says.write_text("print('it runs', flush=True); raise SystemExit(1)", encoding="utf-8")
    assert outcome("test") == (1, True)
    says.write_text("print('it runs', flush=True)", encoding="utf-8")
    assert outcome("test") == (0, True)
    assert outcome("test") == (0, False)
    assert outcome("check") == (0, True)  # has not passed yet
    assert outcome("types") == (0, True)
    assert outcome("types") == (0, True)  # is no check
    assert outcome("lint") == (0, True)
    assert outcome("lint") == (0, False)
    (build_page.WEB / "eslint.config.js").touch()
    assert outcome("lint") == (0, True)
    (build_page.WEB / "tests").mkdir()
    (build_page.WEB / "tests" / "some.test.ts").touch()
    assert outcome("test") == (0, True)
    says.write_text("print('it runs', flush=True); raise SystemExit(1)", encoding="utf-8")
    (build_page.WEB / "src" / "App.svelte").write_text("another", encoding="utf-8")
    assert outcome("test") == (1, True)
    assert outcome("test") == (1, True)
