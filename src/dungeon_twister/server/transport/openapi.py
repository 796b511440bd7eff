"""The OpenAPI description of the routes, at /api/schema/openapi.json."""

from __future__ import annotations

import asyncio
from typing import Any, Final, cast

from litestar import Response, Router
from litestar._openapi.schema_generation import SchemaCreator
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, Schema, SecurityScheme
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from dungeon_twister.server.endpoints.route import FixedJson
from dungeon_twister.server.transport.litestar_routes import AnyRequest, count_request, fixed_response
from dungeon_twister.server.transport.pages import PACKED_ALREADY
from dungeon_twister.server.wire import struct_of
from dungeon_twister.version import __version__

PATH: Final = "/api/schema"
FILE: Final = "/openapi.json"


class Described(OpenAPISchemaPlugin):
    """Describes dataclass shapes, and messages that contain some, as they are encoded."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        kind: Any = field_definition.annotation
        return isinstance(kind, type) and struct_of(kind) is not kind

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        as_sent = FieldDefinition.from_annotation(struct_of(field_definition.annotation), name=field_definition.name)
        return cast("Schema", schema_creator.for_field_definition(as_sent))


class SchemaText:
    """The description as JSON. It is made on the first request, in a thread, because that takes half a second."""

    def __init__(self) -> None:
        self._made: FixedJson | None = None
        self._making = asyncio.Lock()

    async def answer(self, request: AnyRequest) -> Response[Any] | None:
        """Return the description in place of the framework's route; None: this is another route."""
        await count_request(request)
        if not request.url.path.endswith(FILE):
            return None
        async with self._making:
            if self._made is None:
                self._made = await asyncio.to_thread(lambda: FixedJson(request.app.openapi_schema.to_schema()))
        return fixed_response(request, self._made)


def description() -> OpenAPIConfig:
    """Return the configuration of the description at /api/schema/openapi.json."""
    return OpenAPIConfig(
        title="Dungeon Twister",
        version=__version__,
        description="Games of Dungeon Twister: make them, join them, play them. Sockets are described in /api/protocol.json.",
        path=PATH,
        openapi_router=Router(
            PATH, route_handlers=[], before_request=SchemaText().answer, opt={PACKED_ALREADY: True}, include_in_schema=False
        ),
        render_plugins=[JsonRenderPlugin(path=FILE)],
        components=Components(
            security_schemes={
                "seat": SecurityScheme(type="http", scheme="bearer", description="the token of a seat"),
                "person": SecurityScheme(type="http", scheme="bearer", description="the key of a person"),
            }
        ),
    )
