"""What the guide knows of the Card Game alone."""
