"""State of a game in addition to its log: open requests to other players, planned moves and sealed choices.

It is stored with the game, so that a restart loses nothing.
"""

from __future__ import annotations

from typing import Final

import msgspec

from dungeon_twister.server.protocol import PlayerRequest
from dungeon_twister.server.socket_protocol import MovePlan


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A claim to a seat by a person who lost its key. `person` is never sent to players."""

    colour: str
    name: str
    person: str
    until: float
    agreed: list[str] = []


class PendingRequests(msgspec.Struct, frozen=True, omit_defaults=True):
    """Requests, plans and sealed choices of one game.

    `refused`: colour -> the turn in which a request of it was refused. `plans`: colour -> its
    planned moves, secret. `turned_away`: persons whose claim to a seat was refused. `sealed`:
    colour -> its sealed choices in notation, secret.
    """

    wish: PlayerRequest | None = None
    refused: dict[str, str] = {}
    plans: dict[str, MovePlan] = {}
    claim: Claim | None = None
    turned_away: list[str] = []
    sealed: dict[str, list[str]] = {}


NOTHING: Final = PendingRequests()


def packed(pending: PendingRequests) -> str:
    """Return the state as stored JSON."""
    return "" if pending == NOTHING else msgspec.json.encode(pending).decode()


def unpacked(text: str) -> PendingRequests:
    return msgspec.json.decode(text, type=PendingRequests) if text else NOTHING


def with_plan(pending: PendingRequests, colour: str, plan: MovePlan | None) -> PendingRequests:
    """Return the state with another plan of a colour; None or an empty plan removes it."""
    others = {other: its for other, its in pending.plans.items() if other != colour}
    return msgspec.structs.replace(pending, plans=others if plan in (None, MovePlan()) else {**others, colour: plan})
