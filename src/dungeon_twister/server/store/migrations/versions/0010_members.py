"""The processes that serve this database, with their addresses."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "members",
        sa.Column("origin", sa.String(16), primary_key=True),
        sa.Column("address", sa.String(256), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("members")
