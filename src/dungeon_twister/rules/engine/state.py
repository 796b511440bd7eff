"""The kernel of both games: a stack of decisions, tokens, hands, points, whose turn it is, how the game ends.

A token's location `loc[token]` is a square (>= 0 and < UNDER), UNDER + tile while it lies face down on a room or waits to be
placed there, or a value of NOWHERE. A state contains no random numbers: chance decides like a player. What one game remembers
in addition stands with that game, in a class that extends this one (`board/state.py`).

All code may read the lists of a state. Only the setters, below and in the subclasses, write them, which keeps the hash right.
Lists of players and marks are replaced, never changed in place, because copies share them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dungeon_twister.drawing_hook import drawn
from dungeon_twister.rules.engine.decisions import CHANCE, frame_kind, frame_who
from dungeon_twister.rules.engine.events import SCORED
from dungeon_twister.rules.engine.packing import BytesError, packed, unpacked
from dungeon_twister.rules.engine.setting import COMBAT_CARDS, JUMP_CARDS, Setting
from dungeon_twister.rules.engine.state_fields import (
    BITS,
    FLAG,
    FREE,
    HALF,
    LIST,
    NUMBER,
    OTHER,
    StateField,
    weighed,
    weighed_bits,
    weighed_list,
)
from dungeon_twister.rules.geometry.hashing import MASK, MOST, digest_of, mix_bits, to_u64
from dungeon_twister.rules.geometry.rows import numbers_of
from dungeon_twister.rules.geometry.vectors import Numbers

if TYPE_CHECKING:
    from dungeon_twister.rules.geometry.vectors import i64

UNDER: Final = 4096
SUPPLY: Final = -1
OUT: Final = -2  # left the maze
GONE: Final = -3  # eliminated or removed
SPARE: Final = -4  # not in this game
RESCUED: Final = -5  # carried out of the maze (Card Game)
REMOVED: Final = -6  # taken out before the game by a handicap (Card Game)
NOWHERE: Final[dict[int, str]] = {
    SUPPLY: "supply",
    OUT: "out",
    GONE: "gone",
    SPARE: "spare",
    RESCUED: "rescued",
    REMOVED: "removed",
}

WOUNDED: Final = 1
HURT: Final = 2  # wounded this turn (COMBAT-2)
BLOCKED: Final = 4  # healed or regenerated this turn (HEAL-3)
POTION_SHIFT: Final = 3  # above the flags: potion AP (SPEED-2)
FLAGS: Final = 7

STACK: Final = StateField("stack", FREE)
LOC: Final = StateField("loc", LIST, kept=True)
LOC_WEIGHTS: Final = LOC.weights
STATUS: Final = StateField("status", LIST, kept=True)
VP: Final = StateField("vp", LIST, kept=True)
COMBAT_HAND: Final = StateField("combat_hand", LIST, kept=True)
USED: Final = StateField("used", LIST, kept=True)
JUMPS: Final = StateField("jumps", LIST, kept=True)
CHOSEN: Final = StateField("chosen", LIST, kept=True)
TURN: Final = StateField("turn", NUMBER)
ACTIVE: Final = StateField("active", NUMBER)
AP: Final = StateField("ap", NUMBER)
SHOWN: Final = StateField("shown", FLAG)
ROOMS_LEFT: Final = StateField("rooms_left", BITS)
ATTACKER: Final = StateField("attacker", NUMBER)
DEFENDER: Final = StateField("defender", NUMBER)
FIGHTERS: Final = StateField("fighters", BITS)
PROGRESS: Final = StateField("progress", FLAG)
RESIGNED: Final = StateField("resigned", NUMBER)
OVER: Final = StateField("over", FLAG)
ENDED: Final = StateField("ended", NUMBER)
WINNERS: Final = StateField("winners", NUMBER)

KERNEL: Final = (
    *(STACK, LOC, STATUS),
    *(VP, COMBAT_HAND, USED, JUMPS, CHOSEN),
    *(TURN, ACTIVE, AP, SHOWN, ROOMS_LEFT),
    *(ATTACKER, DEFENDER, FIGHTERS),
    *(PROGRESS, RESIGNED, OVER, ENDED, WINNERS),
)
KERNEL_ASIDE: Final[dict[str, str]] = {  # attributes that are not part of what the rules remember
    "setting": "never changes",
    "events": "what happened, for the viewers",
    "incremental_hash": "follows from the fields",
    "marked": "whether somebody may have a mark, to be quick",
}


class State:
    """What a game remembers at one moment. States are equal if all of it is equal. A state is mutable, so a set of states must
    not change them."""

    __slots__ = (
        "active",
        "ap",
        "attacker",
        "chosen",
        "combat_hand",
        "defender",
        "ended",
        "events",
        "fighters",
        "incremental_hash",
        "jumps",
        "loc",
        "marked",
        "over",
        "progress",
        "resigned",
        "rooms_left",
        "setting",
        "shown",
        "stack",
        "status",
        "turn",
        "used",
        "vp",
        "winners",
    )

    setting: Setting
    stack: list[int]
    events: list[tuple[int, int, int, int]] | None
    # tokens
    loc: Numbers
    status: list[int]
    marked: bool  # a token may have a mark that the end of the turn removes
    # players
    vp: list[int]
    combat_hand: list[int]  # two bits for each value: the number of cards
    used: list[int]  # discarded combat cards, in the same form
    jumps: list[int]
    chosen: list[int]  # combat card chosen and not yet revealed
    # turn
    turn: int
    active: int
    ap: int
    shown: bool  # starters are face up (SETUP-6)
    rooms_left: int  # rooms that may still be turned up, as bits
    # the combat under way
    attacker: int
    defender: int
    fighters: int  # participants as bits
    # end
    progress: bool  # this turn has had progress (STALL-5)
    resigned: int
    over: bool
    ended: int  # why the game is over (shared/ending.py); 0 while it is not over, or if only the end is known
    winners: int
    # the hash
    incremental_hash: i64  # the weighted sum of the fields declared `kept`; only its low 62 bits count

    def set_up(self, setting: Setting) -> None:
        """Set up a game before any decision. (Not __init__, because `copy` needs an empty object.)"""
        players = setting.players
        self.setting = setting
        self.stack = []
        self.events = None
        self.loc = numbers_of([SUPPLY] * setting.tokens)
        self.status = [0] * setting.tokens
        self.marked = False
        self.vp = [0] * players
        self.combat_hand = [sum(1 << 2 * card for card in COMBAT_CARDS)] * players
        self.used = [0] * players
        self.jumps = [JUMP_CARDS] * players
        self.chosen = [-1] * players
        self.turn = 0
        self.active = 0
        self.ap = 0
        self.shown = False
        self.rooms_left = 0
        self.attacker = -1
        self.defender = -1
        self.fighters = 0
        self.progress = False
        self.resigned = 0
        self.over = False
        self.ended = 0
        self.winners = 0
        self.incremental_hash = 0  # set by `recount`

    def copy(self) -> State:
        """Return an independent copy."""
        raise NotImplementedError

    def copy_kernel(self, s: State) -> None:
        """Copy this part into another state. Written by hand for speed; a test compares it with the table of fields."""
        s.setting = self.setting
        s.stack = self.stack[:]
        s.events = None
        s.loc = self.loc[:]
        s.status = self.status
        s.marked = self.marked
        s.vp = self.vp
        s.combat_hand = self.combat_hand
        s.used = self.used
        s.jumps = self.jumps
        s.chosen = self.chosen
        s.turn = self.turn
        s.active = self.active
        s.ap = self.ap
        s.shown = self.shown
        s.rooms_left = self.rooms_left
        s.attacker = self.attacker
        s.defender = self.defender
        s.fighters = self.fighters
        s.progress = self.progress
        s.resigned = self.resigned
        s.over = self.over
        s.ended = self.ended
        s.winners = self.winners
        s.incremental_hash = self.incremental_hash

    # -- what follows from the declared fields ---------------------------------------------------------------------------

    def fields(self) -> tuple[StateField, ...]:
        """Return the fields of everything this game remembers."""
        raise NotImplementedError

    def summarize_game(self, name: str) -> list[int]:
        """Return the numbers of an OTHER field."""
        raise NotImplementedError

    def put_together(self, name: str, numbers: list[int]) -> None:
        """Set an OTHER field from its numbers."""
        raise NotImplementedError

    def key(self) -> list[list[int]]:
        """Return everything the rules remember, as plain lists. Equal keys mean equal games."""
        return [self.numbers(field) for field in self.fields()]

    def numbers(self, field: StateField) -> list[int]:
        """Return a field as plain numbers."""
        if field.kind == OTHER:
            return self.summarize_game(field.name)
        value = getattr(self, field.name)
        return [int(value)] if field.kind < LIST else list(value)

    def full_hash(self) -> int:
        """Recompute `hash64` from all fields, to check the incremental hash."""
        total = sum(self._weighed(field) for field in self.fields())
        return to_u64(mix_bits(total & MASK))

    def _weighed(self, field: StateField) -> int:
        numbers = self.numbers(field)
        return digest_of(numbers) if field.kind == OTHER else weighed(field, numbers)

    def recount(self) -> None:
        """Recompute everything that follows from the fields, after these were set directly."""
        self.marked = True
        self.incremental_hash = sum(self._weighed(field) for field in self.fields() if field.kept) & MASK

    def hash_word(self) -> int:
        """Return a 62-bit hash of a game with this setting."""
        return mix_bits(digest_of([number for row in self.key() for number in row]))

    def hash64(self) -> int:
        """Return a 64-bit hash of a game with this setting. Equal games have equal hashes in every process; different games
        almost certainly differ."""
        return to_u64(self.hash_word())

    def __hash__(self) -> int:
        return self.hash_word() >> 1

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, State) or self.setting != other.setting:
            return False
        return self.hash_word() == other.hash_word() and self.key() == other.key()

    def __repr__(self) -> str:
        return f"<State {self.summary()}>"

    def summary(self) -> str:
        """Return the state of the game on one line, without hidden information."""
        setting = self.setting
        points = ", ".join([f"{colour} {self.vp[player]}" for player, colour in enumerate(setting.colours)])
        if self.over:
            winners = [colour for player, colour in enumerate(setting.colours) if self.winners >> player & 1]
            return f"{setting.scenario.name}: over after turn {self.turn}, {' and '.join(winners) or 'nobody'} won ({points})"
        who = "chance" if self.decider() == CHANCE else setting.colours[self.decider()]
        return f"{setting.scenario.name}: turn {self.turn}, {who} decides ({points})"

    def _repr_svg_(self) -> str | None:
        """Return the maze as SVG, for notebooks, including hidden information."""
        return drawn(self)

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()  # shared lists are never changed in place

    def to_bytes(self) -> bytes:
        """Return everything the rules remember, including hidden information, in a few hundred bytes (`packing`)."""
        return packed(self.key(), self.setting.fingerprint)

    def take_bytes(self, data: bytes) -> None:
        """Set this fresh state from bytes of the same setting. Raise a BytesError if they do not fit; the state is then
        unusable."""
        self.take_rows(unpacked(data, self.setting.fingerprint))

    def take_rows(self, rows: list[list[int]]) -> None:
        """Set this fresh state from a key of the same setting, like `take_bytes`."""
        fields = self.fields()
        if len(rows) != len(fields):
            raise BytesError(f"a state has {len(fields)} fields, not {len(rows)}")
        for field, numbers in zip(fields, rows, strict=True):
            self._set_field(field, numbers)
        self.check_numbers()
        self.recount()

    def check_numbers(self) -> None:
        """Raise a BytesError if a number does not fit this setting, before it causes errors later."""
        tokens, players = self.setting.tokens, self.setting.players
        if not 0 <= self.active < players or not all(-1 <= frame_who(packed_frame) < players for packed_frame in self.stack):
            raise BytesError(f"there are {players} players")
        if not -1 <= self.attacker < tokens or not -1 <= self.defender < tokens or self.fighters >> tokens:
            raise BytesError(f"there are {tokens} tokens")
        if not self.over and not self.stack:
            raise BytesError("the game is not over, and nobody has anything to decide")

    def _set_field(self, field: StateField, numbers: list[int]) -> None:
        if field.kind == OTHER:
            self.put_together(field.name, numbers)
            return
        if field.kind < LIST and len(numbers) != 1:
            raise BytesError(f"'{field.name}' is one number, not {len(numbers)}")
        if field.kind == LIST and len(numbers) != len(self.numbers(field)):
            raise BytesError(f"'{field.name}' has {len(self.numbers(field))} numbers, not {len(numbers)}")
        if field.kind in (NUMBER, LIST, FREE) and not all(-MASK <= number <= MASK for number in numbers):
            raise BytesError(f"'{field.name}' has a number that is too large")
        if field.kind == BITS and numbers[0] >> HALF * MOST:
            raise BytesError(f"'{field.name}' is no set")
        if field.kind == FLAG:
            if numbers[0] not in (0, 1):
                raise BytesError(f"'{field.name}' is 0 or 1, not {numbers[0]}")
            setattr(self, field.name, numbers[0] != 0)
        elif field.name == LOC.name:
            self.loc = numbers_of(numbers)
        else:
            setattr(self, field.name, numbers[0] if field.kind < LIST else numbers)

    # -- the only ways to change a token's location and marks, and what a player has -------------------------------------

    def set_loc(self, token: int, place: int) -> None:
        """Change the location of a token."""
        weight: i64 = LOC_WEIGHTS[token]
        self.incremental_hash += weight * (place - self.loc[token])
        self.loc[token] = place

    def set_status(self, token: int, status: int) -> None:
        """Replace the marks of a token."""
        if self.status[token] != status:
            self.status = self.exchanged(STATUS, self.status, token, status)
            self.marked = True

    def mark(self, token: int, marks: int) -> None:
        self.set_status(token, self.status[token] | marks)

    def unmark(self, token: int, marks: int) -> None:
        self.set_status(token, self.status[token] & ~marks)

    def clear_marks(self, lasting: int) -> None:
        """Remove all marks except the lasting ones."""
        if not self.marked:
            return  # as after most turns
        for token, marks in enumerate(self.status):
            if marks & ~lasting:
                self.set_status(token, marks & lasting)
        self.marked = False

    def set_vp(self, player: int, points: int) -> None:
        self.vp = self.exchanged(VP, self.vp, player, points)

    def set_combat_hand(self, player: int, cards: int) -> None:
        self.combat_hand = self.exchanged(COMBAT_HAND, self.combat_hand, player, cards)

    def set_used(self, player: int, cards: int) -> None:
        self.used = self.exchanged(USED, self.used, player, cards)

    def set_jumps(self, player: int, cards: int) -> None:
        self.jumps = self.exchanged(JUMPS, self.jumps, player, cards)

    def set_chosen(self, player: int, card: int) -> None:
        self.chosen = self.exchanged(CHOSEN, self.chosen, player, card)

    def take_hands(self, other: State) -> None:
        """Copy all combat cards from another state."""
        for player in range(self.setting.players):
            self.set_combat_hand(player, other.combat_hand[player])
            self.set_used(player, other.used[player])

    def exchanged(self, field: StateField, row: list[int], index: int, number: int) -> list[int]:
        """Return a copy of a `kept` list with one number replaced, for assignment to the field. Updates the hash."""
        weight: i64 = field.weights[index]
        self.incremental_hash += weight * (number - row[index])
        row = row[:]
        row[index] = number
        return row

    def kernel_sum(self) -> i64:
        """Return the weighted sum of the kernel's fields. Written by hand for speed; a test compares it with the table of
        fields."""
        total: i64 = self.incremental_hash
        total += weighed_list(STACK.weights, self.stack)
        total += TURN.weight * self.turn + ACTIVE.weight * self.active + AP.weight * self.ap
        total += ATTACKER.weight * self.attacker + DEFENDER.weight * self.defender
        total += RESIGNED.weight * self.resigned + ENDED.weight * self.ended + WINNERS.weight * self.winners
        if self.shown:
            total += SHOWN.weight
        if self.progress:
            total += PROGRESS.weight
        if self.over:
            total += OVER.weight
        if self.rooms_left:
            total += weighed_bits(ROOMS_LEFT.weights, self.rooms_left)
        if self.fighters:
            total += weighed_bits(FIGHTERS.weights, self.fighters)
        return total & MASK

    # -- small functions that every chapter needs -------------------------------------------------------------------------

    def decision(self) -> int:
        """Return the kind of the decision on top of the stack, or -1 if the game is over."""
        return -1 if self.over else frame_kind(self.stack[-1])

    def decider(self) -> int:
        """Return the decider: a player, or CHANCE."""
        return CHANCE if self.over else frame_who(self.stack[-1])

    def note(self, kind: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        """Record an event, if events are recorded."""
        if self.events is not None:
            self.events.append((kind, a, b, c))

    def score(self, player: int, points: int) -> None:
        """Give a player victory points; they are public and count as progress (SCORE-2, STALL-5)."""
        if points and player >= 0:
            self.set_vp(player, self.vp[player] + points)
            self.progress = True
            self.note(SCORED, player, points)

    def has_characters(self, player: int) -> bool:
        """STALL-2: Return whether a player has characters in the maze, on a line, wounded, hidden or not yet placed."""
        for token in self.setting.characters_of[player]:  # noqa: SIM110 - a plain loop is quicker
            if self.loc[token] >= SUPPLY:
                return True
        return False
