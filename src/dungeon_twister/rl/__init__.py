"""Environments for learning: numbers for choices, tensors, PettingZoo, Gymnasium, OpenSpiel (docs/environments.md)."""
