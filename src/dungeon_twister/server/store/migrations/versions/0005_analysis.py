"""Hints among several people: whether all have agreed to them. Stored analyses of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("hints", sa.Boolean(create_constraint=False), nullable=False, server_default=sa.false()))
    op.create_table(
        "analyses",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Index("analyses_at", "at"),
    )


def downgrade() -> None:
    op.drop_table("analyses")
    op.drop_column("games", "hints")
