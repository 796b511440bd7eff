"""The surroundings of the rooms: bed, starting lines, starting zones, bearings.

The page has web/src/maze/draw/edges.ts for this.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.presentation.svg.room_svg import FRAME
from dungeon_twister.presentation.svg.scene_layout import Box, LineLayout, SceneLayout, around
from dungeon_twister.presentation.svg.strokes import SQUARE, gear, num, zone_sign

ANGLES: Final = {"e": 0, "s": 90, "w": 180, "n": 270}


def _grown(box: Box, by: float) -> str:
    x, y, width, height = box
    return f'x="{num(x - by)}" y="{num(y - by)}" width="{num(width + 2 * by)}" height="{num(height + 2 * by)}"'


def bed(box: Box) -> str:
    """Draw an iron plate under the whole maze."""
    x, y, width, height = box
    rivets = "".join(
        f'<circle cx="{num(cx)}" cy="{num(cy)}" r="2.6" fill="var(--bed-rivet)"/>'
        for cx in (x + 13, x + width - 13)
        for cy in (y + 13, y + height - 13)
    )
    return (
        f'<rect {_grown(box, -2)} rx="13" fill="var(--bed)" stroke="var(--ink)" stroke-width="2"/>'
        f'<rect {_grown(box, -3.5)} rx="12" fill="none" stroke="var(--bed-hi)" stroke-width="1.2"/>{rivets}'
    )


def starting_line(layout: LineLayout, owner: str, outwards: bool) -> str:
    """Draw riveted plates with chevrons towards the maze (outwards on a way out), and the side's shape engraved on the dots."""
    box = around([Box(*at, SQUARE, SQUARE) for _, at in layout.squares])
    angle = ANGLES[layout.towards] + (180 if outwards else 0)
    mark = f"var(--{owner}-line-mark)"
    out = [
        f'<rect {_grown(box, FRAME + 1.6)} rx="6" fill="var(--ink)"/>',
        f'<rect {_grown(box, FRAME)} rx="5" fill="var(--{owner}-line-rim)"/>',
    ]
    for square, (x, y) in layout.squares:
        middle = f"translate({num(x + 30)},{num(y + 30)})"
        out.append(f'<rect x="{num(x + 1)}" y="{num(y + 1)}" width="58" height="58" rx="4" fill="var(--{owner}-line)"/>')
        rim = f"M{num(x + 2.2)},{num(y + 57)}V{num(y + 5)}a3,3 0 0 1 3,-3H{num(x + 57)}"
        out.append(f'<path d="{rim}" fill="none" stroke="#fff" stroke-opacity=".13" stroke-width="1.2"/>')
        for u, v in ((7, 7), (53, 7), (7, 53), (53, 53)):
            out.append(f'<circle cx="{num(x + u)}" cy="{num(y + v)}" r="1.7" fill="#000" fill-opacity=".35"/>')
        if square.dot:
            shape = owner if owner != "nobody" else "neutral"
            look = f'fill="#000" fill-opacity=".2" stroke="{mark}" stroke-width="2.4"'
            out.append(f'<use href="#mz-s-{shape}" transform="{middle} scale(.72)" {look}/>')
        else:
            look = f'fill="none" stroke="{mark}" stroke-opacity="{0.9 if outwards else 0.55}" stroke-width="2.6"'
            chevron = f'd="M-5,-8L4,0L-5,8" transform="{middle} rotate({angle})"'
            out.append(f'<path {chevron} {look} stroke-linecap="round" stroke-linejoin="round"/>')
    return "".join(out)


def starting_zones(layout: SceneLayout) -> str:
    """Draw the starting zones of the Card Game: one bay for each column of rooms, one socket for each sign."""
    out = []
    for colour in dict.fromkeys(bay.bay.colour for bay in layout.bays.values()):
        bays = [bay for bay in layout.bays.values() if bay.bay.colour == colour]
        whole, mark = around([bay.box for bay in bays]), f"var(--{colour}-line-mark)"
        out.append(f'<rect {_grown(whole, 3)} rx="8" fill="var(--ink)"/>')
        out.append(f'<rect {_grown(whole, 1.5)} rx="7" fill="var(--{colour}-line-rim)"/>')
        for bay in bays:
            out.append(f'<rect {_grown(bay.box, -2)} rx="6" fill="var(--{colour}-line)"/>')
            for letter, (x, y) in bay.stations.items():
                out.append(
                    f'<g transform="translate({num(x)},{num(y)})"><circle r="31" fill="#00000038" stroke="{mark}" '
                    f'stroke-opacity=".45" stroke-width="1.6"/><path d="{zone_sign(letter, 26)}" fill="none" stroke="{mark}" '
                    'stroke-width="2.6" stroke-opacity=".9" stroke-linejoin="round"/></g>'
                )
    return "".join(out)


def joints(layout: SceneLayout) -> str:
    """Draw brass bearings where four rooms meet."""
    cog = gear(9.5, 7.4, 10)
    return "".join(
        f'<g transform="translate({num(x)},{num(y)})"><path d="{cog}" fill="url(#mz-brass)" stroke="var(--ink)" '
        'stroke-width="1.5"/><circle r="4" fill="var(--hub)" stroke="var(--ink)"/></g>'
        for x, y in layout.joints()
    )
