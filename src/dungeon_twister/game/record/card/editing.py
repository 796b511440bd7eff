"""Edits of a position of the Card Game: cards, rooms, portcullises, walls."""

from __future__ import annotations

from dungeon_twister.game.record.card.position import set_marks, set_player, set_turn
from dungeon_twister.game.record.card.token_names import SIDES, read_place, read_spot, read_tile, read_token
from dungeon_twister.game.record.position_header import read_placed_room, rooms_elsewhere
from dungeon_twister.rules.engine.card.state import CardState, card_of
from dungeon_twister.rules.engine.state import GONE, OUT, REMOVED, RESCUED, SPARE, SUPPLY, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.maze import BROKEN, CLOSED, GATE_NAMES
from dungeon_twister.rules.geometry.zone_plan import LETTER_COUNT, UNKNOWN
from dungeon_twister.rules.geometry.zones import ZoneMaze

AWAY = {"out": OUT, "rescued": RESCUED, "gone": GONE, "supply": SUPPLY, "removed": REMOVED, "spare": SPARE}


def card_edit(edited: State, words: list[str]) -> bool:
    """Apply a change that this game handles by itself. Return False if it is another change. Raise a ValueError if it is
    wrong."""
    state = card_of(edited)
    match words:
        case ["clear"]:
            for token in range(state.setting.tokens):
                _take(state, token, SPARE)
            for tile in range(state.maze.plan.tiles):
                _lay(state, tile, UNKNOWN, 0)
        case ["put", name, where]:
            _put(state, read_token(state, name), where)
        case ["give", name, holder]:
            _give(state, read_token(state, name), read_token(state, holder))
        case ["wound" | "heal" as verb, name]:
            _set_wound(state, read_token(state, name), verb == "wound")
        case ["mark", name, *marks]:
            _mark(state, read_token(state, name), marks)
        case ["room", place, "down"]:
            _lay(state, read_tile(state, place), UNKNOWN, 0)
        case ["room", place, lying]:
            slot, room, quarters = read_placed_room(f"{place}={lying}", state.maze.plan.tiles, state.maze.plan.rooms)
            _lay(state, state.maze.tile_on[slot], room, quarters)
        case ["gate", place, _, value]:
            _set_gate(state, read_tile(state, place), value)
        case ["walls", place, "broken" | "whole" as value]:
            _set_walls(state, read_tile(state, place), value == "broken")
        case ["turn", *rest]:
            set_turn(state, rest)
        case [colour, *rest] if colour in state.setting.colours:
            set_player(state.setting.colours.index(colour), state, rest)
        case _:
            return False
    state.clear_entries()
    state.team_up()
    return True


# -- cards ------------------------------------------------------------------------------------------------------------------


def _take(state: CardState, token: int, where: int) -> None:
    """Move a card out of play, or under a room; the items it carried stay in its place."""
    if state.in_play(token):
        place = state.loc[token]
        for item in state.items_of(token) if state.setting.is_character[token] else []:
            state.hold(item, -1)
            if not state.setting.is_character[item] and place >= state.maze.plan.zones:
                state.set_loc(item, state.home(state.setting.owner[token]))
        state.remove(token, where)
    else:
        state.set_loc(token, where)
    state.set_status(token, 0)
    state.set_fell(token, 0)


def _put(state: CardState, token: int, where: str) -> None:
    home = len(where) == 3 and where[0] in SIDES
    if where in AWAY:
        _take(state, token, AWAY[where])
    elif where[:1] == "R" and where[1:].isdigit():
        tile = read_tile(state, where)
        if state.maze.room_of[tile] != UNKNOWN:
            raise ValueError(f"the room on {where} lies face up")
        _take(state, token, UNDER + tile)
    elif state.setting.is_character[token]:
        _arrive(state, token, read_place(state, where))
    else:
        _arrive(state, token, read_spot(state, where[0] if home else where))


def _arrive(state: CardState, token: int, place: int) -> None:
    """Move a card to a place with all it carries; nobody carries it any more."""
    if not state.in_play(token):
        state.set_status(token, 0)
        state.set_fell(token, 0)
        state.put(token, place)
        return
    if state.carrier[token] >= 0:
        state.hold(token, -1)
    state.move(token, place)
    for item in state.items_of(token) if state.setting.is_character[token] else []:
        state.move(item, place)


def _give(state: CardState, token: int, holder: int) -> None:
    """HAN-1, HAN-6: let a character carry a token, without chains of carriers."""
    if token == holder or not state.setting.is_character[holder] or not state.in_play(holder) or state.carrier[holder] >= 0:
        raise ValueError("nobody there can carry anything (HAN-6)")
    if state.setting.is_character[token] and state.setting.owner[token] != state.setting.owner[holder]:
        raise ValueError("only friendly wounded are carried (HAN-6)")
    if state.setting.is_character[token] and (not state.in_play(token) or state.items_of(token)):
        raise ValueError("only a wounded friend without a load is carried (HAN-6)")
    _arrive(state, token, state.loc[holder])
    state.hold(token, holder)


def _set_wound(state: CardState, token: int, wounded: bool) -> None:
    if not state.setting.is_character[token] or not state.in_play(token):
        raise ValueError(f"{state.setting.names[token]} is no character in play")
    if bool(state.status[token] & WOUNDED) == wounded:
        return
    if wounded:
        for item in state.items_of(token):
            if state.setting.is_character[item]:
                state.hold(item, -1)
        state.fall(token, 0)
    else:
        if state.carrier[token] >= 0:
            state.hold(token, -1)
        state.rise(token, 0)


def _mark(state: CardState, token: int, marks: list[str]) -> None:
    """Replace the marks of the turn by exactly these."""
    if not state.setting.is_character[token] or not state.in_play(token):
        raise ValueError(f"{state.setting.names[token]} is no character in play")
    state.set_status(token, state.status[token] & WOUNDED)
    set_marks(state, [f"{state.setting.names[token]}={mark}" for mark in marks])


# -- rooms ------------------------------------------------------------------------------------------------------------------


def _lay(state: CardState, tile: int, room: int, quarters: int) -> None:
    """Lay a room on a place, or turn it face down. A room that lies elsewhere is exchanged with the one here."""
    before, turned = state.maze.room_of[tile], state.maze.quarters[tile]
    other = state.maze.room_of.index(room) if room not in (UNKNOWN, before) and room in state.maze.room_of else -1
    changes = [(tile, room, quarters)]
    if other >= 0:
        changes.append((other, before, turned))
    tiles, numbers = state.maze.plan.tiles, state.maze.key()
    for at, lying, quarter in changes:
        _clear_tile(state, at, lying)
        if lying != numbers[tiles + at]:
            numbers[3 * tiles + at], numbers[4 * tiles + at] = CLOSED, 0
        numbers[tiles + at], numbers[2 * tiles + at] = lying, quarter if lying != UNKNOWN else 0
    state.maze = ZoneMaze.from_key(state.maze.plan, numbers)
    state.rooms_left = rooms_elsewhere(state.maze.plan.rooms, state.maze.room_of)


def _clear_tile(state: CardState, tile: int, room: int) -> None:
    """Clear a room that is turned: turned up, it loses the cards under it; turned down, the cards in it lie under it."""
    for token in range(state.setting.tokens):
        if room == UNKNOWN and tile * LETTER_COUNT <= state.loc[token] < (tile + 1) * LETTER_COUNT:
            _take(state, token, UNDER + tile)
        elif room != UNKNOWN and state.loc[token] == UNDER + tile:
            _take(state, token, SPARE)


def _set_gate(state: CardState, tile: int, value: str) -> None:
    room = state.maze.room_of[tile]
    if room == UNKNOWN or not state.maze.plan.rooms[room].gates or value not in GATE_NAMES:
        raise ValueError(f"there is no such portcullis (as gate R1 0 {GATE_NAMES[0]})")
    if state.maze.walls_broken[tile] and value != GATE_NAMES[BROKEN]:
        raise ValueError("with its walls the portcullis is broken too (GLM-1)")
    state.maze = state.maze.with_gate(tile, GATE_NAMES.index(value))


def _set_walls(state: CardState, tile: int, broken: bool) -> None:
    if state.maze.room_of[tile] == UNKNOWN:
        raise ValueError("the room lies face down")
    tiles, numbers = state.maze.plan.tiles, state.maze.key()
    numbers[4 * tiles + tile] = int(broken)
    numbers[3 * tiles + tile] = BROKEN if broken else CLOSED
    state.maze = ZoneMaze.from_key(state.maze.plan, numbers)
