"""The command `doctor`: every finding, right and wrong, and what the whole says."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import sqlite3
import time
from collections import namedtuple
from contextlib import closing
from pathlib import Path

import pytest

from dungeon_twister.cli import doctor_command
from dungeon_twister.cli.main import main
from dungeon_twister.server.config import Settings
from dungeon_twister.server.store import Store, schema_versions

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def healthy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine on which all is well: a page, files enough, nothing set."""
    for name in [name for name in os.environ if name.startswith("DUNGEON_TWISTER_") and name != "DUNGEON_TWISTER_COMPILED"]:
        monkeypatch.delenv(name)
    monkeypatch.setattr(doctor_command, "file_limit", lambda: 65_536)
    monkeypatch.setattr(doctor_command, "page", lambda: doctor_command.result("page", "fine"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database as a server leaves it."""
    made = tmp_path_factory.mktemp("doctor") / "games.db"

    async def make() -> None:
        store = Store(f"sqlite:///{made}")
        await store.open()
        await store.close()

    asyncio.run(make())
    return made


@pytest.fixture
def file(left: Path, tmp_path: Path) -> Path:
    copied = Path(shutil.copy(left, tmp_path))
    copied.chmod(0o600)
    return copied


def diagnose(capsys: pytest.CaptureFixture[str], file: Path, *words: str) -> tuple[int, dict[str, tuple[str, str]]]:
    """The exit code, and the level and sentence of each finding."""
    code = main(["doctor", "--json", "--port", "0", "--database", f"sqlite:///{file}", *words])
    answer = json.loads(capsys.readouterr().out)
    assert answer["fine"] is (code == 0)
    return code, {one["name"]: (one["level"], one["sentence"]) for one in answer["findings"]}


def test_no_problem_found(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, findings = diagnose(capsys, file)
    assert code == 0 and {level for level, _ in findings.values()} <= {"fine", "note"}
    expected = "python extras engine page files database schema permissions clock disk port proxy"
    assert set(findings) == set(expected.split())


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "A server can be run here."), ("fr", "Un serveur peut tourner ici."), ("de", "Hier kann ein Server laufen.")],
)
def test_in_three_languages(file: Path, capsys: pytest.CaptureFixture[str], language: str, words: str) -> None:
    assert main(["doctor", "--port", "0", "--database", str(file), "--language", language]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == words and len(lines) == 13


def test_a_python_that_is_too_old() -> None:
    finding = doctor_command.python((3, 9, 1))
    assert finding.level == "wrong" and finding.sentence == "Python 3.9.1 is too old: 3.11 or newer is needed."


def test_a_missing_extra(capsys: pytest.CaptureFixture[str], file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that needs it is looked at."""
    monkeypatch.setattr(doctor_command, "is_installed", lambda name: name not in ("litestar", "uvloop"))
    code, findings = diagnose(capsys, file)
    assert code == 1 and "database" not in findings
    assert findings["extras"][1].startswith("Missing: litestar. Install it with: pip install")


def test_an_engine_that_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dungeon_twister.compiled.ready", lambda: False)
    assert doctor_command.engine().level == "note"
    monkeypatch.setattr("dungeon_twister.compiled.ready", lambda: True)
    assert doctor_command.engine().level == "fine"


def test_a_page_that_is_not_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    there = (Path(doctor_command.__file__).parents[1] / "server" / "static" / "index.html").exists()
    assert doctor_command.page().level == ("fine" if there else "wrong")
    assert "npm run build" in doctor_command.result("page", "wrong").sentence


@pytest.mark.parametrize(("limit", "level"), [(256, "wrong"), (1024, "note"), (65_536, "fine"), (-1, "fine"), (0, "fine")])
def test_limit_of_open_files(limit: int, level: str) -> None:
    assert doctor_command.files(limit).level == level and doctor_command.files(limit).sentence


def test_an_invalid_setting(file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUNGEON_TWISTER_PACE", "soon")
    code, findings = diagnose(capsys, file)
    assert code == 1 and findings["settings"][1] == "A setting cannot be read: DUNGEON_TWISTER_PACE cannot be 'soon'."


def test_a_database_that_does_not_exist_yet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is not made by looking for it."""
    code, findings = diagnose(capsys, tmp_path / "new" / "games.db")
    assert code == 0 and findings["database"][0] == "note" and list(tmp_path.iterdir()) == []


def test_the_database_of_the_data_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json", "--port", "0"]) == 0
    assert "dungeon-twister" in capsys.readouterr().out and not (tmp_path / "home").exists()


def test_a_folder_without_write_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_command, "is_writable", lambda _: False)
    (finding, *_) = doctor_command.database(Settings(database=str(tmp_path / "games.db"), port=0))
    assert (finding.how, finding.level) == ("no-place", "wrong") and str(tmp_path) in finding.sentence


def test_a_database_without_write_permission(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_command, "is_writable", lambda _: False)
    (finding, *_) = doctor_command.database(Settings(database=str(file), port=0))
    assert (finding.how, finding.level) == ("read-only", "wrong")


def test_a_file_that_is_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "games.db").write_bytes(b"no database" * 1000)
    code, findings = diagnose(capsys, tmp_path / "games.db")
    assert code == 1 and findings["database"][1].endswith("cannot be used: file is not a database.")


def test_a_database_that_does_not_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--port", "0", "--database", "postgresql://me:secret@127.0.0.1:1/games"]) == 1
    out = capsys.readouterr().out
    assert "postgresql://me:***@127.0.0.1:1/games cannot be used" in out and "secret" not in out


def test_a_url_that_is_no_database(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--port", "0", "--database", "://"]) == 1
    assert "A database is written as sqlite:///games.db" in capsys.readouterr().out


@pytest.mark.parametrize(("version", "level"), [("0001", "note"), ("9999", "wrong")])
def test_tables_of_another_version(file: Path, capsys: pytest.CaptureFixture[str], version: str, level: str) -> None:
    with closing(sqlite3.connect(file)) as opened, opened:
        opened.execute("UPDATE alembic_version SET version_num = ?", (version,))
    code, findings = diagnose(capsys, file)
    assert (code, findings["schema"][0]) == (int(level == "wrong"), level)
    assert version in findings["schema"][1] and schema_versions()[-1] in findings["schema"][1]


def test_a_database_without_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "games.db").touch(0o600)
    code, findings = diagnose(capsys, tmp_path / "games.db")
    assert code == 0 and findings["schema"][1].startswith("It has no tables yet")


def test_a_database_readable_by_others(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.chmod(0o644)
    code, findings = diagnose(capsys, file)
    assert code == 1 and findings["permissions"][1].endswith(f"chmod 600 {file}")


@pytest.mark.parametrize(("free", "level"), [(100, "wrong"), (500, "note"), (5000, "fine")])
def test_space_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, level: str) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(0, 0, free * 1_000_000))
    finding = doctor_command.disk(tmp_path / "games.db", 200)
    assert finding.level == level and f"{free} MB" in finding.sentence


def test_a_clock_that_is_wrong() -> None:
    assert doctor_command.clock(1_000_000.0, 0.0).sentence.startswith("The clock says 1970-01-12 13:46 UTC, which cannot be")
    assert doctor_command.clock(time.time(), time.time() + 3600).how == "behind"
    assert doctor_command.clock(time.time(), time.time()).level == "fine"


def test_a_port_that_is_taken(file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code, findings = diagnose(capsys, file, "--port", port)
        assert code == 1 and findings["port"][1].startswith(f"A server cannot listen at 127.0.0.1, port {port}: ")
        monkeypatch.setattr("dungeon_twister.cli.database_access.server_process_of", lambda _: 77)
        code, findings = diagnose(capsys, file, "--port", port)
        assert code == 0 and "(process 77)" in findings["port"][1]


@pytest.mark.parametrize(
    ("settings", "how", "level"),
    [
        (Settings(), "alone", "fine"),
        (Settings(host="0.0.0.0"), "open", "note"),
        (Settings(origins=("https://dungeon.example.org",)), "wrong", "wrong"),
        (Settings(origins=("https://dungeon.example.org",), proxies="127.0.0.1, 10.0.0.0/8"), "fine", "fine"),
        (Settings(proxies="*"), "everybody", "wrong"),
        (Settings(proxies="127.0.0.1,caddy"), "unreadable", "wrong"),
    ],
)
def test_proxies_that_are_trusted(settings: Settings, how: str, level: str) -> None:
    finding = doctor_command.proxies(settings)
    assert (finding.how, finding.level) == (how, level) and finding.sentence


def test_other_servers_of_the_database() -> None:
    assert doctor_command.members([]).level == "fine" and "No server" in doctor_command.members([]).sentence
    two = [("http://10.0.0.1:8000", ""), ("http://10.0.0.2:8000", "")]
    assert (
        doctor_command.members(two).level == "fine"
        and "2 (http://10.0.0.1:8000, http://10.0.0.2:8000)" in doctor_command.members(two).sentence
    )
    lost = doctor_command.members([*two, ("http://127.0.0.1:8000", "another server answers at http://127.0.0.1:8000")])
    assert lost.level == "wrong" and "another server answers at http://127.0.0.1:8000" in lost.sentence
