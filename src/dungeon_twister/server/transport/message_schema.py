"""The shapes of everything the client receives, for its run-time check (web/src/lib/message-check.ts).

`python -m dungeon_twister.server.transport.message_schema` prints them; `npm run types` in web/ writes them to a file.
Answers of routes are those of the OpenAPI description, all other shapes those of the JSON Schema of the protocol.
"""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace
from typing import Any, Final, cast

import msgspec

from dungeon_twister.server.config import Settings
from dungeon_twister.server.people_protocol import ToVisitor
from dungeon_twister.server.schema import protocol_schema
from dungeon_twister.server.transport.app import make_litestar
from dungeon_twister.server.transport.pages import Pages
from dungeon_twister.server.wire import struct_of

KEYWORDS: Final = ("$ref", "type", "enum", "anyOf", "items", "prefixItems", "properties", "required", "additionalProperties")
COMPONENTS: Final = "#/components/schemas/"
LOCAL: Final = "#/$defs/"
API: Final = "/api"


def checked_parts(schema: Any) -> Any:
    """Return what the client checks of a schema: without texts and defaults, references as names."""
    if not isinstance(schema, dict):
        return schema
    found: dict[str, Any] = {}
    for keyword, value in schema.items():
        name = "anyOf" if keyword == "oneOf" else keyword
        if name not in KEYWORDS or (name == "required" and not value):
            continue
        if name == "$ref":
            found[name] = value.removeprefix(LOCAL).removeprefix(COMPONENTS)
        elif name == "properties":
            found[name] = {field: checked_parts(part) for field, part in value.items()}
        elif isinstance(value, list) and name != "required" and name != "enum":
            found[name] = [checked_parts(part) for part in value]
        else:
            found[name] = checked_parts(value)
    return found


def names_in(schema: Any) -> set[str]:
    """Return the names of the shapes that a schema refers to."""
    if isinstance(schema, dict):
        own = {schema["$ref"]} if isinstance(schema.get("$ref"), str) else set()
        return own.union(*(names_in(part) for part in schema.values()))
    return set().union(*(names_in(part) for part in schema)) if isinstance(schema, list) else set()


def api_description() -> dict[str, Any]:
    """Return the OpenAPI description of all routes, made without starting a server."""
    context = cast("Any", SimpleNamespace(settings=Settings()))
    return make_litestar(context, Pages(), opened=True).openapi_schema.to_schema()


def message_schema() -> dict[str, Any]:
    """Return the shapes by name, those of both sockets, and the answer of each route that has one in JSON."""
    protocol, api = protocol_schema(), api_description()
    (lobby,), lobby_shapes = msgspec.json.schema_components([struct_of(ToVisitor)], ref_template=LOCAL + "{name}")
    shapes = {**api["components"]["schemas"], **lobby_shapes, **protocol["$defs"]}
    answers = {}
    for path, operations in api["paths"].items():
        for method, operation in operations.items():
            for status, response in operation["responses"].items():
                shape = response.get("content", {}).get("application/json", {}).get("schema")
                if status.startswith("2") and shape:
                    answers[f"{method.upper()} {path.removeprefix(API)}"] = checked_parts(shape)
    roots = {
        "game": checked_parts(protocol["properties"]["fromServer"]),
        "lobby": checked_parts(lobby),
        "answers": dict(sorted(answers.items())),
    }
    received: dict[str, Any] = {}
    wanted = names_in(roots)
    while wanted:
        name = wanted.pop()
        received[name] = checked_parts(shapes[name])
        wanted |= names_in(received[name]) - received.keys()
    return {**roots, "shapes": dict(sorted(received.items()))}


def message_schema_text() -> str:
    """Return the shapes as they are printed: one in a line."""

    def lines(parts: dict[str, Any]) -> str:
        return ",\n".join(f'"{name}":{json.dumps(part, separators=(",", ":"))}' for name, part in parts.items())

    parts = message_schema()
    sockets = lines({name: parts[name] for name in ("game", "lobby")})
    groups = ",\n".join(f'"{name}":{{\n{lines(parts[name])}\n}}' for name in ("answers", "shapes"))
    return f"{{\n{sockets},\n{groups}\n}}\n"


if __name__ == "__main__":
    sys.stdout.write(message_schema_text())
