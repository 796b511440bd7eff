"""The adapter of the Card Game: its turns, combats, reveals and setup."""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.search.card.combat_model import CardCombat
from dungeon_twister.ai.search.card.distance_maps import walker
from dungeon_twister.ai.search.card.evaluation import CardEvaluator, impatience
from dungeon_twister.ai.search.card.feature_cache import blocked_exits
from dungeon_twister.ai.search.card.goal_heuristic import goal_distance
from dungeon_twister.ai.search.card.opening import choose_setup, depth_of
from dungeon_twister.ai.search.card.placing import Placer
from dungeon_twister.ai.search.card.subgoals import Subgoals
from dungeon_twister.ai.search.card.turn_actions import MoveOrdering, risks, turn_actions
from dungeon_twister.ai.search.card.weights import ENEMY_CARD, OWN_CARD, POINT_LEFT, UNKNOWN_WAY, URGE, WAY_OPENED
from dungeon_twister.ai.search.game_adapter import UNLIMITED, CombatModel, GameAdapter
from dungeon_twister.ai.search.opening_book import opening_book
from dungeon_twister.ai.search.turn_actions import TurnAction, TurnStart
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import KIND_MASK, SECOND_SHIFT
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.combat import FREE
from dungeon_twister.rules.engine.card.decisions import NAMING, RAGING
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.card.state import CardState, card_of
from dungeon_twister.rules.engine.decisions import ACT, CHOOSE_COMBAT
from dungeon_twister.rules.engine.game import apply
from dungeon_twister.rules.engine.state import UNDER, State
from dungeon_twister.rules.geometry.vectors import Numbers
from dungeon_twister.rules.geometry.zone_plan import LETTER_COUNT

EVERY: Final = 1000  # keeps every end of a journey
FIGHTING: Final = [CHOOSE_COMBAT, RAGING, NAMING]
WIN_SCALE: Final = 180.0  # this and OPTIMISM are fitted by training/share_fit.py
OPTIMISM: Final = 15.0
MAY_BE_FREE: Final = [actions.ATTACK, card_actions.SPEAR]


class EvaluationOrdering(MoveOrdering):
    """Orders the ends of a journey by the distances of the evaluation."""

    def __init__(self, evaluator: CardEvaluator) -> None:
        self.evaluator = evaluator

    def away(self, s: CardState, man: int) -> Numbers:
        setting = s.setting
        player, abilities = setting.owner[man], setting.capabilities[man]
        if s.held[man]:
            for thing in s.things:
                if s.carrier[thing] == man:
                    abilities |= setting.capabilities[thing]
        kind = walker(abilities, s.jumps[player] > 0 or s.combat_hand[player] > 1)
        return self.evaluator.distance_maps.of(s.maze).to_exit(player, kind, setting.movement[man], blocked_exits(s, player))


class CardAdapter(GameAdapter):
    """One setting of the Card Game."""

    def __init__(self, setting: CardSetting) -> None:
        self.setting = setting
        self.nodes, self.node_limit = 0, UNLIMITED
        self.point_value = POINT_LEFT
        self.win_scale, self.optimism = WIN_SCALE, OPTIMISM
        self.evaluator = CardEvaluator(setting)
        self.ordering = EvaluationOrdering(self.evaluator)
        self.placer = Placer(self.evaluator)

    # -- turns -----------------------------------------------------------------------------------------------------------

    def at_turn_start(self, s: State) -> bool:
        return False  # no choice precedes the first action

    def in_combat(self, s: State) -> bool:
        return s.decision() in FIGHTING

    def are_allies(self, player: int, other: int) -> bool:
        return player == other

    def turn_starts(self, s: State) -> list[TurnStart]:
        return [TurnStart((), s, s.ap, 0.0)]

    def may_act(self, s: State, player: int) -> bool:
        return not s.over and s.active == player and s.decision() == ACT

    def turn_actions(self, s: State, ends: int) -> list[TurnAction]:
        """Return the turn actions, with promising handling only: all handling together has a hundred thousand ways."""
        return turn_actions(card_of(s), ends or EVERY, self.ordering)

    def risks(self, s: State) -> list[int]:
        return risks(card_of(s))

    def after_pass(self, s: State) -> State:
        after = s.copy()
        apply(after, actions.PASS)
        return after

    # -- evaluation ------------------------------------------------------------------------------------------------------

    def value(self, s: State, me: int) -> float:
        self.nodes += 1
        return self.evaluator.value(card_of(s), me)

    def set_subgoals(self, s: State, me: int) -> None:
        state = card_of(s)
        evaluator = self.evaluator
        evaluator.subgoals = Subgoals(evaluator.distance_maps, evaluator.features, state, me, URGE * impatience(state))

    def clear_subgoals(self) -> None:
        self.evaluator.subgoals = None

    def goal_distance(self, s: State, player: int) -> float:
        return goal_distance(self.evaluator, card_of(s), player)

    def exit_distances(self, s: State, player: int) -> dict[int, int]:
        card, evaluator = card_of(s), self.evaluator
        units = evaluator.features.of(card, player, evaluator.distance_maps.of(card.maze))
        return {unit.man: unit.away for unit in units if not unit.down}

    # -- uncertain results -----------------------------------------------------------------------------------------------

    def is_combat(self, choice: int) -> bool:
        return choice & KIND_MASK != actions.REVEAL

    def cost(self, s: State, choice: int) -> int:
        free = choice & KIND_MASK in MAY_BE_FREE and choice >> SECOND_SHIFT & FREE  # SAM-1
        return 0 if free else s.setting.costs[choice & KIND_MASK]

    def after_attack(self, s: State, choice: int) -> State | None:
        after = s.copy()
        apply(after, choice)
        return after if after.attacker >= 0 else None  # a hidden shield stops a shot (OPT-13)

    def combat(self, s: State, me: int) -> CombatModel:
        return CardCombat(card_of(s), me)

    def reveal_bonus(self, s: State, choice: int, me: int) -> float:
        """Add up what a reveal brings: an open way, own characters in play, and the placement of most cards."""
        state = card_of(s)
        tile = choice >> SECOND_SHIFT
        bonus = UNKNOWN_WAY + state.quiet + URGE * impatience(state)
        for player in range(state.setting.players):
            for man in state.men[player]:
                if state.loc[man] == UNDER + tile:
                    bonus += OWN_CARD if player == me else ENEMY_CARD
        depth, zones = depth_of(state, me, tile), state.maze.plan.zones
        for unit in self.evaluator.features.of(state, me, self.evaluator.distance_maps.of(state.maze)):
            if unit.place >= zones or depth_of(state, me, unit.place // LETTER_COUNT) < depth:
                bonus += WAY_OPENED * unit.worth
        return bonus

    def after_reveal(self, s: State, choice: int, rng: Random) -> State:
        after = card_of(s).copy()
        apply(after, choice)
        self.placer.rest(after, rng)
        self._count_looks()
        return after

    # -- other decisions -------------------------------------------------------------------------------------------------

    def choose_placement(self, s: State, rng: Random) -> int:
        chosen = self.placer.choose(card_of(s), rng)
        self._count_looks()
        return chosen

    def placements(self, s: State) -> list[TurnAction]:
        found = self.placer.turn_actions(card_of(s))
        self._count_looks()
        return found

    def choose_setup(self, s: State, rng: Random, knowledge: float) -> int:
        return choose_setup(card_of(s), rng, opening_book("card", knowledge))

    def _count_looks(self) -> None:
        self.nodes += self.placer.looked
        self.placer.looked = 0
