"""What the Card Game remembers besides the kernel (section 4): rooms, who carries what, the journey and the combat under way.

`loc[token]` is a place of the maze (a zone, or a station of a starting zone), UNDER + tile beside a face-down room, or SUPPLY,
SPARE (unused), REMOVED (handicap), OUT (escaped; a Treasure that scored), RESCUED, GONE (eliminated, discarded). What is
carried is where its carrier is. An object that lies on a starting zone is at its first station, because there the zone is one
place (LNK-1). `crowd`, `fit` and other counts follow from all that, to be quick. A copy shares them until one of the two moves
somebody; so nobody keeps one of these lists in a variable over a change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dungeon_twister.engine.card.events import ITEM_SHOWN
from dungeon_twister.engine.card.fields import (
    ACTED,
    BEFORE,
    CARD,
    CARRIER,
    CROSSBOWS,
    ENTRY,
    FELL,
    FORCED,
    KEPT_AP,
    LATE,
    MANNER,
    MAZE,
    MODE,
    MOVED,
    MOVER,
    NAMED,
    PEEK,
    QUIET,
    RAGE,
    SEEN,
    SHOOTERS,
    STEPS,
    TEAMED,
    WOUNDS,
)
from dungeon_twister.engine.card.setting import CardSetting, opponent
from dungeon_twister.engine.fields import Field, weighed_bits
from dungeon_twister.engine.packing import BytesError
from dungeon_twister.engine.state import NOWHERE, REMOVED, SPARE, UNDER, WOUNDED, State
from dungeon_twister.geometry.mixing import digest_of, stirred
from dungeon_twister.geometry.zone_plan import STATIONS_PER_SIDE
from dungeon_twister.geometry.zones import ZoneMaze

if TYPE_CHECKING:
    from dungeon_twister.geometry.mixing import i64

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


NO_NUMBERS: Final = digest_of([])


class CardState(State):
    """One Card Game at one moment, in flat lists of ints, with a hand-written copy."""

    __slots__ = (
        "acted", "at_home", "before", "card_setting", "carrier", "crossbows", "crowd", "entry", "fell", "fit",
        "forced", "held", "kept_ap", "late", "manner", "maze", "men", "mode", "moved", "mover", "named",
        "overfull", "own_counts", "peek", "places_of", "quiet", "rage", "seen", "shooters", "steps", "teamed",
        "things", "wounds",
    )  # fmt: skip

    card_setting: CardSetting
    maze: ZoneMaze
    # tokens
    teamed: bool  # the teams are known
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
    own_counts: bool  # no copy shares these six
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
    seen: list[int]  # distributions of items since the last step (MOV-19); replaced, never changed in place
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
        s.teamed = False
        s.carrier = [-1] * setting.tokens
        s.entry = [-1] * setting.tokens
        s.fell = [0] * setting.tokens
        s.wounds = 0
        s.kept_ap = [0] * setting.players
        s.quiet = 0
        s.acted = 0
        s.late = False
        s.before = None
        if not setting.combat_cards:
            s.combat_hand = [0] * setting.players
        s.forget_journey()
        s.forget_combat()
        s.recount()
        return s

    @staticmethod
    def from_bytes(setting: CardSetting, data: bytes) -> CardState:
        """The state of these bytes (`to_bytes`); a BytesError says why they are none of this setting."""
        s = CardState.fresh(setting)
        s.take_bytes(data)
        return s

    def __reduce__(self) -> tuple[object, ...]:
        return unpickled, (self.card_setting, self.to_bytes())

    def copy(self) -> CardState:
        """An independent copy; what is never changed in place is shared, and the counts until somebody is moved."""
        s = CardState()
        self.copy_to(s)
        return s

    def copy_to(self, s: CardState) -> None:
        """Make another state equal to this one."""
        self.copy_kernel(s)
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
        s.own_counts = self.own_counts = False
        s.kept_ap = self.kept_ap
        s.quiet = self.quiet
        s.acted = self.acted
        s.mover = self.mover
        s.mode = self.mode
        s.steps = self.steps
        s.moved = self.moved
        s.seen = self.seen
        s.manner = self.manner
        s.shooters = self.shooters
        s.crossbows = self.crossbows
        s.rage = self.rage
        s.named = self.named
        s.forced = self.forced
        s.peek = self.peek
        s.late = self.late
        s.before = self.before

    # -- what follows from the declared fields ---------------------------------------------------------------------------

    def fields(self) -> tuple[Field, ...]:
        return CARD

    def taken_apart(self, name: str) -> list[int]:
        if name == MAZE.name:
            return self.maze.key()
        if name == SEEN.name:
            return self.seen[:]
        if self.before is None:
            return []
        return [number for row in self.before.key() for number in (len(row), *row)]

    def put_together(self, name: str, numbers: list[int]) -> None:
        if name == MAZE.name:
            try:
                self.maze = ZoneMaze.from_key(self.card_setting.plan, numbers)
            except ValueError as error:
                raise BytesError(str(error)) from None
        elif name == SEEN.name:
            self.seen = numbers
        else:
            self.before = _state_of(self.card_setting, numbers) if numbers else None

    def check_numbers(self) -> None:
        State.check_numbers(self)
        plan, tokens = self.maze.plan, self.setting.tokens
        for token, place in enumerate(self.loc):
            if place not in NOWHERE and not 0 <= place < plan.places and not UNDER <= place < UNDER + plan.tiles:
                raise BytesError(f"there is no place {place}")
            if not -1 <= self.carrier[token] < tokens or not -1 <= self.entry[token] < plan.places:
                raise BytesError("somebody is carried by a token, or came from a place, that is not there")
        if not -1 <= self.mover < tokens or not -1 <= self.peek < self.setting.players:
            raise BytesError("the journey or the look into a hand is of somebody who is not there")
        if (self.mover >= 0 or self.attacker >= 0) and not self.teamed:
            raise BytesError("somebody acts before the teams are known")

    def hash_word(self) -> int:
        total: i64 = self.kernel_sum()
        total += self.maze.hash_word()
        total += WOUNDS.weight * self.wounds + QUIET.weight * self.quiet + ACTED.weight * self.acted
        total += MOVER.weight * self.mover + MODE.weight * self.mode + STEPS.weight * self.steps
        total += MANNER.weight * self.manner + RAGE.weight * self.rage + NAMED.weight * self.named
        total += FORCED.weight * self.forced + PEEK.weight * self.peek
        if self.teamed:
            total += TEAMED.weight
        if self.moved:
            total += MOVED.weight
        if self.late:
            total += LATE.weight
        if self.shooters:
            total += weighed_bits(SHOOTERS.weights, self.shooters) + weighed_bits(CROSSBOWS.weights, self.crossbows)
        total += digest_of(self.taken_apart(SEEN.name)) if self.seen else NO_NUMBERS
        total += digest_of(self.taken_apart(BEFORE.name)) if self.before is not None else NO_NUMBERS
        return stirred(total)

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
        self.own_counts = True
        for token in range(self.setting.tokens):
            if self.carrier[token] >= 0:
                self.held[self.carrier[token]] += 1
            if self.setting.is_character[token] and self.in_play(token):
                self._count(token, self.loc[token])
        State.recount(self)

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
        self.teamed = True
        self._find_teams()

    def _find_teams(self) -> None:
        loc = self.loc
        teams = self.setting.characters_of if self.teamed else [[] for _ in self.setting.colours]
        self.men = [[token for token in tokens if loc[token] not in (SPARE, REMOVED)] for tokens in teams]
        objects = self.card_setting.objects_of if self.teamed else []
        self.things = [token for tokens in objects for token in tokens if loc[token] != SPARE]

    # -- the only ways to change where somebody is, who carries what, and marks ------------------------------------------

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
        """A card goes from one place to another."""
        origin, setting = self.loc[token], self.setting
        if origin == place:
            return
        self.set_loc(token, place)
        if not setting.is_character[token]:
            return
        if not self.own_counts:
            self._own_counts()
        plan, owner, crowd = self.maze.plan, setting.owner[token], self.crowd
        zones, left, entered = plan.zones, owner * plan.places + origin, owner * plan.places + place
        crowd[left] -= 1
        crowd[entered] += 1
        here = self.places_of[owner] | 1 << place
        self.places_of[owner] = here if crowd[left] else here & ~(1 << origin)
        if not self.status[token] & WOUNDED:
            self.fit[left] -= 1
            self.fit[entered] += 1
        if origin >= zones:
            self.at_home[owner] -= 1
        elif crowd[left] == LIMIT:
            self.overfull[owner] -= 1
        if place >= zones:
            self.at_home[owner] += 1
        elif crowd[entered] == LIMIT + 1:
            self.overfull[owner] += 1

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
        self.own_counts = True

    def hold(self, item: int, holder: int) -> None:
        """Somebody carries an item from now on, or nobody (-1)."""
        before = self.carrier[item]
        if before == holder:
            return
        if not self.own_counts:
            self._own_counts()
        if before >= 0:
            self.held[before] -= 1
        if holder >= 0:
            self.held[holder] += 1
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

    def clear_entries(self) -> None:
        """Nobody is held by enemies any more."""
        for men in self.men:
            for man in men:
                if self.entry[man] >= 0:
                    self.set_entry(man, -1)

    def set_kept_ap(self, player: int, points: int) -> None:
        if self.kept_ap[player] != points:
            self.kept_ap = self.exchanged(KEPT_AP, self.kept_ap, player, points)

    def remember(self, distribution: int) -> None:
        """The items are spread like that, or somebody was robbed, since the last step."""
        self.seen = [*self.seen, distribution]

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


def card_of(state: State) -> CardState:
    """The state of a Card Game as what it is, for those who know no other game."""
    assert isinstance(state, CardState)
    return state


def unpickled(setting: CardSetting, data: bytes) -> CardState:
    return CardState.from_bytes(setting, data)


def _state_of(setting: CardSetting, numbers: list[int]) -> CardState:
    """The state whose rows these are, each after its length."""
    rows: list[list[int]] = []
    at = 0
    while at < len(numbers):
        if numbers[at] < 0:  # or this would never end
            raise BytesError("a row of numbers cannot be shorter than nothing")
        rows.append(numbers[at + 1 : at + 1 + numbers[at]])
        at += 1 + numbers[at]
    s = CardState.fresh(setting)
    s.take_rows(rows)
    return s
