"""The free board: one person plays both sides, everything is open, from any position.

Its deeds are the beginning, the seed of chance, and every choice and draw as a line of notation. Chance decides by tickets as
in a game, so variations of one board meet the same rooms. The last draw of chance can be repeated or chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from re import fullmatch
from secrets import token_hex
from typing import ClassVar, Final

from dungeon_twister.game.record.editing import edited
from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.record.notation import read, to_choice, understand, write
from dungeon_twister.game.record.position import has_position, write_position
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import GameSession, SessionSeat
from dungeon_twister.game.views import EventView
from dungeon_twister.presentation.guide.ability_refusals import reason_of
from dungeon_twister.presentation.guide.advice import advise_on, explain_on
from dungeon_twister.presentation.guide.guide_shapes import Advice, Reason
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.rules.engine.all_editions import DECISIONS
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import legal, new_setting, why_not
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.rules.visibility import ALL_KNOWING
from dungeon_twister.server.protocol import AnyView
from dungeon_twister.server.study.exercise import NOTHING_TO_UNDO, Exercise, unreadable
from dungeon_twister.server.study_protocol import Board, StudyBegin
from dungeon_twister.server.text_input import sentence_of

NAMES: Final = r"[A-Za-z0-9-]{1,40}"
POSITION: Final = "from position"
SCENARIO: Final = "from scenario"
SEED: Final = "seed "
OWN: Final = "own"  # instead of a name: the text of the scenario follows
MOST_CHOICES: Final = 1_200  # of a board, with the draws
MOST_FILLED: Final = 300  # choices of a setup
OVER: Final = Reason("not-now", sentence="The game is over here: go back, or begin anew.")
FULL: Final = Reason(
    "not-now", sentence=f"A board takes {MOST_CHOICES:,} choices: write the position down and begin from there."
)
NOTHING_DRAWN: Final = Reason("not-now", sentence="Chance has not just decided anything.")
NO_OTHER: Final = Reason("not-now", sentence="Nothing else could have been drawn.")
NO_POSITION: Final = Reason("not-now", sentence="A position is changed between two actions of a game that is not over.")
SET_UP: Final = Reason("not-now", sentence="The game is set up already.")


class BoardExercise(Exercise):
    """A free board. The client chooses its name."""

    kind: ClassVar[str] = "board"
    longest: ClassVar[int] = 24_000  # a position with its own scenario and rooms

    def __init__(self, name: str, deeds: Sequence[str]) -> None:
        if not fullmatch(NAMES, name):
            raise KeyError(name)
        self.name = name
        beginning = deeds[0] if deeds else f"{SCENARIO} base"
        seeded = len(deeds) > 1 and deeds[1].startswith(SEED)
        self._go(beginning, deeds[1][len(SEED) :] if seeded else token_hex(8), deeds[2 if seeded else 1 :])

    def _go(self, beginning: str, seed: str, lines: Sequence[str]) -> None:
        """Set the board up, make the choices and draws, and let chance decide the rest. On an error
        nothing has changed."""
        if len(lines) > MOST_CHOICES:
            raise TextError(f"a board takes {MOST_CHOICES:,} choices")
        game = _begun(beginning)
        seated = GameSession(game, [SessionSeat.of_person() for _ in game.state.setting.colours], [ALL_KNOWING])
        history: list[list[EventView]] = []
        for number, line in enumerate(lines, 1):
            try:
                action = seated.resolve_choice(line)
                seated.check(action)
            except ValueError as error:
                raise TextError(f"choice {number} ({line[:40]}): {error}") from None
            history.append(list(seated.make(action).viewer_events[ALL_KNOWING]))
        game.set_seed(seed)
        history += [list(moment.viewer_events[ALL_KNOWING]) for moment in seated.draws()]
        self._beginning, self._seed, self._seated, self._history = beginning, seed, seated, history
        self.seat = 0

    @property
    def lines(self) -> list[str]:
        return [text for _, _, text in self._seated.game.log]

    @property
    def deeds(self) -> list[str]:
        return [self._beginning, f"{SEED}{self._seed}", *self.lines]

    @property
    def seated(self) -> GameSession:
        return self._seated

    @property
    def history(self) -> list[list[EventView]]:
        return self._history

    @property
    def undoable(self) -> str:
        return next((text for who, _, text in reversed(self._seated.game.log) if who != CHANCE), "")

    # -- doing --------------------------------------------------------------------------------------------------------------

    def play(self, choices: Sequence[Choice | str]) -> Reason | None:
        for choice in choices:
            if self._seated.over:
                return OVER
            if len(self._history) >= MOST_CHOICES:
                return FULL
            try:
                action = self._meant(choice)
            except ValueError as error:
                return unreadable(error)
            refusal = why_not(self._seated.state, action)
            if refusal is not None:
                return reason_of(refusal)
            self._history += [list(moment.viewer_events[ALL_KNOWING]) for moment in self._seated.decide(action)]
        return None

    def _meant(self, choice: Choice | str) -> int:
        """Return a choice given by full names, or by those of the player if the advice has used them (OPT-10)."""
        try:
            return self._seated.resolve_choice(choice)
        except TextError:
            return self._seated.resolve_choice(choice, self._seated.state.decider())

    def why(self, about: Choice | str) -> Reason | None:
        state = self._seated.state
        return OVER if state.over else explain_on(state, about, state.decider())

    def undo(self, steps: int) -> Reason | None:
        """Take choices back, with what was drawn after them."""
        kept = [number for number, (who, _, _) in enumerate(self._seated.game.log) if who != CHANCE][-steps:]
        if not kept:
            return NOTHING_TO_UNDO
        self._go(self._beginning, self._seed, self.lines[: kept[0]])
        return None

    def again(self, whole: bool) -> Reason | None:
        self._go(self._beginning, self._seed, [])
        return None

    def begin(self, how: StudyBegin) -> Reason | None:
        seed = how.seed or token_hex(8)
        self._go(_beginning_of(how, seed), seed, how.lines)
        return None

    def draw_again(self, choice: Choice | str) -> Reason | None:
        game = self._seated.game
        if not game.log or game.log[-1][0] != CHANCE:
            return NOTHING_DRAWN
        before = game.state_at(len(game.log) - 1)
        others = [action for action in legal(before) if action != game.log[-1][1]]
        if not choice and not others:
            return NO_OTHER
        try:
            action = _read(before, choice) if choice else Random(token_hex(8)).choice(others)
        except ValueError as error:
            return unreadable(error)
        refusal = why_not(before, action)
        if refusal is not None:
            return reason_of(refusal)
        self._go(self._beginning, self._seed, [*self.lines[:-1], write(before, action)])
        return None

    def fill(self) -> Reason | None:
        if self._seated.over or self._seated.state.turn or has_position(self._seated.state):
            return SET_UP
        _fill(self._seated.game, f"{self._seed} {len(self._history)}")
        self._go(self._beginning, self._seed, self.lines)
        return None

    def edit(self, edits: Sequence[str]) -> Reason | None:
        state = self._seated.state
        if not has_position(state):
            return NO_POSITION
        try:
            text = edited(state, edits)
        except TextError as error:
            return Reason("bad-edit", sentence=sentence_of(error))
        self._go(f"{POSITION}\n{text}", self._seed, [])
        return None

    def beginning(self) -> StudyBegin:
        """Return the last position that can be written, or the beginning of the setup, with the choices from there."""
        game = self._seated.game
        first = next((at for at in range(len(game.log), -1, -1) if has_position(game.state_at(at))), -1)
        if first >= 0:
            lines = [text for _, _, text in game.log[first:]]
            return StudyBegin(position=write_position(game.state_at(first)), lines=lines)
        scenario = game.state.setting.scenario
        options = dict(game.state.setting.options.given)
        return StudyBegin("", scenario.declared or scenario.name, options, "setup", self.lines)

    # -- sending ------------------------------------------------------------------------------------------------------------

    @property
    def view(self) -> AnyView:
        """Return everything, from the side of the player to decide."""
        return replace(self._seated.view(ALL_KNOWING), viewer=self.viewer)

    @property
    def viewer(self) -> str:
        state = self._seated.state
        decider = -1 if state.over else state.decider()
        return self._seated.colours[decider if decider >= 0 else state.active]

    @property
    def advice(self) -> Advice:
        state = self._seated.state
        if state.over or state.decider() < 0:
            return Advice("" if state.over else DECISIONS[state.decision()])
        return advise_on(state, state.decider())

    def board(self, whole: bool) -> Board:
        game = self._seated.game
        drawn, draws = None, []
        if game.log and game.log[-1][0] == CHANCE:
            before = game.state_at(len(game.log) - 1)
            drawn = to_choice(before, game.log[-1][1])
            draws = [to_choice(before, action) for action in legal(before)]
        return Board(
            write_position(game.state) if has_position(game.state) else "",
            drawn,
            draws,
            scene_of(game.state.setting) if whole else None,
        )


def _read(state: State, choice: Choice | str) -> int:
    return read(state, choice) if isinstance(choice, str) else understand(state, choice)


# -- beginnings -------------------------------------------------------------------------------------------------------------


def _beginning_of(how: StudyBegin, seed: str) -> str:
    """Return the first deed. A random setup begins from the position that results from it."""
    if how.position:
        return f"{POSITION}\n{how.position}"
    own = "\n" in how.scenario
    words = [SCENARIO, OWN if own else how.scenario or "base", *(f"{name}={value}" for name, value in how.options.items())]
    beginning = " ".join(words) + (f"\n{how.scenario}" if own else "")
    if how.how == "setup":
        return beginning
    if how.how not in ("random", "empty"):
        raise TextError(f"a board begins with a setup, at random or empty, not with {how.how[:40]!r}")
    game = _begun(beginning)
    game.set_seed(seed)
    _fill(game, seed)
    text = edited(game.state, ["clear"]) if how.how == "empty" else write_position(game.state)
    return f"{POSITION}\n{text}"


def _begun(beginning: str) -> RecordedGame:
    """Return the game before any draw of chance."""
    head, _, text = beginning.partition("\n")
    if head == POSITION:
        return RecordedGame.from_position(text, "unsown")
    words = head.split()
    if " ".join(words[:2]) != SCENARIO or len(words) < 3:
        raise TextError("a board begins from a position or from a scenario")
    options = dict(word.split("=", 1) for word in words[3:] if "=" in word)
    return RecordedGame(new_setting(text if words[2] == OWN else words[2], options), "")


def _fill(game: RecordedGame, seed: str) -> None:
    """Play a random setup, with the draws, up to the first turn."""
    rng = Random(seed)
    while not game.over and not has_position(game.state):
        if len(game.log) > MOST_FILLED:
            raise TextError("this scenario takes too long to set up")
        if not game.draw():
            game.make(rng.choice(legal(game.state)))
