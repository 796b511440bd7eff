"""The command `cases`: runs rule cases and prints those that fail."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from dungeon_twister.cli.output import CommandError, as_sentence, print_json, read_text_file
from dungeon_twister.game.record.cases import parse_cases, run_case
from dungeon_twister.rules.geometry.text import TextError


def cases(args: Namespace) -> int:
    """Run the rule cases of files and folders."""
    passed, failed, failures, unreadable = 0, 0, list[str](), list[str]()
    clauses: set[str] = set()
    for name in _case_files(args.paths, unreadable):
        try:
            found = parse_cases(read_text_file(name), name)
        except (CommandError, TextError) as error:
            unreadable.append(as_sentence(str(error)))
            continue
        for case in found:
            clauses |= set(case.clauses)
            wrong = run_case(case)
            failures += wrong
            passed += not wrong
            failed += bool(wrong)
    if args.json:
        summary = {
            "passed": passed,
            "failed": failed,
            "failures": failures,
            "unreadable": unreadable,
            "clauses": sorted(clauses),
        }
        print_json(summary)
    else:
        for failure in failures:
            print(as_sentence(failure))
        if passed or failed or not unreadable:
            print(f"{passed} cases hold, {failed} do not; they cite {len(clauses)} clauses.")
    for complaint in unreadable:
        sys.stderr.write(complaint + "\n")
    return 2 if unreadable else 1 if failures else 0


def _case_files(paths: list[str], unreadable: list[str]) -> list[str]:
    found: list[str] = []
    for name in paths:
        if Path(name).is_dir():
            inside = sorted(str(path) for path in Path(name).rglob("*.case"))
            if not inside:
                unreadable.append(f"There are no files *.case in {name}.")
            found += inside
        else:
            found.append(name)
    return found
