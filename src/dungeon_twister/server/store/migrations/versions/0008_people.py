"""People without accounts, their devices and seats; rooms of clubs; the intended level of a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False, index=True),
    )
    op.create_table(
        "devices",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
    )
    op.create_table(
        "moves",
        sa.Column("person", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False, index=True),
        sa.Column("until", sa.Double, nullable=False),
    )
    op.create_table(
        "rooms",
        sa.Column("code", sa.String(8), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
    )
    op.add_column("seats", sa.Column("person", sa.String(16), nullable=False, server_default=""))
    op.create_index("seats_person", "seats", ["person"])
    op.add_column("games", sa.Column("room", sa.String(8), nullable=False, server_default=""))
    op.add_column("games", sa.Column("level", sa.String(8), nullable=False, server_default=""))
    op.create_index("games_room", "games", ["room", "stage"])


def downgrade() -> None:
    op.drop_index("games_room", "games")
    op.drop_column("games", "level")
    op.drop_column("games", "room")
    op.drop_index("seats_person", "seats")
    op.drop_column("seats", "person")
    for table in ("rooms", "moves", "devices", "people"):
        op.drop_table(table)
