"""Exclusive locks on files."""

from __future__ import annotations

from contextlib import suppress
from typing import BinaryIO
from weakref import WeakSet

_LOCKED: WeakSet[BinaryIO] = WeakSet()


def lock(file: BinaryIO, busy: Exception) -> None:
    """Lock a file until it is closed. Raise `busy` if another program has locked it.

    Where the system has no file locks, do nothing.
    """
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
    """Close inherited lock files at the start of a new process.

    A forked process shares the locks of its parent. If the parent was killed, its files would stay locked until the last game
    of its processes is over.
    """
    for file in list(_LOCKED):
        with suppress(OSError):
            file.close()
    _LOCKED.clear()
