"""The observation of the Card Game once more, written slowly from a View and from nothing else. What touches in the maze is
worked out by the second implementation of the geometry."""

from __future__ import annotations

from functools import lru_cache

from dungeon_twister.game.views.card_shapes import CardCombatView, CardPlayerView, CardTokenView, CardView
from dungeon_twister.rl.tensors import ObservationPart, Tensors
from dungeon_twister.rules.engine.all_editions import DECISION_OF
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.card.state import MANNERS, MODES
from dungeon_twister.rules.geometry.maze import GATE_NAMES
from dungeon_twister.rules.geometry.zone_plan import LETTERS, LINK_NAMES
from tests.geometry.naive_zones import STATIONS, NaiveMaze, NaiveTile
from tests.naive_card.plan import DRAWINGS

SIDES = "NS"
COLUMNS = 2


@lru_cache(maxsize=8)
def naive_maze(rooms: tuple[tuple[str, int, str, bool], ...]) -> NaiveMaze:
    tiles = [
        NaiveTile(slot, (slot % COLUMNS, slot // COLUMNS), DRAWINGS[name] if name else None, quarters, gate, broken)
        for slot, (name, quarters, gate, broken) in enumerate(rooms)
    ]
    return NaiveMaze(tiles, rows=len(rooms) // COLUMNS)


class FromCardView:
    """`bytes_of(view)` is what `Tensors.of(state, viewer)` must be for the state of the view."""

    def __init__(self, setting: CardSetting, tensors: Tensors) -> None:
        self.setting = setting
        self.tensors = tensors
        self.signs = [name[1:] for name in setting.names[: setting.each]]
        self.rooms = [room.name for room in setting.plan.rooms]
        self.part: dict[str, ObservationPart] = {part.name: part for part in tensors.parts}
        self.hidden = self.part["planes"].shape[0] - setting.tokens - 4  # planes of hidden wounded

    def bytes_of(self, view: CardView) -> bytes:
        self.view = view
        self.seat = self.setting.colours.index(view.viewer)
        self.out = bytearray(self.tensors.size)
        self.slots = {room.name: slot for slot, room in enumerate(view.rooms) if room.name}
        self._maze()
        for token in view.tokens:
            self._character(token)
        for lying in view.lying:
            self._plane(self._number(lying.token), self._place(lying.place))
        for slot, room in enumerate(view.rooms):
            for name in room.under:
                self._block(self._unknown(name[0]) if name[1:] == "?" else self._number(name), slot)
        self._global()
        for player in view.players:
            self._player(player)
        self._cards()
        return bytes(self.out)

    # -- where things go ---------------------------------------------------------------------------------------------------

    def _row(self, name: str, row: int, column: int, number: int) -> None:
        part = self.part[name]
        self.out[part.offset + row * part.shape[-1] + column] = number

    def _plane(self, plane: int, place: int) -> None:
        self.out[plane * self.setting.plan.places + place] += 1

    def _block(self, plane: int, slot: int) -> None:
        for letter in LETTERS:
            self._plane(plane, self._zone(slot, letter))

    def _slot(self, slot: int) -> int:
        return len(self.view.rooms) - 1 - slot if self.seat else slot

    def _zone(self, slot: int, letter: str) -> int:
        return self._slot(slot) * len(LETTERS) + LETTERS.index(letter)

    def _place(self, text: str) -> int:
        """A zone, a station (`N0?` is the first of its column) or a whole starting zone (its first station)."""
        room, _, letter = text.rpartition(".")
        if room:
            return self._zone(self.slots[room], letter)
        side, column = SIDES.index(text[0]), int(text[1:2] or 0)
        if self.seat:
            side, column = 1 - side, COLUMNS - 1 - column
        station = (side * COLUMNS + column) * len(LETTERS) + max(0, LETTERS.find(text[2:] or "?"))
        return len(self.view.rooms) * len(LETTERS) + station

    def _relative(self, colour: str) -> int:
        return (self.setting.colours.index(colour) - self.seat) % 2

    def _owner(self, letter: str) -> int:
        return self._relative(next(colour for colour in self.setting.colours if colour[0] == letter))

    def _number(self, name: str) -> int:
        return self._owner(name[0]) * self.setting.each + self.signs.index(name[1:])

    def _unknown(self, letter: str) -> int:
        return self.setting.tokens + self.hidden + 1 + self._owner(letter)

    # -- the parts ---------------------------------------------------------------------------------------------------------

    def _maze(self) -> None:
        for slot, room in enumerate(self.view.rooms):
            if room.name:
                row, rooms = self._slot(slot), len(self.rooms)
                self._row("rooms", row, self.rooms.index(room.name), 1)
                self._row("rooms", row, rooms + (room.quarters + 2 * self.seat) % 4, 1)
                if room.gate:
                    self._row("rooms", row, rooms + 4 + GATE_NAMES.index(room.gate), 1)
                self._row("rooms", row, rooms + 4 + len(GATE_NAMES), int(room.walls_broken))
        maze = naive_maze(tuple((room.name, room.quarters, room.gate, room.walls_broken) for room in self.view.rooms))
        for slot in self.slots.values():
            for letter in LETTERS:
                for name, others in (("walk", maze.adjacent((slot, letter))), ("touch", maze.ghost((slot, letter)))):
                    for other in others:
                        self._row(name, self._zone(slot, letter), self._zone(*other), 1)
        for side, column, letter in STATIONS:
            for kind in maze.link((side, column, letter)):
                station = self._place(f"{side}{column}{letter}") - self.setting.plan.zones
                self._row("links", station, LINK_NAMES.index(kind), 1)

    def _character(self, token: CardTokenView) -> None:
        place = self._place(token.place)
        for item in token.items:
            if item == "?":
                whole = token.place[0] if len(token.place) == 3 else token.place
                self._plane(self.setting.tokens + self.hidden, self._place(whole))
            elif item not in {other.token for other in self.view.tokens}:  # carried characters are listed themselves
                self._plane(self._number(item), place)
                if "?" not in token.token:
                    self._row("cards", self._number(item), 6, 1 + self._number(token.token))
        if token.token[1:] == "?":
            self._plane(self._unknown(token.token[0]), place)
        elif "?" in token.token:
            wounds = [int(other.token[2:]) for other in self.view.tokens if other.token[:2] == token.token[:2]]
            self._plane(self.setting.tokens + sorted(wounds).index(int(token.token[2:])), place)
        else:
            self._known(token, self._number(token.token), place)

    def _known(self, token: CardTokenView, number: int, place: int) -> None:
        self._plane(number, place)
        marks = [token.wounded, token.hurt, token.spent, token.fired, token.fought, token.walls_used]
        numbers = [int(mark) for mark in marks]
        numbers.append(1 + self._number(token.carrier) if token.carrier and "?" not in token.carrier else 0)
        numbers.append(1 + self._place(token.entry) if token.entry else 0)
        numbers.append(int(token.place.endswith("?")))
        numbers.append(int(self.view.journey is not None and self.view.journey.token == token.token))
        combat = self.view.combat
        if combat is not None:
            numbers += [int(combat.attacker == token.token), int(combat.defender == token.token)]
            numbers += [int(token.token in combat.fighters), int(token.token in combat.shooters)]
        for column, value in enumerate(numbers):
            self._row("cards", number, column, value)

    def _global(self) -> None:
        view = self.view
        if not view.over:
            pending = view.pending[-1]
            self._row("deciding", 0, DECISION_OF[pending.kind], 1)
            self._row("deciding", 0, 20 + (2 if pending.who == "chance" else self._relative(pending.who)), 1)
            if pending.about.startswith("R"):
                self._block(self.part["planes"].shape[0] - 1, int(pending.about[1:]) - 1)
            elif pending.about:
                words = {"characters": 0, "objects": 1}
                self._row("global", 0, 6, 1 + (words[pending.about] if pending.about in words else int(pending.about)))
        self._row("deciding", 0, 23 + self._relative(view.active), 1)
        self._row("deciding", 0, 25 + self.seat, 1)
        for number, value in enumerate([view.turn, view.ap, view.quiet, view.shown, view.progress, view.over]):
            self._row("global", 0, number, min(255, int(value)))
        if view.journey is not None:
            self._row("global", 0, 7 + MODES.index(view.journey.mode), 1)
            self._row("global", 0, 9, view.journey.steps)
            self._row("global", 0, 10, int(view.journey.moved))
        if view.combat is not None:
            self._combat(view.combat)
        for number, room in enumerate(self.rooms):
            self._row("left", 0, number, int(room in view.rooms_left))

    def _combat(self, combat: CardCombatView) -> None:
        self._row("global", 0, 11 + MANNERS.index(combat.manner), 1)
        for number, value in enumerate((combat.attack, combat.defence, combat.rage, combat.named, combat.forced)):
            self._row("global", 0, 14 + number, max(0, value))
        for first, cards in ((22, combat.own_cards), (29, combat.other_cards or [])):
            for card in set(cards):
                self._row("global", 0, first + card, cards.count(card))

    def _player(self, player: CardPlayerView) -> None:
        view = self.view
        numbers = [int(player.combat is not None), int(player.used is not None)]
        numbers += [(player.combat or []).count(card) for card in range(7)]
        numbers += [(player.used or []).count(card) for card in range(7)]
        numbers += [player.combat_count, player.used_count, player.vp, self.setting.target, player.kept, player.jumps]
        numbers += [len(player.supply), len(player.removed), player.hidden]
        numbers += [int(player.colour in names) for names in (view.resigned, view.winners, view.acted)]
        numbers.append(int(view.combat is not None and player.colour in view.combat.laid))
        for column, number in enumerate(numbers):
            self._row("players", self._relative(player.colour), column, number)

    def _cards(self) -> None:
        """Who is in no place of the maze, and who belongs to a team."""
        supply = [name for player in self.view.players for name in player.supply]
        removed = [name for player in self.view.players for name in player.removed]
        for column, names in enumerate((self.view.out, self.view.gone, self.view.rescued, supply, removed), 14):
            for name in names:
                if "?" not in name:
                    self._row("cards", self._number(name), column, 1)
        for player in self.view.players:
            for sign in player.team or []:
                self._row("cards", self._number(player.colour[0] + sign), 19, 1)
