"""The whole maze of the Card Game: starting zones with their stations, the rooms in place, and next to each room a list of its
tokens.

The picture adapts to the terminal: rooms are drawn large or small, and a low terminal shows only the important ones. On a
narrow terminal the lists move below the rooms.
"""

from __future__ import annotations

from rich.text import Text

from dungeon_twister.cli.card.links import connections, link_words
from dungeon_twister.cli.card.room_text import (
    FACE_DOWN_HEIGHT,
    LARGE_HEIGHT,
    SMALL_HEIGHT,
    WIDTH,
    ZoneTokens,
    card_counts,
    draw_face_down,
    draw_room,
    is_face_down,
    token_style,
    zone_tag,
)
from dungeon_twister.cli.game_display import Viewport
from dungeon_twister.cli.input_words import localize
from dungeon_twister.cli.text_layout import wrapped
from dungeon_twister.cli.texts import t
from dungeon_twister.game.record.card.token_names import SIDES
from dungeon_twister.game.record.shared_names import slot_name
from dungeon_twister.game.views import CardView
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.geometry.zone_plan import COLUMNS, LETTER_COUNT, LETTERS

PLAIN = "not bold not underline default on default"
LARGE, SMALL, SUMMARY = "large", "small", "summary"
BOTH = 2 * WIDTH  # the two rooms of a row
LIST_MIN = 20  # the narrowest list next to a room
LIST_MAX = 44
CONNECTED = 30  # from this width on a list next to a small room shows the connections too


class MazeDrawing:
    """One picture of one view."""

    def __init__(self, state: CardState, view: CardView, viewport: Viewport) -> None:
        self.state, self.view, self.viewport = state, view, viewport
        self.tokens: dict[str, list[str]] = {}  # by place: characters with their loads, and objects
        self.marks: dict[str, list[str]] = {}  # the same in at most four characters, for the cells
        self._gather()

    def _gather(self) -> None:
        wounded = {seen.token for seen in self.view.tokens if seen.wounded}
        for seen in self.view.tokens:
            if seen.carrier:
                continue
            names = [seen.token, *seen.items]
            full = "+".join(f"{name}~" if name in wounded else name for name in names)
            self.tokens.setdefault(seen.place, []).append(full)
            self.marks.setdefault(seen.place, []).append(seen.token + ("~" if seen.wounded else "+" if seen.items else ""))
        for thing in self.view.lying:
            self.tokens.setdefault(thing.place, []).append(thing.token)
            self.marks.setdefault(thing.place, []).append(thing.token)

    def lines(self) -> list[Text]:
        """Return the most detailed picture that fits; if none fits, the smallest."""
        rows = self.state.maze.plan.rows
        found: list[Text] = []
        for detail in (LARGE, SMALL):
            found = self._drawn([detail] * rows)
            if len(found) <= self.viewport.height:
                return found
        for summarised in range(1, rows + 1):
            uninteresting = sorted(range(rows), key=self._interest)[:summarised]
            found = self._drawn([SUMMARY if row in uninteresting else SMALL for row in range(rows)])
            if len(found) <= self.viewport.height:
                break
        return found

    def _interest(self, row: int) -> tuple[bool, bool, int]:
        """Return how interesting a row is: revealed rooms and acting, fighting or inspected characters, then own ones, then
        any."""
        places = {f"{room.name}." for room in self.view.rooms[row * COLUMNS : (row + 1) * COLUMNS] if room.name}
        there = [seen.token for seen in self.view.tokens if any(seen.place.startswith(place) for place in places)]
        acting = [self.viewport.focus, *([self.view.journey.token] if self.view.journey else [])]
        acting += self.view.combat.fighters if self.view.combat else []
        revealed = any(pending.about in self._slots(row) for pending in self.view.pending if pending.kind == "place")
        own = any(name[0] == self.view.viewer[0] for name in there)
        return revealed or any(token in there for token in acting), own, len(there)

    def _slots(self, row: int) -> list[str]:
        return [slot_name(row * COLUMNS + column) for column in range(COLUMNS)]

    def _drawn(self, details: list[str]) -> list[Text]:
        lines = self.starting_zone(0)
        for row, detail in enumerate(details):
            lines += self._row(row, detail)
        return lines + self.starting_zone(1)

    # -- starting zones -------------------------------------------------------------------------------------------------

    def starting_zone(self, side: int) -> list[Text]:
        """Draw the stations before both columns: their characters, the zone they face, the link; then the objects in the
        zone."""
        left, right = (self._station(side, column) for column in range(COLUMNS))
        half = self.viewport.width // 2
        lying = self.tokens.get(SIDES[side], [])
        lines: list[Text] = []
        if self.viewport.width < BOTH or len(left) >= half or len(right) > self.viewport.width - half:
            lines = [line for text in (left, right) for line in wrapped(text, self.viewport.width, 4)]
        else:
            left.pad_right(half - len(left))
            lines = [left + right]
        if lying:
            lines.append(Text(f" {SIDES[side]} {t('terminal.map.lying')} ", end="").append_text(_tokens(lying)))
        return lines

    def _station(self, side: int, column: int) -> Text:
        """Draw one column: the letters on this side with their links, the characters there, and the distant letters."""
        maze, name = self.state.maze, f"{SIDES[side]}{column}"
        text = Text(f"{name} ", style=token_style(f"{self.state.setting.colours[side][0]}?"), end="")
        known = maze.link_at(maze.plan.station(side, column, 0) - maze.plan.zones) != 0
        far: list[str] = []
        for letter in LETTERS:
            words = link_words(maze, maze.plan.station(side, column, LETTERS.index(letter))) if known else ""
            here, reach = self.tokens.get(name + letter, []), name + letter in self.viewport.reach
            if not here and not reach and words in ("", t("terminal.link.far")):
                far += [letter] if words else []
                continue
            text.append(" ", style=PLAIN).append_text(zone_tag(letter, reach)).append(words, style=PLAIN)
            text.append(" " if here and words else "", style=PLAIN).append_text(_tokens(here))
        unknown = self.tokens.get(f"{name}?", [])
        text.append(" " if unknown else "", style=PLAIN).append_text(_tokens(unknown))
        note = f"  {' '.join(far)} {t('terminal.link.far')}" if far else "" if known else self._not_known(side, column)
        return text.append(note, style=f"{PLAIN} dim")

    def _not_known(self, side: int, column: int) -> str:
        return f"  {self._room_before(side, column)} {t('terminal.link.face-down')}"

    def _room_before(self, side: int, column: int) -> str:
        return slot_name(column if side == 0 else (self.state.maze.plan.rows - 1) * COLUMNS + column)

    # -- rooms ----------------------------------------------------------------------------------------------------------

    def _row(self, row: int, detail: str) -> list[Text]:
        """Draw the two rooms of a row side by side, with their lists if they fit."""
        tiles = self.state.maze.tile_on[row * COLUMNS : (row + 1) * COLUMNS]
        if detail == SUMMARY:
            left, right = (self._summary(tile) for tile in tiles)
            if len(left) + len(right) + 3 <= self.viewport.width:
                return [left.append("   ", style=PLAIN).append_text(right)]
            return [line for text in (left, right) for line in wrapped(text, self.viewport.width, 4)]
        hidden = [is_face_down(self.state, tile) for tile in tiles]
        height = FACE_DOWN_HEIGHT if all(hidden) else LARGE_HEIGHT if detail == LARGE else SMALL_HEIGHT
        drawn = [self._room(tile, height, detail == LARGE) for tile in tiles]
        width = self.viewport.width
        list_width = min(LIST_MAX, (width - BOTH - 2) // 2)
        if list_width >= LIST_MIN:
            lists = [self.listed(tile, list_width, detail == LARGE or list_width >= CONNECTED) for tile in tiles]
            return _side_by_side([lists[0], drawn[0], drawn[1], lists[1]], [list_width + 1, WIDTH, WIDTH + 1, list_width])
        if width - BOTH - 1 >= LIST_MIN:
            room = width - BOTH - 1
            text = [line for tile in tiles for line in self.listed(tile, room, detail == LARGE)]
            return _side_by_side([*drawn, text], [WIDTH, WIDTH + 1, room])
        if width >= BOTH:
            lists = [self.listed(tile, width // 2 - 1, detail == LARGE) for tile in tiles]
            return _side_by_side(drawn, [WIDTH, WIDTH]) + _side_by_side(lists, [width // 2, width // 2])
        found: list[Text] = []
        for tile, lines in zip(tiles, drawn, strict=True):
            found += lines + self.listed(tile, width, detail == LARGE)
        return found

    def _room(self, tile: int, height: int, large: bool) -> list[Text]:
        slot = self.state.maze.place_of[tile]
        if is_face_down(self.state, tile):
            return draw_face_down(slot_name(slot), self.view.rooms[slot].under, height)
        return draw_room(self.state, tile, [self._crowd(tile, letter) for letter in range(LETTER_COUNT)], large)

    def _crowd(self, tile: int, letter: int) -> ZoneTokens:
        name = self.state.maze.name(tile * LETTER_COUNT + letter)
        return ZoneTokens(self.marks.get(name, []), name in self.viewport.reach)

    def room(self, tile: int) -> list[Text]:
        """Draw one room large, with its list."""
        height = FACE_DOWN_HEIGHT if is_face_down(self.state, tile) else LARGE_HEIGHT
        width = max(LIST_MIN, self.viewport.width - WIDTH - 1)
        return _side_by_side([self._room(tile, height, True), self.listed(tile, width, False)], [WIDTH + 1, width])

    def title(self, tile: int) -> Text:
        """Return the title of a room, `R1 blue-1 cw, closed`: place, name, rotation direction, portcullis."""
        room = self.view.rooms[self.state.maze.place_of[tile]]
        text = Text(room.place, style="bold", end="")
        if not room.name:
            return text.append(f" {t('terminal.link.face-down')}, {card_counts(room.under)}", style="not bold")
        state = t(f"terminal.gate.{'no-walls' if room.walls_broken else room.gate or 'none'}")
        return text.append(f" {room.name} {localize(room.turn)}, {state}", style="not bold")

    def listed(self, tile: int, width: int, ways: bool) -> list[Text]:
        """Return the list next to a room: its title, the tokens of each zone, and the connections between zones."""
        room = self.view.rooms[self.state.maze.place_of[tile]]
        lines = wrapped(self.title(tile), width, 2) if room.name else []
        waiting = [name for name in room.under if name[1] != "?"]
        if waiting:
            who = "place" if room.name else "yours" if self.view.viewer != "spectator" else "there"
            lines += wrapped(Text(f" {t(f'terminal.map.{who}')} ", end="").append_text(_tokens(waiting)), width, 3)
        if not room.name:
            return lines
        for letter in range(LETTER_COUNT):
            zone = tile * LETTER_COUNT + letter
            name = self.state.maze.name(zone)
            text = zone_tag(LETTERS[letter], name in self.viewport.reach)
            here = self.tokens.get(name, [])
            text.append(" ", style="on default").append_text(_tokens(here))
            if ways:
                text.append(" " if here else "", style="on default").append_text(self._ways(zone))
            lines += wrapped(text, width, 4)
        return lines

    def _ways(self, zone: int) -> Text:
        text = Text("", style="dim", end="")
        for kind, names in connections(self.state.maze, zone):
            if kind not in ("wall", "reveal"):
                text.append(("; " if text.plain else "") + f"{t(f'terminal.way.{kind}')} {' '.join(names)}", style="dim")
        return text

    def _summary(self, tile: int) -> Text:
        """Return a room in one line: its title and the zones that are not empty."""
        text = self.title(tile)
        for letter in range(LETTER_COUNT):
            name = self.state.maze.name(tile * LETTER_COUNT + letter)
            here = self.tokens.get(name, [])
            if here or name in self.viewport.reach:
                text.append(" ", style="not bold").append_text(zone_tag(LETTERS[letter], name in self.viewport.reach))
                text.append(" ", style="on default").append_text(_tokens(here))
        return text


# -- pieces of lines ---------------------------------------------------------------------------------------------------


def _tokens(names: list[str]) -> Text:
    """Return tokens with their loads, each in its style."""
    text = Text("", end="")
    for number, name in enumerate(names):
        text.append(" " if number else "", style="not bold on default")
        for part_number, part in enumerate(name.split("+")):
            text.append("+" if part_number else "", style="not bold on default")
            text.append(part, style=token_style(part))
    return text


def _side_by_side(blocks: list[list[Text]], widths: list[int]) -> list[Text]:
    """Join blocks side by side; shorter ones are padded."""
    lines: list[Text] = []
    for row in range(max(len(block) for block in blocks)):
        line = Text("", end="", no_wrap=True)
        for block, width in zip(blocks, widths, strict=True):
            part = block[row].copy() if row < len(block) else Text("", end="")
            part.pad_right(max(0, width - len(part)))
            line.append_text(part)
        line.rstrip()
        lines.append(line)
    return lines
