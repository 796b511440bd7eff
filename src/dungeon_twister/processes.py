"""Whether work can be shared among processes on this machine."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor


def processes_work() -> bool:
    """Can work be shared among processes here? Where semaphores are not allowed (some containers) it cannot."""
    try:
        ProcessPoolExecutor(max_workers=1).shutdown()
    except (OSError, NotImplementedError, ImportError):
        return False
    return True
