"""The Card Game, a module for each chapter of its rules."""
