"""What the environments need to know of the Card Game alone."""
