"""Forwards requests and sockets to the process that serves the game; the client notices nothing
(docs/processes.md).

A forwarding process sends the key of the target, which is in the database, and the address of the
client.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import Any, Final

import httpx
import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.cluster import KEY as MEMBER_KEY
from dungeon_twister.server.cluster import LOBBY, PATH, GameRouter
from dungeon_twister.server.endpoints.close_codes import RESTARTING
from dungeon_twister.server.logs import log
from dungeon_twister.server.store import MemberRow
from dungeon_twister.server.transport.server_context import ServerContext

KEY: Final = MEMBER_KEY.encode()
CLIENT: Final = b"x-dungeon-client"
PASSED: Final = "dungeon_twister.passed"  # in a scope: forwarded by another process
AT_HOME: Final = re.compile(rf"/api/(?:games/([^/]{{1,32}})|({LOBBY}))(?:/.*)?")  # routed paths: a game, or the lobby
ASKED: Final = frozenset({b"authorization", b"content-type", b"accept-encoding"})  # forwarded headers
ANSWERED_BY_SERVER: Final = frozenset({b"connection", b"keep-alive", b"transfer-encoding", b"date", b"x-request-id"})
SAFE: Final = ("GET", "HEAD")
NOT_REACHED: Final = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
OUT_OF_REACH: Final = "member out of reach"  # for the log
MOST_BYTES: Final = 1 << 20  # of a request
MISDIRECTED: Final = 421
PATIENCE: Final = 12.0  # seconds in which a lost home must have been replaced
AGAIN: Final = 0.2  # seconds between two tries
LOOK: Final = 0.5  # seconds between two checks whether a silent home is still a member
SECONDS: Final = 60.0  # for an answer
NO_CODES: Final = (1005, 1006)  # close codes that mean that there was none
UNREADABLE: Final = Reason("unreadable", sentence="That message cannot be read.")
TOO_LARGE: Final = Reason("too-large", sentence="That is too large to send.")
HEALTH: Final = "/health"  # is answered even before this process has joined the cluster
MOVING: Final = Reason("restarting", sentence="The game is moving to another server: try again in a moment.")


class ForwardedRequests:
    """Middleware for forwarded requests: the client address is that of the original client.

    A wrong key means that the request has reached the wrong process; a forwarded request is never
    forwarded again. A process that has not joined the cluster serves no games.
    """

    def __init__(self, app: ASGIApp, router: GameRouter) -> None:
        self.app = app
        self.router = router

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            internal = {name: value for name, value in scope["headers"] if name in (KEY, CLIENT)}
            if KEY in internal:
                if not self.router.accepts_key(internal[KEY].decode("latin-1")):
                    await (_refuse(send, MISDIRECTED, MOVING) if "method" in scope else _close(receive, send))
                    return
                if scope["path"] == PATH and "method" in scope:
                    await self._answer_call(scope, receive, send)
                    return
                asker: Any = {"client": (internal.get(CLIENT, b"").decode("latin-1"), 0), PASSED: True}
                scope.update(asker)
            if not self.router.ready and scope["path"] != HEALTH:
                await (_refuse(send, 503, MOVING) if "method" in scope else _close(receive, send))
                return
        await self.app(scope, receive, send)

    async def _answer_call(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a process that checks whether it reaches this one, or whether this one reaches it."""
        body = await _body(receive)
        try:
            row = msgspec.json.decode(body or b"", type=MemberRow) if scope.get("method") == "POST" else None
        except msgspec.DecodeError:
            await _refuse(send, 400, UNREADABLE)
            return
        await _send_json(send, 200, await self.router.answer_call(row))


class SocketProxy:
    """A forwarded socket."""

    def __init__(self, router: GameRouter, game: str, home: MemberRow) -> None:
        self.left: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.home = home
        self._router, self._game = router, game

    @property
    def stays(self) -> bool:
        return self._router.remote_home(self._game) == self.home

    def leave(self) -> None:
        if not self.left.done():
            self.left.set_result(None)


class Forwarder:
    """The application for local games, and a proxy for all others."""

    def __init__(self, app: ASGIApp, service: ServerContext) -> None:
        self.app = app
        self.service = service
        self.router = service.games.router
        self._http: httpx.AsyncClient | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = AT_HOME.fullmatch(scope["path"]) if scope["type"] in ("http", "websocket") and PASSED not in scope else None
        name = (found[1] or found[2]) if found else ""
        if not name or self.router.remote_home(name) is None:
            try:
                await self.app(scope, receive, send)
            finally:
                if "path" not in scope and self._http is not None:  # lifespan events
                    await self._http.aclose()
        elif "method" in scope:  # sockets have no method
            await self._request(name, scope, receive, send)
        else:
            await self._socket(name, scope, receive, send)

    def _shown(self, home: MemberRow, scope: Scope) -> list[tuple[str, str]]:
        """Return the headers that identify this process to another one."""
        client = scope.get("client")
        return [(KEY.decode(), home.key), (CLIENT.decode(), client[0] if client else "")]

    # -- requests ----------------------------------------------------------------------------------------------------------

    async def _request(self, game: str, scope: Scope, receive: Receive, send: Send) -> None:
        body = await _body(receive)
        if body is None:
            return
        if len(body) > MOST_BYTES:
            await _refuse(send, 413, TOO_LARGE)
            return
        patience = asyncio.get_running_loop().time() + PATIENCE
        while (home := self.router.remote_home(game)) is not None:
            try:
                answer = await self._ask_while_home(game, home, scope, body)
                if answer.status_code != MISDIRECTED:
                    self.router.reached(home)
                    break
                await answer.aclose()
                raise httpx.ConnectError("another process answers there")
            except httpx.HTTPError as error:  # after a broken answer it is unknown whether the request was done
                self.router.suspect(home)
                again = isinstance(error, NOT_REACHED) or scope.get("method") in SAFE
                if not again or asyncio.get_running_loop().time() > patience:
                    log.error(OUT_OF_REACH, address=home.address, kind=type(error).__name__)
                    await _refuse(send, 503, MOVING)
                    return
            await asyncio.sleep(AGAIN)
        else:
            await self.app(scope, _received_again(receive, {"type": "http.request", "body": body, "more_body": False}), send)
            return
        await _pass_back(answer, send)

    async def _ask_while_home(self, game: str, home: MemberRow, scope: Scope, body: bytes) -> httpx.Response:
        """Forward to the home of a game as long as it is one. A disconnected machine gives no answer at all."""
        asking = asyncio.create_task(self._ask(home, scope, body))
        try:
            while not (await asyncio.wait([asking], timeout=LOOK))[0]:
                if self.router.remote_home(game) != home:
                    raise httpx.ReadTimeout("the game has moved")
            return await asking
        finally:
            asking.cancel()

    async def _ask(self, home: MemberRow, scope: Scope, body: bytes) -> httpx.Response:
        if self._http is None:
            self._http = httpx.AsyncClient(timeout=httpx.Timeout(SECONDS, connect=2.0), trust_env=False)
        query = scope["query_string"].decode("latin-1")
        path = scope["raw_path"].decode("latin-1") + (f"?{query}" if query else "")
        headers = [(name, value) for name, value in scope["headers"] if name in ASKED]
        shown = [(name.encode(), value.encode("latin-1")) for name, value in self._shown(home, scope)]
        request = self._http.build_request(str(scope.get("method")), home.address + path, headers=headers + shown, content=body)
        if not any(name == b"accept-encoding" for name, _ in headers):
            del request.headers["accept-encoding"]  # otherwise the library asks for encodings unknown to the client
        return await self._http.send(request, stream=True)

    # -- sockets -----------------------------------------------------------------------------------------------------------

    async def _socket(self, game: str, scope: Scope, receive: Receive, send: Send) -> None:
        wish = await receive()
        patience = asyncio.get_running_loop().time() + PATIENCE
        while (home := self.router.remote_home(game)) is not None and not self.service.draining.is_set():
            try:
                there = await self._reach(home, scope)
            except (OSError, TimeoutError, WebSocketException) as error:
                self.router.suspect(home)
                if asyncio.get_running_loop().time() > patience:
                    log.error(OUT_OF_REACH, address=home.address, kind=type(error).__name__)
                    break
                await asyncio.sleep(AGAIN)
            else:
                self.router.reached(home)
                await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
                await self._pass_on(SocketProxy(self.router, game, home), there, receive, send)
                return
        if home is None:
            await self.app(scope, _received_again(receive, wish), send)
        else:
            await _close(_received_again(receive, wish), send)

    async def _reach(self, home: MemberRow, scope: Scope) -> ClientConnection:
        address = home.address.replace("http", "ws", 1) + scope["raw_path"].decode("latin-1")
        return await connect(
            address,
            additional_headers=self._shown(home, scope),
            compression=None,
            max_size=None,
            ping_interval=None,  # the home process sends pings
            open_timeout=2.0,
            close_timeout=1.0,
            proxy=None,
            user_agent_header=None,
        )

    async def _pass_on(self, proxy: SocketProxy, there: ClientConnection, receive: Receive, send: Send) -> None:
        """Forward frames in both directions until one side ends or the game moves."""
        up = asyncio.create_task(_up(receive, there))
        down = asyncio.create_task(_down(there, send))
        tasks = (up, down)
        with self.service.connected(proxy):
            try:
                await asyncio.wait((*tasks, proxy.left), return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                with suppress(Exception):
                    await there.close()
        if not up.done() or up.cancelled() or isinstance(up.exception(), ConnectionClosed):
            code = there.close_code if down.done() and not down.cancelled() else RESTARTING
            if code in NO_CODES:
                self.router.suspect(proxy.home)
            with suppress(Exception):  # the other side may have disconnected as well
                reason = there.close_reason or ""
                await send(
                    {"type": "websocket.close", "code": RESTARTING if code in (None, *NO_CODES) else code, "reason": reason}
                )


async def _close(receive: Receive, send: Send) -> None:
    """Make a connecting client reconnect."""
    await receive()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    await send({"type": "websocket.close", "code": RESTARTING, "reason": "restarting"})


async def _up(receive: Receive, there: ClientConnection) -> None:
    while (message := await receive())["type"] == "websocket.receive":
        text = message.get("text")
        await there.send(text if text is not None else message.get("bytes") or b"")


async def _down(there: ClientConnection, send: Send) -> None:
    async for frame in there:
        data: Message = (
            {"type": "websocket.send", "text": frame, "bytes": None}
            if isinstance(frame, str)
            else {"type": "websocket.send", "bytes": frame, "text": None}
        )
        await send(data)


async def _body(receive: Receive) -> bytes | None:
    """Return the body, or the first part of one that is too large; None: the client has
    disconnected."""
    parts: list[bytes] = []
    size, more = 0, True
    while more and size <= MOST_BYTES:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message["body"])
        size, more = size + len(message["body"]), message["more_body"]
    return b"".join(parts)


async def _pass_back(answer: httpx.Response, send: Send) -> None:
    headers = [(name.lower(), value) for name, value in answer.headers.raw if name.lower() not in ANSWERED_BY_SERVER]
    try:
        await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
        async for part in answer.aiter_raw():
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        await answer.aclose()


async def _refuse(send: Send, status: int, reason: Reason) -> None:
    await _send_json(send, status, msgspec.json.encode({"reason": reason}))


async def _send_json(send: Send, status: int, body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _received_again(receive: Receive, message: Any) -> Receive:
    """Return a message that was read already, then those that follow."""
    waiting = [message]

    async def receive_again() -> Any:
        return waiting.pop() if waiting else await receive()

    return receive_again
