"""The Card Game as seen by the commands."""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text

from dungeon_twister.cli.card import screen
from dungeon_twister.cli.card.choice_menu import make_menu
from dungeon_twister.cli.card.input_parser import places_in_reach, read_typed, token_named
from dungeon_twister.cli.card.maze_drawing import BOTH, MazeDrawing
from dungeon_twister.cli.game_display import AnyView, GameDisplay, Viewport
from dungeon_twister.cli.help_texts import Help
from dungeon_twister.cli.menus import Menu
from dungeon_twister.cli.texts import has_text, t
from dungeon_twister.game.record.card.token_names import cards_next_to
from dungeon_twister.game.views import CardView, observe
from dungeon_twister.game.views.card_view import card_view
from dungeon_twister.rules.engine.card.decisions import SELECT
from dungeon_twister.rules.engine.card.state import MODES, CardState, card_of
from dungeon_twister.rules.engine.decisions import LEAVE_OUT_CHARACTERS
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import ALL_KNOWING


class CardDisplay(GameDisplay):
    """The Card Game at the terminal."""

    help = Help("card")
    example = "Na"

    def _known_state(self, state: State, view: AnyView) -> CardState:
        return card_of(self.known_state(state, view))

    def open_view(self, state: State) -> CardView:
        """Return everything by its name, face-down cards included."""
        card = card_of(state)
        view = observe(card, ALL_KNOWING)
        players = range(card.setting.players)
        names_at = [
            [card.setting.names[t] for p in players for t in cards_next_to(card, tile, p)] for tile in card.maze.tile_on
        ]
        rooms = [replace(room, under=names) for room, names in zip(view.rooms, names_at, strict=True)]
        return replace(view, rooms=rooms)

    def picture(self, state: State, view: AnyView, viewport: Viewport, everything: bool = False) -> list[Text]:
        if state.decision() in (SELECT, LEAVE_OUT_CHARACTERS):
            return []  # the table is still empty
        return MazeDrawing(self._known_state(state, view), card_view(view), viewport).lines()

    def player_lines(self, state: State, view: AnyView) -> list[Text]:
        return screen.player_lines(self._known_state(state, view), card_view(view))

    def notes(self, state: State, view: AnyView, viewport: Viewport) -> list[Text]:
        return screen.notes(self._known_state(state, view), card_view(view), viewport)

    def decision_words(self, state: State, view: AnyView) -> str:
        pending, combat = card_view(view).pending[-1], card_view(view).combat
        two = combat is not None and combat.rage > 1 and pending.who[0] == combat.attacker[0] and pending.kind == "combat"
        keys = (f"game.decision.{pending.kind}.{'two' if two else 'card'}", f"game.decision.{pending.kind}")
        return t(next(key for key in keys if has_text(key)))

    def make_menu(self, state: State, view: AnyView) -> Menu:
        return make_menu(self._known_state(state, view), card_view(view))

    def character_named(self, state: State, view: AnyView, typed: str) -> str:
        return token_named(self._known_state(state, view), card_view(view), typed)

    def read_typed(self, state: State, view: AnyView, menu: Menu, typed: str) -> list[str]:
        return read_typed(self._known_state(state, view), card_view(view), menu, typed)

    def in_reach(self, state: State, view: AnyView, word: str = "") -> list[str]:
        return places_in_reach(self._known_state(state, view), card_view(view), word)

    def look(self, state: State, view: AnyView, word: str, width: int) -> list[Text]:
        card, seen = self._known_state(state, view), card_view(view)
        return screen.look(card, seen, token_named(card, seen, word) or word, width)

    def clause_of_end(self, state: State, reason: str) -> str:
        return {"target": "END-1", "nobody": "END-4", "stall": "END-5"}.get(reason, "ENG-3")

    def journey_mode(self, state: State) -> str:
        card = card_of(state)
        return MODES[card.mode] if card.mover >= 0 else "move"

    def width(self, state: State) -> int:
        return BOTH
