"""``python -m tools.mutants PACKAGE...``: draw mutants of packages, run their tests against each, print survivors and score.

mutmut makes the mutants, `[tool.mutants]` of pyproject.toml names the tests (docs/data/mutation.md). Each mutant has its own
process: one that has run the tests before holds settings and mazes in caches, which hide what is wrong in building them.
"""

import argparse
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
from compileall import compile_dir
from difflib import unified_diff
from math import sqrt
from pathlib import Path

import libcst
from mutmut.mutation.file_mutation import Mutation, create_mutations

ROOT = Path(__file__).parents[1]
MEMORY = 8 << 30  # a mutant that collects for ever fails, and a test that waits for ever is stopped
PYTEST = "-m pytest -x -p no:cacheprovider --hypothesis-seed=0 -o faulthandler_timeout=120 -o faulthandler_exit_on_timeout=1"
Mutant = tuple[Path, libcst.Module, Mutation]


def mutants_of(patterns: list[str]) -> list[Mutant]:
    """Return all mutants in functions of these files, in the order of the source."""
    found: list[Mutant] = []
    for path in sorted({path for pattern in patterns for path in ROOT.glob(pattern)}):
        module, mutations, *_ = create_mutations(str(path), path.read_text("utf-8"))
        inside = [one for one in mutations if isinstance(one.contained_by_top_level_function, libcst.FunctionDef)]
        found += [(path.relative_to(ROOT), module, one) for one in inside]
    return found


def passes(copy: Path, tests: list[str]) -> bool:
    """Return whether the tests pass with the sources in `copy`."""
    paths = {"PYTHONPATH": str(copy / "src"), "HYPOTHESIS_STORAGE_DIRECTORY": str(copy / "hypothesis")}
    env = {**os.environ, **paths, "DUNGEON_TWISTER_COMPILED": "", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, *PYTEST.split(), *tests], cwd=ROOT, env=env, capture_output=True).returncode == 0


def unnoticed(copy: Path, mutant: Mutant, tests: list[str]) -> str:
    """Return the change if the tests pass with it, or nothing."""
    path, module, change = mutant
    wrong = libcst.ensure_type(module.deep_replace(change.original_node, change.mutated_node), libcst.Module).code
    (copy / path).write_text(wrong, "utf-8")
    passed = passes(copy, tests)
    shutil.copy2(ROOT / path, copy / path)
    return "\n".join(unified_diff(module.code.split("\n"), wrong.split("\n"), str(path), n=1, lineterm="")) if passed else ""


def interval(part: int, whole: int) -> str:
    """Return a share with Wilson's 95 % interval."""
    share, z = part / whole, 1.96
    middle, half = share + z * z / 2 / whole, z * sqrt(share * (1 - share) / whole + z * z / 4 / whole / whole)
    low, high = ((middle + side) / (1 + z * z / whole) for side in (-half, half))
    return f"{share:.1%} ({low:.1%} to {high:.1%})"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("packages", nargs="+", help="such as rules.engine.board")
    for name, number in (("--size", 300), ("--seed", 1), ("--least", 0)):  # at least so many percent must be noticed
        parser.add_argument(name, type=int, default=number)
    asked = parser.parse_args()
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mutants"]
    tests = [test for package in asked.packages for test in table[max(filter(package.startswith, table), key=len)]]
    names = ["src/dungeon_twister/" + package.replace(".", "/") for package in asked.packages]
    everything = mutants_of([name + end for name in names for end in (".py", "/*.py")])
    drawn = random.Random(asked.seed).sample(everything, min(asked.size, len(everything)))
    noticed = 0
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(ROOT / "src", Path(folder) / "src")).parent
        compile_dir(copy, quiet=1)
        if not passes(copy, tests):
            sys.exit("the tests fail without a mutant")
        for number, mutant in enumerate(drawn, 1):
            change = unnoticed(copy, mutant, tests)
            noticed += not change
            print(f"{number} of {len(drawn)}", change or "noticed", flush=True)
    print(f"{noticed} of {len(drawn)} noticed, {interval(noticed, len(drawn))}, of {len(everything)} mutants")
    sys.exit(100 * noticed / len(drawn) < asked.least)


if __name__ == "__main__":
    main()
