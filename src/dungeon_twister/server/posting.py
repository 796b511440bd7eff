"""Sending a message to a push service, whose address a stranger has named: nothing but public hosts is ever reached."""

from __future__ import annotations

import socket
import ssl
from http.client import HTTPException, HTTPSConnection
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from dungeon_twister.server.webpush import PushError, is_endpoint

PATIENCE: Final = 10.0  # seconds


def public_address(name: str) -> str:
    """An address of a host on the public net. Where one of its addresses is not public it is not trusted at all: otherwise this
    server could be made to knock at doors of its own house."""
    found = {str(entry[4][0]) for entry in socket.getaddrinfo(name, 443, type=socket.SOCK_STREAM)}
    if not found or not all(ip_address(one).is_global and not ip_address(one).is_multicast for one in found):
        raise PushError("the host is not on the public net")
    return min(found)


class _Pinned(HTTPSConnection):
    """Connects to the address that was checked, whatever the name means a moment later."""

    def __init__(self, name: str, address: str) -> None:
        self._tls = ssl.create_default_context()
        super().__init__(name, 443, timeout=PATIENCE, context=self._tls)
        self._address = address

    def connect(self) -> None:
        plain = socket.create_connection((self._address, 443), PATIENCE)
        self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)


def post(endpoint: str, headers: dict[str, str], body: bytes) -> int:
    """Send a message; the status of the answer. No redirection is followed, and of the answer nothing is read. It blocks."""
    if not is_endpoint(endpoint):
        raise PushError("that is no push service")
    parts = urlsplit(endpoint)
    try:
        connection = _Pinned(str(parts.hostname), public_address(str(parts.hostname)))
        try:
            connection.request("POST", f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}", body, headers)
            return connection.getresponse().status
        finally:
            connection.close()
    except (OSError, HTTPException) as error:
        raise PushError(type(error).__name__) from error
