"""Secret keys of the server, shared by all of its processes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("made", sa.Double, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("server_keys")
