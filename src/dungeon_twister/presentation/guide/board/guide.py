"""The board game's answers to the guide."""

from __future__ import annotations

from dungeon_twister.game.record.board.square_names import COMPASS, square_name
from dungeon_twister.presentation.guide.board.scene import board_scene
from dungeon_twister.presentation.guide.board.switches import board_switches
from dungeon_twister.presentation.guide.game_guide import Everywhere, GameGuide
from dungeon_twister.presentation.guide.guide_shapes import Scene, Switch
from dungeon_twister.rules.engine.board import alliances, combat
from dungeon_twister.rules.engine.board.scenario import board_scenario_of
from dungeon_twister.rules.engine.board.setting import board_setting_of
from dungeon_twister.rules.engine.board.state import MOVING, board_of
from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import POTION_SHIFT, State


class BoardGuide(GameGuide):
    """The guide of the board game, for every scenario."""

    too_far = "MOVE-1"
    no_way = "MOVE-20"

    def name_of(self, state: State, token: int, viewer: int) -> str:
        return state.setting.names[token]

    def place_name(self, state: State, place: int) -> str:
        return square_name(board_of(state), place)

    # -- ways ----------------------------------------------------------------------------------------------------------------

    def traveller(self, state: State) -> int:
        return board_of(state).mover

    def steps_left(self, state: State) -> int:
        return board_of(state).steps

    def rest(self, state: State, steps: int) -> None:
        board_of(state).steps = steps

    def walks(self, state: State) -> bool:
        return board_of(state).mode == MOVING

    def neighbours(self, state: State, place: int, everywhere: Everywhere) -> list[int]:
        return [board_of(state).maze.beyond(side) for side in range(place * 4, place * 4 + 4)]

    def rim(self, state: State, place: int, everywhere: Everywhere) -> list[int]:
        """Return the squares nearest to a place that border on reachable squares, ignoring all obstacles."""
        near = board_of(state).maze.near
        seen, ring = {place}, [place]
        while ring:
            beyond = [near[side] for square in ring for side in range(square * 4, square * 4 + 4)]
            if any(square in everywhere for square in beyond):
                return ring
            ring = [square for square in dict.fromkeys(beyond) if square >= 0 and square not in seen]
            seen.update(ring)
        return []

    # -- actions and fights --------------------------------------------------------------------------------------------------

    def potion_points(self, state: State, own: list[int]) -> int:
        """Return the points of potions that the end of the turn would lose (SPEED-6)."""
        return sum(state.status[token] >> POTION_SHIFT for token in own)

    def gathered(self, state: State) -> State:
        """Return the combat with the two leaders and their allies, while others still decide whether to join (ALLY-23)."""
        if state.attacker < 0 or state.fighters:
            return state
        board = board_of(state.copy())
        board.fighters = alliances.participants(board)
        return board

    def attacks(self, state: State, player: int) -> bool:
        return combat.attacks(board_of(state), player)

    def lay(self, probe: State, player: int, card: int) -> None:
        probe.set_chosen(player, card)

    def resolve(self, probe: State) -> None:
        combat.resolve(board_of(probe))

    def counts(self, state: State, token: int) -> int:
        alone = board_of(state.copy())
        alone.fighters = 1 << token
        owner = state.setting.owner[token]
        return combat.side_value(alone, owner, combat.attacks(alone, owner))

    def touch(self, state: State, one: int, other: int) -> bool:
        return state.loc[other] in board_of(state).maze.ways_from(state.loc[one])

    def across(self, state: State, token: int, side: str) -> list[int]:
        square = state.loc[token]
        beyond = board_of(state).maze.near[square * 4 + COMPASS.index(side[0])]
        return [square, beyond] if beyond >= 0 else [square]

    # -- before the game -----------------------------------------------------------------------------------------------------

    def scene(self, setting: Setting) -> Scene:
        return board_scene(board_setting_of(setting))

    def switches(self, scenario: Scenario) -> list[Switch]:
        return board_switches(board_scenario_of(scenario))

    def turns(self, scenario: Scenario) -> int:
        return board_scenario_of(scenario).turns
