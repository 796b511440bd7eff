"""Commands of players: what each does to a draft of the game, and what other players must agree to."""
