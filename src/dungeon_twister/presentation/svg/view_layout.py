"""Reads a view: the positions of rooms and tokens, and the loads, in units of the drawing.

The page has web/src/maze/maze-model.ts for this. Like that, it draws the content of the view and knows nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import cos, pi, sin
from typing import Final

from dungeon_twister.game.views.card_shapes import CardRoomView, CardTokenView, CardView
from dungeon_twister.game.views.view_shapes import RoomView, TokenView, View
from dungeon_twister.presentation.guide.guide_shapes import PieceKind, RoomDrawing
from dungeon_twister.presentation.svg.scene_layout import RoomPlace, SceneLayout, TurnedRoom, seats_of, turned_room
from dungeon_twister.presentation.svg.strokes import SIZE, SQUARE, Cell, Point

COLOURS: Final = {"b": "blue", "y": "yellow", "r": "red", "g": "green"}
HIDDEN, CHARACTER, OBJECT = "hidden", "character", "object"


@dataclass(slots=True)
class DrawnToken:
    """A token as it is drawn. `figure` is None if only the colour is known."""

    token: str
    colour: str
    figure: PieceKind | None
    kind: str
    place: str = ""
    x: float = 0
    y: float = 0
    scale: float = 1
    wounded: bool = False
    blocked: bool = False
    potion: int = 0
    gear: bool = False  # it covers the gear of a room
    loads: list[DrawnToken] = field(default_factory=list)
    friend: DrawnToken | None = None


@dataclass(frozen=True, slots=True)
class RoomOnTable:
    """A room on its place; without a drawing it is face down."""

    place: str
    at: RoomPlace
    room: TurnedRoom | None
    gates: list[str]
    under: list[str]
    free: int  # free places for tokens on the lid, during the setup


@dataclass(slots=True)
class ViewLayout:
    layout: SceneLayout
    rooms: dict[str, RoomOnTable] = field(default_factory=dict)
    pieces: list[DrawnToken] = field(default_factory=list)
    ropes: list[Point] = field(default_factory=list)
    slots: list[Point] = field(default_factory=list)
    doors: dict[str, str] = field(default_factory=dict)  # the owner of each small line
    elevator: bool = False  # rooms slide through the gap
    raised: str = ""  # the place of the suspended room

    def piece(self, token: str) -> DrawnToken | None:
        """Return the piece that shows a token: its own, or that of its bearer."""
        for piece in self.pieces:
            carried = [*piece.loads, *([piece.friend] if piece.friend else [])]
            if token in (piece.token, *(each.token for each in carried)):
                return piece
        return None

    def zone(self, name: str) -> tuple[RoomOnTable, list[Cell]] | None:
        """Return the cells of a zone of the Card Game (`red-1.T`) in the rotated room."""
        room_name, _, letter = name.rpartition(".")
        for room in self.rooms.values():
            if room.room is not None and room.room.name == room_name and room.room.zones.get(letter):
                return room, room.room.zones[letter]
        return None

    def cell_of(self, square: str) -> tuple[TurnedRoom, Cell] | None:
        """Return the face-up room with a square, and the square's cell in the rotated room."""
        x, y = self.layout.squares[square]
        for room in self.rooms.values():
            cell = round((x - room.at.x) / SQUARE), round((y - room.at.y) / SQUARE)
            inside = 0 <= cell[0] < SIZE and 0 <= cell[1] < SIZE
            exact = abs(room.at.x + cell[0] * SQUARE - x) < 1 and abs(room.at.y + cell[1] * SQUARE - y) < 1
            if room.room is not None and inside and exact:
                return room.room, cell
        return None

    def is_pit(self, square: str) -> bool:
        found = self.cell_of(square)
        return found is not None and found[1] in found[0].pits

    def is_gear(self, square: str) -> bool:
        found = self.cell_of(square)
        return found is not None and found[1] == found[0].gear


def lay_out_view(layout: SceneLayout, view: View | CardView) -> ViewLayout:
    """Read a view into a layout."""
    reading = ViewLayout(layout)
    drawings = {room.name: room for room in layout.scene.rooms}
    places = {place.place: (place.x, place.y) for place in layout.scene.places}
    for room in view.rooms:
        corner = (room.x, room.y) if isinstance(room, RoomView) else places[room.place]
        reading.rooms[room.place] = _room(layout, room, layout.corners[corner], drawings, view.shown)
    READERS[view.game](reading, view)
    _read_lids(reading)
    return reading


def _room(
    layout: SceneLayout, room: RoomView | CardRoomView, at: RoomPlace, drawings: dict[str, RoomDrawing], shown: bool
) -> RoomOnTable:
    drawing = drawings.get(room.name)
    quarters = room.quarters + layout.turns
    if isinstance(room, CardRoomView):
        turned = turned_room(drawing, quarters, room.turn, room.walls_broken) if drawing else None
        return RoomOnTable(room.place, at, turned, [room.gate], room.under, 0)
    free = 0 if shown else max(0, room.capacity - len(room.under))
    return RoomOnTable(room.place, at, turned_room(drawing, quarters) if drawing else None, room.gates, room.under, free)


def piece_of(layout: SceneLayout, token: str) -> DrawnToken:
    """Parse the name of a token: `bW`, `y?3`."""
    sign = token[1:]
    figure = next((each for each in layout.scene.figures if each.sign == sign), None)
    character = figure.character if figure else sign.startswith("?")
    return DrawnToken(token, COLOURS.get(token[:1], ""), figure, CHARACTER if character else OBJECT)


def _lid_spots(count: int) -> list[Point]:
    """Return the points of tokens on a lid: up to four in fixed places, more in a ring."""
    fixed: list[list[Point]] = [
        [],
        [(150, 150)],
        [(113, 150), (187, 150)],
        [(150, 106), (108, 182), (192, 182)],
        [(113, 113), (187, 113), (113, 187), (187, 187)],
    ]
    if count < len(fixed):
        return fixed[count]
    angles = [2 * pi * number / count - pi / 2 for number in range(count)]
    return [(150 + 62 * cos(angle), 150 + 62 * sin(angle)) for angle in angles]


def _read_lids(reading: ViewLayout) -> None:
    for room in reading.rooms.values():
        if room.room is not None:
            continue
        for number, (x, y) in enumerate(_lid_spots(len(room.under) + room.free)):
            at = room.at.x + x, room.at.y + y
            if number >= len(room.under):
                reading.slots.append(at)
                continue
            piece = piece_of(reading.layout, room.under[number])
            reading.pieces.append(replace(piece, kind=HIDDEN, place=room.place, x=at[0], y=at[1], scale=1.12))


# -- board game ------------------------------------------------------------------------------------------------------------


def _read_board(reading: ViewLayout, view: View | CardView) -> None:
    assert isinstance(view, View)
    reading.doors, reading.elevator, reading.raised = view.doors, bool(view.elevator), view.apex if view.raised else ""
    by_square: dict[str, list[TokenView]] = {}
    for token in view.tokens:
        by_square.setdefault(token.square, []).append(token)
    for square, tokens in by_square.items():
        x, y = reading.layout.squares[square]
        pit, gear = reading.is_pit(square), reading.is_gear(square)
        if pit and any(_key(piece_of(reading.layout, token.token)) == "rope" for token in tokens):
            reading.ropes.append((x, y))
        for piece in _crowd(reading.layout, view, square, tokens, pit):
            piece.place, piece.x, piece.y = square, x + SQUARE / 2 + piece.x, y + SQUARE / 2 + piece.y
            piece.scale *= 0.84 if pit else 1
            piece.gear = gear
            reading.pieces.append(piece)
    mover = view.journey.token if view.journey else ""
    reading.pieces.sort(key=lambda each: 0 if each.kind == OBJECT else 1 if each.wounded else 3 if each.token == mover else 2)


def _key(piece: DrawnToken) -> str:
    return piece.figure.key if piece.figure else ""


def _crowd(layout: SceneLayout, view: View, square: str, tokens: list[TokenView], pit: bool) -> list[DrawnToken]:
    """Return the tokens of one square, with offsets from its middle. The view has the bearers; a rope always spans a pit."""
    pieces = []
    for token in tokens:
        piece = piece_of(layout, token.token)
        if not view.shown or token.token[1:2] == "?":
            pieces.append(replace(piece, kind=HIDDEN, scale=0.98))
        else:
            pieces.append(replace(piece, wounded=token.wounded, blocked=token.blocked, potion=token.potion))
    journey = view.journey
    load = journey.load if journey else ""
    spanned = next((each for each in pieces if pit and _key(each) == "rope" and each.token != load), None)
    carried: list[DrawnToken] = []
    for token, piece in zip(tokens, pieces, strict=True):
        carrier = next((each for each in pieces if token.carrier and each.token == token.carrier), None)
        if carrier is None or piece is spanned:
            continue
        if piece.kind == OBJECT:
            carrier.loads = [piece]
        else:
            carrier.friend = piece
        carried.append(piece)
    standing = [each for each in pieces if each.kind != OBJECT and not each.wounded]
    lying = [each for each in pieces if not any(each is other for other in (*standing, *carried, spanned))]
    if spanned is not None and not standing:
        lying.insert(0, spanned)
    mover = journey.token if journey and journey.square == square else ""
    standing = [each for each in standing if not any(each is other for other in carried)]
    return _spread([*lying, *sorted(standing, key=lambda each: each.token == mover)])


def _spread(pieces: list[DrawnToken]) -> list[DrawnToken]:
    """Arrange several tokens on one square: smaller and side by side, the first behind."""
    if len(pieces) < 2:
        return pieces
    characters = [each for each in pieces if each.kind != OBJECT]
    objects = [each for each in pieces if each.kind == OBJECT]
    for number, piece in enumerate(characters):
        off = number - (len(characters) - 1) / 2
        piece.x, piece.y, piece.scale = (off * 20, off * 16, 0.74) if len(characters) > 1 else (-6, -5, 0.88)
    for number, piece in enumerate(objects):
        far = 15 if characters else 0
        piece.x, piece.y = far + (number - (len(objects) - 1) / 2) * 14, far
        piece.scale = 0.72 if characters else 0.9
    return [*characters, *objects]


# -- Card Game -------------------------------------------------------------------------------------------------------------


def _read_cards(reading: ViewLayout, view: View | CardView) -> None:
    assert isinstance(view, CardView)
    groups: dict[str, list[DrawnToken]] = {}
    known = {token.token for token in view.tokens}
    for token in view.tokens:
        if token.carrier not in known:
            groups.setdefault(token.place, []).append(_card_piece(reading.layout, view, token))
    for lying in view.lying:
        groups.setdefault(lying.place, []).append(piece_of(reading.layout, lying.token))
    for place, pieces in groups.items():
        for piece in pieces:
            piece.place = place
        if reading.zone(place):
            _sit_down(reading, place, pieces)
        elif place[:-1] in reading.layout.bays:
            _at_station(reading, place, pieces)
        else:
            _on_deck(reading, place, pieces)
        reading.pieces += pieces


def _card_piece(layout: SceneLayout, view: CardView, token: CardTokenView) -> DrawnToken:
    piece = piece_of(layout, token.token)
    friend = next((other.token for other in view.tokens if other.carrier == token.token), "")
    hidden = not view.shown or (piece.figure is None and not token.wounded)
    return replace(
        piece,
        kind=HIDDEN if hidden else CHARACTER,
        wounded=token.wounded,
        blocked=token.spent,
        loads=[piece_of(layout, item) for item in token.items],
        friend=piece_of(layout, friend) if friend else None,
    )


def _sit_down(reading: ViewLayout, zone: str, pieces: list[DrawnToken]) -> None:
    found = reading.zone(zone)
    assert found is not None
    room, cells = found
    seats = seats_of(cells)
    crowded = len(pieces) > len(seats)
    for number, piece in enumerate(pieces):
        x, y = seats[number % len(seats)]
        off = 0 if not crowded else -11 if number < len(seats) else 11
        piece.scale = (1.05 if piece.kind == OBJECT else 1) * (0.8 if crowded else 1)
        piece.x = room.at.x + x * SQUARE + SQUARE / 2 + off
        piece.y = room.at.y + y * SQUARE + SQUARE / 2 + off * 0.6


def _at_station(reading: ViewLayout, place: str, pieces: list[DrawnToken]) -> None:
    bay, letter = reading.layout.bays[place[:-1]], place[-1]
    x, y = bay.stations.get(letter, bay.box.middle)
    upright, unknown = bay.box.height > bay.box.width, letter not in bay.stations
    for number, piece in enumerate(pieces):
        off = (number - (len(pieces) - 1) / 2) * (62 if unknown else 24)
        piece.x, piece.y = x + (0 if upright else off), y + (off if upright else 0)
        piece.scale = 0.74 if len(pieces) > 1 and not unknown else 0.98


def _on_deck(reading: ViewLayout, side: str, pieces: list[DrawnToken]) -> None:
    """Place objects in a starting zone: in the strip between the bays and the maze."""
    box = reading.layout.deck(side)
    if box is None:
        return
    towards = next(bay.towards for name, bay in reading.layout.bays.items() if name.startswith(side))
    inner = {"e": box.x + box.width + 13, "w": box.x - 13, "s": box.y + box.height + 13, "n": box.y - 13}[towards]
    middle = box.middle
    for number, piece in enumerate(pieces):
        off = (number - (len(pieces) - 1) / 2) * 30
        piece.scale = 0.74
        piece.x, piece.y = (inner, middle[1] + off) if towards in "ew" else (middle[0] + off, inner)


READERS: Final = {"board": _read_board, "card": _read_cards}
