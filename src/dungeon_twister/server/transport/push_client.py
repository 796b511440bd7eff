"""HTTP client of push services whose address a browser has named. Only known services on public
hosts are reached.

The whole exchange has one deadline. It runs on the event loop; only the lookup of a name needs a
thread, which is not shared.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv6Address, ip_address
from typing import Final

import httpx

from dungeon_twister.server.webpush import PushError, PushServices, host_of

EXCHANGE_SECONDS: Final = 10.0  # limit for lookup, connection, sending and the head of the answer together
MOST_CONNECTIONS: Final = 8
LOOKUP_THREADS: Final = 2
HTTPS_PORT: Final = 443


def addresses_of(host: str, port: int) -> list[str]:
    """Return the addresses that a host name has. It blocks."""
    return sorted({str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)})


def check_public(addresses: list[str]) -> None:
    """Refuse a host with any address that is not public: otherwise a client could make this server reach its own network."""
    parsed = [ip_address(one) for one in addresses]
    if not parsed or not all(one.is_global and not one.is_multicast for one in parsed):
        raise PushError("the host is not on the public net")


class PushClient:
    """Sends messages to push services. Names that the operator has given may have any address; all
    others must be public."""

    def __init__(
        self,
        services: PushServices | None = None,
        seconds: float = EXCHANGE_SECONDS,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._services = services or PushServices()
        self._seconds = seconds
        self._lookups = ThreadPoolExecutor(LOOKUP_THREADS, "push lookup")
        limits = httpx.Limits(max_connections=MOST_CONNECTIONS, max_keepalive_connections=0)
        self._client = httpx.AsyncClient(
            verify=tls or ssl.create_default_context(), limits=limits, timeout=None, trust_env=False, follow_redirects=False
        )

    async def close(self) -> None:
        await self._client.aclose()
        self._lookups.shutdown(wait=False, cancel_futures=True)

    async def post(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
        """Send a message and return the status of the answer. No redirect is followed; the body of the answer is not read."""
        if not self._services.allow(endpoint):
            raise PushError("that is no known push service")
        try:
            async with asyncio.timeout(self._seconds):
                return await self._exchange(httpx.URL(endpoint), headers, body)
        except (TimeoutError, OSError, httpx.HTTPError, httpx.InvalidURL) as error:
            raise PushError(type(error).__name__) from error

    async def _exchange(self, endpoint: httpx.URL, headers: dict[str, str], body: bytes) -> int:
        address = await self._checked_address(endpoint)
        request = self._client.build_request(
            "POST",
            endpoint.copy_with(host=address),
            content=body,
            headers={**headers, "Host": host_of(str(endpoint))},
            extensions={"sni_hostname": endpoint.host},  # TLS checks the certificate for the name, not for the address
        )
        answer = await self._client.send(request, stream=True)
        await answer.aclose()
        return answer.status_code

    async def _checked_address(self, endpoint: httpx.URL) -> str:
        """Look a host up once and return an address for the connection: a second lookup could return another one."""
        loop, port = asyncio.get_running_loop(), endpoint.port or HTTPS_PORT
        addresses = await loop.run_in_executor(self._lookups, addresses_of, endpoint.host, port)
        if not self._services.is_named(str(endpoint)):
            check_public(addresses)
        if not addresses:
            raise PushError("the host has no address")
        return min(addresses, key=lambda one: isinstance(ip_address(one), IPv6Address))
