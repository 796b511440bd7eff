"""A scenario on paper: sheets of SVG with an overview, rooms and their backs, lines, tokens and cards, to scale, with marks
where to cut. Rows lie in the middle of the paper, so that rooms and their backs meet when a sheet is printed on both sides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import Final

from dungeon_twister.presentation import svg
from dungeon_twister.presentation.guide.guide_shapes import Scene
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.presentation.i18n import MessageCatalogue
from dungeon_twister.presentation.svg.defs import coloured, definitions
from dungeon_twister.rules.engine.game import new_setting, start
from dungeon_twister.workshop.print_parts import (
    PrintPart,
    bay_parts,
    card_parts,
    lid_part,
    line_parts,
    room_part,
    token_parts,
)

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # mm
MARGIN: Final = 7.0
HEAD: Final = 5.0  # of the heading of a sheet
GAP: Final = 4.2  # between two parts, with room for marks and caption
CAPTION: Final = 2.6  # height of its letters
LETTERS: Final = 112  # of a line of text
FONT: Final = "font-family=\"'Alegreya Sans', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif\""
SIZE: Final = re.compile(r' width="(\d+)" height="(\d+)"')


@dataclass(frozen=True)
class Sheet:
    """One page: the kind of its parts, and its drawing."""

    kind: str
    svg: str


@dataclass(frozen=True)
class Paper:
    """A page of paper with what its heading says."""

    width: float
    height: float
    title: str
    catalogue: MessageCatalogue

    def sheet(self, kind: str, body: str) -> Sheet:
        heading = f"{self.title} · {self.catalogue.t(f'share.print.{kind}')} · {self.catalogue.t('share.print.scale')}"
        words = f'<text x="{MARGIN}" y="{MARGIN + 2}" font-size="3" fill="#4f4132" {FONT}>{escape(heading)}</text>'
        drawn = coloured(definitions(body) + words + body, "light")
        size = f'width="{self.width}mm" height="{self.height}mm" viewBox="0 0 {self.width} {self.height}"'
        font = 'font-family="Grenze, \'Alegreya Sans\', Georgia, serif" font-weight="600"'
        white = f'<rect width="{self.width}" height="{self.height}" fill="#fff"/>'
        return Sheet(kind, f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>{svg.CREDIT}{white}{drawn}</svg>')

    def laid_out(self, kind: str, parts: Iterable[PrintPart]) -> Iterator[Sheet]:
        """Lay parts out in rows in the middle of the paper, on as many sheets as they need."""
        rows = list(_rows(parts, self.width - 2 * MARGIN))
        while rows:
            body: list[str] = []
            y = MARGIN + HEAD
            while rows and (not body or y + max(part.height for part in rows[0]) + CAPTION <= self.height - MARGIN):
                row = rows.pop(0)
                x = (self.width - _width(row)) / 2
                for part in row:
                    body.append(f'<g class="part" transform="translate({x:.2f},{y:.2f})">{part.body}{_marks(part)}</g>')
                    x += part.width + GAP
                y += max(part.height for part in row) + GAP
            yield self.sheet(kind, "".join(body))


def _width(row: list[PrintPart]) -> float:
    return sum(part.width for part in row) + GAP * (len(row) - 1)


def _rows(parts: Iterable[PrintPart], width: float) -> Iterator[list[PrintPart]]:
    """Return as many parts at a time as lie beside each other."""
    row: list[PrintPart] = []
    for part in parts:
        if row and _width([*row, part]) > width:
            yield row
            row = []
        row.append(part)
    if row:
        yield row


def print_sheets(text: str, paper: str, catalogue: MessageCatalogue) -> list[Sheet]:
    """Return the sheets of a scenario, given by name or text. Raise TextError if it cannot be played, KeyError for an unknown
    paper."""
    setting = new_setting(text, {})
    scene = scene_of(setting)
    page = Paper(*PAPERS[paper], scene.title, catalogue)
    found = [page.sheet("overview", _overview(page, scene, svg.maze(start(setting), theme="light", size=180)))]
    rooms = [room_part(room) for room in scene.rooms]
    backs = [lid_part()] * len(rooms)
    for both in zip(page.laid_out("rooms", rooms), page.laid_out("backs", backs), strict=True):
        found += both
    strips = sorted((part for line in scene.lines for part in line_parts(line)), key=lambda part: -part.width)
    found += page.laid_out("lines", [*strips, *bay_parts(scene)])
    found += page.laid_out(
        "tokens", (part for seat in scene.seats for one in scene.figures for part in token_parts(seat.colour, one, catalogue))
    )
    for seat in scene.seats:
        found += page.laid_out("cards", card_parts(scene, seat.colour, catalogue))
    return found


def _marks(part: PrintPart) -> str:
    """Draw short lines outside the corners of a part, where to cut; a fold is dashed."""
    width, height = part.width, part.height
    ends = (0.6, 2.0)
    path = ""
    for x in (0, width):
        for way, y in ((-1, 0.0), (1, height)):
            path += f"M{x:.2f},{y + way * ends[0]:.2f}V{y + way * ends[1]:.2f}"
    for y in (0, height):
        for way, x in ((-1, 0.0), (1, width)):
            path += f"M{x + way * ends[0]:.2f},{y:.2f}H{x + way * ends[1]:.2f}"
    drawn = f'<path d="{path}" stroke="#000" stroke-width="0.15" fill="none"/>'
    if part.fold:
        line = f"M{part.fold:.2f},0V{height:.2f}"
        drawn += f'<path d="{line}" stroke="#777" stroke-width="0.15" stroke-dasharray="1 1" fill="none"/>'
    if part.caption:
        at = f'x="{width / 2:.2f}" y="{height + CAPTION:.2f}" font-size="{CAPTION}" text-anchor="middle"'
        drawn += f'<text {at} fill="#4f4132" {FONT}>{part.caption}</text>'
    return drawn


# -- the first sheet ------------------------------------------------------------------------------------------------------


def _overview(page: Paper, scene: Scene, maze: str) -> str:
    """Draw the title, the maze, a ruler of 5 cm and what to do."""
    t, tn = page.catalogue.t, page.catalogue.tn
    found = SIZE.search(maze)
    assert found is not None
    wide, high = int(found[1]), int(found[2])
    scale = min(1, (page.width - 2 * MARGIN) / wide, (page.height - 130) / high)
    placed = SIZE.sub(f' x="{MARGIN}" y="34" width="{wide * scale:.1f}" height="{high * scale:.1f}"', maze, count=1)
    facts = [
        t(f"share.print.game.{scene.game}"),
        tn("share.print.players", len(scene.seats)),
        tn("share.print.turns", scene.turns) if scene.turns else tn("share.print.target", scene.target),
    ]
    y = 34 + high * scale + 10
    texts = [
        *(t(f"share.print.step.{scene.game}.{kind}") for kind in ("rooms", "lines", "tokens", "cards")),
        t("share.print.rules"),
    ]
    lines = [line for text in texts for line in wrap(text, LETTERS)]
    return (
        f'<text x="{MARGIN}" y="22" font-size="9" fill="#241a11">{escape(scene.title)}</text>'
        f'<text x="{MARGIN}" y="29" font-size="4" fill="#4f4132" {FONT}>{escape(" · ".join(facts))}</text>'
        f"{placed}{_texts(lines, y)}{_ruler(page, y + len(lines) * 6 + 8)}"
    )


def _texts(lines: list[str], y: float) -> str:
    return "".join(
        f'<text x="{MARGIN}" y="{y + number * 6:.1f}" font-size="3.6" fill="#241a11" font-weight="400" {FONT}>'
        f"{escape(line)}</text>"
        for number, line in enumerate(lines)
    )


def _ruler(page: Paper, y: float) -> str:
    ticks = "".join(f"M{MARGIN + 10 * number},{y:.1f}v{-3 if number % 5 == 0 else -2}" for number in range(6))
    words = escape(page.catalogue.t("share.print.ruler"))
    return (
        f'<path d="M{MARGIN},{y:.1f}h50{ticks}" stroke="#000" stroke-width="0.25" fill="none"/>'
        f'<text x="{MARGIN + 54}" y="{y:.1f}" font-size="3.6" fill="#241a11" font-weight="400" {FONT}>{words}</text>'
    )
