"""Positions of the board game, drawn as text: who is to move, hands, rooms, tokens (docs/positions.md).

The drawing determines the tokens in the maze, the line `rooms` the rooms. After reading, the position is drawn again and
compared, so a drawing whose walls do not fit its rooms is refused with the line and the column.
"""

from __future__ import annotations

from functools import partial

from dungeon_twister.game.record.board.drawing import CELL, MARGIN, draw
from dungeon_twister.game.record.board.square_names import COMPASS, NOBODY, doors_of, read_door_owner, read_square, square_name
from dungeon_twister.game.record.position_header import (
    NO_MAZE,
    PositionHeader,
    cards_of,
    header_lines,
    packed_combat,
    pairs_of,
    read_placed_room,
    read_pool,
    rooms_elsewhere,
    small,
)
from dungeon_twister.game.record.shared_names import read_slot, read_token
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD
from dungeon_twister.rules.engine.board.kinds import takes_token
from dungeon_twister.rules.engine.board.setting import ACTION_CARDS, board_setting_of
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.board.turns import has_potion_points
from dungeon_twister.rules.engine.decisions import ACT, frame
from dungeon_twister.rules.engine.options import AUTOMATIC
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import BLOCKED, GONE, HURT, OUT, POTION_SHIFT, SPARE, SUPPLY, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.maze import CLOSED, GATE_NAMES
from dungeon_twister.rules.geometry.text import TextError

KNOWN = {
    "turn",
    "count",
    "rooms",
    "places",
    "raised",
    "doors",
    "gates",
    "under",
    "out",
    "supply",
    "spare",
    "marks",
    "pool",
    "reached",
    "resigned",
}
MARKS = {"blocked": BLOCKED, "hurt": HURT}


# -- writing ------------------------------------------------------------------------------------------------------------


def board_position_text(played: State) -> str:
    """Return a position between two actions, or before an action card, as text."""
    state = board_of(played)
    setting = state.setting
    lines = header_lines(state)
    phase = f"ap {state.ap}" if state.decision() == ACT else "card"
    lines.append(f"turn {setting.colours[state.active]} {phase}")
    lines.append(f"count turn {state.turn} highest {state.highest} progress {'yes' if state.progress else 'no'}")
    lines += [_player_line(state, player) for player in range(setting.players)]
    lines += _place_lines(state)
    return "\n".join([*lines, "maze", *draw(state)]) + "\n"


def _player_line(state: BoardState, player: int) -> str:
    actions = "".join(str(card) for card in ACTION_CARDS if state.action_hand[player] >> card & 1)
    combat = "".join(str(card) for card in cards_in(state.combat_hand[player]))
    used = "".join(str(card) for card in cards_in(state.used[player]))
    return (
        f"{state.setting.colours[player]} vp {state.vp[player]} actions {actions or '-'} last {state.last_card[player]}"
        f" combat {combat} used {used or '-'} jumps {state.jumps[player]} idle {state.idle[player]}"
    )


def _place_lines(state: BoardState) -> list[str]:
    setting, maze = state.board_setting, state.maze
    rooms = [
        f"R{tile + 1}={setting.plan.rooms[maze.room_of[tile]].name}.{maze.quarters[tile]}"
        for tile in range(setting.plan.tiles)
        if maze.room_of[tile] >= 0
    ]
    lines = ["rooms " + " ".join(rooms)] if rooms else []
    lines += _scenario_lines(state)
    lines += [f"gates {text}" for text in [" ".join(_open_gates(state))] if text]
    for tile in range(setting.plan.tiles):
        lines += _token_line(state, f"under R{tile + 1}", UNDER + tile)
    lines += _token_line(state, "out", OUT) + _token_line(state, "supply", SUPPLY) + _token_line(state, "spare", SPARE)
    marks = [mark for token in range(setting.tokens) for mark in _marks_of(state, token)]
    lines += [f"marks {' '.join(marks)}"] if marks else []
    pool = _pool(state)
    if state.rooms_left != pool:
        left = [room.name for number, room in enumerate(setting.plan.rooms) if state.rooms_left >> number & 1]
        lines.append("pool " + (" ".join(left) or "-"))
    for head, players in (("reached", state.reached), ("resigned", state.resigned)):
        if players:
            lines.append(" ".join([head, *(colour for p, colour in enumerate(setting.colours) if players >> p & 1)]))
    return lines


def _scenario_lines(state: BoardState) -> list[str]:
    """Return the lines of special scenarios: a room that has slid, a raised room, doors that were dealt."""
    layout, maze = state.board_setting.layout, state.maze
    slid = [
        f"R{tile + 1}={layout.places[place].x},{layout.places[place].y}"
        for tile, place in enumerate(maze.place_of)
        if place != state.board_setting.plan.first_place[tile]
    ]
    lines = [f"places {' '.join(slid)}"] if slid else []
    lines += ["raised"] if maze.raised >= 0 else []
    doors = [f"{line}={owner}" for line, owner in doors_of(state).items()]
    return lines + ([f"doors {' '.join(doors)}"] if doors else [])


def _open_gates(state: BoardState) -> list[str]:
    """Return the portcullises that are not closed, each named once by a square and a side of it."""
    seen: set[int] = set()
    found: list[str] = []
    for side in range(state.board_setting.plan.base * 4):
        gate = state.maze.gate_at(side)
        if gate >= 0 and gate not in seen and state.maze.gates[gate] != CLOSED:
            seen.add(gate)
            name = GATE_NAMES[state.maze.gates[gate]]
            found.append(f"{square_name(state, side >> 2)}{COMPASS[state.maze.compass_of(side)]}={name}")
    return found


def _token_line(state: BoardState, head: str, place: int) -> list[str]:
    tokens = [state.setting.names[token] for token in range(state.setting.tokens) if state.loc[token] == place]
    return [f"{head} {' '.join(tokens)}"] if tokens else []


def _marks_of(state: BoardState, token: int) -> list[str]:
    status, name = state.status[token], state.setting.names[token]
    found = [f"{name}={mark}" for mark, flag in MARKS.items() if status & flag]
    return found + ([f"{name}=potion{status >> POTION_SHIFT}"] if status >> POTION_SHIFT else [])


def _pool(state: BoardState) -> int:
    """Return all rooms of the scenario that do not lie face up."""
    return rooms_elsewhere(state.board_setting.plan.rooms, state.maze.room_of)


# -- reading ------------------------------------------------------------------------------------------------------------


def board_position(head: PositionHeader, setting: Setting) -> BoardState:
    """Return a position from its lines. Every mistake is a TextError with the line."""
    if head.drawing is None:
        raise TextError(NO_MAZE, head.source, head.first, code="no-maze")
    head.check_known({*KNOWN, *setting.colours})
    state = BoardState.fresh(board_setting_of(setting))
    state.shown = True
    for token in range(setting.tokens):
        state.set_loc(token, GONE)
    head.guard("rooms", state, _set_rooms)
    head.guard("places", state, _set_places)
    head.guard("raised", state, _set_raised)
    head.guard("doors", state, _set_doors)
    head.guard("gates", state, _set_gates)
    _read_drawing(state, head.drawing, head.source, head.drawing_line)
    _finish(head, state)
    head.compare(draw(state))
    return state


def _set_rooms(state: BoardState, words: list[str]) -> None:
    for word in words:
        tile, room, quarters = read_placed_room(word, state.board_setting.plan.tiles, state.board_setting.plan.rooms)
        if room in state.maze.room_of:
            raise ValueError(f"the room {state.board_setting.plan.rooms[room].name} lies in the maze twice")
        state.maze = state.maze.revealed(tile, room, quarters)


def _set_places(state: BoardState, words: list[str]) -> None:
    """ELEV-9: set the place of the sliding room, the only one that may lie elsewhere than at first, within its shaft."""
    places = [f"{place.x},{place.y}" for place in state.board_setting.layout.places]
    for word in words:
        name, _, at = word.partition("=")
        tile = read_slot(state.board_setting.plan.tiles, name)
        if tile != state.board_setting.elevator:
            raise ValueError(f"the room on {name} does not slide")
        if at not in places or state.maze.tile_on[places.index(at)] not in (-1, tile):
            raise ValueError(f"{at!r} is no empty place of a room (x,y of its north-west square)")
        state.maze = state.maze.moved(tile, places.index(at))


def _set_raised(state: BoardState, words: list[str]) -> None:
    apex = state.board_setting.apex
    if words or apex < 0 or state.maze.room_of[apex] < 0:
        raise ValueError("'raised' stands alone, and the apex lies face up (PYR-14)")
    state.maze = state.maze.with_raised(apex)


def _set_doors(state: BoardState, words: list[str]) -> None:
    names = [line.name for line in state.board_setting.layout.lines]
    small_lines = (
        [names[line] for line in state.board_setting.board_scenario.small]
        if state.board_setting.board_scenario.exits == "door"
        else []
    )
    doors = [-1] * len(names)
    for word in words:
        name, _, owner = word.partition("=")
        if name not in small_lines:
            raise ValueError(f"{word!r} is no door (as X1=blue, X1={NOBODY})")
        colour = read_door_owner(state.board_setting, owner)
        if doors[names.index(name)] >= 0 or colour in doors:
            raise ValueError(f"the door {word} is dealt twice (DOOR-6)")
        doors[names.index(name)] = colour
    state.doors = doors


def _set_gates(state: BoardState, words: list[str]) -> None:
    for word in words:
        name, _, value = word.partition("=")
        if not name or name[-1] not in COMPASS or value not in GATE_NAMES:
            raise ValueError(f"{word!r} is no portcullis (as c4e=open)")
        side = state.maze.side_towards(read_square(state, name[:-1]), COMPASS.index(name[-1]))
        if state.maze.gate_at(side) < 0:
            raise ValueError(f"there is no portcullis at {name}")
        state.maze = state.maze.with_gate(state.maze.gate_at(side), GATE_NAMES.index(value))


def _finish(head: PositionHeader, state: BoardState) -> None:
    """Set everything outside the maze: hidden tokens, hands, marks, whose turn it is."""
    head.guard("under", state, _set_under)
    for name, place in (("out", OUT), ("supply", SUPPLY), ("spare", SPARE)):
        head.guard(name, state, partial(_put, place))
    head.guard("marks", state, set_marks)
    state.rooms_left = _pool(state)
    head.guard("pool", state, _set_pool)
    for player, colour in enumerate(state.setting.colours):
        head.guard(colour, state, partial(set_player, player))
    head.guard("resigned", state, _set_resigned)
    if "turn" not in head.lines:
        raise head.fail("there is no line 'turn COLOUR card' or 'turn COLOUR ap N'", 0)
    head.guard("turn", state, set_turn)
    head.guard("count", state, _set_count)
    head.guard("reached", state, _set_reached)


def _set_under(state: BoardState, words: list[str]) -> None:
    tile = read_slot(state.board_setting.plan.tiles, words[0] if words else "")
    if state.maze.room_of[tile] >= 0:
        raise ValueError(f"the room on {words[0]} lies face up")
    _put(UNDER + tile, state, words[1:])
    for word in words[1:]:
        if not takes_token(state, read_token(state.setting, word), tile):
            raise ValueError(f"the room {words[0]} does not take {word} (KIND-4)")


def _put(place: int, state: BoardState, words: list[str]) -> None:
    for word in words:
        token = read_token(state.setting, word)
        if state.loc[token] != GONE:
            raise ValueError(f"the token {word} is in two places")
        state.set_loc(token, place)


def set_marks(state: BoardState, words: list[str]) -> None:
    for word in words:
        name, _, mark = word.partition("=")
        token = read_token(state.setting, name)
        number = mark.removeprefix("potion")
        if mark in MARKS:
            state.mark(token, MARKS[mark])
        elif mark.startswith("potion") and number.isascii() and number.isdigit() and int(number) <= 16:
            state.set_status(token, state.status[token] + (int(number) << POTION_SHIFT))
        else:
            raise ValueError(f"{word!r} is no mark (as bW=blocked, bW=hurt, bW=potion3)")


def _set_pool(state: BoardState, words: list[str]) -> None:
    state.rooms_left = read_pool(words, state.board_setting.plan.rooms, state.maze.room_of)


def set_player(player: int, state: BoardState, words: list[str]) -> None:
    for key, value in pairs_of(words, "vp 0 actions 2345 combat 012233456"):
        if key in ("vp", "last", "jumps", "idle"):
            setters = {"vp": state.set_vp, "last": state.set_last_card, "jumps": state.set_jumps, "idle": state.set_idle}
            setters[key](player, small(value, key))
        elif key == "actions":
            state.set_action_hand(player, sum(1 << card for card in cards_of(value, ACTION_CARDS)))
        elif key == "combat":
            state.set_combat_hand(player, packed_combat(value))
            if not state.combat_hand[player] & 3:
                raise ValueError("the combat card 0 is always in hand")
        elif key == "used":
            state.set_used(player, packed_combat(value))
        else:
            raise ValueError(f"a player has no {key!r} (vp, actions, last, combat, used, jumps, idle)")


def set_turn(state: BoardState, words: list[str]) -> None:
    if not words or words[0] not in state.setting.colours:
        raise ValueError("expected 'turn COLOUR card' or 'turn COLOUR ap N'")
    state.active = state.setting.colours.index(words[0])
    if state.resigned >> state.active & 1:
        raise ValueError(f"{words[0]} has resigned")
    state.turn = 1
    state.highest = 5
    if words[1:] == ["card"]:
        state.stack = [frame(CHOOSE_CARD, state.active)]
        if not state.action_hand[state.active]:
            raise ValueError(f"{words[0]} has no action card to play")
    elif len(words) == 3 and words[1] == "ap":
        state.ap = small(words[2], "ap")
        if state.ap == 0 and state.setting.options.end_turn == AUTOMATIC and not has_potion_points(state):
            raise ValueError("with no action point left the turn would be over")
        state.stack = [frame(ACT, state.active)]
    else:
        raise ValueError("expected 'turn COLOUR card' or 'turn COLOUR ap N'")


def _set_count(state: BoardState, words: list[str]) -> None:
    for key, value in zip(words[::2], words[1::2], strict=False):
        if key == "progress" and value in ("yes", "no"):
            state.progress = value == "yes"
        elif key == "highest" and value in ("1", "2", "3", "4", "5"):
            state.highest = int(value)
        elif key == "turn":
            state.turn = small(value, "the count of turns")
        else:
            raise ValueError("expected 'count turn N highest N progress yes|no'")


def _set_reached(state: BoardState, words: list[str]) -> None:
    state.reached = _players(state, words)


def _set_resigned(state: BoardState, words: list[str]) -> None:
    """MP-17: a player who has resigned has no characters left; between two players the game would be over."""
    if state.setting.players == 2:
        raise ValueError("of two players nobody has resigned, or the game would be over (END-5)")
    state.resigned = _players(state, words)
    for player in range(state.setting.players):
        if state.resigned >> player & 1 and state.has_characters(player):
            raise ValueError(f"{state.setting.colours[player]} has resigned and still has characters (MP-17)")


def _players(state: BoardState, words: list[str]) -> int:
    """Return players by their colours, as bits."""
    found = 0
    for word in words:
        if word not in state.setting.colours:
            raise ValueError(f"there is no player {word!r}")
        found |= 1 << state.setting.colours.index(word)
    return found


# -- the drawing --------------------------------------------------------------------------------------------------------


def _read_drawing(state: BoardState, lines: list[str], source: str, first: int) -> None:
    """Set the tokens of the drawing on their squares, then draw the position again and compare."""
    layout = state.board_setting.layout
    given = [line.rstrip() for line in lines]
    while given and not given[-1]:
        given.pop()
    if len(given) != 2 * layout.height + 2:
        raise TextError(f"the drawing has {len(given)} lines, it needs {2 * layout.height + 2}", source, first)
    for (x, y), spot in state.board_setting.plan.spot_at.items():
        square = state.maze.square_on(spot)
        start = MARGIN + 1 + x * (CELL + 1)
        text = given[2 * y + 2][start : start + CELL]
        if square >= 0:
            try:
                _set_square(state, square, text)
            except ValueError as error:
                raise TextError(str(error), source, first + 2 * y + 2, start + 1) from None


def _set_square(state: BoardState, square: int, text: str) -> None:
    signs = text.strip()
    if signs in ("", ".", "@", "O", "o", ":"):
        return
    tokens = [text[i : i + 2] for i in range(0, len(text.rstrip()), 2)]
    if len(tokens) == 2 and tokens[1].strip() in ("@", "O"):
        tokens.pop()
    for word in tokens:
        _set_token(state, square, word)
    check_square(state, square)


def _set_token(state: BoardState, square: int, word: str) -> None:
    sign = word[1:2]
    wounded = sign.isalpha() and sign.islower()
    token = read_token(state.setting, word[:1] + sign.upper() if wounded else word)
    if state.loc[token] != GONE:
        raise ValueError(f"the token {word} is in two places")
    there = state.item if not state.setting.is_character[token] else state.down if wounded else state.stand
    if there[square] >= 0:
        raise ValueError("two such tokens cannot be on one square (ACT-2)")
    if wounded:
        state.mark(token, WOUNDED)
    state.put(token, square)


def check_square(state: BoardState, square: int) -> None:
    """ACT-2, TEAM-11: an unwounded and a wounded character on one square must be of one colour or of one team."""
    standing: int = state.stand[square]
    lying: int = state.down[square]
    if standing >= 0 and lying >= 0 and state.board_setting.side[standing] != state.board_setting.side[lying]:
        raise ValueError("a wounded enemy cannot be carried (ACT-2)")
