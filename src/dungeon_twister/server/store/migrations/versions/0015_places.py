"""Places of processes, which are handed over when one ends."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("members", sa.Column("place", sa.String(16), nullable=False, server_default=""))
    op.add_column("members", sa.Column("since", sa.Double, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("members", "since")
    op.drop_column("members", "place")
