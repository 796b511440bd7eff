"""The state of the board game beyond the kernel: the maze, the tokens on each square, action cards, the journey under way.

`stand`, `down`, `item` and `taken` are caches that follow from the locations of the tokens. Copies share each list until one of
them changes it, so code must not keep such a list in a variable across a change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dungeon_twister.rules.engine.board.setting import ACTION_CARDS, BoardSetting
from dungeon_twister.rules.engine.packing import BytesError
from dungeon_twister.rules.engine.state import KERNEL, KERNEL_ASIDE, NOWHERE, UNDER, WOUNDED, State
from dungeon_twister.rules.engine.state_fields import (
    BITS,
    FLAG,
    FREE,
    LIST,
    NUMBER,
    OTHER,
    StateField,
    weighed_bits,
    weighed_list,
)
from dungeon_twister.rules.geometry.hashing import mix_bits
from dungeon_twister.rules.geometry.maze import Maze
from dungeon_twister.rules.geometry.rows import shorts
from dungeon_twister.rules.geometry.vectors import Shorts

if TYPE_CHECKING:
    from dungeon_twister.rules.geometry.vectors import i64

MOVING: Final = 0
JUMPING: Final = 1
WALL_WALKING: Final = 2
MODES: Final = ("move", "jump", "wall")

# bits for the tokens on a square
STANDING: Final = 1
LYING: Final = 2
THING: Final = 4
SOMEBODY: Final = STANDING | LYING
ANYTHING: Final = SOMEBODY | THING

MAZE: Final = StateField("maze", OTHER)
ACTION_HAND: Final = StateField("action_hand", LIST, kept=True)
LAST_CARD: Final = StateField("last_card", LIST, kept=True)
IDLE: Final = StateField("idle", LIST, kept=True)
HIGHEST: Final = StateField("highest", NUMBER)
REACHED: Final = StateField("reached", NUMBER)
DOORS: Final = StateField("doors", FREE)
SIDES: Final = StateField("sides", FREE)
ASKED: Final = StateField("asked", FREE)
MOVER: Final = StateField("mover", NUMBER)
LOAD: Final = StateField("load", NUMBER)
AT: Final = StateField("at", NUMBER)
STEPS: Final = StateField("steps", NUMBER)
MODE: Final = StateField("mode", NUMBER)
MOVED: Final = StateField("moved", FLAG)
SEEN: Final = StateField("seen", BITS)
ROPES_LAY: Final = StateField("ropes_lay", FREE)

BOARD: Final = (
    *KERNEL,
    *(MAZE, ACTION_HAND, LAST_CARD, HIGHEST, IDLE, REACHED),
    *(DOORS, SIDES, ASKED),
    *(MOVER, LOAD, AT, STEPS, MODE, MOVED, SEEN, ROPES_LAY),
)
BOARD_ASIDE: Final[dict[str, str]] = {
    **KERNEL_ASIDE,
    "board_setting": "never changes",
    "stand": "follows from loc, status and the journey",
    "down": "the same",
    "item": "the same",
    "taken": "the same",
    "surplus": "the same",
    "own_squares": "whether a copy shares them",
}


class BoardState(State):
    """One board game at one moment, in flat lists of ints, with a hand-written copy."""

    __slots__ = (
        "action_hand",
        "asked",
        "at",
        "board_setting",
        "doors",
        "down",
        "highest",
        "idle",
        "item",
        "last_card",
        "load",
        "maze",
        "mode",
        "moved",
        "mover",
        "own_squares",
        "reached",
        "ropes_lay",
        "seen",
        "sides",
        "stand",
        "steps",
        "surplus",
        "taken",
    )

    board_setting: BoardSetting  # the same object as `setting`
    maze: Maze
    # squares
    stand: Shorts  # the unwounded character on a square; negative: nobody
    down: Shorts  # the wounded character
    item: Shorts  # the object
    taken: Shorts  # the kinds of tokens on a square, as bits
    surplus: list[int]  # further tokens of one kind on a square, during an action only (CARRY-18a); replaced, never changed
    own_squares: int  # which of the first three no copy shares, as the bits of `taken`; no copy shares `taken` then either
    # action cards
    action_hand: list[int]  # bits 2 to 5
    last_card: list[int]
    highest: int  # highest action card played so far (TURN-5)
    # the end
    idle: list[int]  # turns since the last progress, by player (STALL-6)
    reached: int  # who reached the target first, as bits (END-4)
    # scenarios
    doors: list[int]  # the player of each line whose exit it is (DOOR-6), or empty; replaced, never changed in place
    sides: list[int]  # in a combat with allies: the side of each player (ALLY-22); replaced, never changed in place
    asked: list[int]  # the sides open to each player when last asked, as bits; replaced, never changed in place
    # the journey under way
    mover: int
    load: int
    at: int
    steps: int
    mode: int
    moved: bool
    seen: int  # loads held since the last step, as bits (CARRY-19)
    ropes_lay: list[int]  # where the ropes were when the action began (PIT-5)

    @staticmethod
    def fresh(setting: BoardSetting) -> BoardState:
        """Return a game before any decision."""
        s = BoardState()
        s.set_up(setting)
        s.board_setting = setting
        s.maze = Maze.face_down(setting.plan)
        s.action_hand = [sum(1 << card for card in ACTION_CARDS)] * setting.players
        s.last_card = [0] * setting.players
        s.highest = 1
        s.idle = [0] * setting.players
        s.reached = 0
        s.doors = []
        s.sides = []
        s.asked = []
        s.forget_journey()
        s.recount()
        return s

    @staticmethod
    def from_bytes(setting: BoardSetting, data: bytes) -> BoardState:
        """Return the state of these bytes (`to_bytes`). Raise a BytesError if they do not fit this setting."""
        s = BoardState.fresh(setting)
        s.take_bytes(data)
        return s

    def __reduce__(self) -> tuple[object, ...]:
        return unpickled, (self.board_setting, self.to_bytes())

    def copy(self) -> BoardState:
        """Return an independent copy. Immutable parts are shared, and the lists of squares until one of them changes."""
        self.own_squares = 0
        return self.probe()

    def probe(self) -> BoardState:
        """Return a copy to try something out, which must not be used after this state changes: this state still owns its
        squares."""
        s = BoardState()
        self.copy_kernel(s)
        s.board_setting = self.board_setting
        s.maze = self.maze
        s.stand = self.stand
        s.down = self.down
        s.item = self.item
        s.taken = self.taken
        s.surplus = self.surplus
        s.own_squares = 0
        s.action_hand = self.action_hand
        s.last_card = self.last_card
        s.highest = self.highest
        s.idle = self.idle
        s.reached = self.reached
        s.doors = self.doors
        s.sides = self.sides
        s.asked = self.asked
        s.mover = self.mover
        s.load = self.load
        s.at = self.at
        s.steps = self.steps
        s.mode = self.mode
        s.moved = self.moved
        s.seen = self.seen
        s.ropes_lay = self.ropes_lay
        return s

    def fields(self) -> tuple[StateField, ...]:
        return BOARD

    def summarize_game(self, name: str) -> list[int]:
        return self.maze.key()

    def put_together(self, name: str, numbers: list[int]) -> None:
        try:
            self.maze = Maze.from_key(self.board_setting.plan, numbers)
        except ValueError as error:
            raise BytesError(str(error)) from None

    def check_numbers(self) -> None:
        State.check_numbers(self)
        plan, tokens = self.board_setting.plan, self.setting.tokens
        for place in self.loc:
            if place not in NOWHERE and not 0 <= place < plan.squares and not UNDER <= place < UNDER + plan.tiles:
                raise BytesError(f"there is no place {place}")
        if not -1 <= self.mover < tokens or not -1 <= self.load < tokens or not -1 <= self.at < plan.squares:
            raise BytesError("the journey is of a token or on a square that is not there")
        if self.mover >= 0 and len(self.ropes_lay) != len(self.board_setting.ropes):
            raise BytesError(f"there are {len(self.board_setting.ropes)} Ropes")

    def hash_word(self) -> int:
        total: i64 = self.kernel_sum()
        total += self.maze.hash_word()
        total += HIGHEST.weight * self.highest + REACHED.weight * self.reached
        total += MOVER.weight * self.mover + LOAD.weight * self.load + AT.weight * self.at
        total += STEPS.weight * self.steps + MODE.weight * self.mode
        if self.moved:
            total += MOVED.weight
        if self.seen:
            total += weighed_bits(SEEN.weights, self.seen)
        if self.ropes_lay:
            total += weighed_list(ROPES_LAY.weights, self.ropes_lay)
        if self.doors:
            total += weighed_list(DOORS.weights, self.doors)
        if self.sides:
            total += weighed_list(SIDES.weights, self.sides)
        if self.asked:
            total += weighed_list(ASKED.weights, self.asked)
        return mix_bits(total)

    def recount(self) -> None:
        """Recompute which token is on which square. A traveller and its load are on none."""
        empty = shorts(self.board_setting.plan.squares, -1)
        self.stand = empty[:]
        self.down = empty[:]
        self.item = empty
        self.taken = shorts(len(empty), 0)
        self.surplus = []
        self.own_squares = ANYTHING
        for token, place in enumerate(self.loc):
            if 0 <= place < UNDER and token != self.mover and token != self.load:
                if self._row(token)[place] >= 0 and (self.mover < 0 or self._kind(token) == STANDING):
                    raise BytesError("two such tokens cannot be on one square (ACT-2)")
                self.put(token, place)
        State.recount(self)

    # -- the only ways to change what is on a square ---------------------------------------------------------------------

    def put(self, token: int, square: int) -> None:
        """Put a token on a square: as standing, as lying wounded or as an object."""
        if self.loc[token] != square:
            self.set_loc(token, square)
        if not self.setting.is_character[token]:
            if not self.own_squares & THING:
                self._own_squares(THING)
            self.item[square] = self._lowest(token, self.item[square])
            self.taken[square] = self.taken[square] | THING
        elif self.status[token] & WOUNDED:
            if not self.own_squares & LYING:
                self._own_squares(LYING)
            self.down[square] = self._lowest(token, self.down[square])
            self.taken[square] = self.taken[square] | LYING
        else:
            if not self.own_squares & STANDING:
                self._own_squares(STANDING)
            self.stand[square] = token
            self.taken[square] = self.taken[square] | STANDING

    def lift(self, token: int) -> None:
        """Take a token off its square. `loc` is unchanged: the token is being carried or on its way."""
        if self.surplus and self._lift_from_heap(token):
            return
        square = self.loc[token]
        if not self.setting.is_character[token]:
            if not self.own_squares & THING:
                self._own_squares(THING)
            self.item[square] = -1
            self.taken[square] = self.taken[square] & ~THING
        elif self.status[token] & WOUNDED:
            if not self.own_squares & LYING:
                self._own_squares(LYING)
            self.down[square] = -1
            self.taken[square] = self.taken[square] & ~LYING
        else:
            if not self.own_squares & STANDING:
                self._own_squares(STANDING)
            self.stand[square] = -1
            self.taken[square] = self.taken[square] & ~STANDING

    def _lowest(self, token: int, there: int) -> int:
        """Return the token of two of one kind that the list of squares names; the other becomes surplus (CARRY-18a)."""
        if there < 0:
            return token
        self.surplus = sorted([*self.surplus, max(token, there)])
        return min(token, there)

    def _lift_from_heap(self, token: int) -> bool:
        """Take a token off a heap, so that the square names the lowest of the rest; False if it lies in no heap."""
        square = self.loc[token]
        kind = self._kind(token)
        heap = [other for other in self.surplus if self.loc[other] == square and self._kind(other) == kind]
        if not heap:
            return False
        if token not in heap:
            if not self.own_squares & kind:
                self._own_squares(kind)
            self._row(token)[square] = heap[0]
            token = heap[0]
        self.surplus = [other for other in self.surplus if other != token]
        return True

    def tokens_lying_on(self, square: int) -> list[int]:
        """Return the object and the wounded character on a square; in the middle of an action, the whole heap."""
        found: list[int] = []
        if self.item[square] >= 0:
            found.append(self.item[square])
        if self.down[square] >= 0:
            found.append(self.down[square])
        for token in self.surplus:
            if self.loc[token] == square:
                found.append(token)
        return found

    def remove(self, token: int, where: int) -> None:
        """Remove a token, which must be on no square, from the maze without its marks: OUT, GONE."""
        self.set_loc(token, where)
        self.set_status(token, 0)

    def fall(self, token: int, marks: int) -> None:
        """Turn a standing character into a lying wounded one, with additional marks."""
        self.lift(token)
        self.mark(token, WOUNDED | marks)
        self.put(token, self.loc[token])

    def rise(self, token: int, marks: int) -> None:
        """Turn a lying wounded character into a standing one, with additional marks."""
        self.lift(token)
        self.set_status(token, (self.status[token] & ~WOUNDED) | marks)
        self.put(token, self.loc[token])

    def on_square(self, token: int) -> bool:
        """Return whether a token is on a square, neither out of the maze nor on its way."""
        place = self.loc[token]
        return 0 <= place < UNDER and (self._row(token)[place] == token or token in self.surplus)

    def _kind(self, token: int) -> int:
        """Return what a token is on its square: STANDING, LYING or a THING."""
        if not self.setting.is_character[token]:
            return THING
        return LYING if self.status[token] & WOUNDED else STANDING

    def _row(self, token: int) -> Shorts:
        """Return the list of squares that contains tokens like this one."""
        kind = self._kind(token)
        return self.item if kind == THING else self.down if kind == LYING else self.stand

    def _own_squares(self, which: int) -> None:
        """Copy the list of one kind, and `taken`, before a change, so that no copy shares them."""
        if not self.own_squares:
            self.taken = self.taken[:]
        if which == STANDING:
            self.stand = self.stand[:]
        elif which == LYING:
            self.down = self.down[:]
        else:
            self.item = self.item[:]
        self.own_squares |= which

    # -- what a player has -----------------------------------------------------------------------------------------------

    def set_action_hand(self, player: int, cards: int) -> None:
        self.action_hand = self.exchanged(ACTION_HAND, self.action_hand, player, cards)

    def set_last_card(self, player: int, card: int) -> None:
        self.last_card = self.exchanged(LAST_CARD, self.last_card, player, card)

    def set_idle(self, player: int, turns: int) -> None:
        if self.idle[player] != turns:
            self.idle = self.exchanged(IDLE, self.idle, player, turns)

    # -- the journey -----------------------------------------------------------------------------------------------------

    def forget_journey(self) -> None:
        """Reset the journey: no character is on its way."""
        self.mover = -1
        self.load = -1
        self.at = -1
        self.steps = 0
        self.mode = MOVING
        self.moved = False
        self.seen = 0
        self.ropes_lay = []


def unpickled(setting: BoardSetting, data: bytes) -> BoardState:
    return BoardState.from_bytes(setting, data)


def board_of(state: State) -> BoardState:
    """Narrow a state to one of the board game."""
    assert isinstance(state, BoardState)
    return state
