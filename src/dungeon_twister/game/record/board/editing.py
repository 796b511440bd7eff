"""Edits of a position of the board game: tokens, rooms, portcullises."""

from __future__ import annotations

from dungeon_twister.game.record.board.position import check_square, set_marks, set_player, set_turn
from dungeon_twister.game.record.board.square_names import read_square
from dungeon_twister.game.record.position_header import read_placed_room, rooms_elsewhere
from dungeon_twister.game.record.shared_names import read_slot, read_token
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.state import GONE, OUT, SPARE, SUPPLY, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.maze import CLOSED, GATE_NAMES, Maze
from dungeon_twister.rules.geometry.rooms import CELLS

AWAY = {"out": OUT, "gone": GONE, "supply": SUPPLY, "spare": SPARE}
FACE_DOWN = -1


def board_edit(edited: State, words: list[str]) -> bool:
    """Apply a change that this game handles by itself. Return False if it is another change. Raise a ValueError if it is
    wrong."""
    state = board_of(edited)
    match words:
        case ["clear"]:
            for token in range(state.setting.tokens):
                _take(state, token, GONE)
            for tile in range(state.board_setting.plan.tiles):
                _lay(state, tile, FACE_DOWN, 0)
        case ["put", name, where]:
            _put(state, read_token(state.setting, name), where)
        case ["give", name, holder]:
            _give(state, read_token(state.setting, name), read_token(state.setting, holder))
        case ["wound" | "heal" as verb, name]:
            _set_wound(state, read_token(state.setting, name), verb == "wound")
        case ["mark", name, *marks]:
            _mark(state, read_token(state.setting, name), marks)
        case ["room", place, "down"]:
            _lay(state, read_slot(state.board_setting.plan.tiles, place), FACE_DOWN, 0)
        case ["room", place, lying]:
            plan = state.board_setting.plan
            _lay(state, *read_placed_room(f"{place}={lying}", plan.tiles, plan.rooms))
        case ["gate", place, number, value]:
            _set_gate(state, read_slot(state.board_setting.plan.tiles, place), number, value)
        case ["turn", *rest]:
            turn, highest = state.turn, state.highest
            set_turn(state, rest)
            state.turn, state.highest = max(turn, 1), highest
        case [colour, *rest] if colour in state.setting.colours:
            set_player(state.setting.colours.index(colour), state, rest)
        case _:
            return False
    return True


# -- tokens -----------------------------------------------------------------------------------------------------------------


def _take(state: BoardState, token: int, where: int) -> None:
    """Move a token out of the maze, or under a room."""
    if state.on_square(token):
        state.lift(token)
    state.remove(token, where)


def _put(state: BoardState, token: int, where: str) -> None:
    if where in AWAY:
        _take(state, token, AWAY[where])
    elif where[:1] == "R":
        tile = read_slot(state.board_setting.plan.tiles, where)
        if state.maze.room_of[tile] != FACE_DOWN:
            raise ValueError(f"the room on {where} lies face up")
        _take(state, token, UNDER + tile)
    else:
        square = read_square(state, where)
        if state.on_square(token):
            state.lift(token)
        state.set_status(token, state.status[token] & WOUNDED)
        _stand(state, token, square)


def _stand(state: BoardState, token: int, square: int) -> None:
    """ACT-2: put a token on a square; a character, a wounded one and an object fit on it, each once."""
    wounded = state.status[token] & WOUNDED
    there = state.item if not state.setting.is_character[token] else state.down if wounded else state.stand
    if there[square] >= 0 and there[square] != token:
        raise ValueError("two such tokens cannot be on one square (ACT-2)")
    state.put(token, square)
    check_square(state, square)


def _give(state: BoardState, token: int, holder: int) -> None:
    """CARRY-2: put a token on the square of a standing character, which then carries it."""
    if token == holder or not state.setting.is_character[holder] or not state.on_square(holder):
        raise ValueError("nobody there can carry anything")
    if state.setting.is_character[token] and not state.status[token] & WOUNDED:
        raise ValueError("only wounded characters are carried (CARRY-2)")
    if state.on_square(token):
        state.lift(token)
    _stand(state, token, state.loc[holder])


def _set_wound(state: BoardState, token: int, wounded: bool) -> None:
    if not state.setting.is_character[token] or not state.on_square(token):
        raise ValueError(f"{state.setting.names[token]} is no character in the maze")
    if bool(state.status[token] & WOUNDED) != wounded:
        state.lift(token)
        state.set_status(token, WOUNDED if wounded else 0)
        _stand(state, token, state.loc[token])


def _mark(state: BoardState, token: int, marks: list[str]) -> None:
    """Replace the marks of the turn by exactly these."""
    if not state.setting.is_character[token] or not state.on_square(token):
        raise ValueError(f"{state.setting.names[token]} is no character in the maze")
    state.set_status(token, state.status[token] & WOUNDED)
    set_marks(state, [f"{state.setting.names[token]}={mark}" for mark in marks])


# -- rooms ------------------------------------------------------------------------------------------------------------------


def _lay(state: BoardState, tile: int, room: int, quarters: int) -> None:
    """Lay a room on a place, or turn it face down. A room that lies elsewhere is exchanged with the one here."""
    maze = state.maze
    before = maze.room_of[tile]
    _set_room(state, tile, room, quarters)
    if room not in (FACE_DOWN, before) and room in maze.room_of:
        other = list(maze.room_of).index(room)
        _set_room(state, other, before, maze.quarters[tile] if before != FACE_DOWN else 0)
    state.rooms_left = rooms_elsewhere(state.board_setting.plan.rooms, state.maze.room_of)


def _set_room(state: BoardState, tile: int, room: int, quarters: int) -> None:
    """Set the room of a tile. Turned up, it loses the tokens under it; turned down, the tokens in it lie under it."""
    plan, maze = state.board_setting.plan, state.maze
    tiles, before = plan.tiles, maze.room_of[tile]
    for token in range(state.setting.tokens):
        if room == FACE_DOWN and tile * CELLS <= state.loc[token] < tile * CELLS + CELLS:
            _take(state, token, UNDER + tile)
        elif room != FACE_DOWN and state.loc[token] == UNDER + tile:
            _take(state, token, GONE)
    numbers = maze.key()
    numbers[tiles + tile] = room
    numbers[2 * tiles + tile] = quarters
    if room != before:
        first = 3 * tiles + tile * plan.most_gates
        numbers[first : first + plan.most_gates] = [CLOSED] * plan.most_gates
        other = list(maze.room_of).index(room) if room != FACE_DOWN and room in maze.room_of else -1
        if other >= 0:
            numbers[tiles + other], numbers[2 * tiles + other] = FACE_DOWN, 0
            first = 3 * tiles + other * plan.most_gates
            numbers[first : first + plan.most_gates] = [CLOSED] * plan.most_gates
            _clear_tile(state, other)
    if room == FACE_DOWN and numbers[-1] == tile:
        numbers[-1] = -1
    state.maze = Maze.from_key(plan, numbers)


def _clear_tile(state: BoardState, tile: int) -> None:
    """Move the tokens of a tile under it, as its room goes elsewhere."""
    for token in range(state.setting.tokens):
        if tile * CELLS <= state.loc[token] < tile * CELLS + CELLS:
            _take(state, token, UNDER + tile)


def _set_gate(state: BoardState, tile: int, number: str, value: str) -> None:
    plan, room = state.board_setting.plan, state.maze.room_of[tile]
    gates = plan.rooms[room].gates if room != FACE_DOWN else 0
    if not (number.isascii() and number.isdigit()) or len(number) > 2 or int(number) >= gates or value not in GATE_NAMES:
        raise ValueError(f"there is no such portcullis (as gate R1 0 {GATE_NAMES[0]})")
    state.maze = state.maze.with_gate(tile * plan.most_gates + int(number), GATE_NAMES.index(value))
