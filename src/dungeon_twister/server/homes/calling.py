"""How processes call each other to see that each is reached at the address it has registered.

`GET /member` with a process's key is answered with its name; with another key it is refused (421). `POST /member` asks a
process to call somebody back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from dungeon_twister.server.store import MemberRow

if TYPE_CHECKING:
    import httpx

KEY: Final = "x-dungeon-member"  # the header with the key of the process that is asked
PATH: Final = "/member"
PATIENCE: Final = 3.0  # seconds for an answer
OK: Final = 200
MISDIRECTED: Final = 421
ADVICE: Final = "DUNGEON_TWISTER_MEMBER_ADDRESS says where the other servers of this database reach this one."


class MemberError(Exception):
    """This process cannot serve together with the others; the message says why."""


class Name(msgspec.Struct, frozen=True):
    """What a process answers to a call."""

    origin: str


class CalledBack(msgspec.Struct, frozen=True):
    """What came of a call back; empty: the process was reached."""

    problem: str


async def call(row: MemberRow) -> str:
    """Call a process at its address. What is wrong; empty: it has answered."""
    answer = await _ask("GET", row)
    if isinstance(answer, str):
        return answer
    try:
        reached = msgspec.json.decode(answer.content, type=Name).origin == row.origin
    except msgspec.DecodeError:
        reached = False
    return "" if reached else f"something else answers at {row.address}"


async def ask_for_call_back(row: MemberRow, own: MemberRow) -> str:
    """Let another process call this one. What is wrong; empty: both reach each other."""
    answer = await _ask("POST", row, msgspec.json.encode(own))
    if isinstance(answer, str):
        return f"The server at {row.address} has this database, too, and cannot be reached from here: {answer}."
    try:
        problem = msgspec.json.decode(answer.content, type=CalledBack).problem
    except msgspec.DecodeError:
        return f"Something else answers at {row.address}, where another server of this database should be."
    return f"The server at {row.address} cannot reach this one: {problem}. {ADVICE}" if problem else ""


async def _ask(method: str, row: MemberRow, content: bytes | None = None) -> httpx.Response | str:
    """The answer of a process, or what is wrong."""
    import httpx  # a browser, which has no other processes, has no such library

    try:
        async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False) as http:
            answer = await http.request(method, row.address + PATH, headers={KEY: row.key}, content=content)
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        return f"nobody answers at {row.address} ({type(error).__name__})"
    if answer.status_code == OK:
        return answer
    return f"{'another server' if answer.status_code == MISDIRECTED else 'something else'} answers at {row.address}"
