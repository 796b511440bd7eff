"""The command `verify`: checks that the chance of a recorded game was fair."""

from __future__ import annotations

from argparse import Namespace
from typing import Final

from dungeon_twister.cli.output import CommandError, make_console, print_json, read_text_file
from dungeon_twister.game.record.commit_reveal import is_contribution
from dungeon_twister.game.record.files import load
from dungeon_twister.game.record.json_codec import plain
from dungeon_twister.game.record.proof import verdict
from dungeon_twister.game.record.proof import verify as check

EXIT_CODES: Final = {True: 0, False: 1, None: 2}
LABELS: Final = {True: "", False: "WRONG: ", None: "CANNOT BE CHECKED: "}


def _hex_64(text: str) -> str:
    """Read a commitment or a contribution from the command line."""
    digits = text.strip().lower()
    if not is_contribution(digits):
        raise CommandError(f"'{text[:80]}' is no commitment or contribution: they have 64 hexadecimal digits (0 to 9, a to f)")
    return digits


def verify(args: Namespace) -> int:
    """Check a record and print the findings. Return 1 if anything is wrong, 2 if something cannot be checked."""
    shown = "" if args.commitment is None else _hex_64(args.commitment)
    given = [_hex_64(one) for one in args.contribution]
    record, _ = load(read_text_file(args.file), args.file)
    found = check(record, shown, given)
    right = verdict(found)
    if args.json:
        print_json({"file": args.file, "right": right, "findings": plain(found)})
        return EXIT_CODES[right]
    console = make_console()
    for finding in found:
        console.print(LABELS[finding.right] + finding.sentence, markup=False, highlight=False)
    return EXIT_CODES[right]
