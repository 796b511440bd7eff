"""The Card Game's answers to the guide."""

from __future__ import annotations

from dungeon_twister.game.record.card.token_names import token_name
from dungeon_twister.presentation.guide.card.scene import card_scene
from dungeon_twister.presentation.guide.card.switches import card_switches
from dungeon_twister.presentation.guide.game_guide import Everywhere, GameGuide
from dungeon_twister.presentation.guide.guide_shapes import Scene, Switch
from dungeon_twister.rules.engine.card import combat, duel, values
from dungeon_twister.rules.engine.card.scenario import card_scenario_of
from dungeon_twister.rules.engine.card.setting import card_setting_of
from dungeon_twister.rules.engine.card.state import MOVING, card_of
from dungeon_twister.rules.engine.card.turns import MOST_KEPT
from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.zone_plan import members
from dungeon_twister.rules.visibility.card import knows_shield


class CardGuide(GameGuide):
    """The guide of the Card Game, for every scenario."""

    too_far = "MOV-1"
    no_way = "MOV-10"

    def name_of(self, state: State, token: int, viewer: int) -> str:
        return token_name(card_of(state), token, viewer)

    def place_name(self, state: State, place: int) -> str:
        return card_of(state).maze.name(place)

    # -- ways ----------------------------------------------------------------------------------------------------------------

    def traveller(self, state: State) -> int:
        return card_of(state).mover

    def steps_left(self, state: State) -> int:
        return card_of(state).steps

    def rest(self, state: State, steps: int) -> None:
        card_of(state).steps = steps

    def walks(self, state: State) -> bool:
        return card_of(state).mode == MOVING

    def neighbours(self, state: State, place: int, everywhere: Everywhere) -> list[int]:
        return list(everywhere)

    def rim(self, state: State, place: int, everywhere: Everywhere) -> list[int]:
        return [other for other in range(card_of(state).maze.plan.places) if other not in everywhere]

    # -- actions -------------------------------------------------------------------------------------------------------------

    def kept_points(self, state: State) -> int:
        """Return the points kept for the next turn (AP-4)."""
        return min(state.ap, MOST_KEPT)

    def forget_hidden(self, probe: State, viewer: int) -> None:
        """Remove the secret shields of others, which only a shot would reveal (OPT-13)."""
        card = card_of(probe)
        for thing in card.things:
            if card.carrier[thing] >= 0 and not knows_shield(card, thing, viewer):
                card.hold(thing, -1)

    # -- fights --------------------------------------------------------------------------------------------------------------

    def attacks(self, state: State, player: int) -> bool:
        return state.setting.owner[state.attacker] == player

    def lay(self, probe: State, player: int, card: int) -> None:
        probe.set_chosen(player, duel.laid(0, card))

    def resolve(self, probe: State) -> None:
        combat.resolve(card_of(probe))

    def cards_to_lay(self, state: State, player: int) -> int:
        """Return the number of cards: one, or two for a raging attacker (BER-1)."""
        return max(1, duel.cards_to_lay(card_of(state), player))

    def card_forced(self, state: State, player: int) -> int:
        return duel.card_forced(card_of(state), player)

    def sum_laid(self, state: State, player: int) -> int:
        return sum(duel.laid_cards(state.chosen[player])) if state.chosen[player] >= 0 else -1

    def counts(self, state: State, token: int) -> int:
        card = card_of(state)
        side = values.fighters_of(card, state.setting.owner[token])
        return values.value_of(card, token, side) + values.gear_of(card, token)

    def touch(self, state: State, one: int, other: int) -> bool:
        return card_of(state).maze.relations_of(state.loc[one]).area >> state.loc[other] & 1 != 0

    # -- sight ---------------------------------------------------------------------------------------------------------------

    def seen_from(self, state: State, token: int) -> list[int]:
        """Return the places that a character sees, its own included (LOS-1 to LOS-9)."""
        card = card_of(state)
        return members(card.maze.sees(state.loc[token], card.occupied()))

    # -- before the game -----------------------------------------------------------------------------------------------------

    def scene(self, setting: Setting) -> Scene:
        return card_scene(card_setting_of(setting))

    def switches(self, scenario: Scenario) -> list[Switch]:
        return card_switches(card_scenario_of(scenario))
