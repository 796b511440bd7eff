"""The numbers that the games of the family give to choices, decisions, events and capabilities are of one range."""

from __future__ import annotations

from types import ModuleType

import pytest

from dungeon_twister.rules.engine import actions, all_editions, decisions, events, pieces
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board import decisions as board_decisions
from dungeon_twister.rules.engine.board import events as board_events
from dungeon_twister.rules.engine.board import pieces as board_pieces
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card import decisions as card_decisions
from dungeon_twister.rules.engine.card import events as card_events
from dungeon_twister.rules.engine.card import pieces as card_pieces

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
