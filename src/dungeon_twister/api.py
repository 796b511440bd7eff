"""`Game` as programs hold it: all that one wants of a game in one object, handed on to those who do it.

This module stays Python when the rest is compiled: its docstrings and signatures are what `help` and editors show.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Self

from dungeon_twister.observe import CardView, View, observe
from dungeon_twister.record import files
from dungeon_twister.record.game import Game as PlayedGame
from dungeon_twister.showing import drawn

if TYPE_CHECKING:
    from dungeon_twister.analysis import Analysis


class Game(PlayedGame):
    """A game that is being played: `Game.new()`, `game.legal()`, `game.play("card 3")`, until `game.over`. Chance decides by
    itself, from the seed. Games are values: they can be compared, copied (`clone`, `copy`) and pickled."""

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """A game from the file that `save` has written: as it stands, or a finished one (docs/records.md). What is wrong with
        the file is a TextError."""
        record, seed = files.load(Path(path).read_text("utf-8"), str(path))
        if record.end is None:
            return files.resumed(cls, record, seed, str(path))
        return files.finished(cls, record, str(path))

    def save(self, path: str | Path, players: dict[str, str] | None = None) -> None:
        """Write the game to a file, whole or not at all; `players` are the names of those who play, by colour. Of a game that
        is not over the choices are sealed, so that nobody reads them by accident."""
        files.save(self, path, players)

    def undo(self, player: int | str | None = None) -> str:
        """Take the last choice back, with what chance decided after it, and return its text. With a player (a seat or a colour)
        it is his last choice, and only if the rules let him take it back. An UndoError says why nothing is."""
        if player is None:
            return self.take_back()
        if isinstance(player, str):
            player = self.state.setting.colours.index(player)
        return super().undo(player)

    def observe(self, viewer: int | str | None = None) -> View | CardView:
        """What somebody may know: a seat or a colour, `spectator`, or `all` who knows everything; without a name, whoever
        decides (when the game is over, a spectator)."""
        return observe(self.state, self.decider or "spectator" if viewer is None else viewer)

    def analyse(self, nodes: int = 4000, plans: int = 3, seed: str | int = "") -> Analysis:
        """What the game is worth to whoever decides, and the best plans for the turn, with reasons (docs/analysis.md). `nodes`
        is how many positions are looked at."""
        from dungeon_twister.analysis import analyse  # it loads the search: only for those who ask

        return analyse(self.state, nodes=nodes, count=plans, seed=str(seed))

    def _repr_svg_(self) -> str:
        """The maze, for notebooks, as somebody sees it who knows everything (`dungeon_twister.svg`)."""
        return drawn(self)
