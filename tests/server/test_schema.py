"""The schemas: the client's types are of this protocol, the routes keep what their description promises."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.schema import protocol_schema, schema_digest
from dungeon_twister.server.transport.message_schema import message_schema_text
from tests.amounts import TIMES, some
from tests.server.live import Live, serving

ROOT = Path(__file__).parent.parent.parent
CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    everything = msgspec.structs.replace(unlimited(Settings(pace=0)), shelf=True)
    with serving(tmp_path_factory.mktemp("schema"), everything) as server:
        yield server


def test_the_types_of_the_client_are_current() -> None:
    """`npm run types` in web/ makes them anew."""
    banner = (ROOT / "web" / "src" / "lib" / "protocol.ts").read_text("utf-8")[:500]
    found = re.search(r"Schema: ([0-9a-f]{64})", banner)
    assert found is not None and found[1] == schema_digest()


def test_the_run_time_check_of_the_client_is_current() -> None:
    """`npm run types` in web/ makes its schema anew."""
    assert (ROOT / "web" / "src" / "lib" / "message-schema.json").read_text("utf-8") == message_schema_text()


def test_the_schema_describes_what_is_sent(live: Live) -> None:
    """Every message of a played game is valid by the JSON Schema of the protocol."""
    schema = protocol_schema()
    validator = jsonschema.Draft202012Validator({**schema["properties"]["fromServer"], "$defs": schema["$defs"]})
    game, tokens = live.make("base", seats={"blue": "you", "yellow": "you"}, seed="schema")
    with live.connect(game, hello=False) as client:
        client.send({"type": "hello", "seats": list(tokens.values()), "differences": True, "choosing": True})
        version = client.receive()["version"]
        for number in range(8):
            info = live.call("GET", f"/games/{game}").json()
            client.ask("fill", info["decider"], version=info["version"], id=f"fill{number}")
        assert client.ask("history", "blue")["type"] == "history"
        assert client.ask("ask", "blue")["type"] == "advice"
        client.send("{")
        client.until("trouble")
        client.send({"type": "say", "id": "s", "seat": "blue", "text": "Hello"})
        client.until("said")
        client.send({"type": "ping", "id": "p"})
        client.until("pong")
        kinds = set()
        for text in client.received:
            message = json.loads(text)
            kinds.add(message["type"])
            validator.validate(message)
    assert {"welcome", "choosing", "changed", "answer", "history", "advice", "trouble", "said", "pong"} <= kinds
    assert version >= 0


def test_the_routes_keep_their_description(live: Live) -> None:
    """Random requests, valid and invalid ones, to every route: no server error, and nothing that is not described."""
    schema = schemathesis.openapi.from_url(f"http://{live.address}/api/schema/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) >= 17
    for operation, mode in some(product(operations, GenerationMode), 3):  # valid and invalid in turn

        @settings(
            max_examples=TIMES,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def check(case: Any) -> None:
            case.call_and_validate(base_url=f"http://{live.address}", checks=CHECKS)

        # Of some routes nothing can be asked wrongly.
        with suppress(Unsatisfiable) if mode is GenerationMode.NEGATIVE else nullcontext():
            check()
