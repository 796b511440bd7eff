"""Tokens: characters, objects, and face-down tokens. The page has components in web/src/maze for this."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from dungeon_twister.presentation.svg.defs import icon_of
from dungeon_twister.presentation.svg.strokes import COG, CRACK, Point, num
from dungeon_twister.presentation.svg.view_layout import HIDDEN, OBJECT, DrawnToken

BADGES: Final = {
    "wound": ("drop", "#5c0f14", "#ffd9d0", 12),
    "blocked": ("manacles", "#2b2622", "#d8cbb4", 13),
    "hidden": ("sight-disabled", "var(--chip)", "#cfc2a8", 12),
}


def _icon(name: str, x: float, y: float, size: float, colour: str, more: str = "") -> str:
    box = f'x="{num(x)}" y="{num(y)}" width="{num(size)}" height="{num(size)}"'
    return f'<use href="#mz-i-{name}" {box} fill="{colour}"{more}/>'


def _figure_icon(piece: DrawnToken) -> str:
    return icon_of(piece.figure.key) if piece.figure else "help"


def _badge(kind: str, x: float, y: float, scale: float = 1) -> str:
    icon, fill, ink, size = BADGES[kind]
    return (
        f'<g transform="translate({num(x)},{num(y)}) scale({scale})"><circle r="9" fill="{fill}" stroke="{ink}" '
        f'stroke-width="1.5"/>{_icon(icon, -size / 2, -size / 2, size, ink)}</g>'
    )


def _ink(colour: str) -> str:
    return "var(--tok-dark)" if colour in ("yellow", "green") else "var(--tok-light)"


def drawn_piece(piece: DrawnToken, chips: bool) -> str:
    """Draw a token at its position."""
    if piece.kind == HIDDEN:
        body = _hidden(piece)
    elif piece.kind == OBJECT:
        body = _object(piece)
    else:
        body = _character(piece, chips)
    return f'<g transform="translate({num(piece.x)},{num(piece.y)}) scale({round(piece.scale, 3)})">{body}</g>'


def _hidden(piece: DrawnToken) -> str:
    """Draw a face-down token. Viewers who know it see its figure, with a struck eye."""
    shape, ink = f'href="#mz-s-{piece.colour}"', _ink(piece.colour)
    body = (
        '<ellipse cy="3.5" rx="25.5" ry="25" fill="#000" fill-opacity=".45"/>'
        f'<use {shape} fill="url(#mz-g-{piece.colour})" stroke="var(--ink)" stroke-width="2.6" stroke-linejoin="round"/>'
        f'<use {shape} transform="scale(.83)" fill="#000" fill-opacity=".24" stroke="var(--{piece.colour}-rim)" '
        'stroke-width="1.4" stroke-dasharray="3 2.6"/>'
    )
    if piece.figure:
        return body + _icon(_figure_icon(piece), -12, -14, 24, ink, ' opacity=".92"') + _badge("hidden", 16, 17)
    return body + f'<path d="{COG}" fill="{ink}" fill-opacity=".8" fill-rule="evenodd"/>'


def _object(piece: DrawnToken) -> str:
    """Draw a bone tile with a band in its owner's colour."""
    band = "M-15.8,10.5H15.8V13A2.8,2.8 0 0 1 13,15.8H-13A2.8,2.8 0 0 1 -15.8,13Z"
    return (
        '<use href="#mz-s-obj" y="2.5" fill="#000" fill-opacity=".35"/>'
        '<use href="#mz-s-obj" fill="url(#mz-bone)" stroke="var(--ink)" stroke-width="2.2"/>'
        + (f'<path d="{band}" fill="var(--{piece.colour})"/>' if piece.colour else "")
        + _icon(_figure_icon(piece), -12, -14.5, 24, "#2a1d10")
    )


def _disc(piece: DrawnToken, wounded: bool) -> str:
    """Draw the coloured shape of a character with its icon; cracked and pale when wounded."""
    colour = piece.colour
    shape, ink = f'href="#mz-s-{colour}"', f"var(--{colour}-w-ink)" if wounded else _ink(colour)
    fill = f"url(#mz-{'gw' if wounded else 'g'}-{colour})"
    body = (
        f'<use {shape} fill="{fill}" stroke="var(--ink)" stroke-width="2.6" stroke-linejoin="round"/>'
        f'<use {shape} transform="scale(.87)" fill="none" stroke="var(--{colour}-rim)" stroke-width="1.7" '
        f'stroke-opacity="{0.5 if wounded else 0.95}" stroke-linejoin="round"/>'
    )
    if piece.figure:
        body += _icon(_figure_icon(piece), -15.5, -18 if colour == "green" else -16, 31, ink)
    else:
        body += f'<path d="{COG}" fill="{ink}" fill-opacity=".8" fill-rule="evenodd"/>'
    if wounded:
        for stroke, width in (("#14100c", 3), ("var(--crack)", 1.1)):
            body += f'<path d="{CRACK}" fill="none" stroke="{stroke}" stroke-width="{width}" stroke-linejoin="round"/>'
    return body


def _chip(x: float, y: float, value: int, movement: bool) -> str:
    """Draw a number: movement is a round chip, combat a lozenge, so that they differ in shape, not only in colour."""
    ink = "var(--chip-m)" if movement else "var(--chip-k)"
    look = f'fill="var(--chip)" stroke="{ink}" stroke-width="1.5"'
    shape = (
        f'<circle r="8.2" {look}/>' if movement else f'<path d="M0,-9.7L9.7,0L0,9.7L-9.7,0Z" {look} stroke-linejoin="round"/>'
    )
    text = f'<text y="4.3" font-size="13.3" text-anchor="middle" fill="{ink}">{value}</text>'
    return f'<g transform="translate({x},{y})">{shape}{text}</g>'


def _pips() -> list[Point]:
    angles = [radians(-150 + number * 40) for number in range(4)]
    return [(29 * cos(angle), 29 * sin(angle)) for angle in angles]


def _character(piece: DrawnToken, chips: bool) -> str:
    wounded, figure = piece.wounded, piece.figure
    body = '<circle r="35" fill="url(#mz-potion)"/>' if piece.potion else ""
    if wounded:
        body += '<ellipse cy="3" rx="25" ry="24" fill="#000" fill-opacity=".25"/>'
        body += f'<g transform="rotate(-14)">{_disc(piece, wounded=True)}</g>'
    else:
        body += f'<ellipse cy="3.5" rx="25.5" ry="25" fill="#000" fill-opacity=".38"/>{_disc(piece, wounded=False)}'
    if piece.blocked:
        body += f'<use href="#mz-s-{piece.colour}" fill="url(#mz-hatch)"/>'
    for number, (x, y) in enumerate(_pips() if piece.potion else []):
        fill = "#c9a2ff" if number < piece.potion else "#2a2038"
        body += f'<circle cx="{num(x)}" cy="{num(y)}" r="4" fill="{fill}" stroke="var(--ink)" stroke-width="1.4"/>'
    if chips and figure:
        body += "" if wounded else _chip(-17.5, 18.5, figure.movement, movement=True)
        body += _chip(17.5, 18.5, 0 if wounded else figure.combat, movement=False)
    if piece.gear:
        rim = 'stroke="var(--ink)" stroke-width="2" paint-order="stroke"'
        cog = f'<path d="{COG}" fill="url(#mz-brass)" fill-rule="evenodd" {rim}/>'
        body += f'<g transform="translate(0,21.5) scale(.72)" data-badge="gear"><circle r="9" fill="var(--hub)"/>{cog}</g>'
    for number, load in enumerate(piece.loads[:2]):
        body += f'<g transform="translate(17,{-17 + number * 20}) scale({0.58 if number else 0.68})">{_object(load)}</g>'
    if piece.friend:
        under = f'<use href="#mz-s-{piece.friend.colour}" y="3" transform="scale(1.12)" fill="#0e0b09"/>'
        body += f'<g transform="translate(-16,-17) rotate(-14) scale(.54)">{under}{_disc(piece.friend, wounded=True)}</g>'
        body += _badge("wound", -27, -9, 0.7)
    if wounded:
        body += _badge("wound", -18, -18)
    elif piece.blocked:
        body += _badge("blocked", -18, -18)
    return body


def ropes(corners: list[Point]) -> str:
    """Draw ropes over pits, under the characters on them."""
    out = []
    for x, y in corners:
        for top, bottom in ((14, 46), (46, 14)):
            d = f"M{num(x + 2)},{num(y + top)}L{num(x + 58)},{num(y + bottom)}"
            out.append(f'<path d="{d}" stroke="#1a120a" stroke-width="6.5" stroke-linecap="round"/>')
            out.append(f'<path d="{d}" stroke="#d8b878" stroke-width="4.2" stroke-linecap="round"/>')
            out.append(f'<path d="{d}" stroke="#8a6530" stroke-width="4.2" stroke-dasharray="1.4 3.6"/>')
    return "".join(out)
