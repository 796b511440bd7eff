"""The games of a person, page by page, and the export of all personal data."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, Final

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.caller import Caller
from dungeon_twister.server.games.lobby.game_creation import GameCreation
from dungeon_twister.server.games.lobby.host_controls import GIVEN_UP
from dungeon_twister.server.games.people.people import People
from dungeon_twister.server.games.sessions.active_game import PERSON, has_to_decide
from dungeon_twister.server.people_protocol import PastGame, PastGames
from dungeon_twister.server.protocol import GameInfo
from dungeon_twister.server.store import OVER, GameRow, SeatRow

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store

PAGE: Final = 20
LOOKED_AT: Final = 300  # games read for one page if the filter drops most of them
AT_ONCE: Final = 60
FORMAT: Final = "dungeon-twister person 1"
RESULTS: Final = ("", "won", "lost", "drawn", "running")
Online = Callable[[str], Collection[str]]


def result_of(info: GameInfo, held: Sequence[str]) -> str:
    """Return how a game ended for the holder of these colours."""
    if info.stage != OVER:
        return ""
    people = [seat for seat in info.seats if seat.colour not in held]
    if not people:
        return "over"
    if not info.winners or len(info.winners) == len(info.seats):
        return "drawn"
    return "won" if any(colour in info.winners for colour in held) else "lost"


def place_of(cursor: str) -> tuple[float, str] | None:
    """Return the position at which a page begins: after this time and id."""
    changed, sign, id = cursor.partition("_")
    try:
        return (float(changed), id) if sign else None
    except ValueError:
        raise ProtocolError("unreadable", "There is no such page.", 400) from None


class PlayerHistory:
    """Lists of a person's games."""

    def __init__(self, store: Store, people: People, creation: GameCreation, online: Online) -> None:
        self._store = store
        self._people = people
        self._creation = creation
        self._online = online

    async def games(self, who: Caller, cursor: str, game: str, result: str, other: str) -> PastGames:
        """Return a page of a person's games.

        `game`: board or card. `result`: won, lost, drawn or running. `other`: part of the name of
        another player. An empty filter matches all.
        """
        if result not in RESULTS or game not in ("", "board", "card"):
            raise ProtocolError("unreadable", "There is no such filter.", 400)
        place = place_of(cursor)
        found: list[PastGame] = []
        for _ in range(0, LOOKED_AT, AT_ONCE):
            rows = await self._people.repository.games(who.person, place, AT_ONCE)
            for row, one in await self._told(who, rows):
                place = (row.changed, row.id)
                if _fits(one, game, result, other.casefold()):
                    found.append(one)
                    if len(found) == PAGE:
                        return PastGames(found, _cursor(place))
            if len(rows) < AT_ONCE:
                return PastGames(found, "")
        return PastGames(found, _cursor(place))

    async def _told(self, who: Caller, rows: Sequence[GameRow]) -> list[tuple[GameRow, PastGame]]:
        infos = await self._creation.infos(rows, self._online)
        seats = await self._store.seats([row.id for row in rows])
        found: list[tuple[GameRow, PastGame]] = []
        for row, info in zip(rows, infos, strict=True):
            mine = _mine(seats[row.id], who)
            found.append((row, PastGame(info, mine, has_to_decide(info, mine), result_of(info, mine))))
        return found

    async def export(self, who: Caller) -> dict[str, Any]:
        """Return everything stored about a person, without anything that would let others play as that person."""
        me = await self._people.me(who)
        return {
            "format": FORMAT,
            "name": me.name,
            "made": me.made,
            "devices": [{"label": device.label, "made": device.made, "seen": device.seen} for device in me.devices],
            "games": await self._exported_games(who),
            **await self._store.personal.export(who.person),
        }

    async def _exported_games(self, who: Caller) -> list[dict[str, Any]]:
        games: list[dict[str, Any]] = []
        place: tuple[float, str] | None = None
        while True:
            rows = await self._people.repository.games(who.person, place, AT_ONCE)
            seats = await self._store.seats([row.id for row in rows])
            games += [_exported(row, seats[row.id], _mine(seats[row.id], who)) for row in rows]
            if len(rows) < AT_ONCE:
                return games
            place = (rows[-1].changed, rows[-1].id)
            await asyncio.sleep(0)


def _mine(seats: Sequence[SeatRow], who: Caller) -> list[str]:
    return [seat.colour for seat in seats if seat.person == who.person]


def _cursor(place: tuple[float, str] | None) -> str:
    return f"{place[0]!r}_{place[1]}" if place else ""


def _fits(one: PastGame, game: str, result: str, other: str) -> bool:
    if one.info.stage == GIVEN_UP or (game and one.info.game != game):
        return False
    if result and result != (one.result or "running"):
        return False
    others = [seat.name or seat.bot for seat in one.info.seats if seat.colour not in one.colours]
    return not other or any(other in name.casefold() for name in others)


def _exported(row: GameRow, seats: Sequence[SeatRow], mine: Sequence[str]) -> dict[str, Any]:
    """Return the person's seats by the name used there; of others only their kind."""
    return {
        "id": row.id,
        "scenario": row.scenario,
        "options": row.options,
        "clock": row.clock,
        "stage": row.stage,
        "created": row.created,
        "changed": row.changed,
        "scores": row.scores,
        "winners": row.winners,
        "reason": row.reason,
        "mine": {seat.colour: seat.name for seat in seats if seat.colour in mine},
        "others": {seat.colour: seat.name if seat.who == PERSON else seat.bot for seat in seats if seat.colour not in mine},
    }
