"""Events in sentences. web/src/lib/sentences.ts does the same.

Events arrive a few at a time (every step of a walk is one), so a Chronicle keeps the unfinished sentence and rewrites it when
more arrive.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from dungeon_twister.game.views import EventView
from dungeon_twister.presentation.i18n.names import Names, capital, colour_of

JOURNEYS: Final = ("move", "jump", "wall")
QUARTERS: Final = {1: "cw", 3: "ccw"}
# Events without a sentence of their own.
SILENT: Final = ("turn-ended", "stopped", "action-began")
# Number of following events to search for those of the same sentence; the cards of a combat are the most.
AHEAD: Final = 16
# Events that use up an object.
USES: Final = ("drank", "burned", "inverted")
# Events that name a token known to its owner only.
SECRETIVE: Final = ("left-out", "picked", "starter-set", "laid")
# Events of a player who handles the named token.
SET_DOWN: Final = (*SECRETIVE, "placed")
# Sentences in the second person for the viewer's own actions.
HAS_YOU: Final = frozenset(
    (
        "placer-drawn", "picker-drawn", "starter-drawn", "door-drawn", "left-out", "picked", "starter-set", "laid", "placed.by",
        "turn-began", "turn-skipped", "card-played", "cards-back", "raged-1", "raged-2", "named", "named.nothing", "hand-shown",
        "joined-attack", "joined-defence", "joined-no", "combat-chosen", "combat-chosen.two", "scored", "resigned", "timed-out",
        "undone", "taken-back",
    )
)  # fmt: skip
PLACE: Final = re.compile(r"\{([\w-]+)\}")

Part = tuple[str, str]  # a text, and the token or place it names
Value = str | int | Part | list[Part] | Callable[[], "str | Part | list[Part]"]
Values = dict[str, Value]


@dataclass
class LogLine:
    """One sentence: its key without `game.event.`, the acting colour (empty for chance), and its text."""

    key: str
    colour: str
    parts: list[Part]

    @property
    def text(self) -> str:
        return capital("".join(text for text, _ in self.parts))

    @property
    def mentions(self) -> list[str]:
        return [mention for _, mention in self.parts if mention]


@dataclass
class Walk:
    """A walk under way: its manner, the walker, its line, and the last line that belongs to it."""

    mode: str
    token: str
    steps: int = 0
    line: int = -1
    last: int = -1


def event_sentences(events: Iterable[EventView], names: Names) -> list[str]:
    """Return events as plain sentences."""
    chronicle = Chronicle(names)
    chronicle.add(list(events))
    return [line.text for line in chronicle.lines]


class Chronicle:
    """The log of one game for one viewer; events are appended as they arrive.

    A log that starts at the beginning needs no rooms: it learns them on the way.
    """

    def __init__(self, names: Names) -> None:
        self.lines: list[LogLine] = []
        self.rooms = dict(names.context.rooms)
        self.names = names.with_rooms(self.rooms)
        self._lids = names.with_rooms({})
        self._walk: Walk | None = None
        self._before = ""
        self._revealing: tuple[str, int] | None = None  # the player about to reveal a room, and that line
        self._faced: dict[str, tuple[str, int]] = {}  # the character that faces each letter, or `?`, and that line

    def onwards(self) -> Chronicle:
        """Return an empty chronicle that continues from here."""
        fresh = Chronicle(self.names.with_rooms(dict(self.rooms)))
        fresh._walk = Walk(self._walk.mode, self._walk.token) if self._walk is not None else None
        fresh._before = self._before
        fresh._faced = {token: (letter, -1) for token, (letter, _) in self._faced.items() if letter != "?"}
        return fresh

    def learn(self, events: Iterable[EventView]) -> None:
        """Take note of events without writing them."""
        for event in events:
            self._learn(event)
            if event.kind == "inverted":
                self._swap_rooms(event.places)
            if event.kind == "faced" and event.letter != "?":
                self._faced[event.token] = (event.letter, -1)
            if event.kind == "action-began":
                self._walk = Walk(event.action, event.token) if event.action in JOURNEYS else None
            elif event.kind in ("stopped", "undone", "turn-ended"):
                self._walk = None
            self._before = event.kind

    def add(self, events: Sequence[EventView]) -> None:
        index = 0
        while index < len(events):
            index += self._one(events[index], events[index + 1 : index + 1 + AHEAD])
            self._before = events[index].kind
            index += 1

    def _one(self, event: EventView, following: Sequence[EventView]) -> int:
        """Write one event. Return the number of following events that are part of its sentence."""
        self._learn(event)
        if event.kind == "action-began":
            return self._begin(event, following)
        if event.kind == "stepped":
            self._step(event)
        elif event.kind == "combat-shown":
            return self._showdown([event, *following])
        elif event.kind == "revealed":
            self._revealed(event)
        elif event.kind == "faced":
            self._facing(event)
        elif event.kind == "left-maze":
            return self._scored_with(event, following, self._leaving(event))
        elif event.kind == "eliminated" and following and following[0].kind == "scored":
            return self._scored_with(event, following, "eliminated.scored")
        elif event.kind not in SILENT and not self._used_up(event, following) and not self._stays_on_it(event, following):
            before = len(self.lines) - 1
            self._add_event(event)
            if event.kind == "object-gone" and self._walk is not None and self._walk.last == before:
                self._walk.last = len(self.lines) - 1
        if event.kind in ("stopped", "undone", "turn-ended"):
            self._walk = None
        return 0

    def _used_up(self, event: EventView, following: Sequence[EventView]) -> bool:
        """Return whether an object is gone because it was used up, which needs no sentence."""
        used = self._before == "fireball" or (bool(following) and following[0].kind in USES)
        return event.kind == "object-gone" and used

    def _stays_on_it(self, event: EventView, following: Sequence[EventView]) -> bool:
        """Return whether the walker stays with what it put down: in the board game it still carries that (CARRY-2, CARRY-4)."""
        return event.kind == "dropped" and bool(event.other) and bool(following) and following[0].kind == "stopped"

    def _learn(self, event: EventView) -> None:
        if event.kind == "revealed" and event.place and event.room:
            self.rooms[event.place] = event.room

    # -- walks --------------------------------------------------------------------------------------------------------

    def _begin(self, event: EventView, following: Sequence[EventView]) -> int:
        action, token = event.action, event.token
        follows = following[0] if following else None
        self._walk = Walk(action, token) if action in JOURNEYS else None
        if action == "jump" and follows is not None and follows.kind == "combat-shown":
            key = "jump-paid.you" if self._mine(follows.player) else "jump-paid"
            self._write(key, follows.player, self._values(follows))
            return 1  # the card shown is the price of the jump (JMP-4)
        if action == "reveal":
            self._write("begin-reveal", colour_of(token), self._values(event))
            self._revealing = (token, len(self.lines) - 1)
        elif follows is not None and follows.kind == "healed" and action in ("heal", "regenerate"):
            values: Values = {"token": self._token(token), "target": self._token(follows.token, "object")}
            self._write("healed.by" if action == "heal" else "regenerated", colour_of(token), values)
            return 1
        return 0

    def _step(self, event: EventView) -> None:
        """Extend the walk under way, and rewrite its line."""
        if self._walk is None or self._walk.token != event.token:
            self._walk = Walk("move", event.token)
        walk = self._walk
        walk.steps += 1
        place = event.square or event.zone
        if walk.line >= 0 and walk.line != len(self.lines) - 1:
            walk.line, walk.steps = -1, 1  # another line came in between: a new sentence
        far = walk.mode == "move" and walk.steps > 1
        to, at = self._place(place, "to"), self._place(place, "at")
        values: Values = {"token": self._token(event.token), "to": to, "at": at, "count": walk.steps}
        line = self._line(f"walk.{walk.mode}{'.far' if far else ''}", colour_of(event.token), values)
        if walk.line >= 0:
            self.lines[walk.line] = line
        else:
            self.lines.append(line)
            walk.line = len(self.lines) - 1
        walk.last = walk.line

    # -- events in one sentence ---------------------------------------------------------------------------------------

    def _revealed(self, event: EventView) -> None:
        """Complete the sentence about the player who reveals with the room drawn by chance."""
        before, self._revealing = self._revealing, None
        values = {**self._values(event), "room": self._place(event.place)}
        if before is not None and before[1] == len(self.lines) - 1:
            values["token"] = self._token(before[0])
            self.lines[before[1]] = self._line("revealed.by", colour_of(before[0]), values)
        else:
            self._write("revealed", "", values)

    def _facing(self, event: EventView) -> None:
        """Write the zone that a character faces once it is known, in the line that said a zone had been chosen (SET-9)."""
        letter, line = self._faced.get(event.token, ("", -1))
        if event.letter in (letter, "?") and letter:
            return
        if letter == "?" and line >= 0:
            self.lines[line] = self._line("faced", colour_of(event.token), self._values(event))
        else:
            self._add_event(event)
            line = len(self.lines) - 1
        self._faced[event.token] = (event.letter, line)

    def _leaving(self, event: EventView) -> str:
        """Return the key for leaving the maze. Remove the line about the last steps, even if lines about the load followed."""
        walk, self._walk = self._walk, None
        if walk is not None and walk.line >= 0 and walk.token == event.token and walk.last == len(self.lines) - 1:
            del self.lines[walk.line]
        return "left-maze.loaded" if event.other else "left-maze"

    def _scored_with(self, event: EventView, following: Sequence[EventView], key: str) -> int:
        """Write an event with the points that follow from it. Return the number of following events used."""
        follows = following[0] if following and following[0].kind == "scored" else None
        scorer = follows.player if follows is not None else colour_of(event.token)
        points = follows.points if follows is not None else event.points
        values = {**self._values(event), "points": points, "player": self._player(scorer)}
        self._write(f"{key}.you" if self._mine(scorer) else key, scorer, values)
        return 1 if follows is not None else 0

    def _showdown(self, events: Sequence[EventView]) -> int:
        """Write the combat cards of all sides with their sums, and the winner."""
        shown: dict[str, tuple[list[int], int]] = {}
        used = 0
        while used < len(events):
            event = events[used]
            item = event.kind == "item-shown" and used + 1 < len(events) and events[used + 1].kind == "combat-shown"
            if event.kind != "combat-shown" and not item:
                break
            used += 1
            if item:
                self._add_event(event)
            elif event.player in shown:
                shown[event.player][0].append(event.card)
            else:
                shown[event.player] = ([event.card], event.number)
        for player, (cards, total) in shown.items():
            self._shown_by(player, cards, total)
        if len(shown) == 2:
            self._verdict({player: total for player, (_, total) in shown.items()})
        return used - 1

    def _shown_by(self, player: str, cards: list[int], total: int) -> None:
        key = "combat-shown" if len(cards) == 1 else "combat-shown.two"
        second = cards[1] if len(cards) > 1 else 0
        values: Values = {"player": self._player(player), "card": cards[0], "second": second}
        values |= {"base": total - sum(cards), "number": total}
        self._write(f"{key}.you" if self._mine(player) else key, player, values)

    def _verdict(self, totals: dict[str, int]) -> None:
        """Write the winner: the higher sum; a tie has no effect (COMBAT-12, CMB-17).

        With more than two sides the consequences show it.
        """
        if len(set(totals.values())) == 1:
            self._write("combat-tied", "", {})
            return
        winner = max(totals, key=lambda player: totals[player])
        self._write("combat-won.you" if self._mine(winner) else "combat-won", winner, {"player": self._player(winner)})

    # -- a single event -----------------------------------------------------------------------------------------------

    def _add_event(self, event: EventView) -> None:
        if event.kind == "inverted":
            self._swap_rooms(event.places)
        owner = colour_of(event.token) if event.kind in SECRETIVE else ""
        player = event.player or owner
        key = self._key_of(event)
        values = self._values(event)
        if player:
            values["player"] = self._player(player)
        colour = player or colour_of(event.token)
        if owner and event.token[1:2] == "?":
            self._write(f"{key}.hidden", colour, values)
        else:
            self._write(f"{key}.you" if self._mine(player) and key in HAS_YOU else key, colour, values)

    def _key_of(self, event: EventView) -> str:
        kind = event.kind
        if kind in ("attacked", "shot", "speared"):
            return f"{kind}.group" if len(event.tokens) > 2 else kind
        if kind == "gate-set":
            return f"gate-set-{event.state}"
        if kind == "joined":
            return f"joined-{event.side}"
        if kind == "raged":
            return f"raged-{event.number}"
        if kind == "named":
            return "named" if event.card else "named.nothing"
        if kind == "faced":
            return "faced.hidden" if event.letter == "?" else "faced"
        if kind == "door-drawn":
            return "door-drawn.nobody" if event.player in ("", "nobody") else "door-drawn"
        if kind == "placed":
            return "placed.by" if event.player else "placed"
        if kind == "combat-chosen":
            return self._chosen_key(event)
        return self._over_key(event.winners) if kind == "game-over" else kind

    def _chosen_key(self, event: EventView) -> str:
        if event.card < 0:
            return "combat-chosen"
        if event.second >= 0:
            return "combat-chosen.two"
        return "combat-chosen" if self._mine(event.player) else "combat-chosen.known"

    def _over_key(self, winners: list[str]) -> str:
        """Return the key of the end: one winner, a team, several who share it, all or none (MP-15, MP-17)."""
        seats = self.names.context.scene.seats
        if not winners:
            return "game-over.nobody"
        if len(winners) == 1:
            return "game-over.you" if self._mine(winners[0]) else "game-over"
        team_of = {seat.colour: seat.team or seat.colour for seat in seats}
        if len({team_of.get(colour, colour) for colour in winners}) == 1:
            return "game-over.team"
        return "game-over.draw" if len(winners) == len(seats) else "game-over.shared"

    def _swap_rooms(self, places: list[str]) -> None:
        first, second = places
        kept, other = self.rooms.pop(first, ""), self.rooms.pop(second, "")
        if other:
            self.rooms[first] = other
        if kept:
            self.rooms[second] = kept

    def _values(self, event: EventView) -> Values:
        """Return the values of a sentence; names are looked up only where they are used."""
        names, kind = self.names, event.kind
        got = event.other if kind == "traded" else event.tokens[0] if kind == "swapped" and event.tokens else ""
        handled = event.token if kind in SET_DOWN else event.item if kind == "traded" else event.item or event.other
        place = event.square or event.zone or event.place
        mates = [token for token in event.tokens if token not in (event.token, event.other)]
        return {
            "token": lambda: self._token(event.token or event.item if kind == "object-gone" else event.token),
            "target": lambda: self._token(handled, "object"),
            "got": lambda: self._token(got, "object"),
            "receiver": lambda: self._token(event.other, "to"),
            "source": lambda: self._token(event.other, "of"),
            "mates": lambda: self._list([self._token(token) for token in mates]),
            "to": lambda: self._place(place, "to"),
            "at": lambda: (self._lids.place(place, "at"), place) if kind == "laid" else self._place(place, "at"),
            "room": lambda: self._place(event.places[0] if event.places else event.place),
            "other": lambda: self._place(event.places[1] if len(event.places) > 1 else ""),
            "room-of": lambda: self._place(event.place, "of"),
            "direction": lambda: names.t(f"game.turn.{QUARTERS[event.number]}") if event.number in QUARTERS else "",
            "state": lambda: names.state(event.token, kind) if kind in ("wounded", "eliminated") else "",
            "side": lambda: names.side(event.side) if len(event.side) == 1 else "",
            "zone": lambda: names.faced(event.letter) if event.letter not in ("", "?") else "",
            "pair": lambda: names.pair(event.pair) if event.pair else "",
            "line": lambda: names.t("game.line.small", line=event.line) if event.line else "",
            "card": event.card,
            "second": max(event.second, 0),
            "points": event.points,
            "number": event.number,
            "player": lambda: self._player(event.winners[0] if event.winners else event.player),
            "players": lambda: self._list([(self._player(colour), "") for colour in event.winners]),
        }

    # -- writing ------------------------------------------------------------------------------------------------------

    def _line(self, key: str, colour: str, values: Values) -> LogLine:
        """Split a template of the catalogue at its places, and put in the values."""
        parts: list[Part] = []
        for number, piece in enumerate(PLACE.split(self.names.t(f"game.event.{key}"))):
            given = values.get(piece, "") if number % 2 else piece
            value = given() if callable(given) else given
            parts += value if isinstance(value, list) else [value if isinstance(value, tuple) else (str(value), "")]
        return LogLine(key, colour, [part for part in parts if part[0]])

    def _write(self, key: str, colour: str, values: Values) -> None:
        self.lines.append(self._line(key, colour, values))

    def _mine(self, colour: str) -> bool:
        return colour != "" and colour == self.names.context.viewer

    def _player(self, colour: str) -> str:
        return self.names.player(colour) if colour else ""

    def _token(self, token: str, case: str = "subject") -> Part:
        return (self.names.token(token, case), token) if token else ("", "")

    def _place(self, place: str, form: str = "name") -> Part:
        return (self.names.place(place, form), place) if place else ("", "")

    def _list(self, parts: list[Part]) -> list[Part]:
        """Join names with commas and an "and" before the last one."""
        found = parts[:1]
        for part in parts[1:]:
            found += [(f" {self.names.t('game.list.and')} " if part is parts[-1] else ", ", ""), part]
        return found
