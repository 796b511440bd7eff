"""Push subscriptions know the person and the device that made them. Those without a seat are deleted: their key belongs to no
seat, so nothing was ever sent to them. Paired games know when a first move is due."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("pushes", sa.Column("person", sa.String(16), nullable=False, server_default=""))
    op.add_column("pushes", sa.Column("person_device", sa.String(16), nullable=False, server_default=""))
    op.create_index("pushes_person", "pushes", ["person"])
    op.add_column("games", sa.Column("first_move_by", sa.Double, nullable=True))
    op.create_index("games_first_move", "games", ["first_move_by"])
    op.execute("DELETE FROM pushes WHERE token_hash NOT IN (SELECT token_hash FROM seats)")


def downgrade() -> None:
    op.drop_index("games_first_move", "games")
    op.drop_column("games", "first_move_by")
    op.drop_index("pushes_person", "pushes")
    op.drop_column("pushes", "person_device")
    op.drop_column("pushes", "person")
