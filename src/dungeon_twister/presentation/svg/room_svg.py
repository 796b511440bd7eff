"""Rooms, in layers: the floor with stones, pits and the gear; walls, portcullises and slits; tabs in the corners; lids.

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
    d, out = _wall_path(room.walls), [_on_edge(edge, RUBBLE) for edge in room.rubble]
    if d:
        out.append(
            f'<g fill="none" stroke-linecap="square"><path d="{d}" transform="translate(1.6,3)" stroke="#000" '
            f'stroke-opacity=".34" stroke-width="{WALL + 2}"/>'
            f'<path d="{d}" stroke="var(--wall-edge)" stroke-width="{WALL + 2.6}"/>'
            f'<path d="{d}" stroke="var(--wall)" stroke-width="{WALL}"/><path d="{d}" stroke="var(--wall-joint)" '
            f'stroke-width="{WALL}" stroke-dasharray="1.1 13.9" stroke-dashoffset="-6" stroke-linecap="butt"/>'
            f'<path d="{d}" stroke="var(--wall-hi)" stroke-width="1.5" transform="translate(-1.3,-2.3)"/></g>'
        )
    out += [_on_edge(edge, SLIT) for edge in room.slits]
    for number, edge in enumerate(room.gates):
        state = gates[number] if number < len(gates) else "closed"
        out.append(_on_edge(edge, GATES.get(state, GATES["closed"]) + _post(-27) + _post(27)))
    return "".join(out)


def _on_edge(edge: RoomEdge, body: str) -> str:
    at, along = _line_at(edge.line), edge.k * SQUARE + SQUARE / 2
    x, y = (at, along) if edge.upright else (along, at)
    return f'<g transform="translate({pair(x, y)}){" rotate(90)" if edge.upright else ""}">{body}</g>'


def _post(x: int) -> str:
    return (
        f'<rect x="{x - 4.5}" y="-7.5" width="9" height="15" rx="2" fill="var(--post)" stroke="var(--ink)" stroke-width="1.4"/>'
        f'<path d="M{x - 2.4},-5H{x + 2.4}" stroke="var(--post-hi)" stroke-width="1.4"/>'
        f'<circle cx="{x}" cy="2" r="1.5" fill="var(--ink)"/>'
    )


def _rubble() -> str:
    stones = ((-22, -2, 5), (-13, 2, 4), (-4, -1, 3.4), (6, 2, 4.4), (15, -2, 3.6), (23, 1, 5))
    look = 'fill="var(--wall)" fill-opacity=".7" stroke="var(--wall-edge)" stroke-width="1.2"'
    return "".join(
        f'<path d="M{num(x - r)},{y}l{pair(r, -r * 0.8)}l{pair(r, r * 0.7)}l{pair(-r * 0.6, r * 0.8)}Z" {look}/>'
        for x, y, r in stones
    )


def _bar(x: float, y: float, width: float, height: float, more: str) -> str:
    return f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}" {more}/>'


def _gates() -> dict[str, str]:
    """Draw three silhouettes: closed (glowing bars), open (bars pushed to the posts), broken (bent stumps)."""
    hot = 'rx="2.2" fill="url(#mz-bar)" stroke="#3a0d03" stroke-width=".9"'
    cold = 'fill="var(--iron-cold)" stroke="var(--ink)"'
    slot = '<rect x="-24" y="-3.5" width="48" height="7" rx="2" fill="var(--slot)"/>'
    closed = (
        '<ellipse rx="36" ry="17" fill="url(#mz-lava)"/>'
        '<rect x="-24" y="-5.5" width="48" height="11" rx="2" fill="#240a04" stroke="var(--ink)" stroke-width="1.2"/>'
        + "".join(_bar(number * 9 - 2.3, -8.5, 4.6, 17, hot) for number in range(-2, 3))
        + '<rect x="-24" y="-2" width="48" height="4" rx="1.6" fill="url(#mz-barv)" stroke="#3a0d03" stroke-width=".8"/>'
    )
    opened = (
        slot
        + "".join(_bar(x - 1.9, -8, 3.8, 16, f'rx="1.9" {cold} stroke-width=".9"') for x in (-22, -17.5, 17.5, 22))
        + '<path d="M-11,0H11" stroke="var(--ok)" stroke-width="2.2" stroke-dasharray="1 5.3" stroke-linecap="round"/>'
    )
    stumps = ((-19, -1, 24, 15), (-9, 4, 68, 13), (3, -5, -38, 12), (12, 4, 18, 9), (20, 0, -24, 15))
    broken = slot + "".join(
        _bar(-1.9, -long / 2, 3.8, long, f'rx="1.6" transform="translate({x},{y}) rotate({angle})" {cold} stroke-width="1"')
        for x, y, angle, long in stumps
    )
    broken += '<path d="M-5,-3l3,2l-1,3M6,2l3,-1" stroke="var(--ink)" stroke-width="1.2" fill="none"/>'
    return {"closed": closed, "open": opened, "broken": broken}


GATES: Final = _gates()
RUBBLE: Final = _rubble()
SLIT: Final = (
    '<path d="M-30,-5.5H-9L-4,-1.6V1.6L-9,5.5H-30ZM30,-5.5H9L4,-1.6V1.6L9,5.5H30Z" fill="var(--wall)" '
    'stroke="var(--wall-edge)" stroke-width="1.5"/>'
    '<path d="M-9,-5.5L-3.5,-1.3V1.3L-9,5.5H9L3.5,1.3V-1.3L9,-5.5Z" fill="var(--slit-hole)"/>'
    '<path d="M0,-9V9" stroke="var(--slit)" stroke-width="2" stroke-linecap="round"/>'
    '<path d="M-3.4,-8.2L0,-11.2L3.4,-8.2M-3.4,8.2L0,11.2L3.4,8.2" fill="none" stroke="var(--slit)" stroke-width="1.4" '
    'stroke-linejoin="round"/>'
)


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


# -- face-down rooms and empty places --------------------------------------------------------------------------------------


def room_lid() -> str:
    """Draw a cast-iron lid with a raised gear, the same from every side, so that it reveals no orientation."""
    c, line = ROOM // 2, 'stroke="var(--back-line)"'
    pipe = "M18,78V62A44,44 0 0 1 62,18H78"
    corner = (
        f'<path d="{pipe}" fill="none" {line} stroke-width="7" stroke-opacity=".55"/>'
        f'<path d="{pipe}" fill="none" stroke="var(--back)" stroke-width="4"/>'
        f'<circle cx="30" cy="30" r="7.5" fill="var(--back)" {line} stroke-width="1.6"/>'
        f'<path d="M26,34L34,26" {line} stroke-width="1.8"/>'
        f'<path d="M{c - 26},8.5H{c + 26}" {line} stroke-width="1.4" stroke-dasharray="2 5"/>'
    )
    spoke = f'd="M-6,-66L-4,-30H4L6,-66Z" fill="var(--back-raise)" {line} stroke-width="1.2"'
    return (
        frame("var(--back-rim)")
        + f'<rect x="1" y="1" width="{ROOM - 2}" height="{ROOM - 2}" rx="4" fill="url(#mz-back)" stroke="var(--ink)" '
        f'stroke-width="1.5"/><rect x="13" y="13" width="{ROOM - 26}" height="{ROOM - 26}" rx="10" fill="none" {line} '
        f'stroke-width="2"/><rect x="18" y="18" width="{ROOM - 36}" height="{ROOM - 36}" rx="7" fill="none" {line} '
        'stroke-width="1" stroke-opacity=".6"/>'
        + "".join(f'<g transform="rotate({quarter * 90} {c} {c})">{corner}</g>' for quarter in range(4))
        + f'<g transform="translate({c},{c})"><path d="{gear(104, 88, 18, 66)}" fill="var(--back-raise)" fill-rule="evenodd" '
        f'{line} stroke-width="1.8"/><circle r="77" fill="none" {line} stroke-width="1" stroke-dasharray="3 6"/>'
        f'<circle r="58" fill="var(--back)" fill-opacity=".55" {line} stroke-width="1.6"/>'
        + "".join(f'<path transform="rotate({number * 60})" {spoke}/>' for number in range(6))
        + f'<circle r="30" fill="var(--back-raise)" {line} stroke-width="1.8"/></g>'
    )


def empty_shaft(rails: bool, across: bool) -> str:
    """Draw a place without a room: a dark recess, with rails where a room slides."""
    line = 'stroke="var(--back-line)"'
    rungs = "".join(f'<path d="M40,{y}H260" {line} stroke-opacity=".28" stroke-width="4"/>' for y in (50, 100, 150, 200, 250))
    track = f'<path d="M40,6V294M260,6V294" {line} stroke-opacity=".6" stroke-width="6" stroke-dasharray="12 6"/>'
    shown = f'<g transform="rotate({90 if across else 0} 150 150)">{rungs}{track}</g>' if rails else ""
    return (
        f'<g opacity="{1 if rails else 0.45}">{frame("var(--back-rim)")}<rect width="{ROOM}" height="{ROOM}" rx="3" '
        f'fill="var(--pit-3)"/><rect x="10" y="10" width="{ROOM - 20}" height="{ROOM - 20}" rx="6" fill="var(--pit-2)" '
        f'fill-opacity=".7"/>{shown}</g>'
    )
