"""The commands `scenario link` and `scenario open`: a whole scenario in a link, and back in a file."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from dungeon_twister.cli.output import CommandError, os_error_text
from dungeon_twister.cli.scenario_command import print_findings, text_of
from dungeon_twister.cli.texts import catalogue, t
from dungeon_twister.workshop.findings import has_errors
from dungeon_twister.workshop.scenario_check import check_scenario
from dungeon_twister.workshop.share_link import LinkError, pack, unpack


def link(args: Namespace) -> int:
    """Print the link of a scenario; exit code 1 with the findings if it cannot be played."""
    text = text_of(args.file)
    if not playable(text, args.file):
        return 1
    try:
        print(f"{args.page}#{pack(text)}")
    except LinkError as error:
        raise CommandError(error.sentence(catalogue())) from None
    return 0


def unfold(args: Namespace) -> int:
    """Write the scenario of a link to a new file; exit code 1 with the findings if it cannot be played."""
    try:
        text = unpack(args.link)
    except LinkError as error:
        raise CommandError(error.sentence(catalogue())) from None
    if not playable(text, "link"):
        return 1
    try:
        with Path(args.out).open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise CommandError(t("analysis.error.cannot-write", file=args.out, reason=os_error_text(error))) from None
    return 0


def playable(text: str, source: str) -> bool:
    """Print the findings of a scenario that cannot be played."""
    findings = check_scenario(text, Path(source).name)
    if has_errors(findings):
        print_findings(findings)
        return False
    return True
