"""Faults of reordering."""
