"""Layout of texts on the terminal: wrapped lines and the table of the players."""

from __future__ import annotations

from rich.text import Text

from dungeon_twister.cli.terminal import PLAYER_STYLES
from dungeon_twister.cli.texts import colour_word


def wrapped(text: Text, width: int, indent: int) -> list[Text]:
    """Wrap a text at spaces to a width; all lines but the first are indented."""
    lines: list[Text] = []
    while len(text) > width:
        cut = text.plain.rfind(" ", indent + 1, width + 1)
        if cut <= indent:
            cut = width
        lines.append(text[:cut])
        text = Text(" " * indent, end="") + text[cut + (text.plain[cut : cut + 1] == " ") :]
    lines.append(text)
    for line in lines:
        line.end, line.no_wrap = "", True
    return lines


def player_table(head: list[str], rows: list[list[str]], colours: list[str], active: str) -> list[Text]:
    """Return a line of titles, and one line per player after the name; the first column stands out. Columns without contents
    are left out."""
    names = ["", *(f"{'>' if colour == active else ' '} {colour_word(colour)}" for colour in colours)]
    used = [column for column in zip(head, *rows, strict=True) if any(column[1:])]
    columns = [tuple(names), *used]
    widths = [max(map(len, column)) + 2 for column in columns]
    lines: list[Text] = []
    for number in range(len(names)):
        cells = "".join(f"{column[number]:<{width}}" for column, width in zip(columns, widths, strict=True))
        lines.append(Text(cells.rstrip(), style="" if number else "dim", end=""))
    for line, colour in zip(lines[1:], colours, strict=True):
        line.stylize(f"bold {PLAYER_STYLES[colour]}", 2, widths[0])
        line.stylize("bold", widths[0], sum(widths[:2]))
    return lines
