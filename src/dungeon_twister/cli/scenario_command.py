"""The command `scenario`: checks scenarios of one's own, and lets bots try them."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from dungeon_twister.cli.output import CommandError, as_sentence, make_console, os_error_text, print_json
from dungeon_twister.cli.texts import catalogue, t, t_plural
from dungeon_twister.rules.engine.scenarios import builtin_text, scenario_names, unchecked_text
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.workshop.findings import ERROR, Finding, has_errors
from dungeon_twister.workshop.scenario_check import check_scenario


def missing_action(args: Namespace) -> int:
    """Show how to use the command."""
    args.parser.print_help()
    return 0


def check(args: Namespace) -> int:
    """Print the findings of a scenario; exit code 1 if it cannot be played."""
    findings = check_scenario(text_of(args.file), Path(args.file).name)
    broken = has_errors(findings)
    if args.json:
        print_json({"playable": not broken, "findings": [finding.as_json(catalogue()) for finding in findings]})
        return 1 if broken else 0
    print_findings(findings)
    console = make_console()
    errors = sum(finding.severity == ERROR for finding in findings)
    console.print(t_plural("workshop.check.errors", errors) if broken else t("workshop.check.playable"), markup=False)
    return 1 if broken else 0


def print_findings(findings: list[Finding]) -> None:
    """Print findings, one a line, errors first."""
    console = make_console()
    for finding in sorted(findings, key=lambda finding: finding.severity != ERROR):
        words = as_sentence(finding.sentence(catalogue()))
        at = t("workshop.check.line", line=finding.line) if finding.line else ""
        console.print(f"{t(f'workshop.check.{finding.severity}')}{at}: {words}", markup=False, soft_wrap=True)


def text_of(name: str) -> str:
    """Return the text of a scenario by name or file, whatever is wrong with it."""
    if name in scenario_names():
        return builtin_text(name)
    try:
        return unchecked_text(Path(name))
    except TextError as error:
        raise CommandError(str(error)) from None
    except (OSError, ValueError) as error:
        raise CommandError(t("terminal.error.cannot-read", file=name, reason=os_error_text(error))) from None
