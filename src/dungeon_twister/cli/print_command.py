"""The command `scenario print`: a scenario on paper, as files of SVG and a page that prints them all."""

from __future__ import annotations

from argparse import Namespace
from html import escape
from pathlib import Path
from typing import Final

from dungeon_twister.cli.output import CommandError, os_error_text, print_line
from dungeon_twister.cli.scenario_command import text_of
from dungeon_twister.cli.share_command import playable
from dungeon_twister.cli.texts import catalogue, t, t_plural
from dungeon_twister.workshop.print_sheets import PAPERS, Sheet, print_sheets

INDEX: Final = "print.html"


def print_scenario(args: Namespace) -> int:
    """Write the sheets into a folder; exit code 1 with the findings if the scenario cannot be played."""
    text = text_of(args.file)
    if not playable(text, args.file):
        return 1
    sheets = print_sheets(text, args.paper, catalogue())
    folder = Path(args.out)
    files = {f"{number:02}-{sheet.kind}.svg": sheet.svg + "\n" for number, sheet in enumerate(sheets, 1)}
    files[INDEX] = _index(list(files), args.paper, sheets)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).write_text(content, encoding="utf-8")
    except OSError as error:
        raise CommandError(t("analysis.error.cannot-write", file=args.out, reason=os_error_text(error))) from None
    print_line(t_plural("share.print.written", len(sheets), file=str(folder / INDEX)))
    return 0


def _index(names: list[str], paper: str, sheets: list[Sheet]) -> str:
    """Return a page whose print has a sheet on each page of paper."""
    width, height = PAPERS[paper]
    style = f"@page{{size:{width}mm {height}mm;margin:0}}body{{margin:0}}img{{display:block;width:{width}mm;height:{height}mm}}"
    images = "".join(
        f'<img src="{escape(name)}" alt="{escape(t(f"share.print.{sheet.kind}"))}">'
        for name, sheet in zip(names, sheets, strict=True)
    )
    return (
        f'<!doctype html><meta charset="utf-8"><title>{escape(t("share.print.title"))}</title><style>{style}</style>{images}\n'
    )
