"""The graph of a game as SVG: the win probability of each side over the turns, with marks on costly turns."""

from __future__ import annotations

from html import escape
from typing import Final

from dungeon_twister.ai.analysis.analysis_shapes import GameAnalysis

LEFT: Final = 48
TOP: Final = 44
PLOT_HEIGHT: Final = 220
BOTTOM: Final = 46
RIGHT: Final = 24
STEP: Final = 18  # least width of a turn
LEAST_WIDTH: Final = 560
DASHES: Final = {"blue": "", "yellow": "7 4", "red": "2 3", "green": "9 3 2 3"}  # readable without colours
MARKED: Final = ("mistake", "blunder")
STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#1f2328}.small{font-size:11px;fill:#59636e}.grid{stroke:#d1d9e0}"
    ".line{fill:none;stroke-width:2}.blue{stroke:#0969da}.yellow{stroke:#9a6700}.red{stroke:#cf222e}.green{stroke:#1a7f37}"
    ".mark{fill:#cf222e}.missed{fill:none;stroke:#cf222e;stroke-width:2}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.small{fill:#9198a1}.grid{stroke:#3d444d}.blue{stroke:#4493f8}"
    ".yellow{stroke:#d29922}.red{stroke:#f85149}.green{stroke:#3fb950}.mark{fill:#f85149}.missed{stroke:#f85149}}"
)


def picture(analysis: GameAnalysis, title: str, called: dict[str, str]) -> str:
    """Return the graph as a standalone SVG document for light and dark pages.

    `called` has the names of the colours. A dot marks a turn that lost a tenth of a win or more, a ring a missed win.
    """
    turns = analysis.turns
    width = max(LEAST_WIDTH, LEFT + STEP * max(1, len(turns)) + RIGHT)
    height = TOP + PLOT_HEIGHT + BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(title, True)}">',
        f"<style>{STYLE}</style>",
        f'<text x="12" y="24">{escape(title)}</text>',
    ]
    for percent in (0, 25, 50, 75, 100):
        y = _down(percent / 100)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{width - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="small" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{percent}</text>')
    last = len(turns) if analysis.complete else max(0, len(turns) - 1)
    for number, turn in enumerate(turns):
        if number % 5 == 0:
            x = _across(number, last, width)
            parts.append(
                f'<text class="small" x="{x:.1f}" y="{TOP + PLOT_HEIGHT + 18}" text-anchor="middle">{turn.number}</text>'
            )
    for colour in analysis.colours:
        parts += _line(analysis, colour, last, width)
    parts += _legend(analysis, called, height)
    return "\n".join([*parts, "</svg>", ""])


def _line(analysis: GameAnalysis, colour: str, last: int, width: int) -> list[str]:
    shares = [turn.shares.get(colour, 0.0) for turn in analysis.turns]
    if analysis.complete:
        won = len(analysis.winners)
        shares.append(1 / won if colour in analysis.winners and won else 0.0)
    points = " ".join(f"{_across(number, last, width):.1f},{_down(share):.1f}" for number, share in enumerate(shares))
    dashes = f' stroke-dasharray="{DASHES[colour]}"' if DASHES.get(colour) else ""
    parts = [f'<polyline class="line {escape(colour, True)}"{dashes} points="{points}"/>']
    for number, turn in enumerate(analysis.turns):
        if turn.player == colour and (turn.mark in MARKED or turn.missed_win):
            kind = "missed" if turn.missed_win else "mark"
            x, y = _across(number, last, width), _down(turn.shares.get(colour, 0.0))
            parts.append(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="4.5"/>')
    return parts


def _legend(analysis: GameAnalysis, called: dict[str, str], height: int) -> list[str]:
    parts: list[str] = []
    x = LEFT
    for colour in analysis.colours:
        dashes = f' stroke-dasharray="{DASHES[colour]}"' if DASHES.get(colour) else ""
        name = escape(called.get(colour, colour))
        parts.append(f'<line class="line {colour}"{dashes} x1="{x}" x2="{x + 26}" y1="{height - 12}" y2="{height - 12}"/>')
        parts.append(f'<text class="small" x="{x + 32}" y="{height - 8}">{name}</text>')
        x += 52 + 8 * len(called.get(colour, colour))
    return parts


def _across(number: int, last: int, width: int) -> float:
    return LEFT + (width - LEFT - RIGHT) * number / max(1, last)


def _down(share: float) -> float:
    return TOP + PLOT_HEIGHT * (1 - share)
