"""The state of the Card Game beyond the kernel (section 4): rooms and cards (`tokens`), the current journey and combat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dungeon_twister.rules.engine.card.card_fields import (
    ACTED,
    BEFORE,
    CARD,
    CROSSBOWS,
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
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.card.tokens import CardTokens
from dungeon_twister.rules.engine.packing import BytesError
from dungeon_twister.rules.engine.state import NOWHERE, SPARE, UNDER, WOUNDED, State
from dungeon_twister.rules.engine.state_fields import StateField, weighed_bits
from dungeon_twister.rules.geometry.hashing import digest_of, mix_bits
from dungeon_twister.rules.geometry.rows import numbers_of
from dungeon_twister.rules.geometry.zones import ZoneMaze

if TYPE_CHECKING:
    from dungeon_twister.rules.geometry.vectors import i64

# marks of a token in addition to WOUNDED, HURT and BLOCKED (healed this turn: "spent", STA-3)
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

NO_NUMBERS: Final = digest_of([])
NONE_SEEN: Final[list[int]] = []  # no distributions; never changed


class CardState(CardTokens):
    """One Card Game at one moment, in flat lists of ints, with a hand-written copy."""

    __slots__ = (
        "acted", "before", "crossbows", "forced", "kept_ap", "late", "manner", "mode", "moved", "mover", "named", "peek",
        "quiet", "rage", "seen", "shooters", "steps",
    )  # fmt: skip

    # players
    kept_ap: list[int]  # AP kept from the last own turn (AP-3, AP-4)
    # end
    quiet: int  # turns without progress (END-5)
    acted: int  # players who could act since the last progress, as bits (END-5)
    # the journey under way
    mover: int
    mode: int
    steps: int
    moved: bool  # a step or an operation has been made
    seen: list[int]  # distributions of items since the last step (MOV-19); replaced, never changed in place
    # the combat under way
    manner: int
    shooters: int  # participants who shoot or use a spear, as bits
    crossbows: int  # those of them who shoot a crossbow
    rage: int  # number of cards that the attacker's owner lays (CMB-10.1)
    named: int  # the value a Telepath named; 0 for none (CMB-10.2)
    forced: int  # the value the other player must lay; 0 for none
    peek: int  # the player who sees the other's hand now, or -1
    # the clock
    late: bool  # the active player's time is over: the turn ends with the current action (OPT-1)
    before: CardState | None  # with a timer: the last state in which the journey could have ended, or its beginning (OPT-3)

    @staticmethod
    def fresh(setting: CardSetting) -> CardState:
        """Return a game before any decision, without cards."""
        s = CardState()
        s.set_up(setting)
        s.card_setting = setting
        s.maze = ZoneMaze.face_down(setting.plan)
        s.loc = numbers_of([SPARE] * setting.tokens)
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
        """Return the state of these bytes (`to_bytes`). Raise a BytesError if they do not fit this setting."""
        s = CardState.fresh(setting)
        s.take_bytes(data)
        return s

    def __reduce__(self) -> tuple[object, ...]:
        return unpickled, (self.card_setting, self.to_bytes())

    def copy(self) -> CardState:
        """Return an independent copy. Immutable parts are shared, and the counts until a card moves."""
        s = CardState()
        self.copy_to(s)
        return s

    def copy_to(self, s: CardState) -> None:
        """Make another state equal to this one."""
        self.copy_kernel(s)
        self.share_tokens(s)
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

    def fields(self) -> tuple[StateField, ...]:
        return CARD

    def summarize_game(self, name: str) -> list[int]:
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
        total += digest_of(self.summarize_game(SEEN.name)) if self.seen else NO_NUMBERS
        total += digest_of(self.summarize_game(BEFORE.name)) if self.before is not None else NO_NUMBERS
        return mix_bits(total)

    def forget_journey(self) -> None:
        """Reset the journey: no character is on its way."""
        self.mover = -1
        self.mode = MOVING
        self.steps = 0
        self.moved = False
        self.seen = NONE_SEEN

    def forget_combat(self) -> None:
        """Reset the combat."""
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

    def set_kept_ap(self, player: int, points: int) -> None:
        if self.kept_ap[player] != points:
            self.kept_ap = self.exchanged(KEPT_AP, self.kept_ap, player, points)

    def remember(self, distribution: int) -> None:
        """Remember a distribution of items, or a robbery, until the next step."""
        self.seen = [*self.seen, distribution]


def card_of(state: State) -> CardState:
    """Narrow a state to one of the Card Game."""
    assert isinstance(state, CardState)
    return state


def unpickled(setting: CardSetting, data: bytes) -> CardState:
    return CardState.from_bytes(setting, data)


def _state_of(setting: CardSetting, numbers: list[int]) -> CardState:
    """Return the state of these rows; each row follows its length."""
    rows: list[list[int]] = []
    at = 0
    while at < len(numbers):
        if numbers[at] < 0:  # else the loop would not end
            raise BytesError("a row of numbers cannot be shorter than nothing")
        rows.append(numbers[at + 1 : at + 1 + numbers[at]])
        at += 1 + numbers[at]
    s = CardState.fresh(setting)
    s.take_rows(rows)
    return s
