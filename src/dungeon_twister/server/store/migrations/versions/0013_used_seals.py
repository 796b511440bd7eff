"""Commitments with which games were made, so that each is used only once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "used_seals",
        sa.Column("commitment", sa.String(64), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("used_seals_at", "used_seals", ["at"])


def downgrade() -> None:
    op.drop_table("used_seals")
