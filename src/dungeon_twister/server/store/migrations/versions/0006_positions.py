"""Games that begin from a position keep its text (docs/positions.md)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("position", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("games", "position")
