"""What is going on beside the moves of a game: what somebody asks the others for, and what those who wait have planned. It is
kept with the game, so that a restart forgets nothing of it."""

from __future__ import annotations

from typing import Final

import msgspec

from dungeon_twister.server.protocol import Plan, Wish


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who says that a seat is his. `person` is not told to the players."""

    colour: str
    name: str
    person: str
    until: float
    agreed: list[str] = []


class Aside(msgspec.Struct, frozen=True, omit_defaults=True):
    """`refused`: colour -> the turn in which the others refused him something. `plans`: colour -> what it has planned, which
    nobody else may know. `turned_away`: persons whose claim to a seat was refused. `sealed`: colour -> what it has chosen while
    others choose at the same time, in notation, which nobody else may know either."""

    wish: Wish | None = None
    refused: dict[str, str] = {}
    plans: dict[str, Plan] = {}
    claim: Claim | None = None
    turned_away: list[str] = []
    sealed: dict[str, list[str]] = {}


NOTHING: Final = Aside()


def packed(aside: Aside) -> str:
    return "" if aside == NOTHING else msgspec.json.encode(aside).decode()


def unpacked(text: str) -> Aside:
    return msgspec.json.decode(text, type=Aside) if text else NOTHING


def with_plan(aside: Aside, colour: str, plan: Plan | None) -> Aside:
    """With another plan of a colour; None, or an empty one: it has none."""
    others = {other: its for other, its in aside.plans.items() if other != colour}
    return msgspec.structs.replace(aside, plans=others if plan in (None, Plan()) else {**others, colour: plan})
