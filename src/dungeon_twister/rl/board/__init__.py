"""What the environments need to know of the board game alone."""
