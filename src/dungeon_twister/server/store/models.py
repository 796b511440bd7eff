"""The tables of the database; their rows in memory are in `rows.py`. The log is the truth of a game. All other data about its
course in `games` can be recomputed from the log; it exists so that lists of games need no replay."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

METADATA: Final = sa.MetaData()
Flag: Final = sa.Boolean(create_constraint=False)
Seconds: Final = sa.Double[float]()  # since 1970, on the server's clock

GAMES: Final = sa.Table(
    "games",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("code", sa.String(8), nullable=False, unique=True),
    sa.Column("scenario", sa.String(64), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("seed", sa.String(128), nullable=False),
    sa.Column("clock", sa.String(16), nullable=False),
    sa.Column("stage", sa.String(16), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("listed", Flag, nullable=False),
    sa.Column("created", Seconds, nullable=False),
    sa.Column("changed", Seconds, nullable=False),
    sa.Column("deadline", Seconds, nullable=True),  # when the deadline sweeper must act
    sa.Column("timing", sa.Text, nullable=False),  # the clock's state (clocks.Timing), empty: none runs
    sa.Column("rematch", sa.String(32), nullable=False),
    sa.Column("address", sa.String(64), nullable=False),  # hash of the creator's address
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("decider", sa.String(16), nullable=False),
    sa.Column("scores", sa.JSON, nullable=False),
    sa.Column("winners", sa.JSON, nullable=False),
    sa.Column("reason", sa.String(32), nullable=False),
    sa.Column("offers", sa.JSON, nullable=False),  # colours that offer a draw
    sa.Column("chance", sa.Integer, nullable=False, server_default="1"),  # draw version (`game/record/chance.py`)
    sa.Column("secret", sa.String(64), nullable=False, server_default=""),  # origin of the seed; empty: the seed was given
    sa.Column("contributions", sa.JSON, nullable=False, server_default="{}"),  # those to the seed, once the game has begun
    sa.Column("declared", sa.Text, nullable=False, server_default=""),  # text of a custom scenario
    sa.Column("position", sa.Text, nullable=False, server_default=""),  # the position from which it began, if any
    sa.Column("hints", Flag, nullable=False, server_default=sa.false()),  # all players have agreed to hints
    # open requests and planned moves of the players (`games/pending_requests.py`)
    sa.Column("aside", sa.Text, nullable=False, server_default=""),
    sa.Column("room", sa.String(8), nullable=False, server_default=""),  # code of the club in which alone it is listed
    sa.Column("level", sa.String(8), nullable=False, server_default=""),  # intended experience of the players
    # in a paired game: when the first choice of the deciding player is due; NULL: all have moved
    sa.Column("first_move_by", Seconds, nullable=True),
    # at simultaneous choices: the colours that have not chosen, separated by spaces; empty: only `decider` decides
    sa.Column("waiting", sa.String(80), nullable=False, server_default=""),
    sa.Index("games_first_move", "first_move_by"),
    sa.Index("games_open", "stage", "listed"),
    sa.Index("games_deadline", "deadline"),
    sa.Index("games_address", "address", "stage"),
    sa.Index("games_changed", "stage", "changed"),
    sa.Index("games_room", "room", "stage"),
)

SEATS: Final = sa.Table(
    "seats",
    METADATA,
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("colour", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),  # the order of the turns
    sa.Column("who", sa.String(8), nullable=False),  # person, bot, open
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("bot", sa.String(32), nullable=False),
    sa.Column("token_hash", sa.String(64), nullable=False),
    # The same for seats that were handed out together; the maker's is the id of the game. A free seat may be reserved for a
    # holder.
    sa.Column("holder", sa.String(32), nullable=False),
    sa.Column("contribution", sa.String(64), nullable=False, server_default=""),  # to the seed, before the game begins
    sa.Column("person", sa.String(16), nullable=False, server_default=""),  # the owner, if known (`people.py`)
    sa.Index("seats_token", "token_hash"),
    sa.Index("seats_person", "person"),
)


def has_to_decide() -> sa.ColumnElement[bool]:
    """Condition: seats of a game that must decide now, alone or together with others (`waiting`)."""
    among = (" " + GAMES.c.waiting + " ").like("% " + SEATS.c.colour + " %")
    return sa.or_(SEATS.c.colour == GAMES.c.decider, among)


LOG: Final = sa.Table(
    "log",
    METADATA,
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("who", sa.String(16), nullable=False),  # a colour, or chance
    sa.Column("kind", sa.String(16), nullable=False),  # choice, undo, taken-back, fill, timeout, resign, time, draw
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("command_id", sa.String(64), nullable=False),
    sa.Column("at", Seconds, nullable=False),
)

ANSWERS: Final = sa.Table(
    "answers",
    METADATA,
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.String(16), primary_key=True),
    sa.Column("command_id", sa.String(64), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("at", Seconds, nullable=False),
    sa.Index("answers_at", "at"),
)

CHAT: Final = sa.Table(
    "chat",
    METADATA,
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.String(16), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("command_id", sa.String(64), nullable=False),
    sa.Column("at", Seconds, nullable=False),
)

RECORDS: Final = sa.Table(
    "records",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),  # hash of the content: the same record is stored once
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", Seconds, nullable=False),
    sa.Column("address", sa.String(64), nullable=False, server_default=""),  # hash of the uploader's address
    sa.Column("size", sa.Integer, nullable=False, server_default="0"),  # of the text
    sa.Column("person", sa.String(16), nullable=False, server_default=""),  # the only uploader, if known
    sa.Index("records_address", "address"),
    sa.Index("records_person", "person"),
)


ANALYSES: Final = sa.Table(
    "analyses",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),  # of the finished game, or of the uploaded record
    sa.Column("text", sa.Text, nullable=False),  # JSON (`ai/analysis/game_analysis.py`)
    sa.Column("at", Seconds, nullable=False),
    sa.Index("analyses_at", "at"),
)

USED_SEALS: Final = sa.Table(
    "used_seals",
    METADATA,
    sa.Column("commitment", sa.String(64), primary_key=True),  # with which a game was created
    sa.Column("at", Seconds, nullable=False),
    sa.Index("used_seals_at", "at"),
)

PUSHES: Final = sa.Table(
    "pushes",
    METADATA,
    sa.Column("token_hash", sa.String(64), primary_key=True),  # of the seat
    sa.Column("device", sa.String(64), primary_key=True),  # hash of the endpoint
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("p256dh", sa.String(128), nullable=False),
    sa.Column("auth", sa.String(64), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("at", Seconds, nullable=False),
    sa.Column("person", sa.String(16), nullable=False, server_default=""),  # the subscriber, if known
    sa.Column("person_device", sa.String(16), nullable=False, server_default=""),  # the subscriber's device (`devices.id`)
    sa.Index("pushes_person", "person"),
)
