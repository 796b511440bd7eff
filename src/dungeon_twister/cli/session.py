"""A game at the terminal: the game, who plays which seat, and what each viewer has been told."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

from dungeon_twister.bots.base import Bot
from dungeon_twister.cli.face import AnyView
from dungeon_twister.cli.faces import face_of
from dungeon_twister.cli.speech import chronicle, t, why
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.board.travel import nothing_left
from dungeon_twister.engine.game import apply, legal, start, why_not
from dungeon_twister.engine.state import State
from dungeon_twister.knowledge import SPECTATOR, told_from, turns_told
from dungeon_twister.observe import EventView, observe, observe_event
from dungeon_twister.record.files import save
from dungeon_twister.record.game import Game
from dungeon_twister.record.notation import from_choice, write

Told = dict[int, list[EventView]]  # viewer -> what that viewer may know of what happened
PERSON = "person"
SPECTATOR_NAME = "spectator"


class Session:
    """The game, its seats, and the events of every choice as each viewer may know them."""

    def __init__(self, game: Game, bots: dict[int, Bot], names: dict[str, str] | None = None) -> None:
        self.game = game
        self.face = face_of(game.state)
        self.bots = bots
        self.names = names or {}  # what the people are called in the record, by colour
        self.history: list[tuple[int, Told]] = []  # how long the log was afterwards, and what happened
        self.typed: list[int] = []  # length of the log before each thing a person typed
        self.filling: dict[int, str] = {}  # seat -> the stage of the setup that is done at random for it
        self.mishaps: list[str] = []  # what bots did wrong
        self._rng = SystemRandom()  # not the game's chance: whoever knows the seed must not foretell what is laid face down
        self._catch_up()

    @property
    def colours(self) -> list[str]:
        return self.game.state.setting.colours

    @property
    def people(self) -> list[int]:
        """The seats at the keyboard; who has resigned has left it."""
        return [seat for seat in range(len(self.colours)) if seat not in self.bots and not self.state.resigned >> seat & 1]

    @property
    def state(self) -> State:
        return self.game.state

    def view(self, seat: int) -> AnyView:
        return observe(self.state, seat)

    # -- playing -------------------------------------------------------------------------------------------------------

    def _catch_up(self) -> None:
        """Tell what happened in a game that has come some way already (resumed, or chance has drawn)."""
        state = start(self.game.state.setting)
        for length, (_, action, _) in enumerate(self.game.log, 1):
            state.events = []
            apply(state, action)
            self.history.append((length, _told(state)))

    def play(self, choice: str | int) -> None:
        """Make one choice and note what happened."""
        self.game.state.events = []
        self.game.play(choice)
        self.history.append((len(self.game.log), _told(self.state)))
        self.game.state.events = None

    def play_typed(self, choices: list[str]) -> None:
        """Make the choices of one typed line; `undo` takes all of them back."""
        self.typed.append(len(self.game.log))
        for choice in choices:
            self.play(choice)
        if isinstance(self.state, BoardState) and not self.state.over and nothing_left(self.state):
            self.play("stop")

    def undo(self, seat: int) -> list[str]:
        """Take back what the player typed last; UndoError says why not. Returns what was taken back."""
        taken = [self.game.undo(seat)]
        target = self.typed.pop() if self.typed else len(self.game.log)
        while len(self.game.log) > target and self.game.can_undo(seat):
            taken.append(self.game.undo(seat))
        while self.history and self.history[-1][0] > len(self.game.log):
            self.history.pop()
        self.filling.pop(seat, None)
        return taken[::-1]

    def play_bot(self, seat: int) -> None:
        """Let a bot decide; one that fails is replaced by a random choice, and that is told."""
        state, bot = self.state, self.bots[seat]
        try:
            action = from_choice(state, bot.choose(observe(state, seat)))
            refusal = why_not(state, action)
            problem = why(refusal) if refusal else ""
            if action not in legal(state):
                problem = problem or t("terminal.not-among-choices")
        except Exception as error:  # a bot may be anybody's code
            action, problem = 0, f"{type(error).__name__}: {error}"
        if problem:
            self.mishaps.append(t("terminal.bot-failed", bot=bot.name, problem=problem))
            action = self._rng.choice(legal(state))
        self.play(action)

    def fill(self, seat: int) -> bool:
        """One choice of the setup at random, if that is wanted for this seat and stage."""
        stage = self.stage()
        if self.filling.get(seat) != stage:
            self.filling.pop(seat, None)
            return False
        state = self.game.state
        self.play(write(state, self._rng.choice(legal(state))))
        return True

    def stage(self) -> str:
        """The kind of the decision to be made."""
        view = observe(self.state, SPECTATOR)
        return view.pending[-1].kind if view.pending else ""

    # -- telling -------------------------------------------------------------------------------------------------------

    def told(self, viewer: int, since: int = 0) -> list[str]:
        """The sentences for a viewer, from an entry of the history on."""
        colour = self.colours[viewer] if viewer >= 0 else SPECTATOR_NAME
        telling = chronicle(self.state.setting, colour)
        telling.learn(event for _, views in self.history[:since] for event in views[viewer])
        telling.add([event for _, views in self.history[since:] for event in views[viewer]])
        return [line.text for line in telling.lines]

    def log(self, viewer: int, choices: int = 0) -> list[str]:
        """What the last choices, or all, have led to; with strict memory (SETUP-8, COMBAT-9) those of a few turns at most."""
        setting = self.state.setting
        if not turns_told(setting):
            return self.told(viewer, max(0, len(self.history) - choices) if choices else 0)
        turns = [i for i, (_, views) in enumerate(self.history) if any(e.kind == "turn-began" for e in views[viewer])]
        return self.told(viewer, told_from(setting, turns))

    def reason(self) -> str:
        """Why the game is over."""
        return self.face.reason_for_end(self.state)

    def save(self, path: Path) -> None:
        """Write the game: sealed while it is going on, open when it is over."""
        names = {colour: self.names.get(colour, PERSON) for colour in self.colours}
        names |= {self.colours[seat]: bot.name for seat, bot in self.bots.items()}
        save(self.game, path, names)


def _told(state: State) -> Told:
    """The events of the last choice for every viewer; the state must be the one right after it."""
    viewers = [SPECTATOR, *range(state.setting.players)]
    return {viewer: [observe_event(state, event, viewer) for event in state.events or []] for viewer in viewers}
