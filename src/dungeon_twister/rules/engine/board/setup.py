"""Setup: starters, face-down tokens, who begins (section 3)."""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_SHIFT, SECOND_SHIFT
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board.decisions import DOOR_DRAW
from dungeon_twister.rules.engine.board.events import DOOR_DRAWN
from dungeon_twister.rules.engine.board.kinds import has_to_spare, may_lay, takes_token
from dungeon_twister.rules.engine.board.options import BY_PLAYERS
from dungeon_twister.rules.engine.board.refusals import (
    DOT_TAKEN,
    KEEP_FOR_KIND,
    LEVEL_NOT_YET,
    NOT_A_DOT,
    NOT_IN_SUPPLY,
    NOT_YOURS,
    ONLY_CHARACTERS,
    ROOM_IS_FULL,
    ROOM_NOT_LEFT,
    WRONG_KIND,
)
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.board.turns import begin_turn
from dungeon_twister.rules.engine.decisions import (
    CHANCE,
    CHOOSE_STARTERS,
    LAY_TOKENS,
    LEAVE_OUT_CHARACTERS,
    PAIR_DRAW,
    PLACER_DRAW,
    STARTER_DRAW,
    frame,
    frame_argument,
)
from dungeon_twister.rules.engine.events import (
    LAID,
    LEFT_OUT,
    PAIR_DRAWN,
    PLACER_DRAWN,
    STARTER_DRAWN,
    STARTER_SET,
    STARTERS_SHOWN,
)
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.engine.state import SPARE, SUPPLY, UNDER


def begin_setup(s: BoardState) -> None:
    """SETUP-1 to SETUP-7: push the decisions of the setup on the stack, the first on top."""
    setting, scenario = s.board_setting, s.board_setting.board_scenario
    s.stack.append(frame(STARTER_DRAW, CHANCE))
    s.stack.append(frame(PLACER_DRAW, CHANCE))
    for player in range(setting.players - 1, -1, -1):
        if not scenario.shared:  # on shared lines, starters are set in turn after the first player is drawn (PYR-10)
            s.stack.append(frame(CHOOSE_STARTERS, player))
    for player in range(setting.players - 1, -1, -1):
        out = len(setting.characters_of[player]) - setting.team_size(player)
        if out > 0:
            s.stack.append(frame(LEAVE_OUT_CHARACTERS, player, out))  # PYR-2, OPT-6
    for card in setting.options.handicap_cards:
        hand = s.combat_hand[setting.handicapped]
        s.set_combat_hand(setting.handicapped, hand - (1 << 2 * int(card)))  # public (OPT-6)
    open_pairs = scenario.open_pairs()
    if scenario.pairs < len(open_pairs):
        for pair in setting.pairs_given:
            s.rooms_left |= _rooms_of(s, pair)
        if not setting.pairs_given:
            chooser = 0 if setting.board_options.pairs == BY_PLAYERS else CHANCE
            s.stack.append(frame(PAIR_DRAW, chooser, scenario.pairs))
        for number, room in enumerate(setting.plan.rooms):
            if room.pair not in open_pairs:
                s.rooms_left |= 1 << number  # always in the game (ELEV-2)
    else:
        s.rooms_left = (1 << len(setting.plan.rooms)) - 1


# -- chance -------------------------------------------------------------------------------------------------------------


def pair_choices(s: BoardState) -> list[int]:
    return [
        actions.pack(actions.DRAW_PAIR, pair)
        for pair in range(len(s.board_setting.plan.pairs))
        if refuse_pair(s, pair) == LEGAL
    ]


def refuse_pair(s: BoardState, pair: int) -> int:
    if pair >= len(s.board_setting.plan.pairs):
        return NOT_IN_THIS_GAME
    return ROOM_NOT_LEFT if s.rooms_left & _rooms_of(s, pair) else LEGAL


def _rooms_of(s: BoardState, pair: int) -> int:
    rooms = 0
    for number, room in enumerate(s.board_setting.plan.rooms):
        if room.pair == s.board_setting.plan.pairs[pair]:
            rooms |= 1 << number
    return rooms


def draw_pair(s: BoardState, pair: int) -> None:
    """OPT-4, OPT-8: draw whole pairs, openly, by chance or by the players in turn."""
    chooser = s.decider()
    left = frame_argument(s.stack.pop()) - 1
    s.rooms_left |= _rooms_of(s, pair)
    s.note(PAIR_DRAWN, pair)
    if left:
        s.stack.append(frame(PAIR_DRAW, CHANCE if chooser == CHANCE else (chooser + 1) % s.setting.players, left))


def draw_placer(s: BoardState, player: int) -> None:
    """SETUP-4; SETUP-10: skip players with nothing to place."""
    s.stack.pop()
    s.note(PLACER_DRAWN, player)
    if s.board_setting.board_scenario.shared:
        s.active = player  # begins again after the starters are set (PYR-11, RACE-6)
        s.stack.append(frame(CHOOSE_STARTERS, player))
    else:
        _ask_to_lay(s, player)


def draw_starter(s: BoardState, player: int) -> None:
    """SETUP-7: draw the player of the first turn, independently of who placed first."""
    s.stack.pop()
    s.note(STARTER_DRAWN, player)
    begin_turn(s, player)


# -- players ------------------------------------------------------------------------------------------------------------


def _in_supply(s: BoardState, tokens: list[int]) -> list[int]:
    return [token for token in tokens if s.loc[token] == SUPPLY]


def _refuse_supply(s: BoardState, token: int) -> int:
    if token >= s.setting.tokens:
        return NOT_IN_THIS_GAME
    if s.setting.owner[token] != s.decider():
        return NOT_YOURS
    return LEGAL if s.loc[token] == SUPPLY else NOT_IN_SUPPLY


def leave_out_choices(s: BoardState) -> list[int]:
    return [actions.pack(actions.LEAVE_OUT, token) for token in _in_supply(s, s.setting.characters_of[s.decider()])]


def refuse_leave_out(s: BoardState, token: int) -> int:
    refusal = _refuse_supply(s, token)
    if refusal != LEGAL:
        return refusal
    return LEGAL if s.setting.is_character[token] else ONLY_CHARACTERS


def leave_out(s: BoardState, token: int) -> None:
    """OPT-6: leave this character out of the game, in secret."""
    player = s.decider()
    left = frame_argument(s.stack.pop()) - 1
    s.set_loc(token, SPARE)
    s.note(LEFT_OUT, token)
    if left:
        s.stack.append(frame(LEAVE_OUT_CHARACTERS, player, left))


def starter_choices(s: BoardState) -> list[int]:
    player = s.decider()
    free = [dot for dot in s.board_setting.dots[player] if s.stand[dot] < 0]
    return [actions.pack(actions.START, token, dot) for token in _in_supply(s, s.setting.characters_of[player]) for dot in free]


def refuse_starter(s: BoardState, token: int, square: int) -> int:
    """SETUP-3: an own character on a free dot of the own line (MAP-3)."""
    refusal = refuse_leave_out(s, token)
    if refusal != LEGAL:
        return refusal
    if square not in s.board_setting.dots[s.decider()]:
        return NOT_A_DOT
    return LEGAL if s.stand[square] < 0 else DOT_TAKEN


def set_starter(s: BoardState, token: int, square: int) -> None:
    """SETUP-3: set one of the starters, face down until everything is placed."""
    player = s.decider()
    s.put(token, square)
    s.note(STARTER_SET, token, square)
    if s.board_setting.board_scenario.shared:
        _next_to_start(s, player)
    elif sum(s.stand[dot] >= 0 for dot in s.board_setting.dots[player]) == s.board_setting.starters:
        s.stack.pop()


def _next_to_start(s: BoardState, player: int) -> None:
    """PYR-10, RACE-6, DOOR-7: clockwise, one character each, until all players have set their starters."""
    s.stack.pop()
    other = (player + 1) % s.setting.players
    if sum(s.loc[token] >= 0 for token in s.setting.characters_of[other]) < s.board_setting.starters:
        s.stack.append(frame(CHOOSE_STARTERS, other))
    else:
        _ask_to_lay(s, s.active)


def free_tiles(s: BoardState) -> list[int]:
    """MAP-5: Return the face-down rooms with free capacity."""
    load = [0] * s.board_setting.plan.tiles
    for place in s.loc:
        if place >= UNDER:
            load[place - UNDER] += 1
    return [tile for tile in range(s.board_setting.plan.tiles) if load[tile] < s.board_setting.capacity(tile)]


def tiles_to_lay(s: BoardState) -> list[int]:
    """Return the rooms with free capacity; in a pyramid, only those of the lowest level for which the player has a fitting
    token (PYR-11, MP-20)."""
    free = free_tiles(s)
    tokens = _in_supply(s, s.setting.tokens_of[s.decider()])
    for y in s.board_setting.levels:
        level = [tile for tile in free if _height(s, tile) == y]
        if any(takes_token(s, token, tile) for tile in level for token in tokens):
            return level
    return free


def _height(s: BoardState, tile: int) -> int:
    """Return the row of a room; the levels of a pyramid begin at the bottom, which has the largest row."""
    return s.board_setting.layout.places[s.board_setting.plan.first_place[tile]].y


def lay_choices(s: BoardState) -> list[int]:
    """KIND-2, KIND-3: tokens that fit the kind of a room and that no other room needs."""
    tiles, spare = tiles_to_lay(s), has_to_spare(s, s.decider())
    tokens = _in_supply(s, s.setting.tokens_of[s.decider()])
    all_fits = all(kind == "any" for kind in s.board_setting.kinds)  # as in most scenarios
    return [
        actions.LAY | token << FIRST_SHIFT | tile << SECOND_SHIFT
        for token in tokens
        for tile in tiles
        if all_fits or may_lay(s, token, tile, spare)
    ]


def refuse_lay(s: BoardState, token: int, tile: int) -> int:
    refusal = _refuse_supply(s, token)
    if refusal != LEGAL:
        return refusal
    if tile >= s.board_setting.plan.tiles:
        return NOT_IN_THIS_GAME
    if tile not in free_tiles(s):
        return ROOM_IS_FULL
    tiles = tiles_to_lay(s)
    if tile not in tiles and _height(s, tile) < _height(s, tiles[0]):
        return LEVEL_NOT_YET
    if not takes_token(s, token, tile):
        return WRONG_KIND
    return LEGAL if may_lay(s, token, tile, has_to_spare(s, s.decider())) else KEEP_FOR_KIND


def lay(s: BoardState, token: int, tile: int) -> None:
    """SETUP-5: lay a token face down on a room; colour and room are public, the type is not."""
    player = s.decider()
    s.stack.pop()
    s.set_loc(token, UNDER + tile)
    s.note(LAID, token, tile)
    _ask_to_lay(s, (player + 1) % s.setting.players)


def _ask_to_lay(s: BoardState, player: int) -> None:
    """SETUP-6, SETUP-10: ask the next player with a supply; when all are empty, turn the starters up."""
    for distance in range(s.setting.players):
        other = (player + distance) % s.setting.players
        if _in_supply(s, s.setting.tokens_of[other]):
            s.stack.append(frame(LAY_TOKENS, other))
            return
    if s.board_setting.board_scenario.exits == "door" and not s.doors:
        s.doors = [-1] * len(s.board_setting.layout.lines)
        s.stack.append(frame(DOOR_DRAW, CHANCE))
        return
    s.shown = True
    s.note(STARTERS_SHOWN)


# -- doors --------------------------------------------------------------------------------------------------------------


def _doors_left(s: BoardState) -> list[int]:
    return [line for line in s.board_setting.board_scenario.small if s.doors[line] < 0]


def door_choices(s: BoardState) -> list[int]:
    """DOOR-6, DOOR-9: chance deals the colours to the small lines; with three players one line belongs to nobody."""
    line = _doors_left(s)[0]
    colours = range(len(s.board_setting.board_scenario.small))
    return [actions.pack(board_actions.DRAW_DOOR, line, colour) for colour in colours if colour not in s.doors]


def draw_door(s: BoardState, line: int, colour: int) -> None:
    s.doors = [colour if number == line else owner for number, owner in enumerate(s.doors)]
    s.note(DOOR_DRAWN, line, colour)
    if not _doors_left(s):
        s.stack.pop()
        _ask_to_lay(s, s.active)
