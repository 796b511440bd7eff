"""The interface of a game's rules. Each game extends this class, and a setting refers to its rules.

Every game looks up a choice in its table of kinds, and refuses choices of another game, of another moment, or with meaningless
numbers, in the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

from dungeon_twister.rules.engine.actions import FIRST_MASK, FIRST_SHIFT, KIND_MASK, SECOND_SHIFT, pack
from dungeon_twister.rules.engine.choice_kinds import ANY_TIME, NEVER, ChoiceKind, by_number
from dungeon_twister.rules.engine.decisions import KIND_MASK as DECISION_MASK
from dungeon_twister.rules.engine.pieces import Piece
from dungeon_twister.rules.engine.refusals import GAME_IS_OVER, LEGAL, NOT_IN_THIS_GAME, NOT_NOW, Refusal
from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

S = TypeVar("S", bound=State)


class Rules(Generic[S]):
    """The rules of one game: its kinds of choices, the choices of each decision, and its refusals."""

    def __init__(
        self, kinds: list[ChoiceKind[S]], choices: dict[int, Callable[[S], list[int]]], refusals: dict[int, Refusal]
    ) -> None:
        self.kinds = kinds
        self.refusals = refusals
        self.table = by_number(kinds, KIND_MASK + 1)
        self.choices = choices
        self.costs = [kind.cost for kind in self.table]
        self.has_dear_kinds = max(self.costs) > 1
        self.no_points = next(number for number, refusal in refusals.items() if refusal.code == "no-ap")

    # -- before a game ------------------------------------------------------------------------------------------------

    def pieces(self) -> list[Piece]:
        """Return the characters and then the objects of the game."""
        raise NotImplementedError

    def read_scenario(self, name: str, data: dict[str, Any]) -> Scenario:
        """Return a scenario from the values of its file."""
        raise NotImplementedError

    def setting(self, scenario: Scenario, options: dict[str, str]) -> Setting:
        """Return what never changes in a game of this scenario with these options."""
        raise NotImplementedError

    def attach_to(self, setting: Setting) -> None:
        """Let a setting refer to its rules."""
        setting.rules, setting.costs = self, self.costs

    def values_of_options(self, scenario: Scenario) -> dict[str, list[str]]:
        """Return the options that take one of a few words, with these words."""
        raise NotImplementedError

    def begin(self, setting: Setting) -> S:
        """Return a game before its first decision."""
        raise NotImplementedError

    # -- at every moment of a game ------------------------------------------------------------------------------------

    def legal(self, s: S) -> list[int]:
        """Return every choice of the player to decide, or none if the game is over."""
        return [] if s.over else self.choices[s.stack[-1] & DECISION_MASK](s)

    def apply(self, s: S, action: int) -> None:
        """Make a legal choice; the next decision is then on top of the stack."""
        self.table[action & KIND_MASK].do(s, action >> FIRST_SHIFT & FIRST_MASK, action >> SECOND_SHIFT)

    def why_not(self, s: S, action: int) -> int:
        """Return the reason why a choice is refused now, or LEGAL. Agrees with `legal` on every choice."""
        if s.over:
            return GAME_IS_OVER
        if action < 0:
            return NOT_IN_THIS_GAME
        kind = self.table[action & KIND_MASK]
        if kind.when == NEVER:
            return NOT_IN_THIS_GAME
        if kind.when != s.stack[-1] & DECISION_MASK and kind.when != ANY_TIME:
            return NOT_NOW
        first, second = action >> FIRST_SHIFT & FIRST_MASK, action >> SECOND_SHIFT
        if (first and not kind.uses_first) or (second and not kind.uses_second):
            return NOT_IN_THIS_GAME
        refusal = kind.refuse(s, first, second)
        return self.no_points if refusal == LEGAL and not self.can_pay(s, action) else refusal

    def points_for(self, s: S, action: int) -> int:
        """Return the action points with which a choice can be paid."""
        return s.ap

    def can_pay(self, s: S, action: int) -> bool:
        """Return whether there are enough points for a choice. The chapters check that there is one at least."""
        cost = self.costs[action & KIND_MASK]
        return cost <= 1 or cost <= self.points_for(s, action)

    def affordable(self, s: S, listed: list[int]) -> list[int]:
        """Return the choices that can be paid; a chapter lists what costs one point."""
        return [action for action in listed if self.can_pay(s, action)] if self.has_dear_kinds else listed

    def rooms_under(self, s: S) -> dict[int, int]:
        """Return for each face-down tile the rooms that it may turn out to be, as bits."""
        raise NotImplementedError

    def describe(self, s: S, version: int) -> list[str]:
        """Describe everything the rules remember in a format of the description, one item per line."""
        raise NotImplementedError

    # -- time limits (OPT-1) ------------------------------------------------------------------------------------------

    def answer_time(self, s: S) -> int:
        """Return the seconds of a decision with a limit of its own; 0: the decision uses the turn's time."""
        raise NotImplementedError

    def potion_time(self, timer: list[int]) -> int:
        """Return the seconds that a Speed Potion adds to the turn."""
        return 0

    # -- kinds of choices ---------------------------------------------------------------------------------------------

    def which(self, trait: int) -> tuple[int, ...]:
        """Return the kinds that have a trait."""
        return tuple([kind.number for kind in self.kinds if kind.traits & trait])

    def journeys(self) -> tuple[int, ...]:
        """Return the kinds that begin a journey."""
        return tuple([kind.number for kind in self.kinds if kind.begins_journey])


# -- what both games have ------------------------------------------------------------------------------------------------


def draw_of_a_player(s: State, kind: int) -> list[int]:
    """Return the choices of chance where it draws one of the players."""
    return [pack(kind, player) for player in range(s.setting.players)]


def never_refused(s: State) -> int:
    return LEGAL


def refuse_player(s: State, player: int) -> int:
    """Only a player of the game can be drawn."""
    return LEGAL if player < s.setting.players else NOT_IN_THIS_GAME


def refuse_resigning(s: State, player: int) -> int:
    """END-5, ENG-3: at any time, once."""
    return NOT_IN_THIS_GAME if player >= s.setting.players or s.resigned >> player & 1 else LEGAL


def rules_of(setting: Setting) -> Rules[Any]:
    """Return the rules that a setting is played by."""
    return cast("Rules[Any]", setting.rules)
