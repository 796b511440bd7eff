"""Observations of the Card Game: planes over its zones and stations, tables of the maze, rows for players and cards."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rl.card.codec import CardCodec
from dungeon_twister.rl.observation import CARDS, HANDS, ObservationCache, Tensors, deciding_size, small, store
from dungeon_twister.rules.engine.card.decisions import FACING, SELECT
from dungeon_twister.rules.engine.card.duel import laid_cards
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.card.state import FIRED, FOUGHT, MANNERS, MODES, WALLS_USED, CardState, card_of
from dungeon_twister.rules.engine.card.values import side_total
from dungeon_twister.rules.engine.decisions import (
    LEAVE_OUT_CHARACTERS,
    PLACE_TOKENS,
    ROOM_DRAW,
    frame_argument,
    frame_kind,
    frame_who,
)
from dungeon_twister.rules.engine.state import BLOCKED, GONE, HURT, OUT, REMOVED, RESCUED, SPARE, SUPPLY, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.zone_plan import ANYHOW, LETTER_COUNT, LINK_NAMES, ON_FOOT, STATIONS, UNKNOWN
from dungeon_twister.rules.geometry.zones import ZoneMaze
from dungeon_twister.rules.visibility.card import (
    hides,
    knows_chosen,
    knows_facing,
    knows_gear,
    knows_hand,
    knows_removed,
    knows_rescued,
    knows_team,
    may_look,
)
from dungeon_twister.rules.visibility.shared import is_of, knows_laid, knows_starter, remembers

# a card: wounded, hurt, spent, fired, fought, walls used, carrier, entry, letter unknown, mover, attacker, defender, fighter,
# shooter, out, gone, rescued, supply, removed, in the team
CARD: Final = 20
IN_TEAM: Final = 19
PLAYER: Final = HANDS + 11
GLOBAL: Final = 22
GAME_ROWS: Final = 4  # the maze, deciding, global, left
GATES: Final = 3


def _row(number: int, team: int) -> bytes:
    """Return the row of a card with one mark, in the team or not."""
    out = [0] * CARD
    out[number] = 1
    out[IN_TEAM] = team
    return bytes(out)


class CardTensors(Tensors):
    """The observations of one Card Game. Most planes and rows of cards are empty, or have one mark: those are made once."""

    def __init__(self, setting: CardSetting) -> None:
        super().__init__(setting)
        self.card_setting = setting
        self.codec = CardCodec(setting)
        plan = setting.plan
        self.places = plan.places
        self.room_size = len(plan.rooms) + 4 + GATES + 1
        # planes: each card; hidden wounded ones of the other side; hidden objects; cards that lie face down or starters, by
        # owner; the room of the decision
        self.objects_at = setting.tokens + self.codec.men
        self.unknown_at = self.objects_at + 1
        self.pending_at = self.unknown_at + setting.players
        self.planes = self.pending_at + 1
        first = self.add("planes", [self.planes, self.places]) + self.planes * self.places
        self.add("rooms", [plan.tiles, self.room_size])
        self.walk_at = self.add("walk", [plan.zones, plan.zones]) - first
        self.touch_at = self.add("touch", [plan.zones, plan.zones]) - first
        self.links_at = self.add("links", [STATIONS, len(LINK_NAMES)]) - first
        self.maze_size = self.size - first
        self.add("deciding", [deciding_size(setting.players)])
        self.add("global", [GLOBAL + 2 * CARDS])
        self.add("left", [len(plan.rooms)])
        self.add("players", [setting.players, PLAYER])
        self.add("cards", [setting.tokens, CARD])
        self.players_at = self.planes + GAME_ROWS  # pieces: hands and the rest of each player
        self.rows_at = self.players_at + 2 * setting.players
        self.drawn: dict[int, bytes] = {}  # cache of mazes; without it a step takes 2.4 times as long
        self.empty = bytes(self.places)
        self.one = [self._with(self.empty, place, 1) for place in range(self.places)]
        self.room = [self._with(self.empty, slot * LETTER_COUNT, LETTER_COUNT) for slot in range(plan.tiles)]
        self.no_row = bytes(CARD)
        # rows of cards with one mark, in addition to that for the team
        self.marked = [[_row(number, team) for number in range(CARD)] for team in range(2)]

    def renew(self, s: State, cache: ObservationCache) -> None:
        """Update the pieces: the planes, the maze, the rows of game, players and cards. All are made anew."""
        self._renew(card_of(s), cache.viewer, cache)

    def _renew(self, s: CardState, viewer: int, cache: ObservationCache) -> None:
        pieces = cache.pieces = [self.empty] * (self.rows_at + self.card_setting.tokens)
        rows = [0] * (GLOBAL + 2 * CARDS)
        self._write_cards(s, viewer, pieces)
        self._write_global(s, viewer, pieces, rows)
        self._write_under_way(s, viewer, rows)
        for player in range(self.card_setting.players):
            self._write_player(s, player, viewer, pieces)
        pieces[self.planes] = self._maze(s, viewer)
        pieces[self.planes + 1] = self.deciding(s, viewer)
        pieces[self.planes + 2] = bytes(rows)
        pieces[self.planes + 3] = self.rooms_left(s, len(self.card_setting.plan.rooms))

    def _with(self, plane: bytes, first: int, count: int) -> bytes:
        """Return a copy of a plane with one more on consecutive places."""
        changed = bytearray(plane)
        for at in range(first, first + count):
            changed[at] += 1
        return bytes(changed)

    def _add(self, planes: list[bytes], number: int, at: int) -> None:
        """Add one on a place of a plane."""
        plane = planes[number]
        planes[number] = self.one[at] if plane is self.empty else self._with(plane, at, 1)

    # -- the maze ---------------------------------------------------------------------------------------------------------

    def _maze(self, s: CardState, viewer: int) -> bytes:
        key = s.maze.number * self.card_setting.players + viewer
        drawn = self.drawn.get(key)
        if drawn is None:
            drawn = bytes(self._draw(s, viewer))
            store(self.drawn, key, drawn)
        return drawn

    def _draw(self, s: CardState, viewer: int) -> bytearray:
        """Return the tables of the maze: position and orientation of rooms, and adjacent zones."""
        out = bytearray(self.maze_size)
        maze, plan, codec = s.maze, s.maze.plan, self.codec
        rooms = len(plan.rooms)
        for tile in range(plan.tiles):
            if maze.room_of[tile] != UNKNOWN:
                at = codec.slot(s, viewer, tile) * self.room_size
                out[at + maze.room_of[tile]] = 1
                out[at + rooms + ((maze.quarters[tile] + 2 * viewer) & 3)] = 1
                if plan.rooms[maze.room_of[tile]].gates:
                    out[at + rooms + 4 + maze.gates[tile]] = 1
                if maze.walls_broken[tile]:
                    out[at + rooms + 4 + GATES] = 1
        seen = [codec.place(s, viewer, place) for place in range(plan.places)]
        self._draw_relation(maze, maze.part(ON_FOOT), seen, self.walk_at, out)
        self._draw_relation(maze, maze.part(ANYHOW), seen, self.touch_at, out)
        for station in range(STATIONS):
            link = maze.link_at(station)
            at = self.links_at + (seen[plan.zones + station] - plan.zones) * len(LINK_NAMES)
            for kind in range(len(LINK_NAMES)):
                if link >> kind & 1:
                    out[at + kind] = 1
        return out

    def _draw_relation(self, maze: ZoneMaze, masks: list[int], seen: list[int], at: int, out: bytearray) -> None:
        zones = maze.plan.zones
        for zone in range(zones):
            mask = masks[zone]
            for other in range(zones):
                if mask >> other & 1:
                    out[at + seen[zone] * zones + seen[other]] = 1

    # -- cards ------------------------------------------------------------------------------------------------------------

    def _write_cards(self, s: CardState, viewer: int, pieces: list[bytes]) -> None:
        setting = self.card_setting
        tokens, each, first = setting.tokens, setting.each, self.rows_at
        for player in range(setting.players):
            own, marked = is_of(player, viewer), self.marked[1 if knows_team(s, player, viewer) else 0]
            laid_known = knows_laid(s, player, viewer)
            for token in setting.tokens_of[player]:
                place = s.loc[token]
                number = (token - viewer * each) % tokens
                if place == SPARE:
                    pieces[first + number] = self.no_row
                    continue
                row = IN_TEAM
                if place >= UNDER:
                    tile = place - UNDER
                    known = laid_known or s.maze.room_of[tile] != UNKNOWN
                    self._fill(s, tile, viewer, pieces, number if known else self.unknown_at + number // each)
                elif place >= 0:
                    pieces[first + number] = self._in_play(s, token, number, viewer, pieces, marked[IN_TEAM])
                    continue
                elif place == OUT:
                    row = 14
                elif place == GONE:
                    row = 15 if knows_removed(s, token, viewer) else IN_TEAM
                elif place == RESCUED:
                    row = 16 if knows_rescued(s, token, viewer) else IN_TEAM
                elif own:
                    row = 17 if place == SUPPLY else 18
                pieces[first + number] = marked[row]

    def _fill(self, s: CardState, tile: int, viewer: int, planes: list[bytes], number: int) -> None:
        """Add one in all zones of a room."""
        slot, plane = self.codec.slot(s, viewer, tile), planes[number]
        planes[number] = self.room[slot] if plane is self.empty else self._with(plane, slot * LETTER_COUNT, LETTER_COUNT)

    def _in_play(self, s: CardState, token: int, number: int, viewer: int, planes: list[bytes], row: bytes) -> bytes:
        """Write a card in a zone or on a station, as far as the viewer can identify it. Return its row."""
        codec, place = self.codec, s.loc[token]
        exact = place < codec.zones or self._letter_known(s, token, viewer)
        at = codec.place(s, viewer, place if exact else place - (place - codec.zones) % LETTER_COUNT)
        if not knows_starter(s, token, viewer):
            self._add(planes, self.unknown_at + number // codec.each, at)
            return row
        if hides(s, token, viewer):
            if self.card_setting.is_character[token]:
                planes[self.card_setting.tokens + codec.hidden_rank(s, viewer, token)] = self.one[at]
            else:
                self._add(planes, self.objects_at, codec.place(s, viewer, s.spot(place)))
            return row
        if not self.card_setting.is_character[token] and s.carrier[token] < 0:
            at = codec.place(s, viewer, s.spot(place))
        planes[number] = self.one[at]
        return self._marks(s, token, exact, viewer, row)

    def _letter_known(self, s: CardState, token: int, viewer: int) -> bool:
        """Return whether the letter that a starting character faces has been chosen, and shown to the viewer (SET-9)."""
        if s.decision() != FACING:
            return s.shown
        column = (s.loc[token] - self.codec.zones) // LETTER_COUNT
        for packed in s.stack:
            if frame_kind(packed) == FACING and frame_who(packed) * 2 + frame_argument(packed) == column:
                return False
        return knows_facing(s, token, viewer)

    def _marks(self, s: CardState, token: int, exact: bool, viewer: int, row: bytes) -> bytes:
        """Return the row of a card in play."""
        status, carrier, entry = s.status[token], s.carrier[token], s.entry[token]
        if not status and carrier < 0 and entry < 0 and exact and s.mover != token and s.attacker < 0:
            return row
        tokens, each = self.card_setting.tokens, self.card_setting.each
        out = list(row)
        if status:
            out[0] = 1 if status & WOUNDED else 0
            out[1] = 1 if status & HURT else 0
            out[2] = 1 if status & BLOCKED else 0
            out[3] = 1 if status & FIRED else 0
            out[4] = 1 if status & FOUGHT else 0
            out[5] = 1 if status & WALLS_USED else 0
        if carrier >= 0 and not hides(s, carrier, viewer):
            out[6] = 1 + (carrier - viewer * each) % tokens
        if entry >= 0:
            out[7] = 1 + self.codec.place(s, viewer, s.spot(entry))
        if not exact:
            out[8] = 1
        if s.mover == token:
            out[9] = 1
        if s.attacker >= 0:
            out[10] = 1 if s.attacker == token else 0
            out[11] = 1 if s.defender == token else 0
            out[12] = s.fighters >> token & 1
            out[13] = s.shooters >> token & 1
        return bytes(out)

    # -- rows -------------------------------------------------------------------------------------------------------------

    def _write_global(self, s: CardState, viewer: int, planes: list[bytes], rows: list[int]) -> None:
        rows[0] = small(s.turn)
        rows[1] = small(s.ap)
        rows[2] = small(s.quiet)
        rows[3] = 1 if s.shown else 0
        rows[4] = 1 if s.progress else 0
        rows[5] = 1 if s.over else 0
        decision = s.decision()
        if decision in (PLACE_TOKENS, ROOM_DRAW):
            self._fill(s, frame_argument(s.stack[-1]), viewer, planes, self.pending_at)
        elif decision in (SELECT, FACING, LEAVE_OUT_CHARACTERS):
            rows[6] = 1 + frame_argument(s.stack[-1])

    def _write_under_way(self, s: CardState, viewer: int, rows: list[int]) -> None:
        """Write the journey and the combat."""
        if s.mover >= 0:
            rows[7 + s.mode] = 1
            rows[7 + len(MODES)] = small(s.steps)
            rows[8 + len(MODES)] = 1 if s.moved else 0
        if s.attacker < 0:
            return
        at = 9 + len(MODES)
        rows[at + s.manner] = 1
        at += len(MANNERS)
        owner = self.card_setting.owner
        for number, player in enumerate((owner[s.attacker], owner[s.defender])):
            rows[at + number] = small(side_total(s, player, not knows_gear(s, player, viewer)))
        rows[at + 2] = s.rage
        rows[at + 3] = s.named
        rows[at + 4] = s.forced
        at = GLOBAL
        for card in laid_cards(s.chosen[viewer]) if knows_chosen(s, viewer, viewer) else []:
            rows[at + card] += 1
        for card in laid_cards(s.chosen[opponent(viewer)]) if may_look(s, viewer) else []:
            rows[at + CARDS + card] += 1

    def _write_player(self, s: CardState, player: int, viewer: int, pieces: list[bytes]) -> None:
        setting = self.card_setting
        supply = removed = laid = 0
        for token in setting.tokens_of[player]:
            place = s.loc[token]
            if place == SUPPLY:
                supply += 1
            elif place == REMOVED:
                removed += 1
            elif place >= UNDER:
                laid += 1
        numbers = [
            small(s.vp[player]),
            small(setting.target),
            small(s.kept_ap[player]),
            s.jumps[player],
            supply,
            removed,
            laid,
            s.resigned >> player & 1,
            s.winners >> player & 1,
            s.acted >> player & 1,
            1 if s.attacker >= 0 and s.chosen[player] >= 0 else 0,
        ]
        at = self.players_at + 2 * ((player - viewer) % setting.players)
        pieces[at] = self.hands(s, player, knows_hand(s, player, viewer), remembers(s, viewer))
        pieces[at + 1] = bytes(numbers)
