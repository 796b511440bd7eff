"""What never changes in one board game: the plan of its maze, lines and dots, capacities, which tokens are Ropes."""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine.board.options import BoardOptions
from dungeon_twister.engine.board.scenario import BoardScenario
from dungeon_twister.engine.options import OptionError
from dungeon_twister.engine.pieces import ROPE, pieces_of
from dungeon_twister.engine.setting import Setting
from dungeon_twister.geometry.maze import Plan

CLOSED_LINE: Final = 0
OWN_LINE: Final = 1
EXIT_LINE: Final = 2

ACTION_CARDS: Final = (2, 3, 4, 5)


class BoardSetting(Setting):
    """`switches` and `layout` are what the board game's options and scenario say besides the kernel's."""

    def __init__(self, scenario: BoardScenario, options: BoardOptions) -> None:
        pieces = [piece for piece in pieces_of(scenario.game) if piece.name not in scenario.without]
        super().__init__(scenario, options, pieces, options.target or scenario.target)
        self.switches = options
        self.layout = scenario.layout
        self.seats = scenario.seats
        self.starters = scenario.starters
        self.plan = Plan(scenario.layout, scenario.rooms)
        self.is_rope = [bits & ROPE != 0 for bits in self.capabilities]
        self.ropes = [token for token in range(self.tokens) if self.is_rope[token]]
        self.dots = [self._dots_of(player) for player in range(self.players)]
        self.line_role = [self._roles_of(player) for player in range(self.players)]
        if options.handicap_seat and options.handicap_characters > len(self.characters_of[0]):
            raise OptionError(f"each player has only {len(self.characters_of[0])} characters")

    def _line_index(self, player: int) -> int:
        name = self.seats[player].line
        return next(i for i, line in enumerate(self.layout.lines) if line.name == name)

    def _dots_of(self, player: int) -> list[int]:
        line = self.layout.lines[self._line_index(player)]
        squares = self.plan.line_squares[self._line_index(player)]
        return [squares[line.squares.index(dot)] for dot in line.dots]

    def _roles_of(self, player: int) -> list[int]:
        """For each line square what it is for a player's characters: his own line, or an exit (EXIT-1, MOVE-12)."""
        owners = [self._line_index(other) for other in range(self.players)]
        return [
            CLOSED_LINE if line not in owners else OWN_LINE if owners[player] == line else EXIT_LINE
            for line in self.plan.line_of
        ]

    def capacity(self, tile: int) -> int:
        return self.layout.places[self.plan.first_place[tile]].capacity
