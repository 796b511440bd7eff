"""A puzzle at the terminal: the game as it is always played there, with the goal above the prompt and the defence after it."""

from __future__ import annotations

from random import SystemRandom

from rich.text import Text

from dungeon_twister.cli.face import AnyView
from dungeon_twister.cli.faces import face_of
from dungeon_twister.cli.menus import InputError, Menu
from dungeon_twister.cli.session import Session
from dungeon_twister.cli.speech import chronicle, colour_word, scene, t, words
from dungeon_twister.cli.table import Table
from dungeon_twister.cli.terminal import LeaveError, Terminal
from dungeon_twister.puzzles import PuzzleRun
from dungeon_twister.puzzles.run import FAILED, HELD, HINTS, OPEN, REFUTED, SOLVED
from dungeon_twister.words import SignNames, Telling
from dungeon_twister.words.reasons import reason_told

NOT_HERE = ("save", "resign", "draw", "fill")
ARROW = " > "


class PuzzleSession(Session):
    """The game of a puzzle. It is the run that plays; here is what the table asks of a session."""

    def __init__(self, run: PuzzleRun) -> None:
        self.run = run
        self.face = face_of(run.state)
        self.typed = []
        self.mishaps = []
        self.rng = SystemRandom()
        self.follow()

    def follow(self) -> None:
        """Undo and `again` make another game of it."""
        self.seated = self.run.seated
        self.game = self.seated.game
        self.history = [{self.run.me: events} for events in self.run.history]

    def play(self, choice: str) -> None:
        self.run.play(choice)
        self.follow()

    def play_typed(self, choices: list[str]) -> None:
        """The choices of one line, as far as they happen."""
        run = self.run
        self.typed.append(len(run.deeds))
        for choice in choices:
            self.play(choice)
            if run.status != OPEN or run.answer is not None:
                return
        if self.face.journey_is_done(self.state):
            self.play("stop")

    def take_back(self) -> bool:
        """What was typed last."""
        if not self.run.undo():
            return False
        while self.typed and self.typed[-1] > len(self.run.deeds):
            self.typed.pop()
        target = self.typed.pop() if self.typed else len(self.run.deeds)
        while len(self.run.deeds) > target and self.run.undo():
            pass
        self.follow()
        return True


class PuzzleTable(Table):
    """A person and a puzzle. `faulty`: a turn has failed, or the next choice or the solution was shown."""

    def __init__(self, run: PuzzleRun, terminal: Terminal) -> None:
        self.puzzle_run = run
        self.puzzle_session = PuzzleSession(run)
        self.faulty = False
        self._hinted = 0
        super().__init__(self.puzzle_session, terminal, None)
        for command in NOT_HERE:
            del self.commands[command]
        self.commands |= {"hint": self._hint, "solution": self._solution, "again": self._again}
        self.names = SignNames(words(), Telling(scene(run.state.setting), run.puzzle.player))

    @property
    def solved(self) -> bool:
        return self.puzzle_run.status == SOLVED

    def run(self) -> None:
        """Until the puzzle is solved or somebody leaves."""
        try:
            while not self.solved and not self.quitting:
                self.puzzle_session.follow()
                self.seated = self.puzzle_run.seated
                if self.puzzle_run.status == FAILED:
                    self._failed()
                else:
                    self._person(self.puzzle_run.me)
        except LeaveError:
            return
        answer = self.puzzle_run.answer
        if self.solved and answer is not None:
            self.terminal.say(t(f"puzzles.answer.{answer.kind}"), "bold green")
            if answer.kind == HELD:
                self.terminal.say(reason_told(self.puzzle_run.solution().reason, self.names))

    def _failed(self) -> None:
        """The turn is over: the defence is told, and something must be taken back."""
        self.faulty = True
        run, answer = self.puzzle_run, self.puzzle_run.answer
        if answer is not None:
            player = colour_word(answer.player).capitalize() if answer.player else ""
            self.terminal.say(t(f"puzzles.answer.{answer.kind}", player=player), "bold magenta")
            if answer.kind == REFUTED:
                self.terminal.say(t("terminal.puzzles.defence", lines=ARROW.join(answer.lines)), whole=True)
                telling = chronicle(run.state.setting, run.puzzle.player)
                telling.add([event for events in answer.told for event in events])
                for line in telling.lines:
                    self.terminal.say(f"  {line.text}")
        while run.status == FAILED and not self.quitting:
            words_typed = self.terminal.ask(t("terminal.puzzles.failed") + " ").lower().split()
            command = {"undo": self._undo, "again": self._again, "solution": self._solution, "quit": self._quit}
            if words_typed and words_typed[0] in command:
                command[words_typed[0]](run.me, [])

    def _header(self, view: AnyView) -> Text:
        puzzle = self.puzzle_run.puzzle
        goal = t(f"puzzles.short.{puzzle.goal}")
        title = t("terminal.puzzles.title", number=puzzle.number, goal=goal, grade=puzzle.grade)
        return Text(f" {title} ", style="bold reverse")

    def _below(self) -> list[Text]:
        lines = [Text("")]
        answer = self.puzzle_run.answer
        if answer is not None:
            lines.append(Text(f" {t(f'puzzles.answer.{answer.kind}', player='')}", style="bold magenta"))
        lines.append(Text(f" {self._goal()} {t('puzzles.rule')}", style="bold green"))
        return [*lines, Text(f" {t('terminal.puzzles.commands')}", style="dim")]

    def _goal(self) -> str:
        puzzle, state = self.puzzle_run.puzzle, self.puzzle_run.root
        colours = state.setting.colours
        following = self.puzzle_run.craft.passed(state)
        player = colour_word(colours[following.active])
        token = self.names.token(puzzle.token) if puzzle.token else ""
        return t(f"puzzles.goal.{puzzle.goal}", player=player, token=token)

    def _typed(self, view: AnyView, menu: Menu, typed: str) -> bool:
        try:
            self.puzzle_session.play_typed(self.face.read_typed(self.session.state, view, menu, typed))
        except InputError as error:
            self.terminal.say(str(error))
            return False
        return True

    # -- commands ----------------------------------------------------------------------------------------------------------

    def _hint(self, seat: int, typed: list[str]) -> bool:
        self._hinted = min(HINTS, self._hinted + 1)
        hint = self.puzzle_run.hint(self._hinted)
        if hint.lost:
            self.terminal.say(t("puzzles.hint.lost"))
            return False
        self.terminal.say(t(f"puzzles.hint.{hint.theme or 'none'}"))
        if hint.token:
            self.terminal.say(t("puzzles.hint.token", object=self.names.token(hint.token, "object")))
        if hint.line:
            self.faulty = True
            self.terminal.say(t("terminal.puzzles.line", line=hint.line), whole=True)
        return False

    def _solution(self, seat: int, typed: list[str]) -> bool:
        self.faulty = True
        solution = self.puzzle_run.solution()
        self.terminal.say(t("terminal.puzzles.solution", lines=ARROW.join(solution.lines)), whole=True)
        self.terminal.say(reason_told(solution.reason, self.names))
        return False

    def _again(self, seat: int, typed: list[str]) -> bool:
        self.puzzle_run.again()
        self.puzzle_session.typed.clear()
        return True

    def _undo(self, seat: int, typed: list[str]) -> bool:
        if not self.puzzle_session.take_back():
            self.terminal.say(t("terminal.puzzles.nothing-to-undo"))
            return False
        self.seen[seat] = min(self.seen.get(seat, 0), len(self.session.history))
        return True

    def _quit(self, seat: int, typed: list[str]) -> bool:
        self.quitting = True
        return True
