"""The interface between the guide and a game; `guide_of` finds the implementation.

The guide treats routes, combats and refusals of both games alike. It asks the game where the rules differ, or a thing has
another name or clause.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from dungeon_twister.presentation.guide.guide_shapes import Scene, Switch
from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State


class ReachedPlace(NamedTuple):
    """A place reachable by a character with unlimited steps: the way, and the state there if it can go on."""

    way: list[int]
    state: State | None


Everywhere = Mapping[int, ReachedPlace]


class GameGuide:
    """One game, as the guide sees it."""

    too_far: str  # the clause that limits the steps of a Move
    no_way: str  # the clause that requires a way to the place

    # -- names ---------------------------------------------------------------------------------------------------------------

    def name_of(self, state: State, token: int, viewer: int) -> str:
        """Return the name of a token as the viewer knows it."""
        raise NotImplementedError

    def place_name(self, state: State, place: int) -> str:
        raise NotImplementedError

    # -- ways ----------------------------------------------------------------------------------------------------------------

    def traveller(self, state: State) -> int:
        """Return the character on a journey, or -1."""
        raise NotImplementedError

    def steps_left(self, state: State) -> int:
        raise NotImplementedError

    def rest(self, state: State, steps: int) -> None:
        """Set the steps left of the traveller."""
        raise NotImplementedError

    def walks(self, state: State) -> bool:
        """Return whether a Move is under way, not a jump or a walk through a wall."""
        raise NotImplementedError

    def neighbours(self, state: State, place: int, everywhere: Everywhere) -> list[int]:
        """Return the reachable places from where a step to a place is conceivable."""
        raise NotImplementedError

    def rim(self, state: State, place: int, everywhere: Everywhere) -> list[int]:
        """Return the unreachable places nearest to a place."""
        raise NotImplementedError

    # -- actions -------------------------------------------------------------------------------------------------------------

    def kept_points(self, state: State) -> int:
        """Return the action points that outlast the turn."""
        return 0

    def potion_points(self, state: State, own: list[int]) -> int:
        """Return the action points of single characters that the end of the turn would lose."""
        return 0

    def forget_hidden(self, probe: State, viewer: int) -> None:
        """Remove from a copy what only an action would reveal."""

    # -- fights --------------------------------------------------------------------------------------------------------------

    def gathered(self, state: State) -> State:
        """Return the combat of a state with its certain participants."""
        return state

    def attacks(self, state: State, player: int) -> bool:
        """Return whether a player is on the attacking side."""
        raise NotImplementedError

    def lay(self, probe: State, player: int, card: int) -> None:
        """Lay a card on a copy; it need not be in a hand."""
        raise NotImplementedError

    def resolve(self, probe: State) -> None:
        """Resolve the combat of a copy, with all cards laid."""
        raise NotImplementedError

    def cards_to_lay(self, state: State, player: int) -> int:
        """Return the number of combat cards that a player lays."""
        return 1

    def card_forced(self, state: State, player: int) -> int:
        """Return the card that a player must lay, or 0."""
        return 0

    def sum_laid(self, state: State, player: int) -> int:
        """Return the sum of the cards that a player has laid, or -1."""
        return -1

    def counts(self, state: State, token: int) -> int:
        """Return what a fighter of the current combat adds to its side."""
        raise NotImplementedError

    def touch(self, state: State, one: int, other: int) -> bool:
        """Return whether two characters are close enough to fight hand to hand."""
        raise NotImplementedError

    # -- sight ---------------------------------------------------------------------------------------------------------------

    def seen_from(self, state: State, token: int) -> list[int]:
        """Return the places that a character sees, if the game has sight."""
        return []

    def across(self, state: State, token: int, side: str) -> list[int]:
        """Return the places on both sides of an edge of a character's place."""
        return []

    # -- before the game -----------------------------------------------------------------------------------------------------

    def scene(self, setting: Setting) -> Scene:
        """Return everything except its views that is needed to draw a game of this setting."""
        raise NotImplementedError

    def switches(self, scenario: Scenario) -> list[Switch]:
        """Return the switches that make sense in the scenario."""
        raise NotImplementedError

    def turns(self, scenario: Scenario) -> int:
        """Return the number of turns of a game, or 0 if it is not limited."""
        return 0
