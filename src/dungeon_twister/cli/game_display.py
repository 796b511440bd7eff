"""Interface between the commands and the two games: picture, lines of the players, menus, parsing.

Each game implements it (`board/display.py`, `card/display.py`); `editions.display_of` finds the one of a state.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from rich.text import Text

from dungeon_twister.cli.help_texts import Help
from dungeon_twister.cli.menus import Menu
from dungeon_twister.cli.terminal import PLAYER_STYLES
from dungeon_twister.cli.texts import colour_word, has_text, t
from dungeon_twister.game.determinization import determinize
from dungeon_twister.game.views import CardView, View
from dungeon_twister.presentation.i18n import capital
from dungeon_twister.rules.engine.options import END_TURN
from dungeon_twister.rules.engine.shared.ending import end_reason
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import sees_all, viewer_of

AnyView = View | CardView
ENDLESS = 10_000  # the height of output that is no terminal


@dataclass
class Viewport:
    """The space for a picture, and its highlights: the inspected piece and the places in reach."""

    width: int
    height: int = ENDLESS
    focus: str = ""
    reach: list[str] = field(default_factory=list)


class GameDisplay:
    """A game as the terminal shows it. `state` is the true one. Everything shown is computed from `known`, which holds only the
    viewer's knowledge and guesses, so it cannot reveal anything hidden."""

    help: Help
    example: str  # a character, for error sentences

    def known_state(self, state: State, view: AnyView) -> State:
        """Return the state as far as the viewer knows it, with guesses for the rest; for an omniscient viewer the true one."""
        return state if sees_all(viewer_of(state.setting, view.viewer)) else determinize(view, Random(0), state.setting)

    def open_view(self, state: State) -> AnyView:
        """Return a view in which nothing is secret, of a finished game or a position."""
        raise NotImplementedError

    def picture(self, state: State, view: AnyView, viewport: Viewport, everything: bool = False) -> list[Text]:
        """Return the maze with all tokens; `everything`: hide nothing."""
        raise NotImplementedError

    def player_lines(self, state: State, view: AnyView) -> list[Text]:
        """Return one line per player."""
        raise NotImplementedError

    def notes(self, state: State, view: AnyView, viewport: Viewport) -> list[Text]:
        """Return further notes on the current state."""
        raise NotImplementedError

    def decision_words(self, state: State, view: AnyView) -> str:
        """Return the pending decision in words."""
        raise NotImplementedError

    def make_menu(self, state: State, view: AnyView) -> Menu:
        """Return the choices of the player to decide."""
        raise NotImplementedError

    def character_named(self, state: State, view: AnyView, typed: str) -> str:
        """Return the character whose menu a single word asks for, or nothing."""
        raise NotImplementedError

    def read_typed(self, state: State, view: AnyView, menu: Menu, typed: str) -> list[str]:
        """Return the choices, in notation, that a typed line means; InputError names the problem."""
        raise NotImplementedError

    def in_reach(self, state: State, view: AnyView, word: str = "") -> list[str]:
        """Return where the traveller, or the named character if it moved now, can end; InputError if it cannot move."""
        raise NotImplementedError

    def look(self, state: State, view: AnyView, word: str, width: int) -> list[Text]:
        """Describe a room or a character in detail; InputError if there is none."""
        raise NotImplementedError

    def commands(self, state: State) -> list[tuple[str, str]]:
        """Return the commands that can be typed in this game, with their effects."""
        return self.help.commands()

    def topics(self, state: State) -> str:
        """Return the help topics of this game as a list in words."""
        return self.help.topics(many=state.setting.players > 2)

    def reason_for_end(self, state: State) -> str:
        """Return why a game is over, with the clause."""
        reason = end_reason(state)
        return f"{t(f'game.end.{reason}', target=state.setting.target)} ({self.clause_of_end(state, reason)})"

    def clause_of_end(self, state: State, reason: str) -> str:
        raise NotImplementedError

    def result(self, state: State) -> str:
        """Return the winner as a sentence without its full stop."""
        won = [colour for seat, colour in enumerate(state.setting.colours) if state.winners >> seat & 1]
        if not won and state.setting.players > 2:
            return t("terminal.result.nobody")
        return capital(t("terminal.result.one", player=colour_word(won[0]))) if len(won) == 1 else t("terminal.result.draw")

    def journey_mode(self, state: State) -> str:
        """Return the kind of the current journey; a move if there is none."""
        raise NotImplementedError

    def journey_is_done(self, state: State) -> bool:
        """Return whether the journey can only stop. The Card Game's journeys stop by themselves then (MOV-3)."""
        return False

    def width(self, state: State) -> int:
        """Return the width of the picture if the terminal does not limit it."""
        raise NotImplementedError

    def aim(self, state: State) -> str:
        """Return what ends the game, in a few words."""
        return t("terminal.aim", target=state.setting.target)

    def turn_words(self, state: State, view: AnyView) -> str:
        return t("parts.turn-number", turn=view.turn)

    # -- the same in both games -----------------------------------------------------------------------------------------

    def header(self, state: State, view: AnyView) -> Text:
        """Return one line: the game, the turn and its player."""
        text = Text(f" {scenario_title(state)} ", style="bold reverse")
        parts = [self.aim(state)]
        parts += [f"{name}={value}" for name, value in view.options.items() if name not in ("target", END_TURN)]
        if view.turn:
            parts.append(self.turn_words(state, view))
        text.append("  " + "   ".join(parts), style="not bold not reverse")
        if view.turn and not view.over:
            whose = t("terminal.whose-turn", player=colour_word(view.active))
            text.append(f"   {whose}", style=f"not reverse bold {PLAYER_STYLES[view.active]}")
        return text

    def decision_line(self, state: State, view: AnyView) -> Text:
        """Return the pending decision and who decides."""
        who = view.pending[-1].who
        text = Text(t("terminal.decider", who=colour_word(who)) + " ", style=f"bold {PLAYER_STYLES.get(who, 'default')}")
        words = t("terminal.decision.end") if only_ends(view) else self.decision_words(state, view)
        text.append(words, style="bold default")
        return text


def player_table(head: list[str], rows: list[list[str]], colours: list[str], active: str) -> list[Text]:
    """Return a line of titles, and one line per player after the name; the first column stands out. Columns without contents
    are left out."""
    names = ["", *(f"{'>' if colour == active else ' '} {colour_word(colour)}" for colour in colours)]
    used = [column for column in zip(head, *rows, strict=True) if any(column[1:])]
    columns = [tuple(names), *used]
    widths = [max(map(len, column)) + 2 for column in columns]
    lines: list[Text] = []
    for number in range(len(names)):
        cells = "".join(f"{column[number]:<{width}}" for column, width in zip(columns, widths, strict=True))
        lines.append(Text(cells.rstrip(), style="" if number else "dim", end=""))
    for line, colour in zip(lines[1:], colours, strict=True):
        line.stylize(f"bold {PLAYER_STYLES[colour]}", 2, widths[0])
        line.stylize("bold", widths[0], sum(widths[:2]))
    return lines


def only_ends(view: AnyView) -> bool:
    """Return whether all points are spent and only the end of the turn can be chosen."""
    return view.ap == 0 and [choice.do for choice in view.choices] == ["pass"]


def scenario_title(state: State) -> str:
    """Return the title of a scenario; a custom scenario keeps its own."""
    scenario = state.setting.scenario
    return t(f"game.scenario.{scenario.name}") if has_text(f"game.scenario.{scenario.name}") else scenario.title
