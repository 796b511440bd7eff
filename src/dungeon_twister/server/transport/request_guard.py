"""Security headers of every answer, and checks of Host and Origin.

Another site must not be able to make a player's browser play (Origin), nor to reach a local server
through a host name of its own (Host, "DNS rebinding").
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

import msgspec
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.config import Settings, is_loopback
from dungeon_twister.server.transport.bans import Bans

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
DOT_SEGMENTS: Final = frozenset({".", ".."})
LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "[::1]", "::1"})

# Scripts come from the server only. Style attributes are allowed, because SVG drawings are coloured and moved with them.
CONTENT_SECURITY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "media-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
SECURITY_HEADERS: Final = {
    "content-security-policy": CONTENT_SECURITY,
    "referrer-policy": "no-referrer",  # other sites must not learn the address of a game
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
SECURE: Final = ("https", "wss")
NO_STORE: Final = "no-store"
HSTS: Final = "max-age=31536000"  # sent over TLS only: ours, or that of a trusted proxy (X-Forwarded-Proto)


def host_name(host: str) -> str:
    """Return the name in a Host header, without the port."""
    return host.rpartition(":")[0] if ":" in host and not host.endswith("]") else host


class RequestGuard:
    """Checks Host and Origin."""

    def __init__(self, settings: Settings) -> None:
        self._origins = frozenset(settings.origins)
        self._named = frozenset(urlsplit(origin).netloc for origin in settings.origins)
        self._hosts = LOOPBACK_NAMES | {host_name(urlsplit(origin).netloc) for origin in settings.origins}
        self._check_host = is_loopback(settings.host)

    def refusal(self, scope: Scope) -> Reason | None:
        """Return why a request or socket is refused, or None."""
        if not DOT_SEGMENTS.isdisjoint(scope["path"].split("/")):  # another server on the way may resolve them differently
            return Reason("wrong-address", sentence="An address may not contain the segments . and ..")
        headers = Headers.from_scope(scope)
        host = headers.get("host", "").lower()
        if self._check_host and host_name(host) not in self._hosts:
            return Reason("wrong-host", sentence="This server answers its own machine only.")
        method = scope.get("method", "")  # sockets have no method and are never safe
        if method not in SAFE_METHODS and not self._is_own_page(headers, host, scope.get("scheme") in SECURE):
            return Reason("wrong-origin", sentence="Another page may not play here.")
        return None

    def _is_own_page(self, headers: Headers, host: str, secure: bool) -> bool:
        """Return whether the Origin is our page. Programs send none; browsers always do and cannot be made to send another.

        A host named in the settings accepts exactly the pages named there. Elsewhere a page without TLS may not use a
        connection with TLS.
        """
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        if origin in self._origins:
            return True
        page = urlsplit(origin)
        downgraded = secure and page.scheme != "https"
        return bool(host) and page.netloc.lower() == host and host not in self._named and not downgraded


class GuardedApp:
    """The application behind the guard, with security headers on every answer."""

    def __init__(self, app: ASGIApp, settings: Settings, bans: Bans) -> None:
        self.app = app
        self.guard = RequestGuard(settings)
        self.bans = bans

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        refusal = self.bans.refusal(client[0] if client else "") or self.guard.refusal(scope)
        if "method" not in scope:  # sockets have no method
            if refusal is None:
                await self.app(scope, receive, send)
            else:
                await receive()  # the connection request
                await send({"type": "websocket.close", "code": 1008, "reason": refusal.sentence})
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                headers = MutableScopeHeaders(message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", NO_STORE)
                if scope["scheme"] == "https":
                    headers.setdefault("strict-transport-security", HSTS)
            await send(message)

        if refusal is None:
            await self.app(scope, receive, send_with_headers)
            return
        is_api = scope["path"].startswith("/api/")  # for a program, otherwise for a person
        body = msgspec.json.encode({"reason": refusal}) if is_api else refusal.sentence.encode()
        kind = b"application/json" if is_api else b"text/plain; charset=utf-8"
        await send_with_headers({"type": "http.response.start", "status": 403, "headers": [(b"content-type", kind)]})
        await send({"type": "http.response.body", "body": body, "more_body": False})
