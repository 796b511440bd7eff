"""How players meet: new games, seats, the list of open games, rooms and pairing."""
