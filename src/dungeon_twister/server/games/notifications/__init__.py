"""What is sent: to subscribers of a game, to other processes, to browsers that are closed."""
