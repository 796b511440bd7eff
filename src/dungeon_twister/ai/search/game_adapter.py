"""What the search asks of a game. Each game answers in a class of its own: `board/adapter.py`, `card/adapter.py`."""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.search.turn_actions import TurnAction, TurnStart
from dungeon_twister.rules.engine.state import State

WIN: Final = 0  # the three ways a combat can end, for the player who thinks
DRAW: Final = 1
LOSS: Final = 2
UNLIMITED: Final = 1 << 60  # positions


class Fight:
    """A combat before its cards lie: what may come of it, and who may lay what."""

    outcomes: list[State]  # after a win, a draw and a loss of the player's, with the hands as if no card had been spent

    def worth(self, values: list[float]) -> float:
        """What the combat is worth to the player, if its three outcomes are worth this to him."""
        raise NotImplementedError

    def choice(self, values: list[float], rng: Random) -> int:
        """What the player chooses now: a side, an announcement, a card out of a mixture."""
        raise NotImplementedError


class GameAdapter:
    """One setting of one game, as the search sees it. `nodes` counts the positions that were looked at."""

    nodes: int
    last: int  # when `nodes` has come so far, nothing more is looked into for the decision of this moment
    point: float  # what an action point is worth that is still to be spent

    def allow(self, nodes: int) -> None:
        """From now on so many positions may be looked at."""
        self.last = self.nodes + nodes

    def spent(self) -> bool:
        """Have all positions been looked at that may be?"""
        return self.nodes >= self.last

    # -- turns -----------------------------------------------------------------------------------------------------------

    def begins(self, s: State) -> bool:
        """Does a turn begin with the decision of this moment, before any action?"""
        raise NotImplementedError

    def fights(self, s: State) -> bool:
        """Is a combat under way, and does the decision of this moment belong to it?"""
        raise NotImplementedError

    def friends(self, player: int, other: int) -> bool:
        """Do two players win together?"""
        raise NotImplementedError

    def turn_starts(self, s: State) -> list[TurnStart]:
        """How the turn of whoever decides may begin, the most points first; once he acts, as it has begun."""
        raise NotImplementedError

    def acts(self, s: State, player: int) -> bool:
        """Is it this player's turn, and may he choose an action now?"""
        raise NotImplementedError

    def turn_actions(self, s: State, ends: int) -> list[TurnAction]:
        """Every whole action, but to pass, whose result is certain; on a journey that has begun, its ends.

        With `ends` only so many ends of a journey that bring the traveller on, and those from where something can be done;
        with 0 every place where it may end.
        """
        raise NotImplementedError

    def risks(self, s: State) -> list[int]:
        """The choices whose result nobody can foresee: reveals and attacks. Of several attacks that are the same, one."""
        raise NotImplementedError

    def passed(self, s: State) -> State:
        """The position after the player who acts has ended his turn."""
        raise NotImplementedError

    # -- worth -----------------------------------------------------------------------------------------------------------

    def value(self, s: State, me: int) -> float:
        """What a position is worth to a player, in hundredths of a victory point; a won game 10,000 and more."""
        raise NotImplementedError

    def set_subgoals(self, s: State, me: int) -> None:
        """Before a turn is planned: what the player wishes for in the turns after it; `value` counts it for him from now on."""
        raise NotImplementedError

    def clear_subgoals(self) -> None:
        """`value` counts nobody's wishes any more."""
        raise NotImplementedError

    def goal_distance(self, s: State, player: int) -> float:
        """A guess at the action points that the player still needs for the victory points he lacks; the goal search goes
        where it is least. Far more than a turn has, if he cannot win now."""
        raise NotImplementedError

    # -- what cannot be foreseen -----------------------------------------------------------------------------------------

    def is_fight(self, choice: int) -> bool:
        """Is a risk a combat? Else it is a reveal."""
        raise NotImplementedError

    def cost(self, s: State, choice: int) -> int:
        """The action points of a risk."""
        raise NotImplementedError

    def attacked(self, s: State, choice: int) -> State | None:
        """The position in which cards are chosen after an attack, with those who may join having joined as seems good to them;
        None if no combat comes of it."""
        raise NotImplementedError

    def fight(self, s: State, me: int) -> Fight:
        """The combat under way, as a player sees it who takes part or looks on."""
        raise NotImplementedError

    def reveal_bonus(self, s: State, choice: int, me: int) -> float:
        """What a reveal is worth beside the position before it, by a look alone."""
        raise NotImplementedError

    def revealed(self, s: State, choice: int, rng: Random) -> State:
        """The position after a reveal: chance drawn from `rng`, everything placed as its placers would like."""
        raise NotImplementedError

    # -- other decisions -------------------------------------------------------------------------------------------------

    def place_well(self, s: State, rng: Random) -> int:
        """A good choice for whoever places tokens now, by a look alone."""
        raise NotImplementedError

    def placings(self, s: State) -> list[TurnAction]:
        """The choices worth a thought of whoever places now, each with everything after it placed well."""
        raise NotImplementedError

    def set_up(self, s: State, rng: Random, knowledge: float) -> int:
        """A choice of the setup, by somebody who knows this part of what was learnt about it."""
        raise NotImplementedError
