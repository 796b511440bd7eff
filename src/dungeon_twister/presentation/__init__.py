"""What people are shown: the guide, drawings and texts."""
