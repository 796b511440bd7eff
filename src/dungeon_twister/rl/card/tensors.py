"""Observations of the Card Game: planes over its zones and stations, tables of the maze, rows for players and cards."""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine.card.decisions import FACING, SELECT
from dungeon_twister.engine.card.duel import laid_cards
from dungeon_twister.engine.card.setting import CardSetting, opponent
from dungeon_twister.engine.card.state import FIRED, FOUGHT, MANNERS, MODES, WALLS_USED, CardState, card_of
from dungeon_twister.engine.card.values import side_total
from dungeon_twister.engine.decisions import (
    LEAVE_OUT_CHARACTERS,
    PLACE_TOKENS,
    ROOM_DRAW,
    frame_argument,
    frame_kind,
    frame_who,
)
from dungeon_twister.engine.state import BLOCKED, GONE, HURT, OUT, REMOVED, RESCUED, SPARE, SUPPLY, UNDER, WOUNDED, State
from dungeon_twister.geometry.zone_plan import LETTER_COUNT, LINK_NAMES, STATIONS, UNKNOWN
from dungeon_twister.geometry.zones import ZoneMaze
from dungeon_twister.knowledge import is_of, knows_chosen, knows_laid, knows_starter
from dungeon_twister.knowledge.card import (
    hides,
    knows_facing,
    knows_gear,
    knows_gone,
    knows_rescued,
    knows_team,
    may_look,
)
from dungeon_twister.rl.card.codec import CardCodec
from dungeon_twister.rl.layers import CARDS, HANDS, MOST_KEPT, Tensors, deciding_size, small, write_deciding

# a card: wounded, hurt, spent, fired, fought, walls used, carrier, entry, letter unknown, mover, attacker, defender, fighter,
# shooter, out, gone, rescued, supply, removed, in the team
CARD: Final = 20
PLAYER: Final = HANDS + 11
GLOBAL: Final = 22
GATES: Final = 3


class CardTensors(Tensors):
    """The observations of one Card Game."""

    def __init__(self, setting: CardSetting) -> None:
        super().__init__(setting)
        self.card_setting = setting
        self.codec = CardCodec(setting)
        plan = setting.plan
        self.places = plan.places
        self.room_size = len(plan.rooms) + 4 + GATES + 1
        # planes: each card; hidden wounded ones of the other side; hidden objects; cards that lie face down or starters, by
        # owner; the room of the decision
        self.hidden = self.codec.men
        planes = setting.tokens + self.hidden + 1 + setting.players + 1
        self.add("planes", [planes, self.places])
        self.hidden_at = setting.tokens * self.places
        self.objects_at = self.hidden_at + self.hidden * self.places
        self.unknown_at = self.objects_at + self.places
        self.pending_at = self.unknown_at + setting.players * self.places
        self.rooms_at = self.add("rooms", [plan.tiles, self.room_size])
        self.walk_at = self.add("walk", [plan.zones, plan.zones])
        self.touch_at = self.add("touch", [plan.zones, plan.zones])
        self.links_at = self.add("links", [STATIONS, len(LINK_NAMES)])
        self.deciding_at = self.add("deciding", [deciding_size(setting.players)])
        self.global_at = self.add("global", [GLOBAL + 2 * CARDS])
        self.left_at = self.add("left", [len(plan.rooms)])
        self.players_at = self.add("players", [setting.players, PLAYER])
        self.rows_at = self.add("cards", [setting.tokens, CARD])
        self.drawn: dict[int, bytes] = {}

    def of(self, s: State, viewer: int) -> bytearray:
        return self._of(card_of(s), viewer)

    def _of(self, s: CardState, viewer: int) -> bytearray:
        key = s.maze.number * self.card_setting.players + viewer
        drawn = self.drawn.get(key)
        if drawn is None:
            drawn = bytes(self._draw(s, viewer))
            if len(self.drawn) >= MOST_KEPT:
                self.drawn.clear()
            self.drawn[key] = drawn
        out = bytearray(drawn)
        self._write_cards(s, viewer, out)
        self._write_global(s, viewer, out)
        self._write_under_way(s, viewer, out)
        for player in range(self.card_setting.players):
            self._write_player(s, player, viewer, out)
        return out

    # -- the maze ---------------------------------------------------------------------------------------------------------

    def _draw(self, s: CardState, viewer: int) -> bytearray:
        """All that follows from the maze: which rooms lie where and how, and which zones touch."""
        out = bytearray(self.size)
        maze, plan, codec = s.maze, s.maze.plan, self.codec
        rooms = len(plan.rooms)
        for tile in range(plan.tiles):
            if maze.room_of[tile] != UNKNOWN:
                at = self.rooms_at + codec.slot(s, viewer, tile) * self.room_size
                out[at + maze.room_of[tile]] = 1
                out[at + rooms + ((maze.quarters[tile] + 2 * viewer) & 3)] = 1
                if plan.rooms[maze.room_of[tile]].gates:
                    out[at + rooms + 4 + maze.gates[tile]] = 1
                if maze.walls_broken[tile]:
                    out[at + rooms + 4 + GATES] = 1
        seen = [codec.place(s, viewer, place) for place in range(plan.places)]
        self._draw_relation(maze, maze.walk, seen, self.walk_at, out)
        self._draw_relation(maze, maze.touch, seen, self.touch_at, out)
        for station in range(STATIONS):
            link = maze.link[station]
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

    def _write_cards(self, s: CardState, viewer: int, out: bytearray) -> None:
        setting = self.card_setting
        tokens, each = setting.tokens, setting.each
        for player in range(setting.players):
            own, team_known = is_of(player, viewer), knows_team(s, player, viewer)
            laid_known = knows_laid(s, player, viewer)
            for token in setting.tokens_of[player]:
                place = s.loc[token]
                if place == SPARE:
                    continue
                number = (token - viewer * each) % tokens
                row = self.rows_at + number * CARD
                if team_known:
                    out[row + 19] = 1
                if place >= UNDER:
                    tile = place - UNDER
                    if laid_known or s.maze.room_of[tile] != UNKNOWN:
                        self._fill(s, tile, viewer, number * self.places, out)
                    else:
                        self._fill(s, tile, viewer, self.unknown_at + number // each * self.places, out)
                elif place >= 0:
                    self._write_in_play(s, token, number, viewer, out)
                elif place == OUT:
                    out[row + 14] = 1
                elif place == GONE:
                    if knows_gone(s, token, viewer):
                        out[row + 15] = 1
                elif place == RESCUED:
                    if knows_rescued(s, token, viewer):
                        out[row + 16] = 1
                elif own:
                    out[row + (17 if place == SUPPLY else 18)] = 1

    def _fill(self, s: CardState, tile: int, viewer: int, plane: int, out: bytearray) -> None:
        """Count one more in all zones of a room."""
        first = plane + self.codec.slot(s, viewer, tile) * LETTER_COUNT
        for at in range(first, first + LETTER_COUNT):
            out[at] += 1

    def _write_in_play(self, s: CardState, token: int, number: int, viewer: int, out: bytearray) -> None:
        """A card in a zone or on a station, as far as the viewer knows which one it is."""
        codec, place = self.codec, s.loc[token]
        exact = place < codec.zones or self._letter_known(s, token, viewer)
        at = codec.place(s, viewer, place if exact else place - (place - codec.zones) % LETTER_COUNT)
        if not knows_starter(s, token, viewer):
            out[self.unknown_at + number // codec.each * self.places + at] += 1
            return
        if hides(s, token, viewer):
            if self.card_setting.is_character[token]:
                out[self.hidden_at + codec.hidden_rank(s, viewer, token) * self.places + at] = 1
            else:
                out[self.objects_at + codec.place(s, viewer, s.spot(place))] += 1
            return
        if not self.card_setting.is_character[token] and s.carrier[token] < 0:
            at = codec.place(s, viewer, s.spot(place))
        out[number * self.places + at] = 1
        self._write_marks(s, token, self.rows_at + number * CARD, exact, viewer, out)

    def _letter_known(self, s: CardState, token: int, viewer: int) -> bool:
        """SET-9: has the letter that a starting character faces been chosen, and shown to the viewer?"""
        if s.decision() != FACING:
            return s.shown
        column = (s.loc[token] - self.codec.zones) // LETTER_COUNT
        for packed in s.stack:
            if frame_kind(packed) == FACING and frame_who(packed) * 2 + frame_argument(packed) == column:
                return False
        return knows_facing(s, token, viewer)

    def _write_marks(self, s: CardState, token: int, row: int, exact: bool, viewer: int, out: bytearray) -> None:
        status, carrier, entry = s.status[token], s.carrier[token], s.entry[token]
        tokens, each = self.card_setting.tokens, self.card_setting.each
        if status:
            out[row] = 1 if status & WOUNDED else 0
            out[row + 1] = 1 if status & HURT else 0
            out[row + 2] = 1 if status & BLOCKED else 0
            out[row + 3] = 1 if status & FIRED else 0
            out[row + 4] = 1 if status & FOUGHT else 0
            out[row + 5] = 1 if status & WALLS_USED else 0
        if carrier >= 0 and not hides(s, carrier, viewer):
            out[row + 6] = 1 + (carrier - viewer * each) % tokens
        if entry >= 0:
            out[row + 7] = 1 + self.codec.place(s, viewer, s.spot(entry))
        if not exact:
            out[row + 8] = 1
        if s.mover == token:
            out[row + 9] = 1
        if s.attacker >= 0:
            out[row + 10] = 1 if s.attacker == token else 0
            out[row + 11] = 1 if s.defender == token else 0
            out[row + 12] = s.fighters >> token & 1
            out[row + 13] = s.shooters >> token & 1

    # -- rows -------------------------------------------------------------------------------------------------------------

    def _write_global(self, s: CardState, viewer: int, out: bytearray) -> None:
        write_deciding(s, viewer, out, self.deciding_at)
        at = self.global_at
        out[at] = small(s.turn)
        out[at + 1] = small(s.ap)
        out[at + 2] = small(s.quiet)
        out[at + 3] = 1 if s.shown else 0
        out[at + 4] = 1 if s.progress else 0
        out[at + 5] = 1 if s.over else 0
        decision = s.decision()
        if decision in (PLACE_TOKENS, ROOM_DRAW):
            self._fill(s, frame_argument(s.stack[-1]), viewer, self.pending_at, out)
        elif decision in (SELECT, FACING, LEAVE_OUT_CHARACTERS):
            out[at + 6] = 1 + frame_argument(s.stack[-1])
        left, room = s.rooms_left, 0
        while left:
            if left & 1:
                out[self.left_at + room] = 1
            left >>= 1
            room += 1

    def _write_under_way(self, s: CardState, viewer: int, out: bytearray) -> None:
        """The journey and the combat."""
        at = self.global_at
        if s.mover >= 0:
            out[at + 7 + s.mode] = 1
            out[at + 7 + len(MODES)] = small(s.steps)
            out[at + 8 + len(MODES)] = 1 if s.moved else 0
        if s.attacker < 0:
            return
        at += 9 + len(MODES)
        out[at + s.manner] = 1
        at += len(MANNERS)
        owner = self.card_setting.owner
        for number, player in enumerate((owner[s.attacker], owner[s.defender])):
            out[at + number] = small(side_total(s, player, not knows_gear(s, player, viewer)))
        out[at + 2] = s.rage
        out[at + 3] = s.named
        out[at + 4] = s.forced
        at = self.global_at + GLOBAL
        for card in laid_cards(s.chosen[viewer]) if knows_chosen(s, viewer, viewer) else []:
            out[at + card] += 1
        for card in laid_cards(s.chosen[opponent(viewer)]) if may_look(s, viewer) else []:
            out[at + CARDS + card] += 1

    def _write_player(self, s: CardState, player: int, viewer: int, out: bytearray) -> None:
        setting = self.card_setting
        at = self.players_at + (player - viewer) % setting.players * PLAYER
        at = self.write_hands(s, player, viewer, out, at)
        out[at] = small(s.vp[player])
        out[at + 1] = small(setting.target)
        out[at + 2] = small(s.kept_ap[player])
        out[at + 3] = s.jumps[player]
        for token in setting.tokens_of[player]:
            place = s.loc[token]
            if place == SUPPLY:
                out[at + 4] += 1
            elif place == REMOVED:
                out[at + 5] += 1
            elif place >= UNDER:
                out[at + 6] += 1
        out[at + 7] = s.resigned >> player & 1
        out[at + 8] = s.winners >> player & 1
        out[at + 9] = s.acted >> player & 1
        out[at + 10] = 1 if s.attacker >= 0 and s.chosen[player] >= 0 else 0
