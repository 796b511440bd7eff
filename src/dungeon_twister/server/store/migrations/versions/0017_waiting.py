"""Games know which colours have not yet chosen at simultaneous choices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("waiting", sa.String(80), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("games", "waiting")
