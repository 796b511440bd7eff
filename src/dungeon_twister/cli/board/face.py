"""The board game as the commands see it."""

from __future__ import annotations

from rich.text import Text

from dungeon_twister.cli.board import panel, screen, words
from dungeon_twister.cli.board.choices import make_menu, named, read_typed, squares_in_reach
from dungeon_twister.cli.face import AnyView, Face, Frame
from dungeon_twister.cli.helptexts import Help
from dungeon_twister.cli.menus import InputError, Menu
from dungeon_twister.cli.speech import t
from dungeon_twister.game.views import View, observe
from dungeon_twister.game.views.board_view import board_view
from dungeon_twister.rules.engine.board.state import MODES, BoardState, board_of
from dungeon_twister.rules.engine.board.travel import nothing_left
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import SPECTATOR


class BoardFace(Face):
    """The board game as seen by the commands."""

    help = Help("board")
    example = "W"

    def _known(self, state: State, view: AnyView) -> BoardState:
        return board_of(self.known(state, view))

    def open_view(self, state: State) -> View:
        return observe(board_of(state), SPECTATOR)

    def picture(self, state: State, view: AnyView, frame: Frame, everything: bool = False) -> list[Text]:
        seen = board_view(view)
        return screen.picture(board_of(state) if everything else self._known(state, view), seen, frame, everything)

    def figures(self, state: State, view: AnyView) -> list[Text]:
        return screen.figures(board_view(view), self._known(state, view))

    def notes(self, state: State, view: AnyView, frame: Frame) -> list[Text]:
        return screen.notes(board_view(view), self._known(state, view))

    def decision_words(self, state: State, view: AnyView) -> str:
        return words.decision(self._known(state, view), board_view(view))

    def make_menu(self, state: State, view: AnyView) -> Menu:
        return make_menu(board_view(view))

    def named(self, state: State, view: AnyView, typed: str) -> str:
        return named(board_view(view), typed) if screen.is_many(board_of(state)) else ""  # only larger games have nested menus

    def read_typed(self, state: State, view: AnyView, menu: Menu, typed: str) -> list[str]:
        return read_typed(self._known(state, view), menu, typed)

    def in_reach(self, state: State, view: AnyView, word: str = "") -> list[str]:
        return squares_in_reach(self._known(state, view), word)

    def look(self, state: State, view: AnyView, word: str, width: int) -> list[Text]:
        if screen.is_many(board_of(state)):
            seen = board_view(view)
            return panel.look(self._known(state, view), seen, named(seen, word) or word, width)
        raise InputError(t("terminal.error.look-two"))

    def commands(self, state: State) -> list[tuple[str, str]]:
        return self.help.commands(without=() if screen.is_many(board_of(state)) else ("look",))

    def clause_of_end(self, state: State, reason: str) -> str:
        return words.clause_of_end(board_of(state), reason)

    def result(self, state: State) -> str:
        return words.result(board_of(state))

    def aim(self, state: State) -> str:
        return panel.aim(board_of(state))

    def turn_words(self, state: State, view: AnyView) -> str:
        turns = board_of(state).board_setting.board_scenario.turns
        return t("play.turn-limit", turn=view.turn, turns=turns).lower() if turns else super().turn_words(state, view)

    def journey_mode(self, state: State) -> str:
        board = board_of(state)
        return MODES[board.mode] if board.mover >= 0 else "move"

    def journey_is_done(self, state: State) -> bool:
        return nothing_left(board_of(state))

    def width(self, state: State) -> int:
        return screen.board_width(board_of(state))
