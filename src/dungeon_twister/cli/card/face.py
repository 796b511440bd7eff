"""The Card Game as seen by the commands."""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text

from dungeon_twister.cli.card import screen
from dungeon_twister.cli.card.choices import make_menu
from dungeon_twister.cli.card.picture import BOTH, Picture
from dungeon_twister.cli.card.reading import named, places_in_reach, read_typed
from dungeon_twister.cli.face import AnyView, Face, Frame
from dungeon_twister.cli.helptexts import Help
from dungeon_twister.cli.menus import Menu
from dungeon_twister.cli.speech import has, t
from dungeon_twister.game.record.card.token_names import cards_beside
from dungeon_twister.game.views import CardView, observe
from dungeon_twister.game.views.card_view import card_view
from dungeon_twister.rules.engine.card.decisions import SELECT
from dungeon_twister.rules.engine.card.state import MODES, CardState, card_of
from dungeon_twister.rules.engine.decisions import LEAVE_OUT_CHARACTERS
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import ALL_KNOWING


class CardFace(Face):
    """The Card Game at the terminal."""

    help = Help("card")
    example = "Na"

    def _known(self, state: State, view: AnyView) -> CardState:
        return card_of(self.known(state, view))

    def open_view(self, state: State) -> CardView:
        """Return everything by its name, face-down cards included."""
        card = card_of(state)
        view = observe(card, ALL_KNOWING)
        players = range(card.setting.players)
        beside = [[card.setting.names[t] for p in players for t in cards_beside(card, tile, p)] for tile in card.maze.tile_on]
        rooms = [replace(room, under=names) for room, names in zip(view.rooms, beside, strict=True)]
        return replace(view, rooms=rooms)

    def picture(self, state: State, view: AnyView, frame: Frame, everything: bool = False) -> list[Text]:
        if state.decision() in (SELECT, LEAVE_OUT_CHARACTERS):
            return []  # the table is still empty
        return Picture(self._known(state, view), card_view(view), frame).lines()

    def figures(self, state: State, view: AnyView) -> list[Text]:
        return screen.figures(self._known(state, view), card_view(view))

    def notes(self, state: State, view: AnyView, frame: Frame) -> list[Text]:
        return screen.notes(self._known(state, view), card_view(view), frame)

    def decision_words(self, state: State, view: AnyView) -> str:
        pending, combat = card_view(view).pending[-1], card_view(view).combat
        two = combat is not None and combat.rage > 1 and pending.who[0] == combat.attacker[0] and pending.kind == "combat"
        keys = (f"game.decision.{pending.kind}.{'two' if two else 'card'}", f"game.decision.{pending.kind}")
        return t(next(key for key in keys if has(key)))

    def make_menu(self, state: State, view: AnyView) -> Menu:
        return make_menu(self._known(state, view), card_view(view))

    def named(self, state: State, view: AnyView, typed: str) -> str:
        return named(self._known(state, view), card_view(view), typed)

    def read_typed(self, state: State, view: AnyView, menu: Menu, typed: str) -> list[str]:
        return read_typed(self._known(state, view), card_view(view), menu, typed)

    def in_reach(self, state: State, view: AnyView, word: str = "") -> list[str]:
        return places_in_reach(self._known(state, view), card_view(view), word)

    def look(self, state: State, view: AnyView, word: str, width: int) -> list[Text]:
        card, seen = self._known(state, view), card_view(view)
        return screen.look(card, seen, named(card, seen, word) or word, width)

    def clause_of_end(self, state: State, reason: str) -> str:
        return {"target": "END-1", "nobody": "END-4", "stall": "END-5"}.get(reason, "ENG-3")

    def journey_mode(self, state: State) -> str:
        card = card_of(state)
        return MODES[card.mode] if card.mover >= 0 else "move"

    def width(self, state: State) -> int:
        return BOTH
