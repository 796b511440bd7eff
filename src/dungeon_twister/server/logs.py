"""Logging: one JSON object per line. Requests are logged with method, route, status, time and, if
the settings allow it, the client's address; never with an id, a token, a header or a body, so that
nothing can be stolen from a log.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from functools import partial
from ipaddress import ip_address, ip_network
from secrets import token_hex
from typing import Any, Final, TextIO

import structlog
from litestar.types import ASGIApp, Message, Receive, Scope, Send

LEVELS: Final = {"debug": 10, "info": 20, "warning": 30, "error": 40}
ADDRESSES: Final = ("none", "network", "full")  # how much of a client's address is logged
KEPT_BITS: Final = {4: 24, 6: 48}  # of a logged network: enough to see a flood, too little to identify a person
SWITCHED: Final = 101  # the status of a request that became a socket
NOWHERE: Final = "-"  # the route of a request that was refused before routing
REQUEST_ID: Final = b"x-request-id"
LASTING: Final = "dungeon_twister.lasting"  # in a scope: callbacks for the end of a socket that outlives the application

log: Final[Any] = structlog.get_logger("dungeon_twister")


def start_logging(level: str = "info", stream: TextIO | None = None) -> None:
    """Write JSON lines from a level on; logs of libraries get the same format."""
    number = LEVELS[level]
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        # No values of local variables: they may be tokens.
        structlog.processors.ExceptionRenderer(structlog.tracebacks.ExceptionDictTransformer(show_locals=False)),
    ]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(stream or sys.stderr),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, structlog.processors.JSONRenderer()],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    # Requests are logged here, because the HTTP server would log whole addresses with their queries.
    root.setLevel(max(number, logging.WARNING))
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logging.getLogger(name).handlers[:] = []
        logging.getLogger(name).propagate = True
        logging.getLogger(name).setLevel(logging.WARNING)


def usual_level(stream: TextIO) -> str:
    """Return the default level: every request, but only problems at a terminal."""
    return "warning" if stream.isatty() else "info"


def logged_address(address: str, rule: str) -> str:
    """Return as much of an address as the rule allows; empty: nothing."""
    if rule == "none":
        return ""
    try:
        parsed = ip_address(address)
    except ValueError:
        return ""
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    return str(parsed) if rule == "full" else str(ip_network(f"{parsed}/{KEPT_BITS[parsed.version]}", strict=False))


class Logged:
    """Middleware that gives every request an id, sends it in the answer and logs it with all lines of the request. It logs a
    line when the request is done; for a taken-over socket when the socket ends."""

    def __init__(
        self, app: ASGIApp, addresses: str = "network", count: Callable[[str, int, float], None] | None = None
    ) -> None:
        self.app = app
        self.addresses = addresses
        self.count = count

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        request_id = token_hex(6)
        status = 0
        began = time.perf_counter()

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), (REQUEST_ID, request_id.encode())]
            elif message["type"] == "websocket.accept":
                status = SWITCHED
            elif message["type"] == "websocket.close":
                status = message["code"]
            await send(message)

        with structlog.contextvars.bound_contextvars(request=request_id):
            try:
                await self.app(scope, receive, send_with_id)
            finally:
                client, method = scope.get("client"), str(scope.get("method", ""))  # a socket has none
                path = scope.get("path_template") or NOWHERE
                log_request = partial(self._log, client[0] if client else "", method, path, request_id, began)
                lasting: Any = scope.get(LASTING)
                if lasting is None:
                    log_request(status)
                else:
                    lasting.append(log_request)

    def _log(self, client: str, method: str, path: str, request_id: str, began: float, status: int) -> None:
        """Log one line; for requests other than sockets also count a metric."""
        seconds = time.perf_counter() - began
        address = logged_address(client, self.addresses)
        log.info(
            "request" if method else "socket",
            method=method or "SOCKET",
            path=path,
            status=status,
            ms=round(1000 * seconds, 1),
            request=request_id,
            **({"address": address} if address else {}),
        )
        if self.count is not None and method:
            self.count(method, status, seconds)
