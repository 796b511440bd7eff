"""How long `import dungeon_twister` takes, and `from dungeon_twister import Game`, each in a Python of its own.

python -m bench.imports            # ten times each: median, quickest and slowest, in milliseconds of the processor
"""

from __future__ import annotations

import subprocess
import sys
from statistics import median

TIMES = 10
IMPORTS = ("import dungeon_twister", "from dungeon_twister import Game")
TIMED = "import sys, time; before = len(sys.modules); at = time.process_time(); {}; taken = time.process_time() - at; "
TOLD = "print(taken * 1000, len(sys.modules) - before)"


def main() -> None:
    for statement in IMPORTS:
        command = [sys.executable, "-c", TIMED.format(statement) + TOLD]
        runs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() for _ in range(TIMES)]
        taken = sorted(float(run[0]) for run in runs)
        print(f"{statement}: {median(taken):.1f} ms ({taken[0]:.1f} to {taken[-1]:.1f}), {runs[0][1]} modules")


if __name__ == "__main__":
    main()
