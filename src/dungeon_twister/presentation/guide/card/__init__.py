"""The guide of the Card Game."""
