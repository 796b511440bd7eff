"""The panel below the maze: team sums, exits, rooms, doors, a closer look."""

from __future__ import annotations

from rich.text import Text

from dungeon_twister.cli.board.cells import public_facts
from dungeon_twister.cli.board.maze_drawing import MazeDrawing, coordinates_of
from dungeon_twister.cli.help_texts import Help
from dungeon_twister.cli.input_words import localize
from dungeon_twister.cli.menus import InputError
from dungeon_twister.cli.texts import colour_word, colour_words, join_names, piece_name, t, t_plural
from dungeon_twister.game.record.board.drawing import MazeSection
from dungeon_twister.game.record.board.square_names import column_name
from dungeon_twister.game.views import RoomView, View
from dungeon_twister.rules.engine.board.ending import points
from dungeon_twister.rules.engine.board.scenario import BY_APEX, BY_DOOR, BY_SMALL
from dungeon_twister.rules.engine.board.setting import EXIT_LINE, BoardSetting
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.geometry.rooms import CLOCKWISE, SIZE

AROUND = 2  # squares around a room or character in a closer look


# -- teams and the aim -------------------------------------------------------------------------------------------------


def teams_of(setting: BoardSetting) -> list[list[str]]:
    """Return the colours of each team. Without teams every player is a team."""
    numbers = sorted(set(setting.team_of))
    return [[colour for p, colour in enumerate(setting.colours) if setting.team_of[p] == n] for n in numbers]


def team_line(state: BoardState) -> list[Text]:
    """Return the team sums, which decide the game (TEAM-17)."""
    setting = state.board_setting
    if not setting.has_teams:
        return []
    sums = []
    for colours in teams_of(setting):
        number = points(state, setting.colours.index(colours[0]))
        team = " + ".join(colour_word(colour) for colour in colours)
        sums.append(t("terminal.panel.team", team=team, points=number, target=setting.target))
    return [Text("  " + t("terminal.panel.teams", teams=",   ".join(sums)), style="bold")]


def aim(state: BoardState) -> str:
    """Return what ends the game."""
    setting = state.board_setting
    if setting.board_scenario.turns:
        return t("terminal.aim.turns", turns=setting.board_scenario.turns)
    return t("terminal.aim.team" if setting.has_teams else "terminal.aim", target=setting.target)


def way_out(state: BoardState, viewer: int) -> str:
    """Return how a player's characters leave the maze."""
    setting = state.board_setting
    exits = setting.board_scenario.exits
    if exits == BY_APEX:
        return t("terminal.way-out.apex", place=f"R{setting.apex + 1}")
    if exits == BY_SMALL:
        lines = join_names([setting.layout.lines[line].name for line in setting.board_scenario.small])
        return t("terminal.way-out.small", lines=lines)
    if exits == BY_DOOR:
        if viewer not in state.doors:
            return t("terminal.way-out.later")
        return t("terminal.way-out.door", line=setting.layout.lines[state.doors.index(viewer)].name)
    roles = setting.line_role[viewer]
    ends = {setting.layout.lines[line].name for square, line in enumerate(setting.plan.line_of) if roles[square] == EXIT_LINE}
    owners = [seat.colour for seat in setting.seats if seat.line in ends]
    return t("terminal.way-out.lines" if len(owners) > 1 else "terminal.way-out.line", players=colour_words(owners))


# -- notes -------------------------------------------------------------------------------------------------------------


def special_notes(view: View, state: BoardState) -> list[str]:
    """Return notes about exits, doors, the apex, the Elevator, and players who resigned."""
    found: list[str] = []
    if view.viewer in state.setting.colours and not view.over:
        found.append(t("terminal.panel.way-out", way=way_out(state, state.setting.colours.index(view.viewer))))
    if view.doors:
        doors = ", ".join(f"{line} {colour_word(owner)}" for line, owner in view.doors.items())
        found.append(t("terminal.panel.doors", doors=doors))
    if view.raised:
        found.append(t("terminal.panel.apex", place=view.apex))
    if view.elevator:
        room = next(room for room in view.rooms if room.place == view.elevator)
        found.append(t("terminal.panel.elevator", place=view.elevator, square=corner(room)))
    if view.resigned:
        found.append(t("terminal.panel.resigned", players=colour_words(view.resigned)))
    return ["   ".join(found)] if found else []


def standstill_note(view: View) -> list[str]:
    """Return the standstill warning (STALL-6) while few turns are left."""
    return [t_plural("play.standstill", view.standstill, turn=view.turn)] if view.standstill else []


def rooms_note(view: View, state: BoardState) -> list[str]:
    """Return which room lies where, by its north-west square, and its rotation direction."""
    turning = {room.name: localize("cw" if room.turn == CLOCKWISE else "ccw") for room in state.board_setting.plan.rooms}
    rooms = [f"{room.place} {corner(room)} {room.name} {turning[room.name]}" for room in view.rooms if room.name]
    return [t("terminal.panel.rooms", rooms=", ".join(rooms))] if rooms else []


def corner(room: RoomView) -> str:
    return f"{column_name(room.x)}{room.y + 1}"


def sides_note(view: View) -> str:
    """Return the sides of a combat that other players may join (ALLY-22)."""
    if view.combat is None or not view.combat.sides:
        return ""
    found = []
    for side in ("attack", "defence"):
        players = " + ".join(colour_word(colour) for colour, on in view.combat.sides.items() if on == side)
        found.append(t(f"terminal.panel.{side}", players=players))
    return "; ".join(["", *found])


# -- a closer look -----------------------------------------------------------------------------------------------------


def look(shown: BoardState, view: View, word: str, width: int) -> list[Text]:
    """Draw a room, a square or a character with its surroundings, enlarged. InputError: there is none."""
    layout = shown.board_setting.layout
    room = next((room for room in view.rooms if room.place == word.upper()), None)
    token = next((seen for seen in view.tokens if word in (seen.token, seen.token.lower())), None)
    if room is not None:
        left, top, size, about = room.x, room.y, SIZE, _about_room(shown, view, room)
    elif token is not None:
        left, top = coordinates_of(token.square)
        size, about = 1, [f"{token.token} {t('game.place.square.at', square=token.square)}. {help_on(token.token)}"]
    else:
        left, top = _square(shown, word)
        size, about = 1, []
    margin = AROUND if size == SIZE else AROUND + 2
    columns = max(size, min(size + 2 * margin, (width - 4) // 5))
    first = max(0, min(left - (columns - size) // 2, layout.width - columns))
    part = MazeSection(first, min(layout.width, first + columns), max(0, top - margin), min(layout.height, top + size + margin))
    return [*MazeDrawing(shown, view, []).large(part), *(Text(line) for line in about)]


def help_on(token: str) -> str:
    """Return the help text of a token; empty for a face-down one."""
    return Help("board").explain(token) or piece_name("board", token)


def _square(shown: BoardState, word: str) -> tuple[int, int]:
    letters = word.lower().rstrip("0123456789")
    if letters.isascii() and letters.isalpha() and len(letters) < 3 and word[len(letters) :].isdigit() and len(word) < 5:
        at = coordinates_of(word.lower())
        if at in shown.board_setting.plan.spot_at:
            return at
        raise InputError(t("terminal.error.outside", square=word))
    raise InputError(t("terminal.error.look", word=word))


def _about_room(shown: BoardState, view: View, room: RoomView) -> list[str]:
    tile = int(room.place[1:]) - 1
    known = public_facts(shown, tile)
    if not room.name:
        parts = [t("terminal.look.face-down", place=room.place) + (f" ({', '.join(known)})" if known else "")]
        parts += [t(f"terminal.look.{room.kind}")] if room.kind in ("char", "obj") else []
        parts += [t("terminal.look.under", tokens=", ".join(room.under))] if room.under else []
        return ["; ".join(parts) + "."]
    drawn = next(known_room for known_room in shown.board_setting.plan.rooms if known_room.name == room.name)
    twins = [
        other.place
        for other in view.rooms
        if other.name != room.name
        and any(one.name == other.name and one.pair == drawn.pair for one in shown.board_setting.plan.rooms)
    ]
    turn = t("game.turn.cw" if drawn.turn == CLOCKWISE else "game.turn.ccw")
    special = "".join(f", {t(key)}" for key in ("terminal.map.apex", "terminal.map.elevator") if t(key) in known)
    twin = twins[0] if twins else t("terminal.look.no-twin")
    return [t("terminal.look.room", place=room.place, room=room.name + special, turn=turn, twin=twin)]
