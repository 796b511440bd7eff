"""What never changes in one game, laid out flat for the rules: who owns which token, its figures, lines, capacities."""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine.options import OptionError, Options
from dungeon_twister.engine.pieces import ROPE, Piece, pieces_of
from dungeon_twister.engine.scenarios import Scenario
from dungeon_twister.geometry.maze import Plan

CLOSED_LINE: Final = 0
OWN_LINE: Final = 1
EXIT_LINE: Final = 2

COMBAT_CARDS: Final = (0, 1, 2, 2, 3, 3, 4, 5, 6)
ACTION_CARDS: Final = (2, 3, 4, 5)
JUMP_CARDS: Final = 3


class Setting:
    """Tokens are numbered player by player, each player's in the order of the pieces: characters, then objects."""

    def __init__(self, scenario: Scenario, options: Options) -> None:
        self.scenario = scenario
        self.options = options
        self.plan = Plan(scenario.layout, scenario.rooms)
        self.colours = [seat.colour for seat in scenario.seats]
        self.players = len(scenario.seats)
        self.target = options.target or scenario.target
        self.pieces: list[Piece] = [piece for piece in pieces_of(scenario.game) if piece.name not in scenario.without]
        self.each = len(self.pieces)
        self.tokens = self.each * self.players
        self.owner = [player for player in range(self.players) for _ in self.pieces]
        self.capabilities = [piece.capabilities for piece in self.pieces] * self.players
        self.movement = [piece.movement for piece in self.pieces] * self.players
        self.combat = [piece.combat for piece in self.pieces] * self.players
        self.exit_vp = [piece.exit_vp for piece in self.pieces] * self.players
        self.is_character = [piece.character for piece in self.pieces] * self.players
        self.is_rope = [piece.capabilities & ROPE != 0 for piece in self.pieces] * self.players
        self.ropes = [token for token in range(self.tokens) if self.is_rope[token]]
        self.characters_of = [self._tokens_of(player, True) for player in range(self.players)]
        self.tokens_of = [self._tokens_of(player, False) for player in range(self.players)]
        self.dots = [self._dots_of(player) for player in range(self.players)]
        self.line_role = [self._roles_of(player) for player in range(self.players)]
        self.handicapped = self._handicapped()

    def _tokens_of(self, player: int, characters_only: bool) -> list[int]:
        tokens = range(player * self.each, (player + 1) * self.each)
        return [token for token in tokens if self.is_character[token] or not characters_only]

    def _line_index(self, player: int) -> int:
        name = self.scenario.seats[player].line
        return next(i for i, line in enumerate(self.scenario.layout.lines) if line.name == name)

    def _dots_of(self, player: int) -> list[int]:
        line = self.scenario.layout.lines[self._line_index(player)]
        squares = self.plan.line_squares[self._line_index(player)]
        return [squares[line.squares.index(dot)] for dot in line.dots]

    def _roles_of(self, player: int) -> list[int]:
        """For each line square what it is for a player's characters: his own line, or an exit (EXIT-1, MOVE-12)."""
        owners = [self._line_index(other) for other in range(self.players)]
        return [
            CLOSED_LINE if line not in owners else OWN_LINE if owners[player] == line else EXIT_LINE
            for line in self.plan.line_of
        ]

    def _handicapped(self) -> int:
        """The player who plays with a handicap, or -1 (OPT-6)."""
        colour = self.options.handicap_seat
        if not colour:
            return -1
        if colour not in self.colours:
            raise OptionError(f"the handicap names {colour!r}; the colours are {', '.join(self.colours)}")
        if self.options.handicap_characters > len(self.characters_of[0]):
            raise OptionError(f"each player has only {len(self.characters_of[0])} characters")
        return self.colours.index(colour)

    def name(self, token: int) -> str:
        """A token in notation, as `bW`."""
        return self.colours[self.owner[token]][0] + self.pieces[token % self.each].sign

    def capacity(self, tile: int) -> int:
        return self.scenario.layout.places[self.plan.first_place[tile]].capacity
