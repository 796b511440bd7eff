"""A shelf of scenarios that people have published."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "shelf",
        sa.Column("code", sa.String(8), primary_key=True),
        sa.Column("person", sa.String(16), _person(), nullable=False, index=True),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("game", sa.String(8), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("declared", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("picture", sa.JSON, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("liked", sa.Integer, nullable=False),
        sa.Column("reported", sa.Integer, nullable=False),
        sa.Column("hidden", sa.Boolean(create_constraint=False), nullable=False),
    )
    op.create_table(
        "shelf_marks",
        sa.Column("code", sa.String(8), _code(), primary_key=True),
        sa.Column("person", sa.String(16), _person(), primary_key=True, index=True),
        sa.Column("kind", sa.String(8), primary_key=True),
    )
    op.create_table(
        "shelf_reports",
        sa.Column("code", sa.String(8), _code(), primary_key=True),
        sa.Column("person", sa.String(16), _person(), primary_key=True, index=True),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )


def downgrade() -> None:
    for table in ("shelf_reports", "shelf_marks", "shelf"):
        op.drop_table(table)


def _person() -> sa.ForeignKey:
    return sa.ForeignKey("people.id", ondelete="CASCADE")


def _code() -> sa.ForeignKey:
    return sa.ForeignKey("shelf.code", ondelete="CASCADE")
