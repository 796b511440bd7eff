"""Games, seats, the log, answers, chat, uploaded records."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_games()
    _create_seats_and_log()
    _create_the_rest()


def downgrade() -> None:
    for table in ("records", "chat", "answers", "log", "seats", "games"):
        op.drop_table(table)


def _create_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("code", sa.String(8), nullable=False, unique=True),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seed", sa.String(128), nullable=False),
        sa.Column("clock", sa.String(16), nullable=False),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("changed", sa.Double, nullable=False),
        sa.Column("deadline", sa.Double, nullable=True),
        sa.Column("timing", sa.Text, nullable=False),
        sa.Column("rematch", sa.String(32), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("decider", sa.String(16), nullable=False),
        sa.Column("scores", sa.JSON, nullable=False),
        sa.Column("winners", sa.JSON, nullable=False),
        sa.Column("reason", sa.String(32), nullable=False),
        sa.Column("offers", sa.JSON, nullable=False),
    )
    op.create_index("games_open", "games", ["stage", "listed"])
    op.create_index("games_deadline", "games", ["deadline"])
    op.create_index("games_address", "games", ["address", "stage"])


def _game() -> sa.Column[str]:
    return sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


def _create_seats_and_log() -> None:
    op.create_table(
        "seats",
        _game(),
        sa.Column("colour", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("who", sa.String(8), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(32), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("holder", sa.String(32), nullable=False),
    )
    op.create_index("seats_token", "seats", ["token_hash"])
    op.create_table(
        "log",
        _game(),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("who", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("command_id", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )


def _create_the_rest() -> None:
    op.create_table(
        "answers",
        _game(),
        sa.Column("seat", sa.String(16), primary_key=True),
        sa.Column("command_id", sa.String(64), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("answers_at", "answers", ["at"])
    op.create_table(
        "chat",
        _game(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("command_id", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
