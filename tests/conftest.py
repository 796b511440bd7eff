"""The order of the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

SERVER = Path(__file__).parent / "server"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of the server wait for clocks and processes. Their files are spread evenly among the others: somebody reckons while
    somebody waits."""
    files = list(dict.fromkeys(item.path for item in items))
    waiting = [path for path in files if path.is_relative_to(SERVER)]
    others = [path for path in files if not path.is_relative_to(SERVER)]
    rank = {path: (number + 0.5) / len(kind) for kind in (waiting, others) for number, path in enumerate(kind)}
    items.sort(key=lambda item: rank[item.path])


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run async tests on asyncio, as the server does."""
    return "asyncio"
