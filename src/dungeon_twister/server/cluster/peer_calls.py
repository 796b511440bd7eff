"""Calls between processes, which check that each is reached at the address it has registered.

`GET /member` with the key of the process returns its name; with another key it is refused (421).
`POST /member` asks a process to call the sender back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from dungeon_twister.server.store import MemberRow

if TYPE_CHECKING:
    import httpx

KEY: Final = "x-dungeon-member"  # the header with the key of the called process
PATH: Final = "/member"
PATIENCE: Final = 3.0  # seconds for an answer
OK: Final = 200
MISDIRECTED: Final = 421
ADVICE: Final = "DUNGEON_TWISTER_MEMBER_ADDRESS says where the other servers of this database reach this one."


class MemberError(Exception):
    """This process cannot join its peers; the message says why."""


class Name(msgspec.Struct, frozen=True):
    """The answer to a call."""

    origin: str


class CalledBack(msgspec.Struct, frozen=True):
    """The result of a call back. An empty problem means success."""

    problem: str


async def call(row: MemberRow) -> str:
    """Call a process at its address and return the problem, or an empty text."""
    answer = await _ask("GET", row)
    if isinstance(answer, str):
        return answer
    try:
        reached = msgspec.json.decode(answer.content, type=Name).origin == row.origin
    except msgspec.DecodeError:
        reached = False
    return "" if reached else f"something else answers at {row.address}"


async def ask_for_call_back(row: MemberRow, own: MemberRow) -> str:
    """Let a peer call this process and return the problem, or an empty text."""
    answer = await _ask("POST", row, msgspec.json.encode(own))
    if isinstance(answer, str):
        return f"The server at {row.address} has this database, too, and cannot be reached from here: {answer}."
    try:
        problem = msgspec.json.decode(answer.content, type=CalledBack).problem
    except msgspec.DecodeError:
        return f"Something else answers at {row.address}, where another server of this database should be."
    return f"The server at {row.address} cannot reach this one: {problem}. {ADVICE}" if problem else ""


async def _ask(method: str, row: MemberRow, content: bytes | None = None) -> httpx.Response | str:
    """Return the response of a process, or a text that describes the problem."""
    import httpx  # a browser does not have this library, and never calls peers

    try:
        async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False) as http:
            answer = await http.request(method, row.address + PATH, headers={KEY: row.key}, content=content)
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        return f"nobody answers at {row.address} ({type(error).__name__})"
    if answer.status_code == OK:
        return answer
    return f"{'another server' if answer.status_code == MISDIRECTED else 'something else'} answers at {row.address}"
