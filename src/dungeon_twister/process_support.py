"""Checks whether worker processes can be used on this machine."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor


def processes_work() -> bool:
    """Return whether worker processes can be used. They cannot where semaphores are forbidden, as in some containers."""
    try:
        ProcessPoolExecutor(max_workers=1).shutdown()
    except (OSError, NotImplementedError, ImportError):
        return False
    return True
