"""What the guide asks of a single game: one object for each, found by `guide_of`.

Ways, fights and refusals are looked for in the same way in both games; where the rules truly differ, or a thing has another
name or clause, the game's own guide answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from dungeon_twister.presentation.guide.shapes import Scene, Switch
from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State


class Reached(NamedTuple):
    """Somewhere a character gets that does not tire: the steps, and how it stands then if it may go on."""

    way: list[int]
    state: State | None


Everywhere = Mapping[int, Reached]


class GameGuide:
    """One game, as the guide needs it."""

    too_far: str  # the clause that limits a Move
    no_way: str  # the clause by which a way must lead there

    # -- names ---------------------------------------------------------------------------------------------------------------

    def name_of(self, state: State, token: int, viewer: int) -> str:
        """A token as a viewer may name it."""
        raise NotImplementedError

    def place_name(self, state: State, place: int) -> str:
        raise NotImplementedError

    # -- ways ----------------------------------------------------------------------------------------------------------------

    def traveller(self, state: State) -> int:
        """The character that is on the way, or -1."""
        raise NotImplementedError

    def steps_left(self, state: State) -> int:
        raise NotImplementedError

    def rest(self, state: State, steps: int) -> None:
        """Give the traveller so many steps."""
        raise NotImplementedError

    def walks(self, state: State) -> bool:
        """Is it a Move that is under way, and neither a jump nor a walk through a wall?"""
        raise NotImplementedError

    def neighbours(self, state: State, place: int, everywhere: Everywhere) -> list[int]:
        """From where somebody could step to a place, as far as one gets."""
        raise NotImplementedError

    def rim(self, state: State, place: int, everywhere: Everywhere) -> list[int]:
        """The places nearest to one beyond all those one gets to."""
        raise NotImplementedError

    # -- actions -------------------------------------------------------------------------------------------------------------

    def kept_points(self, state: State) -> int:
        """Action points that outlast the turn."""
        return 0

    def potion_points(self, state: State, own: list[int]) -> int:
        """Action points of single characters that the end of the turn would lose."""
        return 0

    def forget_hidden(self, probe: State, viewer: int) -> None:
        """Take out of a copy what would show only while something is done."""

    # -- fights --------------------------------------------------------------------------------------------------------------

    def gathered(self, state: State) -> State:
        """The combat of a state with those who take part in it for certain."""
        return state

    def attacks(self, state: State, player: int) -> bool:
        """Is a player on the attacking side?"""
        raise NotImplementedError

    def lay(self, probe: State, player: int, card: int) -> None:
        """Lay a card on a copy, one that no hand needs to hold."""
        raise NotImplementedError

    def resolve(self, probe: State) -> None:
        """End the combat of a copy, in which all cards lie."""
        raise NotImplementedError

    def cards_to_lay(self, state: State, player: int) -> int:
        """How many combat cards a player lays."""
        return 1

    def card_forced(self, state: State, player: int) -> int:
        """The card a player must lay, or 0."""
        return 0

    def sum_laid(self, state: State, player: int) -> int:
        """What a player has laid already, or -1."""
        return -1

    def counts(self, state: State, token: int) -> int:
        """What one fighter of the combat under way adds to its side."""
        raise NotImplementedError

    def touch(self, state: State, one: int, other: int) -> bool:
        """Are two characters where they could fight hand to hand?"""
        raise NotImplementedError

    # -- what is looked at ---------------------------------------------------------------------------------------------------

    def seen_from(self, state: State, token: int) -> list[int]:
        """The places a character sees, as far as the game has sight."""
        return []

    def across(self, state: State, token: int, side: str) -> list[int]:
        """The places on both sides of an edge of the place where a character is."""
        return []

    # -- before the game -----------------------------------------------------------------------------------------------------

    def scene(self, setting: Setting) -> Scene:
        """Everything that drawing a game of this setting needs besides its views."""
        raise NotImplementedError

    def switches(self, scenario: Scenario) -> list[Switch]:
        """What can be chosen before a game, as far as it makes sense in the scenario."""
        raise NotImplementedError

    def turns(self, scenario: Scenario) -> int:
        """How many turns a game has; 0 where it ends otherwise."""
        return 0
