"""Transfers to another device that both sides confirm and that can be undone; passkeys and recovery codes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def _person(primary: bool) -> sa.Column[str]:
    """Return a column for the person who owns a row: one row for each person, or several."""
    key = sa.ForeignKey("people.id", ondelete="CASCADE")
    return sa.Column("person", sa.String(16), key, primary_key=primary, nullable=False, index=not primary or None)


def upgrade() -> None:
    op.drop_table("moves")  # codes are valid for ten minutes only
    op.create_table(
        "moves",
        _person(primary=True),
        sa.Column("hash", sa.String(64), nullable=False, index=True),
        sa.Column("until", sa.Double, nullable=False),
        sa.Column("maker", sa.String(16), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("ticket", sa.String(64), nullable=False, index=True),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("asker", sa.String(16), nullable=False),
        sa.Column("bring", sa.Boolean, nullable=False),
    )
    op.create_table(
        "done_moves",
        sa.Column("id", sa.String(16), primary_key=True),
        _person(primary=False),
        sa.Column("device", sa.String(16), nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("asker", sa.String(16), nullable=False, index=True),
        sa.Column("until", sa.Double, nullable=False),
    )
    op.create_table(
        "moved_seats",
        sa.Column("move", sa.String(16), sa.ForeignKey("done_moves.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("colour", sa.String(16), primary_key=True),
        sa.Column("before", sa.String(64), nullable=False),
        sa.Column("after", sa.String(64), nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False),
        _person(primary=False),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("site", sa.String(255), nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("used", sa.Double, nullable=False),
    )
    op.create_table(
        "recovery_codes",
        _person(primary=True),
        sa.Column("hash", sa.String(64), nullable=False, index=True),
        sa.Column("made", sa.Double, nullable=False),
    )


def downgrade() -> None:
    for table in ("recovery_codes", "passkeys", "moved_seats", "done_moves", "moves"):
        op.drop_table(table)
    op.create_table(
        "moves",
        _person(primary=True),
        sa.Column("hash", sa.String(64), nullable=False, index=True),
        sa.Column("until", sa.Double, nullable=False),
    )
