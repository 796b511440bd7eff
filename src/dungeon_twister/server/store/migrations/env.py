"""Entry point of Alembic. `store.database.migrate` passes the connection in."""

from __future__ import annotations

from alembic import context

from dungeon_twister.server.store.models import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
