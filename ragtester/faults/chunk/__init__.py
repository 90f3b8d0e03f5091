"""Faults of cutting documents."""
