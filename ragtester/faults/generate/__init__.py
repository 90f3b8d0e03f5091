"""Faults of the generator."""
