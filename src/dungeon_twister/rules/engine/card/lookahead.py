"""Look-ahead (MOV-19): a choice is offered only if the journey can still end legally after it.

Only the limit of three (MOV-18) can prevent a legal end, and handling in one place never changes the number of characters
there. So a look at the next place is usually enough. The remaining cases are searched: first on foot, then with all handling.
"""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_MASK, FIRST_SHIFT, KIND_MASK, SECOND_SHIFT
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.decisions import OBJECT_DRAW
from dungeon_twister.rules.engine.card.handling import (
    distribution,
    finish_robbery,
    handling_choices,
    object_choices,
    operate,
)
from dungeon_twister.rules.engine.card.journey import behind_walls, go, open_steps, past_enemies, refuse_stopping
from dungeon_twister.rules.engine.card.movement import (
    MOST_ROPES,
    entry_at,
    group_size,
    has_space,
    is_exit,
    steps_from,
    within_limits,
    within_limits_elsewhere,
)
from dungeon_twister.rules.engine.card.state import MOVING, CardState
from dungeon_twister.rules.engine.card.tokens import LIMIT
from dungeon_twister.rules.engine.decisions import frame_kind
from dungeon_twister.rules.engine.pieces import ROPE
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.geometry.zone_plan import mask_of, members


def steps_to_take(s: CardState) -> int:
    """Return the places to which the mover may step so that the journey can still end legally, as a mask."""
    if s.steps == 0:
        return 0
    found = open_steps(s, s.mover, s.mode)
    crowded = _without_space(s, found) if found else 0
    if crowded:
        for target in members(crowded):
            if not _can_end_after(s, target):
                found &= ~(1 << target)
    return found


def _without_space(s: CardState, targets: int) -> int:
    """Return those of the targets of a step where the journey could not end, as a mask (MOV-18)."""
    mover = s.mover
    player, plan = s.setting.owner[mover], s.maze.plan
    if not within_limits(s, player):
        if not within_limits_elsewhere(s, mover):
            return targets
    elif s.held[mover] == 0 and not targets & (s.places_of[player] | plan.starting_zones[player]):
        return 0  # alone, and nobody is there
    group = group_size(s, mover)
    first, home = player * plan.places, targets & plan.starting_zones[player]
    crowded = targets & (plan.all_zones if group > LIMIT else s.places_of[player]) & ~home
    if crowded:
        for target in members(crowded):
            if s.crowd[first + target] + group <= LIMIT:
                crowded &= ~(1 << target)
    if home:
        there = s.at_home[player] if s.loc[mover] >= plan.zones else s.at_home[player] + group
        return crowded | home if there > LIMIT else crowded
    return crowded


def step_can_end(s: CardState, target: int) -> bool:
    """Return whether the journey can end legally after that step; usually by stopping or leaving there."""
    return (within_limits_elsewhere(s, s.mover) and may_end_at(s, s.mover, target)) or _can_end_after(s, target)


def may_end_in(s: CardState, token: int, targets: int) -> bool:
    """Return whether a journey could end in any of these targets of a step."""
    player, plan = s.setting.owner[token], s.maze.plan
    if targets & ~s.places_of[player] & ~plan.starting_zones[player] and group_size(s, token) <= LIMIT:
        return True  # an empty place, or one that leads out of the maze
    for target in members(targets):  # noqa: SIM110 - a plain loop is quicker
        if may_end_at(s, token, target):
            return True
    return False


def may_end_at(s: CardState, token: int, target: int) -> bool:
    """Return whether a journey could end in a place, regardless of other places: by leaving, or with enough space (MOV-18)."""
    return is_exit(s, s.setting.owner[token], target) or has_space(s, token, target)


def _can_end_after(s: CardState, target: int) -> bool:
    """Return whether a journey that cannot stop in the target can go on from there to a legal end."""
    if s.steps == 1:
        return False  # handling would not change how many are there
    if within_limits_elsewhere(s, s.mover) and _ends_one_step_on(s, target):
        return True
    probe = s.copy()
    go(probe, target)
    return can_end(probe)


def _ends_one_step_on(s: CardState, target: int) -> bool:
    """Return whether the journey could end with the step after the next, considering only the space in its target."""
    mover, origin = s.mover, s.loc[s.mover]
    player, group = s.setting.owner[mover], group_size(s, mover)
    reach = past_enemies(s, mover, target, entry_at(s, mover, target, origin), steps_from(s, mover, target))
    for place in members(reach):
        spot = s.spot(place)
        others = s.count_at(player, spot) - (group if spot == s.spot(origin) else 0)
        if is_exit(s, player, place) or others + group <= LIMIT:
            return True
    return False


def operations_to_do(s: CardState) -> list[int]:
    """Return the operations after which the journey can still end legally."""
    found = handling_choices(s)
    if not found or (s.mode == MOVING and within_limits(s, s.setting.owner[s.mover])):
        return found
    return [choice for choice in found if operation_can_end(s, choice)]


def operation_can_end(s: CardState, choice: int) -> bool:
    """Return whether the journey can end legally after an operation, which never changes the number of characters in a
    place."""
    if (s.mode == MOVING or s.steps == 0) and within_limits(s, s.setting.owner[s.mover]):
        return True
    if s.steps == 0:
        return False
    if (
        _keeps_ways(s, choice)
        and within_limits_elsewhere(s, s.mover)
        and may_end_in(s, s.mover, open_steps(s, s.mover, s.mode))
    ):
        return True
    probe = s.copy()
    operate(probe, choice)
    if frame_kind(probe.stack[-1]) != OBJECT_DRAW:
        return can_end(probe)
    return all(can_end(_after_draw(probe, draw)) for draw in object_choices(probe))


def _keeps_ways(s: CardState, choice: int) -> bool:
    """Return whether an operation keeps all ways of the mover, and does not load it with a character. Only wounded friends and
    Ropes matter."""
    kind, item = choice & KIND_MASK, choice >> FIRST_SHIFT & FIRST_MASK
    if kind not in (actions.TAKE, actions.DROP, card_actions.GIVE) or s.setting.is_character[item]:
        return False
    return kind == actions.TAKE or not s.setting.capabilities[item] & ROPE


def _after_draw(s: CardState, draw: int) -> CardState:
    """Return the game after chance has drawn a hidden object (OPT-12)."""
    probe = s.copy()
    finish_robbery(probe, actions.first_of(draw))
    return probe


def can_end(s: CardState) -> bool:
    """Return whether any sequence of choices ends the journey legally."""
    if ends_on_foot(s):
        return True
    if s.steps == 0 or not s.in_play(s.mover) or is_hopeless(s):
        return False
    return _ends_with_handling(s)


def ends_on_foot(s: CardState) -> bool:
    """Return whether the journey can end without handling anything."""
    player = s.setting.owner[s.mover]
    if not s.in_play(s.mover):
        return within_limits(s, player)
    if refuse_stopping(s) == LEGAL:
        return True
    if s.steps == 0:
        return False
    targets = open_steps(s, s.mover, s.mode)
    if within_limits_elsewhere(s, s.mover) and may_end_in(s, s.mover, targets):
        return True
    if s.steps > 1:
        for target in members(targets):
            probe = s.copy()
            go(probe, target)
            if ends_on_foot(probe):
                return True
    return False


def is_hopeless(s: CardState) -> bool:
    """Return True if the journey surely has no end: even alone, with two Ropes and without enemies the mover reaches no
    space."""
    player, here = s.setting.owner[s.mover], s.spot(s.loc[s.mover])
    reached = mask_of(s.loc[s.mover])
    for _ in range(s.steps):
        for place in members(reached):
            if not is_exit(s, player, place):
                reached |= steps_from(s, s.mover, place, MOST_ROPES) if s.mode == MOVING else behind_walls(s, place)
    for place in members(reached):
        spot = s.spot(place)
        others = s.count_at(player, spot) - (group_size(s, s.mover) if spot == here else 0)
        if is_exit(s, player, place) or others < LIMIT:
            return False
    return True


def _ends_with_handling(s: CardState) -> bool:
    """Search everything, each situation once. Robberies are excluded, as their result is unknown (OPT-12)."""
    waiting = [s]
    known = {_situation(s)}
    for before in waiting:
        steps = [actions.STEP | target << SECOND_SHIFT for target in members(open_steps(before, before.mover, before.mode))]
        for choice in steps + handling_choices(before):
            if choice & KIND_MASK == card_actions.ROB:
                continue
            after = before.copy()
            if choice & KIND_MASK == actions.STEP:
                go(after, choice >> SECOND_SHIFT)
            else:
                operate(after, choice)
            if ends_on_foot(after):
                return True
            situation = _situation(after)
            if after.in_play(after.mover) and after.steps and situation not in known:
                known.add(situation)
                waiting.append(after)
    return False


def _situation(s: CardState) -> tuple[int, int, int, int]:
    """Return all that the rest of a journey depends on."""
    return s.loc[s.mover], s.entry[s.mover], s.steps, distribution(s)
