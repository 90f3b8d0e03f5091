"""Faults of the vectors."""
