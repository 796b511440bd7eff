"""Room drawings, layouts and mazes: cells, barriers, rotations, neighbours. Knows no rule."""
