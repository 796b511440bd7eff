"""Measures of a finished game: what its analysis says about comebacks, sacrifices, combinations and luck.

They choose the games of the gallery, and each marked moment is one of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dungeon_twister.ai.analysis.analysis_shapes import FightView, GameAnalysis, TurnView
from dungeon_twister.ai.analysis.game_analysis import INACCURACY
from dungeon_twister.ai.analysis.reasons import lets_win
from dungeon_twister.ai.search.adapters import adapter_for
from dungeon_twister.game.record.files import Record
from dungeon_twister.game.views import ALL_KNOWING
from dungeon_twister.presentation.guide.game_replay import GameReplay

LEAD: Final = 0.15  # share above an equal part of the win that makes a favourite


@dataclass(frozen=True)
class TurnStory:
    """One analysed turn with what happened in it, up to the next one.

    - `before`, `after`: expected share of the win by colour.
    - `points`: victory points that its player made.
    - `lost`: characters that were eliminated, in order.
    """

    turn: TurnView
    end: int
    before: dict[str, float]
    after: dict[str, float]
    points: int
    lost: tuple[str, ...]

    @property
    def player(self) -> str:
        return self.turn.player


@dataclass(frozen=True)
class Sacrifice:
    """Characters that a player gave up from one own turn to the next, while the player's share of the win grew."""

    at: int
    player: str
    lost: tuple[str, ...]
    before: float
    after: float


@dataclass(frozen=True)
class Measures:
    """The numbers by which games are chosen.

    - `lowest`: lowest share of the later winner, relative to an equal part of the win: 1 is equal, 0 is lost.
    - `changes`: how often the favourite changed.
    - `sacrifice`: largest growth of the winner's share by a sacrifice.
    - `combination`: most points made in one turn.
    - `luck`: lowest odds at which the winner won a combat.
    - `defiance`: combats that the winner won less than expected.
    - `last_chance`: another side could have won next when the winner won.
    - `accuracy`: lowest accuracy of a player.
    - `blunders`: turns marked as blunders or missed wins, of all players.
    - `turns`: number of turns.
    """

    lowest: float
    changes: int
    sacrifice: float
    combination: int
    luck: float
    defiance: float
    last_chance: bool
    accuracy: float
    blunders: int
    turns: int


class GameStory:
    """A finished game with its analysis, turn by turn."""

    def __init__(self, record: Record, analysis: GameAnalysis) -> None:
        self.analysis = analysis
        self.replaying = GameReplay.of_record(record)
        self.winners = set(analysis.winners)
        self.turns = self._turns()

    def _turns(self) -> list[TurnStory]:
        analysis, length = self.analysis, len(self.replaying.choices)
        entries = self.replaying.entries(ALL_KNOWING)
        final = {colour: 1 / len(self.winners) if colour in self.winners else 0.0 for colour in analysis.colours}
        found: list[TurnStory] = []
        for number, turn in enumerate(analysis.turns):
            after = analysis.turns[number + 1] if number + 1 < len(analysis.turns) else None
            end = after.at if after else length
            events = [event for entry in entries[turn.at : end] for event in entry.events]
            points = sum(event.points for event in events if event.kind == "scored" and event.player == turn.player)
            lost = tuple(event.token for event in events if event.kind == "eliminated" and event.token)
            found.append(TurnStory(turn, end, turn.shares, after.shares if after else final, points, lost))
        return found

    @property
    def prior(self) -> float:
        """Return an equal part of the win of a player; allies win together."""
        setting = self.replaying.setting
        return 1 / len(set(setting.teams or setting.colours))

    def share(self, shares: dict[str, float], players: set[str]) -> float:
        """Return the share of the win of players who win together."""
        return max((shares[colour] for colour in players), default=0.0)

    def own(self, colour: str, token: str) -> bool:
        """Return whether a token belongs to a player."""
        return token[:1] == colour[:1]

    def sacrifices(self) -> list[Sacrifice]:
        """Return the sacrifices, in order.

        The turn gave nothing away, a character of its player was eliminated before the player's next turn, and the player's
        share grew.
        """
        found: list[Sacrifice] = []
        for number, story in enumerate(self.turns):
            me = story.player
            following = next((n for n in range(number + 1, len(self.turns)) if self.turns[n].player == me), len(self.turns))
            lost = tuple(token for one in self.turns[number:following] for token in one.lost if self.own(me, token))
            before, after = story.before[me], self.turns[following - 1].after[me]
            if lost and story.turn.loss < INACCURACY and after > before:
                found.append(Sacrifice(story.turn.at, me, lost, before, after))
        return found

    def favourites(self) -> list[tuple[int, str]]:
        """Return each change of the favourite: the number of choices before it, and the new favourite."""
        found: list[tuple[int, str]] = []
        for story in self.turns:
            best = max(story.before, key=story.before.__getitem__)
            if story.before[best] >= self.prior + LEAD and (not found or found[-1][1] != best):
                found.append((story.turn.at, best))
        return found

    def lucky_fights(self) -> list[FightView]:
        """Return the combats that somebody won, the least likely first."""
        won = [fight for fight in self.analysis.fights if fight.winner and fight.odds]
        return sorted(won, key=lambda fight: (fight.luck, fight.at))

    def last_chance(self) -> bool:
        """Return whether the next player could have won if the winner had not, in the winner's last turn."""
        last = self.turns[-1]
        if last.player not in self.winners:
            return False
        state = self.replaying.state_at(last.turn.at)
        return lets_win(adapter_for(state.setting), state, state.active)


def measure(story: GameStory) -> Measures:
    """Return the measures of a game."""
    analysis, winners = story.analysis, story.winners
    fights = [fight for fight in story.lucky_fights() if fight.winner in winners]
    sides = analysis.sides
    return Measures(
        lowest=round(min(story.share(one.before, winners) for one in story.turns) / story.prior, 4),
        changes=max(0, len(story.favourites()) - 1),
        sacrifice=round(max((one.after - one.before for one in story.sacrifices() if one.player in winners), default=0.0), 4),
        combination=max(one.points for one in story.turns),
        luck=round(fights[0].luck, 4) if fights else 1.0,
        defiance=round(sum(sides[colour].fights_expected - sides[colour].fights_won for colour in winners), 2),
        last_chance=story.last_chance(),
        accuracy=min((side.accuracy for side in sides.values() if side.accuracy is not None), default=0.0),
        blunders=sum(side.blunders + side.missed_wins for side in sides.values()),
        turns=analysis.turns[-1].number,
    )
