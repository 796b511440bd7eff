"""The reach of a player in one turn: the characters it could beat, and its characters that could leave the maze.

Everything returned was found by making the choices. The odds of a combat are those of the guide: each side lays any card it may
hold. Where the guide has no odds, the combat model is used, with players who lay well and want only to win.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Final

from dungeon_twister.ai.analysis.exit_distance import UNREACHABLE, characters_of, exit_distances, has_left, on_board
from dungeon_twister.ai.search.beam_search import StartCosts
from dungeon_twister.ai.search.game_adapter import WIN, GameAdapter
from dungeon_twister.presentation.guide.fights import foresee
from dungeon_twister.presentation.guide.routes import PLENTY, routes_after
from dungeon_twister.rules.engine.actions import FIRST_MASK, FIRST_SHIFT, JUMP, MOVE, PASS, WALK_WALL, kind_of
from dungeon_twister.rules.engine.decisions import ACT, CHANCE, TRAVEL
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import GONE, WOUNDED, State

CERTAIN: Final = 1e6  # a win worth so much that no card is too dear for it
MOVES: Final = 2  # most whole actions to try before an attack
ENDS: Final = 3  # ends of a journey to keep for the way; those next to an enemy are tried in any case
STEPS: Final = 12  # most choices to bring a game to the next turn
JOURNEYS: Final = (MOVE, JUMP, WALK_WALL)


@dataclass(frozen=True)
class Beaten:
    """A character that could be beaten: by which attackers, how likely, for how many action points, and whether for good."""

    token: int
    attackers: list[int]
    chance: float
    cost: int
    fatal: bool


@dataclass(frozen=True)
class Exit:
    """A character that could leave the maze: the action points, the victory points, and whether that wins."""

    token: int
    cost: int
    points: int
    wins: bool


@dataclass
class TurnReach:
    """The reach of a player in one turn, by token."""

    beaten: dict[int, Beaten] = field(default_factory=dict)
    exits: dict[int, Exit] = field(default_factory=dict)


def turn_of(adapter: GameAdapter, s: State, player: int) -> State | None:
    """Return the position at the start of the player's next turn if all others pass, or None if it is not reached."""
    after = s.copy()
    me, began = after.active, False
    for _ in range(STEPS * after.setting.players):
        if after.over or after.decider() == CHANCE:
            return None
        starts = adapter.at_turn_start(after) or after.decision() == ACT
        if starts and after.active == player and (began or me != player):
            return after
        choices = legal(after)
        if after.decision() == ACT:
            if PASS not in choices:
                return None
            apply(after, PASS)
        elif adapter.at_turn_start(after):
            apply(after, min(choices))
        elif after.decision() == TRAVEL:
            turn_actions = adapter.turn_actions(after, 1)
            if not turn_actions:
                return None
            after = turn_actions[-1].state
        else:
            return None
        began = began or after.active != me
    return None


def chance_of(adapter: GameAdapter, attacked: State, player: int, viewer: int) -> float:
    """Return the win probability of the attacking player before the cards are laid, as far as the viewer can know."""
    fight = foresee(attacked, viewer)
    if fight is not None and fight.even is not None:
        return fight.even.win if fight.mine == "attack" else fight.even.lose
    return max(0.0, min(1.0, adapter.combat(attacked, player).worth([CERTAIN, 0.0, 0.0]) / CERTAIN))


def reach(adapter: GameAdapter, s: State, player: int, viewer: int, nodes: int) -> TurnReach:
    """Return what a player could do in the turn that starts in this position. `nodes` limits the positions to look at."""
    found = TurnReach()
    costs = StartCosts(adapter, s)
    if not costs.turn_starts:
        return found
    root, points = costs.most().state, costs.most().points
    _look_for_victims(adapter, root, player, viewer, nodes, found)
    _look_for_exits(adapter, root, player, points, found)
    return found


# -- combats -----------------------------------------------------------------------------------------------------------------


def _look_for_victims(adapter: GameAdapter, root: State, player: int, viewer: int, nodes: int, found: TurnReach) -> None:
    points = root.ap
    layer, seen = [root], {root.hash64()}
    fought: set[tuple[int, int]] = set()
    for depth in range(MOVES + 1):
        after: list[State] = []
        for state in layer:
            _attacks(adapter, state, player, viewer, points, fought, found)
            if depth == MOVES or len(seen) >= nodes:
                continue
            for action in adapter.turn_actions(state, ENDS):
                key = action.state.hash64()
                if key in seen:
                    continue
                seen.add(key)
                _note_fallen(root, action.state, player, points, found)
                if adapter.may_act(action.state, player) and len(seen) < nodes:
                    after.append(action.state)
        layer = after


def _attacks(
    adapter: GameAdapter, s: State, player: int, viewer: int, points: int, fought: set[tuple[int, int]], found: TurnReach
) -> None:
    """Note the attacks possible in this state. Evaluate each pair of fighters once."""
    for choice in adapter.risks(s):
        attacked = adapter.after_attack(s, choice) if adapter.is_combat(choice) else None
        if attacked is None or (attacked.fighters, attacked.defender) in fought:
            continue
        fought.add((attacked.fighters, attacked.defender))
        won = adapter.combat(attacked, player).outcomes[WIN]
        chance = chance_of(adapter, attacked, player, viewer)
        fighters = [token for token in range(s.setting.tokens) if attacked.fighters >> token & 1]
        mine = [token for token in fighters if s.setting.owner[token] == player]
        cost = points - s.ap + adapter.cost(s, choice)
        for token in fighters:
            if s.setting.owner[token] != player and is_beaten(s, won, token):
                _note(found, Beaten(token, mine, chance, cost, won.loc[token] == GONE))


def _note_fallen(root: State, s: State, player: int, points: int, found: TurnReach) -> None:
    """Note characters that fall without a combat, for example by a fireball."""
    if s.loc == root.loc and s.status == root.status:
        return
    for token in range(s.setting.tokens):
        if s.setting.owner[token] != player and s.setting.is_character[token] and is_beaten(root, s, token):
            cost = points - s.ap if s.active == player else points
            _note(found, Beaten(token, [], 1.0, cost, s.loc[token] == GONE))


def _note(found: TurnReach, one: Beaten) -> None:
    known = found.beaten.get(one.token)
    if known is None or one.chance > known.chance:
        found.beaten[one.token] = one


def is_beaten(before: State, after: State, token: int) -> bool:
    """Return whether a character was wounded or eliminated between two states."""
    if not on_board(before, token):
        return False
    return after.loc[token] == GONE or bool(after.status[token] & ~before.status[token] & WOUNDED)


# -- exits -------------------------------------------------------------------------------------------------------------------


def _look_for_exits(adapter: GameAdapter, root: State, player: int, points: int, found: TurnReach) -> None:
    """Note the exits: each character moves alone, by what seems the shortest way."""
    for token, away in exit_distances(adapter, root, player).items():
        if away <= points:
            state: State | None = root
            while state is not None and on_board(state, token) and adapter.may_act(state, player):
                state = _nearer(adapter, state, player, token)
            if state is not None and has_left(root, state, token):
                cost = points - state.ap if not state.over and state.active == player else points
                won = state.over and bool(state.winners >> player & 1)
                won = won or (not state.over and state.vp[player] >= state.setting.target > 0)
                found.exits[token] = Exit(token, cost, state.vp[player] - root.vp[player], won)


def _nearer(adapter: GameAdapter, s: State, player: int, token: int) -> State | None:
    """Return the position after the action that brings a character nearest to its exit, or None if no action helps."""
    best = exit_distances(adapter, s, player).get(token, UNREACHABLE)
    chosen: State | None = None
    for action in adapter.turn_actions(s, ENDS):
        if has_left(s, action.state, token):
            return action.state
        if action.state.over or action.state.active != player or action.state.loc[token] == s.loc[token]:
            continue
        away = exit_distances(adapter, action.state, player).get(token, UNREACHABLE)
        if away < best:
            best, chosen = away, action.state
    return chosen


def others_than(adapter: GameAdapter, s: State, player: int) -> list[int]:
    """Return the opponents of a player, in turn order."""
    players = s.setting.players
    order = [(s.active + step) % players for step in range(1, players + 1)]
    return [other for other in order if not adapter.are_allies(other, player) and characters_of(s, other)]


# -- places ------------------------------------------------------------------------------------------------------------------


def places_in_reach(adapter: GameAdapter, s: State, player: int) -> dict[int, dict[int, int]]:
    """Return the places that each character of a player could walk to in the turn that starts in this position.

    The least action points by place, by character: each character has all the points for itself, and carries on what it
    carries.
    """
    costs = StartCosts(adapter, s)
    if not costs.turn_starts:
        return {}
    root = costs.most().state
    return {token: _places_of(root, token) for token in characters_of(root, player)}


def _places_of(root: State, token: int) -> dict[int, int]:
    """Return the action points by place for one character, the nearest places first."""
    points: dict[int, int] = {}
    waiting: list[tuple[int, int, State]] = [(0, 0, root)]
    number = 0
    while waiting:
        spent, _, state = heappop(waiting)
        if state.loc[token] in points:
            continue
        points[state.loc[token]] = spent
        for begin in legal(state) if state.decision() == ACT else []:
            if kind_of(begin) not in JOURNEYS or begin >> FIRST_SHIFT & FIRST_MASK != token:
                continue
            routes, cost = routes_after(state, begin)
            for place, way in routes.ends.items():
                if spent + cost <= root.ap and place not in points:
                    after = _after(state, begin, way)
                    number += 1
                    if on_board(after, token):
                        heappush(waiting, (spent + cost, number, after))
    del points[root.loc[token]]
    return points


def _after(s: State, begin: int, way: list[int]) -> State:
    """Return the position after a journey, with the points of before: `_places_of` counts them."""
    after = s.copy()
    after.ap += PLENTY
    for choice in (begin, *way):
        apply(after, choice)
    after.ap = s.ap
    return after
