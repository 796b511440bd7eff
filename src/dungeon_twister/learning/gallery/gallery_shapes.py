"""Shapes of the gallery: a game and its marked moments."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from dungeon_twister.ai.analysis.analysis_shapes import GameAnalysis
from dungeon_twister.game.record.files import Record

# What a game is shown for; the text is `gallery.kind.KIND`.
GAME_KINDS: Final = ("comeback", "sacrifice", "combination", "luck", "defiance", "swings", "last-chance", "precision")
# What happens at a moment; the text is `gallery.moment.KIND`.
MOMENT_KINDS: Final = (
    "low-point",
    "swing",
    "sacrifice",
    "combination",
    "lucky-fight",
    "missed-win",
    "blunder",
    "last-chance",
    "win",
)


PREFIX: Final = "gallery-"  # of the ids of replays


class GalleryError(ValueError):
    """A game of the gallery is wrong; the text says where and why."""


@dataclass(frozen=True, slots=True)
class GalleryMoment:
    """A marked moment of a game.

    - `at`: number of choices before it.
    - `kind`: one of `MOMENT_KINDS`.
    - `player`: colour that the moment is about.
    - `pieces`: tokens in the text.
    - `numbers`: numbers in the text: `before` and `after` (win probability in percent), `percent` (odds or probability),
      `points` (victory points).
    """

    at: int
    kind: str
    player: str
    pieces: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class GalleryGame:
    """A game of the gallery.

    The texts are `gallery.game.NAME.title` and `gallery.game.NAME.text`.
    """

    name: str
    number: int  # its place in the gallery
    kind: str  # one of `GAME_KINDS`
    moments: tuple[GalleryMoment, ...]
    record: Record
    analysis: GameAnalysis

    @property
    def replay_id(self) -> str:
        """Return the id of its replay, which no game that is played can have."""
        return PREFIX + self.name

    @property
    def scenario(self) -> str:
        """Return the name of its scenario."""
        return self.record.header.scenario

    @property
    def turns(self) -> int:
        """Return the number of the last turn."""
        return self.analysis.turns[-1].number
