"""The cards of a Card Game: their locations, who carries what, marks; and counts that follow from them, as a cache.

`loc[token]` is a place of the maze (a zone, or a station of a starting zone), UNDER + tile next to a face-down room, or SUPPLY,
SPARE (unused), REMOVED (handicap), OUT (escaped; a Treasure that scored), RESCUED, GONE (eliminated, discarded). A carried item
has the location of its carrier. An object that lies on a starting zone is at its first station, because there the zone is one
place (LNK-1). `crowd`, `fit` and the other counts follow from these. Copies share the counts until one of them moves a card, so
code must not keep such a list in a variable across a change.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.card.card_fields import CARRIER, ENTRY, FELL
from dungeon_twister.rules.engine.card.events import ITEM_SHOWN
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.state import REMOVED, SPARE, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.rows import zeros
from dungeon_twister.rules.geometry.vectors import Numbers
from dungeon_twister.rules.geometry.zone_plan import STATIONS_PER_SIDE, mask_of
from dungeon_twister.rules.geometry.zones import ZoneMaze

LIMIT: Final = 3  # characters of one player in one place at the end of an action (MOV-18)


class CardTokens(State):
    """Part of a `CardState`: the rooms and the cards."""

    __slots__ = (
        "at_home", "card_setting", "carrier", "crowd", "entry", "fell", "fit", "held", "maze", "men", "overfull",
        "own_counts", "places_of", "stock", "teamed", "things", "wounds",
    )  # fmt: skip

    card_setting: CardSetting
    maze: ZoneMaze
    teamed: bool  # the teams are known
    men: list[list[int]]  # each player's characters in this game; replaced, never changed in place
    things: list[int]  # the objects in this game; replaced, never changed in place
    carrier: list[int]  # who carries a token, or -1
    entry: list[int]  # the zone or starting zone from which a character entered a zone of enemies this turn, or -1 (MOV-13)
    fell: list[int]  # the number of a character's wound: identifies hidden wounded characters without naming them (OPT-10)
    wounds: int  # wounds so far
    # counts that follow from the above (`recount`)
    crowd: Numbers  # characters at a place, by player * places + place
    fit: Numbers  # the unwounded ones among them
    at_home: Numbers  # a player's characters on his starting zone
    overfull: Numbers  # zones with more than three characters of a player
    held: Numbers  # items a character carries
    places_of: list[int]  # where a player's characters are, as a mask
    stock: list[int]  # objects in a zone or, at its first station, on a starting zone, held or lying: as a mask of ranks
    own_counts: bool  # no copy shares these seven lists

    def share_tokens(self, s: CardTokens) -> None:
        """Copy these parts to another state; the counts are shared until a card moves."""
        s.card_setting = self.card_setting
        s.maze = self.maze
        s.teamed = self.teamed
        s.men = self.men
        s.things = self.things
        s.carrier = self.carrier
        s.entry = self.entry
        s.fell = self.fell
        s.wounds = self.wounds
        s.crowd = self.crowd
        s.fit = self.fit
        s.at_home = self.at_home
        s.overfull = self.overfull
        s.held = self.held
        s.places_of = self.places_of
        s.stock = self.stock
        s.own_counts = self.own_counts = False

    def recount(self) -> None:
        """Recompute what follows from the fields: the teams, where the cards are, how much each character carries."""
        self._find_teams()
        places = self.maze.plan.places
        self.crowd = zeros(self.setting.players * places)
        self.fit = self.crowd[:]
        self.at_home = zeros(self.setting.players)
        self.overfull = zeros(self.setting.players)
        self.places_of = [0] * self.setting.players
        self.held = zeros(self.setting.tokens)
        self.stock = [0] * places
        self.own_counts = True
        for token in range(self.setting.tokens):
            if self.carrier[token] >= 0:
                self.held[self.carrier[token]] += 1
            if not self.setting.is_character[token]:
                self._restock(token, self.loc[token])
            elif self.in_play(token):
                self._count(token, self.loc[token])
        State.recount(self)

    def team_up(self) -> None:
        """Set the teams as known; from now on only their cards count."""
        self.teamed = True
        self._find_teams()

    def _find_teams(self) -> None:
        loc = self.loc
        teams = self.setting.characters_of if self.teamed else [[] for _ in self.setting.colours]
        self.men = [[token for token in tokens if loc[token] not in (SPARE, REMOVED)] for tokens in teams]
        objects = self.card_setting.objects_of if self.teamed else []
        self.things = [token for tokens in objects for token in tokens if loc[token] != SPARE]

    # -- the only ways to change locations, carriers and marks -----------------------------------------------------------

    def set_loc(self, token: int, place: int) -> None:
        """Change the location of a card. The callers below count the characters."""
        if not self.setting.is_character[token]:
            self._restock(token, self.loc[token])
            self._restock(token, place)
        State.set_loc(self, token, place)

    def _restock(self, thing: int, place: int) -> None:
        """Add an object to a place, or remove it from there."""
        if 0 <= place < UNDER:
            if not self.own_counts:
                self._own_counts()
            spot = self.spot(place)
            self.stock[spot] = self.stock[spot] ^ 1 << self.card_setting.rank_of[thing]

    def put(self, token: int, place: int) -> None:
        """Bring a card into play."""
        self.set_loc(token, place)
        if self.setting.is_character[token]:
            if not self.own_counts:
                self._own_counts()
            self._count(token, place)

    def remove(self, token: int, where: int) -> None:
        """Remove a card from the game: OUT, GONE, RESCUED. Nobody carries or holds it any more."""
        if self.setting.is_character[token]:
            if not self.own_counts:
                self._own_counts()
            self._uncount(token, self.loc[token])
            self.set_entry(token, -1)
        if self.carrier[token] >= 0:
            self.hold(token, -1)
        self.set_loc(token, where)

    def move(self, token: int, place: int) -> None:
        """Move a card from one place to another. (The most frequent change. No `+=`: compiled, it would use boxed integers.)"""
        origin, setting = self.loc[token], self.setting
        if origin == place:
            return
        if not setting.is_character[token]:
            self.set_loc(token, place)
            return
        State.set_loc(self, token, place)
        if not self.own_counts:
            self._own_counts()
        plan, owner, crowd, fit = self.maze.plan, setting.owner[token], self.crowd, self.fit
        zones, left, entered = plan.zones, owner * plan.places + origin, owner * plan.places + place
        crowd[left] = crowd[left] - 1
        crowd[entered] = crowd[entered] + 1
        here = self.places_of[owner] | 1 << place
        self.places_of[owner] = here if crowd[left] else here & ~mask_of(origin)
        if not self.status[token] & WOUNDED:
            fit[left] = fit[left] - 1
            fit[entered] = fit[entered] + 1
        if origin >= zones:
            self.at_home[owner] = self.at_home[owner] - 1
        elif crowd[left] == LIMIT:
            self.overfull[owner] = self.overfull[owner] - 1
        if place >= zones:
            self.at_home[owner] = self.at_home[owner] + 1
        elif crowd[entered] == LIMIT + 1:
            self.overfull[owner] = self.overfull[owner] + 1

    def _count(self, token: int, place: int) -> None:
        """Count a character at a place."""
        owner, plan = self.setting.owner[token], self.maze.plan
        at = owner * plan.places + place
        self.crowd[at] += 1
        self.places_of[owner] |= 1 << place
        if place >= plan.zones:
            self.at_home[owner] += 1
        elif self.crowd[at] == LIMIT + 1:
            self.overfull[owner] += 1
        if not self.status[token] & WOUNDED:
            self.fit[at] += 1

    def _uncount(self, token: int, place: int) -> None:
        """Remove a character from the counts of a place."""
        owner, plan = self.setting.owner[token], self.maze.plan
        at = owner * plan.places + place
        self.crowd[at] -= 1
        if self.crowd[at] == 0:
            self.places_of[owner] &= ~(1 << place)
        if place >= plan.zones:
            self.at_home[owner] -= 1
        elif self.crowd[at] == LIMIT:
            self.overfull[owner] -= 1
        if not self.status[token] & WOUNDED:
            self.fit[at] -= 1

    def _own_counts(self) -> None:
        self.crowd = self.crowd[:]
        self.fit = self.fit[:]
        self.at_home = self.at_home[:]
        self.overfull = self.overfull[:]
        self.held = self.held[:]
        self.places_of = self.places_of[:]
        self.stock = self.stock[:]
        self.own_counts = True

    def hold(self, item: int, holder: int) -> None:
        """Set the carrier of an item; -1 for none."""
        before = self.carrier[item]
        if before == holder:
            return
        if not self.own_counts:
            self._own_counts()
        if before >= 0:
            self.held[before] = self.held[before] - 1
        if holder >= 0:
            self.held[holder] = self.held[holder] + 1
        self.carrier = self.exchanged(CARRIER, self.carrier, item, holder)

    def fall(self, token: int, marks: int) -> None:
        """Wound a character in play, with additional marks; its wound gets the next number."""
        if not self.own_counts:
            self._own_counts()
        self.fit[self.setting.owner[token] * self.maze.plan.places + self.loc[token]] -= 1
        self.mark(token, WOUNDED | marks)
        self.set_entry(token, -1)
        self.wounds += 1
        self.set_fell(token, self.wounds)

    def rise(self, token: int, marks: int) -> None:
        """Remove the wound of a character in play, and set other marks."""
        if not self.own_counts:
            self._own_counts()
        self.set_status(token, (self.status[token] & ~WOUNDED) | marks)
        self.fit[self.setting.owner[token] * self.maze.plan.places + self.loc[token]] += 1
        self.set_fell(token, 0)

    def set_fell(self, token: int, number: int) -> None:
        """Set the number of a character's wound; 0 for an unwounded one."""
        self.fell = self.exchanged(FELL, self.fell, token, number)

    def set_entry(self, token: int, spot: int) -> None:
        """Set from where a character came to the enemies that hold it; -1 if none do."""
        if self.entry[token] != spot:
            self.entry = self.exchanged(ENTRY, self.entry, token, spot)
            self.marked = True

    def clear_entries(self) -> None:
        """Release all characters from enemies."""
        for men in self.men:
            for man in men:
                if self.entry[man] >= 0:
                    self.set_entry(man, -1)

    # -- locations -------------------------------------------------------------------------------------------------------

    def in_play(self, token: int) -> bool:
        return 0 <= self.loc[token] < UNDER

    def has_characters(self, player: int) -> bool:
        """END-3: Return whether a player has characters in play or hidden in a room."""
        for man in self.men[player]:  # noqa: SIM110 - a plain loop is quicker
            if self.loc[man] >= 0:
                return True
        return False

    def home(self, player: int) -> int:
        """Return the first station of a player's starting zone, which stands for the whole zone as one place (LNK-1)."""
        return self.maze.plan.zones + player * STATIONS_PER_SIDE

    def spot(self, place: int) -> int:
        """Return the place itself, or the first station of its starting zone (LNK-1)."""
        zones = self.maze.plan.zones
        return place if place < zones else place - (place - zones) % STATIONS_PER_SIDE

    def count_at(self, player: int, spot: int) -> int:
        """Return the number of a player's characters in a zone, or on a whole starting zone (MOV-18)."""
        if spot < self.maze.plan.zones:
            return self.crowd[player * self.maze.plan.places + spot]
        return self.at_home[player] if spot == self.home(player) else 0

    def enemies_fit(self, player: int, place: int) -> int:
        """Return the number of a player's unwounded enemies at a place."""
        return self.fit[opponent(player) * self.maze.plan.places + place]

    def abilities(self, token: int) -> int:
        """Return the abilities of a character now: a wound takes most of them away (CHR-3)."""
        if self.status[token] & WOUNDED:
            return self.card_setting.wounded_capabilities[token]
        return self.setting.capabilities[token]

    def items_of(self, token: int) -> list[int]:
        """Return the items that a character carries, objects first."""
        carrier = self.carrier
        if self.held[token] == 0:
            return []
        found = [thing for thing in self.things if carrier[thing] == token]
        found += [man for man in self.men[self.setting.owner[token]] if carrier[man] == token]
        return found

    def carries(self, token: int, capability: int) -> int:
        """Return how many objects with a capability a character carries (OBJ-3)."""
        if self.held[token] == 0:
            return 0
        count = 0
        for thing in self.things:
            if self.carrier[thing] == token and self.setting.capabilities[thing] & capability:
                count += 1
        return count

    def show(self, thing: int) -> None:
        """OPT-12: show a hidden object because it is used now."""
        if self.card_setting.secret:
            self.note(ITEM_SHOWN, thing)

    def show_all(self, token: int, capability: int) -> None:
        """Show all hidden objects with a capability that a character carries."""
        if self.card_setting.secret:
            for thing in self.things:
                if self.carrier[thing] == token and self.setting.capabilities[thing] & capability:
                    self.note(ITEM_SHOWN, thing)

    def occupied(self) -> int:
        """Return the places with characters, which block sight (LOS-4), as a mask."""
        return self.places_of[0] | self.places_of[1]
