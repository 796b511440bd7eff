"""What a person at a screen wants to know besides the view: where a character gets, what it costs, how a fight may end, how a
maze is drawn. Worked out from the view alone, on a state imagined from it; decides nothing."""
