"""Files that only one program writes to at a time."""

from __future__ import annotations

from contextlib import suppress
from typing import BinaryIO
from weakref import WeakSet

_LOCKED: WeakSet[BinaryIO] = WeakSet()


def lock(file: BinaryIO, busy: Exception) -> None:
    """Keep others from writing to a file until it is closed: `busy` is raised where somebody writes to it already. Where files
    cannot be locked, nobody looks."""
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise busy from None
        except OSError:
            return
        _LOCKED.add(file)


def let_go() -> None:
    """What a new process does first. A forked one shares the locks of its parent: if that was killed, its files would stay
    locked until the last game of its processes is over."""
    for file in list(_LOCKED):
        with suppress(OSError):
            file.close()
    _LOCKED.clear()
