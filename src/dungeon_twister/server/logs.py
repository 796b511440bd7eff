"""What the server writes down: one JSON object on a line. Requests are told by method, path, status and time; never a token, a
header or a body (what a log does not hold nobody can steal from it)."""

from __future__ import annotations

import logging
import sys
import time
from secrets import token_hex
from typing import Any, Final, TextIO

import structlog
from litestar.types import ASGIApp, Message, Receive, Scope, Send

LEVELS: Final = {"debug": 10, "info": 20, "warning": 30, "error": 40}
REQUEST_ID: Final = b"x-request-id"

log: Final[Any] = structlog.get_logger("dungeon_twister")


def start_logging(level: str = "info", stream: TextIO | None = None) -> None:
    """Write JSON lines from that level on; what libraries log through the standard library comes out the same way."""
    number = LEVELS[level]
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        # Without the values of local variables: they may be tokens.
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
    # Requests are logged here, not by the HTTP server, which would write whole addresses with their queries.
    root.setLevel(max(number, logging.WARNING))
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logging.getLogger(name).handlers[:] = []
        logging.getLogger(name).propagate = True
        logging.getLogger(name).setLevel(logging.WARNING)


class Logged:
    """Every request gets an id, told in its answer and in all that is logged meanwhile, and a line when it is done."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

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
            await send(message)

        with structlog.contextvars.bound_contextvars(request=request_id):
            try:
                await self.app(scope, receive, send_with_id)
            finally:
                log.info(
                    "request" if "method" in scope else "socket",
                    method=scope.get("method", "SOCKET"),
                    path=scope["path"],
                    status=status,
                    ms=round(1000 * (time.perf_counter() - began), 1),
                )
