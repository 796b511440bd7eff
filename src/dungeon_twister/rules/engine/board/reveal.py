"""Revealing a room (section 6)."""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_SHIFT, SECOND_SHIFT
from dungeon_twister.rules.engine.board.refusals import (
    NOT_FACE_DOWN,
    NOT_YOURS_TO_PLACE,
    NOTHING_TO_REVEAL,
    PLACE_NOT_FREE,
    PLACE_ON_PIT,
    ROOM_NOT_LEFT,
    SQUARE_OF_OTHER_ROOM,
)
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.board.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.rules.engine.decisions import (
    CHANCE,
    PLACE_TOKENS,
    ROOM_DRAW,
    frame,
    frame_argument,
    frame_kind,
    frame_who,
)
from dungeon_twister.rules.engine.events import PLACED, REVEALED
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.engine.state import UNDER
from dungeon_twister.rules.geometry.maze import FACE_DOWN
from dungeon_twister.rules.geometry.rooms import CELLS, PIT


def reveal_choices(s: BoardState, actor: int, found: list[int]) -> None:
    """REVEAL-1, REVEAL-2: Add the reveals of face-down rooms that are open to the character."""
    packed = actions.REVEAL | actor << FIRST_SHIFT
    for tile in facing_tiles(s, s.loc[actor]):
        found.append(packed | tile << SECOND_SHIFT)


def facing_tiles(s: BoardState, square: int) -> tuple[int, ...]:
    """Return the face-down tiles open to a square; from a starting line, all that touch the line piece (REVEAL-2, LINE-4 e)."""
    plan = s.board_setting.plan
    if square >= plan.base:
        return s.maze.hidden_tiles_at(plan.line_of[square - plan.base])
    return tuple([FACE_DOWN - beyond for beyond in s.maze.ways_from(square) if beyond < 0])


def refuse_reveal(s: BoardState, actor: int, tile: int) -> int:
    """REVEAL-1 to REVEAL-4: a free side of the own square towards a face-down room; pits under the actor do not matter."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if tile >= s.board_setting.plan.tiles:
        return NOT_IN_THIS_GAME
    if s.maze.room_of[tile] >= 0:
        return NOT_FACE_DOWN
    return LEGAL if tile in facing_tiles(s, s.loc[actor]) else NOTHING_TO_REVEAL


def reveal(s: BoardState, actor: int, tile: int) -> None:
    """REVEAL-5, REVEAL-6: let chance turn the room up, then the revealer place, then the opponent."""
    begin_action(s, actor, actions.REVEAL)
    s.stack.append(frame(PLACE_TOKENS, second_placer(s), tile))
    s.stack.append(frame(PLACE_TOKENS, s.active, tile))
    s.stack.append(frame(ROOM_DRAW, CHANCE, tile))


def second_placer(s: BoardState) -> int:
    """MP-8, TEAM-7: the revealer's right neighbour, in teams the player across; a player who resigned is replaced (MP-17 d)."""
    setting = s.board_setting
    if setting.board_scenario.across:
        other = setting.board_scenario.opposite[s.active]
        if s.resigned >> other & 1:
            other = next(p for p in range(setting.players) if p != other and setting.team_of[p] == setting.team_of[other])
        return other
    for distance in range(1, setting.players):
        other = (s.active - distance) % setting.players
        if not s.resigned >> other & 1:
            return other
    return s.active


def rooms_for(s: BoardState, tile: int) -> int:
    """Return the rooms that may come up on a tile, as bits: those left, in some scenarios only certain ones (PYR-6,
    ELEV-4a)."""
    return s.rooms_left & s.board_setting.pool[tile]


def room_choices(s: BoardState) -> list[int]:
    """Return every room that may come up, in any orientation (SETUP-1)."""
    left = rooms_for(s, frame_argument(s.stack[-1]))
    return [
        actions.pack(actions.DRAW_ROOM, quarters, room)
        for room in range(len(s.board_setting.plan.rooms))
        if left >> room & 1
        for quarters in range(4)
    ]


def refuse_room(s: BoardState, quarters: int, room: int) -> int:
    if quarters > 3 or room >= len(s.board_setting.plan.rooms):
        return NOT_IN_THIS_GAME
    return LEGAL if rooms_for(s, frame_argument(s.stack[-1])) >> room & 1 else ROOM_NOT_LEFT


def turn_up(s: BoardState, quarters: int, room: int) -> None:
    """REVEAL-5: turn the room face up; that is progress (STALL-5)."""
    tile = frame_argument(s.stack.pop())
    s.rooms_left &= ~(1 << room)
    s.maze = s.maze.revealed(tile, room, quarters)
    s.progress = True
    s.note(REVEALED, tile, room, quarters)
    if tile == s.board_setting.elevator:
        s.rooms_left &= ~s.board_setting.pool[tile]  # its twin stays out of the game (ELEV-2)
    skip_idle_placers(s)


def tokens_to_place(s: BoardState) -> list[int]:
    """REVEAL-6: the revealer places all tokens except the objects of the own colour, which the opponent places."""
    top = s.stack[-1]
    tile, revealing = frame_argument(top), frame_kind(s.stack[-2]) == PLACE_TOKENS
    under, loc = UNDER + tile, s.loc
    waiting = [token for token in range(s.setting.tokens) if loc[token] == under]
    if not revealing:
        return waiting
    if s.board_setting.board_scenario.across:  # TEAM-7
        return [token for token in waiting if s.setting.owner[token] != s.active]
    return [token for token in waiting if s.setting.is_character[token] or s.setting.owner[token] != s.active]


def place_choices(s: BoardState) -> list[int]:
    """REVEAL-7: any of the tokens on any free floor or gear square of the room."""
    first = frame_argument(s.stack[-1]) * CELLS
    free = [square for square in range(first, first + CELLS) if _refuse_square(s, square) == LEGAL]
    return [actions.PLACE | token << FIRST_SHIFT | square << SECOND_SHIFT for token in tokens_to_place(s) for square in free]


def _refuse_square(s: BoardState, square: int) -> int:
    if s.maze.terrain[square] == PIT:
        return PLACE_ON_PIT
    return LEGAL if s.stand[square] < 0 and s.item[square] < 0 else PLACE_NOT_FREE


def refuse_place(s: BoardState, token: int, square: int) -> int:
    if token not in tokens_to_place(s):
        return NOT_YOURS_TO_PLACE
    if square >= s.board_setting.plan.squares or square // CELLS != frame_argument(s.stack[-1]):
        return SQUARE_OF_OTHER_ROOM
    return _refuse_square(s, square)


def place(s: BoardState, token: int, square: int) -> None:
    """REVEAL-7, REVEAL-8: the token enters play unwounded and carrying nothing."""
    s.put(token, square)
    s.note(PLACED, token, square, s.decider())
    skip_idle_placers(s)


def skip_idle_placers(s: BoardState) -> None:
    """REVEAL-10: skip players with nothing to place."""
    while frame_kind(s.stack[-1]) == PLACE_TOKENS:
        if tokens_to_place(s):
            return
        s.stack.pop()
    finish_action(s)


def hand_over_placing(s: BoardState) -> None:
    """OPT-1: after a time-out, the other player of the reveal places the rest, or else another player still in the game."""
    top = s.stack[-1]
    others = [s.active, second_placer(s), *range(s.setting.players)]
    heirs = [player for player in others if player != frame_who(top) and not s.resigned >> player & 1]
    s.stack[-1] = frame(PLACE_TOKENS, heirs[0], frame_argument(top))
