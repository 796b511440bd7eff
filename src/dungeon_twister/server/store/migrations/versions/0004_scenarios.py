"""Custom scenarios: a game keeps the text of its own scenario (docs/scenarios.md)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("declared", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("games", "declared")
