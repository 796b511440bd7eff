"""One game of bots that tries a scenario, choice by choice, and the facts of it that count for fairness."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from dungeon_twister.ai.bots.resolve import resolve_bot
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import BotFailedError, GameSession, SessionSeat, give_up
from dungeon_twister.rules.engine.events import LEFT_MAZE, SCORED
from dungeon_twister.rules.engine.game import Given
from dungeon_twister.rules.engine.shared.ending import end_reason
from dungeon_twister.rules.engine.state import UNDER
from dungeon_twister.rules.visibility import SPECTATOR
from dungeon_twister.workshop.editions import EDITIONS

EXITS: Final = "exits"
TREASURES: Final = "treasures"
COMBATS: Final = "combats"
SOURCES: Final = (EXITS, TREASURES, COMBATS)  # of points
MOST_CHOICES: Final = 20_000  # of one game; more is taken for a game without end
FAULT: Final = "fault"  # reasons of an end besides those of the rules
ENDLESS: Final = "endless"


@dataclass
class GameFacts:
    """What a game of bots says about its scenario. Points are by colour and source; rooms and places by name."""

    number: int
    winners: list[str]  # one colour or all of one team; empty for a draw or a fault
    end: str  # a reason of the rules, FAULT or ENDLESS
    turns: int
    points: dict[str, dict[str, int]]
    revealed: set[str] = field(default_factory=set)  # rooms
    entered: set[str] = field(default_factory=set)
    places: set[str] = field(default_factory=set)  # entered places of the layout


class BalanceGame:
    """A game that the same bot plays in all seats. `step` makes one choice, so that a caller can stop or do other work."""

    def __init__(self, scenario: str, options: Given | None, bot: str, seed: str, number: int) -> None:
        self.number = number
        game = RecordedGame.new(scenario, options, f"{seed}/{number}")
        self._edition = EDITIONS.of(game.state)
        maker = resolve_bot(bot)
        colours = game.state.setting.colours
        seats = [SessionSeat.of_bot(maker.make(f"{seed}/{number}/{colour}"), bot) for colour in colours]
        self.session = GameSession(game, seats, viewers=(SPECTATOR,))
        self.choices = 0
        self.failed = False
        self._points = {colour: dict.fromkeys(SOURCES, 0) for colour in colours}
        self._loc = list(game.state.loc)
        self._entered: set[int] = set()  # tiles
        self._scored: list[tuple[int, int]] = []

    @property
    def over(self) -> bool:
        return self.session.over or self.failed or self.choices >= MOST_CHOICES

    def step(self) -> bool:
        """Make one choice; return whether the game goes on."""
        if not self.over:
            self.choices += 1
            try:
                made = self.session.decide(self.session.ask(self.session.state.decider(), give_up))
            except BotFailedError:
                self.failed = True
                return False
            for one in made:
                for event in one.events:
                    self._count(event)
            self._follow()
        return not self.over

    def _count(self, event: tuple[int, int, int, int]) -> None:
        """Count points: all scored are of combats, until the character that leaves says otherwise."""
        setting = self.session.state.setting
        if event[0] == SCORED:
            self._points[setting.colours[event[1]]][COMBATS] += event[2]
        elif event[0] == LEFT_MAZE:
            of, leaving = self._points[setting.colours[setting.owner[event[1]]]], setting.exit_vp[event[1]]
            of[EXITS] += leaving
            of[TREASURES] += event[2] - leaving
            of[COMBATS] -= event[2]

    def _follow(self) -> None:
        """Note the rooms that characters enter, from another room or from outside."""
        state = self.session.state
        per_room = self._edition.places_in_room
        tiles = len(self._edition.rooms_on_tiles(state))
        for token, place in enumerate(state.loc):
            before = self._loc[token]
            if place != before:
                self._loc[token] = place
                if state.setting.is_character[token] and 0 <= place < tiles * per_room and 0 <= before < UNDER:
                    if place // per_room != before // per_room:
                        self._entered.add(place // per_room)

    def facts(self) -> GameFacts:
        """Return the facts of the game, which is over."""
        state = self.session.state
        names = [room.name for room in state.setting.scenario.rooms]
        rooms = [names[room] if room >= 0 else "" for room in self._edition.rooms_on_tiles(state)]
        return GameFacts(
            self.number,
            self._winners(),
            FAULT if self.failed else end_reason(state) if state.over else ENDLESS,
            state.turn,
            self._points,
            {room for room in rooms if room},
            {rooms[tile] for tile in self._entered if rooms[tile]},
            {self.place_names()[tile] for tile in self._entered},
        )

    def _winners(self) -> list[str]:
        """Return the winners if they are one side."""
        state = self.session.state
        setting = state.setting
        won = [colour for player, colour in enumerate(setting.colours) if state.over and state.winners >> player & 1]
        sides = {setting.teams[setting.colours.index(colour)] if setting.teams else colour for colour in won}
        return won if len(sides) == 1 else []

    def place_names(self) -> list[str]:
        """Return a name for each place of the layout."""
        return self._edition.tile_names(self.session.state)


def play_balance_game(scenario: str, options: Given | None, bot: str, seed: str, number: int) -> GameFacts:
    """Play one game to its end."""
    game = BalanceGame(scenario, options, bot, seed, number)
    while game.step():
        pass
    return game.facts()
