"""The adapter of the board game: its turns, combats, reveals and setup."""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.search.board.combat_model import BoardCombat
from dungeon_twister.ai.search.board.evaluation import BoardEvaluator
from dungeon_twister.ai.search.board.find_subgoals import set_subgoals
from dungeon_twister.ai.search.board.goal_heuristic import GoalHeuristic
from dungeon_twister.ai.search.board.joining_combat import JoiningCombat, foreseen
from dungeon_twister.ai.search.board.opening import Opening
from dungeon_twister.ai.search.board.placing import Placer
from dungeon_twister.ai.search.board.turn_actions import MoveOrdering, risks, turn_actions
from dungeon_twister.ai.search.board.weights import Weights
from dungeon_twister.ai.search.game_adapter import UNLIMITED, CombatModel, GameAdapter
from dungeon_twister.ai.search.opening_book import opening_book
from dungeon_twister.ai.search.turn_actions import TurnAction, TurnStart
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD, JOINING
from dungeon_twister.rules.engine.board.setting import BoardSetting
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.decisions import ACT, CHOOSE_COMBAT
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import POTION_SHIFT, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.vectors import Numbers

REVEALING: Final = 9.0  # value of revealing a room
IMPATIENCE: Final = 3.0  # additional value for every quiet turn (STALL-6)
OWN_COMES: Final = 10.0  # value of bringing an own character into play
OTHER_COMES: Final = -2.0
WIN_SCALE: Final = 400.0  # this and OPTIMISM are fitted by training/share_fit.py
OPTIMISM: Final = 70.0


class ExitOrdering(MoveOrdering):
    """Orders the ends of a journey by the distance to the exit."""

    def __init__(self, evaluator: BoardEvaluator) -> None:
        self.evaluator = evaluator

    def away(self, s: BoardState, token: int, load: int) -> Numbers:
        return self.evaluator.distances(s, token, s.maze)


class BoardAdapter(GameAdapter):
    """One setting of the board game."""

    def __init__(self, setting: BoardSetting, weights: Weights | None = None) -> None:
        self.nodes, self.node_limit = 0, UNLIMITED
        self.setting = setting
        self.evaluator = BoardEvaluator(setting, weights)
        used = self.evaluator.weights
        self.point_value = used.point
        self.win_scale, self.optimism = WIN_SCALE, OPTIMISM
        self.costs = self.evaluator.combat_cards
        self.ordering = ExitOrdering(self.evaluator)
        self.heuristic = GoalHeuristic(self.evaluator)
        self.placer = Placer(self.evaluator)

    # -- turns -----------------------------------------------------------------------------------------------------------

    def at_turn_start(self, s: State) -> bool:
        return s.decision() == CHOOSE_CARD

    def turn_starts(self, s: State) -> list[TurnStart]:
        if s.decision() != CHOOSE_CARD:
            return [TurnStart((), s, s.ap, 0.0)]
        found: list[TurnStart] = []
        for choice in sorted(legal(s), reverse=True):
            after = s.copy()
            apply(after, choice)
            found.append(TurnStart((choice,), after, after.ap, self.point_value * after.ap))
        return found

    def may_act(self, s: State, player: int) -> bool:
        return s.active == player and s.decision() == ACT

    def turn_actions(self, s: State, ends: int) -> list[TurnAction]:
        return turn_actions(board_of(s), ends, self.ordering)

    def risks(self, s: State) -> list[int]:
        return risks(board_of(s))

    def after_pass(self, s: State) -> State:
        after = s.copy()
        apply(after, actions.PASS)
        return after

    def are_allies(self, player: int, other: int) -> bool:
        return self.setting.team_of[player] == self.setting.team_of[other]

    # -- evaluation ------------------------------------------------------------------------------------------------------

    def value(self, s: State, me: int) -> float:
        self.nodes += 1
        return self.evaluator.value(board_of(s), me)

    def set_subgoals(self, s: State, me: int) -> None:
        set_subgoals(self.evaluator, board_of(s), me)

    def clear_subgoals(self) -> None:
        self.evaluator.clear_subgoals()

    def goal_distance(self, s: State, player: int) -> float:
        return self.heuristic.estimate(board_of(s), player)

    def exit_distances(self, s: State, player: int) -> dict[int, int]:
        board, setting = board_of(s), self.setting
        able = [token for token in setting.characters_of[player] if 0 <= s.loc[token] < UNDER and not s.status[token] & WOUNDED]
        return {token: self.evaluator.away(board, token) for token in able}

    # -- uncertain results -----------------------------------------------------------------------------------------------

    def in_combat(self, s: State) -> bool:
        return s.decision() in (CHOOSE_COMBAT, JOINING)

    def is_combat(self, choice: int) -> bool:
        return actions.kind_of(choice) == actions.ATTACK

    def cost(self, s: State, choice: int) -> int:
        return max(0, s.setting.costs[actions.kind_of(choice)] - (s.status[actions.first_of(choice)] >> POTION_SHIFT))

    def after_attack(self, s: State, choice: int) -> State | None:
        after = board_of(s).copy()
        apply(after, choice)
        after = foreseen(after)
        return after if after.decision() == CHOOSE_COMBAT else None

    def combat(self, s: State, me: int) -> CombatModel:
        if s.decision() != JOINING:
            return BoardCombat(board_of(s), me, self.costs)
        if s.decider() != me:
            return BoardCombat(foreseen(board_of(s).copy()), me, self.costs)
        return JoiningCombat(self.evaluator, board_of(s), me, self.costs)

    def reveal_bonus(self, s: State, choice: int, me: int) -> float:
        """Add up what a reveal brings: an open way, own characters in play, and the placement of most tokens."""
        board, tile = board_of(s), actions.second_of(choice)
        bonus = REVEALING + IMPATIENCE * board.idle[me]
        for player in range(self.setting.players):
            for token in self.setting.characters_of[player]:
                if s.loc[token] == UNDER + tile:
                    bonus += OWN_COMES if self.are_allies(player, me) else OTHER_COMES
        return bonus

    def after_reveal(self, s: State, choice: int, rng: Random) -> State:
        after = board_of(s).copy()
        apply(after, choice)
        self.placer.rest(after, rng)
        self.nodes += self.placer.taken()
        return after

    # -- other decisions -------------------------------------------------------------------------------------------------

    def choose_placement(self, s: State, rng: Random) -> int:
        chosen = self.placer.best(board_of(s), rng)
        self.nodes += self.placer.taken()
        return chosen

    def placements(self, s: State) -> list[TurnAction]:
        found = self.placer.turn_actions(board_of(s))
        self.nodes += self.placer.taken()
        return found

    def choose_setup(self, s: State, rng: Random, knowledge: float) -> int:
        return Opening(self.setting, opening_book("board", knowledge)).choose(board_of(s), rng)
