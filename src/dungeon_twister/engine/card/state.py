"""What the Card Game remembers besides the kernel (section 4): rooms, who carries what, the journey and the combat under way.

`loc[token]` is a place of the maze (a zone, or a station of a starting zone), UNDER + tile beside a face-down room, or SUPPLY,
SPARE (unused), REMOVED (handicap), OUT (escaped; a Treasure that scored), RESCUED, GONE (eliminated, discarded). What is
carried is where its carrier is. An object that lies on a starting zone is at its first station, because there the zone is one
place (LNK-1). `crowd` and `fit` are counted from all that, to be quick.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine.card.events import ITEM_SHOWN
from dungeon_twister.engine.card.setting import CardSetting
from dungeon_twister.engine.state import KERNEL, REMOVED, SPARE, UNDER, WOUNDED, State
from dungeon_twister.geometry.zone_plan import STATIONS_PER_SIDE
from dungeon_twister.geometry.zones import ZoneMaze

# marks of a token besides WOUNDED, HURT and BLOCKED (healed this turn: "spent", STA-3)
FIRED: Final = 8  # has shot its crossbow this turn (XBW-2)
FOUGHT: Final = 16  # has had its free combat this turn (SAM-1)
WALLS_USED: Final = 32  # has broken walls, once per game (GLM-1)
SHOWN: Final = 64  # a hidden shield that was shown this turn (OPT-13)
LASTING: Final = WOUNDED | WALLS_USED  # marks that outlast the turn

MOVING: Final = 0
WALL_WALKING: Final = 1
MODES: Final = ("move", "wall")

CLOSE: Final = 0
SPEARING: Final = 1
SHOOTING: Final = 2
MANNERS: Final = ("close", "spear", "shot")

LIMIT: Final = 3  # characters of one player in one place at the end of an action (MOV-18)


class CardState(State):
    """One Card Game at one moment, in flat lists of ints, with a hand-written copy."""

    __slots__ = (
        "acted",
        "at_home",
        "before",
        "card_setting",
        "carrier",
        "crossbows",
        "crowd",
        "entry",
        "fell",
        "fit",
        "forced",
        "held",
        "kept_ap",
        "late",
        "manner",
        "maze",
        "men",
        "mode",
        "moved",
        "mover",
        "named",
        "overfull",
        "peek",
        "places_of",
        "quiet",
        "rage",
        "seen",
        "shooters",
        "steps",
        "things",
        "wounds",
    )

    card_setting: CardSetting
    maze: ZoneMaze
    # tokens
    men: list[list[int]]  # the characters each player has in this game; replaced, never changed in place
    things: list[int]  # the objects in this game; the same
    carrier: list[int]  # who carries a token, or -1
    entry: list[int]  # the zone or starting zone from which a character entered a zone of enemies this turn, or -1 (MOV-13)
    fell: list[int]  # the number of the wound of a wounded character: tells hidden ones apart without naming them (OPT-10)
    wounds: int  # wounds so far
    # counts that follow from the above, kept to be quick (`recount`)
    crowd: list[int]  # characters at a place, by player * places + place
    fit: list[int]  # the unwounded ones among them
    at_home: list[int]  # a player's characters on his starting zone
    overfull: list[int]  # zones with more than three characters of a player
    held: list[int]  # items a character carries
    places_of: list[int]  # where a player's characters are, as a mask
    # players
    kept_ap: list[int]  # AP kept from the last own turn (AP-3, AP-4)
    # end
    quiet: int  # turns without progress (END-5)
    acted: int  # who had an action to take since the last progress, as bits (END-5)
    # the journey under way
    mover: int
    mode: int
    steps: int
    moved: bool  # something was done
    seen: list[int]  # distributions of items since the last step (MOV-19)
    # the combat under way
    manner: int
    shooters: int  # participants who shoot, or the one who reaches with a spear, as bits
    crossbows: int  # those of them who shoot a crossbow
    rage: int  # cards the attacker's owner lays (CMB-10.1)
    named: int  # the value a Telepath named; 0 none (CMB-10.2)
    forced: int  # the value the other player must lay; 0 none
    peek: int  # the player who may look into the other's hand now, or -1
    # the clock
    late: bool  # the active player's time is over: the turn ends with the action under way (OPT-1)
    before: CardState | None  # with a timer: the last moment at which the journey could have ended, or its beginning (OPT-3)

    @staticmethod
    def fresh(setting: CardSetting) -> CardState:
        """A game before anything is decided: nobody has a card yet."""
        s = CardState()
        s.set_up(setting)
        s.card_setting = setting
        s.maze = ZoneMaze.face_down(setting.plan)
        s.loc = [SPARE] * setting.tokens
        s.men = [[], []]
        s.things = []
        s.carrier = [-1] * setting.tokens
        s.entry = [-1] * setting.tokens
        s.fell = [0] * setting.tokens
        s.wounds = 0
        s.recount()
        s.kept_ap = [0] * setting.players
        s.quiet = 0
        s.acted = 0
        s.late = False
        s.before = None
        if not setting.combat_cards:
            s.combat_hand = [0] * setting.players
        s.forget_journey()
        s.forget_combat()
        return s

    def copy(self) -> CardState:
        """An independent copy; the maze and the lists that are only ever replaced are shared."""
        s = CardState()
        self.copy_to(s)
        return s

    def copy_to(self, s: CardState) -> None:
        """Make another state equal to this one."""
        self.copy_kernel(s)
        s.status = self.status[:]  # these are still changed in place
        s.vp = self.vp[:]
        s.combat_hand = self.combat_hand[:]
        s.used = self.used[:]
        s.jumps = self.jumps[:]
        s.chosen = self.chosen[:]
        s.card_setting = self.card_setting
        s.maze = self.maze
        s.men = self.men
        s.things = self.things
        s.carrier = self.carrier[:]
        s.entry = self.entry[:]
        s.fell = self.fell[:]
        s.wounds = self.wounds
        s.crowd = self.crowd[:]
        s.fit = self.fit[:]
        s.at_home = self.at_home[:]
        s.overfull = self.overfull[:]
        s.held = self.held[:]
        s.places_of = self.places_of[:]
        s.kept_ap = self.kept_ap[:]
        s.quiet = self.quiet
        s.acted = self.acted
        s.mover = self.mover
        s.mode = self.mode
        s.steps = self.steps
        s.moved = self.moved
        s.seen = self.seen[:]
        s.manner = self.manner
        s.shooters = self.shooters
        s.crossbows = self.crossbows
        s.rage = self.rage
        s.named = self.named
        s.forced = self.forced
        s.peek = self.peek
        s.late = self.late
        s.before = self.before

    def key(self) -> list[list[int]]:
        """Everything the rules remember, as plain lists: equal keys mean equal games."""
        return [
            *[self.numbers(field) for field in KERNEL],
            self.maze.key(),
            self.carrier,
            self.entry,
            self.fell,
            self.kept_ap,
            self.seen,
            [self.wounds, self.quiet, self.acted, int(self.late)],
            [self.mover, self.mode, self.steps, int(self.moved)],
            [self.manner, self.shooters, self.crossbows, self.rage, self.named, self.forced, self.peek],
            *(self.before.key() if self.before is not None else []),
        ]

    def forget_journey(self) -> None:
        """Nobody is on the way."""
        self.mover = -1
        self.mode = MOVING
        self.steps = 0
        self.moved = False
        self.seen = []

    def forget_combat(self) -> None:
        """Nobody fights."""
        self.attacker = -1
        self.defender = -1
        self.fighters = 0
        self.manner = CLOSE
        self.shooters = 0
        self.crossbows = 0
        self.rage = 1
        self.named = 0
        self.forced = 0
        self.peek = -1

    def team_up(self) -> None:
        """The teams are known: from now on only their cards are looked at."""
        loc = self.loc
        self.men = [[token for token in tokens if loc[token] not in (SPARE, REMOVED)] for tokens in self.setting.characters_of]
        self.things = [token for tokens in self.card_setting.objects_of for token in tokens if loc[token] != SPARE]

    # -- where everybody is ---------------------------------------------------------------------------------------------

    def put(self, token: int, place: int) -> None:
        """A character comes to a place."""
        owner, plan = self.setting.owner[token], self.maze.plan
        self.loc[token] = place
        at = owner * plan.places + place
        self.crowd[at] += 1
        self.places_of[owner] |= 1 << place
        if place >= plan.zones:
            self.at_home[owner] += 1
        elif self.crowd[at] == LIMIT + 1:
            self.overfull[owner] += 1
        if not self.status[token] & WOUNDED:
            self.fit[at] += 1

    def lift(self, token: int) -> None:
        """A character leaves its place (and is put somewhere at once, or is out of play)."""
        owner, plan, place = self.setting.owner[token], self.maze.plan, self.loc[token]
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

    def move(self, token: int, place: int) -> None:
        """A character goes from one place to another."""
        plan, owner, origin = self.maze.plan, self.setting.owner[token], self.loc[token]
        if origin == place:
            return
        zones, first, crowd = plan.zones, owner * plan.places, self.crowd
        crowd[first + origin] -= 1
        if crowd[first + origin] == 0:
            self.places_of[owner] &= ~(1 << origin)
        crowd[first + place] += 1
        self.places_of[owner] |= 1 << place
        self.loc[token] = place
        if not self.status[token] & WOUNDED:
            self.fit[first + origin] -= 1
            self.fit[first + place] += 1
        if origin >= zones:
            self.at_home[owner] -= 1
        elif crowd[first + origin] == LIMIT:
            self.overfull[owner] -= 1
        if place >= zones:
            self.at_home[owner] += 1
        elif crowd[first + place] == LIMIT + 1:
            self.overfull[owner] += 1

    def hold(self, item: int, holder: int) -> None:
        """Somebody carries an item from now on, or nobody (-1)."""
        before = self.carrier[item]
        if before >= 0:
            self.held[before] -= 1
        self.carrier[item] = holder
        if holder >= 0:
            self.held[holder] += 1

    def recount(self) -> None:
        """Make the counts anew from where everybody is and who carries what, after these were set by hand."""
        places = self.maze.plan.places
        self.crowd = [0] * (self.setting.players * places)
        self.fit = self.crowd[:]
        self.at_home = [0] * self.setting.players
        self.overfull = [0] * self.setting.players
        self.places_of = [0] * self.setting.players
        self.held = [0] * self.setting.tokens
        for token in range(self.setting.tokens):
            if self.carrier[token] >= 0:
                self.held[self.carrier[token]] += 1
            if self.setting.is_character[token] and self.in_play(token):
                self.put(token, self.loc[token])

    def set_wounded(self, token: int, wounded: bool) -> None:
        """Change the one mark that `fit` counts."""
        at = self.setting.owner[token] * self.maze.plan.places + self.loc[token]
        if wounded:
            self.status[token] |= WOUNDED
            self.fit[at] -= 1
        else:
            self.status[token] &= ~WOUNDED
            self.fit[at] += 1

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
        return self.fit[(1 - player) * self.maze.plan.places + place]

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


def card_of(state: State) -> CardState:
    """The state of a Card Game as what it is, for those who know no other game."""
    assert isinstance(state, CardState)
    return state
