"""States as values: every field is in copy, key, hash, bytes, description; the hash that is kept is that of the fields."""

from __future__ import annotations

import ast
import copy
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dungeon_twister
from dungeon_twister.rules.engine import packing
from dungeon_twister.rules.engine.board.state import BOARD, BOARD_ASIDE, BoardState, board_of
from dungeon_twister.rules.engine.card.card_fields import CARD
from dungeon_twister.rules.engine.digest import describe
from dungeon_twister.rules.engine.game import make_setting, new_setting, new_state, start
from dungeon_twister.rules.engine.packing import BytesError
from dungeon_twister.rules.engine.scenarios import load_scenario, scenario_names
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.engine.state_fields import FLAG, FREE, LIST, OTHER, StateField
from dungeon_twister.rules.geometry.rooms import parse_rooms
from tests.amounts import amount
from tests.random_play import OPTIONS, play_on, random_game

SCENARIOS = scenario_names("board")
SOURCE = Path(dungeon_twister.__file__).parent


def played(scenario: str, seed: int, most: int) -> BoardState:
    state = board_of(new_state(scenario))
    for _ in play_on(state, Random(seed), most):
        pass
    return state


@cache
def sample() -> BoardState:
    """One that nobody changes."""
    return played("base", 5, 300)


# -- every field --------------------------------------------------------------------------------------------------------


def attributes(state: State) -> list[str]:
    return [name for one in type(state).__mro__ for name in getattr(one, "__slots__", ())]


def in_combat() -> BoardState:
    """A state that has all optional parts (a combat, a journey, allies, doors)."""
    state = played("alliances" if "alliances" in SCENARIOS else SCENARIOS[0], 1, 400)
    state.mover, state.load, state.at = 0, 1, 3
    state.attacker, state.defender = 0, state.setting.tokens - 1
    state.sides, state.asked = [1] * state.setting.players, [0] * state.setting.players
    state.ropes_lay = [1] * len(state.board_setting.ropes)
    state.doors = [-1] * len(state.board_setting.layout.lines)
    return state


def differently(state: State, field: StateField) -> None:
    """Change one field, and only that."""
    if field.kind == OTHER:
        assert isinstance(state, BoardState)
        tile = next(tile for tile, room in enumerate(state.maze.room_of) if room >= 0)
        state.maze = state.maze.turned(tile, 1)
    elif field.kind == FLAG:
        setattr(state, field.name, not getattr(state, field.name))
    elif field.kind in (LIST, FREE):
        row = getattr(state, field.name)
        setattr(state, field.name, [row[0] ^ 4 if row[0] >= 0 else 4, *row[1:]])
    else:
        setattr(state, field.name, getattr(state, field.name) ^ 1)


@pytest.mark.sources
def test_every_attribute_of_a_state_is_declared() -> None:
    """A field that is forgotten in the table would be forgotten in key, hash and bytes."""
    state = in_combat()
    declared = [field.name for field in state.fields()]
    assert len(set(declared)) == len(declared)
    assert sorted([*declared, *BOARD_ASIDE]) == sorted(attributes(state))


@pytest.mark.parametrize("field", BoardState.fields(in_combat()), ids=lambda field: field.name)
def test_every_field_is_in_copy_key_hash_bytes_and_description(field: StateField) -> None:
    state = in_combat()
    other = state.copy()
    differently(other, field)
    other.recount()
    assert other.key() != state.key() and other != state
    assert other.full_hash() != state.full_hash() and other.hash64() != state.hash64()
    assert other.hash64() == other.full_hash() and hash(other) != hash(state)
    assert other.copy() == other and other.copy().key() == other.key()
    again = BoardState.from_bytes(other.board_setting, other.to_bytes())
    assert again == other and again.key() == other.key()
    if field.name != "ended":  # why a game is over follows from what led to it
        assert describe(other) != describe(state)


def test_the_hash_uses_every_bit_of_a_set() -> None:
    """High bits of a set count as much as low ones: sets that differ in two of them have different hashes."""
    state = in_combat()
    found = set()
    for high in range(56):
        for other in range(56):
            state.fighters, state.seen = 1 << high, 1 << other
            found.add(state.hash64())
    assert len(found) == 56 * 56


# -- the kept hash ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_incremental_hash_equals_the_recomputed_hash(scenario: str) -> None:
    """Every scenario, at random to the end; equal keys have equal hashes, and others have others."""
    state = board_of(new_state(scenario))
    hashes: dict[int, str] = {}
    for _ in play_on(state, Random(scenario), amount(1500)):
        assert state.hash64() == state.full_hash()
        assert 0 <= state.hash64() < 1 << 64
        key = repr(state.key())
        assert hashes.setdefault(state.hash64(), key) == key
    squares = (state.stand, state.down, state.item)
    state.recount()
    assert [[max(one, -1) for one in row] for row in (state.stand, state.down, state.item)] == [
        [max(one, -1) for one in row] for row in squares
    ]


@settings(max_examples=amount(40), deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 900), st.integers(0, 1000))
def test_copies_are_independent(seed: int, most: int, other: int) -> None:
    """A copy shares the squares until something changes: whichever of the two is played on, the other stays as it was."""
    state = random_game(seed)
    for _ in play_on(state, Random(seed), most):
        pass
    before, squares = state.to_bytes(), [state.stand[:], state.down[:], state.item[:]]
    twin = state.copy()
    third = twin.copy()
    for _ in play_on(twin, Random(other), 40):
        assert twin.hash64() == twin.full_hash()
    assert state.to_bytes() == before == third.to_bytes()
    assert [state.stand, state.down, state.item] == squares == [third.stand, third.down, third.item]
    for _ in play_on(state, Random(other), 40):
        pass
    assert state == twin and hash(state) == hash(twin) and third.to_bytes() == before
    assert (third == state) == (before == state.to_bytes())


# -- bytes, copies, pickles ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(2 * len(OPTIONS)))
def test_bytes_and_pickles_restore_the_state(number: int) -> None:
    state = random_game(number)
    for _ in play_on(state, Random(number), 350 + 50 * number):
        pass
    for again in (
        BoardState.from_bytes(state.board_setting, state.to_bytes()),
        pickle.loads(pickle.dumps(state)),
        copy.copy(state),
        copy.deepcopy(state),
    ):
        assert again == state and hash(again) == hash(state) and again is not state
        assert again.hash64() == state.hash64() and again.key() == state.key()
        assert again.setting == state.setting and again.maze == state.maze
        for _ in play_on(again, Random(1), 50):
            assert again.hash64() == again.full_hash()
        assert not again.events
    assert len(state.to_bytes()) < 300
    assert len(pickle.dumps(state)) < 600  # the setting travels as a name and its options


def test_rooms_that_were_added_travel_along() -> None:
    """A room of the same name with another drawing is another setting."""
    scenario = load_scenario("base")
    room = scenario.rooms[0]
    other = parse_rooms(f"room {room.name} pair={room.pair} turn=cw\n" + "\n".join(scenario.rooms[3].lines), "other")
    setting = make_setting(scenario.with_rooms(other), {})
    state = start(setting)
    again = pickle.loads(pickle.dumps(state))
    assert again == state and again.setting == setting != new_setting("base")
    assert again.board_setting.plan.rooms[-1].lines == other[0].lines and len(pickle.dumps(state)) < 6000


def test_different_states_are_not_equal() -> None:
    state, other = random_game(0), random_game(1)
    assert state != other and state != 1 and state == random_game(0)
    assert len({state, other, random_game(0)}) == 2


@pytest.mark.parametrize(
    ("spoiled", "sentence"),
    [
        (lambda data: b"", "a state has more than 0 bytes"),
        (lambda data: bytes([9]) + data[1:], "these bytes are of version 9; this software reads version 1"),
        (lambda data: data[:40], "these bytes are damaged, or a state of another scenario or with other options"),
        (lambda data: data[:40] + bytes([data[40] ^ 1]) + data[41:], "these bytes are damaged"),
    ],
)
def test_bad_bytes_are_refused_with_a_sentence(spoiled: Callable[[bytes], bytes], sentence: str) -> None:
    state = random_game(0)
    with pytest.raises(BytesError, match=sentence):
        BoardState.from_bytes(state.board_setting, spoiled(state.to_bytes()))


def test_bytes_of_another_setting_are_refused() -> None:
    data = random_game(0).to_bytes()
    for other in (random_game(1), board_of(new_state("three-players"))):
        with pytest.raises(BytesError, match="another scenario"):
            BoardState.from_bytes(other.board_setting, data)


@settings(max_examples=amount(150), deadline=None)
@given(st.integers(0, 30), st.lists(st.integers(-70, 9000), max_size=60), st.booleans())
def test_rows_that_fit_no_state_are_refused(row: int, numbers: list[int], drop: bool) -> None:
    """Bytes with a right checksum and wrong content: a sentence, or a state of which everything can be asked."""
    state = sample()
    rows = [*state.key()]
    rows[row % len(rows)] = numbers
    spoiled = packing.packed(rows[:-1] if drop else rows, state.setting.fingerprint)
    try:
        again = BoardState.from_bytes(state.board_setting, spoiled)
    except BytesError as error:
        assert str(error)
    else:
        assert again.key() == rows and again.hash64() == again.full_hash()


# -- one way to change a token ------------------------------------------------------------------------------------------

KEPT = tuple({field.name for field in (*BOARD, *CARD) if field.kept})
SQUARES = ("stand", "down", "item", "taken", "own_squares", "incremental_hash")
COUNTS = ("men", "things", "crowd", "fit", "at_home", "overfull", "places_of", "held", "stock", "own_counts")
REPLACED = ("doors", "sides", "asked", "ropes_lay", "seen")  # anybody may set another list, nobody changes one
CHANGING = ("append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort")
STATES = ("rules/engine/state.py", "rules/engine/board/state.py", "rules/engine/card/state.py", "rules/engine/card/tokens.py")
WRITTEN_BY_STATES = KEPT + SQUARES + COUNTS


def writes(tree: ast.AST) -> list[tuple[int, str]]:
    """Line and name of every field of a state that is written, wherever the state is not `self`."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del) and node.attr in WRITTEN_BY_STATES:
            found.append((node.lineno, node.attr))
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            if isinstance(node.value, ast.Attribute):
                found.append((node.lineno, node.value.attr))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
            if isinstance(node.func.value, ast.Attribute):
                found.append((node.lineno, node.func.value.attr))
    return found


@pytest.mark.parametrize(
    "code", ["s.loc[1] = 2", "s.loc = []", "s.status[0] |= 1", "s.stand.clear()", "del s.sides[0]", "a, s.vp = 1, []"]
)
def test_a_write_outside_the_setters_is_found(code: str) -> None:
    assert writes(ast.parse(code))


def test_only_states_write_their_fields() -> None:
    """Every change of a token or a hand goes through a setter, so that hash and squares are always right."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if name in STATES:
            continue
        lines = path.read_text("utf-8").splitlines()
        for line, field in writes(ast.parse("\n".join(lines))):
            if field in WRITTEN_BY_STATES + REPLACED and f"self.{field}" not in lines[line - 1]:
                found.append(f"{name}:{line} writes {field}")
    assert not found
