"""The chart of a ladder as SVG: a row for each bot with its rating and its 95 % interval."""

from __future__ import annotations

from html import escape
from math import ceil, floor, isinf
from typing import Final

from dungeon_twister.ai.arena.standings import Standing, Standings, rating_text

ROW: Final = 28
TOP: Final = 48
BOTTOM: Final = 44
RIGHT: Final = 150  # width of the numbers
PLOT: Final = 480
LETTER: Final = 7.2  # approximate width of a letter of the names
STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
MOST_TICKS: Final = 8
STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#1f2328}.small{font-size:11px;fill:#59636e}"
    ".grid{stroke:#d1d9e0}.bar{stroke:#0969da;stroke-width:2}.dot{fill:#0969da}.anchor{fill:#bc4c00}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.small{fill:#9198a1}.grid{stroke:#3d444d}"
    ".bar{stroke:#4493f8}.dot{fill:#4493f8}.anchor{fill:#db6d28}}"
)


def rating_chart(ladder: Standings) -> str:
    """Return the ladder as a standalone SVG document for light and dark pages."""
    bots = [bot for bot in ladder.bots if bot.rating is not None]
    left = 24 + LETTER * max((len(bot.name) for bot in bots), default=0)
    ticks = _ticks(bots)
    width, height = left + PLOT + RIGHT, TOP + ROW * len(bots) + BOTTOM
    title = f"{ladder.title}: ratings with 95 % intervals, {ladder.games} games"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}" '
        f'role="img" aria-label="{escape(title)}">',
        f"<style>{STYLE}</style>",
        f'<text x="12" y="24">{escape(title)}</text>',
    ]
    foot = TOP + ROW * len(bots)
    for tick in ticks:
        x = _across(tick, ticks, left)
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 8}" y2="{foot}"/>')
        parts.append(f'<text class="small" x="{x:.1f}" y="{foot + 18}" text-anchor="middle">{tick}</text>')
    for number, bot in enumerate(bots):
        parts += _line(bot, bot.name == ladder.anchor, TOP + ROW * number + ROW // 2, ticks, left)
    return "\n".join([*parts, "</svg>", ""])


def _line(bot: Standing, anchor: bool, y: int, ticks: list[int], left: float) -> list[str]:
    """Draw one bot. An infinite end of the interval is drawn at the edge."""
    assert bot.rating is not None
    low = ticks[0] if isinf(bot.rating.low) else bot.rating.low
    high = ticks[-1] if isinf(bot.rating.high) else bot.rating.high
    ends = f'x1="{_across(low, ticks, left):.1f}" x2="{_across(high, ticks, left):.1f}"'
    words = " ".join(rating_text(bot.rating)[:1]) if anchor else "{} ({})".format(*rating_text(bot.rating))
    return [
        f'<text x="12" y="{y + 4}">{escape(bot.name)}</text>',
        f'<line class="bar" {ends} y1="{y}" y2="{y}"/>',
        f'<circle class="{"anchor" if anchor else "dot"}" cx="{_across(bot.rating.elo, ticks, left):.1f}" cy="{y}" r="4.5"/>',
        f'<text class="small" x="{left + PLOT + 14:.1f}" y="{y + 4}">{escape(words)}</text>',
    ]


def _ticks(bots: list[Standing]) -> list[int]:
    """Return round numbers for the axis that cover all bots."""
    ends = [end for bot in bots if bot.rating for end in (bot.rating.low, bot.rating.elo, bot.rating.high) if not isinf(end)]
    low, high = min(ends, default=1000.0) - 10, max(ends, default=1000.0) + 10
    step = next((step for step in STEPS if (high - low) / step <= MOST_TICKS), STEPS[-1])
    return [step * number for number in range(floor(low / step), ceil(high / step) + 1)]


def _across(elo: float, ticks: list[int], left: float) -> float:
    return left + PLOT * (elo - ticks[0]) / (ticks[-1] - ticks[0])
