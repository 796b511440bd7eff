"""The order of the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

SERVER = Path(__file__).parent / "server"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of the server wait for clocks and processes. They come first, so that one worker goes through them while others
    reckon; at the end all of them would wait at the same time."""
    items.sort(key=lambda item: not item.path.is_relative_to(SERVER))
