"""The public API: `Game`, one object with everything that programs need of a game, and `bot`.

This module stays Python when the rest is compiled: its docstrings and signatures are shown by `help` and editors.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Self

from dungeon_twister.drawing_hook import register
from dungeon_twister.game.record import files
from dungeon_twister.game.record.drawing import drawn_text
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.record.recorded_game import RecordedGame as PlayedGame
from dungeon_twister.game.record.recorded_game import seed_text
from dungeon_twister.game.views import ALL_KNOWING, SPECTATOR, CardView, EventView, View, observe, observe_events
from dungeon_twister.rules.geometry.text import TextError

if TYPE_CHECKING:
    from dungeon_twister.ai.analysis import Analysis
    from dungeon_twister.ai.bots.factory import BotLike
    from dungeon_twister.game.record.chance import Dice
    from dungeon_twister.game.session.bot import Bot
    from dungeon_twister.rules.engine.state import State


def bot(given: BotLike, seed: str | int = "") -> Bot:
    """Return a bot for one game: `bot("archmage", seed=1).choose(game.observe())` is its choice. The bot is given by name,
    optionally with parameters (`archmage:total=2000`), as `module:Class`, or as a class, a function or an object
    (docs/bots.md). The same seed gives the same bot; without a seed, a new one is drawn."""
    from dungeon_twister.ai.bots.resolve import resolve_bot  # loads the search, so only on demand

    return resolve_bot(given).make(seed_text(seed) or token_hex(16))


class Game(PlayedGame):
    """A game in progress: `Game.new()`, `game.legal()`, `game.play("card 3")`, until `game.over`. Chance decides automatically
    from the seed. Games are values: they can be compared, copied (`clone`, `copy`) and pickled."""

    _happened: list[EventView] | None = None  # events collected during `play`

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Return the game of a file that `save` has written, unfinished or finished (docs/records.md). TextError: the file is
        invalid."""
        record, seed = files.load(Path(path).read_text("utf-8"), str(path))
        if record.end is None:
            return files.resumed(cls, record, seed, str(path))
        return files.finished(cls, record, str(path))

    def save(self, path: str | Path, players: dict[str, str] | None = None) -> None:
        """Write the game to a file, completely or not at all; `players` are the players' names by colour. The choices of an
        unfinished game are sealed, so that nobody reads them by accident. OSError: the file cannot be written."""
        files.save(self, path, players)

    def play(self, choice: str | Choice | int) -> list[EventView]:  # type: ignore[override]  # the base class returns nothing
        """Make a choice and return its events, including draws of chance, as an omniscient viewer sees them; `describe` turns
        them into sentences. A choice is a text (`game.legal()` lists them), a Choice of a view, or the engine's integer.
        TextError, AmbiguousActionError (both only for texts and structs) or IllegalActionError say why it is refused; nothing
        has changed then."""
        self._happened = []
        try:
            super().play(choice)
            return self._happened
        finally:
            self._happened = None

    def make(self, action: int, text: str = "") -> None:
        """Make a choice that is known to be legal, with its text if that is known. `draw` lets chance decide afterwards."""
        state = self.state
        if self._happened is None:
            super().make(action, text)
            return
        before, state.events = state.events, []
        super().make(action, text)
        events, state.events = state.events, None if before is None else [*before, *state.events]
        self._happened += observe_events(state, events, (ALL_KNOWING,))[ALL_KNOWING]

    def describe(self, events: Iterable[EventView], language: str = "en") -> list[str]:
        """Return events of this game, as `play` returns them, as sentences in English (`en`), French (`fr`) or German
        (`de`)."""
        from dungeon_twister.presentation.guide.scene import scene_of  # texts and drawings are loaded on demand
        from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue, NamingContext, SignNames, event_sentences

        if language not in LANGUAGES:
            raise ValueError(f"a language is one of {', '.join(LANGUAGES)}, not {language!r}")
        if not isinstance(events, Iterable):
            raise TypeError(f"events are a list of EventViews, as play returns it, not {events!r}")
        events = list(events)
        for event in events:
            if not isinstance(event, EventView):
                raise TypeError(f"an event is an EventView, as play returns it, not {event!r}")
        rooms = {room.place: room.name for room in self.observe("all").rooms if room.name}
        return event_sentences(
            events, SignNames(MessageCatalogue(language), NamingContext(scene_of(self.state.setting), "all", rooms=rooms))
        )

    def undo(self, player: int | str | None = None) -> str:
        """Take the last choice back, with the draws of chance after it, and return its text. With a player (a seat or a
        colour), take back that player's last choice if the rules allow it. UndoError: nothing can be taken back."""
        return self.take_back() if player is None else super().undo(self._seat(player, "player"))

    def can_undo(self, player: int | str) -> bool:
        """Return whether a player (a seat or a colour) may take back the last choice: the rules allow it, and nobody has
        decided anything since."""
        return super().can_undo(self._seat(player, "player"))

    def undoable(self, player: int | str) -> str:
        """Return the choice that a player (a seat or a colour) may take back, as the player may know it; empty if there is
        none."""
        return super().undoable(self._seat(player, "player"))

    def go_back(self, count: int) -> None:
        """Keep only the first `count` choices, whatever the rules say."""
        super().go_back(self._count(count))

    def state_at(self, count: int) -> State:
        """Return a copy of the state after the first `count` choices."""
        return super().state_at(self._count(count))

    def set_seed(self, seed: str | int, dice: Dice | None = None) -> None:
        """Set the source of chance from now on."""
        super().set_seed(seed_text(seed), dice)

    def _count(self, count: int) -> int:
        """Check a number of choices and return it."""
        if isinstance(count, bool) or not isinstance(count, int):
            raise TypeError(f"a count of choices is a whole number, not {count!r}")
        if not 0 <= count <= len(self.log):
            raise ValueError(f"the game has {len(self.log)} choices so far, and {count} were asked for")
        return count

    def observe(self, viewer: int | str | None = None) -> View | CardView:
        """Return the view of a seat or a colour, of `spectator`, or of `all`, which shows everything. The default is the player
        to decide, or a spectator when the game is over."""
        return observe(self.state, self._seat(self.decider or "spectator" if viewer is None else viewer, "viewer"))

    def _seat(self, who: int | str, what: str) -> int:
        """Return the seat of a player, or the number of a viewer, given by number or by name."""
        colours = self.state.setting.colours
        others = {"spectator": SPECTATOR, "all": ALL_KNOWING} if what == "viewer" else {}
        if isinstance(who, bool) or not isinstance(who, int | str):
            raise TypeError(f"a {what} is a seat or a name ({', '.join((*others, *colours))}), not {who!r}")
        if isinstance(who, int):
            if not 0 <= who < len(colours) and who not in others.values():
                raise ValueError(f"there is no seat {who} (there are 0 to {len(colours) - 1})")
            return who
        if who not in colours and who not in others:
            raise TextError(f"there is no {what} {who!r} (there are {', '.join((*others, *colours))})")
        return others[who] if who in others else colours.index(who)

    def analyse(self, nodes: int = 4000, plans: int = 3, seed: str | int = "") -> Analysis:
        """Evaluate the game for the player to decide and return the best plans for the turn, with reasons
        (docs/analysis.md). `nodes` is the number of positions searched. TextError: there is nothing to analyse during the
        setup and after the end."""
        from dungeon_twister.ai.analysis import analyse  # loads the search, so only on demand

        for name, number in (("nodes", nodes), ("plans", plans)):
            if isinstance(number, bool) or not isinstance(number, int):
                raise TypeError(f"{name} is a whole number, not {number!r}")
            if number < 1:
                raise ValueError(f"{name} is at least 1, not {number}")
        if not self.state.shown:
            raise TextError("there is nothing to analyse during the setup: play on until the first turn")
        return analyse(self.state, nodes=nodes, count=plans, seed=seed_text(seed))

    def __str__(self) -> str:
        """Return the maze as text with everything hidden, the points, and the pending decision."""
        return drawn_text(self.state, ALL_KNOWING)

    def _repr_svg_(self) -> str:
        """Return the maze as SVG for notebooks, with everything hidden (`dungeon_twister.presentation.svg`)."""
        return _draw(self)


def _draw(thing: object) -> str:
    from dungeon_twister.presentation.svg import maze  # loads the guide, so only on demand

    return maze(thing)  # type: ignore[arg-type]  # `maze` raises TypeError for other objects


register(_draw)
