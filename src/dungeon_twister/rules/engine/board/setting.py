"""What never changes in one board game: the plan of its maze, lines and dots, capacities, the Rope tokens."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from dungeon_twister.rules.engine.board.options import BY_CHANCE, BY_PLAYERS, FOR_A_TARGET, TARGETS, BoardOptions
from dungeon_twister.rules.engine.board.scenario import BoardScenario, pieces_for
from dungeon_twister.rules.engine.options import OptionError
from dungeon_twister.rules.engine.pieces import ROPE
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.geometry.maze import MazePlan
from dungeon_twister.rules.geometry.rows import numbers_of

CLOSED_LINE: Final = 0
OWN_LINE: Final = 1
EXIT_LINE: Final = 2
SHARED_LINE: Final = 3  # LINE-4

ACTION_CARDS: Final = (2, 3, 4, 5)


@lru_cache(maxsize=64)
def plan_of(scenario: BoardScenario) -> MazePlan:
    """Return the plan of a scenario, cached: options do not change it, so games share it."""
    return MazePlan(scenario.layout, scenario.rooms)


def targets_of(scenario: BoardScenario) -> tuple[int, int]:
    """OPT-5, MP-18: Return the lowest and the highest target that may be chosen."""
    if len(scenario.seats) == 2:  # a custom scenario may have another target than the box
        return min(TARGETS[0], scenario.target), max(TARGETS[1], scenario.target)
    return (scenario.target + 1) // 2, 2 * scenario.target


class BoardSetting(Setting):
    """The setting of a board game. `board_options` and `layout` extend the options and the scenario of the kernel."""

    def __init__(self, scenario: BoardScenario, options: BoardOptions) -> None:
        super().__init__(scenario, options, pieces_for(scenario), options.target or scenario.target)
        self.board_options = options
        self.board_scenario = scenario
        self.stall_limit = options.stall_limit if options.stall_limit >= 0 else scenario.stall
        self.apex = scenario.apex
        self.elevator = scenario.elevator
        self.has_teams = any(seat.team for seat in scenario.seats)
        self.teams = [seat.team for seat in scenario.seats] if self.has_teams else []
        self.kills_score = scenario.kills != "nothing"  # PYR-22, RACE-8, DOOR-11
        self.wounds_score = scenario.kills == "wounded"  # ALLY-8
        self.by_apex = scenario.exits == "apex"  # PYR-13
        self.layout = scenario.layout
        self.seats = scenario.seats
        self.starters = scenario.starters
        self.plan = plan_of(scenario)
        self.is_rope = [bits & ROPE != 0 for bits in self.capabilities]
        self.ropes = [token for token in range(self.tokens) if self.is_rope[token]]
        self.kinds = [self.layout.places[place].kind for place in self.plan.first_place]  # KIND-1
        # the kind that some rooms demand while others take anything, and the capacity of those others (KIND-3)
        self.any_places = self._places_for("any")
        restricted = [kind for kind in ("char", "obj") if self._places_for(kind)]
        self.special = restricted[0] if self.any_places and len(restricted) == 1 else ""
        self.team_of = self._teams()
        self.side = numbers_of([self.team_of[owner] for owner in self.owner])  # tokens of one side are no enemies (TEAM-10)
        self.dots = [self._dots_of(player) for player in range(self.players)]
        self.line_role = [self._roles_of(player) for player in range(self.players)]
        # the rooms that may come up on each tile, as bits (PYR-6, ELEV-4a)
        self.pool = [sum(1 << room for room in scenario.rooms_for(tile)) for tile in range(self.plan.tiles)]
        self.levels = sorted({place.y for place in self.layout.places}, reverse=True) if scenario.levels else []
        self._check_options()
        self.pairs_given = self._pairs_given()

    def _pairs_given(self) -> list[int]:
        """OPT-8: Return the pairs named in the options, as numbers in the plan; empty if they are drawn or chosen later."""
        there, number, value = self.board_scenario.open_pairs(), self.board_scenario.pairs, self.board_options.pairs
        if "pairs" in self.board_options.given and number >= len(there):
            raise OptionError("all pairs of rooms are in this game, there is nothing to choose")
        if value in (BY_CHANCE, BY_PLAYERS):
            return []
        wanted = value.split("/")
        if len(set(wanted)) != len(wanted) or len(wanted) != number or not set(wanted) <= set(there):
            raise OptionError(f"pairs is {BY_CHANCE}, {BY_PLAYERS} or {number} of {'/'.join(there)}, not {value!r}")
        return [self.plan.pairs.index(pair) for pair in wanted]

    def _check_options(self) -> None:
        """MP-18, OPT-6: Raise an OptionError for options that do not fit this scenario."""
        options, scenario = self.board_options, self.board_scenario
        if options.handicap_seat and self.team_size(self.handicapped) < self.starters:
            others = self.team_size(self.handicapped) + options.handicap_characters
            sentence = f"{options.handicap_characters} fewer of {others} are too few"
            raise OptionError(f"everybody starts with {self.starters} characters, so {sentence} (OPT-6)")
        if options.target and scenario.turns:
            raise OptionError(f"the game lasts {scenario.turns} turns and has no target (RACE-1)")
        low, high = targets_of(scenario)
        if options.target and not low <= options.target <= high:
            raise OptionError(f"target is a whole number from {low} to {high}, not '{options.target}'")

    def check_useful(self) -> None:
        """RACE-11: a game of fixed length has no target and no standstill."""
        if self.board_scenario.turns:
            for name in FOR_A_TARGET:
                if name in self.options.given:
                    sentence = f"the game lasts {self.board_scenario.turns} turns, so {name} changes nothing in it (RACE-11)"
                    raise OptionError(sentence)

    def team_size(self, player: int) -> int:
        """Return how many characters a player takes: all, as many as the scenario says (PYR-2), or fewer with a handicap
        (OPT-6)."""
        size = self.board_scenario.characters or len(self.characters_of[player])
        return size - self.options.handicap_characters if player == self.handicapped else size

    def _teams(self) -> list[int]:
        """Return the number of each player's team; without teams, each player is a team (TEAM-1)."""
        names = [seat.team or seat.colour for seat in self.seats]
        return [names.index(name) for name in names]

    def _lines_with_dots(self) -> list[int]:
        return [number for number, line in enumerate(self.layout.lines) if line.dots]

    def _line_index(self, name: str) -> int:
        return next(i for i, line in enumerate(self.layout.lines) if line.name == name)

    def _dots_of(self, player: int) -> list[int]:
        """Return the dots for a player's starters: those of the own line, or all where lines are shared (LINE-4)."""
        shared = self.board_scenario.shared
        lines = self._lines_with_dots() if shared else [self._line_index(self.seats[player].line)]
        return [
            self.plan.line_squares[line][self.layout.lines[line].squares.index(dot)]
            for line in lines
            for dot in self.layout.lines[line].dots
        ]

    def _roles_of(self, player: int) -> list[int]:
        """Return the role of each line square for a player: own, shared, exit or closed (EXIT-1, LINE-3 to LINE-7).

        Doors are closed until they are dealt (DOOR-6); an ally's line counts as one's own (TEAM-14).
        """
        roles = [CLOSED_LINE] * len(self.layout.lines)
        if self.board_scenario.shared:
            for line in self._lines_with_dots():
                roles[line] = SHARED_LINE
        else:
            for other, seat in enumerate(self.seats):
                own = self.team_of[other] == self.team_of[player]
                leads_out = self.board_scenario.exits == "lines" and seat.line in self.seats[player].exits
                roles[self._line_index(seat.line)] = OWN_LINE if own else EXIT_LINE if leads_out else CLOSED_LINE
        if self.board_scenario.exits == "small":
            for line in self.board_scenario.small:
                roles[line] = EXIT_LINE
        return [roles[line] for line in self.plan.line_of]

    def _places_for(self, kind: str) -> int:
        """Return how many tokens all rooms of that kind take."""
        return sum(self.capacity(tile) for tile in range(self.plan.tiles) if self.kinds[tile] == kind)

    def capacity(self, tile: int) -> int:
        return self.layout.places[self.plan.first_place[tile]].capacity


def board_setting_of(setting: Setting) -> BoardSetting:
    """Narrow a setting to one of the board game."""
    assert isinstance(setting, BoardSetting)
    return setting
