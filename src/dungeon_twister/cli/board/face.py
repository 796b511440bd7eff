"""The board game as the commands see it."""

from __future__ import annotations

from rich.text import Text

from dungeon_twister.cli.board import screen
from dungeon_twister.cli.board.choices import make_menu, read_typed, squares_in_reach
from dungeon_twister.cli.board.helptexts import COMMANDS, explain, topics
from dungeon_twister.cli.board.sentences import TELLER
from dungeon_twister.cli.face import AnyView, Face, Frame, resigned_colours
from dungeon_twister.cli.menus import InputError, Menu
from dungeon_twister.engine.board.state import MODES, board_of
from dungeon_twister.engine.shared.ending import nobody_left
from dungeon_twister.engine.state import State
from dungeon_twister.observe import SPECTATOR, View, observe


class BoardFace(Face):
    """What is shown and asked is worked out on an imagined state, so nothing can tell what is hidden."""

    teller = TELLER
    commands = COMMANDS
    setup = ("leave-out", "starters", "lay")
    example = "W"

    def open_view(self, state: State) -> View:
        return observe(board_of(state), SPECTATOR)

    def picture(self, state: State, view: AnyView, frame: Frame, everything: bool = False) -> list[Text]:
        seen = board_view(view)
        shown = board_of(state) if everything else screen.imagined(seen)
        lines = screen.board_lines(shown, None if everything else seen)
        journey = seen.journey.square if seen.journey else ""
        return screen.in_parts(screen.paint(lines, journey, frame.reach), frame.width)

    def figures(self, state: State, view: AnyView) -> list[Text]:
        return screen.figures(board_view(view), board_of(state))

    def notes(self, state: State, view: AnyView, frame: Frame) -> list[Text]:
        return screen.notes(board_view(view), board_of(state))

    def decision_words(self, state: State, view: AnyView) -> str:
        return TELLER.say(f"decide-{view.pending[-1].kind}", starters=board_of(state).board.starters)

    def make_menu(self, state: State, view: AnyView) -> Menu:
        return make_menu(board_view(view))

    def named(self, state: State, view: AnyView, typed: str) -> str:
        return ""  # all choices of the board game stand in one menu

    def read_typed(self, state: State, view: AnyView, menu: Menu, typed: str) -> list[str]:
        return read_typed(screen.imagined(board_view(view)), menu, typed)

    def in_reach(self, state: State, view: AnyView, word: str = "") -> list[str]:
        return squares_in_reach(screen.imagined(board_view(view)), word)

    def look(self, state: State, view: AnyView, word: str, width: int) -> list[Text]:
        raise InputError("The board shows everything; 'help W' says what something is, 'reach W' where it gets.")

    def explain(self, word: str) -> str | None:
        return explain(word)

    def topics(self) -> str:
        return topics()

    def reason_for_end(self, state: State, last: str) -> str:
        if state.resigned:
            return TELLER.say("end-resigned", player=resigned_colours(state))
        if last == "draw":
            return TELLER.say("end-agreed")
        if board_of(state).reached:
            return TELLER.say("end-target", target=state.setting.target)
        return TELLER.say("end-nobody" if nobody_left(state) else "end-stalled")

    def journey_mode(self, state: State) -> str:
        board = board_of(state)
        return MODES[board.mode] if board.mover >= 0 else "move"

    def width(self, state: State) -> int:
        return screen.board_width(board_of(state))


def board_view(view: AnyView) -> View:
    """A view that must be one of the board game."""
    assert isinstance(view, View)
    return view
