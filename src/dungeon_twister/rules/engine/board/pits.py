"""Pits and the Rope (section 10)."""

from __future__ import annotations

from dungeon_twister.rules.engine.board.options import STRAIGHT
from dungeon_twister.rules.engine.board.refusals import PIT_IN_THE_WAY
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.pieces import CLIMBS, FLIES
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.geometry.rooms import PIT


def rope_on(s: BoardState, square: int) -> bool:
    """Return whether a Rope is on the square, lying alone or with a character."""
    token = s.item[square]
    return token >= 0 and s.board_setting.is_rope[token]


def has_hold(s: BoardState, pit: int, player: int) -> bool:
    """PIT-6: Return whether a Rope of this player has two attachment squares (with `straight`: on opposite sides)."""
    sides = 0
    count = 0
    for direction in range(4):
        if is_attachment(s, s.maze.open_beyond(pit * 4 + direction), player):
            sides |= 1 << direction
            count += 1
    if s.board_setting.board_options.jump_shape == STRAIGHT:
        return sides & 5 == 5 or sides & 10 == 10
    return count >= 2


def is_attachment(s: BoardState, square: int, player: int) -> bool:
    """PIT-6: an attachment is open to the pit, and is ground, a pit with an unused Rope, or one with a friendly unwounded
    Thief."""
    if square < 0:
        return False
    if s.maze.terrain[square] != PIT:
        return True
    climber: int = s.stand[square]
    if climber < 0:
        return rope_on(s, square)
    friendly = s.board_setting.side[climber] == s.board_setting.team_of[player]  # also an ally's (TEAM-11)
    return friendly and s.setting.capabilities[climber] & CLIMBS != 0


def refuse_pit_entry(s: BoardState, token: int, load: int, start: int, pit: int) -> int:
    """PIT-2: a Thief, a Wizard, a Rope on the pit, a friend on it, or an own Rope laid from a square that holds it (PIT-7)."""
    setting = s.board_setting
    if setting.capabilities[token] & (CLIMBS | FLIES):
        return LEGAL
    if s.stand[pit] >= 0 or rope_on(s, pit):
        return LEGAL  # an enemy standing there is already refused (MOVE-8)
    owner = setting.owner[token]
    if load >= 0 and setting.is_rope[load] and is_attachment(s, start, owner) and has_hold(s, pit, owner):
        return LEGAL
    return PIT_IN_THE_WAY


def may_stop_on_pit(s: BoardState, token: int, load: int, pit: int) -> bool:
    """PIT-5: a Thief; a Rope that lay on the pit when the action began; or a carried Rope that has its hold."""
    setting = s.board_setting
    if setting.capabilities[token] & CLIMBS:
        return True
    rope = load if load >= 0 else s.item[pit]
    if rope < 0 or not setting.is_rope[rope]:
        return False
    if s.ropes_lay[setting.ropes.index(rope)] == pit:
        return True
    return load >= 0 and has_hold(s, pit, setting.owner[token])
