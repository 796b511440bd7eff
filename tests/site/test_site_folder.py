"""The folder that is written, and whether the packed modules are enough to play: no database, no framework, none missing."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tools import alone

from dungeon_twister.browser.fixed_answers import addresses, file_name, fixed_answers
from dungeon_twister.browser.site_folder import CONTENT_SECURITY, LIST, FolderError, integrity, write_folder

WEB = Path(__file__).parents[2] / "web"
BLOCKED = ("sqlalchemy", "litestar", "platformdirs", "structlog", "uvicorn", "alembic", "prometheus_client", "rich")
# Every module that is packed is imported from there.
IMPORT = """
import importlib, pkgutil, sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Block())
sys.path.insert(0, {place!r})
import dungeon_twister
assert dungeon_twister.__file__.startswith({place!r})
import dungeon_twister.browser.worker
for found in pkgutil.walk_packages(dungeon_twister.__path__, "dungeon_twister."):
    if found.name not in {others!r}:
        importlib.import_module(found.name)
"""
SERVERS = tuple(f"dungeon_twister.server.{name}" for name in ("config", "logs", "metrics", "schema"))


def parts_in(folder: Path) -> Path:
    """Parts as small as they can be."""
    files = {
        "page/index.html": '<head>\n    <meta charset="utf-8" />\n</head>',
        "page/sw.js": "FILES;",
        "page/assets/index.js": "1",
        "pyodide/pyodide-lock.json": json.dumps({"info": {"python": "3.14.2"}, "packages": {"numpy": {}}}),
        "python/dungeon_twister.zip": "zip",
        "python/memory.bin": "memory",
        "python/files.bin": "files",
        **{f"pyodide/{name}": name for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")},
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_folder_lists_all_it_has(tmp_path: Path) -> None:
    target = tmp_path / "game"
    write_folder(target, parts_in(tmp_path / "parts"))
    listed = json.loads((target / "python.json").read_text("utf-8"))
    assert listed["archives"] == ["python/dungeon_twister.zip"]
    assert listed["memory"] == ["python/memory.bin", "python/files.bin"]
    assert listed["hashes"] == {name: integrity(target / name) for name in listed["sizes"]}
    assert listed["sizes"] == {name: (target / name).stat().st_size for name in listed["sizes"]}
    assert {*listed["memory"], *listed["archives"], "pyodide/pyodide.asm.wasm"} < set(listed["sizes"])
    files = re.search(r"const FILES = ({.*?});\n", (target / "sw.js").read_text("utf-8"), re.DOTALL)
    assert files is not None
    there = {path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file()}
    assert set(json.loads(files[1])) == there - {"sw.js", ".nojekyll"}
    assert CONTENT_SECURITY in (target / "index.html").read_text("utf-8")
    assert "'unsafe-eval'" not in CONTENT_SECURITY
    assert json.loads((target / "pyodide" / "pyodide-lock.json").read_text("utf-8"))["packages"] == {}
    write_folder(target, tmp_path / "parts")  # once more, in its place


def test_nothing_else_is_overwritten(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match=r"run\.py site"):
        write_folder(tmp_path / "game", tmp_path / "nothing")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(FolderError, match="not empty"):
        write_folder(tmp_path / "mine", parts_in(tmp_path / "parts"))


def test_a_second_run_deletes_only_what_the_first_wrote(tmp_path: Path) -> None:
    target, parts = tmp_path / "game", parts_in(tmp_path / "parts")
    write_folder(target, parts)
    foreign = [".git/HEAD", "CNAME", "assets/mine.css", "answers/mine.json"]
    for name in foreign:
        (target / name).parent.mkdir(exist_ok=True)
        (target / name).write_text(name, encoding="utf-8")
    (parts / "page" / "assets" / "index.js").rename(parts / "page" / "assets" / "index-2.js")
    (parts / "page" / "old").mkdir()
    (parts / "page" / "old" / "one.js").write_text("1", encoding="utf-8")
    write_folder(target, parts)
    assert {(target / name).read_text("utf-8") for name in foreign} == set(foreign)
    assert [path.name for path in sorted((target / "assets").iterdir())] == ["index-2.js", "mine.css"]
    (parts / "page" / "old" / "one.js").unlink()
    (parts / "page" / "old").rmdir()
    write_folder(target, parts)
    assert not (target / "old").exists()
    assert not set(foreign) & set(json.loads(LIST.findall((target / "sw.js").read_text("utf-8"))[0]))


@pytest.mark.parametrize("name", ["new.html", "new.html/mine.txt", "deep"])
def test_a_foreign_file_in_the_way_is_not_overwritten(tmp_path: Path, name: str) -> None:
    target, parts = tmp_path / "game", parts_in(tmp_path / "parts")
    write_folder(target, parts)
    before = {path: path.read_bytes() for path in target.rglob("*") if path.is_file()}
    (target / name).parent.mkdir(exist_ok=True)
    (target / name).write_text("mine", encoding="utf-8")
    (parts / "page" / "deep").mkdir()
    for new in ("new.html", "deep/new.js", "assets/other.js"):
        (parts / "page" / new).write_text("new", encoding="utf-8")
    with pytest.raises(FolderError, match="was not written by this command"):
        write_folder(target, parts)
    assert {path: path.read_bytes() for path in target.rglob("*") if path.is_file()} == before | {target / name: b"mine"}


def test_a_folder_without_its_list_is_refused_and_nothing_outside_is_touched(tmp_path: Path) -> None:
    target, parts = tmp_path / "game", parts_in(tmp_path / "parts")
    write_folder(target, parts)
    worker = (target / "sw.js").read_text("utf-8")
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    (target / "sw.js").write_text(worker.replace('"index.html"', '"../letter.txt"'), encoding="utf-8")
    with pytest.raises(FolderError, match=r"index\.html was not written"):
        write_folder(target, parts)
    assert (tmp_path / "letter.txt").exists()
    (target / "sw.js").write_text("FILES;", encoding="utf-8")
    with pytest.raises(FolderError, match="no list"):
        write_folder(target, parts)
    with pytest.raises(FolderError, match="not a folder"):
        write_folder(tmp_path / "letter.txt", parts)


def test_fixed_answers_are_those_that_the_page_looks_for() -> None:
    client = (WEB / "src" / "transport" / "worker-transport.ts").read_text("utf-8")
    found = re.search(r"^const FIXED = /(.*)/;$", client, re.MULTILINE)
    assert found is not None
    fixed = re.compile(found[1].replace(r"\/", "/"))
    assert all(fixed.fullmatch(address) for address in addresses())
    answers = fixed_answers()
    assert set(answers) == {file_name(address) for address in addresses()}
    assert all(json.loads(body) for body in answers.values())


def test_what_is_packed_is_enough(tmp_path: Path) -> None:
    alone.pack(tmp_path / "sources.zip")
    place = tmp_path / "packages"
    with zipfile.ZipFile(tmp_path / "sources.zip") as archive:
        archive.extractall(place)
    script = IMPORT.format(blocked=BLOCKED, place=str(place), others=SERVERS)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
