"""Matches between bots, with results that can be reproduced."""
