"""Routes as data: what a route needs, takes and returns. A transport binds requests to their parameters and sends the answers.

The parameters of a handler are those of its route. `data` is the body, decoded as its annotation; `body` is the body as it is;
a parameter that stands in the path is a part of the path, every other one a part of the query.
"""

from __future__ import annotations

import gzip
import inspect
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Annotated, Any, Final, get_type_hints

import msgspec

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.endpoints.service import Service
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import SPECTATOR, Caller
from dungeon_twister.server.limits import CHEAP, household
from dungeon_twister.server.wire import encode

LONGEST_VERSION: Final = 2**31 - 1  # the largest integer of a database
Version = Annotated[int, msgspec.Meta(ge=-1, le=LONGEST_VERSION)]
Number = Annotated[int, msgspec.Meta(ge=0, le=LONGEST_VERSION)]

# The key in the Authorization header: none, that of a seat, or that of a person.
NOTHING: Final = ""
SEAT: Final = "seat"
PERSON: Final = "person"
MAYBE_SEAT: Final = "seat?"
MAYBE_PERSON: Final = "person?"

PATH_PARAMETER: Final = re.compile(r"\{(\w+):(str|int)\}")

# Codes and sentences of requests that fit no route, by status.
FAILURES: Final = {
    400: ("unreadable", "This cannot be read."),
    404: ("unknown-address", "There is no page at this address."),
    405: ("wrong-method", "That cannot be done here."),
    413: ("too-large", "This is too large."),
}


class Failure(msgspec.Struct, frozen=True):
    """The body of every error."""

    reason: Reason


def failure(status: int, details: str = "") -> Reason:
    """Return the reason of a request that fits no route."""
    code, sentence = FAILURES[status]
    return Reason(code, sentence=f"{sentence} {details}".rstrip())


@dataclass(frozen=True)
class Call:
    """One request: the service, the client's address, the key of the Authorization header, the page that asks (Origin), and the
    port at which it arrived."""

    service: Service
    address: str = ""
    token: str = ""
    origin: str = ""
    port: int = 0

    @property
    def household(self) -> str:
        return household(self.address)

    async def person(self) -> Caller:
        """Return the caller by the key; nobody if there is none."""
        return await self.service.games.people.who(self.token)

    async def seat(self, game: str) -> str:
        """Return the colour of the key in a game."""
        return await self.service.games.seat_of(game, self.token)

    async def viewer(self, game: str) -> str:
        """Return the colour of the key in a game; without a key, the spectator."""
        return await self.seat(game) if self.token else SPECTATOR


# -- answers that are more than a shape ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class JsonText:
    """JSON that was encoded beforehand."""

    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PackedJson:
    """JSON compressed by gzip."""

    packed: bytes


class FixedJson:
    """JSON that stays the same while the service runs, with its ETag."""

    def __init__(self, content: object) -> None:
        self.body = encode(content)
        self.mark = f'W/"{sha256(self.body).hexdigest()[:20]}"'  # weak: it may be sent compressed or not

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.body, mtime=0)


# -- the table -------------------------------------------------------------------------------------------------------------

Handler = Callable[..., Awaitable[Any]]


@dataclass(frozen=True)
class Parameter:
    """A parameter of a handler: its type, its default (`inspect.Parameter.empty`: none), and where it comes from."""

    name: str
    kind: Any
    default: Any
    place: str  # path, query, data or body

    @property
    def takes_list(self) -> bool:
        """Whether it may stand in a query several times."""
        return "list" in str(self.kind)


@dataclass(frozen=True)
class Route:
    """One row of the table.

    - `needs`: the key that a caller must or may have.
    - `begins`: it starts something new, which is refused while a server ends.
    - `cost`: milliseconds of work, charged to the caller's address.
    - `largest`: size of the body in bytes; 0: that of any message; RECORD: that of a record.
    - `shows`: the shape of an answer that was encoded beforehand.
    - `fails`: status codes of its errors.
    """

    method: str
    path: str
    handler: Handler
    needs: str = NOTHING
    begins: bool = False
    cost: float = CHEAP
    status: int = 200
    largest: int = 0
    shows: Any = None
    fails: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        return self.handler.__name__

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of the handler, except the call."""
        hints = get_type_hints(self.handler, include_extras=True)
        in_path = {found[1] for found in PATH_PARAMETER.finditer(self.path)}
        named = list(inspect.signature(self.handler).parameters.values())[1:]
        return tuple(
            Parameter(
                one.name,
                hints[one.name],
                one.default,
                one.name if one.name in ("data", "body") else "path" if one.name in in_path else "query",
            )
            for one in named
        )

    @cached_property
    def returns(self) -> Any:
        return get_type_hints(self.handler).get("return")

    async def answer(self, call: Call, **given: Any) -> Any:
        """Check what the route needs, and return the handler's answer."""
        if self.begins:
            call.service.check_open()
        if self.needs == SEAT and not call.token:
            raise ProtocolError("wrong-token", "This needs the token of a seat.", 401)
        if self.needs == PERSON and not (await call.person()).person:
            raise ProtocolError("needs-person", "This needs the key of a person.", 401)
        return await self.handler(call, **given)


RECORD: Final = -1  # of `largest`: as large as a record


def get(path: str, **more: Any) -> Callable[[Handler], Route]:
    return lambda handler: Route("GET", path, handler, **more)


def post(path: str, **more: Any) -> Callable[[Handler], Route]:
    return lambda handler: Route("POST", path, handler, **{"status": 201, **more})


def delete(path: str, **more: Any) -> Callable[[Handler], Route]:
    return lambda handler: Route("DELETE", path, handler, **{"status": 204, **more})
