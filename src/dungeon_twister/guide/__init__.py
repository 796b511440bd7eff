"""What a person at a screen wants to know besides the view: where a character gets, what it costs, how a fight may end, how a
maze is drawn. Computed from legal choices and from what the viewer may know; decides nothing."""
