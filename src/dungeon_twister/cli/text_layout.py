"""Wrapping of lines for the terminal."""

from __future__ import annotations

from rich.text import Text


def wrapped(text: Text, width: int, indent: int) -> list[Text]:
    """Wrap a text at spaces to a width, never at a no-break space; all lines but the first are indented."""
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
