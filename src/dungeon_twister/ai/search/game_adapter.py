"""The interface between the search and a game. `board/adapter.py` and `card/adapter.py` implement it."""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.search.turn_actions import TurnAction, TurnStart
from dungeon_twister.rules.engine.state import State

WIN: Final = 0  # index of the three outcomes of a combat, for the searching player
DRAW: Final = 1
LOSS: Final = 2
UNLIMITED: Final = 1 << 60  # positions


class CombatModel:
    """A combat before its cards are laid: the possible outcomes and the options of both sides."""

    outcomes: list[State]  # after a win, a draw and a loss of the player; the hands are as if no card had been spent

    def worth(self, values: list[float]) -> float:
        """Return the expected value of the combat for the player, given the values of its three outcomes."""
        raise NotImplementedError

    def choice(self, values: list[float], rng: Random) -> int:
        """Return the choice of the player now: a side, an announcement or a card, drawn from a mixed strategy."""
        raise NotImplementedError


class GameAdapter:
    """One setting of one game as the search sees it. Holds the caches of its evaluation and the node budget."""

    nodes: int  # positions evaluated so far
    node_limit: int  # stop the current decision when `nodes` reaches this number
    point_value: float  # value of an unspent action point
    win_scale: float  # with two players, the lead in `value` that makes a win e times as likely as a loss
    optimism: float  # with two players, by how much the best plan of a search looks better than it is

    def set_budget(self, nodes: int) -> None:
        """Allow this many more evaluated positions."""
        self.node_limit = self.nodes + nodes

    def out_of_budget(self) -> bool:
        """Return whether the node budget is used up."""
        return self.nodes >= self.node_limit

    # -- turns -----------------------------------------------------------------------------------------------------------

    def at_turn_start(self, s: State) -> bool:
        """Return whether the current decision opens a turn, before any action."""
        raise NotImplementedError

    def in_combat(self, s: State) -> bool:
        """Return whether the current decision belongs to a combat under way."""
        raise NotImplementedError

    def are_allies(self, player: int, other: int) -> bool:
        """Return whether two players win together."""
        raise NotImplementedError

    def turn_starts(self, s: State) -> list[TurnStart]:
        """Return the ways to start the turn, most action points first. Once the turn has started, return that start only."""
        raise NotImplementedError

    def may_act(self, s: State, player: int) -> bool:
        """Return whether it is the turn of this player and an action may be chosen now."""
        raise NotImplementedError

    def turn_actions(self, s: State, ends: int) -> list[TurnAction]:
        """Return every turn action with a certain result, without the pass. During a journey, return its ends.

        With `ends`, keep that many promising ends of each journey, and those from where something can be done.
        With 0, keep every end.
        """
        raise NotImplementedError

    def risks(self, s: State) -> list[int]:
        """Return the choices with an uncertain result: reveals and attacks. Of equivalent attacks, return one."""
        raise NotImplementedError

    def after_pass(self, s: State) -> State:
        """Return the position after the active player has ended the turn."""
        raise NotImplementedError

    # -- evaluation ------------------------------------------------------------------------------------------------------

    def value(self, s: State, me: int) -> float:
        """Evaluate a position for a player, in hundredths of a victory point; a won game is worth 10,000 or more."""
        raise NotImplementedError

    def set_subgoals(self, s: State, me: int) -> None:
        """Find the subgoals of a player before a turn is planned. `value` counts them for this player from now on."""
        raise NotImplementedError

    def clear_subgoals(self) -> None:
        """Forget the subgoals."""
        raise NotImplementedError

    def goal_distance(self, s: State, player: int) -> float:
        """Estimate the action points that a player still needs to win. The goal search expands small estimates first.

        The estimate exceeds the points of any turn if the player cannot win now.
        """
        raise NotImplementedError

    def exit_distances(self, s: State, player: int) -> dict[int, int]:
        """Return the action points to the exit for each unwounded character of a player in play."""
        raise NotImplementedError

    # -- uncertain results -----------------------------------------------------------------------------------------------

    def is_combat(self, choice: int) -> bool:
        """Return whether a risk is a combat; otherwise it is a reveal."""
        raise NotImplementedError

    def cost(self, s: State, choice: int) -> int:
        """Return the action points of a risk."""
        raise NotImplementedError

    def after_attack(self, s: State, choice: int) -> State | None:
        """Return the position in which cards are chosen, with a likely decision of every player who may join.

        Return None if the attack leads to no combat.
        """
        raise NotImplementedError

    def combat(self, s: State, me: int) -> CombatModel:
        """Return the model of the combat under way for one player, who may take part or look on."""
        raise NotImplementedError

    def reveal_bonus(self, s: State, choice: int, me: int) -> float:
        """Estimate the value of a reveal, in addition to the value of the position before it."""
        raise NotImplementedError

    def after_reveal(self, s: State, choice: int, rng: Random) -> State:
        """Return the position after a reveal: chance is drawn from `rng`, and everything is placed well by its placers."""
        raise NotImplementedError

    # -- other decisions -------------------------------------------------------------------------------------------------

    def choose_placement(self, s: State, rng: Random) -> int:
        """Return a good placement for the player to decide, by evaluation alone."""
        raise NotImplementedError

    def placements(self, s: State) -> list[TurnAction]:
        """Return the promising placements, each with everything after it placed well."""
        raise NotImplementedError

    def choose_setup(self, s: State, rng: Random, knowledge: float) -> int:
        """Return a choice of the setup. `knowledge` from 0 to 1 says how much of the opening book is used."""
        raise NotImplementedError
