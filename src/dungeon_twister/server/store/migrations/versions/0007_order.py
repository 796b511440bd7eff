"""Moderation: reports by players, banned networks, blocks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("reporter", sa.String(16), nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("context", sa.JSON, nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("closed", sa.Double, nullable=True),
        sa.UniqueConstraint("game", "seat", "reporter", "line", name="reports_once"),
    )
    op.create_table(
        "bans",
        sa.Column("network", sa.String(64), primary_key=True),
        sa.Column("until", sa.Double, nullable=True),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "sitters",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("colour", sa.String(16), primary_key=True),
        sa.Column("address", sa.String(64), nullable=False),
    )
    op.create_table(
        "blocks",
        sa.Column("maker", sa.String(64), primary_key=True),
        sa.Column("blocked", sa.String(64), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
    )


def downgrade() -> None:
    for table in ("blocks", "sitters", "bans", "reports"):
        op.drop_table(table)
