"""The board game as the commands see it."""

from __future__ import annotations

from rich.text import Text

from dungeon_twister.cli.board import screen, status_panel, status_text
from dungeon_twister.cli.board.choice_menu import make_menu
from dungeon_twister.cli.board.input_parser import read_typed, squares_in_reach, token_named
from dungeon_twister.cli.board.maze_drawing import MazeDrawing
from dungeon_twister.cli.game_display import AnyView, GameDisplay, Viewport
from dungeon_twister.cli.help_texts import Help
from dungeon_twister.cli.menus import Menu
from dungeon_twister.cli.texts import t
from dungeon_twister.game.views import View, observe
from dungeon_twister.game.views.board_view import board_view
from dungeon_twister.rules.engine.board.state import MODES, BoardState, board_of
from dungeon_twister.rules.engine.board.travel import nothing_left
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import SPECTATOR


class BoardDisplay(GameDisplay):
    """The board game as seen by the commands."""

    help = Help("board")
    example = "W"

    def _known_state(self, state: State, view: AnyView) -> BoardState:
        return board_of(self.known_state(state, view))

    def open_view(self, state: State) -> View:
        return observe(board_of(state), SPECTATOR)

    def picture(self, state: State, view: AnyView, viewport: Viewport, everything: bool = False) -> list[Text]:
        seen = board_view(view)
        return screen.draw_maze(board_of(state) if everything else self._known_state(state, view), seen, viewport, everything)

    def player_lines(self, state: State, view: AnyView) -> list[Text]:
        return screen.player_lines(board_view(view), self._known_state(state, view))

    def notes(self, state: State, view: AnyView, viewport: Viewport) -> list[Text]:
        return screen.notes(board_view(view), self._known_state(state, view))

    def decision_words(self, state: State, view: AnyView) -> str:
        return status_text.decision(self._known_state(state, view), board_view(view))

    def make_menu(self, state: State, view: AnyView) -> Menu:
        return make_menu(board_view(view))

    def character_named(self, state: State, view: AnyView, typed: str) -> str:
        return token_named(board_view(view), typed)

    def read_typed(self, state: State, view: AnyView, menu: Menu, typed: str) -> list[str]:
        return read_typed(self._known_state(state, view), menu, typed)

    def in_reach(self, state: State, view: AnyView, word: str = "") -> list[str]:
        return squares_in_reach(self._known_state(state, view), word)

    def look(self, state: State, view: AnyView, word: str, width: int) -> list[Text]:
        seen = board_view(view)
        return status_panel.look(self._known_state(state, view), seen, token_named(seen, word) or word, width)

    def clause_of_end(self, state: State, reason: str) -> str:
        return status_text.clause_of_end(board_of(state), reason)

    def result(self, state: State) -> str:
        return status_text.result(board_of(state))

    def aim(self, state: State) -> str:
        return status_panel.aim(board_of(state))

    def turn_words(self, state: State, view: AnyView) -> str:
        turns = board_of(state).board_setting.board_scenario.turns
        return t("play.turn-limit", turn=view.turn, turns=turns).lower() if turns else super().turn_words(state, view)

    def journey_mode(self, state: State) -> str:
        board = board_of(state)
        return MODES[board.mode] if board.mover >= 0 else "move"

    def journey_is_done(self, state: State) -> bool:
        return nothing_left(board_of(state))

    def width(self, state: State) -> int:
        return MazeDrawing(board_of(state), None, []).narrowest
