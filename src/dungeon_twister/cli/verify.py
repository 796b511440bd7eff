"""The command `verify`: was the chance of a recorded game fair?"""

from __future__ import annotations

from argparse import Namespace

from dungeon_twister.cli.output import make_console, print_json, read_text_file
from dungeon_twister.record.files import load
from dungeon_twister.record.plain import plain
from dungeon_twister.record.proof import verify as check


def verify(args: Namespace) -> int:
    """Check a record and say what was found; 1 if anything is not as it should be."""
    record, _ = load(read_text_file(args.file), args.file)
    found = check(record)
    right = all(finding.right for finding in found)
    if args.json:
        print_json({"file": args.file, "right": right, "findings": plain(found)})
        return 0 if right else 1
    console = make_console()
    for finding in found:
        console.print(finding.sentence if finding.right else f"WRONG: {finding.sentence}", markup=False, highlight=False)
    return 0 if right else 1
