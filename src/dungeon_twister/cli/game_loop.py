"""The game at the terminal: turns, screens, and commands other than choices."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic

from rich.text import Text

from dungeon_twister.cli.game_display import ENDLESS, AnyView, Viewport, only_ends
from dungeon_twister.cli.input_words import english_word, to_english
from dungeon_twister.cli.menus import InputError, Menu, menu_lines
from dungeon_twister.cli.output import as_sentence, os_error_text
from dungeon_twister.cli.terminal import PLAYER_STYLES, QuitError, Terminal, TimeUpError
from dungeon_twister.cli.terminal_session import TerminalSession
from dungeon_twister.cli.texts import colour_word, colour_words, scores_text, t
from dungeon_twister.game.record.recorded_game import UndoError
from dungeon_twister.game.session import BOT
from dungeon_twister.game.session.timer import TurnClock
from dungeon_twister.rules.visibility import SPECTATOR, is_open

FEWEST_NEWS, MOST_NEWS = 3, 12
LOW = 30  # a terminal with fewer lines shows less news
MENU_SHARE = 4  # a menu takes at most this part of the screen, or it has two steps
LOG_LENGTH = 20
BACK = ("", "0", "back")
RECENT = 150  # number of choices that the news cover


class GameLoop:
    """People and bots around one terminal."""

    def __init__(self, session: TerminalSession, terminal: Terminal, file: Path | None) -> None:
        self.session = session
        self.game_session = session.game_session
        self.display = session.display
        self.terminal = terminal
        self.file = file  # where the game is saved after every turn, if at all
        self.shared = len(self.game_session.people) > 1  # several people take turns at the keyboard
        self.at_keyboard = -1
        self.seen: dict[int, int] = {}  # length of the history that each seat had seen at its last decision
        self.saved_turn = -1
        self.clock = TurnClock()
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
            "look": self._look,
            "fill": self._fill,
            "quit": self._quit,
            "exit": self._quit,
        }

    # -- the game ------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play to the end, or until the user leaves."""
        if self.shared:
            self.terminal.use_alternate_screen()
        try:
            while not self.session.game.over and not self.quitting:
                self._next_decision()
        except QuitError as leaving:
            self._handle_quit(leaving)
            return
        finally:
            self.terminal.restore_main_screen()
        if self.session.game.over:
            self._finish()
        elif self.farewell:
            self.terminal.say(self.farewell, whole=True)

    def _next_decision(self) -> None:
        session = self.session
        seat = session.state.decider()
        if self.game_session.seats[seat].bot is not None:
            session.play_bot(seat)
        elif not session.fill():
            self._ask_person(seat)
        if self.file and (session.game.over or session.state.turn != self.saved_turn):
            self._write(self.file, quietly=True)
            self.saved_turn = session.state.turn

    def _ask_person(self, seat: int) -> None:
        """Show the game to a person and ask until the decision is made."""
        everybody = is_open(self.session.state)
        if self.shared and self.at_keyboard != seat and not everybody:
            self._hand_over(seat)
        self.at_keyboard = -1 if everybody else seat  # from then on, the other player has to look away
        view = self.game_session.view(seat)
        menus = [self._make_menu(view)]  # the last one is shown; `back` returns to the one before
        self._show(view, menus[-1])
        self.seen[seat] = len(self.session.history)
        state, limit, began = self.session.state.copy(), self.clock.limit(self.session.state), monotonic()
        try:
            self._ask_until_decided(seat, view, menus, limit)
        except TimeUpError:
            self.terminal.say(t("terminal.time-over"))
            self.session.time_out()
        self.clock.spend(state, monotonic() - began)

    def _ask_until_decided(self, seat: int, view: AnyView, menus: list[Menu], limit: float | None) -> None:
        """Ask until the decision is made; LateError when the time limit of the rules runs out (OPT-1). The prompt shows the
        remaining seconds."""
        colour = self.game_session.colours[seat]
        until = None if limit is None else monotonic() + limit
        while True:
            left = None if until is None else max(0.0, until - monotonic())
            seconds = "" if left is None else f" ({left:.0f} s)"
            prompt = Text(f"{colour_word(colour)}{seconds}> ", style=f"bold {PLAYER_STYLES[colour]}")
            typed = self.terminal.ask(prompt, left)
            if until is not None and monotonic() > until:
                raise TimeUpError
            words = typed.split()
            command = english_word(words[0]).lower() if words else ""
            typed = to_english(typed)
            if len(menus) > 1 and typed.lower() in BACK:
                menus.pop()
                self._show(view, menus[-1])
            elif only_ends(view) and typed.lower() in ("", "end"):
                self.session.play_typed(["pass"])
                return
            elif not words:
                self.terminal.say(t("terminal.type-something"))
            elif command in self.commands:
                if self.commands[command](seat, words[1:]):
                    return
            elif (inner := self._nested_menu(view, menus, typed)) is not None:
                menus.append(inner)
                self._show(view, inner)
            elif self.display.character_named(self.session.state, view, typed) and not self._describe(seat, words[0]):
                pass
            elif self._play_line(view, menus[-1], typed):
                return

    def _play_line(self, view: AnyView, menu: Menu, typed: str) -> bool:
        """Make the choices of a typed line; return whether the decision is made."""
        try:
            self.session.play_typed(self.display.read_typed(self.session.state, view, menu, typed))
        except InputError as error:
            self.terminal.say(str(error))
            return False
        return True

    def _nested_menu(self, view: AnyView, menus: list[Menu], typed: str) -> Menu | None:
        """Return the nested menu of a number, or of a character that is named alone."""
        entry = menus[-1].entry(typed)
        if entry is not None:
            return entry.inner
        token = self.display.character_named(self.session.state, view, typed)
        return menus[0].nested_menu(token) if token else None

    def _hand_over(self, seat: int) -> None:
        """Clear one player's screen before the other one looks."""
        colour = self.game_session.colours[seat]
        self.terminal.clear()
        self.terminal.say(t("terminal.hand-over", player=colour_word(colour)), f"bold {PLAYER_STYLES[colour]}")
        self.terminal.ask(t("terminal.hand-over.ready", player=colour_word(colour)) + " ")
        self.terminal.clear()

    # -- screens -------------------------------------------------------------------------------------------------------

    def _make_menu(self, view: AnyView) -> Menu:
        """Return the choices, in two steps if they would take too much of a low screen."""
        menu, console = self.display.make_menu(self.session.state, view), self.terminal.console
        too_high = self.terminal.interactive and len(menu_lines(menu, console.width)) > console.height // MENU_SHARE
        return menu.folded() if too_high else menu

    def _show(self, view: AnyView, menu: Menu | None, reach: list[str] | None = None) -> None:
        """Show the whole screen for one viewer: maze, figures, news, choices. The maze takes the remaining height."""
        console, state, display = self.terminal.console, self.session.state, self.display
        if view.journey is not None and menu is not None:
            reach = display.in_reach(state, view)
        fewest = FEWEST_NEWS if not self.terminal.interactive or console.height >= LOW else 1
        viewport = Viewport(console.width, ENDLESS, menu.focus if menu else "", reach or [])
        figures, below = display.player_lines(state, view), self._notes(view, viewport)
        choices: list[Text] = []
        if menu is not None:
            choices = [display.decision_line(state, view), *menu_lines(menu, console.width)]
            if view.journey is not None and reach:
                choices.append(Text(f" {t('terminal.can-end', places=', '.join(reach))}"))
            choices += self._prompt_lines()
        if self.terminal.interactive:
            rows = sum(max(1, -(-len(text) // console.width)) for text in [*figures, *below, *choices])
            viewport.height = console.height - rows - fewest - 2
        picture = display.picture(state, view, viewport)
        room = viewport.height + fewest - len(picture)
        self.terminal.clear()
        console.print(self._header(view))
        for text in picture:
            console.print(text, no_wrap=True, overflow="ignore", crop=False)
        if self.terminal.interactive and room > fewest + 1 and choices:
            choices.insert(0, Text(""))
            room -= 1
        news = self._recent_events(view, max(fewest, min(MOST_NEWS, room)))
        for text in [*figures, *news, *below, *choices]:
            self.terminal.say(text)

    def _header(self, view: AnyView) -> Text:
        return self.display.header(self.session.state, view)

    def _notes(self, view: AnyView, viewport: Viewport) -> list[Text]:
        return self.display.notes(self.session.state, view, viewport)

    def _prompt_lines(self) -> list[Text]:
        """Return the lines right above the prompt."""
        return []

    def _recent_events(self, view: AnyView, lines: int) -> list[Text]:
        """Return the last sentences; those since the viewer's last decision are marked."""
        session = self.session
        colours = self.game_session.colours
        seat = colours.index(view.viewer) if view.viewer in colours else SPECTATOR
        new = session.sentences(seat, self.seen.get(seat, 0))
        old = session.log(seat, RECENT)
        shown = [*session.bot_failures, *old][-lines:]
        session.bot_failures.clear()
        if len(new) > len(shown):
            shown[0] = t("terminal.more-news", count=len(new) - len(shown) + 1)
        fresh = len(shown) - min(len(new), len(shown))
        lines_of = [Text(f"   {line}", style="dim") for line in shown[:fresh]]
        return lines_of + [Text(f" * {line}") for line in shown[fresh:]]

    def _finish(self) -> None:
        """Show the result with its reason, and the record."""
        game = self.session.game
        self.seen[SPECTATOR] = len(self.session.history) - 1
        self._show(self.game_session.view(SPECTATOR), None)
        points = scores_text(game.scores)
        result = self.display.result(game.state)
        self.terminal.say(f"{result} ({points}). {self.session.reason()}", "bold")
        if self.file:
            self._write(self.file)
            return
        try:
            name = self.terminal.ask(t("terminal.save.record") + " ")
            if name:
                self._write(_path(name))
        except QuitError:
            self.terminal.say(t("terminal.save.no-record"))

    # -- commands: each returns whether the decision is over -----------------------------------------------------------

    def _help(self, seat: int, words: list[str]) -> bool:
        if not words:
            commands = self.display.commands(self.session.state)
            width = max(len(command) for command, _ in commands)
            for command, meaning in commands:
                line = Text.assemble((f"  {command:<{width}}  ", "bold cyan"), meaning)
                self.terminal.say(line, indent=width + 4)
            self.terminal.say("  " + t("terminal.help.topics", topics=self.display.topics(self.session.state)))
            return False
        text = self.display.help.explain(" ".join(words))
        self.terminal.say(text or t("terminal.help.none", word=words[0], topics=self.display.topics(self.session.state)))
        return False

    def _undo(self, seat: int, words: list[str]) -> bool:
        try:
            self.session.undo(seat)
        except UndoError:
            self.terminal.say(t(f"terminal.error.undo-{self.display.help.game}"))
            return False
        self.seen[seat] = min(self.seen.get(seat, 0), len(self.session.history))
        return True

    def _save(self, seat: int, words: list[str]) -> bool:
        if not words and self.file is None:
            self.terminal.say(t("terminal.save.where"))
            return False
        path = Path(" ".join(words)) if words else self.file
        assert path is not None
        taken = words and path != self.file and path.is_file()
        if taken and not self.terminal.confirm(t("terminal.save.exists", file=str(path))):
            self.terminal.say(t("terminal.save.nothing"))
            return False
        if self._write(path):
            self.file = path  # later saves go there too, so leaving needs no more questions
        return False

    def _write(self, path: Path, quietly: bool = False) -> bool:
        """Save and print where, and how to continue; on failure print why."""
        try:
            self.session.save(path)
        except (OSError, ValueError) as error:
            self.terminal.say(as_sentence(t("terminal.save.cannot", file=str(path), reason=os_error_text(error))), whole=True)
            return False
        if self.session.game.over:
            self.farewell = t("terminal.save.done-record", file=str(path))
        else:
            self.farewell = t("terminal.save.done-game", file=str(path))
        if not quietly:
            self.terminal.say(self.farewell, whole=True)
        return True

    def _resign(self, seat: int, words: list[str]) -> bool:
        colour = self.game_session.colours[seat]
        if not self.terminal.confirm(t("terminal.resign.sure", player=colour_word(colour))):
            self.terminal.say(t("terminal.goes-on"))
            return False
        self.session.play(f"resign {colour}")
        if (
            not self.game_session.over
            and not self.game_session.people
            and not self.terminal.confirm(t("terminal.bots-play-on"))
        ):
            self._quit(seat, [])
        return True

    def _draw(self, seat: int, words: list[str]) -> bool:
        others = [other for other in self.game_session.playing if other != seat]
        if any(self.game_session.seats[other].who == BOT for other in others):
            self.terminal.say(t("refusals.bots-decline"))
            return False
        colours = colour_words([self.game_session.colours[other] for other in others])
        if not self.terminal.confirm(t("terminal.draw.all" if len(others) > 1 else "terminal.draw.one", players=colours)):
            self.terminal.say(t("terminal.draw.no"))
            return False
        self.session.play("draw")
        return True

    def _board(self, seat: int, words: list[str]) -> bool:
        view = self.game_session.view(seat)
        self._show(view, self._make_menu(view))
        return False

    def _log(self, seat: int, words: list[str]) -> bool:
        asked = words[0] if words else ""
        count = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 7 else LOG_LENGTH
        for line in self.session.log(seat)[-count:] if count else []:
            self.terminal.say(f"  {line}")
        return False

    def _reach(self, seat: int, words: list[str]) -> bool:
        view, state = self.game_session.view(seat), self.session.state
        if not words:
            self.terminal.say(t("terminal.reach.whom", example=self.display.example))
            return False
        try:
            places = self.display.in_reach(state, view, words[0])
        except InputError as error:
            self.terminal.say(str(error))
            return False
        self._show(view, self._make_menu(view), places)
        self.terminal.say(t("terminal.reach.places", token=words[0], places=", ".join(places)))
        return False

    def _look(self, seat: int, words: list[str]) -> bool:
        if not words:
            self.terminal.say(t("terminal.look.what", example=self.display.example))
            return False
        problem = self._describe(seat, words[0])
        if problem:
            self.terminal.say(problem)
        return False

    def _describe(self, seat: int, word: str) -> str:
        """Describe a room or a character; return what is wrong if there is none."""
        view, width = self.game_session.view(seat), self.terminal.console.width
        try:
            texts = self.display.look(self.session.state, view, word, width)
        except InputError as error:
            return str(error)
        for text in texts:
            self.terminal.say(text)
        return ""

    def _fill(self, seat: int, words: list[str]) -> bool:
        if not self.game_session.fill_at_random(seat):
            self.terminal.say(t("terminal.fill.nothing"))
            return False
        self.session.typed.append(len(self.session.game.log))
        return True

    def _quit(self, seat: int, words: list[str]) -> bool:
        if self.file:
            self.quitting = self._write(self.file, quietly=True) or self.terminal.confirm(t("terminal.quit.unsaved"))
            return self.quitting
        answer = self.terminal.ask(t("terminal.quit.save") + " ")
        if answer.lower() in t("terminal.no").split():
            return False
        self.farewell = t("terminal.quit.not-saved")
        self.quitting = not answer or self._write(_path(answer), quietly=True)
        return self.quitting

    def _handle_quit(self, leaving: QuitError) -> None:
        """Handle the end of the input or Ctrl-C: save if possible and print where."""
        self.terminal.restore_main_screen()
        path = self.file
        if path is None and leaving.interrupted and self.terminal.interactive:
            try:
                name = self.terminal.ask(t("terminal.quit.interrupted") + " ")
                path = _path(name) if name else None
            except QuitError:
                pass
        if path is None:
            self.terminal.say(t("terminal.quit.lost"))
        else:
            self._write(path)


def _path(answer: str) -> Path:
    """Return a file name, even if the user typed `save FILE`."""
    first, _, rest = answer.partition(" ")
    return Path(rest.strip() if rest and english_word(first) == "save" else answer.strip())
