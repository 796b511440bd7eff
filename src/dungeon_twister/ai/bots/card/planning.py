"""Planning a turn of the Card Game: its actions, and what reveals and combats are guessed to be worth."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from dungeon_twister.ai.bots.card.duels import value_of_combat
from dungeon_twister.ai.bots.card.evaluation import AP_WORTH, Judge, impatience
from dungeon_twister.ai.bots.card.journeys import End, journeys
from dungeon_twister.ai.bots.card.opening import depth_of
from dungeon_twister.ai.bots.card.outlook import Outlook
from dungeon_twister.ai.bots.planning import ENEMY_CARD, OWN_CARD, Leaf, Node, Search
from dungeon_twister.ai.bots.plans import Way
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.combat import FREE
from dungeon_twister.rules.engine.card.jump import PLACE_MASK
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.rules import RULES
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.telekinesis import RECEIVER_SHIFT
from dungeon_twister.rules.engine.card.turns import MOST_KEPT
from dungeon_twister.rules.engine.choice_kinds import FIGHTS
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.pieces import TREASURE
from dungeon_twister.rules.engine.state import UNDER
from dungeon_twister.rules.geometry.zone_plan import GEAR_ZONE, LETTER_COUNT

WIDTH: Final = 5  # positions of a layer that are looked at further
ENDS: Final = 5  # ends of a journey that are tried for the sake of their worth
SPECIAL_ENDS: Final = 4  # ends that are tried because something can be done there
LIFTS: Final = 6  # flights of objects that are tried
MOST: Final = 600  # what one plan may cost: positions judged
CHART: Final = 10  # a maze that has not been charted costs as much as so many positions
JOURNEY: Final = 4  # looking for the ends of a journey
COMBAT: Final = 8
DUEL_ROUNDS: Final = 20
NOISE: Final = 0.3
POINT_LEFT: Final = 4.0  # an action point that can still be spent in this turn
URGE: Final = 2.0  # to let something irrevocable happen, by how much the game drags
# what a reveal is worth
UNKNOWN_WAY: Final = 4.0
WAY_OPENED: Final = 0.15  # of the worth of every character that has the room before it
COMBATS: Final = RULES.which(FIGHTS)
JOURNEYS: Final = RULES.journeys()


class Planner(Search[CardState]):
    """Plans the turn of one player from a position in which he acts."""

    width = WIDTH
    chart = CHART

    def __init__(self, judge: Judge, me: int, rng: Random) -> None:
        super().__init__(me, rng, MOST)
        self.judge = judge
        self.quiet = 0  # turns without progress before this one
        self.urge = 0.0  # what it is worth that anything irrevocable happens: a game that drags must be decided (END-5)

    def plan(self, root: CardState) -> Leaf:
        """The best plan that was found."""
        self.noise = NOISE * (1 + root.quiet / 2)
        self.quiet = root.quiet
        self.urge = URGE * impatience(root)
        self.judge.outlook = Outlook(self.judge, root, self.me)
        self.search(root)
        self.judge.outlook = None
        return max(self.leaves, key=lambda leaf: leaf.value)

    def value(self, state: CardState) -> float:
        """With the points that are kept."""
        kept = min(state.ap, MOST_KEPT) if state.active == self.me else state.kept_ap[self.me]
        urge = self.urge if state.progress or state.quiet < self.quiet else 0.0
        return self.judge.value(state, self.me) + AP_WORTH * kept + urge

    def maze(self, state: CardState) -> tuple[int, ...]:
        return tuple(state.maze.key())

    def key(self, state: CardState) -> tuple[object, ...]:
        return (*state.loc, *state.carrier, *state.status, state.ap, *state.maze.key())

    def actions(self, node: Node[CardState]) -> Iterator[tuple[Way, CardState]]:
        """The positions after each action of whoever acts; reveals and combats become leaves of their own."""
        s = node.state
        combats: set[tuple[int, int, int]] = set()
        landings: set[tuple[int, int]] = set()
        lifts = 0
        for choice in legal(s):
            if self.left <= 0:
                return
            kind, man = actions.kind_of(choice), actions.first_of(choice)
            if kind in JOURNEYS:
                yield from self._journeys(s, choice)
            elif kind == actions.REVEAL:
                self._reveal(node, choice)
            elif kind in COMBATS:
                self._combat(node, choice, combats)
            elif kind == actions.JUMP:
                landing = (man, actions.second_of(choice) & PLACE_MASK)
                if landing not in landings:  # the lowest combat card comes first (JMP-4)
                    landings.add(landing)
                    yield from self._simple(s, choice)
            elif kind == card_actions.LIFT:
                if lifts < LIFTS and self._worth_lifting(s, choice):
                    lifts += 1
                    yield from self._simple(s, choice)
            elif kind != actions.PASS:
                yield from self._simple(s, choice)

    def _simple(self, s: CardState, choice: int) -> Iterator[tuple[Way, CardState]]:
        """An action that is done at once; what chance has to draw is drawn somehow (OPT-12)."""
        after = s.copy()
        apply(after, choice)
        while not after.over and after.decider() == CHANCE:
            apply(after, self.rng.choice(legal(after)))
        yield (choice,), after

    def _worth_lifting(self, s: CardState, choice: int) -> bool:
        """To somebody of the own side; a Treasure also to lie somewhere else."""
        target = actions.second_of(choice)
        receiver = (target >> RECEIVER_SHIFT) - 1
        if receiver >= 0:
            return s.setting.owner[receiver] == self.me
        return s.setting.capabilities[target & 255] & TREASURE != 0

    # -- journeys ------------------------------------------------------------------------------------------------------

    def _journeys(self, s: CardState, begin: int) -> Iterator[tuple[Way, CardState]]:
        """The most promising ends by a look at the traveller alone, and those from where something can be done."""
        lifted = s.copy()
        apply(lifted, begin)
        man = lifted.mover
        self.left -= JOURNEY
        ends = journeys(lifted)
        if len(ends) > ENDS:
            away = self.judge.distances(s, man)
            ends.sort(key=lambda end: (away[end.place] if end.place >= 0 else -100) - 8 * end.handled)
            special = [end for end in ends[ENDS:] if end.place >= 0 and self._special(s, end)]
            ends = ends[:ENDS] + special[:SPECIAL_ENDS]
        for end in ends:
            yield (begin, *end.path), end.after()

    def _special(self, s: CardState, end: End) -> bool:
        """Can something be done from there: a gear, an object taken, an enemy or somebody wounded, a face-down room?"""
        place, maze = end.place, s.maze
        if end.handled or maze.relations_of(place).access:
            return True
        if place < maze.plan.zones and place % LETTER_COUNT == GEAR_ZONE:
            return True
        area, places = maze.relations_of(place).area, maze.plan.places
        for man in s.men[opponent(self.me)]:
            if 0 <= s.loc[man] < places and area >> s.loc[man] & 1:
                return True
        return s.crowd[self.me * places + place] > s.fit[self.me * places + place]

    # -- what cannot be foreseen ---------------------------------------------------------------------------------------

    def _reveal(self, node: Node[CardState], choice: int) -> None:
        """A guess: it opens the way, brings own characters into play, and whoever reveals places most of the cards."""
        s = node.state
        tile = actions.second_of(choice)
        bonus = UNKNOWN_WAY + s.quiet + self.urge
        for player in range(s.setting.players):
            for man in s.men[player]:
                if s.loc[man] == UNDER + tile:
                    bonus += OWN_CARD if player == self.me else ENEMY_CARD
        depth = depth_of(s, self.me, tile)
        for figure in self.judge.figures(s, self.me, self.judge.charts.of(s.maze)):
            at = figure.place // LETTER_COUNT
            if figure.place >= s.maze.plan.zones or depth_of(s, self.me, at) < depth:
                bonus += WAY_OPENED * figure.worth
        self._leaf(node, choice, node.value + bonus, 1)

    def _combat(self, node: Node[CardState], choice: int, known: set[tuple[int, int, int]]) -> None:
        after = node.state.copy()
        apply(after, choice)
        if after.attacker < 0 or (after.fighters, after.defender, after.ap) in known:
            return  # against a hidden shield nothing happens (OPT-13)
        known.add((after.fighters, after.defender, after.ap))
        self.left -= COMBAT
        value = value_of_combat(self.judge, after, self.me, DUEL_ROUNDS)
        free = actions.kind_of(choice) in (actions.ATTACK, card_actions.SPEAR) and actions.second_of(choice) & FREE
        self._leaf(node, choice, value + self.urge, 0 if free else 1)

    def _leaf(self, node: Node[CardState], choice: int, value: float, cost: int) -> None:
        self.leaves.append(Leaf((*node.path, choice), value + POINT_LEFT * (node.state.ap - cost)))
