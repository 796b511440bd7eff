"""The player's screen: the board in colour (readable without), both players' figures, recent events, the choices."""

from __future__ import annotations

import re

from rich.text import Text

from dungeon_twister.cli.board import status_panel
from dungeon_twister.cli.board.cells import CHARACTER_STYLES, OBJECTS, TERRAIN_STYLES
from dungeon_twister.cli.board.picture import Picture
from dungeon_twister.cli.game_display import Viewport
from dungeon_twister.cli.input_words import localize
from dungeon_twister.cli.menus import TOKEN_STYLES
from dungeon_twister.cli.terminal import PLAYER_STYLES
from dungeon_twister.cli.texts import colour_word, piece_name, t, t_plural
from dungeon_twister.game.record.board.drawing import CELL, MARGIN, draw
from dungeon_twister.game.record.board.square_names import column_name
from dungeon_twister.game.views import PlayerView, View
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.geometry.rooms import CLOCKWISE

PITCH = CELL + 1
EDGE_STYLES = {"-": "bold", "|": "bold", "+": "dim", ".": "dim", "~": "cyan", ":": "cyan"}
GATE_STYLES = {"closed": "bold red", "open": "bold green", "broken": "dim green"}
TOKEN = re.compile(r"([byrg])([A-Za-z?#!&*%$0-9])")


# -- the board as text -------------------------------------------------------------------------------------------------


def picture(state: BoardState, view: View, viewport: Viewport, everything: bool) -> list[Text]:
    """Draw the maze with all tokens: complete for two players, as large as it fits for more."""
    seen = None if everything else view
    if is_multiplayer(state):
        return Picture(state, seen, viewport.reach).lines(viewport)
    return in_parts(
        paint(board_lines(state, seen), view.journey.square if view.journey else "", viewport.reach), viewport.width
    )


def is_multiplayer(state: BoardState) -> bool:
    """Return whether more than two play. Their maze is larger than a screen."""
    return state.setting.players > 2


def board_lines(state: BoardState, view: View | None = None) -> list[str]:
    """Return the board as text, with the traveller alone on its square. With a view, tokens unknown to the viewer are `?`."""
    if state.mover >= 0:
        state = state.copy()
        for there in (*state.tokens_lying_on(state.at), state.stand[state.at]):
            if there >= 0:
                state.lift(there)  # a square holds at most two tokens; the panel names the others
    lines = draw(state)
    for token in view.tokens if view else []:
        if token.token[1] == "?":
            lines = put(lines, token.square, token.token.ljust(CELL))
    return lines


def put(lines: list[str], square: str, cell: str) -> list[str]:
    """Write the four characters of one square."""
    row, start = _place_of(square)
    line = lines[row].ljust(start + CELL)
    return [*lines[:row], line[:start] + cell + line[start + CELL :], *lines[row + 1 :]]


def cell_of(lines: list[str], square: str) -> str:
    row, start = _place_of(square)
    return lines[row][start : start + CELL].ljust(CELL)


def _place_of(square: str) -> tuple[int, int]:
    letters = square.rstrip("0123456789")
    column = 0
    while column_name(column) != letters:
        column += 1
    return 2 * int(square[len(letters) :]), MARGIN + 1 + column * PITCH


def mark(lines: list[str], mover: str, reach: list[str]) -> list[str]:
    """Mark squares without colour: (.) is a square in reach, [bW] is the traveller."""
    for square in reach:
        cell = cell_of(lines, square)
        if cell.strip() in (".", "@", "O", "o", ":"):
            lines = put(lines, square, f"({cell.strip()}) ")
    if mover:
        cell = cell_of(lines, mover)
        if not cell[2:].strip(".@O: "):
            lines = put(lines, mover, f"[{cell[:2]}]")
    return lines


# -- the board in colour -----------------------------------------------------------------------------------------------


def paint(lines: list[str], mover: str = "", reach: list[str] | None = None) -> list[Text]:
    """Return the lines with their styles. Highlights are visible without colour too (see `mark`)."""
    lines = mark(lines, mover, reach or [])
    lit = {_place_of(square) for square in reach or []}
    chosen = _place_of(mover) if mover else None
    painted: list[Text] = []
    for number, line in enumerate(lines):
        text = Text(line, style="default", no_wrap=True, end="")
        if number == 0:
            text.stylize("dim")
        elif number % 2:
            _paint_edges(text, line)
        else:
            _paint_row(text, line)
        for row, start in lit:
            if row == number:
                text.stylize("on dark_green", start, start + CELL)
        if chosen and chosen[0] == number:
            text.stylize("reverse", chosen[1], chosen[1] + CELL)
        painted.append(text)
    return painted


def _paint_edges(text: Text, line: str) -> None:
    for start in range(MARGIN, len(line), PITCH):
        text.stylize(EDGE_STYLES["+"], start, start + 1)
        edge = line[start + 1 : start + PITCH]
        style = {"====": GATE_STYLES["closed"], "=  =": GATE_STYLES["open"], "x  x": GATE_STYLES["broken"]}.get(edge)
        text.stylize(style or EDGE_STYLES.get(edge[:1], "default"), start + 1, start + PITCH)


def _paint_row(text: Text, line: str) -> None:
    text.stylize("dim", 0, MARGIN)
    upright = {"H": GATE_STYLES["closed"], "h": GATE_STYLES["open"], "x": GATE_STYLES["broken"]}
    for start in range(MARGIN, len(line), PITCH):
        sign = line[start]
        text.stylize(upright.get(sign) or EDGE_STYLES.get(sign, "default"), start, start + 1)
        _paint_cell(text, line[start + 1 : start + PITCH], start + 1)


def _paint_cell(text: Text, cell: str, start: int) -> None:
    found = TOKEN.search(cell)
    at = 0
    while found is not None and found.start() < CELL:
        colour, sign = found.groups()
        style = TOKEN_STYLES[colour] if sign in OBJECTS or sign.isdigit() else CHARACTER_STYLES[colour]
        if sign.islower():
            style += " underline"
        text.stylize(style, start + found.start(), start + found.end())
        at = found.end()
        found = TOKEN.search(cell, at)
    for offset in range(at, len(cell)):
        if cell[offset] in TERRAIN_STYLES:
            text.stylize(TERRAIN_STYLES[cell[offset]], start + offset, start + offset + 1)


def in_parts(painted: list[Text], width: int) -> list[Text]:
    """Return the board in lines of a width. A narrow terminal gets parts one below the other."""
    columns = max(1, (max(len(text) for text in painted) - MARGIN) // PITCH)
    fitting = max(1, (width - MARGIN - 1) // PITCH)
    parts = -(-columns // fitting)
    if parts == 1:
        return painted
    each = -(-columns // parts)
    lines: list[Text] = []
    for part in range(parts):
        first, last = MARGIN + part * each * PITCH, MARGIN + min(columns, (part + 1) * each) * PITCH + 1
        lines += [text[:MARGIN] + text[first:last] for text in painted]
    return lines


def board_width(state: BoardState) -> int:
    if is_multiplayer(state):
        return Picture(state, None, []).narrowest
    return MARGIN + 1 + state.board_setting.layout.width * PITCH


# -- the panel ---------------------------------------------------------------------------------------------------------


def player_lines(view: View, state: BoardState) -> list[Text]:
    """Return one line per player: points, action points, cards."""
    counted = state.board_setting.has_teams or not state.setting.target
    target = "" if counted else f"/{state.setting.target}"
    return [_player_line(view, player, target) for player in view.players] + status_panel.team_line(state)


def _player_line(view: View, player: PlayerView, target: str) -> Text:
    active = player.colour == view.active and view.turn > 0 and not view.over
    text = Text("> " if active else "  ", end="")
    text.append(f"{colour_word(player.colour):<7}", style=f"bold {PLAYER_STYLES[player.colour]}")
    text.append(f"{t('terminal.panel.vp')} {player.vp}{target}", style="bold")
    text.append(f"   {t('parts.ap')} {view.ap if active else '-'}")
    cards = " ".join(str(card) if card in player.actions else "." for card in (2, 3, 4, 5))
    last = f" ({t('terminal.panel.last-card', card=player.last)})" if player.last else ""
    text.append(f"   {t('terminal.panel.action-cards')} {cards}{last}")
    held = " ".join(str(card) for card in player.combat or [])
    hand = t("terminal.panel.left", count=player.combat_count) if player.combat is None else held
    text.append(f"   {t('terminal.panel.combat-cards')} {hand}   {t('terminal.panel.jump-cards')} {player.jumps}")
    if player.colour == view.viewer:
        text.append(f"   ({t('parts.you')})", style="bold")
    if player.colour in view.resigned and not view.over:
        text.append(f"   ({t('terminal.panel.has-resigned')})")
    return text


def notes(view: View, state: BoardState) -> list[Text]:
    """Return further notes: potion AP, blocked and removed characters, own face-down tokens, the combat, the journey."""
    found: list[str] = []
    marks = [t("terminal.mark.potion", token=token.token, points=token.potion) for token in view.tokens if token.potion]
    marks += [t("terminal.mark.blocked", token=token.token) for token in view.tokens if token.blocked]
    marks += [t("terminal.mark.wounded", token=token.token) for token in view.tokens if token.hurt]
    lists = [("this-turn", marks), ("out", view.out), ("gone", view.gone), ("own-hidden", _own_hidden(view))]
    labelled = [(title, t(f"terminal.list.{title}", names=", ".join(names))) for title, names in lists if names]
    line = "   ".join(text for title, text in labelled if title != "own-hidden")
    found += [line] if line else []
    found += [text for title, text in labelled if title == "own-hidden"]
    if is_multiplayer(state):
        found += status_panel.special_notes(view, state) + status_panel.rooms_note(view, state)
    else:
        turning = {room.name: localize("cw" if room.turn == CLOCKWISE else "ccw") for room in state.board_setting.plan.rooms}
        rooms = [f"{room.place} {room.name} {turning[room.name]}" for room in view.rooms if room.name]
        found += [t("terminal.panel.rooms-turn", rooms=", ".join(rooms))] if rooms else []
    found += status_panel.standstill_note(view) + _combat_note(view) + _journey_note(view)
    return [Text(text) for text in found]


def _own_hidden(view: View) -> list[str]:
    """Return the viewer's own tokens under face-down rooms, room by room, as far as the viewer may know them."""
    found: list[str] = []
    for room in view.rooms:
        own = [name for name in room.under if name[0] == view.viewer[0] and name[1] != "?"]
        if own and not room.name:
            found.append(f"{room.place} {' '.join(own)}")
    return found


def _combat_note(view: View) -> list[str]:
    combat = view.combat
    if combat is None:
        return []
    card = "; " + t("terminal.combat.your-card", card=combat.own_card) if combat.own_card >= 0 else ""
    who, whom = (f"{token} {piece_name('board', token)}" for token in (combat.attacker, combat.defender))
    fighters = ", ".join(combat.fighters)
    sides = t("terminal.combat.sides", fighters=fighters, attack=combat.attack, defence=combat.defence)
    if not combat.fighters:
        sides = t("terminal.combat.open")  # the participants are known when all have decided (ALLY-23)
    return [f"{t('terminal.combat.close', attacker=who, defender=whom)}{status_panel.sides_note(view)}; {sides}{card}"]


def _journey_note(view: View) -> list[str]:
    journey = view.journey
    if journey is None:
        return []
    load = f"{journey.load} {piece_name('board', journey.load)}" if journey.load else ""
    load = t("maze.carries", load=load) if load else t("terminal.journey.nothing")
    here = [
        token.token
        for token in view.tokens
        if token.square == journey.square and token.token not in (journey.token, journey.load)
    ]
    also = "; " + t("terminal.journey.also", tokens=", ".join(here)) if here else ""
    at = f"{journey.token} {piece_name('board', journey.token)} {t('game.place.square.at', square=journey.square)}"
    words = f"{at}, {t_plural('play.steps-left', journey.steps)}, {load}{also}"
    return [t("terminal.journey", mode=t(f"game.deed.{journey.mode}"), words=words)]
