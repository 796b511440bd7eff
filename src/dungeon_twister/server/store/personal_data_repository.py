"""Personal data in the database, for export and deletion.

`PERSONAL` names every column that leads to a person, and `IMPERSONAL` every table without one. A
test compares both with the tables, so that a new table or column cannot be forgotten here.
"""

from __future__ import annotations

import json
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from dungeon_twister.server.store.crud import Repository, transaction
from dungeon_twister.server.store.models import CHAT, GAMES, PUSHES, RECORDS, SEATS
from dungeon_twister.server.store.moderation_repository import BLOCKS, REPORTS, SITTERS
from dungeon_twister.server.store.people_tables import (
    DEVICES,
    DONE_MOVES,
    MOVES,
    OF_A_PERSON,
    PASSKEYS,
    PEOPLE,
    PROGRESS,
    RECOVERY_CODES,
    SHELF,
    SHELF_MARKS,
    SHELF_REPORTS,
)
from dungeon_twister.server.store.push_repository import pushes_of_person
from dungeon_twister.server.store.table_rows import blocked_person, signed_out

OWN: Final = "exported and deleted"
CLEARED: Final = "exported; the row stays without it"
PERSONAL: Final = {
    "people.id": OWN,
    "people.name": OWN,
    "devices.person": OWN,
    "devices.hash": "deleted; not exported, because nothing in the export may open a seat",
    "devices.id": OWN,
    "devices.label": OWN,
    "moves.person": OWN,
    "moves.hash": "deleted; not exported, because nothing in the export may open a seat",
    "moves.maker": "deleted; not exported, because the export has the devices",
    "moves.ticket": "deleted; not exported, because nothing in the export may open a seat",
    "moves.label": OWN,
    "moves.asker": "deleted with the code, after ten minutes at most; not exported, because it leads to somebody else",
    "done_moves.id": "deleted; not exported, because it is random",
    "done_moves.person": OWN,
    "done_moves.device": "deleted; not exported, because the export has the devices",
    "done_moves.label": OWN,
    "done_moves.asker": OWN,
    "moved_seats.move": "deleted with the move; not exported, because it is random",
    "moved_seats.before": "deleted with the move; not exported, because nothing in the export may open a seat",
    "moved_seats.after": "deleted with the move; not exported, because nothing in the export may open a seat",
    "passkeys.person": OWN,
    "passkeys.hash": "deleted; not exported, because it stands for the credential",
    "passkeys.id": "deleted; not exported, because it is random",
    "passkeys.credential": "deleted; not exported, because the authenticator has it",
    "passkeys.public_key": "deleted; not exported, because the authenticator has it",
    "passkeys.label": OWN,
    "recovery_codes.person": OWN,
    "recovery_codes.hash": "deleted; not exported, because nothing in the export may open a seat",
    "progress.person": OWN,
    "progress.id": "deleted; exported as a part of the entry",
    "progress.text": OWN,
    "shelf.person": OWN,
    "shelf.title": OWN,
    "shelf.declared": OWN,
    "shelf_marks.person": OWN,
    "shelf_reports.person": OWN,
    "shelf_reports.why": OWN,
    "shelf_reports.address": OWN,
    "seats.person": CLEARED,
    "seats.name": CLEARED,
    "seats.token_hash": "stays: it opens a seat that has no name any more",
    "seats.holder": "stays: a random word that says which seats of one game belong together",
    "chat.name": CLEARED,
    "games.address": "cleared in games that the person made; not exported, because the export has `sitters`",
    "games.aside": "cleared where the person asked for a seat; not exported, because the id in it is random",
    "sitters.address": OWN,
    "pushes.token_hash": OWN,
    "pushes.person": OWN,
    "pushes.person_device": OWN,
    "pushes.device": OWN,
    "pushes.endpoint": OWN,
    "blocks.maker": OWN,
    "blocks.blocked": "deleted where it names the person; not exported, because it says what somebody else thinks",
    "records.person": OWN,
    "records.address": OWN,
    "reports.name": "stays with the operator where somebody else has reported the person",
    "reports.context": "stays with the operator; the person's name goes out of it, unless the report is about the person",
    "reports.address": "stays with the operator; its key is deleted after two months",
    "reports.reporter": "exported; it stays with the operator as the colour of a seat",
}
IMPERSONAL: Final = {
    "log": "choices of colours, and ids of commands that are random",
    "answers": "ids of commands that are random",
    "analyses": "what a program thinks of a finished game",
    "puzzle_ratings": "how hard puzzles are for everybody",
    "rooms": "codes and names of clubs",
    "bans": "networks that the operator keeps out; their note is the operator's",
    "members": "processes of the server",
    "server_keys": "keys of the server",
    "used_seals": "commitments of games, which are random",
}


def own_lines(person: str) -> sa.ColumnElement[bool]:
    """Condition: the chat lines that a person wrote from their seats, under the name used there."""
    same = (SEATS.c.game == CHAT.c.game, SEATS.c.colour == CHAT.c.seat, SEATS.c.name == CHAT.c.name)
    return sa.exists().where(SEATS.c.person == person, *same)


def _seats_of(person: str, *where: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Condition: the person has a seat that meets `where`."""
    return sa.exists().where(SEATS.c.person == person, *where)


class PersonalDataRepository(Repository):
    """Exports and deletes the data of a person."""

    async def export(self, person: str) -> dict[str, list[dict[str, Any]]]:
        """Return everything about a person except name, devices and games, by topic."""
        mark = blocked_person(person)
        sat = _seats_of(person, SEATS.c.game == SITTERS.c.game, SEATS.c.colour == SITTERS.c.colour)
        reported = _seats_of(person, SEATS.c.game == REPORTS.c.game, SEATS.c.colour == REPORTS.c.reporter)
        columns = (REPORTS.c.game, REPORTS.c.seat, REPORTS.c.line, REPORTS.c.why, REPORTS.c.at, REPORTS.c.closed)
        moved = sa.or_(DONE_MOVES.c.person == person, DONE_MOVES.c.asker == person)
        pushed = (PUSHES.c.game, PUSHES.c.endpoint, PUSHES.c.language, PUSHES.c.at)
        reported_scenarios = [SHELF_REPORTS.c[name] for name in ("code", "why", "at", "address")]
        questions = {
            "said": sa.select(CHAT.c.game, CHAT.c.seat, CHAT.c.text, CHAT.c.at).where(own_lines(person)).order_by(CHAT.c.at),
            "messages": sa.select(*pushed).where(pushes_of_person(person)),
            "addresses": sa.select(SITTERS.c.game, SITTERS.c.colour, SITTERS.c.address).where(sat),
            "blocks": sa.select(BLOCKS.c.blocked, BLOCKS.c.at).where(BLOCKS.c.maker == mark),
            "reports": sa.select(*columns).where(reported).order_by(REPORTS.c.at),
            "records": sa.select(RECORDS.c.id, RECORDS.c.at, RECORDS.c.size, RECORDS.c.address).where(
                RECORDS.c.person == person
            ),
            "codes": sa.select(MOVES.c.until, MOVES.c.label).where(MOVES.c.person == person),
            "moves": sa.select(DONE_MOVES.c.label, DONE_MOVES.c.until).where(moved),
            "passkeys": sa.select(PASSKEYS.c.site, PASSKEYS.c.label, PASSKEYS.c.made, PASSKEYS.c.used).where(
                PASSKEYS.c.person == person
            ),
            "progress": sa.select(PROGRESS.c.text).where(PROGRESS.c.person == person).order_by(PROGRESS.c.at, PROGRESS.c.id),
            "published": sa.select(SHELF.c.code, SHELF.c.title, SHELF.c.declared, SHELF.c.at, SHELF.c.hidden)
            .where(SHELF.c.person == person)
            .order_by(SHELF.c.at),
            "shelf_marks": sa.select(SHELF_MARKS.c.code, SHELF_MARKS.c.kind).where(SHELF_MARKS.c.person == person),
            "shelf_reports": sa.select(*reported_scenarios).where(SHELF_REPORTS.c.person == person),
            "recovery_codes": sa.select(RECOVERY_CODES.c.made).where(RECOVERY_CODES.c.person == person),
        }
        return {name: await self._rows(question) for name, question in questions.items()}

    async def delete(self, person: str) -> None:
        """Delete a person. Results and chat lines stay without a name."""
        mark = blocked_person(person)
        sat = _seats_of(person, SEATS.c.game == SITTERS.c.game, SEATS.c.colour == SITTERS.c.colour)
        made = _seats_of(person, SEATS.c.game == GAMES.c.id, SEATS.c.holder == GAMES.c.id)
        changes: list[sa.Update | sa.Delete] = [
            sa.update(CHAT).where(own_lines(person)).values(name=""),
            sa.update(GAMES).where(made).values(address=""),
            sa.delete(BLOCKS).where(_made_in_games_of(person)),
            sa.delete(SITTERS).where(sat),
            sa.delete(PUSHES).where(pushes_of_person(person)),
            sa.delete(BLOCKS).where(sa.or_(BLOCKS.c.maker == mark, BLOCKS.c.blocked == mark)),
            sa.delete(RECORDS).where(RECORDS.c.person == person),
            sa.update(SEATS).where(SEATS.c.person == person).values(name="", person=""),
            sa.delete(DONE_MOVES).where(DONE_MOVES.c.asker == person),
            *(sa.delete(table).where(table.c.person == person) for table in OF_A_PERSON),
            sa.delete(PEOPLE).where(PEOPLE.c.id == person),
        ]
        async with transaction(self._engine) as connection:
            await self._clear_reports(connection, person)
            await self._clear_claims(connection, person)
            devices = await connection.execute(sa.select(DEVICES.c.id).where(DEVICES.c.person == person))
            await self._notify(connection, [signed_out(device) for (device,) in devices.all()])
            for change in changes:
                await connection.execute(change)

    async def _clear_reports(self, connection: AsyncConnection, person: str) -> None:
        """Remove a person's name from the lines of reports about others: the colour of the seat is enough."""
        here = SEATS.c.game == REPORTS.c.game
        question = sa.select(REPORTS.c.id, REPORTS.c.context, SEATS.c.colour, SEATS.c.name)
        question = question.join(SEATS, here).where(SEATS.c.person == person, SEATS.c.colour != REPORTS.c.seat)
        for id, context, colour, name in (await connection.execute(question)).all():
            lines = [[colour if said_by == name else said_by, text] for said_by, text in context]
            await connection.execute(sa.update(REPORTS).where(REPORTS.c.id == id).values(context=lines))

    async def _clear_claims(self, connection: AsyncConnection, person: str) -> None:
        """Withdraw the person's claims to seats, and forget which ones were refused."""
        question = sa.select(GAMES.c.id, GAMES.c.aside).where(GAMES.c.aside.contains(person, autoescape=True))
        for id, text in (await connection.execute(question)).all():
            aside = json.loads(text)
            if aside.get("claim", {}).get("person") == person:
                del aside["claim"]
            if "turned_away" in aside:
                aside["turned_away"] = [other for other in aside["turned_away"] if other != person]
            same = (GAMES.c.id == id, GAMES.c.aside == text)
            await connection.execute(sa.update(GAMES).where(*same).values(aside=json.dumps(aside)))


def _made_in_games_of(person: str) -> sa.ColumnElement[bool]:
    """Condition: blocks of addresses that the person made in a game, from the own address against another one of that game."""
    own, other = SITTERS.alias(), SITTERS.alias()
    return sa.exists().where(
        *(SEATS.c.person == person, SEATS.c.game == own.c.game, SEATS.c.colour == own.c.colour),
        *(own.c.address == BLOCKS.c.maker, other.c.game == own.c.game, other.c.address == BLOCKS.c.blocked),
    )
