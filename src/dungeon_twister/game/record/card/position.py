"""Positions of the Card Game as text (docs/positions.md): whose turn, hands, rooms, the place and the load of each character.

The lines determine the position; a drawing below them is optional and only compared with them.
"""

from __future__ import annotations

from functools import partial

from dungeon_twister.game.record.card.drawing import draw
from dungeon_twister.game.record.card.token_names import (
    SIDES,
    characters_by_place,
    objects_at,
    order_of,
    place_name,
    read_place,
    read_spot,
    read_tile,
    read_token,
    slot_of,
    spot_name,
)
from dungeon_twister.game.record.position_header import (
    PositionHeader,
    header_lines,
    packed_combat,
    pairs_of,
    read_placed_room,
    read_pool,
    rooms_elsewhere,
    small,
)
from dungeon_twister.game.record.shared_names import slot_name
from dungeon_twister.rules.engine.card.setting import card_setting_of
from dungeon_twister.rules.engine.card.state import FIRED, FOUGHT, SHOWN, WALLS_USED, CardState, card_of
from dungeon_twister.rules.engine.card.tokens import LIMIT
from dungeon_twister.rules.engine.decisions import ACT, frame
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.engine.options import AUTOMATIC
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import BLOCKED, GONE, HURT, OUT, REMOVED, RESCUED, SPARE, SUPPLY, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.maze import BROKEN, CLOSED, GATE_NAMES
from dungeon_twister.rules.geometry.zone_plan import UNKNOWN

KNOWN = {"turn", "count", "tiles", "rooms", "gates", "walls", "pool", "under", "at", "marks", "entry", "wounds"}
LISTS = {"out": OUT, "rescued": RESCUED, "gone": GONE, "supply": SUPPLY, "removed": REMOVED}
MARKS = {"spent": BLOCKED, "hurt": HURT, "fired": FIRED, "fought": FOUGHT, "walls": WALLS_USED, "shown": SHOWN}
TURN = 10  # the number of the turn if a position does not have it
MOST_AP = 6  # AP-4


# -- writing --------------------------------------------------------------------------------------------------------------


def card_position_text(played: State) -> str:
    """Return a position between two actions as text, with its drawing."""
    state = card_of(played)
    setting = state.card_setting
    lines = header_lines(state)
    lines.append(f"turn {setting.colours[state.active]} ap {state.ap}")
    acted = ",".join(colour for player, colour in enumerate(setting.colours) if state.acted >> player & 1)
    progress = "yes" if state.progress else "no"
    lines.append(f"count turn {state.turn} quiet {state.quiet} progress {progress} acted {acted or '-'}")
    lines += [_player_line(state, player) for player in range(setting.players)]
    lines += _room_lines(state)
    lines += _token_lines(state)
    return "\n".join([*lines, "maze", *draw(state)]) + "\n"


def _line(head: str, words: list[str]) -> list[str]:
    return [f"{head} {' '.join(words)}"] if words else []


def _digits(hand: int) -> str:
    return "".join(str(card) for card in cards_in(hand)) or "-"


def _player_line(state: CardState, player: int) -> str:
    return (
        f"{state.setting.colours[player]} vp {state.vp[player]} jumps {state.jumps[player]}"
        f" combat {_digits(state.combat_hand[player])} used {_digits(state.used[player])} kept {state.kept_ap[player]}"
    )


def _room_lines(state: CardState) -> list[str]:
    maze, rooms = state.maze, state.maze.plan.rooms
    up = [tile for tile in maze.tile_on if maze.room_of[tile] != UNKNOWN]
    lines: list[str] = []
    if maze.tile_on != sorted(maze.tile_on):
        lines += _line("tiles", [str(tile + 1) for tile in maze.tile_on])
    lines += _line("rooms", [f"{slot_of(state, tile)}={rooms[maze.room_of[tile]].name}.{maze.quarters[tile]}" for tile in up])
    shut = [tile for tile in up if maze.gates[tile] == CLOSED or maze.walls_broken[tile]]
    lines += _line("gates", [f"{slot_of(state, tile)}={GATE_NAMES[maze.gates[tile]]}" for tile in up if tile not in shut])
    lines += _line("walls", [slot_of(state, tile) for tile in up if maze.walls_broken[tile]])
    if state.rooms_left != rooms_elsewhere(rooms, maze.room_of):
        left = [room.name for number, room in enumerate(rooms) if state.rooms_left >> number & 1]
        lines += _line("pool", left or ["-"])
    return lines


def _token_lines(state: CardState) -> list[str]:
    setting, maze = state.setting, state.maze
    tokens = range(setting.tokens)
    named = [(setting.names[t] + ("~" if state.status[t] & WOUNDED else ""), state.loc[t]) for t in tokens]
    lines: list[str] = []
    for tile in maze.tile_on:
        lines += _line(f"under {slot_of(state, tile)}", [name for name, place in named if place == UNDER + tile])
    standing = characters_by_place(state)
    for place in sorted(range(maze.plan.places), key=partial(order_of, state)):
        lying = objects_at(state, place) if place < maze.plan.zones else []
        lines += _line(f"at {place_name(state, place)}", standing.get(place_name(state, place), []) + lying)
    for player, side in enumerate(SIDES):
        lines += _line(f"at {side}", objects_at(state, state.home(player)))
    for head, where in LISTS.items():
        lines += _line(head, [name for name, place in named if place == where])
    lines += _line(
        "marks", [f"{setting.names[t]}={mark}" for t in tokens for mark, flag in MARKS.items() if state.status[t] & flag]
    )
    lines += _line("entry", [f"{setting.names[t]}={spot_name(state, state.entry[t])}" for t in tokens if state.entry[t] >= 0])
    if (state.fell, state.wounds) != _usual_wounds(state):
        lines += _line("wounds", [str(state.wounds), *(f"{setting.names[t]}={state.fell[t]}" for t in tokens if state.fell[t])])
    return lines


def _usual_wounds(state: CardState) -> tuple[list[int], int]:
    """Return the default numbers of wounds, in the order of the tokens, and their count."""
    fell, count = [0] * state.setting.tokens, 0
    for token, status in enumerate(state.status):
        if status & WOUNDED:
            count += 1
            fell[token] = count
    return fell, count


# -- reading --------------------------------------------------------------------------------------------------------------


def card_position(head: PositionHeader, setting: Setting) -> CardState:
    """Return a position from its lines. Every mistake is a TextError with the line."""
    head.check_known({*KNOWN, *LISTS, *setting.colours})
    state = CardState.fresh(card_setting_of(setting))
    state.shown = True
    for name, setter in (("tiles", _set_tiles), ("rooms", _set_rooms), ("gates", _set_gates), ("walls", _set_walls)):
        head.guard(name, state, setter)
    head.guard("under", state, _set_under)
    head.guard("at", state, _set_place)
    for name, place in LISTS.items():
        head.guard(name, state, partial(_set_list, place))
    state.team_up()
    head.guard("marks", state, set_marks)
    head.guard("entry", state, _set_entry)
    fell, state.wounds = _usual_wounds(state)
    for token, number in enumerate(fell):
        state.set_fell(token, number)
    head.guard("wounds", state, _set_wounds)
    state.rooms_left = rooms_elsewhere(state.card_setting.plan.rooms, state.maze.room_of)
    head.guard("pool", state, _set_pool)
    for player, colour in enumerate(setting.colours):
        head.guard(colour, state, partial(set_player, player))
    if "turn" not in head.lines:
        raise head.fail("there is no line 'turn COLOUR ap N'", 0)
    state.turn = TURN
    state.acted = (1 << setting.players) - 1
    head.guard("count", state, _set_count)
    head.guard("turn", state, set_turn)
    if head.drawing is not None:
        head.compare(draw(state))
    return state


def _set_tiles(state: CardState, words: list[str]) -> None:
    """INV-1: after an inversion, set which tile lies on each place; tiles are numbered by their first places."""
    tiles = range(state.maze.plan.tiles)
    if sorted(words) != sorted(str(tile + 1) for tile in tiles):
        raise ValueError(f"expected the numbers 1 to {len(tiles)} in the order of the places, each once")
    for slot, word in enumerate(words):
        there = state.maze.tile_on[slot]
        if there != int(word) - 1:
            state.maze = state.maze.swapped(there, int(word) - 1)


def _set_rooms(state: CardState, words: list[str]) -> None:
    plan = state.maze.plan
    for word in words:
        slot, room, quarters = read_placed_room(word, plan.tiles, plan.rooms)
        if room in state.maze.room_of:
            raise ValueError(f"the room {plan.rooms[room].name} lies in the maze twice")
        if state.maze.room_of[state.maze.tile_on[slot]] != UNKNOWN:
            raise ValueError(f"two rooms lie on {slot_name(slot)}")
        state.maze = state.maze.revealed(state.maze.tile_on[slot], room, quarters)


def _room_up(state: CardState, word: str) -> int:
    tile = read_tile(state, word)
    if state.maze.room_of[tile] == UNKNOWN:
        raise ValueError(f"the room on {word} lies face down")
    return tile


def _set_gates(state: CardState, words: list[str]) -> None:
    for word in words:
        place, _, value = word.partition("=")
        if value not in GATE_NAMES:
            raise ValueError(f"{word!r} is no portcullis (as R1=open)")
        tile = _room_up(state, place)
        if not state.maze.plan.rooms[state.maze.room_of[tile]].gates:
            raise ValueError(f"the room on {place} has no portcullis")
        state.maze = state.maze.with_gate(tile, GATE_NAMES.index(value))


def _set_walls(state: CardState, words: list[str]) -> None:
    for word in words:
        tile = _room_up(state, word)
        if state.maze.gates[tile] not in (CLOSED, BROKEN):
            raise ValueError(f"with its walls the portcullis on {word} is broken too (GLM-1)")
        state.maze = state.maze.with_walls_broken(tile)


# -- cards ----------------------------------------------------------------------------------------------------------------


def _new_token(state: CardState, word: str) -> int:
    """Return a token that was not mentioned before."""
    token = read_token(state, word)
    if state.loc[token] != SPARE:
        raise ValueError(f"the token {word} is in two places")
    return token


def _set_under(state: CardState, words: list[str]) -> None:
    tile = read_tile(state, words[0] if words else "")
    if state.maze.room_of[tile] != UNKNOWN:
        raise ValueError(f"the room on {words[0]} lies face up")
    for word in words[1:]:
        state.set_loc(_new_token(state, word), UNDER + tile)
    if sum(place == UNDER + tile for place in state.loc) > state.card_setting.capacities[tile]:
        raise ValueError(f"no more than {state.card_setting.capacities[tile]} cards fit beside that room (SET-6)")


def _set_list(place: int, state: CardState, words: list[str]) -> None:
    for word in words:
        token = _new_token(state, word.removesuffix("~"))
        if (place in (RESCUED, REMOVED) or word.endswith("~")) and not state.setting.is_character[token]:
            raise ValueError(f"{word} is no character")
        state.set_status(token, WOUNDED if word.endswith("~") else 0)
        state.set_loc(token, place)


def _set_place(state: CardState, words: list[str]) -> None:
    """Read `at PLACE` with everything there: characters with what they carry, and lying objects."""
    if len(words) < 2:
        raise ValueError("expected 'at PLACE' and who is there")
    lying = words[0] in tuple(SIDES)
    place = read_spot(state, words[0]) if lying else read_place(state, words[0])
    for word in words[1:]:
        names = word.split("+")
        token = _new_token(state, names[0].removesuffix("~"))
        if state.setting.is_character[token]:
            if lying:
                raise ValueError(f"{names[0]} needs a station, as {words[0]}0T (STA-1)")
            _set_character(state, place, token, names)
        elif len(names) > 1 or names[0].endswith("~"):
            raise ValueError(f"{names[0]} is an object: it carries nothing and is not wounded")
        elif place >= state.maze.plan.zones and not lying:
            raise ValueError(f"objects lie on a starting zone as a whole: 'at {words[0][0]} {word}' (LNK-1)")
        else:
            state.put(token, place)


def _set_character(state: CardState, place: int, token: int, names: list[str]) -> None:
    setting = state.card_setting
    if place >= state.maze.plan.zones and not state.home(setting.owner[token]) <= place < state.home(setting.owner[token]) + 8:
        raise ValueError("nobody stays on the opponent's starting zone (EXT-6)")
    _put(state, place, token, names[0])
    if len(names) - 1 > setting.strength[token]:
        raise ValueError(f"{setting.names[token]} carries no more than {setting.strength[token]} (HAN-2)")
    for name in names[1:]:
        item = _new_token(state, name.removesuffix("~"))
        if setting.is_character[item]:
            _check_patient(state, token, item, name)
            _put(state, place, item, name)
        elif name.endswith("~"):
            raise ValueError(f"the object {name[:-1]} cannot be wounded")
        else:
            state.put(item, place)
        state.hold(item, token)
    if state.count_at(setting.owner[token], state.spot(place)) > LIMIT:
        raise ValueError(f"more than {LIMIT} characters of one player are in one place (MOV-18)")


def _put(state: CardState, place: int, token: int, name: str) -> None:
    state.set_status(token, WOUNDED if name.endswith("~") else 0)
    state.put(token, place)


def _check_patient(state: CardState, token: int, item: int, name: str) -> None:
    """HAN-6: only wounded friends are carried, and not by a wounded character."""
    if not name.endswith("~"):
        raise ValueError(f"{name} must be wounded to be carried, {name}~ (HAN-6)")
    if state.setting.owner[item] != state.setting.owner[token]:
        raise ValueError("only friendly wounded are carried (HAN-6)")
    if state.status[token] & WOUNDED:
        raise ValueError("a wounded character carries no one (HAN-6)")


def set_marks(state: CardState, words: list[str]) -> None:
    for word in words:
        name, _, mark = word.partition("=")
        token = read_token(state, name)
        if mark not in MARKS or state.setting.is_character[token] != (mark != "shown"):
            raise ValueError(
                f"{word!r} is no mark ({', '.join(f'bNa={mark}' for mark in MARKS if mark != 'shown')}, bsh=shown)"
            )
        state.mark(token, MARKS[mark])


def _set_entry(state: CardState, words: list[str]) -> None:
    for word in words:
        name, _, place = word.partition("=")
        state.set_entry(read_token(state, name), read_spot(state, place))


def _set_wounds(state: CardState, words: list[str]) -> None:
    """Set the number of wounds so far, and the number of each that is not healed (OPT-10)."""
    state.wounds = small(words[0] if words else "", "the count of wounds")
    for token in range(state.setting.tokens):
        state.set_fell(token, 0)
    for word in words[1:]:
        name, _, number = word.partition("=")
        token = read_token(state, name)
        state.set_fell(token, small(number, "the number of a wound"))
        if not 1 <= state.fell[token] <= state.wounds or state.fell.count(state.fell[token]) > 1:
            raise ValueError(f"{word!r}: wounds are numbered from 1 to {state.wounds}, each once")
    for token, status in enumerate(state.status):
        if bool(status & WOUNDED) != bool(state.fell[token]):
            raise ValueError(f"{state.setting.names[token]} is wounded and has no number, or the other way round")


def _set_pool(state: CardState, words: list[str]) -> None:
    state.rooms_left = read_pool(words, state.maze.plan.rooms, state.maze.room_of)


# -- players and turn -----------------------------------------------------------------------------------------------------


def set_player(player: int, state: CardState, words: list[str]) -> None:
    for key, value in pairs_of(words, "vp 0 jumps 3 combat 012233456"):
        if key in ("vp", "jumps", "kept"):
            {"vp": state.set_vp, "jumps": state.set_jumps, "kept": state.set_kept_ap}[key](player, small(value, key))
        elif key == "combat":
            state.set_combat_hand(player, packed_combat(value))
        elif key == "used":
            state.set_used(player, packed_combat(value))
        else:
            raise ValueError(f"a player has no {key!r} (vp, jumps, combat, used, kept)")
    if bool(state.combat_hand[player] & 3) != state.card_setting.combat_cards:
        raise ValueError("the combat card 0 is always in hand, unless the scenario has no combat cards (CMB-11, SCN-8)")
    if state.vp[player] >= state.setting.target:
        raise ValueError(f"with {state.vp[player]} victory points the game would be over (END-1)")


def set_turn(state: CardState, words: list[str]) -> None:
    if len(words) != 3 or words[0] not in state.setting.colours or words[1] != "ap":
        raise ValueError("expected 'turn COLOUR ap N'")
    state.active = state.setting.colours.index(words[0])
    state.ap = small(words[2], "ap")
    if state.ap > MOST_AP:
        raise ValueError(f"nobody has more than {MOST_AP} action points (AP-4)")
    state.stack = [frame(ACT, state.active)]
    if state.ap == 0 and state.setting.options.end_turn == AUTOMATIC and len(legal(state)) < 2:
        raise ValueError("with no action point left the turn would be over")


def _set_count(state: CardState, words: list[str]) -> None:
    for key, value in pairs_of(words, "turn 10 quiet 0 progress no acted blue,yellow"):
        if key == "turn":
            state.turn = small(value, "the number of the turn")
        elif key == "quiet":
            state.quiet = small(value, "the count of turns without progress")
        elif key == "progress" and value in ("yes", "no"):
            state.progress = value == "yes"
        elif key == "acted" and (value == "-" or set(value.split(",")) <= set(state.setting.colours)):
            state.acted = sum(1 << p for p, colour in enumerate(state.setting.colours) if colour in value.split(","))
        else:
            raise ValueError("expected 'count turn N quiet N progress yes|no acted COLOUR,COLOUR|-'")
