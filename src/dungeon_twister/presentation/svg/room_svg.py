"""Rooms, in layers: the floor with stones, pits and the gear; walls, portcullises and slits; tabs in the corners.

The page has web/src/maze/draw/rooms.ts for this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import floor
from typing import Final

from dungeon_twister.presentation.svg.scene_layout import RoomEdge, TurnedRoom, sign_cell
from dungeon_twister.presentation.svg.strokes import (
    LETTERS,
    ROOM,
    SIZE,
    SQUARE,
    Cell,
    arc_arrow,
    contour,
    gear,
    num,
    pair,
    zone_sign,
)

WALL: Final = 8  # thickness
FRAME: Final = 3.2
# Pairs of the Card Game have Roman numerals, so that a blue room is not confused with a blue player.
ROMAN: Final = {"blue": "I", "green": "II", "red": "III", "yellow": "IV", "purple": "V", "brown": "VI"}


def _label(name: str) -> str:
    return escape(ROMAN.get(name, name))


def _pair_colour(name: str) -> str:
    return f"var(--pair-{escape(name)})"


def frame(fill: str) -> str:
    outer = FRAME + 1.6
    return (
        f'<rect x="{-outer}" y="{-outer}" width="{ROOM + 2 * outer}" height="{ROOM + 2 * outer}" rx="6" fill="var(--ink)"/>'
        f'<rect x="{-FRAME}" y="{-FRAME}" width="{ROOM + 2 * FRAME}" height="{ROOM + 2 * FRAME}" rx="5" fill="{fill}"/>'
    )


def room_floor(room: TurnedRoom) -> str:
    """Draw everything of a room under its walls."""
    colour = _pair_colour(room.pair)
    whole = f'width="{ROOM}" height="{ROOM}" rx="2"'
    light = f'<rect {whole} fill="url(#mz-room)"/>'
    bed = f'{frame(colour)}<rect {whole} fill="var(--grout)"/>'
    if room.zones:
        return bed + _zone_floor(room) + light + _card_pits(room) + _zone_signs(room)
    tint = f'<rect {whole} fill="{colour}" opacity="var(--pair-tint)"/>'
    pits = "".join(f'<use href="#mz-pit" x="{x * SQUARE}" y="{y * SQUARE}"/>' for x, y in room.pits)
    return bed + _flagstones(room) + tint + light + pits + _gear_square(room)


def _random_from(seed: str) -> Callable[[], float]:
    """Return a small random generator, the same as on the page, so that a room always has the same stones."""
    mask = 0xFFFFFFFF
    h = 2166136261
    for letter in seed:
        h = (h ^ ord(letter)) * 16777619 & mask

    def draw() -> float:
        nonlocal h
        h = (h ^ h >> 15) * 2246822507 & mask
        h = (h ^ h >> 13) * 3266489909 & mask
        h ^= h >> 16
        return h / 4294967296

    return draw


def _flagstones(room: TurnedRoom) -> str:
    random = _random_from(f"{room.name}{room.quarters}")
    variants = (0, 0, 0, 1, 2, 3, 4)
    out = []
    for number in range(SIZE * SIZE):
        cell = number % SIZE, number // SIZE
        if cell in room.pits:
            continue
        x, y = cell[0] * SQUARE, cell[1] * SQUARE
        out.append(f'<use href="#mz-t{variants[floor(random() * 7)]}" x="{x}" y="{y}"/>')
        shade = random()
        if shade < 0.62:
            dark, opacity = "#000" if shade < 0.36 else "#fff", round(shade % 0.31 * 26) / 100
            out.append(f'<rect x="{x + 1}" y="{y + 1}" width="58" height="58" rx="3" fill="{dark}" opacity="{opacity}"/>')
        if random() < 0.22:
            begin = pair(x + 14 + random() * 30, y + 14 + random() * 30)
            first = pair(random() * 18 - 9, 5 + random() * 5)
            crack = f"M{begin}l{first}l{pair(random() * 12 - 6, 3 + random() * 4)}"
            out.append(f'<path d="{crack}" stroke="var(--floor-lo)" stroke-width="1.1" fill="none"/>')
    return "".join(out)


def _gear_square(room: TurnedRoom) -> str:
    """Draw a brass cog round an enamel disc with the printed arrow."""
    arc, tip = arc_arrow(20.2, -205, 60, room.clockwise, 4.4)
    x, y = room.gear
    return (
        f'<g transform="translate({x * SQUARE + 30},{y * SQUARE + 30})">'
        '<rect x="-28.8" y="-28.8" width="57.6" height="57.6" rx="3" fill="var(--plate)"/>'
        f'<path d="{gear(28, 23.5, 14)}" fill="url(#mz-brass)" stroke="var(--ink)" stroke-width="1.4"/>'
        f'<circle r="22.6" fill="{_pair_colour(room.pair)}" stroke="var(--ink)" stroke-width="1.3"/>'
        f'<path d="{arc}" fill="none" stroke="#fff7e2" stroke-width="2.6" stroke-linecap="round"/>'
        f'<path d="{tip}" fill="#fff7e2"/><circle r="14" fill="var(--hub)" stroke="#00000088" stroke-width="1.2"/>'
        f'<text y="7" font-size="20" text-anchor="middle" fill="#fff2d0">{_label(room.pair)}</text></g>'
    )


# -- zones of the Card Game ------------------------------------------------------------------------------------------------


def _squares(cells: Sequence[Cell]) -> str:
    return "".join(f"M{x * SQUARE},{y * SQUARE}h{SQUARE}v{SQUARE}h{-SQUARE}Z" for x, y in cells)


def _zone_floor(room: TurnedRoom) -> str:
    out = []
    for letter in LETTERS:
        cells = room.zones.get(letter)
        if not cells:
            continue
        d = _squares(cells)
        line = f'stroke="var(--zone-{letter}-line)" stroke-width="2.6" fill="none" stroke-linejoin="round"'
        out.append(f'<path d="{d}" fill="var(--zone-{letter})"/><path d="{d}" fill="url(#mz-z-{letter})"/>')
        out.append(f'<path d="{contour(cells, 3.2)}" {line}/>')
        for x, y in cells:
            at = f'x="{x * SQUARE + 0.5}" y="{y * SQUARE + 0.5}"'
            out.append(f'<rect {at} width="59" height="59" fill="none" stroke="#000" stroke-opacity=".1"/>')
    return "".join(out)


def _zone_signs(room: TurnedRoom) -> str:
    out = []
    for letter in LETTERS:
        cells = room.zones.get(letter)
        if not cells:
            continue
        x, y = sign_cell(cells)
        d, colour = zone_sign(letter, 32), f"var(--zone-{letter}-line)"
        out.append(f'<g transform="translate({x * SQUARE + 30},{y * SQUARE + 30})" fill-rule="evenodd">')
        out.append(f'<path d="{d}" transform="translate(0,2)" fill="#000" fill-opacity=".35"/>')
        out.append(f'<path d="{d}" fill="var(--zone-{letter})" stroke="{colour}" stroke-width="3.2" stroke-linejoin="round"/>')
        if letter == "G":
            arc, tip = arc_arrow(25.5, -205, 30, room.clockwise, 4.6)
            out.append(f'<path d="{arc}" fill="none" stroke="var(--ink)" stroke-width="5" stroke-opacity=".6"/>')
            out.append(f'<path d="{arc}" fill="none" stroke="{colour}" stroke-width="2.6" stroke-linecap="round"/>')
            out.append(f'<path d="{tip}" fill="{colour}"/>')
        out.append("</g>")
    return "".join(out)


def _card_pits(room: TurnedRoom) -> str:
    """Draw the pits; adjacent pit cells become one shaft."""
    left = set(room.pits)
    out = []
    while left:
        group = [min(left)]
        left.discard(group[0])
        for x, y in group:  # the list grows during the loop
            near = sorted(left & {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)})
            group += near
            left -= set(near)
        out.append(f'<path d="{_squares(group)}" fill="var(--pit-lip)"/>')
        for inset, depth in ((3.5, 1), (9.5, 2), (15.5, 3)):
            rim = 'stroke="#000" stroke-opacity=".6" stroke-width="1.1"'
            out.append(f'<path d="{contour(group, inset)}" fill="var(--pit-{depth})" {rim}/>')
    return "".join(out)


# -- walls -----------------------------------------------------------------------------------------------------------------


def _line_at(line: int) -> float:
    """Return the coordinate of a wall's middle.

    Border walls lie wholly inside their own room: two walls back to back show as two.
    """
    return WALL / 2 if line == 0 else ROOM - WALL / 2 if line == SIZE else line * SQUARE


def _runs(edges: Sequence[RoomEdge]) -> list[tuple[bool, int, int, int]]:
    """Merge collinear adjacent edges, so that masonry is continuous."""
    runs: list[tuple[bool, int, int, int]] = []
    for upright, line, k in sorted(edges):
        if runs and runs[-1][:2] == (upright, line) and runs[-1][3] == k:
            runs[-1] = (upright, line, runs[-1][2], k + 1)
        else:
            runs.append((upright, line, k, k + 1))
    return runs


def _wall_path(edges: Sequence[RoomEdge]) -> str:
    def kept(value: float) -> str:
        return num(min(max(value, WALL / 2), ROOM - WALL / 2))

    path = ""
    for upright, line, begin, end in _runs(edges):
        at, first, last = num(_line_at(line)), kept(begin * SQUARE), kept(end * SQUARE)
        path += f"M{at},{first}V{last}" if upright else f"M{first},{at}H{last}"
    return path


def room_walls(room: TurnedRoom, gates: Sequence[str]) -> str:
    """Draw walls, rubble, slits and portcullises; `gates` are the states of the portcullises."""
    d, out = _wall_path(room.walls), [_on_edge(edge, "rubble") for edge in room.rubble]
    if d:
        out.append(
            f'<g fill="none" stroke-linecap="square"><path d="{d}" transform="translate(1.6,3)" stroke="#000" '
            f'stroke-opacity=".34" stroke-width="{WALL + 2}"/>'
            f'<path d="{d}" stroke="var(--wall-edge)" stroke-width="{WALL + 2.6}"/>'
            f'<path d="{d}" stroke="var(--wall)" stroke-width="{WALL}"/><path d="{d}" stroke="var(--wall-joint)" '
            f'stroke-width="{WALL}" stroke-dasharray="1.1 13.9" stroke-dashoffset="-6" stroke-linecap="butt"/>'
            f'<path d="{d}" stroke="var(--wall-hi)" stroke-width="1.5" transform="translate(-1.3,-2.3)"/></g>'
        )
    out += [_on_edge(edge, "slit") for edge in room.slits]
    for number, edge in enumerate(room.gates):
        state = gates[number] if number < len(gates) else "closed"
        out.append(_on_edge(edge, f"gate-{state}"))
    return "".join(out)


def _on_edge(edge: RoomEdge, part: str) -> str:
    at, along = _line_at(edge.line), edge.k * SQUARE + SQUARE / 2
    x, y = (at, along) if edge.upright else (along, at)
    return f'<use href="#mz-{part}" transform="translate({pair(x, y)}){" rotate(90)" if edge.upright else ""}"/>'


def corner_tabs(room: TurnedRoom) -> str:
    """Draw number and direction in the corners, because a token often covers the gear. They do not rotate with the room."""
    arc, tip = arc_arrow(4.6, -200, 50, room.clockwise, 2.7)
    plate = f'fill="{_pair_colour(room.pair)}" stroke="var(--ink)" stroke-width="1.3" stroke-linejoin="round"'
    label = _label(room.pair)
    return (
        f'<path d="M{-FRAME},{-FRAME}H22L{-FRAME},22Z" {plate}/>'
        f'<text x="5.2" y="10.4" font-size="{10 if len(label) > 2 else 13}" text-anchor="middle" fill="#fff">{label}</text>'
        f'<path d="M{ROOM + FRAME},{-FRAME}H{ROOM - 22}L{ROOM + FRAME},22Z" {plate}/>'
        f'<g transform="translate({ROOM - 5},5.2)"><path d="{arc}" fill="none" stroke="#fff" stroke-width="1.7"/>'
        f'<path d="{tip}" fill="#fff"/></g>'
    )
