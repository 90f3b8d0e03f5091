"""Faults of the search."""
