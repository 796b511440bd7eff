"""History of the tables: Alembic applies new migrations at every start (`store.database.migrate`)."""
