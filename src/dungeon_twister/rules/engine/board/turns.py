"""The turn: action card, action points, cards back (section 4), and who may act and how it is paid (section 5)."""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD
from dungeon_twister.rules.engine.board.ending import check_end_of_turn, count_idle_turn, finish_with_leaders, watch_target
from dungeon_twister.rules.engine.board.events import CARD_PLAYED, CARDS_BACK, LOWERED
from dungeon_twister.rules.engine.board.refusals import (
    ACTOR_BLOCKED,
    ACTOR_WOUNDED,
    CARD_NOT_IN_HAND,
    CARD_TOO_HIGH,
    FIRST_CARD_IS_TWO,
    NO_AP,
    NOT_IN_PLAY,
    NOT_YOURS,
)
from dungeon_twister.rules.engine.board.setting import ACTION_CARDS
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import ACT, frame
from dungeon_twister.rules.engine.events import ACTION_BEGAN, TURN_BEGAN, TURN_ENDED
from dungeon_twister.rules.engine.options import AUTOMATIC
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.engine.shared.ending import next_player, nobody_left
from dungeon_twister.rules.engine.state import BLOCKED, FLAGS, POTION_SHIFT, UNDER, WOUNDED


def begin_turn(s: BoardState, player: int) -> None:
    """TURN-1: the player is active and must play an action card."""
    s.active = player
    s.turn += 1
    s.ap = 0
    s.stack.append(frame(CHOOSE_CARD, player))
    s.note(TURN_BEGAN, player, s.turn)
    if s.board_setting.board_scenario.turns and (not s.has_characters(player) or s.resigned >> player & 1):
        play_card(s, actions.first_of(card_choices(s)[0]))  # RACE-16: so that the count stays right
        end_turn(s)


def card_choices(s: BoardState) -> list[int]:
    """TURN-5: Return the action cards in hand that are not too high."""
    hand = s.action_hand[s.active]
    return [actions.pack(board_actions.CARD, card) for card in ACTION_CARDS if hand >> card & 1 and card <= s.highest + 1]


def refuse_card(s: BoardState, card: int) -> int:
    """TURN-2, TURN-4, TURN-5: in hand, and at most 1 above the highest card anyone has played so far."""
    if card not in ACTION_CARDS or not s.action_hand[s.active] >> card & 1:
        return CARD_NOT_IN_HAND
    if card > s.highest + 1:
        return FIRST_CARD_IS_TWO if s.highest == 1 else CARD_TOO_HIGH
    return LEGAL


def play_card(s: BoardState, card: int) -> None:
    """TURN-2: lay the card face up and gain its value in action points."""
    s.set_action_hand(s.active, s.action_hand[s.active] & ~(1 << card))
    s.set_last_card(s.active, card)
    s.highest = max(s.highest, card)
    s.ap = card
    s.stack[-1] = frame(ACT, s.active)
    s.note(CARD_PLAYED, s.active, card)


def end_turn(s: BoardState) -> None:
    """TURN-3, TURN-7, TURN-10: unused AP lapse, cards return if none is left, marks of the turn are cleared."""
    player = s.active
    s.stack.pop()
    s.ap = 0
    if s.action_hand[player] == 0:
        s.set_action_hand(player, sum(1 << card for card in ACTION_CARDS))
        s.note(CARDS_BACK, player)
    s.clear_marks(WOUNDED)
    s.note(TURN_ENDED, player)
    count_idle_turn(s, player)
    if s.maze.raised >= 0:
        lower_apex(s)
    if not check_end_of_turn(s):
        following = (player + 1) % s.setting.players
        begin_turn(s, following if s.board_setting.board_scenario.turns else next_player(s, player))


def lower_apex(s: BoardState) -> None:
    """PYR-18: at the end of the turn, turn the apex by a quarter in its own direction and put it back."""
    tile = s.maze.raised
    quarters = s.board_setting.plan.rooms[s.maze.room_of[tile]].turn
    s.maze = s.maze.with_raised(-1).turned(tile, quarters)
    s.note(LOWERED, tile, quarters)


def refuse_actor(s: BoardState, token: int) -> int:
    """ACT-4, ACT-5: an own unwounded character that is not blocked, and a point to pay with."""
    if token >= s.setting.tokens or not s.setting.is_character[token]:
        return NOT_IN_THIS_GAME
    if s.setting.owner[token] != s.active:
        return NOT_YOURS
    if not 0 <= s.loc[token] < UNDER:
        return NOT_IN_PLAY
    if s.status[token] & WOUNDED:
        return ACTOR_WOUNDED
    if s.status[token] & BLOCKED:
        return ACTOR_BLOCKED
    if s.ap == 0 and s.status[token] >> POTION_SHIFT == 0:
        return NO_AP
    return LEGAL


def begin_action(s: BoardState, token: int, kind: int) -> None:
    """ACT-5, SPEED-3: pay what the action costs, if possible with the character's own potion points."""
    cost = s.setting.costs[kind]
    own = min(cost, s.status[token] >> POTION_SHIFT)
    if own:
        s.set_status(token, s.status[token] - (own << POTION_SHIFT))
    s.ap -= cost - own
    s.note(ACTION_BEGAN, token, kind)


def finish_action(s: BoardState) -> None:
    """After every action, check for a winner, for a game without characters (STALL-3) and for the end of the turn (TURN-3,
    TURN-3a)."""
    watch_target(s)
    if s.over:
        return
    if nobody_left(s):
        finish_with_leaders(s)
    elif s.ap == 0 and s.setting.options.end_turn == AUTOMATIC and not has_potion_points(s):
        end_turn(s)


def has_potion_points(s: BoardState) -> bool:
    return any(s.status[token] > FLAGS for token in s.setting.characters_of[s.active])


def drop_marks(s: BoardState, token: int) -> None:
    """SPEED-5: remove potion points when the drinker falls or leaves; other marks last until the turn ends (TURN-10)."""
    s.unmark(token, ~FLAGS)
