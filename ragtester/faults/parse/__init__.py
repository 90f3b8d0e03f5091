"""Faults of reading documents."""
