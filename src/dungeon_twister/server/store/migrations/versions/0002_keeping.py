"""Records: hash of the uploader's address and size. Stored refusals are deleted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("DELETE FROM answers WHERE reason <> ''")
    with op.batch_alter_table("answers") as table:
        table.drop_column("reason")
    op.add_column("records", sa.Column("address", sa.String(64), nullable=False, server_default=""))
    op.add_column("records", sa.Column("size", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE records SET size = length(text)")
    op.create_index("records_address", "records", ["address"])
    op.create_index("games_changed", "games", ["stage", "changed"])


def downgrade() -> None:
    op.drop_index("games_changed", "games")
    op.drop_index("records_address", "records")
    op.drop_column("records", "size")
    op.drop_column("records", "address")
    op.add_column("answers", sa.Column("reason", sa.Text, nullable=False, server_default=""))
