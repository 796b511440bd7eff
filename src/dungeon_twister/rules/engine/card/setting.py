"""What never changes in one Card Game, in flat lists for the rules: plan of the maze, twins, capacities, strength."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from dungeon_twister.rules.engine.card.options import FRONTAL, HANDICAP_TARGET, CardOptions
from dungeon_twister.rules.engine.card.pieces import NO_TRANSPORT, STRONG, UNDEAD
from dungeon_twister.rules.engine.card.scenario import STARTERS, CardScenario, pieces_for
from dungeon_twister.rules.engine.options import OptionError
from dungeon_twister.rules.engine.pieces import REGENERATES, Piece
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.geometry.zone_plan import COLUMNS, ZonePlan

KEPT_WHEN_WOUNDED: Final = STRONG | REGENERATES | UNDEAD | NO_TRANSPORT  # CHR-3


@lru_cache(maxsize=16)
def plan_of(scenario: CardScenario) -> ZonePlan:
    """Return the plan of a scenario, cached: options do not change it, so games share it."""
    return ZonePlan(scenario.rooms, len(scenario.capacity))


class CardSetting(Setting):
    """The setting of a Card Game. Tokens are numbered by player, then by piece; `twin_of` and `pairs` are about rooms of the
    pool."""

    def __init__(self, scenario: CardScenario, options: CardOptions, pieces: list[Piece] | None = None) -> None:
        """Create a setting, optionally with other pieces than those of the box: a piece is just figures and capabilities."""
        super().__init__(scenario, options, pieces or pieces_for(scenario), scenario.target)
        self.card_scenario = scenario
        self.card_options = options
        self.secret = options.secret_objects
        self.combat_cards = scenario.combat
        self.plan = plan_of(scenario)
        self.capacities = [scenario.capacity[slot // COLUMNS] for slot in range(self.plan.tiles)]
        self.pairs: list[str] = []
        for room in scenario.rooms:
            if room.pair not in self.pairs:
                self.pairs.append(room.pair)
        self.pair_of = [self.pairs.index(room.pair) for room in scenario.rooms]
        self.twin_of = [self._twin(number) for number in range(len(scenario.rooms))]
        self.objects_of = [
            [token for token in self.tokens_of[player] if not self.is_character[token]] for player in range(self.players)
        ]
        self.all_objects = [token for tokens in self.objects_of for token in tokens]
        # the index of an object in `all_objects`: its bit in masks of objects
        self.rank_of = [self.all_objects.index(token) if token in self.all_objects else -1 for token in range(self.tokens)]
        # a wounded character keeps only these of its capabilities (CHR-3)
        self.wounded_capabilities = [bits & KEPT_WHEN_WOUNDED for bits in self.capabilities]
        # how many items a character may carry, wounded or not (HAN-2)
        self.strength = [0 if bits & NO_TRANSPORT else 2 if bits & STRONG else 1 for bits in self.capabilities]
        self.open_teams = bool(scenario.team) or options.selection != FRONTAL  # HID-1
        self.earlier_copy = [self._earlier_copy(token) for token in range(self.tokens)]
        self._check_options()

    def _twin(self, number: int) -> int:
        """Return the other room of a pair, or -1 for a room that is not one of exactly two (ROT-1, ROOM-2)."""
        same = [other for other, pair in enumerate(self.pair_of) if pair == self.pair_of[number]]
        return sum(same) - number if len(same) == 2 else -1

    def _earlier_copy(self, token: int) -> int:
        """Return the other copy of an object with two copies, if it comes before this one; or -1 (OBJ-2)."""
        name = self.pieces[token % self.each].name
        before = range(token - token % self.each, token)
        return next((other for other in before if self.pieces[other % self.each].name == name), -1)

    def _check_options(self) -> None:
        options, scenario = self.card_options, self.card_scenario
        if scenario.team and "selection" in options.given:
            raise OptionError(f"the teams of {scenario.name} are given, there is no selection")
        if not options.handicap_seat:
            return
        if options.handicap_seat not in self.colours:
            raise OptionError(f"the handicap names {options.handicap_seat!r}; the colours are {', '.join(self.colours)}")
        if scenario.target < HANDICAP_TARGET:
            raise OptionError(f"a handicap needs a scenario of at least {HANDICAP_TARGET} victory points (OPT-20)")
        if scenario.characters - options.handicap_characters < STARTERS:
            raise OptionError("the handicap leaves too few characters for the starting zone")


def card_setting_of(setting: Setting) -> CardSetting:
    """Narrow a setting to one of the Card Game."""
    assert isinstance(setting, CardSetting)
    return setting
