"""The web service: games kept in a database, played over sockets and HTTP by people and bots. It
decides no rule."""
