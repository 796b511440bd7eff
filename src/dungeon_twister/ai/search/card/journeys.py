"""Every end of a journey, with the choices that lead to it.

A journey is looked for moment by moment. A moment is a place, the way back from it (MOV-13), the steps that are left, and a
*load*: who has what, and what lies where. Walking changes no load, so a walk needs no state of its own: a state is made where
something is handled, and for an end. Moments with more steps left come first, so what was met once needs no second look.

Choices are not asked for one by one whether the journey can still end after them (MOV-19): whatever leads to a legal end could
end. Only who robs blindly (OPT-12) must not rely on his luck; where that is possible the engine lists every choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dungeon_twister.ai.search.card.move_ordering import MoveOrdering, worth_handling
from dungeon_twister.ai.search.turn_actions import TurnAction
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_MASK, FIRST_SHIFT, KIND_MASK, SECOND_SHIFT
from dungeon_twister.rules.engine.card.decisions import OBJECT_DRAW
from dungeon_twister.rules.engine.card.fields import ENTRY, SEEN
from dungeon_twister.rules.engine.card.handling import (
    finish_robbery,
    handling_choices,
    object_choices,
    operate,
    refuse_taking_from,
)
from dungeon_twister.rules.engine.card.journey import behind_walls, go, past_enemies, refuse_stopping
from dungeon_twister.rules.engine.card.leaving import leave
from dungeon_twister.rules.engine.card.lookahead import operations_to_do, steps_to_take
from dungeon_twister.rules.engine.card.movement import (
    MOST_ROPES,
    carry_to,
    entry_at,
    has_space,
    is_exit,
    steps_from,
    within_limits_elsewhere,
)
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.rules import settle
from dungeon_twister.rules.engine.card.state import MOVING, CardState
from dungeon_twister.rules.engine.card.travel import arrive
from dungeon_twister.rules.engine.decisions import frame_kind
from dungeon_twister.rules.engine.pieces import HEALS, ROPE
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.engine.state import LOC_WEIGHTS, UNDER, WOUNDED
from dungeon_twister.rules.geometry.mixing import MASK
from dungeon_twister.rules.geometry.zone_plan import members

if TYPE_CHECKING:
    from dungeon_twister.rules.geometry.mixing import i64

ENTRY_BITS: Final = 8
NOT_ASKED: Final = -1
ENTRY_WEIGHTS: Final = ENTRY.weights
SEEN_WEIGHTS: Final = SEEN.weights


class Load:
    """Who has what, and what lies where, while the traveller walks."""

    __slots__ = ("base", "free", "items", "known", "left", "ropes", "takeable")

    base: CardState  # on the way, wherever the traveller was when it came to this
    ropes: int
    free: bool  # once the traveller and those he carries have left their place, nobody exceeds the limit (MOV-18)
    takeable: int  # where there is something to take, or a friend to whom something can be given, as a mask of spots
    items: int  # where something can be handled on arrival; -1 everywhere, because what is carried can be put down
    known: set[int]  # the places that were met, each with its way back
    left: bool  # the maze was left

    def __init__(self, base: CardState) -> None:
        man = base.mover
        self.base = base
        self.ropes = min(base.carries(man, ROPE), MOST_ROPES)
        self.free = within_limits_elsewhere(base, man)
        self.takeable = _takeable(base, man)
        self.items = -1 if base.held[man] else self.takeable
        self.known = set()
        self.left = False


class Moment:
    """The traveller at a place. Where something was handled it has a state, which knows what was seen since the last step."""

    __slots__ = ("choice", "draw", "entry", "load", "parent", "place", "state", "steps", "stops")

    load: Load
    place: int
    entry: int
    steps: int
    parent: Moment | None
    choice: int  # that led here
    draw: int  # of chance after it, or -1
    state: CardState | None
    stops: bool  # the journey does not end by itself here: a choice says so

    def __init__(self, load: Load, place: int, entry: int, steps: int, parent: Moment | None, choice: int) -> None:
        self.load = load
        self.place = place
        self.entry = entry
        self.steps = steps
        self.parent = parent
        self.choice = choice
        self.draw = -1
        self.state = None
        self.stops = False

    def has_handled(self) -> bool:
        """Was something handled at this very place?"""
        return self.parent is not None and self.choice & KIND_MASK != actions.STEP


class Journey:
    """The journey under way in a state, looked through to all its ends. With a guide only some things are handled, and it does
    not matter from where the traveller came to a place; else there is an end for every position that can come of it."""

    __slots__ = ("blind", "ends", "exits", "layers", "loads", "man", "mode", "ordering", "player", "reach", "root")

    root: Moment
    man: int
    player: int
    mode: int
    ordering: MoveOrdering | None
    blind: bool  # somebody can be robbed blindly
    reach: list[int]  # where a step leads, by Ropes and places; NOT_ASKED
    loads: dict[int, Load]
    layers: list[list[Moment]]  # by steps left
    ends: list[Moment]
    exits: list[Moment]

    def __init__(self, under_way: CardState, ordering: MoveOrdering | None) -> None:
        man = under_way.mover
        self.man = man
        self.player = under_way.setting.owner[man]
        self.mode = under_way.mode
        self.ordering = ordering
        self.blind = under_way.card_setting.secret and _can_rob(under_way, opponent(self.player))
        self.reach = [NOT_ASKED] * ((MOST_ROPES + 1) * under_way.maze.plan.places)
        self.loads = {}
        self.layers = [[] for _ in range(under_way.steps + 1)]
        self.ends = []
        self.exits = []
        load = self._load(under_way)
        self.root = Moment(load, under_way.loc[man], under_way.entry[man], under_way.steps, None, 0)
        self.root.state = under_way
        load.known.add(self._point(self.root.place, self.root.entry, self.root.steps))
        self.layers[under_way.steps].append(self.root)
        for steps in range(under_way.steps, -1, -1):
            layer = self.layers[steps]
            for moment in layer:  # which grows by what is handled; so nobody walks on before all that is found
                if self.blind:
                    self._look_blindly(moment)
                else:
                    self._look(moment)
            for moment in layer if steps else ():
                if self.blind:
                    self._walk_blindly(moment)
                else:
                    self._walk(moment)

    def _point(self, place: int, entry: int, steps: int) -> int:
        """What is met once only. Before the first step is another matter: where it set out nobody may stop at once (MOV-2), and
        what was seen there before may not be seen again (MOV-19)."""
        if self.ordering is not None:
            return place
        return (place << ENTRY_BITS | entry + 1) << 1 | (steps == self.root.steps)

    def _load(self, s: CardState) -> Load:
        """The load of a state, one for all that differ only in where the traveller is."""
        key = load_key(s)
        load = self.loads.get(key)
        if load is None:
            load = Load(s)
            self.loads[key] = load
        return load

    # -- one moment --------------------------------------------------------------------------------------------------------

    def _look(self, moment: Moment) -> None:
        """Whether it may end here, and what can be handled here."""
        load = moment.load
        base = load.base
        spot = base.spot(moment.place)
        can_handle = load.items >> spot & 1 != 0
        operations: list[int] = []
        if can_handle and (self.ordering is None or moment.state is not None or load.takeable >> spot & 1):
            operations = self._operations(moment)
            can_handle = len(operations) > 0  # not what was seen before (MOV-19)
        if self._may_stop(moment) and load.free and has_space(base, self.man, moment.place):
            moment.stops = moment.steps > 0 or can_handle
            self.ends.append(moment)
        for choice in operations:
            self._handle(moment, choice)

    def _may_stop(self, moment: Moment) -> bool:
        """MOV-2, WWK-4: something was done, and a wall was crossed."""
        if moment.steps and self.mode != MOVING:
            return False
        return moment.parent is not None or self.root.load.base.moved

    def _operations(self, moment: Moment) -> list[int]:
        if moment.state is None:
            moment.state = self.state_at(moment)
        return handling_choices(moment.state)

    def state_at(self, moment: Moment) -> CardState:
        """The state of a moment to which the traveller has walked."""
        s = moment.load.base.copy()
        carry_to(s, self.man, moment.place)
        s.set_entry(self.man, moment.entry)
        s.steps = moment.steps
        s.moved = True
        s.seen = []
        return s

    def _handle(self, moment: Moment, choice: int) -> None:
        state = moment.state
        assert state is not None
        if self.ordering is not None and not worth_handling(state, choice, self.ordering):
            return
        after = state.copy()
        operate(after, choice)
        load = self._load(after)
        point = self._point(moment.place, moment.entry, moment.steps)
        if point not in load.known:
            load.known.add(point)
            self._meet(Moment(load, moment.place, moment.entry, moment.steps, moment, choice), after)

    def _meet(self, moment: Moment, state: CardState | None) -> None:
        moment.state = state
        self.layers[moment.steps].append(moment)

    def _walk(self, moment: Moment) -> None:
        """Where a step leads."""
        load, place = moment.load, moment.place
        base, man = load.base, self.man
        reach = past_enemies(base, man, place, moment.entry, self._reach(load, place))
        for target in members(reach) if reach else ():
            if target >= base.maze.plan.zones and is_exit(base, self.player, target):
                if load.free and not load.left:
                    load.left = True  # from where it leaves makes no difference (EXT-1)
                    self.exits.append(Moment(load, target, -1, 0, moment, actions.STEP | target << SECOND_SHIFT))
                continue
            entry = entry_at(base, man, target, place)
            point = self._point(target, entry, moment.steps - 1)
            if point not in load.known:
                load.known.add(point)
                step = Moment(load, target, entry, moment.steps - 1, moment, actions.STEP | target << SECOND_SHIFT)
                self.layers[step.steps].append(step)

    def _reach(self, load: Load, place: int) -> int:
        """Where a step leads from a place if there were no enemies."""
        base = load.base
        at = load.ropes * base.maze.plan.places + place
        reach = self.reach[at]
        if reach == NOT_ASKED:
            reach = steps_from(base, self.man, place, load.ropes) if self.mode == MOVING else behind_walls(base, place)
            self.reach[at] = reach
        return reach

    # -- where somebody can be robbed (OPT-12) -----------------------------------------------------------------------------

    def _look_blindly(self, moment: Moment) -> None:
        """The same by the engine's list; every moment has a state. What chance must draw is the first it may."""
        state = moment.state
        assert state is not None
        operations = operations_to_do(state)
        if refuse_stopping(state) == LEGAL:
            moment.stops = moment.steps > 0 or len(operations) > 0
            self.ends.append(moment)
        for choice in operations:
            if self.ordering is None or worth_handling(state, choice, self.ordering):
                after, draw = state.copy(), -1
                operate(after, choice)
                if frame_kind(after.stack[-1]) == OBJECT_DRAW:
                    draw = object_choices(after)[0]
                    finish_robbery(after, draw >> FIRST_SHIFT & FIRST_MASK)
                self._arrive_blindly(moment, choice, draw, after)

    def _walk_blindly(self, moment: Moment) -> None:
        state = moment.state
        assert state is not None
        for target in members(steps_to_take(state)):
            after = state.copy()
            go(after, target)
            self._arrive_blindly(moment, actions.STEP | target << SECOND_SHIFT, -1, after)

    def _arrive_blindly(self, moment: Moment, choice: int, draw: int, after: CardState) -> None:
        man = self.man
        if not after.in_play(man):
            if not moment.load.left:
                moment.load.left = True
                self.exits.append(Moment(moment.load, choice >> SECOND_SHIFT, -1, 0, moment, choice))
            return
        load, place, entry = self._load(after), after.loc[man], after.entry[man]
        point = self._point(place, entry, after.steps)
        if point not in load.known:
            load.known.add(point)
            following = Moment(load, place, entry, after.steps, moment, choice)
            following.draw = draw
            self._meet(following, after)

    # -- the ends ----------------------------------------------------------------------------------------------------------

    def action(self, moment: Moment, begin: int) -> TurnAction:
        """The whole journey to one of its ends; `begin` is the choice with which it sets out, or -1 if it is under way."""
        path: list[int] = [actions.STOP] if moment.stops else []
        at = moment
        while at.parent is not None:
            if at.draw >= 0:
                path.append(at.draw)
            path.append(at.choice)
            at = at.parent
        if begin >= 0:
            path.append(begin)
        path.reverse()
        return TurnAction(tuple(path), self._after(moment))

    def _after(self, moment: Moment) -> CardState:
        """The position after it, made at once: only the last place and the way back to it are remembered of a walk."""
        man = self.man
        s = moment.load.base.copy()
        if is_exit(s, self.player, moment.place):
            leave(s, man)
        else:
            carry_to(s, man, moment.place)
            s.set_entry(man, moment.entry)
        arrive(s)
        if not s.over:
            settle(s)
        return s


def load_key(s: CardState) -> int:
    """A number for who has what and what lies where, whoever was robbed since the last step with it: the kept part of the hash
    without where the traveller and what he carries is."""
    man = s.mover
    total: i64 = s.kept_sum
    weight: i64 = LOC_WEIGHTS[man]
    total -= weight * s.loc[man]
    weight = ENTRY_WEIGHTS[man]
    total -= weight * s.entry[man]
    if s.held[man]:
        for item in s.items_of(man):
            weight = LOC_WEIGHTS[item]
            total -= weight * s.loc[item]
    for number in s.seen:
        if number < 0:
            weight = SEEN_WEIGHTS[-1 - number]
            total += weight
    return total & MASK


def _takeable(s: CardState, man: int) -> int:
    """Where there is something to take or, for who carries something, a friend: as a mask of spots."""
    found = 0
    if s.card_setting.strength[man] == 0:
        return found
    if s.held[man] and s.setting.capabilities[man] & HEALS:
        return -1  # whom it carries it may lay down and heal
    for thing in s.things:
        if 0 <= s.loc[thing] < UNDER and (s.carrier[thing] < 0 or refuse_taking_from(s, s.carrier[thing]) == LEGAL):
            found |= 1 << s.spot(s.loc[thing])
    for friend in s.men[s.setting.owner[man]]:
        if 0 <= s.loc[friend] < UNDER and friend != man and s.carrier[friend] != man:
            if s.held[man] or s.status[friend] & WOUNDED:
                found |= 1 << s.spot(s.loc[friend])
    return found


def _can_rob(s: CardState, enemy: int) -> bool:
    """Is there a wounded enemy with something in his hands?"""
    for man in s.men[enemy]:  # noqa: SIM110 - a plain loop is quicker
        if s.status[man] & WOUNDED and s.held[man] and s.in_play(man):
            return True
    return False
