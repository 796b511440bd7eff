"""Determinization of the board game: a BoardState that fits a View."""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.game.record.board.square_names import read_square
from dungeon_twister.game.record.notation import read_token
from dungeon_twister.game.views import CardView, PlayerView, TokenView, View
from dungeon_twister.game.views.board_view import board_view
from dungeon_twister.rules.engine.all_editions import DECISION_OF
from dungeon_twister.rules.engine.board.alliances import OUT as STAYS_OUT
from dungeon_twister.rules.engine.board.alliances import SIDES, open_sides
from dungeon_twister.rules.engine.board.setting import BoardSetting, board_setting_of
from dungeon_twister.rules.engine.board.state import MODES, BoardState
from dungeon_twister.rules.engine.decisions import frame
from dungeon_twister.rules.engine.setting import COMBAT_CARDS, Setting
from dungeon_twister.rules.engine.state import BLOCKED, GONE, HURT, OUT, POTION_SHIFT, SPARE, SUPPLY, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.maze import GATE_NAMES, Maze

NOT_YET: Final = GONE - 10  # location of a token without a known or dealt one
KINDS: Final = ("char", "obj", "any", "none")  # order of dealing: places of restricted kinds come first


def determinize_board(setting: Setting, seen: View | CardView, rng: Random) -> State:
    """Return a state of which the viewer has exactly this view."""
    view = board_view(seen)
    state = BoardState.fresh(board_setting_of(setting))
    _lay_rooms(state, view)
    _set_scalars(state, view)
    _set_tokens(state, view, rng)
    for number, player in enumerate(view.players):
        _set_player(state, number, player, rng)
    _set_journey(state, view)
    _set_combat(state, view, rng)
    return state


def _lay_rooms(state: BoardState, view: View) -> None:
    names = [room.name for room in state.board_setting.plan.rooms]
    at = {(place.x, place.y): number for number, place in enumerate(state.board_setting.layout.places)}
    rooms = tuple((at[room.x, room.y], room.name, room.quarters, tuple(room.gates)) for room in view.rooms)
    state.maze = _maze(state.board_setting, rooms, state.board_setting.apex if view.raised else -1)
    state.doors = _doors(state.board_setting, view)
    state.rooms_left = sum(1 << names.index(name) for name in view.rooms_left)


def _doors(setting: BoardSetting, view: View) -> list[int]:
    """Return the owner of each line (DOOR-9): a colour that nobody plays is numbered after the players."""
    if not view.doors:
        return []
    doors = [view.doors.get(line.name, "") for line in setting.layout.lines]
    return [-1 if not owner else _index(setting.colours, owner) for owner in doors]


def _index(colours: list[str], colour: str) -> int:
    return colours.index(colour) if colour in colours else len(colours)


def _maze(setting: BoardSetting, rooms: tuple[tuple[int, str, int, tuple[str, ...]], ...], raised: int) -> Maze:
    """Return the maze of a view."""
    maze = Maze.face_down(setting.plan)
    names = [room.name for room in setting.plan.rooms]
    for tile, (place, name, quarters, gates) in enumerate(rooms):
        if place != maze.place_of[tile]:
            maze = maze.moved(tile, place)
        if name:
            maze = maze.revealed(tile, names.index(name), quarters)
            for number, gate in enumerate(gates):
                if gate != GATE_NAMES[0]:
                    maze = maze.with_gate(tile * setting.plan.most_gates + number, GATE_NAMES.index(gate))
    return maze if raised < 0 else maze.with_raised(raised)


def _set_scalars(state: BoardState, view: View) -> None:
    colours = state.setting.colours
    state.turn = view.turn
    state.active = colours.index(view.active)
    state.ap = view.ap
    state.highest = view.highest
    state.shown = view.shown
    state.progress = view.progress
    state.reached = sum(1 << colours.index(colour) for colour in view.reached)
    state.resigned = sum(1 << colours.index(colour) for colour in view.resigned)
    state.over = view.over
    state.winners = sum(1 << colours.index(colour) for colour in view.winners)
    seats = ["chance", *colours]
    state.stack = [frame(DECISION_OF[pending.kind], seats.index(pending.who) - 1, pending.argument) for pending in view.pending]


def _set_tokens(state: BoardState, view: View, rng: Random) -> None:
    """Put known tokens in their places, and deal the hidden ones of a colour at random to its hidden places."""
    setting = state.setting
    waiting: list[list[int]] = [[] for _ in setting.colours]
    for token in range(setting.tokens):
        state.set_loc(token, NOT_YET)
    places = [(name, OUT) for name in view.out] + [(name, GONE) for name in view.gone]
    for seen in view.players:
        places += [(name, SUPPLY) for name in seen.supply] + [(name, SPARE) for name in seen.spare]
    for tile, room in enumerate(view.rooms):
        places += [(name, UNDER + tile) for name in room.under]
    squares = [(seen_token, read_square(state, seen_token.square)) for seen_token in view.tokens]
    for name, place in places + [(seen_token.token, square) for seen_token, square in squares]:
        if name[1] == "?":
            waiting[_player_of(setting, name)].append(place)
        else:
            state.set_loc(read_token(setting, name), place)
    for player, hidden in enumerate(waiting):
        _deal(state, player, hidden, rng)
    for seen_token, _ in squares:
        if seen_token.token[1] != "?":
            _set_marks(state, read_token(setting, seen_token.token), seen_token)
    travelling = {view.journey.token, view.journey.load} if view.journey else set()
    for token in range(setting.tokens):
        if 0 <= state.loc[token] < UNDER and setting.names[token] not in travelling:
            state.put(token, state.loc[token])


def _player_of(setting: Setting, name: str) -> int:
    return next(player for player, colour in enumerate(setting.colours) if colour[0] == name[0])


def _deal(state: BoardState, player: int, places: list[int], rng: Random) -> None:
    """Deal a player's hidden tokens. Face-down starters and left-out tokens are characters; some rooms take one kind
    (KIND-1)."""
    unknown = [token for token in state.setting.tokens_of[player] if state.loc[token] == NOT_YET]
    rng.shuffle(unknown)
    for place in sorted(places, key=lambda place: KINDS.index(_kind_of(state, place))):
        kind = _kind_of(state, place)
        fitting = [t for t in unknown if kind == "any" or state.setting.is_character[t] == (kind == "char")]
        unknown.remove(fitting[0])
        state.set_loc(fitting[0], place)


def _kind_of(state: BoardState, place: int) -> str:
    """Return the kind of token that can be hidden at a place."""
    if 0 <= place < UNDER or place == SPARE:
        return "char"
    return state.board_setting.kinds[place - UNDER] if place >= UNDER else "any"


def _set_marks(state: BoardState, token: int, seen: TokenView) -> None:
    flags = (WOUNDED if seen.wounded else 0) | (HURT if seen.hurt else 0) | (BLOCKED if seen.blocked else 0)
    state.set_status(token, flags | seen.potion << POTION_SHIFT)


def _set_player(state: BoardState, player: int, seen: PlayerView, rng: Random) -> None:
    state.set_vp(player, seen.vp)
    state.set_action_hand(player, sum(1 << card for card in seen.actions))
    state.set_last_card(player, seen.last)
    state.set_jumps(player, seen.jumps)
    state.set_idle(player, seen.idle)
    cards = list(COMBAT_CARDS)
    if player == state.setting.handicapped and len(cards) > seen.combat_count + seen.used_count:
        for value in state.setting.options.handicap_cards:
            cards.remove(int(value))
    hand = seen.combat
    if hand is None:
        hand = [0, *rng.sample(cards[1:], seen.combat_count - 1)]
    for card in hand:
        cards.remove(card)
    state.set_combat_hand(player, sum(1 << 2 * card for card in hand))
    state.set_used(player, sum(1 << 2 * card for card in (seen.used if seen.used is not None else cards)))


def _set_journey(state: BoardState, view: View) -> None:
    journey = view.journey
    if journey is None:
        return
    setting = state.setting
    state.mode = MODES.index(journey.mode)
    state.mover = read_token(setting, journey.token)
    state.load = read_token(setting, journey.load) if journey.load else -1
    state.at = read_square(state, journey.square)
    state.steps = journey.steps
    state.moved = journey.moved
    state.seen = sum(1 << (read_token(setting, name) + 1 if name else 0) for name in journey.held)
    state.ropes_lay = [read_square(state, name) if name else GONE for name in journey.ropes_lay]


def _set_combat(state: BoardState, view: View, rng: Random) -> None:
    combat = view.combat
    if combat is None:
        return
    setting = state.setting
    state.attacker = read_token(setting, combat.attacker)
    state.defender = read_token(setting, combat.defender)
    state.fighters = sum(1 << read_token(setting, name) for name in combat.fighters)
    for colour in combat.chosen:
        player = setting.colours.index(colour)
        own = colour == view.viewer and combat.own_card >= 0
        hand = [card for card in range(7) if state.combat_hand[player] >> 2 * card & 3]
        state.set_chosen(player, combat.own_card if own else rng.choice(hand))
    if combat.sides:
        state.sides = [SIDES.index(combat.sides[colour]) for colour in setting.colours]
        asked = [side == STAYS_OUT and _was_asked(state, player) for player, side in enumerate(state.sides)]
        state.asked = [open_sides(state, player) if asked[player] else 0 for player in range(setting.players)]


def _was_asked(state: BoardState, player: int) -> bool:
    """Return whether a player who has not joined has been asked already. Players are asked in order from the active one
    (ALLY-22)."""
    players = state.setting.players
    return (player - state.active) % players < (state.decider() - state.active) % players
