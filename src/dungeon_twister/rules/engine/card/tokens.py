"""The cards of a Card Game: where each is, who carries what, marks; and the counts that follow, kept to be quick.

`loc[token]` is a place of the maze (a zone, or a station of a starting zone), UNDER + tile beside a face-down room, or SUPPLY,
SPARE (unused), REMOVED (handicap), OUT (escaped; a Treasure that scored), RESCUED, GONE (eliminated, discarded). What is
carried is where its carrier is. An object that lies on a starting zone is at its first station, because there the zone is one
place (LNK-1). `crowd`, `fit` and other counts follow from all that. A copy shares them until one of the two moves somebody; so
nobody keeps one of these lists in a variable over a change.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.card.events import ITEM_SHOWN
from dungeon_twister.rules.engine.card.fields import CARRIER, ENTRY, FELL
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.state import REMOVED, SPARE, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.zone_plan import STATIONS_PER_SIDE
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
    men: list[list[int]]  # the characters each player has in this game; replaced, never changed in place
    things: list[int]  # the objects in this game; the same
    carrier: list[int]  # who carries a token, or -1
    entry: list[int]  # the zone or starting zone from which a character entered a zone of enemies this turn, or -1 (MOV-13)
    fell: list[int]  # the number of the wound of a wounded character: tells hidden ones apart without naming them (OPT-10)
    wounds: int  # wounds so far
    # counts that follow from the above (`recount`)
    crowd: list[int]  # characters at a place, by player * places + place
    fit: list[int]  # the unwounded ones among them
    at_home: list[int]  # a player's characters on his starting zone
    overfull: list[int]  # zones with more than three characters of a player
    held: list[int]  # items a character carries
    places_of: list[int]  # where a player's characters are, as a mask
    stock: list[int]  # objects in a zone or, at its first station, on a starting zone, held or lying: as a mask of ranks
    own_counts: bool  # no copy shares these seven

    def share_tokens(self, s: CardTokens) -> None:
        """Give another state all this; the counts are shared until somebody is moved."""
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
        """Make anew what follows from the fields: the teams, where everybody is, how much each carries."""
        self._find_teams()
        places = self.maze.plan.places
        self.crowd = [0] * (self.setting.players * places)
        self.fit = self.crowd[:]
        self.at_home = [0] * self.setting.players
        self.overfull = [0] * self.setting.players
        self.places_of = [0] * self.setting.players
        self.held = [0] * self.setting.tokens
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
        """The teams are known: from now on only their cards are looked at."""
        self.teamed = True
        self._find_teams()

    def _find_teams(self) -> None:
        loc = self.loc
        teams = self.setting.characters_of if self.teamed else [[] for _ in self.setting.colours]
        self.men = [[token for token in tokens if loc[token] not in (SPARE, REMOVED)] for tokens in teams]
        objects = self.card_setting.objects_of if self.teamed else []
        self.things = [token for tokens in objects for token in tokens if loc[token] != SPARE]

    # -- the only ways to change where somebody is, who carries what, and marks ------------------------------------------

    def set_loc(self, token: int, place: int) -> None:
        """A card is somewhere else from now on. Where characters are is counted by those who call this, below."""
        if not self.setting.is_character[token]:
            self._restock(token, self.loc[token])
            self._restock(token, place)
        State.set_loc(self, token, place)

    def _restock(self, thing: int, place: int) -> None:
        """An object comes to a place, or leaves it."""
        if 0 <= place < UNDER:
            if not self.own_counts:
                self._own_counts()
            spot = self.spot(place)
            self.stock[spot] = self.stock[spot] ^ 1 << self.card_setting.rank_of[thing]

    def put(self, token: int, place: int) -> None:
        """A card comes into play."""
        self.set_loc(token, place)
        if self.setting.is_character[token]:
            if not self.own_counts:
                self._own_counts()
            self._count(token, place)

    def remove(self, token: int, where: int) -> None:
        """A card leaves the game: OUT, GONE, RESCUED. Nobody carries it any more, and nothing holds it back."""
        if self.setting.is_character[token]:
            if not self.own_counts:
                self._own_counts()
            self._uncount(token, self.loc[token])
            self.set_entry(token, -1)
        if self.carrier[token] >= 0:
            self.hold(token, -1)
        self.set_loc(token, where)

    def move(self, token: int, place: int) -> None:
        """A card goes from one place to another. (Nothing is done so often: compiled, `+=` would work on objects.)"""
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
        self.places_of[owner] = here if crowd[left] else here & ~(1 << origin)
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
        """A character is at a place from now on."""
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
        """A character is not at a place any more."""
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
        """Somebody carries an item from now on, or nobody (-1)."""
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
        """A character in play is wounded, with other marks as well; its wound gets the next number."""
        if not self.own_counts:
            self._own_counts()
        self.fit[self.setting.owner[token] * self.maze.plan.places + self.loc[token]] -= 1
        self.mark(token, WOUNDED | marks)
        self.set_entry(token, -1)
        self.wounds += 1
        self.set_fell(token, self.wounds)

    def rise(self, token: int, marks: int) -> None:
        """A character in play is not wounded any more, and has other marks."""
        if not self.own_counts:
            self._own_counts()
        self.set_status(token, (self.status[token] & ~WOUNDED) | marks)
        self.fit[self.setting.owner[token] * self.maze.plan.places + self.loc[token]] += 1
        self.set_fell(token, 0)

    def set_fell(self, token: int, number: int) -> None:
        """The number of the wound of a character, 0 of an unwounded one."""
        self.fell = self.exchanged(FELL, self.fell, token, number)

    def set_entry(self, token: int, spot: int) -> None:
        """From where a character came to the enemies who hold it, or -1: nobody does."""
        if self.entry[token] != spot:
            self.entry = self.exchanged(ENTRY, self.entry, token, spot)
            self.marked = True

    def clear_entries(self) -> None:
        """Nobody is held by enemies any more."""
        for men in self.men:
            for man in men:
                if self.entry[man] >= 0:
                    self.set_entry(man, -1)

    # -- where everybody is ----------------------------------------------------------------------------------------------

    def in_play(self, token: int) -> bool:
        return 0 <= self.loc[token] < UNDER

    def has_characters(self, player: int) -> bool:
        """END-3: in play or hidden in a room."""
        for man in self.men[player]:  # noqa: SIM110 - a plain loop is quicker
            if self.loc[man] >= 0:
                return True
        return False

    def home(self, player: int) -> int:
        """The first station of a player's starting zone, which stands for the zone where it is one place (LNK-1)."""
        return self.maze.plan.zones + player * STATIONS_PER_SIDE

    def spot(self, place: int) -> int:
        """The place itself, or the first station of the starting zone it belongs to (LNK-1)."""
        zones = self.maze.plan.zones
        return place if place < zones else place - (place - zones) % STATIONS_PER_SIDE

    def count_at(self, player: int, spot: int) -> int:
        """Characters of a player in a zone, or on a whole starting zone (MOV-18)."""
        if spot < self.maze.plan.zones:
            return self.crowd[player * self.maze.plan.places + spot]
        return self.at_home[player] if spot == self.home(player) else 0

    def enemies_fit(self, player: int, place: int) -> int:
        """Unwounded enemies of a player at a place."""
        return self.fit[opponent(player) * self.maze.plan.places + place]

    def abilities(self, token: int) -> int:
        """What a character can do now: a wounded one has lost nearly everything (CHR-3)."""
        if self.status[token] & WOUNDED:
            return self.card_setting.wounded_capabilities[token]
        return self.setting.capabilities[token]

    def items_of(self, token: int) -> list[int]:
        """What a character carries, objects first."""
        carrier = self.carrier
        if self.held[token] == 0:
            return []
        found = [thing for thing in self.things if carrier[thing] == token]
        found += [man for man in self.men[self.setting.owner[token]] if carrier[man] == token]
        return found

    def carries(self, token: int, capability: int) -> int:
        """How many objects with a capability a character carries (OBJ-3)."""
        if self.held[token] == 0:
            return 0
        count = 0
        for thing in self.things:
            if self.carrier[thing] == token and self.setting.capabilities[thing] & capability:
                count += 1
        return count

    def show(self, thing: int) -> None:
        """OPT-12: a hidden object is shown because it matters now."""
        if self.card_setting.secret:
            self.note(ITEM_SHOWN, thing)

    def show_all(self, token: int, capability: int) -> None:
        """The same for all such objects a character carries."""
        if self.card_setting.secret:
            for thing in self.things:
                if self.carrier[thing] == token and self.setting.capabilities[thing] & capability:
                    self.note(ITEM_SHOWN, thing)

    def occupied(self) -> int:
        """The places that hold characters, as a mask: they block sight (LOS-4)."""
        return self.places_of[0] | self.places_of[1]
