"""A line between browsers and the server that can be cut: a forwarder of connections on a port of its own."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CHUNK = 65536


class Line:
    """Forwards every connection. While it is cut nobody gets through, and open connections are closed."""

    def __init__(self, goal: str) -> None:
        host, _, port = goal.rpartition(":")
        self.goal = (host, int(port))
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.whole = True
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        with self._lock:
            self.whole = False
            talking = list(self._open)
        for end in talking:
            hang_up(end)

    def mend(self) -> None:
        with self._lock:
            self.whole = True

    def _accept(self) -> None:
        with suppress(OSError):  # closed: the test is over
            while True:
                caller, _ = self.listener.accept()
                self._connect(caller)

    def _connect(self, caller: socket.socket) -> None:
        with self._lock:
            if not self.whole:
                hang_up(caller)
                return
            called = socket.create_connection(self.goal)
            self._open |= {caller, called}
        for one, other in ((caller, called), (called, caller)):
            threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(CHUNK):
                other.sendall(data)
        for end in (one, other):
            hang_up(end)
        with self._lock:
            self._open -= {one, other}


def hang_up(end: socket.socket) -> None:
    """Both directions, so that a waiting reader wakes up."""
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def line_to(goal: str) -> Iterator[Line]:
    line = Line(goal)
    try:
        yield line
    finally:
        line.cut()
        line.listener.close()
