"""Editions: each layer names an implementation for each game; the numbers of all games are of one range."""

from __future__ import annotations

import ast
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import dungeon_twister
from dungeon_twister.ai.search.board.adapter import BoardAdapter
from dungeon_twister.ai.search.card.adapter import CardAdapter
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.cli.editions import EDITIONS as DISPLAYS
from dungeon_twister.cli.game_display import GameDisplay
from dungeon_twister.presentation.guide.editions import EDITIONS as GUIDES
from dungeon_twister.presentation.guide.game_guide import GameGuide
from dungeon_twister.rules.engine import actions, all_editions, decisions, events, pieces
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board import decisions as board_decisions
from dungeon_twister.rules.engine.board import events as board_events
from dungeon_twister.rules.engine.board import pieces as board_pieces
from dungeon_twister.rules.engine.by_edition import GAMES, ByEdition
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card import decisions as card_decisions
from dungeon_twister.rules.engine.card import events as card_events
from dungeon_twister.rules.engine.card import pieces as card_pieces
from dungeon_twister.rules.engine.editions import RULES
from dungeon_twister.rules.engine.rules import Rules

PACKING = ("_MASK", "_SHIFT", "CHANCE")


def numbers(module: ModuleType) -> dict[str, int]:
    """The constants of a module that number something."""
    found = {name: value for name, value in vars(module).items() if name.isupper() and isinstance(value, int)}
    return {name: value for name, value in found.items() if not name.endswith(PACKING)}


@pytest.mark.parametrize(
    ("modules", "limit"),
    [
        ((actions, board_actions, card_actions), actions.KIND_MASK + 1),
        ((decisions, board_decisions, card_decisions), decisions.KIND_MASK + 1),
        ((events, board_events, card_events), 256),
        ((pieces, board_pieces, card_pieces), 1 << 62),
    ],
    ids=["actions", "decisions", "events", "capabilities"],
)
def test_no_number_means_two_things(modules: tuple[ModuleType, ...], limit: int) -> None:
    """Records as bytes and the ints of choices are read without asking which game they are of."""
    given = [number for module in modules for number in numbers(module).values()]
    assert len(given) > 15
    assert len(given) == len(set(given))
    assert all(0 <= number < limit for number in given)


def test_everything_that_has_a_number_has_one_name() -> None:
    for named, modules in (
        (all_editions.DECISIONS, (decisions, board_decisions, card_decisions)),
        (all_editions.EVENTS, (events, board_events, card_events)),
        ({bit: name for name, bit in all_editions.CAPABILITIES.items()}, (pieces, board_pieces, card_pieces)),
    ):
        assert set(named) == {number for module in modules for number in numbers(module).values()}
        assert len(set(named.values())) == len(named)


# -- one implementation of each layer for each game ------------------------------------------------------------------------

PACKAGE = Path(dungeon_twister.__file__).parent
TABLES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("editions.py"))


def test_tables_of_games_stand_in_modules_named_editions() -> None:
    users = [path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py") if "= ByEdition(" in path.read_text("utf-8")]
    assert sorted(users) == TABLES and len(TABLES) == 11


@pytest.mark.parametrize("path", TABLES, ids=str)
def test_a_game_without_an_implementation_fails_at_import(path: Path) -> None:
    source = compile((PACKAGE / path).read_text("utf-8"), str(path), "exec")
    name = "dungeon_twister." + ".".join(path.with_suffix("").parts)
    exec(source, {"__name__": name})
    GAMES.append("dice")
    try:
        with pytest.raises(TypeError, match="dice"):
            exec(source, {"__name__": name})
    finally:
        GAMES.remove("dice")


def test_a_table_names_no_unknown_game() -> None:
    with pytest.raises(TypeError, match="dice"):
        ByEdition(board=1, card=2, dice=3)


def missing_methods(base: type, own: type) -> set[str]:
    """The methods of an interface that have to be implemented and are not."""
    source = PACKAGE.joinpath(*base.__module__.split(".")[1:]).with_suffix(".py")
    tree = ast.parse(source.read_text("utf-8"))
    interface = next(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == base.__name__)
    abstract = {
        method.name
        for method in interface.body
        if isinstance(method, ast.FunctionDef) and "raise NotImplementedError" in ast.unparse(method)
    }
    assert len(abstract) > 3
    return {name for name in abstract if not any(name in vars(one) for one in own.__mro__[: own.__mro__.index(base)])}


@pytest.mark.parametrize(
    ("base", "own"),
    [
        *((Rules, type(rules)) for rules in RULES.all()),
        *((GameGuide, type(guide)) for guide in GUIDES.all()),
        *((GameDisplay, type(display)) for display in DISPLAYS.all()),
        (GameAdapter, BoardAdapter),
        (GameAdapter, CardAdapter),
    ],
    ids=lambda one: one.__name__,
)
def test_each_game_implements_the_whole_interface(base: type[Any], own: type[Any]) -> None:
    assert missing_methods(base, own) == set()
