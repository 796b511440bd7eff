"""What the guide knows of the board game alone."""
