"""Setting up the game (section 7): pairs, starting characters, face-down cards of the rooms, facing."""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_SHIFT, SECOND_SHIFT
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.decisions import FACING
from dungeon_twister.rules.engine.card.events import FACED
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.refusals import (
    COLUMN_TAKEN,
    NOT_IN_SUPPLY,
    NOT_YOURS,
    ONLY_CHARACTERS,
    ROOM_IS_FULL,
)
from dungeon_twister.rules.engine.card.scenario import STARTERS
from dungeon_twister.rules.engine.card.selection import begin_handicap, begin_selection
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.turns import begin_turn
from dungeon_twister.rules.engine.decisions import (
    CHANCE,
    CHOOSE_STARTERS,
    LAY_TOKENS,
    PAIR_DRAW,
    PLACER_DRAW,
    STARTER_DRAW,
    frame,
    frame_argument,
)
from dungeon_twister.rules.engine.events import LAID, PAIR_DRAWN, PLACER_DRAWN, STARTER_DRAWN, STARTER_SET, STARTERS_SHOWN
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.engine.state import SUPPLY, UNDER
from dungeon_twister.rules.geometry.zone_plan import COLUMNS, LETTER_COUNT

# -- rooms --------------------------------------------------------------------------------------------------------------


def begin(setting: CardSetting) -> CardState:
    """SET-2: draw the pairs openly. Which room lies where is drawn when it is turned up (SET-3)."""
    s = CardState.fresh(setting)
    if setting.card_scenario.pairs == len(setting.pairs):
        s.rooms_left = (1 << len(setting.pair_of)) - 1
        teams(s)
    else:
        s.stack.append(frame(PAIR_DRAW, CHANCE))
    return s


def _pairs_drawn(s: CardState) -> list[int]:
    return sorted({pair for room, pair in enumerate(s.card_setting.pair_of) if s.rooms_left >> room & 1})


def pair_choices(s: CardState) -> list[int]:
    drawn = _pairs_drawn(s)
    return [actions.pack(actions.DRAW_PAIR, pair) for pair in range(len(s.card_setting.pairs)) if pair not in drawn]


def draw_pair(s: CardState, pair: int) -> None:
    for room, its_pair in enumerate(s.card_setting.pair_of):
        if its_pair == pair:
            s.rooms_left |= 1 << room
    s.note(PAIR_DRAWN, pair)
    if len(_pairs_drawn(s)) == s.card_setting.card_scenario.pairs:
        s.stack.pop()
        teams(s)


# -- from one stage to the next -----------------------------------------------------------------------------------------


def teams(s: CardState) -> None:
    """Section 6: begin the selection, unless the teams are fixed."""
    begin_selection(s)
    if not s.stack:
        after_selection(s)


def after_selection(s: CardState) -> None:
    """SEL-6: begin the handicap."""
    begin_handicap(s)
    if not s.stack:
        after_handicap(s)


def after_handicap(s: CardState) -> None:
    """SET-5: let both players choose their starting characters in secret."""
    s.team_up()
    for player in (1, 0):
        s.stack.append(frame(CHOOSE_STARTERS, player))


# -- starting characters ------------------------------------------------------------------------------------------------


def starter_choices(s: CardState) -> list[int]:
    return [
        actions.pack(actions.START, token, column)
        for token in s.men[s.decider()]
        for column in range(COLUMNS)
        if refuse_starter(s, token, column) == LEGAL
    ]


def _starter(s: CardState, player: int, column: int) -> int:
    """Return the starting character in front of a column, or -1."""
    first = s.home(player) + column * LETTER_COUNT
    return next((man for man in s.men[player] if first <= s.loc[man] < first + LETTER_COUNT), -1)


def refuse_starter(s: CardState, token: int, column: int) -> int:
    """SET-5: two own characters, one in front of each column."""
    player = s.decider()
    if token >= s.setting.tokens or column >= COLUMNS or s.setting.owner[token] != player:
        return NOT_IN_THIS_GAME
    if not s.setting.is_character[token]:
        return ONLY_CHARACTERS
    if s.loc[token] != SUPPLY:
        return NOT_IN_SUPPLY
    return LEGAL if _starter(s, player, column) < 0 else COLUMN_TAKEN


def set_starter(s: CardState, token: int, column: int) -> None:
    """Set a starting character face down; the letter it faces is chosen later (SET-9)."""
    player = s.decider()
    s.put(token, s.home(player) + column * LETTER_COUNT)
    s.note(STARTER_SET, token, s.loc[token])
    if sum(s.in_play(man) for man in s.men[player]) == STARTERS:
        s.stack.pop()
        if not s.stack:
            s.stack.append(frame(PLACER_DRAW, CHANCE))


# -- face-down cards of the rooms ---------------------------------------------------------------------------------------


def draw_placer(s: CardState, player: int) -> None:
    """SET-6: a random player starts placing cards."""
    s.note(PLACER_DRAWN, player)
    s.stack.pop()
    _next_to_lay(s, player)


def _cards_in_hand(s: CardState, player: int) -> list[int]:
    return [token for token in s.setting.tokens_of[player] if s.loc[token] == SUPPLY]


def _next_to_lay(s: CardState, player: int) -> None:
    """SET-6: in turn; skip a player without cards."""
    for who in (player, opponent(player)):
        if _cards_in_hand(s, who):
            s.stack.append(frame(LAY_TOKENS, who))
            return
    begin_facing(s)


def lay_choices(s: CardState) -> list[int]:
    tiles = [tile << SECOND_SHIFT for tile, space in enumerate(_space_left(s)) if space > 0]
    return [actions.LAY | token << FIRST_SHIFT | tile for token in _cards_in_hand(s, s.decider()) for tile in tiles]


def _space_left(s: CardState) -> list[int]:
    """SET-6, SET-7: Return how many cards still fit to each room; the capacity is the only limit."""
    left = s.card_setting.capacities[:]
    for place in s.loc:
        if place >= UNDER:
            left[place - UNDER] -= 1
    return left


def refuse_lay(s: CardState, token: int, tile: int) -> int:
    if token >= s.setting.tokens or tile >= s.maze.plan.tiles or s.setting.owner[token] != s.decider():
        return NOT_IN_THIS_GAME
    if s.loc[token] != SUPPLY:
        return NOT_IN_SUPPLY
    return LEGAL if _space_left(s)[tile] > 0 else ROOM_IS_FULL


def lay(s: CardState, token: int, tile: int) -> None:
    """SET-6, SET-8: lay a card face down next to a room."""
    player = s.decider()
    s.set_loc(token, UNDER + tile)
    s.note(LAID, token, tile)
    s.stack.pop()
    _next_to_lay(s, opponent(player))


# -- facing -------------------------------------------------------------------------------------------------------------


def begin_facing(s: CardState) -> None:
    """SET-9: turn the starting characters up; what they face is chosen in secret and shown together."""
    s.shown = True
    s.note(STARTERS_SHOWN)
    for player in (1, 0):
        for column in (1, 0):
            s.stack.append(frame(FACING, player, column))


def facing_choices(s: CardState) -> list[int]:
    man = _starter(s, s.decider(), frame_argument(s.stack[-1]))
    return [actions.pack(card_actions.FACE, man, letter) for letter in range(LETTER_COUNT)]


def refuse_facing(s: CardState, token: int, letter: int) -> int:
    if token >= s.setting.tokens or letter >= LETTER_COUNT:
        return NOT_IN_THIS_GAME
    return LEGAL if token == _starter(s, s.decider(), frame_argument(s.stack[-1])) else NOT_YOURS


def face(s: CardState, token: int, letter: int) -> None:
    """SET-9: choose the letter a character faces. The last choice shows them all, so the events of the others follow it."""
    s.move(token, s.loc[token] + letter)
    s.note(FACED, token, letter)
    s.stack.pop()
    if s.stack:
        return
    for men in s.men:
        for man in men:
            if s.in_play(man) and man != token:
                s.note(FACED, man, (s.loc[man] - s.maze.plan.zones) % LETTER_COUNT)
    s.stack.append(frame(STARTER_DRAW, CHANCE))


def draw_starter(s: CardState, player: int) -> None:
    """SET-10: a random player takes the first turn."""
    s.note(STARTER_DRAWN, player)
    s.stack.pop()
    begin_turn(s, player)
