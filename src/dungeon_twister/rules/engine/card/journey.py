"""The current journey: where the next step may lead, taking it, and whether the journey may stop (MOV, WWK)."""

from __future__ import annotations

from dungeon_twister.rules.engine.card.leaving import leave
from dungeon_twister.rules.engine.card.movement import (
    carry_to,
    ignores_enemies,
    is_exit,
    refuse_exit,
    remember_entry,
    show_rope,
    steps_from,
    within_limits,
)
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.refusals import NOTHING_DONE, STILL_ON_THE_WAY, TOO_MANY
from dungeon_twister.rules.engine.card.state import MOVING, NONE_SEEN, WALL_WALKING, CardState
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.geometry.zone_plan import LINK_SLIT, LINK_WALL, THROUGH_WALLS, members


def set_out(s: CardState, token: int, mode: int) -> None:
    s.mover = token
    s.mode = mode
    s.steps = s.setting.movement[token] if mode == MOVING else 1
    s.moved = False
    s.seen = NONE_SEEN


def open_steps(s: CardState, token: int, mode: int) -> int:
    """Return the places to which a character can step, before or during a journey, without looking ahead; as a mask."""
    return past_enemies(s, token, s.loc[token], s.entry[token], reach_of_step(s, token, mode))


def past_enemies(s: CardState, token: int, place: int, entry: int, reach: int) -> int:
    """Remove from a mask of reachable places those that enemies bar, for a character that came to `place` from `entry`."""
    plan = s.maze.plan
    if entry >= 0 and not ignores_enemies(s, token, place):
        reach &= plan.starting_zones[s.setting.owner[token]] if entry >= plan.zones else 1 << entry  # MOV-13
    exits = reach & plan.starting_zones[opponent(s.setting.owner[token])]
    if exits:
        for station in members(exits):
            if refuse_exit(s, token, station) != LEGAL:
                reach &= ~(1 << station)
    return reach


def reach_of_step(s: CardState, token: int, mode: int) -> int:
    """Return where a step could lead if there were no enemies, as a mask."""
    return steps_from(s, token, s.loc[token]) if mode == MOVING else behind_walls(s, s.loc[token])


def behind_walls(s: CardState, place: int) -> int:
    """WWK-1 to WWK-5: Return the touching zones behind a wall or slit, and links with one, as a mask."""
    maze = s.maze
    zones = maze.plan.zones
    if place >= zones:
        station = place - zones
        return 1 << maze.zone_before(station) if maze.link_at(station) & (LINK_WALL | LINK_SLIT) else 0
    return maze.near_by(THROUGH_WALLS, place) | maze.stations_linked(place, LINK_WALL | LINK_SLIT)


def refuse_stopping(s: CardState) -> int:
    """MOV-2, MOV-3, MOV-18, WWK-4."""
    if not s.moved:
        return NOTHING_DONE
    if s.mode == WALL_WALKING and s.steps:
        return STILL_ON_THE_WAY
    return LEGAL if within_limits(s, s.setting.owner[s.mover]) else TOO_MANY


def go(s: CardState, target: int) -> None:
    """Take one step with all carried items; a step onto the opponent's starting zone leaves the maze (EXT-1)."""
    origin = s.loc[s.mover]
    if s.card_setting.secret and s.mode == MOVING:
        show_rope(s, s.mover, target)
    s.steps -= 1
    s.moved = True
    s.seen = NONE_SEEN
    if is_exit(s, s.setting.owner[s.mover], target):
        leave(s, s.mover)
        return
    carry_to(s, s.mover, target)
    remember_entry(s, s.mover, origin)
