"""Tables about people: identity, devices, transfers, account recovery, and what they have published. Deleting a person deletes
their rows."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from dungeon_twister.server.store.models import METADATA, Seconds

PEOPLE: Final = sa.Table(
    "people",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("made", Seconds, nullable=False),
    sa.Column("seen", Seconds, nullable=False, index=True),
)
DEVICES: Final = sa.Table(
    "devices",
    METADATA,
    sa.Column("hash", sa.String(64), primary_key=True),  # of its key
    sa.Column("id", sa.String(16), nullable=False),  # its name when the device is signed out
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("label", sa.String(64), nullable=False),  # the device's own description
    sa.Column("made", Seconds, nullable=False),
    sa.Column("seen", Seconds, nullable=False),
)
MOVES: Final = sa.Table(
    "moves",
    METADATA,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),  # a new code replaces the old one
    sa.Column("hash", sa.String(64), nullable=False, index=True),  # of the code
    sa.Column("until", Seconds, nullable=False),
    sa.Column("maker", sa.String(16), nullable=False),  # the device that made the code
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("ticket", sa.String(64), nullable=False, index=True),  # hash of the future key of the other device
    sa.Column("label", sa.String(64), nullable=False),  # of the other device
    sa.Column("asker", sa.String(16), nullable=False),  # the former person of the other device
    sa.Column("bring", sa.Boolean, nullable=False),  # whether the games of that person come along
)
DONE_MOVES: Final = sa.Table(
    "done_moves",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("device", sa.String(16), nullable=False),
    sa.Column("label", sa.String(64), nullable=False),
    sa.Column("asker", sa.String(16), nullable=False, index=True),
    sa.Column("until", Seconds, nullable=False),  # end of the time for undoing
)
MOVED_SEATS: Final = sa.Table(
    "moved_seats",
    METADATA,
    sa.Column("move", sa.ForeignKey("done_moves.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("colour", sa.String(16), primary_key=True),
    sa.Column("before", sa.String(64), nullable=False),  # the hash of the seat's token before the move
    sa.Column("after", sa.String(64), nullable=False),  # and after it: a seat with another hash was taken since
)
PASSKEYS: Final = sa.Table(
    "passkeys",
    METADATA,
    sa.Column("hash", sa.String(64), primary_key=True),  # of the credential's id
    sa.Column("id", sa.String(16), nullable=False),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("credential", sa.Text, nullable=False),  # its id in base64url
    sa.Column("public_key", sa.Text, nullable=False),  # COSE, in base64url
    sa.Column("sign_count", sa.BigInteger, nullable=False),
    sa.Column("site", sa.String(255), nullable=False),  # the relying party: the host name of the page
    sa.Column("label", sa.String(64), nullable=False),
    sa.Column("made", Seconds, nullable=False),
    sa.Column("used", Seconds, nullable=False),
)
RECOVERY_CODES: Final = sa.Table(
    "recovery_codes",
    METADATA,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("hash", sa.String(64), nullable=False, index=True),
    sa.Column("made", Seconds, nullable=False),
)

PROGRESS: Final = sa.Table(
    "progress",
    METADATA,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("id", sa.String(80), primary_key=True),
    sa.Column("at", Seconds, nullable=False),
    sa.Column("text", sa.Text, nullable=False),  # JSON (`learning/progress/entries.py`)
)
PUZZLE_RATINGS: Final = sa.Table(
    "puzzle_ratings",
    METADATA,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("value", sa.Double, nullable=False),
    sa.Column("deviation", sa.Double, nullable=False),
)

SHELF: Final = sa.Table(  # scenarios that people have published
    "shelf",
    METADATA,
    sa.Column("code", sa.String(8), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("title", sa.String(80), nullable=False),
    sa.Column("game", sa.String(8), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("declared", sa.Text, nullable=False),  # its text
    sa.Column("digest", sa.String(64), nullable=False, unique=True),  # of the text, which stands here once
    sa.Column("picture", sa.JSON, nullable=False),  # what a small drawing needs of it
    sa.Column("at", Seconds, nullable=False),
    sa.Column("played", sa.Integer, nullable=False),
    sa.Column("liked", sa.Integer, nullable=False),
    sa.Column("reported", sa.Integer, nullable=False),  # since the operator decided last
    sa.Column("hidden", sa.Boolean(create_constraint=False), nullable=False),  # until the operator decides
)
SHELF_MARKS: Final = sa.Table(
    "shelf_marks",
    METADATA,
    sa.Column("code", sa.ForeignKey("shelf.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("kind", sa.String(8), primary_key=True),  # played, liked
)
SHELF_REPORTS: Final = sa.Table(
    "shelf_reports",
    METADATA,
    sa.Column("code", sa.ForeignKey("shelf.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("at", Seconds, nullable=False),
    sa.Column("address", sa.String(64), nullable=False, server_default=""),  # hash; a household counts once
)

OF_A_PERSON: Final = (
    *(MOVES, DONE_MOVES, PASSKEYS, RECOVERY_CODES, PROGRESS),
    *(SHELF_REPORTS, SHELF_MARKS, SHELF, DEVICES),
)
