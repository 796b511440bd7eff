"""What never changes in one game, in flat lists for the rules: the owner and the figures of each token.

What one game needs in addition (its maze, its lines, its capacities) stands with that game, in a class that extends Setting.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from dungeon_twister.rules.engine.options import OptionError, Options
from dungeon_twister.rules.engine.pieces import Piece
from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.geometry.rows import numbers_of

COMBAT_CARDS: Final = (0, 1, 2, 2, 3, 3, 4, 5, 6)
JUMP_CARDS: Final = 3


class Setting:
    """What never changes in one game. Tokens are numbered by player, then by piece: characters, then objects."""

    rules: object  # of the game; `rules_of` returns them with their type
    costs: list[int]  # of each kind of choice, in action points; from the rows of the rules

    def __init__(self, scenario: Scenario, options: Options, pieces: list[Piece], target: int) -> None:
        self.scenario = scenario
        self.options = options
        self.colours = scenario.colours
        self.players = len(scenario.colours)
        self.teams: list[str] = []  # the name of each seat's team, where there are teams
        self.target = target
        self.pieces = pieces
        self.each = len(pieces)
        self.tokens = self.each * self.players
        self.owner = numbers_of([player for player in range(self.players) for _ in pieces])
        self.capabilities = numbers_of([piece.capabilities for piece in pieces] * self.players)
        self.movement = numbers_of([piece.movement for piece in pieces] * self.players)
        self.combat = numbers_of([piece.combat for piece in pieces] * self.players)
        self.exit_vp = [piece.exit_vp for piece in pieces] * self.players
        self.is_character = [piece.character for piece in pieces] * self.players
        self.characters_of = [self._tokens_of(player, True) for player in range(self.players)]
        self.tokens_of = [self._tokens_of(player, False) for player in range(self.players)]
        # tokens in notation, as `bW`
        self.names = [self.colours[owner][0] + pieces[token % self.each].sign for token, owner in enumerate(self.owner)]
        self.handicapped = self._handicapped()
        # identifies the setting: equal identities mean equal settings
        names = [room.name for room in scenario.rooms] + [piece.name for piece in pieces]
        names += [line for room in scenario.extra for line in room.lines]  # another drawing may have the same name
        parts = (
            scenario.game,
            scenario.name,
            scenario.declared,
            scenario.title,
            target,
            sorted(options.given.items()),
            names,
        )
        self.fingerprint = blake2b(repr(parts).encode(), digest_size=16).hexdigest()

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Setting) and self.fingerprint == other.fingerprint)

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def check_useful(self) -> None:
        """Raise an OptionError for an option that has no effect in this scenario. Called for new games only; games that were
        begun before this check are read without it."""

    def _tokens_of(self, player: int, characters_only: bool) -> list[int]:
        tokens = range(player * self.each, (player + 1) * self.each)
        return [token for token in tokens if self.is_character[token] or not characters_only]

    def _handicapped(self) -> int:
        """Return the player with a handicap, or -1."""
        colour = self.options.handicap_seat
        if not colour:
            return -1
        if colour not in self.colours:
            raise OptionError(f"the handicap names {colour!r}; the colours are {', '.join(self.colours)}")
        return self.colours.index(colour)
