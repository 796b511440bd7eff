"""Reports of published scenarios know the household, which counts once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("shelf_reports", sa.Column("address", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("shelf_reports", "address")
