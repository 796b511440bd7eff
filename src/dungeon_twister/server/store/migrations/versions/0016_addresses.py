"""Addresses are hashed with a rotating key, and records know their only uploader.

Hashes without a key can be traced back to addresses, so they are cleared: of games, seats, records and reports. Blocks of
addresses end; blocks of people stay. Push subscriptions without a known seat never worked and are deleted.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("records", sa.Column("person", sa.String(16), nullable=False, server_default=""))
    op.create_index("records_person", "records", ["person"])
    for table in ("games", "records", "reports"):
        op.execute(f"UPDATE {table} SET address = ''")
    op.execute("DELETE FROM sitters")
    op.execute("DELETE FROM blocks WHERE maker NOT LIKE 'person %'")
    op.execute("DELETE FROM pushes WHERE token_hash NOT IN (SELECT token_hash FROM seats)")


def downgrade() -> None:
    op.drop_index("records_person", "records")
    op.drop_column("records", "person")
