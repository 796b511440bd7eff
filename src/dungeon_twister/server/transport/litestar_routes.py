"""HTTP transport of the routes (`server/endpoints`): binds requests by Litestar, and sends answers and errors.

Errors are sent as `{"reason": Reason}` with a fitting status; no client ever gets a traceback.
"""

from __future__ import annotations

import asyncio
import gzip
from inspect import Parameter as SignatureParameter
from inspect import Signature
from typing import Annotated, Any, Final, TypeVar, get_args, get_origin

from litestar import MediaType, Request, Response, Router
from litestar.di import NamedDependency
from litestar.enums import HttpMethod
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter
from litestar.serialization import default_serializer
from litestar.status_codes import HTTP_503_SERVICE_UNAVAILABLE
from litestar.types import Serializer

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.endpoints.route import (
    FAILURES,
    RECORD,
    Call,
    Failure,
    FixedJson,
    JsonText,
    PackedJson,
    Parameter,
    Route,
    failure,
)
from dungeon_twister.server.endpoints.server_table import SERVER_ROUTES
from dungeon_twister.server.endpoints.table import ROUTES
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.limits import CHEAP, COST, TooMuchError
from dungeon_twister.server.logs import log
from dungeon_twister.server.store import StoreError
from dungeon_twister.server.text_input import cut
from dungeon_twister.server.transport.pages import PACKED_ALREADY
from dungeon_twister.server.transport.server_context import ServerContext
from dungeon_twister.server.wire import encode

AnyRequest = Request[Any, Any, Any]
T = TypeVar("T")

BODY: Any = JSONBody
PATH: Any = FromPath
QUERY: Any = FromQuery
JSON: Final = "application/json"
READY: Final = {JsonText: Response[bytes], PackedJson: Response[bytes], FixedJson: Response[Any]}  # encoded beforehand
REVALIDATED: Final = "no-cache"  # the browser keeps it, but checks each time whether it has changed


class WireResponse(Response[T]):
    """A response encoded like the sockets' messages."""

    def render(self, content: Any, media_type: str, enc_hook: Serializer = default_serializer) -> bytes:
        ready = encode(content) if media_type == MediaType.JSON and not isinstance(content, bytes | str) else content
        return super().render(ready, media_type, enc_hook)


# -- requests ------------------------------------------------------------------------------------------------------------


def address_of(request: AnyRequest) -> str:
    """Return the client address of a request. Behind a trusted proxy the HTTP server has set it."""
    return request.client.host if request.client else ""


def call_of(request: AnyRequest, service: ServerContext) -> Call:
    """Return the call of a request."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    server = request.scope.get("server")
    return Call(
        service,
        address_of(request),
        token.strip() if kind.lower() == "bearer" else "",
        request.headers.get("origin", ""),
        (server[1] or 80) if server else 0,
    )


async def count_request(request: AnyRequest) -> None:
    price = float(request.route_handler.opt.get(COST, CHEAP))
    request.app.state.service.limits.request(address_of(request), price)


def handler_of(route: Route, message_bytes: int, record_bytes: int) -> HTTPRouteHandler:
    """Return the Litestar handler of a route. Its signature is made of the route's parameters, for binding and OpenAPI."""
    takes_body = any(one.place == "body" for one in route.parameters)

    async def answer(request: AnyRequest, service: ServerContext, **given: Any) -> Any:
        if takes_body:
            given["body"] = await request.body()
        return await answer_of(request, await route.answer(call_of(request, service), **given))

    kinds = {"request": AnyRequest, "service": NamedDependency[ServerContext]}
    kinds |= {one.name: bound(one) for one in route.parameters if one.place != "body"}
    defaults = {one.name: one.default for one in route.parameters}
    returns = READY.get(route.returns, route.returns)
    answer.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            SignatureParameter(
                name, SignatureParameter.KEYWORD_ONLY, annotation=kind, default=defaults.get(name, SignatureParameter.empty)
            )
            for name, kind in kinds.items()
        ],
        return_annotation=returns,
    )
    answer.__annotations__ = {**kinds, "return": returns}
    answer.__name__, answer.__doc__ = route.name, route.handler.__doc__
    return HTTPRouteHandler(
        route.path,
        http_method=HttpMethod(route.method),
        status_code=route.status,
        opt={COST: route.cost, **({PACKED_ALREADY: True} if route.returns in (PackedJson, FixedJson) else {})},
        media_type=MediaType.TEXT if route.returns is str else MediaType.JSON,
        security=security_of(route) or None,
        responses=responses_of(route),
        request_max_body_size=record_bytes if route.largest == RECORD else route.largest or message_bytes,
    )(answer)


def bound(parameter: Parameter) -> Any:
    """Return the annotation with which Litestar binds a parameter."""
    kind, limits = parameter.kind, {}
    inner = get_args(kind)[0] if type(None) in get_args(kind) and get_origin(kind) is not Annotated else kind
    if get_origin(inner) is Annotated:
        plain, meta = get_args(inner)
        names = {"ge": "ge", "le": "le", "max_length": "max_items" if get_origin(plain) is list else "max_length"}
        limits = {names[name]: getattr(meta, name) for name in names if getattr(meta, name) is not None}
        kind = plain if inner is kind else plain | None
    if parameter.place == "data":
        return BODY[kind]
    if parameter.place == "path":
        return Annotated[kind, PathParameter(**limits)] if limits else PATH[kind]
    return Annotated[kind, QueryParameter(**limits)] if limits else QUERY[kind]


# -- the OpenAPI description -----------------------------------------------------------------------------------------------


def security_of(route: Route) -> list[dict[str, list[str]]]:
    """Return which key a caller must or may have."""
    if not route.needs:
        return []
    needed: list[dict[str, list[str]]] = [{route.needs.rstrip("?"): []}]
    return [*needed, {}] if route.needs.endswith("?") else needed


def responses_of(route: Route) -> dict[int, ResponseSpec]:
    """Return the errors of a route, and the shape of a body that was encoded beforehand."""
    found = {
        status: ResponseSpec(Failure, description="What is wrong", generate_examples=False)
        for status in (*route.fails, 429, 500)
    }
    if route.shows is not None:
        found[200] = ResponseSpec(route.shows, description="As it is", generate_examples=False)
    return found


def api_router(service: ServerContext) -> Router:
    """Return the whole table under /api; the settings limit the size of a body."""
    settings = service.settings
    return Router(
        path="/api",
        response_class=WireResponse,
        route_handlers=[
            handler_of(route, settings.message_bytes, settings.record_bytes) for route in (*ROUTES, *SERVER_ROUTES)
        ],
    )


# -- answers -------------------------------------------------------------------------------------------------------------


async def answer_of(request: AnyRequest, found: Any) -> Any:
    """Return the response of an answer."""
    if isinstance(found, FixedJson):
        return fixed_response(request, found)
    if isinstance(found, JsonText):
        return Response(found.body, media_type=JSON, headers=dict(found.headers))
    if not isinstance(found, PackedJson):
        return found
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(found.packed, media_type=JSON, headers=headers)
    return Response(await asyncio.to_thread(gzip.decompress, found.packed), media_type=JSON)


def fixed_response(request: AnyRequest, found: FixedJson) -> Response[Any]:
    """Return a body that does not change, or 304 if the client has it."""
    headers = {"etag": found.mark, "cache-control": REVALIDATED, "vary": "accept-encoding"}
    known = {mark.strip() for mark in request.headers.get("if-none-match", "").split(",")}
    if found.mark in known:
        return Response(None, status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.packed, media_type=JSON, headers={**headers, "content-encoding": "gzip"})
    return Response(found.body, media_type=JSON, headers=headers)


# -- errors --------------------------------------------------------------------------------------------------------------

CLIENT_CLOSED: Final = 499  # for the log: no client reads it
DISCONNECTED: Final = "client disconnected prematurely"  # the framework's message
RETRY_SECONDS: Final = 4.0  # before a retry while the database is unavailable


def error_response(reason: Reason, status: int, headers: dict[str, str] | None = None) -> Response[Failure]:
    return WireResponse(Failure(reason), status_code=status, media_type="application/json", headers=headers)


def refusal_response(request: AnyRequest, error: ProtocolError) -> Response[Failure]:
    request.app.state.service.over_limit(error, address_of(request))
    if isinstance(error, StoreError):
        log.warning("storage", kind=error.cause)
    wait = (
        error.wait
        if isinstance(error, TooMuchError)
        else RETRY_SECONDS
        if error.status == HTTP_503_SERVICE_UNAVAILABLE
        else None
    )
    headers = None if wait is None else {"retry-after": str(int(wait) + 1)}
    return error_response(error.reason, error.status, headers)


def http_error_response(request: AnyRequest, error: HTTPException) -> Response[Failure]:
    """Send an error of the framework: an unknown address, a body that does not fit, a client that
    disconnected before its body was complete."""
    if error.detail == DISCONNECTED:
        log.debug("aborted")
        return error_response(Reason("aborted", sentence="The request was not complete."), CLIENT_CLOSED)
    if error.status_code not in FAILURES:
        return unexpected_error_response(request, error)
    return error_response(failure(error.status_code, _details(error)), error.status_code)


def _details(error: HTTPException) -> str:
    """Return which part of a body cannot be read, in the words of the decoder."""
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        found = [str(part.get("message", "")) for part in error.extra if isinstance(part, dict)]
        return " ".join(f"{cut(text)}." for text in found[:3] if text)
    return ""


def nesting_response(_: AnyRequest, error: RecursionError | UnicodeDecodeError) -> Response[Failure]:
    """Send the error of too deeply nested brackets, or of bytes that are no text."""
    log.warning("nesting", kind=type(error).__name__)
    return error_response(failure(400), 400)


def unexpected_error_response(request: AnyRequest, error: Exception) -> Response[Failure]:
    return error_response(request.app.state.service.jammed(error), 500)
