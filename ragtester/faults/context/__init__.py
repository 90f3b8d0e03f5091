"""Faults of assembling the final context."""
