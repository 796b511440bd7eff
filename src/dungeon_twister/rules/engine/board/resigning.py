"""Resigning (END-5), with more than two players without ending the game for the others (MP-17)."""

from __future__ import annotations

from dungeon_twister.rules.engine.board.combat import join, resolve
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD, JOINING
from dungeon_twister.rules.engine.board.ending import finish_with_leaders
from dungeon_twister.rules.engine.board.reveal import second_placer, skip_idle_placers
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.board.turns import end_turn
from dungeon_twister.rules.engine.board.wounds import remove_object
from dungeon_twister.rules.engine.decisions import (
    ACT,
    CHOOSE_COMBAT,
    PLACE_TOKENS,
    TRAVEL,
    frame,
    frame_argument,
    frame_kind,
    frame_who,
)
from dungeon_twister.rules.engine.events import RESIGNED
from dungeon_twister.rules.engine.shared import ending
from dungeon_twister.rules.engine.shared.duel import choose_combat_card
from dungeon_twister.rules.engine.shared.ending import LEFT_OVER, TOO_EARLY, everybody, nobody_left
from dungeon_twister.rules.engine.state import GONE, UNDER
from dungeon_twister.rules.geometry.rooms import PIT


def resign(s: BoardState, player: int) -> None:
    """END-5, MP-17: between two players the other wins; otherwise the game goes on without the player."""
    s.note(RESIGNED, player)
    if s.setting.players == 2:
        ending.resign(s, player)
        return
    s.resigned |= 1 << player
    if s.turn == 0:
        ending.finish(s, 0, TOO_EARLY)  # no result
        return
    s.reached &= ~(1 << player)
    s.progress = True
    _decide_for(s, player)
    if s.active == player:
        s.ap = 0  # the turn ends after the pending decisions of other players
    settle(s)


def settle(s: BoardState) -> None:
    """MP-17: remove the characters of players who resigned, those in a combat after it is over; then end the game or turn if
    due."""
    for player in range(s.setting.players):
        if s.resigned >> player & 1 and not s.over and not _is_fighting(s, player):
            _remove_characters(s, player)
    if s.over or s.attacker >= 0:
        return
    _check_last(s)
    if not s.over and frame_kind(s.stack[-1]) == PLACE_TOKENS:
        skip_idle_placers(s)  # their tokens may be gone
    if not s.over and nobody_left(s):
        finish_with_leaders(s)  # STALL-3
    if not s.over and s.resigned >> s.active & 1 and frame_kind(s.stack[-1]) in (ACT, CHOOSE_CARD):
        end_turn(s)


def _is_fighting(s: BoardState, player: int) -> bool:
    """Return whether a player takes part in the current combat, with a card to lay (MP-17 a)."""
    if s.attacker < 0:
        return False
    leads = player in (s.setting.owner[s.attacker], s.setting.owner[s.defender])
    return leads or (len(s.sides) > 0 and s.sides[player] != 0)


def _decide_for(s: BoardState, player: int) -> None:
    """MP-17 a, d: decide for the player: lay the 0 in a combat, join nothing, end a journey on the spot; another player
    places."""
    while not s.over and frame_who(s.stack[-1]) == player:
        kind = frame_kind(s.stack[-1])
        if kind == CHOOSE_COMBAT:
            if choose_combat_card(s, 0):
                resolve(s)
        elif kind == JOINING:
            join(s, 0)
        elif kind == TRAVEL:
            _break_off_journey(s)
        else:
            break
    for at, packed in enumerate(s.stack):
        if frame_kind(packed) == PLACE_TOKENS and frame_who(packed) == player:
            s.stack[at] = frame(PLACE_TOKENS, second_placer(s), frame_argument(packed))
        elif frame_kind(packed) == CHOOSE_COMBAT and frame_who(packed) == player:
            s.set_chosen(player, 0)
    s.stack = [packed for packed in s.stack if frame_kind(packed) != CHOOSE_COMBAT or frame_who(packed) != player]


def _break_off_journey(s: BoardState) -> None:
    """Remove the traveller where it is. Its load stays if there is space for it; of a heap, one token of each kind stays."""
    at, load, player = s.at, s.load, s.setting.owner[s.mover]
    s.remove(s.mover, GONE)
    if load >= 0:
        there = s.down[at] if s.setting.is_character[load] else s.item[at]
        if there < 0 and s.stand[at] < 0:
            s.put(load, at)
        else:
            s.remove(load, GONE)
    s.stack.pop()
    s.forget_journey()
    _empty_pit(s, at)
    if s.surplus:
        _remove_characters(s, player)
        for token in s.surplus:
            s.lift(token)
            s.remove(token, GONE)


def _remove_characters(s: BoardState, player: int) -> None:
    """MP-17 b: remove all characters of a player without VP; what they carried stays, on a pit only a Rope."""
    for token in s.setting.characters_of[player]:
        square = s.loc[token]
        if 0 <= square < UNDER:
            if s.on_square(token):
                s.lift(token)
            _empty_pit(s, square)
        if square >= 0:
            s.remove(token, GONE)


def _empty_pit(s: BoardState, square: int) -> None:
    if s.maze.terrain[square] != PIT or s.stand[square] >= 0:
        return
    item, wounded = s.item[square], s.down[square]
    if item >= 0 and not s.board_setting.is_rope[item]:
        remove_object(s, item, square)
    if wounded >= 0 and (item < 0 or not s.board_setting.is_rope[item]):
        s.lift(wounded)
        s.remove(wounded, GONE)


def _check_last(s: BoardState) -> None:
    """MP-17 f: the last player or team left wins."""
    left = everybody(s)
    teams = {s.board_setting.team_of[player] for player in range(s.setting.players) if left >> player & 1}
    if len(teams) == 1:
        ending.finish(s, left, LEFT_OVER)
