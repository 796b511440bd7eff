"""The JSON Schema of all messages, made from the structs themselves. `python -m
dungeon_twister.server.schema` prints it; the client's types are made from that (`npm run types`).
"""

from __future__ import annotations

import sys
from dataclasses import is_dataclass
from hashlib import sha256
from inspect import cleandoc
from typing import Any, Final

import msgspec

from dungeon_twister.presentation.guide import guide_shapes, rulebook_shapes
from dungeon_twister.server import (
    analysis_protocol,
    people_protocol,
    progress_protocol,
    protocol,
    socket_protocol,
    study_protocol,
    workshop_protocol,
)
from dungeon_twister.server.wire import struct_of

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
MODULES: Final = (
    protocol,
    socket_protocol,
    people_protocol,
    study_protocol,
    progress_protocol,
    workshop_protocol,
    analysis_protocol,
    guide_shapes,
    rulebook_shapes,
)


def structs() -> list[type[msgspec.Struct]]:
    """Return every message of the protocol and every shape of the guide as a struct, by name."""
    found = {
        name: struct_of(value)
        for module in MODULES
        for name, value in vars(module).items()
        if isinstance(value, type) and (issubclass(value, msgspec.Struct) or is_dataclass(value))
    }
    return [found[name] for name in sorted(found)]


def protocol_schema() -> dict[str, Any]:
    """Return one document: `$defs` holds every struct, `fromClient` and `fromServer` the messages
    of the socket."""
    (to_server, to_client), components = msgspec.json.schema_components(
        [struct_of(socket_protocol.FromClient), struct_of(socket_protocol.FromServer)], ref_template="#/$defs/{name}"
    )
    _, all_components = msgspec.json.schema_components(structs(), ref_template="#/$defs/{name}")
    definitions = {**components, **all_components}
    for definition in definitions.values():
        if "description" in definition:  # Python before 3.13 keeps the indentation of docstrings
            definition["description"] = cleandoc(definition["description"])
    return {
        "$schema": DRAFT,
        "title": "Dungeon Twister",
        "type": "object",
        "properties": {"fromClient": to_server, "fromServer": to_client},
        "$defs": dict(sorted(definitions.items())),
    }


def schema_text() -> str:
    """Return the schema as it is printed."""
    return msgspec.json.format(msgspec.json.encode(protocol_schema()), indent=2).decode() + "\n"


def schema_digest() -> str:
    """Return the hash in the client's types, by which a test compares them with this schema."""
    return sha256(schema_text().encode()).hexdigest()


if __name__ == "__main__":
    sys.stdout.write(schema_text())
