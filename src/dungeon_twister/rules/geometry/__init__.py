"""Room drawings, layouts and mazes: cells, barriers, rotations, neighbours. Independent of the rules."""
