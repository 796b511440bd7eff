"""The default address at which peers reach this process."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

ANYWHERE: Final = ("", "0.0.0.0", "::")  # hosts of a server that listens at all addresses of its machine
THIS_MACHINE: Final = "127.0.0.1"
POSTGRESQL: Final = 5432


def member_address(host: str, port: int, database: URL) -> str:
    """Return the address of a server that listens at a host and port.

    A server that listens on all interfaces uses the one through which it reaches the database: its
    peers use the same database.
    """
    if host in ANYWHERE:
        host = _local_address(database)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _local_address(database: URL) -> str:
    """Return the local address of the route to the database. Nothing is sent: connecting a datagram
    socket only looks up the route."""
    named = database.query.get("host", "")
    host = database.host or (named if isinstance(named, str) else named[0])
    if not host or host.startswith("/"):  # a socket in a folder: the database is on this machine
        return THIS_MACHINE
    try:
        for family, kind, protocol, _, where in socket.getaddrinfo(host, database.port or POSTGRESQL, type=socket.SOCK_DGRAM):
            with socket.socket(family, kind, protocol) as probe:
                probe.connect(where)
                found: str = probe.getsockname()[0]
                return found
    except OSError:
        pass
    return THIS_MACHINE
