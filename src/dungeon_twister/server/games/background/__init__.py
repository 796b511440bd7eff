"""What goes on without a request: deadlines, bots, planned moves, extra time after a restart."""
