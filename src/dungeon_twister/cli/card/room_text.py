"""Draws one room of the Card Game for the terminal: zones in four tints with their letters, tokens, barriers.

In a large drawing every row of cells has a row of edges above and below, as in the room files. In a small one the lower edge of
a cell is part of the cell's own line (`_T__` has a wall below it), so a room takes six lines instead of eleven. Colour only
repeats what the signs show.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rich.text import Text

from dungeon_twister.cli.texts import t
from dungeon_twister.game.record.card.drawing import RoomPlan
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.geometry.rooms import EAST, NORTH, SIZE, SOUTH, WEST
from dungeon_twister.rules.geometry.zone_plan import LETTER_COUNT, LETTERS, UNKNOWN

CELL = 4
WIDTH = SIZE * (CELL + 1) + 1
LARGE_HEIGHT, SMALL_HEIGHT = 2 * SIZE + 1, SIZE + 1
FACE_DOWN_HEIGHT = 3

BARRIERS = ("bare", "wall", "slit", "closed", "open", "broken", "rubble")
FLAT = dict(zip(BARRIERS, ("    ", "----", "-~~-", "====", "=  =", "x  x", ". . "), strict=True))
LOW = {**FLAT, "wall": "____", "slit": "~~~~"}  # in a small drawing
UPRIGHT = dict(zip(BARRIERS, " |:Hhx.", strict=True))
STYLES = {
    "bare": "default",
    "wall": "bold",
    "slit": "bold cyan",
    "closed": "bold bright_red",
    "open": "bold bright_green",
    "broken": "green",
    "rubble": "dim",
}

ZONE_STYLES = {"T": "white on color(22)", "S": "white on color(54)", "C": "white on color(94)", "G": "white on color(240)"}
PIT_STYLE = "bold red on color(16)"
CHARACTER_STYLES = {"b": "bold white on blue", "y": "bold black on yellow"}
OBJECT_COLOURS = {"b": "bold bright_cyan", "y": "bold bright_yellow"}


@dataclass
class ZoneTokens:
    """The tokens of one zone as short names (`bNa`, `bNa~` wounded, `bNa+` loaded, objects), and whether it is in reach."""

    tokens: list[str] = field(default_factory=list)
    reach: bool = False


def zone_tag(letter: str, reach: bool = False) -> Text:
    """Return a zone letter on its tint, as shown next to the room; in brackets if it is in reach."""
    return Text(f"({letter})" if reach else f" {letter} ", style=ZONE_STYLES[letter], end="")


def token_style(token: str) -> str:
    """Return the style of a token: characters on their player's colour, the wounded underlined; objects in that colour."""
    if token[1:2] and (token[1].isupper() or token[1] == "?"):
        return CHARACTER_STYLES.get(token[0], "bold") + (" underline" if "~" in token else "")
    return OBJECT_COLOURS.get(token[0], "bold")


# -- edges and cells ---------------------------------------------------------------------------------------------------


def _joined(plan: RoomPlan, row: int, column: int, direction: int) -> bool:
    """Return whether the next cell in this direction belongs to the same zone or pit."""
    beyond = row + (direction == SOUTH), column + (direction == EAST)
    return max(beyond) < SIZE and plan.spot(row, column) == plan.spot(*beyond)


def _style(plan: RoomPlan, row: int, column: int) -> str:
    spot = plan.spot(row, column)
    return ZONE_STYLES[LETTERS[spot]] if spot < LETTER_COUNT else PIT_STYLE


def draw_room(state: CardState, tile: int, crowds: list[ZoneTokens], large: bool) -> list[Text]:
    """Draw a face-up room; `crowds` are the tokens of its four zones."""
    plan = RoomPlan(state, tile)
    shown = _spread(plan, crowds, large)
    lines: list[Text] = []
    for row in range(SIZE):
        if row == 0 or large:
            lines.append(_edge_line(plan, row, large))
        lines.append(_cell_line(plan, row, shown, crowds, large))
    return [*lines, _edge_line(plan, SIZE, True)] if large else lines


def _spread(plan: RoomPlan, crowds: list[ZoneTokens], large: bool) -> dict[tuple[int, int], str]:
    """Assign cells to the tokens of each zone. In a small drawing, cells with an edge below are used last."""
    found: dict[tuple[int, int], str] = {}
    for letter, crowd in enumerate(crowds):
        cells = [(row, column) for row in range(SIZE) for column in range(SIZE) if plan.spot(row, column) == letter]
        if not large:
            cells.sort(key=lambda cell: plan.barrier(cell[0], cell[1], SOUTH) != "bare")
        tokens = crowd.tokens
        if len(tokens) > len(cells):
            tokens = [*tokens[: len(cells) - 1], f"+{len(tokens) - len(cells) + 1}"]
        offset = 1 if len(cells) > len(tokens) and cells[0] == min(cells) else 0  # keep one letter, the first if possible
        found.update(zip(cells[offset:], tokens, strict=False))
    return found


def _edge_line(plan: RoomPlan, row: int, large: bool) -> Text:
    """Draw the edges above a row of cells, or below the last one."""
    line = Text("", end="", no_wrap=True)
    for column in range(SIZE):
        edge = plan.barrier(row, column, NORTH) if row < SIZE else plan.barrier(SIZE - 1, column, SOUTH)
        line.append("+" if large else " ", style="dim")
        inside = 0 < row < SIZE and _joined(plan, row - 1, column, SOUTH)
        line.append((FLAT if large else LOW)[edge], style=_style(plan, row, column) if inside else STYLES[edge])
    return line.append("+" if large else " ", style="dim")


def _cell_line(plan: RoomPlan, row: int, shown: dict[tuple[int, int], str], crowds: list[ZoneTokens], large: bool) -> Text:
    line = Text("", end="", no_wrap=True)
    for column in range(SIZE):
        edge = plan.barrier(row, column, WEST)
        inside = column > 0 and _joined(plan, row, column - 1, EAST)
        line.append(UPRIGHT[edge], style=_style(plan, row, column) if inside else STYLES[edge])
        line.append_text(_cell(plan, row, column, shown.get((row, column), ""), crowds, large))
    edge = plan.barrier(row, SIZE - 1, EAST)
    return line.append(UPRIGHT[edge], style=STYLES[edge])


def _cell(plan: RoomPlan, row: int, column: int, token: str, crowds: list[ZoneTokens], large: bool) -> Text:
    spot, style = plan.spot(row, column), _style(plan, row, column)
    below = "bare" if large else plan.barrier(row, column, SOUTH)
    if token:
        text = Text(f"{token:<{CELL}}"[:CELL], style=style, end="")
        text.stylize(token_style(token), 0, min(CELL, len(token)))
        if below != "bare":
            text.stylize("underline")
        return text
    letter = LETTERS[spot] if spot < LETTER_COUNT else "O"
    reach = spot < LETTER_COUNT and crowds[spot].reach
    signs = list(LOW[below])
    signs[1] = letter
    if reach:
        signs[0], signs[2] = "(", ")"
    text = Text("".join(signs), style=style, end="")
    if below != "bare" and STYLES[below] != "default":
        text.stylize(STYLES[below], 2, CELL)
    text.stylize("bold", 1, 2)
    return text


# -- face down ---------------------------------------------------------------------------------------------------------


def draw_face_down(name: str, cards: list[str], height: int) -> list[Text]:
    """Draw a face-down room: a dotted box with its place and the colours of the cards next to it (SET-8)."""
    edge = Text(" ".join("." * (WIDTH // 2)), style="dim", end="")
    edge.pad_right(WIDTH - len(edge))
    middle = height // 2
    lines = [edge]
    for row in range(1, height - 1):
        inside = f"{name}  {card_counts(cards)}" if row == middle else ""
        line = Text(f".{inside:^{WIDTH - 2}}.", end="", no_wrap=True)
        line.stylize("dim", 0, 1)
        line.stylize("dim", WIDTH - 1, WIDTH)
        lines.append(line)
    return [*lines, edge.copy()]


def card_counts(cards: list[str]) -> str:
    """Return the number of cards of each colour: `b2 y1`."""
    colours = [card[0] for card in cards]
    return " ".join(f"{colour}{colours.count(colour)}" for colour in "by" if colour in colours) or t("terminal.map.no-cards")


def is_face_down(state: CardState, tile: int) -> bool:
    return state.maze.room_of[tile] == UNKNOWN
