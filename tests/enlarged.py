"""A copy of the package to which content has been added: two characters, two objects, rooms and two scenarios.

Compiled code cannot be patched, so the copy is a folder, and a test runs a program in it: this module is that
program. It replays records and says what went wrong.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import dungeon_twister

# They stand before all others, so that the engine's own numbers of every token differ.
CHARACTER = """
[[character]]
name = "newcomer"
sign = "{sign}"
movement = 4
combat = 2
capabilities = ["heals"]
"""
OBJECT = """
[[object]]
name = "novelty"
sign = "{sign}"
capabilities = ["sword"]
"""
SIGNS = {"board": ("N", "?"), "card": ("Nc", "nv")}
SCENARIOS = {
    "board": ("base", 'target = 5\nwith = ["newcomer", "novelty"]\n', ("room 1 0 2", "room 1 0 6")),
    "card": ("standard", "target = 5\n", ("pairs = 4", "pairs = 5")),
}
ROOMS = {"board": "base", "card": "card"}


def enlarge(folder: Path) -> Path:
    """The copy, in that folder."""
    package = Path(dungeon_twister.__file__).parent
    shutil.copytree(package, folder / "dungeon_twister", ignore=shutil.ignore_patterns("static"))
    content = folder / "dungeon_twister" / "content"
    for edition, (sign, thing) in SIGNS.items():
        pieces = content / edition / "pieces.toml"
        text = pieces.read_text("utf-8")
        text = text.replace("[[character]]", CHARACTER.format(sign=sign) + "\n[[character]]", 1)
        pieces.write_text(text.replace("[[object]]", OBJECT.format(sign=thing) + "\n[[object]]", 1), encoding="utf-8")
        like, more, (old, new) = SCENARIOS[edition]
        scenario = (content / "scenarios" / f"{like}.toml").read_text("utf-8").replace(old, new)
        scenario = scenario.replace("target = 5\n", more).replace(f'rooms = ["{ROOMS[edition]}"]', f'rooms = ["new-{edition}"]')
        (content / "scenarios" / f"a-new-{edition}.toml").write_text(scenario, encoding="utf-8")
        rooms = (content / "rooms" / f"{ROOMS[edition]}.txt").read_text("utf-8")
        (content / "rooms" / f"new-{edition}.txt").write_text(rooms.replace("\nroom ", "\nroom n"), encoding="utf-8")
    return folder


def ask(folder: Path, *arguments: str) -> dict[str, object]:
    """Run this program in a copy."""
    environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{Path(__file__).parents[1]}"}
    command = [sys.executable, "-m", "tests.enlarged", *arguments]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def main(records: list[str]) -> dict[str, object]:
    """Which package answered, who can be met in the new scenarios, how many records replayed, and which did not."""
    from dungeon_twister import Game
    from dungeon_twister.game.record.files import load, replay
    from dungeon_twister.rules.geometry.text import TextError

    wrong = []
    for name in records:
        record, _ = load(Path(name).read_text("utf-8"), name)
        try:
            final = replay(record, name)
            assert final.over and record.end is not None
            assert dict(zip(final.setting.colours, final.vp, strict=True)) == record.end.vp
        except TextError as error:
            wrong.append(str(error))
    met = {edition: [piece.name for piece in Game.new(f"a-new-{edition}").state.setting.pieces] for edition in SIGNS}
    return {"package": dungeon_twister.__file__, "met": met, "replayed": len(records), "wrong": wrong}


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:])))
