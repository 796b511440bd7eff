"""Revealing a room and placing its cards (section 13)."""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_SHIFT, SECOND_SHIFT
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.refusals import (
    NO_ACCESS,
    NOT_FACE_DOWN,
    NOT_YOURS_TO_PLACE,
    ROOM_NOT_LEFT,
    ZONE_OF_OTHER_ROOM,
    ZONE_TAKEN,
)
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.rules.engine.decisions import CHANCE, PLACE_TOKENS, ROOM_DRAW, frame, frame_argument
from dungeon_twister.rules.engine.events import PLACED, REVEALED
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.engine.state import UNDER
from dungeon_twister.rules.geometry.zone_plan import LETTER_COUNT, mask_of, members


def reveal_choices(s: CardState, actor: int, found: list[int]) -> None:
    for tile in members(s.maze.relations_of(s.loc[actor]).access):
        found.append(actions.REVEAL | actor << FIRST_SHIFT | tile << SECOND_SHIFT)


def refuse_reveal(s: CardState, actor: int, tile: int) -> int:
    """REV-1 to REV-5: direct access depends on the plan alone; no ability helps."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if tile >= s.maze.plan.tiles:
        return NOT_IN_THIS_GAME
    if s.maze.room_of[tile] >= 0:
        return NOT_FACE_DOWN
    return LEGAL if s.maze.relations_of(s.loc[actor]).access >> tile & 1 else NO_ACCESS


def reveal(s: CardState, actor: int, tile: int) -> None:
    """SET-3, REV-6: reveal a room; chance now draws the room and its orientation."""
    begin_action(s, actor, actions.REVEAL)
    s.stack.append(frame(ROOM_DRAW, CHANCE, tile))


def room_choices(s: CardState) -> list[int]:
    return [
        actions.pack(actions.DRAW_ROOM, quarters, room) for room in members(s.rooms_left) for quarters in range(LETTER_COUNT)
    ]


def refuse_room(s: CardState, quarters: int, room: int) -> int:
    if quarters > 3 or room >= len(s.maze.plan.rooms):
        return NOT_IN_THIS_GAME
    return LEGAL if s.rooms_left >> room & 1 else ROOM_NOT_LEFT


def turn_up(s: CardState, quarters: int, room: int) -> None:
    """REV-6: turn up the room and its cards."""
    tile = frame_argument(s.stack[-1])
    s.rooms_left &= ~(1 << room)
    s.maze = s.maze.revealed(tile, room, quarters)
    s.progress = True
    s.note(REVEALED, tile, room, quarters)
    s.stack.pop()
    first, second = shares(s, tile)
    if second:
        s.stack.append(frame(PLACE_TOKENS, opponent(s.active), tile))
    if first:
        s.stack.append(frame(PLACE_TOKENS, s.active, tile))
    _go_on(s, tile)


# -- placing ------------------------------------------------------------------------------------------------------------


def shares(s: CardState, tile: int) -> tuple[list[int], list[int]]:
    """REV-7: Return the active player's share (characters of both, objects of the opponent), and the opponent's share."""
    under, loc = UNDER + tile, s.loc
    first = [man for men in s.men for man in men if loc[man] == under]
    second: list[int] = []
    for thing in s.things:
        if loc[thing] == under:
            (second if s.setting.owner[thing] == s.active else first).append(thing)
    first.sort()
    return first, second


def to_place(s: CardState, tile: int) -> list[int]:
    """Return the cards of the current share."""
    first, second = shares(s, tile)
    return first or second


def empty_zones(s: CardState, tile: int) -> list[int]:
    """REV-8: Return the zones of the room without a card."""
    taken = s.occupied()
    first = tile * LETTER_COUNT
    for thing in s.things:
        if first <= s.loc[thing] < first + LETTER_COUNT:
            taken |= mask_of(s.loc[thing])
    return [zone for zone in range(first, first + LETTER_COUNT) if not taken >> zone & 1]


def place_choices(s: CardState) -> list[int]:
    """Return every card of the share in every empty zone; chance (after a time-out) places the cards in their order (OPT-4)."""
    tile = frame_argument(s.stack[-1])
    cards, zones = to_place(s, tile), empty_zones(s, tile)
    if s.decider() == CHANCE:
        cards = cards[:1]
    return [actions.PLACE | token << FIRST_SHIFT | zone << SECOND_SHIFT for token in cards for zone in zones]


def refuse_place(s: CardState, token: int, zone: int) -> int:
    """REV-7, REV-8."""
    tile = frame_argument(s.stack[-1])
    cards = to_place(s, tile)
    if token not in (cards[:1] if s.decider() == CHANCE else cards):
        return NOT_YOURS_TO_PLACE
    if zone // LETTER_COUNT != tile:
        return ZONE_OF_OTHER_ROOM
    return LEGAL if zone in empty_zones(s, tile) else ZONE_TAKEN


def place(s: CardState, token: int, zone: int) -> None:
    """Place one card. After the last card of a share, the other player's share begins."""
    tile = frame_argument(s.stack[-1])
    left = len(to_place(s, tile))
    _put_card(s, token, zone)
    if left == 1:
        s.stack.pop()
    _go_on(s, tile)


def _put_card(s: CardState, token: int, zone: int) -> None:
    """REV-10: put a card into play at once. If only one zone is left, the owner of the share still counts as placing it."""
    s.put(token, zone)
    s.note(PLACED, token, zone, s.decider())


def _go_on(s: CardState, tile: int) -> None:
    """REV-9: end the placing if no card is left, or place the last card in the last zone, as there is no choice."""
    cards, zones = to_place(s, tile), empty_zones(s, tile)
    if len(cards) == 1 and len(zones) == 1:
        _put_card(s, cards[0], zones[0])
        s.stack.pop()
        cards = []
    if not cards:
        finish_action(s)
