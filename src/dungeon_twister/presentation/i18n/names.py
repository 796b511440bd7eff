"""Names in the reader's language: tokens, places, players. German declines, French contracts, English does neither.

web/src/lib/names.ts does the same. A `NamingContext` has the facts that names depend on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from dungeon_twister.presentation.guide.guide_shapes import PieceKind, Scene
from dungeon_twister.presentation.i18n.message_catalogue import MessageCatalogue

COLOURS: Final = {"b": "blue", "y": "yellow", "r": "red", "g": "green"}
# Pairs of the Card Game have Roman numerals, so that a blue room is not confused with a blue player.
NUMERALS: Final = {"blue": "I", "green": "II", "red": "III", "yellow": "IV", "purple": "V", "brown": "VI"}
ARROWS: Final = {"cw": "↻", "ccw": "↺"}
ROOM_PLACE: Final = re.compile(r"R\d+")


@dataclass(frozen=True)
class NamingContext:
    """The facts that names depend on.

    These are the game, the viewer (a colour, `spectator`, `all`), the names of players (else colours), and the known rooms on
    places.
    """

    scene: Scene
    viewer: str
    players: dict[str, str] = field(default_factory=dict)
    rooms: dict[str, str] = field(default_factory=dict)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def colour_of(token: str) -> str:
    return COLOURS.get(token[:1], "")


class Names:
    """The names of one game for one reader.

    A case is `subject`, `object`, `to` (French "à") or `of` (French "de"). A place has the forms `name`, `to` (a direction),
    `at` (a location) and `of` (a possessor).
    """

    def __init__(self, words: MessageCatalogue, context: NamingContext) -> None:
        self.words = words
        self.context = context
        self.t = words.t
        self._figures: dict[str, PieceKind] = {figure.sign: figure for figure in context.scene.figures}

    def with_rooms(self, rooms: dict[str, str]) -> Names:
        """Return the same names with other known rooms."""
        return type(self)(self.words, replace(self.context, rooms=rooms))

    # -- players and tokens -------------------------------------------------------------------------------------------

    def player(self, colour: str) -> str:
        if colour not in COLOURS.values():  # no player, or chance
            return self.t("game.nobody")
        return self.context.players.get(colour) or self.t(f"game.colour.{colour}")

    def piece(self, token: str) -> str:
        """Return the bare name of a token: `bH` is a Thief."""
        figure = self._figures.get(token[1:])
        return self.words.piece(figure.key) if figure else capital(self._hidden(token, "subject"))

    def token(self, token: str, case: str = "subject") -> str:
        """Return a token with its owner: "your Thief", "the yellow Cleric", "a face-down yellow token"."""
        figure = self._figures.get(token[1:])
        if figure is None:
            return self._hidden(token, case)
        colour = colour_of(token)
        kind = self.words.piece(figure.key, "kind")
        # Any bearer can use an object, so objects are named by colour even when they are the viewer's.
        if figure.character and colour == self.context.viewer:
            return self.t(f"game.your.{kind}.{case}", piece=self.words.piece(figure.key, "" if case == "subject" else "object"))
        named = self.words.piece(figure.key, "after" if case == "subject" else "object")
        adjective = self.t(f"game.colour.{colour}.{self.words.gender(figure.key)}")
        return self.t(f"game.the.{kind}.{case}", piece=named, colour=adjective)

    def state(self, token: str, state: str) -> str:
        """Return the word for `wounded` or `eliminated`, in the gender of the token."""
        figure = self._figures.get(token[1:])
        return self.t(f"game.{state}.{self.words.gender(figure.key) if figure else 'm'}")

    def _hidden(self, token: str, case: str) -> str:
        """Return the name of a hidden token:

        `?` an object, `y?3` a wounded character, `y?` a token or, in the Card Game, a character.
        """
        colour = colour_of(token)
        if token == "?" or not colour:
            return self.t(f"game.hidden.item.{case}")
        adjective = self.t(f"game.colour.{colour}.m")
        if token[2:]:
            return self.t(f"game.hidden.wounded.{case}", colour=adjective, number=token[2:])
        kind = "character" if self.context.scene.game == "card" else "token"
        return self.t(f"game.hidden.{kind}.{case}", colour=adjective)

    # -- places -------------------------------------------------------------------------------------------------------

    def room(self, name: str) -> str:
        """Return a room as it is printed: its number and its direction of rotation, on one line."""
        drawing = next((room for room in self.context.scene.rooms if room.name == name), None)
        return f"{self.pair(drawing.pair if drawing else name)}\u00a0{ARROWS.get(drawing.turn if drawing else '', '')}".strip()

    def pair(self, pair: str) -> str:
        return NUMERALS.get(pair, pair) if self.context.scene.game == "card" else pair

    def place(self, place: str, form: str = "name") -> str:
        """Return a place: a square (`e5`), a room's place (`R3`), a zone (`red-1.T`), a station (`N0T`), `N` or `out`."""
        if place == "out":
            return self.t(f"game.place.out.{form}" if form in ("to", "at") else "game.place.out")
        if ROOM_PLACE.fullmatch(place):
            return self.room_place(place, form)
        if "." in place:
            room, _, letter = place.partition(".")
            return self.t(f"game.zone.{letter}.{'of' if form == 'name' else form}", room=self.room(room))
        if self.context.scene.game == "card":
            return self._station(place, form)
        return self.t("game.place.square" if form in ("name", "of") else f"game.place.square.{form}", square=place)

    def room_place(self, place: str, form: str) -> str:
        suffix = f".{form}" if form in ("of", "at") else ""
        room = self.context.rooms.get(place)
        if room:
            return self.t(f"game.place.room{suffix}", room=self.room(room))
        return self.t(f"game.place.lid{suffix}", place=place)

    def _station(self, place: str, form: str) -> str:
        """Return a station of the Card Game: a starting zone with the known part of the spot (`N0T`, `N0?`, `N0` or `N`)."""
        bay = next((one for one in self.context.scene.bays if one.name.startswith(place[:2])), None)
        letter = place[2:].replace("?", "")
        key = "spot" if len(place) == 1 else "station" if letter else "bay"
        return self.t(
            f"game.{key}{f'.{form}' if form in ('to', 'at') else ''}",
            colour=self.t(f"game.colour.{bay.colour if bay else 'blue'}.f"),
            place=bay.place if bay else "",
            zone=self.t(f"game.zone.{letter}.before") if letter else "",
        )

    def faced(self, letter: str) -> str:
        """Return a zone as an object of "faces"."""
        return self.t(f"game.zone.{letter}.faced")

    def side(self, side: str) -> str:
        """Return a side of the compass as a direction."""
        return self.t(f"game.side.{side}.to")


class SignNames(Names):
    """Names with places as typed signs: `R3`, `red-1.T`, `N0T`."""

    def place(self, place: str, form: str = "name") -> str:
        if place == "out" or (self.context.scene.game == "board" and not ROOM_PLACE.fullmatch(place)):
            return super().place(place, form)
        room = self.context.rooms.get(place, "")
        return self.t(f"terminal.place.{form}", place=f"{place} ({room})" if room else place.rstrip("?"))

    def faced(self, letter: str) -> str:
        return self.t("terminal.place.faced", place=letter)
