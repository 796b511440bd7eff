"""The environments of the Card Game."""
