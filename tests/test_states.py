"""States as values, in both games: every field is in copy, key, hash, bytes and description; the incremental hash is right."""

from __future__ import annotations

import ast
import copy
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dungeon_twister
from dungeon_twister.rules.engine import actions, packing
from dungeon_twister.rules.engine import game as rules_game
from dungeon_twister.rules.engine.board.state import BOARD, BOARD_ASIDE, BoardState, board_of
from dungeon_twister.rules.engine.card.card_fields import CARD, CARD_ASIDE
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import TRAVEL
from dungeon_twister.rules.engine.digest import describe
from dungeon_twister.rules.engine.game import apply, legal, new_state, why_not
from dungeon_twister.rules.engine.packing import BytesError
from dungeon_twister.rules.engine.scenarios import scenario_names
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.engine.state_fields import FLAG, FREE, LIST, StateField
from dungeon_twister.rules.geometry.rows import numbers_of
from tests import random_play
from tests.amounts import amount
from tests.card import play as card_play
from tests.random_play import play_on

SOURCE = Path(dungeon_twister.__file__).parent


def board_with_everything() -> BoardState:
    """A state that has all optional parts (a combat, a journey, allies, doors)."""
    state = board_of(new_state("alliances"))
    for _ in play_on(state, Random(1), 400):
        pass
    state.mover, state.load, state.at = 0, 1, 3
    state.attacker, state.defender = 0, state.setting.tokens - 1
    state.sides, state.asked = [1] * state.setting.players, [0] * state.setting.players
    state.ropes_lay = [1] * len(state.board_setting.ropes)
    state.doors = [-1] * len(state.board_setting.layout.lines)
    return state


def card_with_everything() -> CardState:
    """A journey and a combat at once, which no game has, so that fields that are described only sometimes are there too."""
    state = card_play.random_game(next(number for number, (_, options) in enumerate(card_play.OPTIONS) if "timer" in options))
    for _ in play_on(state, Random(3)):
        if state.decision() == TRAVEL and state.moved and state.before is not None and max(state.carrier) >= 0:
            break
    assert state.before is not None
    state.attacker, state.defender = state.men[0][0], state.men[1][0]
    state.fighters = 1 << state.attacker | 1 << state.defender
    state.shooters, state.crossbows, state.peek = 1 << state.attacker, 0, 0
    return state


class Game(NamedTuple):
    """States of one game, and what differs between the games."""

    name: str
    options: list[tuple[str, dict[str, str]]]
    new: Callable[[int], Any]
    halfway: Callable[[int, int], Any]
    with_everything: Callable[[], Any]
    aside: dict[str, str]
    counts: tuple[str, ...]  # attributes that are counted to be quick
    untold: tuple[str, ...]  # not in the description of a game: they follow from what led to it
    most_bytes: int
    most_pickled: int  # the setting travels as a name and its options


GAMES = (
    Game(
        "board",
        [*random_play.OPTIONS, *((name, {}) for name in scenario_names("board"))],
        random_play.random_game,
        random_play.halfway,
        board_with_everything,
        BOARD_ASIDE,
        ("stand", "down", "item"),
        ("ended",),
        300,
        600,
    ),
    Game(
        "card",
        card_play.OPTIONS,
        card_play.random_game,
        card_play.halfway,
        card_with_everything,
        CARD_ASIDE,
        ("men", "things", "crowd", "fit", "at_home", "overfull", "places_of", "held", "stock"),
        ("ended", "teamed"),
        650,
        2000,
    ),
)
NAMED = {game.name: game for game in GAMES}
in_both_games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@cache
def sample(name: str) -> Any:
    """One that nobody changes."""
    return NAMED[name].with_everything()


def counts(game: Game, state: State) -> list[list[Any]]:
    return [getattr(state, name)[:] for name in game.counts]


def nobody_alike(rows: list[list[Any]]) -> list[list[Any]]:
    """Every negative number says that nobody is there."""
    return [[max(one, -1) if isinstance(one, int) else one for one in row] for row in rows]


# -- every field --------------------------------------------------------------------------------------------------------


def differently(state: Any, field: StateField) -> None:
    """Change one field, and only that."""
    value = getattr(state, field.name)
    if field.name == "maze":
        tile = next(tile for tile, room in enumerate(state.maze.room_of) if room >= 0)
        state.maze = state.maze.turned(tile, 1)
    elif field.name == "before":
        state.before = state.before.copy()
        state.before.turn += 1
    elif field.kind == FLAG:
        setattr(state, field.name, not value)
    elif field.kind in (LIST, FREE):
        at = next((index for index, number in enumerate(value) if number >= 0), 0)
        changed = value[at] ^ 4 if value[at] >= 0 else 4
        row = [*value[:at], changed, *value[at + 1 :]]
        setattr(state, field.name, numbers_of(row) if field.name == "loc" else row)
    elif isinstance(value, list):
        setattr(state, field.name, [*value, 1 << 90])
    else:
        setattr(state, field.name, value ^ 1)


@pytest.mark.sources
@in_both_games
def test_every_attribute_of_a_state_is_declared(game: Game) -> None:
    """A field that is forgotten in the table would be forgotten in key, hash and bytes."""
    state = sample(game.name)
    declared = [field.name for field in state.fields()]
    slots = [name for one in type(state).__mro__ for name in getattr(one, "__slots__", ())]
    assert len(set(declared)) == len(declared)
    assert sorted([*declared, *game.aside]) == sorted(slots)


FIELDS = [pytest.param(game, field, id=f"{game.name}-{field.name}") for game in GAMES for field in game.new(0).fields()]


@pytest.mark.parametrize(("game", "field"), FIELDS)
def test_every_field_is_in_copy_key_hash_bytes_and_description(game: Game, field: StateField) -> None:
    state = sample(game.name)
    other = state.copy()
    differently(other, field)
    other.recount()
    assert other.key() != state.key() and other != state
    assert other.full_hash() != state.full_hash() and other.hash64() != state.hash64()
    assert other.hash64() == other.full_hash() and hash(other) != hash(state)
    assert other.copy() == other and other.copy().key() == other.key()
    if field.name != "teamed":
        again = type(other).from_bytes(other.setting, other.to_bytes())
        assert again == other and again.key() == other.key() and again.to_bytes() == other.to_bytes()
    if field.name not in game.untold:
        assert describe(other) != describe(state)


# -- the incremental hash -----------------------------------------------------------------------------------------------

STARTS = [
    pytest.param(game, *one, id=f"{game.name}-{number}-{one[0]}") for game in GAMES for number, one in enumerate(game.options)
]


@pytest.mark.parametrize(("game", "scenario", "options"), STARTS)
def test_the_incremental_hash_equals_the_recomputed_hash(game: Game, scenario: str, options: dict[str, str]) -> None:
    """Every scenario, at random, with clocks that run out; equal keys have equal hashes, and others have others."""
    state, rng = new_state(scenario, options), Random(scenario)
    hashes: dict[int, str] = {}
    for moment in range(amount(1000)):
        if state.over:
            break
        late = moment % 40 == 39 and why_not(state, actions.TIMEOUT) is None
        apply(state, actions.TIMEOUT if late else rng.choice(legal(state)))
        assert state.hash64() == state.full_hash()
        assert 0 <= state.hash64() < 1 << 64
        key = repr(state.key())
        assert hashes.setdefault(state.hash64(), key) == key
    kept = counts(game, state)
    state.recount()
    assert nobody_alike(counts(game, state)) == nobody_alike(kept)


@in_both_games
@settings(max_examples=amount(40), deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 900), st.integers(0, 1000))
def test_copies_are_independent(game: Game, seed: int, most: int, other: int) -> None:
    """A copy shares the counts until something changes: whichever of the two is played on, the other stays as it was."""
    state = game.halfway(seed, most)
    before, counted = state.to_bytes(), counts(game, state)
    twin = state.copy()
    third = twin.copy()
    for _ in play_on(twin, Random(other), 40):
        assert twin.hash64() == twin.full_hash()
    assert state.to_bytes() == before == third.to_bytes()
    assert counts(game, state) == counted == counts(game, third)
    for _ in play_on(state, Random(other), 40):
        pass
    assert state == twin and hash(state) == hash(twin) and third.to_bytes() == before
    assert (third == state) == (before == state.to_bytes())


# -- bytes, copies, pickles ---------------------------------------------------------------------------------------------

MOMENTS = [
    pytest.param(game, number, id=f"{game.name}-{number}")
    for game, variants in ((GAMES[0], len(random_play.OPTIONS)), (GAMES[1], len(card_play.OPTIONS)))
    for number in range(2 * variants)
]


@pytest.mark.parametrize(("game", "number"), MOMENTS)
def test_bytes_and_pickles_restore_the_state(game: Game, number: int) -> None:
    """At every stage; in the Card Game the selection and a journey with a clock are among them."""
    rules_game._setting.cache_clear()  # a setting whose scenario has left its cache would be equal to no new one
    state = game.halfway(number, 35 * number % 500)
    for again in (
        type(state).from_bytes(state.setting, state.to_bytes()),
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
    journeys = 2 if getattr(state, "before", None) is not None else 1
    assert len(state.to_bytes()) < game.most_bytes * journeys
    assert len(pickle.dumps(state)) < game.most_pickled


@in_both_games
def test_different_states_are_not_equal(game: Game) -> None:
    state, other = game.new(0), game.new(1)
    assert state != other and state != 1 and state == game.new(0)
    assert len({state, other, game.new(0)}) == 2


@in_both_games
@pytest.mark.parametrize(
    ("spoiled", "sentence"),
    [
        (lambda data: b"", "a state has more than 0 bytes"),
        (lambda data: bytes([9]) + data[1:], "these bytes are of version 9; this software reads version 1"),
        (lambda data: data[:40], "these bytes are damaged, or a state of another scenario or with other options"),
        (lambda data: data[:40] + bytes([data[40] ^ 1]) + data[41:], "these bytes are damaged"),
    ],
)
def test_bad_bytes_are_refused_with_a_sentence(game: Game, spoiled: Callable[[bytes], bytes], sentence: str) -> None:
    state = game.new(0)
    with pytest.raises(BytesError, match=sentence):
        type(state).from_bytes(state.setting, spoiled(state.to_bytes()))


@in_both_games
def test_bytes_of_another_setting_are_refused(game: Game) -> None:
    state = game.halfway(3, 100)
    for other in (game.new(4), new_state("three-players" if game.name == "board" else "advanced")):
        with pytest.raises(BytesError, match="another scenario"):
            type(state).from_bytes(other.setting, state.to_bytes())


@in_both_games
@settings(max_examples=amount(150), deadline=None)
@given(st.integers(0, 60), st.lists(st.integers(-70, 9000) | st.just(-1 << 70) | st.just(1 << 70), max_size=60), st.booleans())
def test_rows_that_fit_no_state_are_refused(game: Game, row: int, numbers: list[int], drop: bool) -> None:
    """Bytes with a right checksum and wrong content: a sentence, or a state of which everything can be asked."""
    state = sample(game.name)
    rows = [*state.key()]
    rows[row % len(rows)] = numbers
    spoiled = packing.packed(rows[:-1] if drop else rows, state.setting.fingerprint)
    try:
        again = type(state).from_bytes(state.setting, spoiled)
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
