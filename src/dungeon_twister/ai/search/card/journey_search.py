"""All ends of a journey, with the choices that lead to them.

A node of the search is a place, the way back from it (MOV-13), the steps left, and a *load*: the position or bearer of
everything that can be carried. Walking changes no load, so a state is made only after handling, and for an end. Nodes with more
steps left come first, so that no node is visited twice.

The search does not check after each choice that the journey can still end (MOV-19), as a path to a legal end shows it. Blind
robbing (OPT-12) must not rely on luck; where it is possible the engine lists every choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dungeon_twister.ai.search.card.move_ordering import MoveOrdering, worth_handling
from dungeon_twister.ai.search.turn_actions import TurnAction
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_MASK, FIRST_SHIFT, KIND_MASK, SECOND_SHIFT
from dungeon_twister.rules.engine.card.card_fields import ENTRY, SEEN
from dungeon_twister.rules.engine.card.decisions import OBJECT_DRAW
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
from dungeon_twister.rules.geometry.hashing import MASK
from dungeon_twister.rules.geometry.zone_plan import members

if TYPE_CHECKING:
    from dungeon_twister.rules.geometry.vectors import i64

ENTRY_BITS: Final = 8
NOT_ASKED: Final = -1
ENTRY_WEIGHTS: Final = ENTRY.weights
SEEN_WEIGHTS: Final = SEEN.weights


class Load:
    """The position or bearer of everything that can be carried, while the traveller walks."""

    __slots__ = ("base", "free", "items", "known", "left", "ropes", "takeable")

    base: CardState  # the state when this load arose, with the traveller on the way
    ropes: int
    free: bool  # without the traveller and what it carries, no place exceeds the limit (MOV-18)
    takeable: int  # mask of spots with something to take, or a friend to give something to
    items: int  # mask of places where something can be handled on arrival; -1: everywhere, as a load can be put down
    known: set[int]  # visited places, each with its way back
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


class JourneyNode:
    """The traveller at a place. After handling, the node has a state with the loads seen since the last step."""

    __slots__ = ("choice", "draw", "entry", "load", "parent", "place", "state", "steps", "stops")

    load: Load
    place: int
    entry: int
    steps: int
    parent: JourneyNode | None
    choice: int  # the choice that led here
    draw: int  # the draw of chance after it, or -1
    state: CardState | None
    stops: bool  # ending the journey here takes a choice

    def __init__(self, load: Load, place: int, entry: int, steps: int, parent: JourneyNode | None, choice: int) -> None:
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
        """Return whether something was handled at this place."""
        return self.parent is not None and self.choice & KIND_MASK != actions.STEP


class JourneySearch:
    """Finds all ends of the journey under way in a state.

    With an ordering, only promising handling is tried, and the way by which the traveller reached a place does not matter.
    Without one, there is an end for every reachable position.
    """

    __slots__ = ("blind", "ends", "exits", "layers", "loads", "man", "mode", "ordering", "player", "reach", "root")

    root: JourneyNode
    man: int
    player: int
    mode: int
    ordering: MoveOrdering | None
    blind: bool  # blind robbing is possible
    reach: list[int]  # where a step leads, by Ropes and places; NOT_ASKED
    loads: dict[int, Load]
    layers: list[list[JourneyNode]]  # by steps left
    ends: list[JourneyNode]
    exits: list[JourneyNode]

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
        self.root = JourneyNode(load, under_way.loc[man], under_way.entry[man], under_way.steps, None, 0)
        self.root.state = under_way
        load.known.add(self._point(self.root.place, self.root.entry, self.root.steps))
        self.layers[under_way.steps].append(self.root)
        for steps in range(under_way.steps, -1, -1):
            layer = self.layers[steps]
            for node in layer:  # the layer grows by handling, which comes before further steps
                if self.blind:
                    self._look_blindly(node)
                else:
                    self._look(node)
            for node in layer if steps else ():
                if self.blind:
                    self._walk_blindly(node)
                else:
                    self._walk(node)

    def _point(self, place: int, entry: int, steps: int) -> int:
        """Return the key of a node.

        The start before the first step is a node of its own: a journey may not stop there at once (MOV-2), and what was seen
        there may not be seen again (MOV-19).
        """
        if self.ordering is not None:
            return place
        return (place << ENTRY_BITS | entry + 1) << 1 | (steps == self.root.steps)

    def _load(self, s: CardState) -> Load:
        """Return the load of a state; states that differ only in the traveller's place share it."""
        key = load_key(s)
        load = self.loads.get(key)
        if load is None:
            load = Load(s)
            self.loads[key] = load
        return load

    # -- one moment --------------------------------------------------------------------------------------------------------

    def _look(self, node: JourneyNode) -> None:
        """Note an end at this node if it may end here, and handle what can be handled."""
        load = node.load
        base = load.base
        spot = base.spot(node.place)
        can_handle = load.items >> spot & 1 != 0
        operations: list[int] = []
        if can_handle and (self.ordering is None or node.state is not None or load.takeable >> spot & 1):
            operations = self._operations(node)
            can_handle = len(operations) > 0  # not what was seen before (MOV-19)
        if self._may_stop(node) and load.free and has_space(base, self.man, node.place):
            node.stops = node.steps > 0 or can_handle
            self.ends.append(node)
        for choice in operations:
            self._handle(node, choice)

    def _may_stop(self, node: JourneyNode) -> bool:
        """Return whether something was done, and a wall crossed if one must be (MOV-2, WWK-4)."""
        if node.steps and self.mode != MOVING:
            return False
        return node.parent is not None or self.root.load.base.moved

    def _operations(self, node: JourneyNode) -> list[int]:
        if node.state is None:
            node.state = self.state_at(node)
        return handling_choices(node.state)

    def state_at(self, node: JourneyNode) -> CardState:
        """Return the state of a node reached by walking."""
        s = node.load.base.copy()
        carry_to(s, self.man, node.place)
        s.set_entry(self.man, node.entry)
        s.steps = node.steps
        s.moved = True
        s.seen = []
        return s

    def _handle(self, node: JourneyNode, choice: int) -> None:
        state = node.state
        assert state is not None
        if self.ordering is not None and not worth_handling(state, choice, self.ordering):
            return
        after = state.copy()
        operate(after, choice)
        load = self._load(after)
        point = self._point(node.place, node.entry, node.steps)
        if point not in load.known:
            load.known.add(point)
            self._meet(JourneyNode(load, node.place, node.entry, node.steps, node, choice), after)

    def _meet(self, node: JourneyNode, state: CardState | None) -> None:
        node.state = state
        self.layers[node.steps].append(node)

    def _walk(self, node: JourneyNode) -> None:
        """Add the nodes one step away."""
        load, place = node.load, node.place
        base, man = load.base, self.man
        reach = past_enemies(base, man, place, node.entry, self._reach(load, place))
        for target in members(reach) if reach else ():
            if target >= base.maze.plan.zones and is_exit(base, self.player, target):
                if load.free and not load.left:
                    load.left = True  # from where it leaves makes no difference (EXT-1)
                    self.exits.append(JourneyNode(load, target, -1, 0, node, actions.STEP | target << SECOND_SHIFT))
                continue
            entry = entry_at(base, man, target, place)
            point = self._point(target, entry, node.steps - 1)
            if point not in load.known:
                load.known.add(point)
                step = JourneyNode(load, target, entry, node.steps - 1, node, actions.STEP | target << SECOND_SHIFT)
                self.layers[step.steps].append(step)

    def _reach(self, load: Load, place: int) -> int:
        """Return a mask of the places one step away, ignoring enemies."""
        base = load.base
        at = load.ropes * base.maze.plan.places + place
        reach = self.reach[at]
        if reach == NOT_ASKED:
            reach = steps_from(base, self.man, place, load.ropes) if self.mode == MOVING else behind_walls(base, place)
            self.reach[at] = reach
        return reach

    # -- blind robbing (OPT-12) --------------------------------------------------------------------------------------------

    def _look_blindly(self, node: JourneyNode) -> None:
        """Do the same as `_look` by the engine's list of choices, with a state for every node.

        Chance draws the first object possible.
        """
        state = node.state
        assert state is not None
        operations = operations_to_do(state)
        if refuse_stopping(state) == LEGAL:
            node.stops = node.steps > 0 or len(operations) > 0
            self.ends.append(node)
        for choice in operations:
            if self.ordering is None or worth_handling(state, choice, self.ordering):
                after, draw = state.copy(), -1
                operate(after, choice)
                if frame_kind(after.stack[-1]) == OBJECT_DRAW:
                    draw = object_choices(after)[0]
                    finish_robbery(after, draw >> FIRST_SHIFT & FIRST_MASK)
                self._arrive_blindly(node, choice, draw, after)

    def _walk_blindly(self, node: JourneyNode) -> None:
        state = node.state
        assert state is not None
        for target in members(steps_to_take(state)):
            after = state.copy()
            go(after, target)
            self._arrive_blindly(node, actions.STEP | target << SECOND_SHIFT, -1, after)

    def _arrive_blindly(self, node: JourneyNode, choice: int, draw: int, after: CardState) -> None:
        man = self.man
        if not after.in_play(man):
            if not node.load.left:
                node.load.left = True
                self.exits.append(JourneyNode(node.load, choice >> SECOND_SHIFT, -1, 0, node, choice))
            return
        load, place, entry = self._load(after), after.loc[man], after.entry[man]
        point = self._point(place, entry, after.steps)
        if point not in load.known:
            load.known.add(point)
            following = JourneyNode(load, place, entry, after.steps, node, choice)
            following.draw = draw
            self._meet(following, after)

    # -- the ends ----------------------------------------------------------------------------------------------------------

    def action(self, node: JourneyNode, begin: int) -> TurnAction:
        """Return the journey to one of its ends; `begin` is its first choice, or -1 if it is under way."""
        path: list[int] = [actions.STOP] if node.stops else []
        at = node
        while at.parent is not None:
            if at.draw >= 0:
                path.append(at.draw)
            path.append(at.choice)
            at = at.parent
        if begin >= 0:
            path.append(begin)
        path.reverse()
        return TurnAction(tuple(path), self._after(node))

    def _after(self, node: JourneyNode) -> CardState:
        """Return the position after it, made in one step: of a walk only the last place and the way back to it matter."""
        man = self.man
        s = node.load.base.copy()
        if is_exit(s, self.player, node.place):
            leave(s, man)
        else:
            carry_to(s, man, node.place)
            s.set_entry(man, node.entry)
        arrive(s)
        if not s.over:
            settle(s)
        return s


def load_key(s: CardState) -> int:
    """Return a key of the load: the incremental hash without the places of the traveller and what it carries.

    It includes who was robbed since the last step.
    """
    man = s.mover
    total: i64 = s.incremental_hash
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
    """Return a mask of the spots with something to take or, for a traveller with a load, a friend."""
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
    """Return whether there is a wounded enemy that carries something."""
    for man in s.men[enemy]:  # noqa: SIM110 - a plain loop is quicker
        if s.status[man] & WOUNDED and s.held[man] and s.in_play(man):
            return True
    return False
