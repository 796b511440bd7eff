"""``python -m bench.site``: figures of the game in the browser alone: sizes, what starting costs, choices a second and the
turns of bots, in Pyodide (run by Node.js, whose engine is Chromium's) beside CPython. Needs what `run.py site` builds.

Times are seconds of the processor: a busy machine changes them less than those of a clock on the wall.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from dungeon_twister.browser.folder import write_folder

HERE = Path(__file__).parent


def sizes() -> dict[str, float]:
    """Megabytes as a host sends them: compressed where that helps."""
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "game")
        write_folder(folder)
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                part = path.relative_to(folder).parts[0]
                body = path.read_bytes()
                found[part] = found.get(part, 0.0) + min(len(body), len(gzip.compress(body, 6))) / 1e6
    return {**{part: round(size, 2) for part, size in found.items() if size >= 0.01}, "all": round(sum(found.values()), 2)}


def run(command: list[str]) -> dict[str, Any]:
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    print("MB, compressed:", sizes())
    inside = run(["node", str(HERE / "site.mjs")])
    beside = run([sys.executable, str(HERE / "site_play.py")])
    print("starting, seconds:", inside["start"])
    for scenario, speed in inside["choices"].items():
        other = beside["choices"][scenario]
        print(f"{scenario}: {speed:,} choices/s, CPython {other:,} ({other / speed:.1f} times)")
    for level, (mean, longest) in inside["turns"].items():
        print(f"{level}: a turn {mean} s, at most {longest} s; CPython {beside['turns'][level]}")


if __name__ == "__main__":
    main()
