"""How the tables came to be what they are: Alembic runs what is new at every start (`store.connecting.migrate`)."""
