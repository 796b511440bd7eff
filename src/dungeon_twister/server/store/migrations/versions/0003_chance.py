"""Chance: draw version, secret and contributions of the seed (docs/fairness.md)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("chance", sa.Integer, nullable=False, server_default="1"))
    op.add_column("games", sa.Column("secret", sa.String(64), nullable=False, server_default=""))
    op.add_column("games", sa.Column("contributions", sa.JSON, nullable=False, server_default="{}"))
    op.add_column("seats", sa.Column("contribution", sa.String(64), nullable=False, server_default=""))
    # Running games have used the old draw version so far; from now on they use the new one.
    op.execute("UPDATE games SET chance = 0 WHERE stage IN ('open', 'playing')")


def downgrade() -> None:
    op.drop_column("seats", "contribution")
    for column in ("contributions", "secret", "chance"):
        op.drop_column("games", column)
