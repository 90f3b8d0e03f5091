"""Faults of what is in the index."""
