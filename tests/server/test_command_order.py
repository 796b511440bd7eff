"""Lost, doubled, late, reordered and stale commands never make two clients disagree."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from bench.disorder import disorder

from tests.amounts import some

COMMANDS = 1000  # `python bench/disorder.py` sends ten thousand


@pytest.mark.parametrize("seed", some([1, 2]))
def test_disorder_never_makes_clients_disagree(tmp_path: Path, seed: int) -> None:
    tally = asyncio.run(disorder(COMMANDS, tmp_path, seed))
    assert sum(tally.values()) >= COMMANDS
    assert tally["done"] > COMMANDS // 20, "hardly anything was done"
    assert tally["stale"] > COMMANDS // 20, "hardly anything was stale"
