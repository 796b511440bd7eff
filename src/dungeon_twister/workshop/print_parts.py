"""Parts of a printed scenario: rooms, starting lines and zones, tokens, cards. All lengths are millimetres.

A part draws in units of the maze (`presentation/svg`), of which 60 are a square.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from dungeon_twister.presentation.guide.guide_shapes import LineDrawing, PieceKind, RoomDrawing, Scene
from dungeon_twister.presentation.i18n import MessageCatalogue
from dungeon_twister.presentation.svg import edges, room_svg, token_svg
from dungeon_twister.presentation.svg.scene_layout import LineLayout, layout_of, turn_side, turned_room
from dungeon_twister.presentation.svg.strokes import ROOM, SQUARE
from dungeon_twister.presentation.svg.view_layout import CHARACTER, HIDDEN, OBJECT, DrawnToken

MM: Final = 16 / SQUARE  # of one unit: a square is 16 mm wide
RIM: Final = room_svg.FRAME + 1.6  # of a room and of a line
TILE: Final = (ROOM + 2 * RIM) * MM
TOKEN: Final = SQUARE * MM
CARD: Final = (44.0, 61.0)
LONGEST_STRIP: Final = 11  # squares of a line on one piece of paper


@dataclass(frozen=True)
class PrintPart:
    """A part to cut out: its size, its drawing, a caption below it, and where it is folded from top to bottom."""

    width: float
    height: float
    body: str
    caption: str = ""
    fold: float = 0.0


def _placed(x: float, y: float, body: str) -> str:
    """Return a drawing in units of the maze, with its origin at a place in millimetres."""
    return f'<g transform="translate({x:.2f},{y:.2f}) scale({MM})">{body}</g>'


# -- rooms --------------------------------------------------------------------------------------------------------------


def room_part(drawing: RoomDrawing) -> PrintPart:
    room = turned_room(drawing, 0)
    body = room_svg.room_floor(room) + room_svg.room_walls(room, ()) + room_svg.corner_tabs(room)
    return PrintPart(TILE, TILE, _placed(RIM * MM, RIM * MM, body), escape(drawing.name))


def lid_part() -> PrintPart:
    """Return the back of a room, the same for all."""
    body = room_svg.frame("var(--grout)") + '<use href="#mz-lid"/>'
    return PrintPart(TILE, TILE, _placed(RIM * MM, RIM * MM, body))


# -- where characters start and leave -------------------------------------------------------------------------------------


def line_parts(line: LineDrawing) -> Iterator[PrintPart]:
    """Return a line as strips, lying across."""
    upright = line.towards in "ew"
    squares = line.squares[::-1] if upright else line.squares
    towards = turn_side(line.towards, 1) if upright else line.towards
    owner = line.colours[0] if len(line.colours) == 1 else "neutral"
    for first in range(0, len(squares), LONGEST_STRIP):
        piece = squares[first : first + LONGEST_STRIP]
        layout = LineLayout(line, towards, [(square, (number * SQUARE, 0)) for number, square in enumerate(piece)])
        body = edges.starting_line(layout, owner, outwards=not line.colours)
        width, height = len(piece) * SQUARE + 2 * RIM, SQUARE + 2 * RIM
        yield PrintPart(width * MM, height * MM, _placed(RIM * MM, RIM * MM, body), escape(line.name))


def bay_parts(scene: Scene) -> Iterator[PrintPart]:
    """Return the starting zones of the Card Game, each cut out of the whole drawing."""
    layout = layout_of(scene)
    body = edges.starting_zones(layout)
    for bay in layout.bays.values():
        x, y, width, height = (bay.box.x - 3, bay.box.y - 3, bay.box.width + 6, bay.box.height + 6)
        inside = (
            f'<svg width="{width * MM:.2f}" height="{height * MM:.2f}" viewBox="{x:.1f} {y:.1f} {width:.1f} {height:.1f}">'
            f"{body}</svg>"
        )
        yield PrintPart(width * MM, height * MM, inside, escape(bay.bay.name))


# -- tokens -------------------------------------------------------------------------------------------------------------


def token_parts(colour: str, figure: PieceKind, catalogue: MessageCatalogue) -> Iterator[PrintPart]:
    """Return the tokens of one piece, each as front and back that are folded on each other: a character has one that shows
    whether it is wounded, every piece one that lies face down in the setup."""
    name = escape(catalogue.t(f"game.piece.{figure.key}"))
    shown = DrawnToken("", colour, figure, CHARACTER if figure.character else OBJECT)
    back = DrawnToken("", colour, None, HIDDEN)
    if figure.character:
        yield _folded(shown, DrawnToken("", colour, figure, CHARACTER, wounded=True), name)
    yield _folded(shown, back, name)


def _folded(front: DrawnToken, back: DrawnToken, name: str) -> PrintPart:
    body = "".join(
        _placed(TOKEN * (number + 0.5), TOKEN / 2, token_svg.drawn_piece(token, chips=True))
        for number, token in enumerate((front, back))
    )
    return PrintPart(2 * TOKEN, TOKEN, body, name, fold=TOKEN)


# -- cards --------------------------------------------------------------------------------------------------------------


def card_parts(scene: Scene, colour: str, catalogue: MessageCatalogue) -> Iterator[PrintPart]:
    """Return the cards of one player."""
    for number in scene.combat_cards:
        yield _card(colour, f"+{number}", catalogue.t("share.print.combat"))
    for number in scene.action_cards:
        yield _card(colour, str(number), catalogue.t("share.print.action"))
    for _ in range(scene.jump_cards):
        yield _card(colour, "", catalogue.t("share.print.jump"))


def _card(colour: str, number: str, name: str) -> PrintPart:
    """Draw a card: a frame in the player's colour, the number large and in a corner; a jump card shows a pit."""
    width, height = CARD
    look = f'fill="#fffaf0" stroke="var(--{colour})" stroke-width="1.6"'
    frame = f'<rect x="1.8" y="1.8" width="{width - 3.6}" height="{height - 3.6}" rx="3" {look}/>'
    mark = _placed(
        width / 2, height - 14, f'<use href="#mz-s-{colour}" fill="var(--{colour})" stroke="var(--ink)" stroke-width="2.6"/>'
    )
    middle = (
        f'<text x="{width / 2}" y="31" font-size="20" text-anchor="middle" fill="#241a11">{number}</text>'
        f'<text x="5" y="9" font-size="6" fill="#241a11">{number}</text>'
        if number
        else _placed(width / 2 - TOKEN / 2, 16, '<use href="#mz-pit"/>')
    )
    word = f'<text x="{width / 2}" y="39" font-size="4" text-anchor="middle" fill="#4f4132">{escape(name)}</text>'
    return PrintPart(width, height, frame + mark + middle + word)
