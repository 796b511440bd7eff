"""The game at the terminal: whose turn it is, the screens, and the commands besides choices."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from dungeon_twister.cli import screen
from dungeon_twister.cli.choices import InputError, Menu, make_menu, read_typed, squares_in_reach
from dungeon_twister.cli.helptexts import COMMANDS, explain, topics
from dungeon_twister.cli.output import reason, sentence
from dungeon_twister.cli.screen import PLAYER_STYLES
from dungeon_twister.cli.session import SETUP, Session
from dungeon_twister.cli.terminal import LeaveError, Terminal
from dungeon_twister.observe import SPECTATOR, View
from dungeon_twister.record.game import UndoError

FEWEST_NEWS, MOST_NEWS = 3, 12
LOG_LENGTH = 20
RECENT = 150  # how many choices the news look back


class Table:
    """People and bots around one terminal."""

    def __init__(self, session: Session, terminal: Terminal, file: Path | None) -> None:
        self.session = session
        self.terminal = terminal
        self.file = file  # where the game is saved after every turn, if anywhere
        self.at_keyboard = -1
        self.seen: dict[int, int] = {}  # how much of the history each seat had been shown when it last decided
        self.quitting = False
        self.farewell = ""
        self.commands: dict[str, Callable[[int, list[str]], bool]] = {
            "help": self._help,
            "?": self._help,
            "undo": self._undo,
            "save": self._save,
            "resign": self._resign,
            "draw": self._draw,
            "board": self._board,
            "log": self._log,
            "reach": self._reach,
            "fill": self._fill,
            "quit": self._quit,
            "exit": self._quit,
        }

    @property
    def shared(self) -> bool:
        """Do several people take turns at the keyboard?"""
        return len(self.session.people) > 1

    # -- the game ------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        if self.shared:
            self.terminal.begin_privacy()
        try:
            while not self.session.game.over and not self.quitting:
                self._one_decision()
        except LeaveError as leaving:
            self._left(leaving)
            return
        finally:
            self.terminal.end_privacy()
        if self.session.game.over:
            self._finish()
        elif self.farewell:
            self.terminal.say(self.farewell, whole=True)

    def _one_decision(self) -> None:
        session = self.session
        seat = session.game.state.decider()
        if seat in session.bots:
            session.play_bot(seat)
        elif not session.fill(seat):
            self._person(seat)
        if self.file and (session.game.over or session.stage() == "card"):
            self._write(self.file, quietly=True)

    def _person(self, seat: int) -> None:
        """Show a person the game and ask until something is decided."""
        if self.shared and self.at_keyboard != seat:
            self._hand_over(seat)
        self.at_keyboard = seat
        view = self.session.view(seat)
        state = screen.imagined(view)
        menu = make_menu(view)
        self._show(view, menu)
        self.seen[seat] = len(self.session.history)
        colour = self.session.colours[seat]
        while True:
            typed = self.terminal.ask(Text(f"{colour}> ", style=f"bold {PLAYER_STYLES[colour]}"))
            words = typed.split()
            if not words:
                self.terminal.say("Type a number, a choice as shown, or help.")
            elif words[0].lower() in self.commands:
                if self.commands[words[0].lower()](seat, words[1:]):
                    return
            else:
                try:
                    self.session.play_typed(read_typed(state, menu, typed))
                    return
                except InputError as error:
                    self.terminal.say(str(error))

    def _hand_over(self, seat: int) -> None:
        """Nothing of one player's screen is left when the other one looks."""
        colour = self.session.colours[seat]
        self.terminal.clear()
        self.terminal.say(f"Pass the keyboard to {colour}.", f"bold {PLAYER_STYLES[colour]}")
        self.terminal.ask(f"{colour}: press Enter when only you are looking. ")
        self.terminal.clear()

    # -- what is shown -------------------------------------------------------------------------------------------------

    def _show(self, view: View, menu: Menu | None, reach: list[str] | None = None) -> None:
        """The whole screen for one viewer: board, figures, news, choices."""
        console, state = self.terminal.console, screen.imagined(view)
        journey = view.journey
        if journey is not None and menu is not None:
            reach = squares_in_reach(state)
        painted = screen.paint(screen.board_lines(state, view), journey.square if journey else "", reach)
        below = [*screen.figures(view, state), *screen.notes(view, state)]
        menu_lines: list[Text] = []
        if menu is not None:
            menu_lines = screen.menu_lines(menu, console.width)
            if journey is not None and reach:
                menu_lines.append(Text(f" can end on: {', '.join(reach)}"))
            below += [screen.decision_line(view, state), *menu_lines]
        self.terminal.clear()
        console.print(screen.header(view, state))
        screen.print_board(console, painted)
        rows = sum(max(1, -(-len(text) // console.width)) for text in below)
        room = console.height - len(painted) - rows - 3 if self.terminal.interactive else MOST_NEWS
        split = len(screen.figures(view, state))
        if self.terminal.interactive and room > FEWEST_NEWS + 1:
            below.insert(len(below) - len(menu_lines) - 1 if menu_lines else len(below), Text(""))
            room -= 1
        news = self._news(view, max(FEWEST_NEWS, min(MOST_NEWS, room)))
        for text in [*below[:split], *news, *below[split:]]:
            console.print(text, overflow="fold")

    def _news(self, view: View, lines: int) -> list[Text]:
        """The last sentences; what is new since the viewer decided last is marked."""
        session = self.session
        seat = session.colours.index(view.viewer) if view.viewer in session.colours else SPECTATOR
        new = session.told(seat, self.seen.get(seat, 0))
        old = session.log(seat, RECENT)
        told = [*session.mishaps, *old][-lines:]
        session.mishaps.clear()
        if len(new) > len(told):
            told[0] = f"... and {len(new) - len(told) + 1} things more before that: type log"
        fresh = len(told) - min(len(new), len(told))
        lines_of = [Text(f"   {line}", style="dim") for line in told[:fresh]]
        return lines_of + [Text(f" * {line}") for line in told[fresh:]]

    def _finish(self) -> None:
        """Result, reason, and the record."""
        game = self.session.game
        self.seen[SPECTATOR] = len(self.session.history) - 1
        self._show(self.session.view(SPECTATOR), None)
        won = game.winners
        points = ", ".join(f"{colour} {vp} VP" for colour, vp in game.scores.items())
        result = f"{won[0].capitalize()} wins" if len(won) == 1 else "The game is a draw"
        self.terminal.say(f"{result} ({points}). {self.session.reason()}", "bold")
        if self.file:
            self._write(self.file)
            return
        try:
            name = self.terminal.ask("Save the record? A file name, or just Enter: ")
            if name:
                self._write(_path(name))
        except LeaveError:
            self.terminal.say("The record was not saved.")

    # -- commands: each returns whether the decision is over -----------------------------------------------------------

    def _help(self, seat: int, words: list[str]) -> bool:
        if not words:
            for command, meaning in COMMANDS:
                self.terminal.console.print(Text.assemble((f"  {command:<13}", "bold cyan"), meaning))
            self.terminal.say(f"  help knows: {topics()}.")
            return False
        text = explain(words[0])
        self.terminal.say(text or f"There is no help on {words[0]!r}; there is on {topics()}.")
        return False

    def _undo(self, seat: int, words: list[str]) -> bool:
        try:
            self.session.undo(seat)
        except UndoError as error:
            self.terminal.say(str(error))
            return False
        self.seen[seat] = min(self.seen.get(seat, 0), len(self.session.history))
        return True

    def _save(self, seat: int, words: list[str]) -> bool:
        if not words and self.file is None:
            self.terminal.say("Say where to: save FILE.")
            return False
        path = Path(" ".join(words)) if words else self.file
        assert path is not None
        if words and path != self.file and path.is_file() and not self.terminal.agrees(f"{path} exists; overwrite it?"):
            self.terminal.say("Nothing was saved.")
            return False
        if self._write(path):
            self.file = path  # from now on it is saved there, so that leaving needs no more questions
        return False

    def _write(self, path: Path, quietly: bool = False) -> bool:
        """Save, and say where and how to go on; on failure say why."""
        try:
            self.session.save(path)
        except (OSError, ValueError) as error:
            self.terminal.say(sentence(f"Cannot save to {path}: {reason(error)}"), whole=True)
            return False
        if self.session.game.over:
            self.farewell = f"The record is saved; look at it with: dungeon-twister replay {path}"
        else:
            self.farewell = f"The game is saved; go on with: dungeon-twister play --resume {path}"
        if not quietly:
            self.terminal.say(self.farewell, whole=True)
        return True

    def _resign(self, seat: int, words: list[str]) -> bool:
        colour = self.session.colours[seat]
        if not self.terminal.agrees(f"{colour}: give the game up?"):
            self.terminal.say("The game goes on.")
            return False
        self.session.play(f"resign {colour}")
        return True

    def _draw(self, seat: int, words: list[str]) -> bool:
        others = [other for other in range(len(self.session.colours)) if other != seat]
        if any(other in self.session.bots for other in others):
            self.terminal.say("Bots do not agree to a draw.")
            return False
        colours = " and ".join(self.session.colours[other] for other in others)
        if not self.terminal.agrees(f"{colours}: do you agree to a draw?"):
            self.terminal.say("There is no agreement; the game goes on.")
            return False
        self.session.play("draw")
        return True

    def _board(self, seat: int, words: list[str]) -> bool:
        view = self.session.view(seat)
        self._show(view, make_menu(view))
        return False

    def _log(self, seat: int, words: list[str]) -> bool:
        asked = words[0] if words else ""
        count = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 7 else LOG_LENGTH
        for line in self.session.log(seat)[-count:] if count else []:
            self.terminal.say(f"  {line}")
        return False

    def _reach(self, seat: int, words: list[str]) -> bool:
        view = self.session.view(seat)
        try:
            squares = squares_in_reach(screen.imagined(view), words[0] if words else "") if words else []
        except InputError as error:
            self.terminal.say(str(error))
            return False
        if not words:
            self.terminal.say("Say of whom: reach W.")
            return False
        self._show(view, make_menu(view), squares)
        self.terminal.say(f"One move of {words[0]} can end on: {', '.join(squares)}.")
        return False

    def _fill(self, seat: int, words: list[str]) -> bool:
        stage = self.session.stage()
        if stage not in SETUP:
            self.terminal.say("There is nothing to fill: that is for the setup only.")
            return False
        self.session.filling[seat] = stage
        self.session.typed.append(len(self.session.game.log))
        return True

    def _quit(self, seat: int, words: list[str]) -> bool:
        if self.file:
            self.quitting = self._write(self.file, quietly=True) or self.terminal.agrees("Leave without saving?")
            return self.quitting
        answer = self.terminal.ask("Save the game? A file name; just Enter to leave without saving; no to go on: ")
        if answer.lower() in ("no", "n", "cancel"):
            return False
        self.farewell = "The game is not saved."
        self.quitting = not answer or self._write(_path(answer), quietly=True)
        return self.quitting

    def _left(self, leaving: LeaveError) -> None:
        """The input ended or Ctrl-C was pressed: save what can be saved and say where."""
        self.terminal.end_privacy()
        path = self.file
        if path is None and leaving.interrupted and self.terminal.interactive:
            try:
                name = self.terminal.ask("Save the game? A file name, or just Enter to leave without saving: ")
                path = _path(name) if name else None
            except LeaveError:
                pass
        if path is None:
            self.terminal.say("The game is not saved; next time type save FILE, or start with --save FILE.")
        else:
            self._write(path)


def _path(answer: str) -> Path:
    """A file name, also if somebody typed `save FILE`."""
    return Path(answer.removeprefix("save ").strip())
