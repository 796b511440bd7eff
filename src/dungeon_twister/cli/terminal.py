"""Keyboard and screen: asks for lines, clears the screen with its scrollback, and ends politely."""

from __future__ import annotations

import os
import select
import sys

from rich.console import Console
from rich.text import Text

from dungeon_twister.cli.text_layout import wrapped
from dungeon_twister.cli.texts import t

CLEAR_ALL = "\x1b[H\x1b[2J\x1b[3J"  # clears the screen and its scrollback
ALTERNATE_SCREEN = "\x1b[?1049h"  # a screen without scrollback
MAIN_SCREEN = "\x1b[?1049l"
PLAYER_STYLES = {"blue": "bright_blue", "yellow": "yellow", "red": "red", "green": "green"}
BLANK_LINES = 100  # for terminals without control sequences


class QuitError(Exception):
    """The input has ended or was interrupted."""

    def __init__(self, interrupted: bool) -> None:
        super().__init__()
        self.interrupted = interrupted


class TimeUpError(Exception):
    """The time limit is over and nothing was typed."""


class Terminal:
    """The terminal on which the game is shown and the players type."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.private = False

    @property
    def interactive(self) -> bool:
        return self.console.is_terminal and sys.stdin is not None and sys.stdin.isatty()

    def ask(self, prompt: str | Text, seconds: float | None = None) -> str:
        """Return a stripped typed line; LeaveError at the end of the input or on Ctrl-C. LateError if no line arrives within
        `seconds`, on systems that support it."""
        self.console.print(prompt, end="", markup=False)
        try:
            if seconds is not None and self.interactive and os.name == "posix":
                self.console.file.flush()
                if not select.select([sys.stdin], [], [], max(0.0, seconds))[0]:
                    self.console.print()
                    raise TimeUpError
            return input("").strip()
        except EOFError:
            self.console.print()
            raise QuitError(False) from None
        except KeyboardInterrupt:
            self.console.print()
            raise QuitError(True) from None

    def say(self, text: str | Text, style: str = "", whole: bool = False, indent: int = 0) -> None:
        """Print a text, its later lines indented; `whole`: without wrapping, because it holds something to copy."""
        if whole:
            self.console.print(text, style=style or None, markup=False, soft_wrap=True)
            return
        for line in wrapped(Text(text) if isinstance(text, str) else text, self.console.width, indent):
            self.console.print(line, style=style or None)

    def confirm(self, question: str) -> bool:
        """Ask yes or no; anything else means no."""
        return self.ask(f"{question} {t('terminal.yes-no')} ").lower() in t("terminal.yes").split()

    def clear(self) -> None:
        """Clear the screen for the next picture."""
        self._write(CLEAR_ALL if self.private else "\x1b[H\x1b[2J")

    def use_alternate_screen(self) -> None:
        """Prepare for two people at one keyboard: use a screen without scrollback, and keep no typed lines."""
        self.private = True
        if "readline" in sys.modules:
            sys.modules["readline"].set_auto_history(False)
        self._write(ALTERNATE_SCREEN)

    def restore_main_screen(self) -> None:
        if self.private:
            self._write(CLEAR_ALL + MAIN_SCREEN)
            self.private = False

    def _write(self, command: str) -> None:
        if self.console.is_dumb_terminal:
            self.console.print("\n" * BLANK_LINES)
        elif self.console.is_terminal:
            self.console.file.write(command)
            self.console.file.flush()
