"""Faults of what the generator is sent."""
